"""A turn's lines one after the other: the first two that can be carried out are the turn, and what
stands behind them is in reserve (PA-5); and the ways that it may go once they open conflicts.

Who wins hangs on others' hands, which nobody knows beforehand; what a win or a loss does to the
board is plain. Each way is a position of its own, and later orders are tried in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec

from pbem.engine.language.refusals import Refusal, Refused
from pbem.maps.board import Square, steps
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Clash, Dispute, Kind, Stance, Stances, just
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.mechanics.conflicts import Fought, decide, prospects, stands
from pbem.rulesets.parsec.mechanics.execution import Done, Position, carry_out, position_of
from pbem.rulesets.parsec.orders import Action, AnyOrder, Harvest, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.view import View

_LASTING = frozenset(
    {
        errors.OFF_BOARD,
        errors.DESTROYED,
        errors.NO_SEAT,
        errors.UNINHABITABLE,
        errors.INHABITABLE,
        errors.SWAP_COUNT,
    }
)
"""Rules that an order breaks whatever comes to pass before it."""
_FAR = 2
"""Orthogonal steps within which another system may be meant."""

Place = Literal["turn", "reserve", "doubtful"]
"""Whether a line is one of the turn's two orders, stands behind them, or breaks a rule as things
stand and counts only if they change."""


@dataclass(frozen=True)
class TurnLine:
    """A line in its place, and the ``refusal`` of a doubtful one."""

    order: Action
    place: Place
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

    @property
    def next_at(self) -> Position:
        """The position that the next line is tried on."""
        return self.spot if self.carried_out >= FIGURES.orders else self.position

    def take(self, order: Action) -> tuple[Course, TurnLine]:
        """The course with one line more. Raises :class:`Refused` for what cannot come to pass, with
        what can be near it."""
        if self.is_full:
            raise Refused(errors.TOO_MANY, most=FIGURES.lines)
        longer = replace(self, lines=(*self.lines, order))
        try:
            done = carry_out(self.next_at, order)
        except Refused as refused:
            if not self._may_come(order, refused.refusal):
                refused.instead = mended(order, refused.refusal.slot, self.position)
                raise
            return longer, TurnLine(order, "doubtful", refused.refusal)
        if self.carried_out >= FIGURES.orders:
            return longer, TurnLine(order, "reserve")
        number = self.carried_out + 1
        longer = replace(longer, position=done.position, spot=self.position, carried_out=number)
        return longer, TurnLine(order, "turn")

    def _may_come(self, order: Action, refusal: Refusal) -> bool:
        """Whether what is refused now may be right when it is reached: after a conflict, after
        others' orders, where a line before it is refused, or with a ship that a swap brings."""
        message, before = refusal.message, self.next_at
        if message in _LASTING:
            return False
        if message == errors.NO_SHIP and isinstance(order, Settle) and before.swapped:
            return True
        if before.is_sure:
            return False
        if message == errors.NO_WEAPON:
            return self.weapons > 0
        if message == errors.AT_HOME and isinstance(order, Recall):
            return order.kind in {o.kind for o in self.lines if isinstance(o, PlaceLeader)}
        return True


def course_of(view: View) -> Course:
    """The course of a turn before its first line; raises ValueError for spectators."""
    position = position_of(view)
    return Course(position, position, position.weapons)


def mended(order: AnyOrder, slot: str, at: Position) -> AnyOrder | None:
    """The nearest order that can be carried out without a conflict, or None where none is near;
    `slot` is what is wrong with `order`."""
    near: Iterable[Action] = ()
    match order:
        case Harvest(square=aim):
            artifacts = filter(at.space.artifacts.__contains__, _around(aim))
            return next((Harvest(square=square) for square in artifacts), None)
        case Swap(ships=ships):
            held = (min(at.hand.of(kind), ships.count(kind)) for kind in KINDS)
            counts = zip(KINDS, held, strict=True)
            near = (Swap(ships=tuple(kind for kind, count in counts for _ship in range(count))),)
        case PlaceLeader(to=aim) if slot == "to":
            near = (msgspec.structs.replace(order, to=square) for square in _around(aim))
        case Settle(at=aim) if slot == "at":
            near = (msgspec.structs.replace(order, at=square) for square in _around(aim))
    for one in near:
        with suppress(Refused):
            if not carry_out(at, one).prospects:
                return one
    return None


def _around(square: Square) -> list[Square]:
    """The systems near one, the nearest first."""
    (x, y), far = square, range(-_FAR, _FAR + 1)
    near = ((x + dx, y + dy) for dy in far for dx in far if 0 < abs(dx) + abs(dy) <= _FAR)
    return sorted(near, key=lambda at: (steps(square, at), at[1], at[0]))


# The ways that a turn may go ----------------------------------------------------------


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
        fought = ((dispute, clash) for dispute in self.disputes for clash in dispute.clashes)
        own = (one for one in fought if one[1].attacker == self.position.seat)
        return frozenset(dispute.ships[clash.kind] for dispute, clash in own)


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
    dispute = done.position.dispute
    onward = way._replace(position=done.position, carried_out=way.carried_out + 1)
    ways: tuple[Way, ...] = (onward,)
    if dispute is not None:
        ways = (onward._replace(disputes=(*way.disputes, dispute)),)
        for clash in dispute.clashes:
            ways = tuple(end for one in ways for end in _ends(one, dispute, clash, attack))
    return Trial(way, ways, done)


def ways_after(ways: Iterable[Way], orders: Iterable[Action], attack: Stance) -> tuple[Way, ...]:
    """All ways that a turn may go, one order after the other; those that cannot be are skipped."""
    found = tuple(ways)
    for order in orders:
        found = tuple(after for way in found for after in attempt(way, order, attack).after)
    return found


def _ends(way: Way, dispute: Dispute, clash: Clash, attack: Stance) -> Iterator[Way]:
    """With the attacker as the winner, and with the defender; what fell away is not fought."""
    position = way.position
    if not stands(position.space, dispute, clash):
        yield way
        return
    (one,) = prospects(position.space, dispute, [clash], position.seat, position.hand)
    for _fought, is_won, after in both_ends(position, dispute, clash, one.sends(Stances(attack))):
        yield way._replace(position=after, fought=(*way.fought, (clash, is_won)))


def both_ends(
    position: Position, dispute: Dispute, clash: Clash, sent: int
) -> Iterator[tuple[Fought, bool, Position]]:
    """What a clash comes to if its attacker wins, and if it does not. Ships that the position's
    player has `sent` as the attacker leave the game (PA-10)."""
    if clash.attacker == position.seat:
        hand = position.hand - just(dispute.ships[clash.kind], sent)
        position = position._replace(hand=hand)
    for is_won in (True, False):
        space = position.space.copy()
        fought = decide(space, dispute, clash, attacker_wins=is_won)
        yield fought, is_won, position._replace(space=space)
