"""What a mail asks of the service itself: HELP, STATUS, REPORT, NEWS, WITHDRAW and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import Fit, Level
from pbem.engine.i18n import _
from pbem.engine.menu import examples
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import Command, read_command
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.grammar import Continues
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Notice, Receipt
from pbem.service.context import Context
from pbem.service.dispatch.post import for_seat, pack_receipt
from pbem.service.intake.desk import Desk, gathering
from pbem.service.intake.exchange import RecordedExchange
from pbem.service.intake.leaving import asks_to_leave, give_back, leave_notice, resign
from pbem.service.intake.ordering import submit, withdraw
from pbem.service.intake.status import status_notice
from pbem.service.intake.strangers import (
    Obeyed,
    asked_in_subject,
    join_drafts,
    service_words,
)
from pbem.service.intake.submission import Submission
from pbem.service.play.news import catch_up, newest_report, old_report
from pbem.service.play.seating import renew_key
from pbem.store import games
from pbem.store.records import GameRow, GameStatus, NewsWish, OutboxDraft, PendingRow, SeatRow

CHANGES = ("NEWS", "DONE", "WITHDRAW", "NEWKEY", "RESIGN", "JOIN")
"""Commands that change something: beside a PREVIEW they are not carried out."""
MOST_COMMANDS = 10
"""Different commands that one mail may give; more are no player's, and each may cost a report."""


def obey(
    context: Context,
    connection: Connection,
    letter: Letter,
    *,
    game: GameRow,
    seat: SeatRow,
    turn: int,
    received: datetime,
    mail_id: int,
    room: int,
    act: PendingRow | None = None,
) -> Obeyed:
    """Carry out what a proven player's mail says: its commands, then its orders. `room` is how
    many answers its author may still get within the hour; `act` what the mail may confirm."""
    desk = Desk(context, connection, letter, game, seat, turn, received, mail_id, act=act)
    exchange = RecordedExchange(connection, letter, game.id, seat.seat, turn, mail_id)
    fit = _fit(desk)
    found = extract(letter, fit, exchange, _continues(desk))
    if found.problem:
        return Obeyed("orders in two places", (desk.answer(_in_two_places(game, found)),))
    if not found.taken and asks_to_leave(letter.subject):
        return Obeyed("asks how to leave", (desk.answer(leave_notice(game)),))
    read = [(line, read_command(line)) for line in found.taken]
    if not read and (asked := asked_in_subject(connection, letter)) is not None:
        read = [(letter.subject, asked)]
    commands = [*dict.fromkeys(command for _line, command in read if command is not None)]
    lines = tuple(line for line, command in read if command is None)
    desk = replace(desk, orders=lines)
    verbs = [command.verb for command in commands[:MOST_COMMANDS]]
    preview = "PREVIEW" in verbs
    answers = sum(1 for verb in verbs if verb in ANSWERS) + bool(lines)
    if 0 < room <= max(answers, 1):
        desk = replace(desk, fills=True)
    if "NEWKEY" in verbs and not preview:
        # First of all: no answer to this mail may go by the key that it makes void.
        desk = replace(desk, seat=renew_key(connection, game, seat), act=None)
    drafts = _carry_out(desk, commands, preview=preview)
    undone = preview and any(verb in CHANGES for verb in verbs)
    done, receipt = "DONE" in verbs, None
    resigned = "RESIGN" in verbs and desk.act is not None and not preview
    if (lines or found.unread or undone or done or not drafts) and not resigned:
        sent = Submission(
            game,
            desk.seat,
            turn,
            lines,
            found.ignored,
            received,
            mail_id,
            preview=preview,
            done=done,
            unread=found.unread,
            fit=fit,
        )
        answered, receipt = _orders(desk, sent, undone=undone)
        drafts += answered
    if desk.fills and not any(draft.kind in ("receipt", "answer") for draft in drafts):
        drafts.append(desk.answer(Notice(title=_("Your answers are gathered now"))))
    pressing = receipt is not None and (receipt.count(Level.REFUSED) > 0 or bool(receipt.unread))
    noted = [*(verb.lower() for verb in verbs), *(_counted(receipt) if lines or pressing else ())]
    note = ", ".join(noted) or "no orders found"
    return Obeyed(note, tuple(drafts), ordered=found.orders_something, pressing=pressing)


