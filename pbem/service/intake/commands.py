"""What a mail asks of the service itself: HELP, STATUS, REPORT, WITHDRAW, RESIGN, JOIN, PREVIEW."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pbem.engine.api import Fit
from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import Command, read_command
from pbem.mailer.inbound.extract import extract
from pbem.mailer.inbound.reading import Letter, read_letter
from pbem.mailer.outbound.contents import Notice, Receipt
from pbem.service.dispatch.post import (
    Parcel,
    for_address,
    for_seat,
    language_at,
    pack_notice,
    pack_receipt,
    to_game_master,
)
from pbem.service.house import House
from pbem.service.intake.ordering import Submission, submit, withdraw
from pbem.service.play import games as life
from pbem.service.play.opening import standing_lines
from pbem.service.play.reports import report_parcel, told_to
from pbem.service.play.table import Table, open_table, schedule_of, waits_for
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus, OrdersRow, SeatKind, SeatRow

MOST_COMMANDS = 10
"""Different commands that one mail may give; more are no player's, and each may cost a report."""

_UNSUBSCRIBE = re.compile(r"\s*unsubscribe\b", re.IGNORECASE)


class Obeyed(NamedTuple):
    """A note for the log (no orders in it), and the answers.

    ``ordered``: the mail held orders or commands, whether or not they could be taken.
    """

    note: str
    parcels: tuple[Parcel, ...]
    ordered: bool = True


@dataclass(frozen=True)
class Desk:
    """Where one mail's commands are carried out."""

    house: House
    connection: Connection
    letter: Letter
    game: GameRow
    seat: SeatRow
    turn: int
    received: datetime
    mail_id: int

    @cached_property
    def table(self) -> Table:
        """The open turn. Raises LookupError for a game that has not begun."""
        return open_table(self.connection, self.game)

    def answer(self, notice: Notice) -> Parcel:
        """A notice in answer to the mail, from the game; a reply to it is for the open turn."""
        header = for_seat(
            self.house,
            self.game,
            self.seat,
            turn=self.game.turn,
            in_reply_to=self.letter.message_id,
        )
        return pack_notice(
            self.house,
            notice,
            header,
            kind="answer",
            game=self.game.id,
            turn=self.game.turn,
            seat=self.seat.seat,
        )


def obey(
    house: House,
    connection: Connection,
    letter: Letter,
    *,
    game: GameRow,
    seat: SeatRow,
    turn: int,
    received: datetime,
    mail_id: int,
) -> Obeyed:
    """Carry out what a proven player's mail says: its commands, then its orders."""
    desk = Desk(house, connection, letter, game, seat, turn, received, mail_id)
    extraction = extract(letter, _fit(desk), sent=_sent_lines(connection, letter))
    if not extraction.taken and not extraction.problem and asks_to_leave(letter.subject):
        return Obeyed("asks how to leave", (desk.answer(leave_notice(game)),))
    if extraction.problem:
        notice = Notice(
            title=_("Your orders could not be taken"),
            paragraphs=(extraction.problem, _("Nothing was changed.")),
            lines=extraction.ignored,
            game_title=game.title,
            warning=True,
        )
        return Obeyed("orders in two places", (desk.answer(notice),))
    read = [(line, read_command(line)) for line in extraction.taken]
    commands = [*dict.fromkeys(command for _line, command in read if command is not None)]
    commands, surplus = commands[:MOST_COMMANDS], len(commands) - MOST_COMMANDS
    lines = tuple(line for line, command in read if command is None)
    verbs = [command.verb for command in commands]
    parcels: list[Parcel] = []
    for command in commands:
        if command.verb in ANSWERS:
            parcels += ANSWERS[command.verb](desk, command)
    if surplus > 0:
        parcels.append(desk.answer(_too_many(game)))
    if lines or not parcels:
        sent = Submission(
            game,
            seat,
            turn,
            lines,
            extraction.ignored,
            received,
            mail_id,
            preview="PREVIEW" in verbs,
        )
        parcels += _orders(desk, sent)
    noted = [verb.lower() for verb in verbs] + ([f"{len(lines)} order lines"] if lines else [])
    note = ", ".join(noted) or "no orders found"
    return Obeyed(note, tuple(parcels), ordered=extraction.orders_something)


