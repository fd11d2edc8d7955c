"""Carries out what a proven player's mail says: its commands, then its orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import msgspec

from pbem.engine.api import Fit, Level
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import COMMANDS, OF_PLAYERS, Command, read_command
from pbem.mailer.inbound.commands.profile import gathered
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.grammar import Continues
from pbem.mailer.outbound.contents import Excerpt, Notice, Receipt
from pbem.service.intake.commands.extending import only_once
from pbem.service.intake.commands.leaving import asks_to_leave, leave_notice
from pbem.service.intake.commands.table import ANSWERS
from pbem.service.intake.exchange import RecordedExchange
from pbem.service.intake.guesses import with_guesses
from pbem.service.intake.mail_session import MailSession
from pbem.service.intake.ordering import submit
from pbem.service.intake.strangers import (
    Obeyed,
    asked_in_subject,
)
from pbem.service.intake.submission import Submission
from pbem.service.play.absence import go_on, is_past, may_last
from pbem.service.play.seating import renew_key
from pbem.service.press.answering import (
    letters_notice,
    may_be_for_the_writer,
    say_all,
    whom_is_it_for,
)
from pbem.service.press.writing import directory_of
from pbem.store import games
from pbem.store.records import GameRow, GameStatus, OutboxDraft

CHANGES = tuple(form.verb for form in COMMANDS if form.changes)
"""Commands that change something: beside a PREVIEW they are not carried out."""
MOST_COMMANDS = 10
"""Different commands that one mail may give; more are no player's, and each may cost a report."""


def obey(session: MailSession) -> Obeyed:
    """Carry out what a proven player's mail says: its commands, then its orders."""
    if session.game.status is GameStatus.CANCELLED:
        return Obeyed("for a cancelled game", (session.answer(_cancelled(session.game)),))
    session = _in_overtime(session)
    fit = _fit(session)
    people = cache(partial(directory_of, session))
    exchange = RecordedExchange(session)
    found = extract(
        session.letter, fit, exchange, _continues(session), lambda names: people().knows(names)
    )
    if found.problem:
        answer = session.answer(_in_two_places(session.game, found))
        return Obeyed("orders in two places", (answer,))
    if not found.taken and asks_to_leave(session.letter.subject):
        return Obeyed(
            "asks how to leave", (session.answer(leave_notice(session.game, session.seat)),)
        )
    commands, lines = _told_apart(session, found)
    if len(commands) == 1 and may_be_for_the_writer(session, found, commands[0]):
        return Obeyed("for a writer or the game", (session.answer(whom_is_it_for(session, found)),))
    session = replace(session, orders=lines)
    verbs = [command.verb for command in commands[:MOST_COMMANDS]]
    preview = "PREVIEW" in verbs
    answers = sum(1 for verb in verbs if verb in ANSWERS) + bool(lines)
    if 0 < session.room <= max(answers, 1):
        session = replace(session, fills=True)
    if "NEWKEY" in verbs and not preview:
        # First of all: no answer to this mail may go by the key that it makes void.
        seat = renew_key(session, session.game, session.seat)
        session = replace(session, seat=seat, act=None)
    left = False
    if not preview:
        commands, left = _until_they_leave(session, commands)
    undone = tuple(c.verb for c in commands[:MOST_COMMANDS] if preview and _changes(c))
    waits = "WAIT" in verbs
    done = "DONE" in verbs and not waits
    orders = bool(lines or found.unread or done or waits) and not left
    given = commands[:MOST_COMMANDS]
    asking = tuple(command for command in given if orders and not _changes(command))
    first = tuple(command for command in given if command not in asking)
    drafts = _carry_out(session, first, preview=preview)
    if len(commands) > MOST_COMMANDS:
        drafts.append(session.answer(_too_many(session.game)))
    if first and not left:
        session = _as_it_stands(session)
    said = () if left else say_all(session, found, people, preview=preview)
    receipt = None
    if (orders or undone or not (drafts or said)) and not left:
        sent = Submission(
            session.game,
            session.seat,
            session.turn,
            lines,
            with_guesses(found.ignored, OF_PLAYERS),
            session.row.received,
            session.row.id,
            preview=preview,
            done=done,
            waits=waits,
            unread=found.unread,
            fit=fit,
            undone=session.undone,
            stands=session.batch.stands,
        )
        answered, receipt = _orders(session, sent, undone=undone, said=said)
        drafts += answered
        if asking:  # what is asked beside orders is told as they have left it
            drafts += _carry_out(_as_it_stands(session), asking, preview=preview)
    elif said:
        drafts.append(session.answer(letters_notice(session, found, said)))
    if session.fills and not any(draft.kind in ("receipt", "answer", "newkey") for draft in drafts):
        drafts.append(session.answer(Notice(title=_("Your answers are gathered now"))))
    pressing = receipt is not None and (receipt.count(Level.REFUSED) > 0 or bool(receipt.unread))
    counted = _counted(receipt) if (lines or pressing) and not left else ()
    written = ("press",) if said else ()
    note = ", ".join([*(verb.lower() for verb in verbs), *written, *counted]) or "no orders found"
    taken_back = "WITHDRAW" in verbs and not preview
    return Obeyed(
        note,
        tuple(drafts),
        ordered=found.orders_something or bool(said),
        pressing=pressing,
        corrects=taken_back or (receipt is not None and receipt.replaces),
    )


