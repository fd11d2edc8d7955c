"""Automatic players of all levels: a move thought through, item after item, what to give to it and
how to use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from pbem.engine import planner
from pbem.engine.api import Ask, Seat
from pbem.engine.planner import Branch, Proposal, Reasons, Step
from pbem.engine.rng import Chance, Stream
from pbem.engine.tables import read
from pbem.rulesets.hegemon.bots.candidates import candidates
from pbem.rulesets.hegemon.bots.evaluation import Worth, reasons, worth
from pbem.rulesets.hegemon.bots.features import BotParams, Outlook, outlook
from pbem.rulesets.hegemon.mechanics import Stake, within
from pbem.rulesets.hegemon.orders import Move, Policy
from pbem.rulesets.hegemon.view import View

_EVEN = (8, 12)
"""What an item is given at least and at most, so that nobody can foresee it; and tenths of it."""
_TENTHS = 10


class Draft(NamedTuple):
    """A move as far as it is thought of: so many ``items`` have their lines, ``left`` percent of
    the turn's points are for the others, and what those lines are worth."""

    items: int
    left: int
    found: Worth


class Turn(NamedTuple):
    """``steps`` are the lines and what speaks for each, in the order of the items; ``partners`` are
    those who give enough to be welcome, and ``is_last`` tells that no turn is known to follow.
    ``gifts`` is what each of the others seems to have given to cooperation in the last turn, and
    ``given`` in all turns so far, both in turns' points."""

    steps: tuple[Step[Policy], ...]
    partners: Set[Seat]
    is_last: bool
    gifts: Mapping[Seat, float]
    given: Mapping[Seat, float]

    @property
    def move(self) -> Move:
        lines = (line for step in self.steps for line in step.proposal.orders)
        return Move(tuple(line for line in lines if line.allocation))


class Thinker:
    """Implements :class:`pbem.engine.planner.Thinker`: one item after the other. Those that have
    no line yet count as held, each with its share of what is left."""

    def __init__(self, outlook: Outlook, order: Sequence[int], shares: Sequence[int]) -> None:
        self._outlook = outlook
        self._order = order
        self._shares = shares
        self._known: dict[tuple[int, Policy], Worth] = {}
        self._held: dict[tuple[int, float], Worth] = {}

    def candidates(self, draft: Draft) -> Sequence[Proposal[Policy]]:
        if draft.items == self._outlook.items:
            return ()
        share = self._share(draft, draft.items)
        return [*candidates(self._outlook, self._order[draft.items], share, draft.left)]

    def _share(self, draft: Draft, place: int) -> int:
        """What is for an item of what is left; the last one gets the rest."""
        if place == self._outlook.items - 1:
            others = range(draft.items, place)
            return draft.left - sum(self._share(draft, other) for other in others)
        return draft.left * self._shares[place] // sum(self._shares[draft.items :])

    def carry_out(self, draft: Draft, proposal: Proposal[Policy]) -> Sequence[Branch[Draft]]:
        (policy,) = proposal.orders
        found = draft.found.plus(self._worth(self._order[draft.items], policy))
        after = Draft(draft.items + 1, draft.left - int(policy.allocation), found)
        return (Branch(1.0, after),)

    def _worth(self, index: int, policy: Policy) -> Worth:
        known = self._known.get((index, policy))
        if known is None:
            known = worth(self._outlook, index, _stake(self._outlook, index, policy))
            self._known[index, policy] = known
        return known

    def evaluate(self, draft: Draft, parameters: BotParams) -> Reasons:
        found = draft.found
        for place in range(draft.items, self._outlook.items):
            share = self._share(draft, place) / 100
            found = found.plus(self._worth_of_holding(self._order[place], share))
        # Every item gets a line, even where there is nothing better than to hold it.
        return {**reasons(self._outlook, found), "lines": float(draft.items)}

    def _worth_of_holding(self, index: int, share: float) -> Worth:
        known = self._held.get((index, share))
        if known is None:
            known = worth(self._outlook, index, Stake(share, 0.0, share))
            self._held[index, share] = known
        return known


def _stake(outlook: Outlook, index: int, policy: Policy) -> Stake[float]:
    allocated = float(policy.allocation) / 100
    return Stake(
        allocated,
        allocated * float(policy.coop) / 100,
        allocated * float(policy.comp) / 100,
        within(policy.partners, outlook.seat, outlook.printed[index]),
        within(policy.targets, outlook.seat, outlook.printed[index]),
    )


def best_turn(view: View, params: BotParams, stream: Stream) -> Turn:
    """What such a bot does, line by line. Raises ValueError for spectators."""
    seen = outlook(view, params)
    order = stream.shuffled(range(seen.items))
    shares = [1 + round(stream.between(*_EVEN) * _TENTHS * seen.yields[one]) for one in order]
    thinker = Thinker(seen, order, shares)
    found = planner.plan(thinker, Draft(0, 100, Worth()), params, params.search, stream)
    by_item = [view.options.items[index] for index in order]
    steps = sorted(
        zip(by_item, found.line.steps, strict=True),
        key=lambda one: view.options.items.index(one[0]),
    )
    told = seen.gifts[seen.seat]
    return Turn(
        tuple(step for _item, step in steps),
        seen.circle,
        not seen.left,
        gifts={seat: rows[-1] if rows else 0.0 for seat, rows in told.items()},
        given={seat: sum(rows) for seat, rows in told.items()},
    )


LEVELS = read("pbem.rulesets.hegemon", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "hedger"
"""Who fills seats without a player, and whose orders the reports advise."""


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        return best_turn(view, self.params, chance.stream("thoughts")).move


BOTS = {name: Bot(params) for name, params in LEVELS.items()}


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat. Raises ValueError for
    spectators."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))
