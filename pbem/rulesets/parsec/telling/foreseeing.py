"""A turn's lines, each told of in all ways that those before it may go."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.orders import Action
from pbem.rulesets.parsec.reckoning.course import Step
from pbem.rulesets.parsec.reckoning.position import position_of
from pbem.rulesets.parsec.reckoning.ways import Way, attempt, ways_after
from pbem.rulesets.parsec.stance import Stance, Stances
from pbem.rulesets.parsec.telling.noting import Noted, in_reserve, note_step
from pbem.rulesets.parsec.view import View


class Turn:
    """Tells of the lines of one turn in their order."""

    def __init__(self, view: View, lines: Sequence[Action], stances: Stances) -> None:
        """`stances` are what the author sends unless it is asked."""
        self._view = view
        self._lines = lines
        self._stances = stances
        self._known: dict[tuple[Action, ...], tuple[Way, ...]] = {(): (Way(position_of(view)),)}
        asked = view.options.reactions == "ask"
        self._attack = Stance(0) if asked else stances.attack
        """Nobody knows what the author will answer: that is said where it matters."""
        self._steps: list[Step] = []

    @property
    def ends(self) -> tuple[Way, ...]:
        """All ways that the whole turn may go."""
        return self._after(tuple(self._lines))

    def tell(self, step: Step) -> Noted:
        """What is said of the next line."""
        before, self._steps = self._steps, [*self._steps, step]
        ways = self._ways(before)
        if any(way.carried_out < FIGURES.orders for way in ways):
            return self._noted(step, ways)
        return self._reserve(step, before)

    def _reserve(self, step: Step, before: Sequence[Step]) -> Noted:
        """It would stand in the place of a line that fails: of the second, or of the first."""
        first, second = (one for one in before if one.place == "turn")
        told, other = (self._noted(step, self._ways([kept])) for kept in (first, second))
        return in_reserve(told, as_second=told != other)

    def _ways(self, steps: Sequence[Step]) -> tuple[Way, ...]:
        return self._after(tuple(step.order for step in steps))

    def _after(self, lines: tuple[Action, ...]) -> tuple[Way, ...]:
        """Each row of lines is gone through once: with many conflicts there are many ways."""
        if lines not in self._known:
            self._known[lines] = ways_after(self._after(lines[:-1]), lines[-1:], self._attack)
        return self._known[lines]

    def _noted(self, step: Step, ways: Sequence[Way]) -> Noted:
        trials = [attempt(way, step.order, self._attack) for way in ways]
        return note_step(self._view, step, trials, self._stances)
