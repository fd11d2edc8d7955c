"""Opens a turn: who owes what until when, and what is held of lines that were sent before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, Ask, Level, Pace, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.language import quoted
from pbem.engine.orders import read_sheet
from pbem.engine.phrases import side_by_side
from pbem.mailer.outbound.passages import explained
from pbem.mailer.witness import digest_of_lines
from pbem.service.context import Context, in_language
from pbem.service.play.ending import Stand, early_end
from pbem.service.play.table import humans
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import AskRow, SeatRow, Source


@dataclass(frozen=True)
class Prepared:
    """Orders that a seat had in store for a turn, read against the view it now has."""

    seat: int
    orders: bytes
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Opening:
    """A turn about to be opened. ``closes`` is when it closes early, where it waits for nobody."""

    turn: int
    opened: datetime
    deadline: datetime | None
    closes: datetime | None
    asks: tuple[AskRow, ...]
    prepared: tuple[Prepared, ...]
    notices: Mapping[int, tuple[str, ...]]
    kept: frozenset[int] = frozenset()
    """Seats whose lines kept for this very turn were read: what came of them is told only once."""
    lasting: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By seat what is repeated from now on, where lines name what is gone for good."""

    def held_by(self, seat: int) -> tuple[str, ...]:
        """The lines that are held for a seat as the turn opens."""
        return next((ready.lines for ready in self.prepared if ready.seat == seat), ())

    def digest_of(self, seat: int) -> str:
        """The SHA-256 of the orders that are held for a seat as the turn opens; empty without."""
        found = next((ready.orders for ready in self.prepared if ready.seat == seat), None)
        return hashlib.sha256(found).hexdigest() if found is not None else ""

    def owing(self, people: Sequence[SeatRow]) -> tuple[int, ...]:
        """The seats of these people for whom the turn will wait."""
        required = {ask.seat for ask in self.asks if ask.required}
        return tuple(seat.seat for seat in people if seat.seat in required)


def plan_opening(
    context: Context,
    ruleset: AnyRuleset,
    state: Any,
    *,
    game: str,
    turn: int,
    opened: datetime,
    schedule: Schedule,
    seats: Sequence[SeatRow],
    later: Mapping[int, Mapping[int, tuple[str, ...]]],
    before: datetime | None = None,
) -> Opening:
    """Work out turn `turn`, which waits on `state`. ``later[seat][turn]`` are lines kept for it,
    and `before` is the deadline of the turn before."""
    asks = ruleset.rules.asks(state)
    prepared: list[Prepared] = []
    notices: dict[int, tuple[str, ...]] = {}
    kept: set[int] = set()
    stored: dict[int, str] = {}
    lasting: dict[int, tuple[str, ...]] = {}
    manned = {seat.seat: seat for seat in humans(tuple(seats))}
    for ask in asks:
        seat = manned.get(ask.seat)
        if seat is None:
            continue
        # What was kept for this very turn is a whole set, as any mail's orders are.
        own = tuple(later.get(ask.seat, {}).get(turn, ()))
        lines = own or seat.standing
        if own:
            kept.add(ask.seat)
        if lines:
            stored[ask.seat] = digest_of_lines(lines)
            with in_language(context, seat.language):
                found, said, left = prepare(ruleset, state, ask, lines, turn)
                if left != lines and not own:
                    lasting[ask.seat] = left
                    said = (*said, _from_now_on(left))
            prepared.extend(found)
            notices[ask.seat] = said
    rows = tuple(
        AskRow(
            game=game,
            seat=ask.seat,
            turn=turn,
            required=ask.required,
            answered=False,
            stored=stored.get(ask.seat),
        )
        for ask in asks
    )
    return Opening(
        turn=turn,
        opened=opened,
        deadline=_deadline(schedule, opened, asks, before),
        closes=early_end(
            schedule,
            Stand(tuple(seats), rows, ruleset.name),
            opened=opened,
            arrived=opened,
            now=opened,
        ),
        asks=rows,
        prepared=tuple(prepared),
        notices=notices,
        kept=frozenset(kept),
        lasting=lasting,
    )


def _from_now_on(lines: Sequence[str]) -> str:
    """What is repeated when some of it can never be done again."""
    if not lines:
        return _("Nothing is repeated every turn from now on.")
    told = _("Repeated every turn from now on: {lines}.")
    return told.format(lines=side_by_side(map(quoted, lines)))


def _deadline(
    schedule: Schedule, opened: datetime, asks: Sequence[Ask], before: datetime | None
) -> datetime | None:
    """The longest that is asked for."""
    paces = {ask.pace for ask in asks if ask.required}
    if not paces:
        return None
    if Pace.TURN in paces:
        return schedule.deadline(opened)
    if Pace.REST in paces and before is not None and before > opened:
        return before
    return schedule.deadline(opened, Pace.REACTION)


def prepare(
    ruleset: AnyRuleset, state: Any, ask: Ask, lines: Sequence[str], turn: int
) -> tuple[list[Prepared], tuple[str, ...], tuple[str, ...]]:
    """Read lines repeated every turn or sent ahead against the view of the new turn; what fails
    is told in the report, as is what is held. The lines come last, less what is gone for good."""
    view = ruleset.rules.view(state, ask.seat)
    sheet = read_sheet(lines, turn)
    parsed: Parsed[Any] = ruleset.desk.parse(view, ask, sheet.now)
    refused = complaints(parsed.verdicts)
    less = {one.line: one.lasting for one in parsed.verdicts if one.lasting is not None}
    found = (less.get(number, line) for number, line in enumerate(lines, start=1))
    left = tuple(line for line in found if line)
    if parsed.orders is None:
        none = _("No line repeated every turn or sent ahead could be taken for turn {turn}:")
        return [], (none.format(turn=turn), *refused), left
    written = ruleset.desk.write(view, ask, parsed.orders)
    ready = Prepared(ask.seat, ruleset.codec.dump_orders(parsed.orders), written)
    return [ready], refused, left


def complaints(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """What a report says of lines that were refused, or that count in part."""
    refused, warned = _("{line}: refused, {reason}"), _("{line}: {reason}")
    return tuple(
        (refused if one.level is Level.REFUSED else warned).format(
            line=one.text, reason=explained(one)
        )
        for one in verdicts
        if one.level is Level.REFUSED or one.lasting is not None
    )


def write_opening(connection: Connection, game: str, opening: Opening) -> None:
    """Make the opening true: asks and prepared orders. The game's row is the caller's."""
    games.replace_asks(connection, game, opening.asks)
    for ready in opening.prepared:
        games.hold_orders(
            connection,
            game=game,
            turn=opening.turn,
            seat=ready.seat,
            orders_bytes=ready.orders,
            lines=ready.lines,
            source=Source.STANDING,
            received=opening.opened,
        )
