"""A turn's lines one after the other: the first two that can be carried out are the turn, and
what stands behind them is in reserve (PA-5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pbem.engine.language.refusals import Refusal, Refused
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.orders import Action, PlaceLeader, Recall, Settle
from pbem.rulesets.parsec.reckoning.position import Done, Position, carry_out, position_of
from pbem.rulesets.parsec.reckoning.refusals import (
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
