"""What is the matter with a game, and which commands help, in the words of one of its masters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Context
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import MasterRow, Role

FOR_OWNERS = (Matter.ASKS, Matter.DECLINED, Matter.LAPSED, Matter.LEFT)
"""Matters of who sits where, of which no assistant hears."""

FAULTS = (Matter.UNCLOSED, Matter.UNTOLD, Matter.UNPASSED)
"""What only the operator can mend."""

Told = tuple[str, str]
"""What is the matter, and what helps: without and with a full stop."""


def hears(master: MasterRow, concern: Concern) -> bool:
    """Whether this is for one of those who run the game. Nobody is written to that mail to
    themselves fails."""
    if concern.matter is Matter.FAILS and master.address == concern.address:
        return False
    return master.role is Role.OWNER or concern.matter not in FOR_OWNERS


def told(context: Context, concern: Concern, master: MasterRow) -> Told:
    """What a game master is told, in the language that is spoken now. Addresses, and commands that
    need one, are for owners alone."""
    until = ""
    if concern.until is not None:
        language = master.language or context.config.service.language
        until = ending(context.local(concern.until, master.zone), language)
    values = {
        "seat": concern.seat,
        "name": concern.name,
        "address": concern.address,
        "turn": concern.turn,
        "count": concern.count,
        "number": concern.number,
        "names": ", ".join(concern.names),
        "before": concern.before,
        "until": until,
    }
    what, remedy = _SAID[concern.matter](concern, master.role is Role.OWNER)
    return what.format(**values), remedy.format(**values)


def _waits(concern: Concern, _owner: bool) -> Told:
    helps = [_("CLOSE NOW plays it, EXTEND 48 gives everybody more time.")]
    if concern.names:
        helps.append(_("Nothing came from {names}."))
        helps.append(_closes(concern.count))
    return _("Turn {turn} waits for you"), " ".join(helps)


def _closes(absent: int) -> str:
    """When a turn closes without anybody's word, by how many players it does without."""
    if not absent:
        return _("It closes by itself as soon as everybody's orders are in.")
    return ngettext(
        "It closes by itself as soon as no more than {count} player is missing.",
        "It closes by itself as soon as no more than {count} players are missing.",
        absent,
    )


def _missed(concern: Concern, owner: bool) -> Told:
    what = ngettext(
        "{name} (seat {seat}) has missed {count} turn",
        "{name} (seat {seat}) has missed {count} turns in a row",
        concern.count,
    )
    if owner:
        helps = _(
            "Write to {address}. EXTEND 48 gives everybody more time, PAUSE stops the clock, SEAT "
            "{seat} ADDRESS gives the seat to somebody else."
        )
        return what, helps
    return what, _("EXTEND 48 gives everybody more time, PAUSE stops the clock.")


def _fails(_concern: Concern, owner: bool) -> Told:
    if not owner:
        helps = _("EXTEND 48 gives everybody more time, PAUSE stops the clock.")
        return _("Mail to {name} (seat {seat}) fails"), helps
    return (
        _("Mail to {name} (seat {seat}, {address}) fails"),
        _(
            "Ask them in another way. SEAT {seat} ADDRESS gives the seat another address, EXTEND "
            "48 everybody more time."
        ),
    )


def _held(_concern: Concern, owner: bool) -> Told:
    what = (
        _("Mail {number} of {address} for {name} (seat {seat}) is held")
        if owner
        else _("Mail {number} for {name} (seat {seat}) is held")
    )
    helps = _(
        "It may not be theirs. They were told; ask them, and the operator of the service, who can "
        "let it count."
    )
    return what, helps


def _unread(_concern: Concern, _owner: bool) -> Told:
    return (
        _("A mail of {name} (seat {seat}) cannot be read"),
        _(
            "It has the marks of a mailing list, so it was not answered. Tell them to send their "
            "orders again, as plain text in the mail itself."
        ),
    )


def _joined(concern: Concern, owner: bool) -> Told:
    what = (
        _("{name} ({address}) has taken seat {seat}")
        if owner
        else _("{name} has taken seat {seat}")
    )
    if concern.count or concern.number:
        return what, " ".join(_not_taken(concern, owner=owner))
    if concern.turn:
        return what, _("All seats are taken, and the game has begun.")
    if owner:
        return what, _("All seats are taken: START begins the game.")
    return what, _("All seats are taken: an owner begins the game.")


