"""A turn's lines one after the other: the first two that can be carried out are the turn, and what
stands behind them is in reserve (PA-5); and the ways that it may go once they open conflicts.

Who wins hangs on others' hands, which nobody knows beforehand; what a win or a loss does to the
board is plain. Each way is a position of its own, and later orders are tried in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec

from pbem.engine.language.refusals import Refusal, Refused
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Clash, Counts, Dispute, Kind, just
from pbem.rulesets.parsec.mechanics.conflicts import (
    decide,
    ships_sent,
    ships_to_win,
    stands,
    strengths,
)
from pbem.rulesets.parsec.mechanics.errors import (
    AT_HOME,
    DESTROYED,
    INHABITABLE,
    NO_SEAT,
    NO_SHIP,
    NO_WEAPON,
    OFF_BOARD,
    SWAP_COUNT,
    UNINHABITABLE,
)
from pbem.rulesets.parsec.mechanics.execution import Done, Means, Position, carry_out, position_of
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.orders import (
    Action,
    AnyOrder,
    Harvest,
    PlaceLeader,
    Recall,
    Settle,
    Stance,
    Swap,
)
from pbem.rulesets.parsec.view import View

_LASTING = frozenset({OFF_BOARD, DESTROYED, NO_SEAT, UNINHABITABLE, INHABITABLE, SWAP_COUNT})
"""Rules that an order breaks whatever comes to pass before it."""

Place = Literal["turn", "reserve", "doubtful"]
"""Whether a line is one of the turn's two orders, stands behind them, or breaks a rule as things
stand and counts only if they change."""


@dataclass(frozen=True)
class Step:
    """A line in its place. ``before`` is the position that it was tried on, and ``done`` what it
    came to; a doubtful one has the ``refusal`` instead."""

    order: Action
    place: Place
    before: Position
    done: Done | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Course:
    """A turn as far as its lines have been read: the ``position`` that those carried out leave.

    ``spot`` is the position before the last of them, in which a reserve would take its place;
    ``lines`` are all so far, those in reserve and the doubtful ones too. ``weapons`` are those at
    the beginning.
    """

    position: Position
    spot: Position
    weapons: int
    carried_out: int = 0
    lines: tuple[Action, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether no more lines are looked at."""
        return len(self.lines) >= FIGURES.lines

    def take(self, order: Action) -> tuple[Course, Step]:
        """The course with one line more. Raises :class:`Refused` for what cannot come to pass."""
        is_reserve = self.carried_out >= FIGURES.orders
        before = self.spot if is_reserve else self.position
        longer = replace(self, lines=(*self.lines, order))
        try:
            done = carry_out(before, order)
        except Refused as refused:
            if not self._may_come(before, order, refused.refusal):
                raise
            return longer, Step(order, "doubtful", before, refusal=refused.refusal)
        if is_reserve:
            return longer, Step(order, "reserve", before, done)
        further = replace(
            longer,
            position=done.position,
            spot=before,
            carried_out=self.carried_out + 1,
        )
        return further, Step(order, "turn", before, done)

    def _may_come(self, before: Position, order: Action, refusal: Refusal) -> bool:
        """Whether what is refused now may be right when it is reached: after a conflict, after
        others' orders, where a line before it is refused, or with a ship that a swap brings."""
        if refusal.message in _LASTING:
            return False
        if refusal.message == NO_SHIP and isinstance(order, Settle) and before.means.swapped:
            return True
        if before.is_sure:
            return False
        if refusal.message == NO_WEAPON:
            return self.weapons > 0
        if refusal.message == AT_HOME and isinstance(order, Recall):
            return order.kind in {o.kind for o in self.lines if isinstance(o, PlaceLeader)}
        return True


def course_of(view: View) -> Course:
    """The course of a turn before its first line; raises ValueError for spectators."""
    position = position_of(view)
    return Course(position, position, position.means.weapons)


class Way(NamedTuple):
    """A turn that has gone one way so far, with all its conflicts fought: the ``disputes`` are
    those of ``carried_out`` orders, and ``fought`` tells whether the attacker has won each clash
    that did not fall away. Among several ways the attackers have won all of them in the first,
    and the defenders in the last."""

    position: Position
    carried_out: int = 0
    disputes: tuple[Dispute, ...] = ()
    fought: tuple[tuple[Clash, bool], ...] = ()

    @property
    def own_ships(self) -> frozenset[Kind]:
        """The kinds of ships that the player could send into these conflicts; it never defends
        in those that it opens (PA-11)."""
        return frozenset(
            dispute.ships[clash.kind]
            for dispute in self.disputes
            for clash in dispute.clashes
            if clash.attacker == self.position.seat
        )


class Trial(NamedTuple):
    """An order in one way: what it comes to there, or why it cannot be; neither where the turn's
    two orders were carried out before. The turn goes on in one of the ways ``after`` it."""

    way: Way
    after: tuple[Way, ...]
    done: Done | None = None
    refusal: Refusal | None = None


def attempt(way: Way, order: Action, attack: Stance) -> Trial:
    """An order tried; `attack` tells what the player sends into conflicts."""
    if way.carried_out >= FIGURES.orders:
        return Trial(way, (way,))
    try:
        done = carry_out(way.position, order)
    except Refused as refused:
        return Trial(way, (way,), refusal=refused.refusal)
    onward = way._replace(position=done.position, carried_out=way.carried_out + 1)
    return Trial(way, _fought(onward, attack), done)


def ways_after(ways: Iterable[Way], orders: Iterable[Action], attack: Stance) -> tuple[Way, ...]:
    """All ways that a turn may go, one order after the other; those that cannot be are skipped."""
    found = tuple(ways)
    for order in orders:
        found = tuple(after for way in found for after in attempt(way, order, attack).after)
    return found


def _fought(way: Way, attack: Stance) -> tuple[Way, ...]:
    """Every end of the conflicts that the last order has opened, one clash after the other: only
    those are fought whose leaders both still stand (PA-11)."""
    dispute = way.position.dispute
    if dispute is None:
        return (way,)
    peaceful = way.position._replace(dispute=None)
    ways: tuple[Way, ...] = (way._replace(position=peaceful, disputes=(*way.disputes, dispute)),)
    for clash in dispute.clashes:
        ways = tuple(end for one in ways for end in _ends(one, dispute, clash, attack))
    return ways


def _ends(way: Way, dispute: Dispute, clash: Clash, attack: Stance) -> tuple[Way, ...]:
    """With the attacker as the winner, and with the defender."""
    if not stands(way.position.space, dispute, clash):
        return (way,)
    means = _without_sent(way.position, dispute, clash, attack)
    ends: list[Way] = []
    for attacker_wins in (True, False):
        space = way.position.space.copy()
        decide(space, dispute, clash, attacker_wins=attacker_wins)
        position = way.position._replace(space=space, means=means)
        ends.append(way._replace(position=position, fought=(*way.fought, (clash, attacker_wins))))
    return tuple(ends)


def _without_sent(position: Position, dispute: Dispute, clash: Clash, attack: Stance) -> Means:
    """What the player has left: ships that are sent leave the game (PA-10)."""
    if clash.attacker != position.seat:
        return position.means
    ship, hand = dispute.ships[clash.kind], position.means.hand
    wanted = ships_to_win(strengths(position.space, dispute, clash))
    sent = ships_sent(attack.of(clash.kind), wanted, hand.of(ship))
    return msgspec.structs.replace(position.means, hand=hand - just(ship, sent))


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
