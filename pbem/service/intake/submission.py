"""A mail's order lines as they are read: against their author's view, and in their turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy.engine import Connection

from pbem.engine.api import Ask, Fit, Level, Parsed, Verdict
from pbem.engine.orders import Sheet, no_order, read_sheet
from pbem.service.play.ending import Stand, Stands
from pbem.service.play.table import Table
from pbem.store import games
from pbem.store.records import GameRow, OrdersRow, SeatRow, Source


@dataclass(frozen=True)
class Submission:
    """One mail's order lines: whose they are, for which turn, and when they arrived.

    ``answers`` is the turn whose report the mail answers, where it counts for a later one.
    ``done``: the mail says DONE, ``waits``: it says WAIT. ``stand`` is how the turn stands with it,
    where it was held.
    ``unread`` are its lines that look like orders and were not taken; ``fit`` is the ruleset's.
    ``undone``: the turn that it is for no longer is, as the game was taken back to before it.
    ``stands`` are those that mails before it have left in the same transaction.
    """

    game: GameRow
    seat: SeatRow
    turn: int
    lines: tuple[str, ...]
    ignored: tuple[str, ...]
    received: datetime
    mail_id: int | None
    """None where the game master gave them on the command line."""
    preview: bool = False
    answers: int | None = None
    done: bool = False
    waits: bool = False
    stand: Stand | None = None
    unread: tuple[str, ...] = ()
    fit: Callable[[str], Fit] = no_order
    undone: bool = False
    stands: Stands = field(default_factory=Stands, repr=False, compare=False)


@dataclass(frozen=True)
class WrittenSet:
    """A set of orders as it would be held: its bytes, and its lines as the ruleset writes them."""

    turn: int
    orders: bytes
    lines: tuple[str, ...]


HeldSet = OrdersRow | WrittenSet


@dataclass(frozen=True)
class Reading:
    """A submission read against its author's view, and the set held before it.

    ``newer`` are the sets of mails that arrived later and were read first.
    """

    sent: Submission
    ask: Ask
    before: OrdersRow | None
    newer: tuple[OrdersRow, ...]
    sheet: Sheet
    parsed: Parsed[Any]
    written: WrittenSet | None

    @property
    def lasts(self) -> bool:
        """Whether it counts for the open turn, whichever report it answers."""
        return self.ask.lasting or self.parsed.lasting

    @property
    def is_hurried(self) -> bool:
        """Whether the deadline goes for it."""
        return not self.parsed.lasting and is_hurried_by(self.ask)

    @property
    def settles(self) -> bool | None:
        """What it does to the waiting for its author: ends it, or begins it anew, for WAIT or for
        the sake of a line that was refused or not taken for one; None: neither, for it says
        nothing of what is asked, or was not written for this turn."""
        if not self.is_for_this_turn:
            return None
        if self.ask.required and (self.is_flawed or self.sent.waits):
            return False
        return True if self.parsed.answers else None

    @property
    def is_flawed(self) -> bool:
        """Whether a line of it was refused, or not taken for one."""
        refused = any(one.level is Level.REFUSED for one in self.verdicts)
        refused = refused and not self.parsed.suffice
        return refused or bool(self.sent.unread)

    @property
    def is_for_this_turn(self) -> bool:
        return self.sent.answers is None or self.ask.lasting

    @property
    def is_final(self) -> bool:
        """Whether its author says DONE to what it holds, and has seen all that comes of it."""
        is_meant = not self.sheet.now or not self.surprises
        return self.sent.done and self.is_for_this_turn and is_meant

    @property
    def surprises(self) -> bool:
        """Whether a line of it was not taken, of which its author has not been told before."""
        seen = self.before.said if self.before is not None else ()
        refused = (one for one in self.verdicts if one.level is Level.REFUSED)
        return bool(self.sent.unread) or any(
            self.sent.lines[one.line - 1] not in seen for one in refused
        )

    @property
    def is_plain(self) -> bool:
        """Whether it ends the waiting and nothing of it has to be thought over."""
        calm = all(one.level is Level.ACCEPTED for one in self.verdicts)
        return self.settles is True and calm and not self.parsed.undone

    @property
    def to_mend(self) -> bool:
        """Whether the turn waits for its author on account of refused lines, and not because
        nothing has come yet of what is asked."""
        begun = self.parsed.answers or self.before is not None
        return self.settles is False and self.is_flawed and begun

    @property
    def to_repeat(self) -> tuple[str, ...] | None:
        """Its lines to be repeated every turn; None where nothing can be said of them."""
        standing = self.sheet.standing
        if standing is None or (standing and self.parsed.orders is None):
            return None
        bad = {verdict.line for verdict in self.verdicts if verdict.level is Level.REFUSED}
        less = {one.line: one.lasting for one in self.verdicts if one.lasting}
        good = (line for line in standing if line.number not in bad)
        return tuple(less.get(line.number) or line.text for line in good)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        found = (*self.sheet.verdicts, *self.parsed.verdicts)
        return tuple(sorted(found, key=lambda verdict: verdict.line))


def read(connection: Connection, table: Table, ask: Ask, sent: Submission) -> Reading:
    """Read a mail with the set that was held when it arrived."""
    before, newer = in_order(connection, sent)
    sheet = read_sheet(sent.lines, sent.turn, sent.fit)
    if not sheet.now:
        return Reading(sent, ask, before, newer, sheet, Parsed(None, ()), None)
    parsed, written = parsed_with(table, ask, sheet, before)
    return Reading(sent, ask, before, newer, sheet, parsed, written)


def in_order(
    connection: Connection, sent: Submission
) -> tuple[OrdersRow | None, tuple[OrdersRow, ...]]:
    """The set held when a mail arrived, and those of mails that arrived later and were read
    before it."""
    place = (sent.game.id, sent.turn, sent.seat.seat)
    held = (
        sent.stands.held_for(connection, sent.game, sent.seat.seat)
        if sent.turn == sent.game.turn
        else games.held_for(connection, *place)
    )
    if held is None or sent.preview or not _came_after(held, sent):
        return held, ()
    rows = games.sets_of(connection, *place)
    newer = tuple(row for row in rows if _came_after(row, sent))
    older = [row for row in rows if row not in newer]
    return (older[-1] if older else None), newer


def _came_after(row: OrdersRow, sent: Submission) -> bool:
    """Whether a set is of a mail that arrived after this one. Hosts tell arrival to the second: of
    mails of one second that which was recorded first came first."""
    if row.source != Source.MAIL:
        return False
    if row.mail is None or sent.mail_id is None:
        return row.received > sent.received
    return (row.received, row.mail) > (sent.received, sent.mail_id)


def parsed_with(
    table: Table, ask: Ask, sheet: Sheet, before: HeldSet | None
) -> tuple[Parsed[Any], WrittenSet | None]:
    """The lines for the open turn read with the set held, and the set that they make."""
    held = None
    if before is not None and before.orders is not None:
        held = table.ruleset.codec.load_orders(before.orders)
    view = table.view(ask.seat)
    parsed = table.ruleset.desk.parse(view, ask, sheet.now, held)
    return parsed, _written(table, view, ask, parsed)


def is_whole(table: Table, ask: Ask, held: HeldSet) -> bool:
    """Whether a set says all that is asked."""
    if held.orders is None:
        return False
    sheet = read_sheet(held.lines, held.turn)
    return table.ruleset.desk.parse(table.view(ask.seat), ask, sheet.now, None).answers


def is_hurried_by(ask: Ask) -> bool:
    return ask.required or not ask.lasting


def for_the_open_turn(sent: Submission) -> Submission:
    """What hangs on no turn counts for the open one, whichever report it answers."""
    if sent.turn >= sent.game.turn or sent.undone:
        return sent
    return replace(sent, turn=sent.game.turn, answers=sent.turn)


def _written(table: Table, view: Any, ask: Ask, parsed: Parsed[Any]) -> WrittenSet | None:
    """The parsed set as it would be held; None where there is none."""
    if parsed.orders is None:
        return None
    lines = table.ruleset.desk.write(view, ask, parsed.orders)
    orders = table.ruleset.codec.dump_orders(parsed.orders)
    return WrittenSet(table.row.turn, orders, tuple(lines))