def asks_to_leave(subject: str) -> bool:
    """Whether a mail is what our List-Unsubscribe (RFC 2369, 3.2) lets mail programs send."""
    return _UNSUBSCRIBE.match(subject) is not None


def leave_notice(game: GameRow) -> Notice:
    """How to leave a game. A mail program's button alone must not cost anyone a seat."""
    how = (
        _("To give your seat back, reply to this mail with the one word WITHDRAW.")
        if game.status == GameStatus.FORMING
        else _("To give your seat up for good, reply to this mail with the one word RESIGN.")
    )
    return Notice(
        title=_("How to leave {game}").format(game=game.title),
        paragraphs=(
            _("You get mail of this game because you play in it. Nothing was changed."),
            how,
        ),
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


LONG_LETTER = 25
"""Lines of one's own writing, quotes apart, beyond which a letter may hold our mail unmarked."""


def _sent_lines(connection: Connection, letter: Letter) -> tuple[str, ...]:
    """The text of the mail of ours that this one answers, where its program may have quoted it
    without a mark."""
    own = sum(1 for line in letter.body if not line.depth)
    sent = mail.find_sent(connection, letter.in_reply_to) if own > LONG_LETTER else None
    return tuple(line.text for line in read_letter(sent.data).body) if sent else ()


def _fit(desk: Desk) -> Callable[[str], Fit]:
    ruleset = load(desk.game.ruleset)
    if desk.game.turn == 0:
        return ruleset.desk.fit
    return partial(ruleset.desk.fit, view=desk.table.view(desk.seat.seat))


def _orders(desk: Desk, sent: Submission) -> list[Parcel]:
    if desk.game.status == GameStatus.FORMING:
        notice = Notice(
            title=_("{game} has not begun yet").format(game=desk.game.title),
            paragraphs=(_("You will get your first report when it does. Nothing was changed."),),
            game_title=desk.game.title,
        )
        return [desk.answer(notice)]
    receipt = submit(desk.house, desk.connection, desk.table, sent)
    return [_receipt_parcel(desk, receipt)]


def _receipt_parcel(desk: Desk, receipt: Receipt) -> Parcel:
    header = for_seat(
        desk.house,
        desk.game,
        desk.seat,
        turn=desk.game.turn,
        in_reply_to=desk.letter.message_id,
    )
    return pack_receipt(desk.house, receipt, header, game=desk.game.id, seat=desk.seat.seat)


def _help(desk: Desk, _command: Command) -> list[Parcel]:
    return [desk.answer(manual_notice(desk.game))]


def manual_notice(game: GameRow) -> Notice:
    """How to play a game by mail: the ruleset's orders, then the service's own words."""
    ruleset = load(game.ruleset)
    return Notice(
        title=_("How to play {game}").format(game=ruleset.title),
        paragraphs=(_("Reply to your last report with orders, one on each line."),),
        lines=tuple(ruleset.desk.manual().splitlines()),
        bullets=service_words(),
        game_title=game.title,
    )


def service_words() -> tuple[str, ...]:
    """The commands that every game understands."""
    return (
        _("@ before a line repeats it every turn; @ NONE ends that."),
        _("TURN 8: before a line keeps it for turn 8; TURN 8: NONE forgets it."),
        _("# begins a comment."),
        _("PREVIEW shows what your orders would do and saves nothing."),
        _("WITHDRAW takes your orders back (before the start: your seat)."),
        _("STATUS tells who is in and when the turn ends."),
        _("REPORT sends your last report again, REPORT 3 that of turn 3."),
        _("RESIGN hands your seat to the house bot for good."),
        _("JOIN <game> AS <name> takes a free seat in another game."),
    )


def _status(desk: Desk, _command: Command) -> list[Parcel]:
    game, connection = desk.game, desk.connection
    seats = games.seats_of(connection, game.id)
    said: tuple[str, ...]
    late: tuple[int, ...] = ()
    if game.status == GameStatus.FORMING:
        said = (
            _("The game has not begun: {taken} of {all} seats are taken.").format(
                taken=len(seats) - sum(1 for s in seats if s.kind == SeatKind.OPEN), all=len(seats)
            ),
        )
    elif game.status == GameStatus.FINISHED:
        said = (_("The game is over."),)
    else:
        late = waits_for(connection, game)
        said = (
            _("Turn {turn} is open.").format(turn=game.turn),
            ngettext(
                "{count} player still owes orders.", "{count} players still owe orders.", len(late)
            ).format(count=len(late)),
            _("Your orders are not in yet.") if desk.seat.seat in late else _("You owe nothing."),
        )
        if game.status == GameStatus.PAUSED:
            said += (_("The game is paused: the clock stands still."),)
    held = games.held_for(connection, game.id, game.turn, desk.seat.seat)
    zone = desk.seat.zone
    notice = Notice(
        title=_("{game}: where things stand").format(game=game.title),
        paragraphs=said,
        bullets=tuple(_who(seat, late) for seat in seats),
        lines=(*_held_lines(held), *(f"@ {line}" for line in standing_lines(desk.seat))),
        game_title=game.title,
        deadline=desk.house.local(game.deadline, zone) if game.deadline else None,
        turn=game.turn,
    )
    return [desk.answer(notice)]


def _who(seat: SeatRow, late: Sequence[int]) -> str:
    sentence = {
        SeatKind.OPEN: _("seat {seat} is free"),
        SeatKind.HUMAN: _("{name} (seat {seat}), orders awaited")
        if seat.seat in late
        else _("{name} (seat {seat})"),
        SeatKind.BOT: _("{name} (seat {seat}, automatic)"),
        SeatKind.RESIGNED: _("{name} (seat {seat}, resigned)"),
    }
    return sentence[SeatKind(seat.kind)].format(name=seat.name, seat=seat.seat)


def _held_lines(held: OrdersRow | None) -> tuple[str, ...]:
    return tuple(json.loads(held.lines)) if held and held.orders else ()


def _report(desk: Desk, command: Command) -> list[Parcel]:
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
    return [report_again(desk.house, desk.connection, desk.game, desk.seat, turn)]


def report_again(
    house: House, connection: Connection, game: GameRow, seat: SeatRow, turn: int
) -> Parcel:
    """The report of a closed turn (0: the set-up) once more, made anew from the record."""
    ruleset = load(game.ruleset)
    record = games.find_turn(connection, game.id, turn)
    if record is None:
        raise LookupError(f"game {game.id} has no record of turn {turn}")
    state = ruleset.codec.load_state(record.state)
    view = ruleset.rules.view(state, seat.seat)
    newest = turn == game.turn - 1
    asks = {ask.seat: ask for ask in ruleset.rules.asks(state)} if newest else {}
    then = replace(
        game,
        turn=turn + 1,
        deadline=game.deadline if newest else None,
        finished=game.finished if newest else None,
    )
    events = ruleset.codec.load_events(record.events)
    standing = standing_lines(seat) if newest else ()
    told = told_to(seat.seat, view, events, ask=asks.get(seat.seat), standing=standing)
    seats = games.seats_of(connection, game.id)
    parcel = report_parcel(house, ruleset, then, seat, seats, schedule_of(game), told)
    return parcel | {"kind": "copy"}


def _withdraw(desk: Desk, _command: Command) -> list[Parcel]:
    if desk.game.status == GameStatus.FORMING:
        life.leave(desk.connection, desk.game, desk.seat)
        notice = Notice(
            title=_("You have left {game}").format(game=desk.game.title),
            paragraphs=(_("Your seat is free again. JOIN takes one anew."),),
            game_title=desk.game.title,
        )
        return [desk.answer(notice)]
    sent = Submission(desk.game, desk.seat, desk.turn, (), (), desk.received, desk.mail_id)
    return [_receipt_parcel(desk, withdraw(desk.house, desk.connection, sent))]


def _resign(desk: Desk, _command: Command) -> list[Parcel]:
    game = desk.game
    if game.status == GameStatus.FORMING:
        return _withdraw(desk, _command)
    if game.status == GameStatus.FINISHED:
        over = Notice(
            title=_("{game} is over").format(game=game.title),
            paragraphs=(_("There is nothing to resign from. Thank you for playing."),),
            game_title=game.title,
        )
        return [desk.answer(over)]
    notice = Notice(
        title=_("You have resigned from {game}").format(game=game.title),
        paragraphs=(
            _("The house bot plays your seat from now on. Thank you for playing."),
            _("If this was a mistake, write to the game master."),
        ),
        game_title=game.title,
    )
    answer = desk.answer(notice)
    life.resign(desk.connection, game, desk.seat)
    warning = to_game_master(
        desk.house,
        f"{desk.seat.name} has resigned from {game.title}",
        f"Seat {desk.seat.seat} of {game.id} is played by the bot {desk.seat.bot!r} from now on.",
    )
    return [answer, *warning]


def _join(desk: Desk, command: Command) -> list[Parcel]:
    return join_parcels(desk.house, desk.connection, desk.letter, command)


def join_parcels(
    house: House, connection: Connection, letter: Letter, command: Command
) -> list[Parcel]:
    """Carry out a JOIN; a seat given is welcomed by its own mail, a refusal is answered here."""
    joined = life.join(
        house,
        connection,
        command.argument.lower(),
        letter.sender,
        command.name or letter.sender_name,
    )
    if not joined.problem:
        return []
    notice = Notice(
        title=_("You could not join {game}").format(game=command.argument),
        paragraphs=(joined.problem,),
        bullets=open_games(connection),
    )
    language = language_at(connection, letter.sender)
    header = for_address(house, letter.sender, in_reply_to=letter.message_id, language=language)
    return [pack_notice(house, notice, header, kind="answer")]


def open_games(connection: Connection) -> tuple[str, ...]:
    """The games that anyone may join, each as a line to send."""
    found = []
    for game in games.all_games(connection, GameStatus.FORMING):
        free = sum(1 for s in games.seats_of(connection, game.id) if s.kind == SeatKind.OPEN)
        if free:
            title = load(game.ruleset).title
            found.append(
                _("JOIN {game} – {title}, {ruleset}, {free} seats free").format(
                    game=game.id, title=game.title, ruleset=title, free=free
                )
            )
    return tuple(found)


def obey_stranger(house: House, connection: Connection, letter: Letter) -> Obeyed | None:
    """What anyone may ask without proof: JOIN and HELP. None where the mail asks neither."""
    extraction = extract(letter, _no_order)
    commands = [c for c in map(read_command, extraction.taken) if c is not None]
    joins = [c for c in commands if c.verb == "JOIN"]
    if joins:
        parcels = [p for c in joins[:3] for p in join_parcels(house, connection, letter, c)]
        return Obeyed("join", tuple(parcels))
    if any(c.verb in ("HELP", "STATUS") for c in commands):
        notice = Notice(
            title=_("How to play by mail"),
            paragraphs=(
                _("Every game sends you reports; reply to one with orders, one on each line."),
                _("To take a seat, send a line such as: JOIN <game> AS <your name>"),
            ),
            bullets=open_games(connection) or (_("No game has a free seat just now."),),
            lines=service_words(),
        )
        language = language_at(connection, letter.sender)
        header = for_address(house, letter.sender, in_reply_to=letter.message_id, language=language)
        return Obeyed("help", (pack_notice(house, notice, header, kind="answer"),))
    return None


def _no_order(_line: str) -> Fit:
    return Fit.NO


ANSWERS: Mapping[str, Callable[[Desk, Command], list[Parcel]]] = {
    "HELP": _help,
    "STATUS": _status,
    "REPORT": _report,
    "WITHDRAW": _withdraw,
    "RESIGN": _resign,
    "JOIN": _join,
}
"""PREVIEW is missing here: it says how the mail's orders are meant."""
