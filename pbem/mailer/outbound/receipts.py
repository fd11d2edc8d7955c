"""Says what became of a mail with orders in a sentence, and what to do next."""

from __future__ import annotations

from pbem.engine.api import Level
from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Outcome, Receipt
from pbem.mailer.outbound.phrases import span
from pbem.mailer.witness import NOTHING_HELD, in_store


def subject(receipt: Receipt) -> str:
    """The receipt's subject, without tag."""
    words = {
        Outcome.SAVED: _("orders saved"),
        Outcome.SAME: _("orders saved, no change"),
        Outcome.NOTHING: _("nothing saved"),
        Outcome.NOT_ASKED: _("nothing is asked of you"),
        Outcome.PREVIEW: _("preview, nothing saved"),
        Outcome.LATE: _("too late"),
        Outcome.UNDONE: _("the turn was taken back"),
        Outcome.WITHDRAWN: _("orders withdrawn"),
        Outcome.DONE: _("done, your orders stand"),
        Outcome.WAITS: _("the turn waits for you"),
    }
    if receipt.outcome is Outcome.LATE and receipt.came_after_the_end:
        return _("{game}: the game is over").format(game=receipt.game_title)
    if receipt.given_for:
        waits = receipt.outcome is Outcome.WAITS
        return _("{game}, turn {turn}, seat {seat}: {outcome}").format(
            game=receipt.game_title,
            turn=receipt.turn,
            seat=receipt.given_for,
            outcome=_("the turn waits for the seat") if waits else words[receipt.outcome],
        )
    return _("{game}, turn {turn}: {outcome}").format(
        game=receipt.game_title, turn=receipt.turn, outcome=words[receipt.outcome]
    )


def verdict_in_short(receipt: Receipt) -> str:
    """The outcome in one sentence or two: the first thing that is read."""
    refused = receipt.count(Level.REFUSED)
    sentence = _OUTCOMES[receipt.outcome](receipt)
    if not refused or receipt.outcome not in (Outcome.SAVED, Outcome.SAME, Outcome.PREVIEW):
        return sentence
    if receipt.outcome is Outcome.PREVIEW and _takes_none(receipt):
        return sentence
    left_out = ngettext(
        "{n} line was refused and is not among them.",
        "{n} lines were refused and are not among them.",
        refused,
    )
    return f"{sentence} {left_out.format(n=refused)}"


def _saved(receipt: Receipt) -> str:
    """With how many lines they are: those of the mail, or as they are written out below."""
    n = len(receipt.held or ())
    told = ngettext(
        "Saved: your orders for turn {turn}, {n} line.",
        "Saved: your orders for turn {turn}, {n} lines.",
        n,
    )
    if receipt.verdicts and n != len(receipt.verdicts) - receipt.count(Level.REFUSED):
        told = ngettext(
            "Saved: your orders for turn {turn}, {n} line as written out below.",
            "Saved: your orders for turn {turn}, {n} lines as written out below.",
            n,
        )
    return told.format(turn=receipt.turn, n=n)


def _same(receipt: Receipt) -> str:
    return _("Saved: your orders for turn {turn} are the same as before.").format(turn=receipt.turn)


def _nothing(receipt: Receipt) -> str:
    if receipt.given_for:
        return f"{_why_nothing(receipt)} {_of_the_seat(receipt)}"
    stays = (
        _("You hold no orders for turn {turn}.")
        if receipt.held is None
        else _("The orders that you sent before for turn {turn} still stand.")
    )
    return f"{_why_nothing(receipt)} {stays.format(turn=receipt.turn)}"


def _of_the_seat(receipt: Receipt) -> str:
    """What a seat holds whose player did not send the mail."""
    stays = (
        _("The seat holds no orders for turn {turn}.")
        if receipt.held is None
        else _("What the seat held for turn {turn} before still stands.")
    )
    return stays.format(turn=receipt.turn)


def _not_asked(receipt: Receipt) -> str:
    return _(
        "Nothing was saved: no orders are asked of you in turn {turn}. You will get a mail when "
        "they are."
    ).format(turn=receipt.turn)


