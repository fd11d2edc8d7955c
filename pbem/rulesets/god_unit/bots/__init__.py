"""A turn thought through: what each factory is to make and what each unit is to do; and the
automatic players, one for each level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.engine import planner
from pbem.engine.api import Ask
from pbem.engine.planner import Branch, Proposal, Reasons, Step
from pbem.engine.rng import Chance, Stream
from pbem.engine.tables import read
from pbem.rulesets.god_unit.bots.candidates import Lines, places, settle
from pbem.rulesets.god_unit.bots.features import BotParams, Remaining
from pbem.rulesets.god_unit.bots.production import Shop, first_shops, shops
from pbem.rulesets.god_unit.figures import Unit
from pbem.rulesets.god_unit.orders import (
    IDLE,
    Act,
    AnyOrder,
    AttackAt,
    Move,
    Orders,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.view import View


class Draft(NamedTuple):
    """A turn as far as it is thought of: the ``units`` and ``shops`` that have no order yet, what
    is left ``standing`` of the enemy on the average, and what speaks for the orders given."""

    units: tuple[Unit, ...]
    shops: tuple[Shop, ...]
    standing: Remaining
    reasons: Mapping[str, float] = {}


class Turn(NamedTuple):
    """``place`` are squares for factories, ``products`` and ``acts`` what factories and units are
    to do, with what speaks for each."""

    place: Place | None
    products: tuple[Step[AnyOrder], ...]
    acts: tuple[Step[AnyOrder], ...]

    @property
    def produce(self) -> dict[str, Produce]:
        """What each factory should make that should make something else."""
        orders = (order for step in self.products for order in step.proposal.orders)
        return {order.factory: order for order in orders if isinstance(order, Produce)}

    @property
    def orders(self) -> Orders:
        steps = (order for step in (*self.products, *self.acts) for order in step.proposal.orders)
        return Orders((*([] if self.place is None else [self.place]), *steps))


class Thinker:
    """Implements :class:`pbem.engine.planner.Thinker`: one factory after the other, then one
    unit after the other, those with most to win first."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def start(self, units: Iterable[Unit], waiting: Iterable[Shop]) -> Draft:
        lines, standing = self._lines, self._lines.targets.all_stand

        def weight(unit: Unit) -> tuple[float, int, int]:
            gain = lines.targets.volley(standing, lines.squares(unit, standing), unit.levels)[0]
            return -gain, lines.march.far(unit.square), unit.number

        ready = sorted((unit for unit in units if unit.phase != "undeployed"), key=weight)
        return Draft(tuple(ready), tuple(waiting), standing)

    def candidates(self, draft: Draft) -> Sequence[Proposal[AnyOrder]]:
        if draft.shops:
            return [*draft.shops[0].offers, Proposal(0.0, ())]
        if draft.units:
            return [*self._lines.of(draft.units[0], draft.standing)]
        return ()

    def carry_out(self, draft: Draft, proposal: Proposal[AnyOrder]) -> Sequence[Branch[Draft]]:
        gains: Reasons = {}
        if draft.shops:
            after, gains = draft._replace(shops=draft.shops[1:]), {"product": proposal.promise}
        else:
            after = draft._replace(units=draft.units[1:])
            for order in proposal.orders:
                assert isinstance(order, Act)
                gains, standing = self._worth(draft.units[0], order, draft.standing)
                after = after._replace(standing=standing)
        reasons = {name: draft.reasons.get(name, 0.0) + gain for name, gain in gains.items()}
        return (Branch(1.0, after._replace(reasons={**draft.reasons, **reasons})),)

    def evaluate(self, draft: Draft, parameters: BotParams) -> Reasons:
        return draft.reasons

    def _worth(self, unit: Unit, act: Act, standing: Remaining) -> tuple[Reasons, Remaining]:
        if isinstance(act.choice, AttackAt):
            volley = self._lines.targets.volley(standing, act.choice.squares, unit.levels)
            return {"destroyed": volley[0]}, volley[1]
        if act.goal is None:
            return {}, standing
        here, there = (self._lines.march.score(unit, square) for square in (unit.square, act.goal))
        return there.reasons(here), standing


def best_turn(view: View, params: BotParams, stream: Stream) -> Turn:
    """What such a bot does. Raises ValueError for spectators."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    lines = Lines(view, view.seat, params)
    thinker = Thinker(lines)
    if view.is_placing:
        start = thinker.start((), first_shops(view, params))
    else:
        start = thinker.start(lines.field.units(view.seat), shops(view, params))
    found = planner.plan(thinker, start, params, params.search, stream)
    steps = [step for step in found.line.steps if step.proposal.orders]
    acts = [step for step in steps if isinstance(step.proposal.orders[0], Act)]
    products = tuple(step for step in steps if not isinstance(step.proposal.orders[0], Act))
    if view.is_placing:
        return Turn(places(view, view.seat), products, ())
    settlers: list[Step[AnyOrder]] = [
        Step(Proposal(0.0, (act,)), {}) for act in settle(lines.field, view.seat, lines.danger)
    ]
    return Turn(None, products, (*sorted(acts, key=_rank), *settlers))


def _rank(step: Step[AnyOrder]) -> int:
    """Attacks come first, then those who lie in wait, then those who go at once."""
    act = step.proposal.orders[0]
    assert isinstance(act, Act)
    return 0 if isinstance(act.choice, AttackAt) else 2 if isinstance(act.choice, Move) else 1


LEVELS = read("pbem.rulesets.god_unit", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "balanced"
"""Who fills seats without a player, and whose orders the reports advise."""


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        if view.seat is None or not view.is_playing:
            return IDLE
        return best_turn(view, self.params, chance.stream("errors")).orders


BOTS = {name: Bot(params) for name, params in LEVELS.items()}


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))
