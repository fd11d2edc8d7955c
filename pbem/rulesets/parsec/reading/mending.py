"""A refusal in its place on the line, with the nearest order that could be carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pbem.engine.orders import OrderError
from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import KINDS, Counts
from pbem.rulesets.parsec.orders import Action, AnyOrder, Harvest, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.reading.reader import Reading
from pbem.rulesets.parsec.reckoning.course import Course
from pbem.rulesets.parsec.reckoning.position import Position, carry_out
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Refused, Why
from pbem.rulesets.parsec.telling import refusing

_FAR = 2
"""Orthogonal steps within which another system may be meant."""

_ROLES: Mapping[Why, str] = {
    Why.AT_HOME: "kind",
    Why.NO_SHIP: "kind",
    Why.SWAP_COUNT: "kind",
    Why.SWAPPED: "kind",
}
"""The part of an order that breaks the rule, where it is not the square."""

_ELSEWHERE = frozenset(
    {
        Why.OCCUPIED,
        Why.DESTROYED,
        Why.UNINHABITABLE,
        Why.INHABITABLE,
        Why.NO_SCIENTISTS,
        Why.JOINS_TWO,
        Why.JOINS_MORE,
        Why.NO_ARTIFACT,
    }
)
"""What another system nearby may mend."""


def refused(reading: Reading, refusal: Refusal, course: Course) -> OrderError:
    """The error that a line gets for a rule it breaks."""
    message = refusing.sentence(refusal)
    mended = _mended(reading.order, refusal, course.position)
    suggestion = None if mended is None else str(mended)
    term = reading.marks[_ROLES.get(refusal.why, "square")]
    return OrderError(message, term.column, len(term.text), suggestion)


def _mended(order: AnyOrder, refusal: Refusal, position: Position) -> AnyOrder | None:
    """The nearest order that can be carried out without a conflict, or None where none is near."""
    if isinstance(order, Harvest):
        return _nearest_artifact(order, position)
    if isinstance(order, Swap):
        held = _held(order, position.means.hand)
        return held if held is not None and _is_quiet(position, held) else None
    if refusal.why in _ELSEWHERE and isinstance(order, PlaceLeader | Settle):
        return next((one for one in _moved(order) if _is_quiet(position, one)), None)
    return None


def _held(order: Swap, hand: Counts) -> Swap | None:
    """As many of each kind as there are."""
    ships = tuple(
        kind for kind in KINDS for _ship in range(min(hand.of(kind), order.ships.count(kind)))
    )
    return Swap(ships=ships) if ships else None


def _moved(order: PlaceLeader | Settle) -> Iterator[PlaceLeader | Settle]:
    """The order for other systems, the nearest first."""
    aim = order.to if isinstance(order, PlaceLeader) else order.at
    for square in _around(aim):
        if isinstance(order, PlaceLeader):
            yield msgspec.structs.replace(order, to=square)
        else:
            yield msgspec.structs.replace(order, at=square)


def _around(square: Square) -> tuple[Square, ...]:
    x, y = square
    found = [
        (x + dx, y + dy)
        for dx in range(-_FAR, _FAR + 1)
        for dy in range(-_FAR, _FAR + 1)
        if 0 < abs(dx) + abs(dy) <= _FAR
    ]
    return tuple(sorted(found, key=lambda s: (abs(s[0] - x) + abs(s[1] - y), s[1], s[0])))


def _is_quiet(position: Position, order: Action) -> bool:
    try:
        return not carry_out(position, order).prospects
    except Refused:
        return False


def _nearest_artifact(order: Harvest, position: Position) -> Harvest | None:
    (x, y), there = order.square, position.space.artifacts
    near = sorted(there, key=lambda s: (abs(s[0] - x) + abs(s[1] - y), s[1], s[0]))
    if not near or abs(near[0][0] - x) + abs(near[0][1] - y) > _FAR:
        return None
    return Harvest(square=near[0])
