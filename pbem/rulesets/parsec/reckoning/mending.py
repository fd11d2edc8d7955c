"""The nearest order that could be carried out, for one that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import KINDS, Counts
from pbem.rulesets.parsec.orders import Action, AnyOrder, Harvest, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.reckoning.position import Position, carry_out
from pbem.rulesets.parsec.reckoning.space import Space

_FAR = 2
"""Orthogonal steps within which another system may be meant."""


def mended(order: AnyOrder, slot: str, position: Position) -> AnyOrder | None:
    """The nearest order that can be carried out without a conflict, or None where none is near;
    `slot` is what is wrong with `order`."""
    if isinstance(order, Harvest):
        return _nearest_artifact(order, position)
    if isinstance(order, Swap):
        held = _held(order, position.means.hand)
        return held if held is not None and _is_quiet(position, held) else None
    if slot in ("to", "at") and isinstance(order, PlaceLeader | Settle):
        return next(
            (one for one in _moved(order, position.space) if _is_quiet(position, one)), None
        )
    return None


def _held(order: Swap, hand: Counts) -> Swap | None:
    """As many of each kind as there are."""
    ships = tuple(
        kind for kind in KINDS for _ship in range(min(hand.of(kind), order.ships.count(kind)))
    )
    return Swap(ships=ships) if ships else None


def _moved(order: PlaceLeader | Settle, space: Space) -> Iterator[PlaceLeader | Settle]:
    """The order for other systems, the nearest first."""
    aim = order.to if isinstance(order, PlaceLeader) else order.at
    for square in filter(space.__contains__, _around(aim)):
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
