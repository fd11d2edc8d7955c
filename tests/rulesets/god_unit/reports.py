"""Reports of hand-made moments."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.planner import Proposal, Step
from pbem.engine.report import Report, Section
from pbem.rulesets.god_unit.bots import Turn
from pbem.rulesets.god_unit.desk import make_report
from pbem.rulesets.god_unit.figures import Name, unit_name
from pbem.rulesets.god_unit.mechanics.position import Position
from pbem.rulesets.god_unit.orders import Act, AnyOrder
from pbem.rulesets.god_unit.report.dangers import look_out
from pbem.rulesets.god_unit.view import AnyLogEntry, Attacked, Roll, View
from tests.rulesets.god_unit.table import design, square
from tests.rulesets.reports import BOUND, sentences


def bound(text: str) -> str:
    """With the blank before "%" that no line break parts."""
    return text.replace(" %", f"{BOUND}%")


def report(seen: View, *news: Event | AnyLogEntry) -> Report:
    """Of a turn with this news, and with these entries in its log after those that it has."""
    entries = tuple(one for one in news if not isinstance(one, Event))
    events = tuple(one for one in news if isinstance(one, Event))
    return make_report(msgspec.structs.replace(seen, log=(*seen.log, *entries)), events)


# What a log may hold ------------------------------------------------------------------


def roll(
    target: Name,
    at: str,
    dice: tuple[int, int] | None,
    *,
    strengths: tuple[int, int] = (1, 1),
    notation: str = "grunt",
    tie: int | None = None,
    hit: bool = True,
) -> Roll:
    """One attack on `target`; without `dice` it has no defence."""
    return Roll(
        square=square(at),
        target=target,
        design=design(notation),
        attack=None if dice is None else (dice[0], strengths[0]),
        defence=None if dice is None else (dice[1], strengths[1]),
        tie=tie,
        hit=hit,
    )


def attacked(seat: Seat, number: int, at: str, notation: str, rolls: Sequence[Roll]) -> Attacked:
    return Attacked(
        unit=unit_name(seat, number),
        design=design(notation),
        square=square(at),
        rolls=tuple(rolls),
    )


def looked_out(seen: View, *acts: Act) -> list[str]:
    """What the reader is to look out for where the house bot would order these lines."""
    return sentences(Report("", "", dangers_of(seen, *acts)), "Look out")


def dangers_of(seen: View, *acts: Act) -> tuple[Section, ...]:
    """The section of that, in whichever language is spoken."""
    steps = tuple(Step[AnyOrder](Proposal(0.0, (act,)), {}) for act in acts)
    assert seen.seat is not None
    return tuple(look_out(Position(seen, seen.seat), Turn(None, (), steps)))