def _counted(receipt: Receipt | None) -> tuple[str, ...]:
    """How many order lines came to what, for the log, which shows no line itself."""
    if receipt is None:
        return ("orders before the start",)
    levels = ((str(level), receipt.count(level)) for level in Level)
    counts = (*levels, ("not taken", len(receipt.unread)))
    said = ", ".join(f"{count} {level}" for level, count in counts if count)
    return (f"orders for turn {receipt.turn}: {said}",)


def _carry_out(desk: Desk, commands: Sequence[Command], *, preview: bool) -> list[OutboxDraft]:
    """The answers to a mail's commands, each carried out once and not more than a few. A mail
    that is but a preview changes nothing."""
    drafts: list[OutboxDraft] = []
    for command in commands[:MOST_COMMANDS]:
        if command.verb in ANSWERS and not (preview and command.verb in CHANGES):
            drafts += ANSWERS[command.verb](desk, command)
    if len(commands) > MOST_COMMANDS:
        drafts.append(desk.answer(_too_many(desk.game)))
    return drafts


def _in_two_places(game: GameRow, found: Extraction) -> Notice:
    return Notice(
        title=_("Your orders could not be taken"),
        paragraphs=(found.problem, _("Nothing was changed.")),
        lines=found.ignored,
        game_title=game.title,
        warning=True,
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


def _fit(desk: Desk) -> Callable[[str], Fit]:
    ruleset = load(desk.game.ruleset)
    if desk.game.turn == 0:
        return ruleset.desk.fit
    return partial(ruleset.desk.fit, view=desk.table.view(desk.seat.seat))


def _continues(desk: Desk) -> Continues:
    ruleset = load(desk.game.ruleset)
    if desk.game.turn == 0:
        return ruleset.desk.continues
    return partial(ruleset.desk.continues, view=desk.table.view(desk.seat.seat))


def _orders(
    desk: Desk, sent: Submission, *, undone: bool
) -> tuple[list[OutboxDraft], Receipt | None]:
    """The receipt as a mail, and itself; None before the game has begun."""
    if desk.game.status == GameStatus.FORMING:
        notice = Notice(
            title=_("{game} has not begun yet").format(game=desk.game.title),
            paragraphs=(_("You will get your first report when it does. Nothing was changed."),),
            game_title=desk.game.title,
        )
        return [desk.answer(notice)], None
    receipt = submit(desk.context, desk.connection, desk.table, sent)
    if undone:
        said = _(
            "A mail with PREVIEW changes nothing: NEWS, DONE, WITHDRAW, NEWKEY, RESIGN and JOIN do "
            "not count."
        )
        receipt = msgspec.structs.replace(receipt, notices=(said,))
    return [_receipt_draft(desk, receipt)], receipt


def _receipt_draft(desk: Desk, receipt: Receipt) -> OutboxDraft:
    if desk.fills:
        receipt = msgspec.structs.replace(receipt, notices=(*receipt.notices, gathering()))
    header = for_seat(
        desk.context,
        desk.game,
        desk.seat,
        turn=desk.game.turn,
        in_reply_to=desk.letter.message_id,
    )
    return pack_receipt(desk.context, receipt, header, game=desk.game.id, seat=desk.seat.seat)


def _help(desk: Desk, _command: Command) -> list[OutboxDraft]:
    return [desk.answer(manual_notice(desk.game, tuple(_examples(desk))))]


def _examples(desk: Desk) -> Iterator[str]:
    """Lines that could be sent now, from the sender's own position."""
    if desk.game.status != GameStatus.RUNNING:
        return
    table = desk.table
    ask = table.asks.get(desk.seat.seat)
    menu = table.ruleset.desk.menu(table.view(desk.seat.seat), ask) if ask is not None else ()
    if menu:
        yield ""
        yield _("As things stand you could send, for example:")
        yield ""
        yield from (f"  {line}" for line in examples(menu))


def manual_notice(game: GameRow, further: Sequence[str] = ()) -> Notice:
    """How to play a game by mail: the ruleset's orders with `further` lines, then the service's
    own words."""
    ruleset = load(game.ruleset)
    return Notice(
        title=_("How to play {game}").format(game=ruleset.title),
        paragraphs=(_("Reply to your last report with orders, one on each line."),),
        lines=(*ruleset.desk.manual().splitlines(), *further),
        bullets=service_words(),
        game_title=game.title,
    )


def _status(desk: Desk, _command: Command) -> list[OutboxDraft]:
    return [desk.answer(status_notice(desk.context, desk.connection, desk.game, desk.seat))]


def _report(desk: Desk, command: Command) -> list[OutboxDraft]:
    last = desk.game.turn - 1
    turn = int(command.argument) if command.argument.isdigit() else last
    if last < 0 or not 0 <= turn <= last:
        notice = Notice(
            title=_("There is no such report"),
            paragraphs=(
                _("Reports run from turn 0 to turn {last}.").format(last=last)
                if last >= 0
                else _("The game has not begun yet."),
            ),
            game_title=desk.game.title,
        )
        return [desk.answer(notice)]
    return [report_again(desk.context, desk.connection, desk.game, desk.seat, turn)]


def report_again(
    context: Context, connection: Connection, game: GameRow, seat: SeatRow, turn: int
) -> OutboxDraft:
    """The report of a closed turn (0: the set-up) once more; the newest with all that the seat
    has not been told of yet."""
    if turn == game.turn - 1:
        return newest_report(context, connection, game, seat)
    return old_report(context, connection, game, seat, turn)


def _news(desk: Desk, command: Command) -> list[OutboxDraft]:
    """Note how often the player wants reports; who wants each turn's gets what has waited."""
    wish = NewsWish(command.argument)
    games.change_seat(desk.connection, desk.game.id, desk.seat.seat, news=wish)
    said = (
        _("From now on you get a report of every turn.")
        if wish is NewsWish.EACH_TURN
        else _(
            "From now on you get one report a day at the most, with everything since the last "
            "one, while nothing is needed from you. When the game waits for you, you get it at "
            "once."
        )
    )
    title = _("{game}: how often you get the news").format(game=desk.game.title)
    answer = desk.answer(Notice(title=title, paragraphs=(said,), game_title=desk.game.title))
    late = None
    if wish is NewsWish.EACH_TURN:
        late = catch_up(desk.context, desk.connection, desk.game, desk.seat)
    return [answer] if late is None else [answer, late]


def _withdraw(desk: Desk, _command: Command) -> list[OutboxDraft]:
    if desk.game.status == GameStatus.FORMING:
        return give_back(desk)
    sent = Submission(desk.game, desk.seat, desk.turn, (), (), desk.received, desk.mail_id)
    return [_receipt_draft(desk, withdraw(desk.context, desk.connection, desk.table, sent))]


def _resign(desk: Desk, _command: Command) -> list[OutboxDraft]:
    return resign(desk)


def _new_key(desk: Desk, _command: Command) -> list[OutboxDraft]:
    """The seat has its new key already (:func:`obey`); here its owner gets the address."""
    notice = Notice(
        title=_("{game}: your seat has a new reply address").format(game=desk.game.title),
        paragraphs=(
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void: nobody who has one of them can order in your name."
            ),
            _("Orders that you have sent still count."),
        ),
        game_title=desk.game.title,
    )
    return [desk.answer(notice)]


def _join(desk: Desk, command: Command) -> list[OutboxDraft]:
    return join_drafts(
        desk.context, desk.connection, desk.letter, command, desk.mail_id, proven=True
    )


ANSWERS: Mapping[str, Callable[[Desk, Command], list[OutboxDraft]]] = {
    "HELP": _help,
    "STATUS": _status,
    "REPORT": _report,
    "NEWS": _news,
    "WITHDRAW": _withdraw,
    "NEWKEY": _new_key,
    "RESIGN": _resign,
    "JOIN": _join,
}
"""PREVIEW and DONE are missing here: they say how the mail's orders are meant."""
