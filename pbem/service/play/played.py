"""What is played for each seat as a turn closes: what a person sent, a bot's move, nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.api import Ask, Seat
from pbem.engine.i18n import _
from pbem.engine.rng import Chance
from pbem.service.play.table import Table, key_of
from pbem.service.schedule import Schedule
from pbem.store.records import OrdersRow, SeatKind, SeatRow, Source
from pbem.store.vacations import VacationRow

Vacations = Mapping[int, VacationRow]


def given_orders(
    table: Table,
    seats: Sequence[SeatRow],
    held: Mapping[int, OrdersRow],
    away: Vacations,
    now: datetime,
) -> tuple[dict[Seat, Any], dict[Seat, Source]]:
    """What is played for whom in a turn that closes now, and where each set is from; the defaults
    are missing, which the engine fills in."""
    given: dict[Seat, Any] = {}
    sources: dict[Seat, Source] = {}
    chairs = {seat.seat: seat for seat in seats}
    moments = ends_at(table.row.deadline, now)
    for number, ask in table.asks.items():
        sent = held.get(number)
        if chairs[number].has_person and sent is not None and sent.orders is not None:
            given[number] = table.ruleset.codec.load_orders(sent.orders)
            sources[number] = sent.source
        elif ask.required:
            schedule = for_absence(table.schedule, away.get(number), *moments)
            stand_in = _stand_in(table, schedule, chairs[number], ask)
            if stand_in is not None:
                given[number], sources[number] = stand_in
    return given, sources


def _stand_in(
    table: Table, schedule: Schedule, seat: SeatRow, ask: Ask
) -> tuple[Any, Source] | None:
    """What the service plays for a seat without orders; None leaves it to the default."""
    manned = seat.has_person
    if manned and schedule.missed == "default":
        return None
    view = table.view(seat.seat)
    if seat.kind is SeatKind.RESIGNED and table.ruleset.resign is not None:
        return table.ruleset.resign(view, ask), Source.RESIGNED
    if manned and schedule.missed == "pass":
        return table.ruleset.desk.idle(view, ask), Source.PASS
    chance = Chance(key_of(table.row), table.row.turn, scope=f"bot/{seat.seat}")
    bot = table.ruleset.bots.get(seat.bot) or table.ruleset.bots[table.ruleset.house_bot]
    return bot.decide(view, ask, chance), Source.BOT


def ends_at(deadline: datetime | None, now: datetime) -> tuple[datetime, ...]:
    """The moments of which any makes whoever is away then miss a turn that closes now: that of its
    deadline, and now where that is still to come."""
    if deadline is None:
        return (now,)
    return (deadline,) if deadline <= now else (deadline, now)


def for_absence(schedule: Schedule, row: VacationRow | None, *moments: datetime | None) -> Schedule:
    """The schedule as it goes for somebody at these moments: where they let a bot play while they
    are away, and are at any of them, that is what is played without their orders."""
    if row is None or not any(row.leaves_to_bot(at) for at in moments if at is not None):
        return schedule
    return msgspec.structs.replace(schedule, missed="bot")


def left_to_bots(away: Vacations, *moments: datetime) -> frozenset[int]:
    """The seats whose people are away at any of these moments and let a bot play."""
    return frozenset(
        seat for seat, row in away.items() if any(row.leaves_to_bot(at) for at in moments)
    )


def by_bot(turn: int) -> str:
    """That a bot has played for its reader."""
    return _("No orders came from you for turn {turn}: the house bot played for you.").format(
        turn=turn
    )
