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
from pbem.rulesets.god_unit.bots import HOUSE, LEVELS, BotParams
from pbem.rulesets.god_unit.bots.candidates import Lines, places, settle
from pbem.rulesets.god_unit.bots.evaluation import March, care
from pbem.rulesets.god_unit.bots.features import Danger, Standing, Targets
from pbem.rulesets.god_unit.bots.production import Shop, first_shops, shops
from pbem.rulesets.god_unit.figures import Unit
from pbem.rulesets.god_unit.mechanics.position import field_of
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
    standing: Standing
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

    def __init__(self, view: View, params: BotParams) -> None:
        assert view.seat is not None
        self.field = field_of(view)
        self.danger = Danger(self.field, view.seat)
        self._targets = Targets(self.field, view.seat)
        time = _time(view)
        caution = params.caution * time * care(self.field, view.seat)
        self._march = March(self.field, view.seat, caution, self._targets, self.danger)
        self._lines = Lines(
            self.field, self._targets, self.danger, self._march, waits=params.waits and time == 1
        )

    def start(self, units: Iterable[Unit], waiting: Iterable[Shop]) -> Draft:
        standing = self._targets.all_stand
        ready = [unit for unit in units if unit.phase != "undeployed"]
        ready.sort(key=lambda unit: (-self._gain(unit, standing), *self._far(unit)))
        return Draft(tuple(ready), tuple(waiting), standing)

    def _gain(self, unit: Unit, standing: Standing) -> float:
        squares = self._lines.squares(unit, standing)
        return self._targets.volley(standing, squares, unit.levels)[0]

    def _far(self, unit: Unit) -> tuple[int, int]:
        return self._march.far(unit.square), unit.number

    def candidates(self, draft: Draft) -> Sequence[Proposal[AnyOrder]]:
        if draft.shops:
            return [*draft.shops[0].offers, Proposal(0.0, ())]
        if draft.units:
            return [*self._lines.of(draft.units[0], draft.standing)]
        return ()

    def carry_out(self, draft: Draft, proposal: Proposal[AnyOrder]) -> Sequence[Branch[Draft]]:
        if draft.shops:
            after = draft._replace(shops=draft.shops[1:])
            gains: Reasons = {"product": proposal.promise}
        else:
            unit, *others = draft.units
            after = draft._replace(units=tuple(others))
            gains = {}
            for order in proposal.orders:
                assert isinstance(order, Act)
                gains, standing = self._worth(unit, order, draft.standing)
                after = after._replace(standing=standing)
        reasons = dict(draft.reasons)
        for name, gain in gains.items():
            reasons[name] = reasons.get(name, 0.0) + gain
        return (Branch(1.0, after._replace(reasons=reasons)),)

    def evaluate(self, draft: Draft, parameters: BotParams) -> Reasons:
        return draft.reasons

    def _worth(self, unit: Unit, act: Act, standing: Standing) -> tuple[Reasons, Standing]:
        if isinstance(act.choice, AttackAt):
            gain, after = self._targets.volley(standing, act.choice.squares, unit.levels)
            return {"destroyed": gain}, after
        goal = next((one.to for one in (*act.prompt, *act.late) if isinstance(one, Move)), None)
        if goal is None:
            return {}, standing
        here = self._march.score(unit, unit.square)
        return self._march.score(unit, goal).reasons(here), standing


def _time(view: View) -> float:
    """1 in the first third of the game; from then on it presses, down to 0 in the last turn."""
    return min(1.0, 1.5 * (1 - view.open_turn / view.options.max_turns))


def best_turn(view: View, params: BotParams, stream: Stream) -> Turn:
    """What such a bot does. Raises ValueError for spectators."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    thinker = Thinker(view, params)
    if view.is_placing:
        start = thinker.start((), first_shops(view, params))
    else:
        start = thinker.start(thinker.field.units(view.seat), shops(view, params))
    found = planner.plan(thinker, start, params, params.search, stream)
    steps = [step for step in found.line.steps if step.proposal.orders]
    acts = [step for step in steps if isinstance(step.proposal.orders[0], Act)]
    products = tuple(step for step in steps if not isinstance(step.proposal.orders[0], Act))
    if view.is_placing:
        return Turn(places(view), products, ())
    settlers: list[Step[AnyOrder]] = [
        Step(Proposal(0.0, (act,)), {}) for act in settle(thinker.field, view.seat, thinker.danger)
    ]
    return Turn(None, products, (*sorted(acts, key=_rank), *settlers))


def _rank(step: Step[AnyOrder]) -> int:
    """Attacks come first, then those who lie in wait, then those who go at once."""
    act = step.proposal.orders[0]
    assert isinstance(act, Act)
    return 0 if isinstance(act.choice, AttackAt) else 2 if isinstance(act.choice, Move) else 1


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        if view.seat is None or not view.is_playing:
            return IDLE
        return best_turn(view, self.params, chance.stream("errors")).orders


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


BOTS = {name: Bot(params) for name, params in LEVELS.items()}