def _why_nothing(receipt: Receipt) -> str:
    if receipt.outrun:
        return _("Nothing was changed: a mail that you sent later is already in, and counts.")
    if not receipt.done:
        return (
            _("Nothing was saved: your orders cannot be taken as they stand.")
            if receipt.verdicts
            else _("Nothing was saved: no orders were found in your mail.")
        )
    if receipt.held is None:
        return _(
            "DONE changes nothing yet: it says that the orders that you hold are meant as they "
            "stand."
        )
    return _("DONE changes nothing yet: something that is asked of you is still missing.")


def _takes_none(receipt: Receipt) -> bool:
    return not receipt.taken or receipt.count(Level.REFUSED) == len(receipt.verdicts)


def _preview(receipt: Receipt) -> str:
    if not receipt.verdicts:
        said = _("Preview: no orders were found in your mail, and nothing was saved.")
    elif _takes_none(receipt):
        said = _("Preview: none of your lines could be taken for turn {turn}; nothing was saved.")
    else:
        said = _("Preview: your lines were checked for turn {turn} and nothing was saved.")
    return said.format(turn=receipt.turn)


def _late(receipt: Receipt) -> str:
    late = span(receipt.late_by) if receipt.late_by is not None else ""
    if receipt.came_after_the_end:
        return _("The game is over: nothing is ordered in it any more.")
    if receipt.turn == receipt.open_turn and not (receipt.is_over or receipt.results_wait):
        return _(
            "Too late: your mail arrived {span} after the deadline of turn {turn}, so it changes "
            "nothing."
        ).format(span=late, turn=receipt.turn)
    said = [_("Too late: turn {turn} is closed, so your mail does not count.")]
    if late:
        said.append(_("It arrived {span} after the turn was closed."))
    if receipt.is_over:
        said.append(_("The game is over."))
    elif not receipt.results_wait:
        said.append(_("Turn {open_turn} is open."))
    return " ".join(said).format(turn=receipt.turn, span=late, open_turn=receipt.open_turn)


def _undone(receipt: Receipt) -> str:
    if receipt.results_wait:
        return _(
            "Your mail is for turn {turn} as it was before the game was taken back, so it does "
            "not count."
        ).format(turn=receipt.turn)
    return _(
        "Your mail is for turn {turn} as it was before the game was taken back, so it does not "
        "count. Turn {open_turn} is open."
    ).format(turn=receipt.turn, open_turn=receipt.open_turn)


def _done(receipt: Receipt) -> str:
    return _("Done: your orders for turn {turn} are played as they stand below.").format(
        turn=receipt.turn
    )


def _waits(receipt: Receipt) -> str:
    if receipt.given_for:
        return _of_the_seat(receipt)
    if receipt.held is None:
        return _("You hold no orders for turn {turn}.").format(turn=receipt.turn)
    return _("Your orders for turn {turn} stand as below.").format(turn=receipt.turn)


def _withdrawn(receipt: Receipt) -> str:
    return _("Withdrawn: you now hold no orders for turn {turn}.").format(turn=receipt.turn)


_OUTCOMES = {
    Outcome.SAVED: _saved,
    Outcome.SAME: _same,
    Outcome.NOTHING: _nothing,
    Outcome.NOT_ASKED: _not_asked,
    Outcome.PREVIEW: _preview,
    Outcome.LATE: _late,
    Outcome.UNDONE: _undone,
    Outcome.WITHDRAWN: _withdrawn,
    Outcome.DONE: _done,
    Outcome.WAITS: _waits,
}


def still_awaited(receipt: Receipt) -> str:
    """That the game waits for lines to be mended; empty where it does not."""
    if not receipt.to_mend:
        return ""
    if receipt.outcome is Outcome.PREVIEW:
        return _("Sent like this, the game would go on waiting for you because of that.")
    if receipt.unread:
        return _(
            "Because of that the game goes on waiting for you: send the whole set again, with "
            "each such line as it should be or without it, or DONE alone if all is as you mean "
            "it. At the deadline what stands is played."
        )
    return _(
        "Because of that the game goes on waiting for you: send the whole set again, mended or "
        "without what was refused, or DONE alone if all is as you mean it. At the deadline what "
        "stands is played."
    )