def _not_taken(concern: Concern, *, owner: bool) -> Iterator[str]:
    """How many seats are free, how many kept for somebody, and what an owner may do about it."""
    free, kept = concern.count, concern.number
    if free:
        said = ngettext("{count} seat is still free.", "{count} seats are still free.", free)
        yield said.format(count=free)
    if kept:
        yield ngettext(
            "{count} seat is kept for somebody who has yet to take it.",
            "{count} seats are kept for people who have yet to take them.",
            kept,
        ).format(count=kept)
    if owner and free:
        yield _("INVITE asks somebody to take one, START begins with bots there.")
    elif owner:
        yield _("START begins with bots there.")


def _resigned(concern: Concern, owner: bool) -> Told:
    what = (
        ngettext(
            "{name} (seat {seat}) has missed {count} turn and lost the seat",
            "{name} (seat {seat}) has missed {count} turns in a row and lost the seat",
            concern.count,
        )
        if concern.count
        else _("{name} (seat {seat}) has resigned")
    )
    helps = _("Until {until} the player may take the seat back.")
    if owner:
        helps += " " + _("SEAT {seat} ADDRESS gives the seat to somebody else.")
    return what, helps


def _returned(_concern: Concern, _owner: bool) -> Told:
    return _("{name} has taken seat {seat} back"), _("Nothing is left to do.")


def _lent(_concern: Concern, owner: bool) -> Told:
    what = (
        _("{address} plays for {name} (seat {seat})")
        if owner
        else _("Somebody else plays for {name} (seat {seat})")
    )
    return what, _(
        "It goes back by itself: the substitute plays until {until}. Nothing is left to do."
    )


def _stood_by(_concern: Concern, owner: bool) -> Told:
    what = (
        _("{address} has taken seat {seat}, which had fallen free")
        if owner
        else _("Somebody has taken seat {seat}, which had fallen free")
    )
    return what, _("It was offered to those who stand by; nothing is left to do.")


def _moved(_concern: Concern, owner: bool) -> Told:
    what = _("{name} (seat {seat}) plays from another address")
    if owner:
        both = _("{address} (before: {before}). Both have been told; nothing is left to do.")
        return what, both
    return what, _("Nothing is left to do.")


def _over(concern: Concern, owner: bool) -> Told:
    helps = [_("It was won by {names}.")] if concern.names else [_("Nobody has won it.")]
    helps += [_("ARCHIVE takes it off the lists.")] if owner else []
    return _("The game is over"), " ".join(helps)


def _asks(_concern: Concern, _owner: bool) -> Told:
    return (
        _("{name} ({address}) waits for seat {seat}"),
        _("Reply with APPROVE {address} or REFUSE {address}."),
    )


def _declined(_concern: Concern, _owner: bool) -> Told:
    what = _("{address} was invited and said no.").rstrip(".")
    return what, _("The seat is free again. INVITE asks somebody else.")


def _lapsed(_concern: Concern, _owner: bool) -> Told:
    what = _("{address} was invited and never answered")
    return what, _("The seat is free again. INVITE asks them once more, or somebody else.")


def _left(concern: Concern, _owner: bool) -> Told:
    what = (
        _("{name} ({address}) runs the game no more")
        if concern.name
        else _("{address} runs the game no more")
    )
    return what, _("They have said so themselves. APPOINT names somebody else.")


def _fault(what: str) -> Told:
    return what, _(
        "It is a fault of the service, of which its operator has been told. Orders still count, "
        "and nothing is lost; PAUSE stops the clock meanwhile."
    )


_SAID: Mapping[Matter, Callable[[Concern, bool], Told]] = {
    Matter.WAITS: _waits,
    Matter.MISSED: _missed,
    Matter.FAILS: _fails,
    Matter.HELD: _held,
    Matter.UNREAD: _unread,
    Matter.JOINED: _joined,
    Matter.RESIGNED: _resigned,
    Matter.RETURNED: _returned,
    Matter.LENT: _lent,
    Matter.STOOD_BY: _stood_by,
    Matter.MOVED: _moved,
    Matter.OVER: _over,
    Matter.ASKS: _asks,
    Matter.DECLINED: _declined,
    Matter.LAPSED: _lapsed,
    Matter.LEFT: _left,
    Matter.UNCLOSED: lambda _concern, _owner: _fault(_("Turn {turn} cannot be closed")),
    Matter.UNTOLD: lambda _concern, _owner: _fault(_("Reports of turn {turn} cannot be written")),
    Matter.UNPASSED: lambda _concern, _owner: _fault(_("Letters cannot be passed on")),
}