def _in_overtime(session: MailSession) -> MailSession:
    """A mail that comes after the deadline finds its turn as that leaves it: where the game waits
    for those who are late, it is not too late itself."""
    game, late = session.game, is_past(session.game, session.row.received)
    longer = go_on(session, game) if late and may_last(game) else None
    return replace(session, game=longer) if longer is not None else session


def _told_apart(
    session: MailSession, found: Extraction
) -> tuple[tuple[Command, ...], tuple[str, ...]]:
    """A mail's commands, each once, and its order lines. Where the text has neither, the subject
    may have a command."""
    read = [(line, read_command(line)) for line in found.taken]
    letter = session.letter
    if not read and (asked := asked_in_subject(session.connection, letter)) is not None:
        read = [(letter.subject, asked)]
    given = gathered(command for _line, command in read if command is not None)
    commands = dict.fromkeys(given)
    if Command("CONSOLE", "on") in commands:  # which sends the page by itself
        commands.pop(Command("CONSOLE"), None)
    return tuple(commands), tuple(line for line, command in read if command is None)


def _until_they_leave(
    session: MailSession, commands: tuple[Command, ...]
) -> tuple[tuple[Command, ...], bool]:
    """The commands up to that by which the mail confirms that its author leaves, and whether there
    is one: whatever follows is for a seat that is theirs no more."""
    leaving = ("RESIGN", "WITHDRAW") if session.game.status == GameStatus.FORMING else ("RESIGN",)
    if session.act is not None:
        for number, command in enumerate(commands[:MOST_COMMANDS], start=1):
            if command.verb in leaving:
                return commands[:number], True
    return commands, False


def _counted(receipt: Receipt | None) -> tuple[str, ...]:
    """How many order lines came to what, for the log, which shows no line itself."""
    if receipt is None:
        return ("orders before the start",)
    levels = ((str(level), receipt.count(level)) for level in Level)
    counts = (*levels, ("not taken", len(receipt.unread)))
    said = ", ".join(f"{count} {level}" for level, count in counts if count)
    return (f"orders for turn {receipt.turn}: {said}",)


def _carry_out(
    session: MailSession, commands: Sequence[Command], *, preview: bool
) -> list[OutboxDraft]:
    """The answers to commands of a mail. One that is but a preview changes nothing."""
    drafts: list[OutboxDraft] = []
    extended = False
    for command in commands:
        extends = command.verb == "EXTEND"
        if extends and extended:
            drafts.append(session.answer(only_once(session.game)))
        elif command.verb in ANSWERS and not (preview and _changes(command)):
            drafts += ANSWERS[command.verb](session, command)
            session = _as_it_stands(session) if _changes(command) else session
            extended = extended or extends
    return drafts


def _changes(command: Command) -> bool:
    """Whether a command changes something; without what it is to change one only asks."""
    asks = {"PROFILE": not command.wishes, "SUBSTITUTE": command.deputy is None}
    asks["STANDBY"] = not command.argument and command.deputy is None
    return command.verb in CHANGES and not asks.get(command.verb, False)


def _as_it_stands(session: MailSession) -> MailSession:
    """The same mail, the game and the seat as its commands so far have left them."""
    place = games.lock_place(session.connection, session.game.id, session.seat.seat)
    return session if place is None else replace(session, game=place[0], seat=place[1])


def _in_two_places(game: GameRow, found: Extraction) -> Notice:
    return Notice(
        title=_("Your orders could not be taken"),
        paragraphs=(found.problem, _("Nothing was changed.")),
        lines=found.ignored,
        game_title=game.title,
        warning=True,
    )


def _cancelled(game: GameRow) -> Notice:
    return Notice(
        title=_("{game} was cancelled").format(game=game.title),
        paragraphs=(_("The game master has ended it. Nothing was changed."),),
        game_title=game.title,
    )


def _too_many(game: GameRow) -> Notice:
    return Notice(
        title=_("Not all of your commands were carried out"),
        paragraphs=(
            _("Only the first {count} commands of a mail are.").format(count=MOST_COMMANDS),
        ),
        game_title=game.title,
        warning=True,
    )


def _fit(session: MailSession) -> Callable[[str], Fit]:
    ruleset = load(session.game.ruleset)
    if session.game.turn == 0:
        return ruleset.desk.fit
    return partial(ruleset.desk.fit, view=session.table.view(session.seat.seat))


def _continues(session: MailSession) -> Continues:
    ruleset = load(session.game.ruleset)
    if session.game.turn == 0:
        return ruleset.desk.continues
    return partial(ruleset.desk.continues, view=session.table.view(session.seat.seat))


def _orders(
    session: MailSession,
    sent: Submission,
    *,
    undone: Sequence[str],
    said: tuple[Excerpt, ...],
) -> tuple[list[OutboxDraft], Receipt | None]:
    """The receipt as a mail, and itself; None before the game has begun."""
    if session.game.status == GameStatus.FORMING:
        notice = Notice(
            title=_("{game} has not begun yet").format(game=session.game.title),
            paragraphs=(_("You will get your first report when it does. Nothing was changed."),),
            excerpts=said,
            game_title=session.game.title,
        )
        return [session.answer(notice)], None
    receipt = msgspec.structs.replace(submit(session, session.table, sent), said=said)
    if undone:
        told = _(
            "A mail with PREVIEW changes nothing, and what yours says beside it does not count: "
            "{commands}."
        ).format(commands=", ".join(undone))
        receipt = msgspec.structs.replace(receipt, notices=(told,))
    return [session.receipt(receipt)], receipt