def next_step(receipt: Receipt) -> str:
    """What the player may do now; empty where the turn closes and nothing can be done."""
    if receipt.closes_now:
        return ""
    if receipt.given_for and receipt.outcome is not Outcome.LATE:
        return _(
            "To change anything, reply with FOR {seat}: and a whole new set below that line."
        ).format(seat=receipt.given_for)
    match receipt.outcome:
        case Outcome.LATE if receipt.is_over or receipt.results_wait:
            return ""
        case Outcome.UNDONE if receipt.results_wait:
            return ""
        case Outcome.LATE if receipt.turn == receipt.open_turn:
            return _("The turn is about to be closed; reply to its report to order for the next.")
        case Outcome.LATE | Outcome.UNDONE:
            return _(
                "To order for turn {turn}, reply to its report: a mail counts for the turn "
                "that it answers."
            ).format(turn=receipt.open_turn)
        case Outcome.PREVIEW:
            return _after_preview(receipt)
        case Outcome.NOTHING if receipt.outrun:
            return ""
        case Outcome.NOT_ASKED:
            return ""
        case Outcome.NOTHING if receipt.done:
            return _("Reply with your orders, one on each line, and DONE below them.")
        case Outcome.NOTHING:
            return _("Reply with your orders, one on each line, or with HELP.")
        case Outcome.WITHDRAWN:
            return _("To order again, reply with your orders, one on each line.")
    if receipt.to_mend:
        return ""  # above it stands that the game waits for the whole set
    return _(
        "To change anything, reply with a whole new set: it takes the place of this one. "
        "WITHDRAW takes it back, PREVIEW on the first line only checks."
    )


def to_write_again(receipt: Receipt) -> tuple[str, ...] | None:
    """The lines with which a reply to a receipt begins: what is held, or would be, and what is to
    be mended. None where no reply of its reader could order anything."""
    closed = receipt.closes_now or receipt.is_over or receipt.results_wait or receipt.outrun
    if closed or receipt.given_for or receipt.outcome in _NOT_TO_BE_CHANGED:
        return None
    found = () if receipt.outcome is Outcome.WITHDRAWN else receipt.held or ()
    if receipt.outcome is Outcome.NOTHING and receipt.verdicts:
        found = tuple(verdict.text for verdict in receipt.verdicts)
    else:
        refused = (one.text for one in receipt.verdicts if one.level is Level.REFUSED)
        found = (*found, *refused)
    return (*found, *receipt.unread)


_NOT_TO_BE_CHANGED = (Outcome.LATE, Outcome.UNDONE, Outcome.NOT_ASKED)


def _after_preview(receipt: Receipt) -> str:
    refused = receipt.count(Level.REFUSED)
    if not receipt.verdicts:
        return _("Reply with PREVIEW and your orders, one on each line, or with HELP.")
    if not refused:
        return _("To have these orders count, send them again without the word PREVIEW.")
    if receipt.to_mend:
        return _(
            "Mend what was refused, or leave it out, before you send the orders without the word "
            "PREVIEW."
        )
    return _(
        "What was refused would be refused without the word PREVIEW too: mend it before you send "
        "the orders."
    )


def held_digest(receipt: Receipt) -> str | None:
    """What a receipt says of the orders that are held now; None where it tells of others."""
    if receipt.outcome in (Outcome.PREVIEW, Outcome.LATE, Outcome.UNDONE):
        return None
    return receipt.digest or NOTHING_HELD


def stored_lines(receipt: Receipt) -> dict[str, str] | None:
    """What a receipt says of the lines in store; None where it does not tell."""
    if receipt.outcome in (Outcome.LATE, Outcome.UNDONE):
        return None
    return in_store(receipt.standing, receipt.later, receipt.open_turn)
