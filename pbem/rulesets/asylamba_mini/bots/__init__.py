"""Automatic players of all levels: a turn thought through, project after project, each tried on the
realm first (AM-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil, floor
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine import planner
from pbem.engine.api import Ask
from pbem.engine.planner import Branch, Proposal, Reasons, Search
from pbem.engine.rng import Chance, Stream
from pbem.engine.tables import read
from pbem.rulesets.asylamba_mini.bots.candidates import Draft, Project, attacks, idle, relief, works
from pbem.rulesets.asylamba_mini.bots.evaluation import danger, worth
from pbem.rulesets.asylamba_mini.bots.features import BotParams, Outlook, guards, look
from pbem.rulesets.asylamba_mini.figures import GAME, Cost, Resource, Sector
from pbem.rulesets.asylamba_mini.mechanics import prices, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import after_all, shortened
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Exchange,
    Orders,
    Research,
    Send,
    Upgrade,
)
from pbem.rulesets.asylamba_mini.view import View

_LEAST_RATE = 1.0
_NOTHING = Cost()
_ALL = 100
"""More than ever come to mind."""


class Advised(NamedTuple):
    """An order, and the project that it is part of."""

    order: AnyOrder
    project: Project


class Turn(NamedTuple):
    """What is ordered, in this order. ``start`` and ``end`` are the positions before and after it,
    ``projects`` what came to mind."""

    lines: tuple[Advised, ...]
    start: Draft
    end: Draft
    projects: Projects

    @property
    def orders(self) -> Orders:
        return Orders(tuple(line.order for line in self.lines))

    @property
    def guarded(self) -> tuple[Sector, ...]:
        """The sectors for whose safety something is ordered."""
        about = {line.project.about: line.project.reason for line in self.lines}
        return tuple(one for one, why in about.items() if one is not None and why == danger(one))

    @property
    def saved_for(self) -> Aside | None:
        """What the means that are left are kept for before all else, if for anything."""
        return self.projects.saved_for(self.end)

    @property
    def instead(self) -> Iterator[Project]:
        """What could be paid as well, the best first."""
        chosen = {_sort(line.project) for line in self.lines}
        for proposal in self.projects.payable(self.start):
            (project,) = proposal.orders
            if _sort(project) not in chosen and after_all(self.start.realm, project.orders):
                chosen.add(_sort(project))
                yield project


def _sort(project: Project) -> object:
    """Two projects of one sort are one too many."""
    match project.goal:
        case Upgrade(facility=sort) | Research(technology=sort) | Send(kind=sort):
            return sort
        case goal:
            return type(goal)


class Projects:
    """What comes to mind for a seat in one turn."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._attacks: dict[object, tuple[Project, ...]] = {}

    def payable(self, draft: Draft) -> Iterator[Proposal[Project]]:
        """What can be paid, the highest rate first. For better ones that cannot, what they need is
        put aside, as many as the level saves for."""
        for one in self._weighed(draft):
            if isinstance(one, Project):
                yield Proposal(one.value - one.effort, (one,))

    def saved_for(self, draft: Draft) -> Aside | None:
        """What the means that are left are kept for before all else, if for anything."""
        asides = (one for one in self._weighed(draft) if isinstance(one, Aside))
        return next((one for one in asides if one.held_of(draft.realm.balance)), None)

    def _weighed(self, draft: Draft) -> Iterator[Project | Aside]:
        """Each project as it can be paid, or what is put aside for it."""
        realm, gains = draft.realm, draft.realm.income
        spare, saved = realm.balance, list[Aside]()
        for one in self._ranked(draft):
            left = spare
            for aside in saved:
                left += aside.lent_to(one)
            paid = _paid(self._outlook, realm.faction, left, spare, one)
            if paid is not None:
                yield paid
            elif len(saved) < self._outlook.params.savings:
                aside = _put_aside(self._outlook, spare, gains, one)
                if aside.means:
                    saved.append(aside)
                    spare -= aside.means
                    yield aside

    def _ranked(self, draft: Draft) -> list[Project]:
        outlook, realm = self._outlook, draft.realm
        kept = guards(outlook, realm)
        found = [
            *works(outlook, draft),
            *self._known_attacks(draft, kept),
            *relief(outlook, realm, kept),
            *idle(outlook, realm, kept),
        ]
        paying = [one for one in found if one.rate >= _LEAST_RATE]
        return sorted(paying, key=lambda one: -one.rate)

    def _known_attacks(self, draft: Draft, kept: Mapping[Sector, int]) -> tuple[Project, ...]:
        """They stay the same while nothing is launched, learned, mustered or used up."""
        realm = draft.realm
        means = realm.means.technologies, realm.means.tokens, realm.ordered
        key = (*means, realm.launches, realm.wonders, draft.points)
        if key not in self._attacks:
            self._attacks[key] = tuple(attacks(self._outlook, draft, kept))
        return self._attacks[key]


class Thinker:
    """Implements :class:`pbem.engine.planner.Thinker`, project by project."""

    def __init__(self, outlook: Outlook, search: Search) -> None:
        self.projects = Projects(outlook)
        self._most = max(search.widths)

    def candidates(self, draft: Draft) -> Sequence[Proposal[Project]]:
        return [*islice(self.projects.payable(draft), self._most)]

    def carry_out(self, draft: Draft, proposal: Proposal[Project]) -> Sequence[Branch[Draft]]:
        (project,) = proposal.orders
        realm = after_all(draft.realm, project.orders)
        if realm is None:
            return ()
        reasons = dict(draft.reasons)
        for name, gain in (*project.gains.items(), ("cost", -project.effort)):
            reasons[name] = reasons.get(name, 0.0) + gain
        return (Branch(1.0, Draft(realm, draft.points + project.points, reasons)),)

    def evaluate(self, draft: Draft, parameters: BotParams) -> Reasons:
        return draft.reasons


# What can be paid -----------------------------------------------------------------------

_LONGEST_WAIT = 12
"""Turns; what takes longer to pay is not saved for."""
_IN_TIME = 0.75
"""The part of the wait within which an investment has to pay for itself, to hasten what is waited
for."""
_GIVEN_AWAY = (Resource.X, Resource.S, Resource.R, Resource.C)
"""What is given in exchanges, the most dispensable first."""


def _paid(outlook: Outlook, faction: str, means: Cost, spare: Cost, one: Project) -> Project | None:
    """The project paid with these means, if need be behind exchanges that make up for what is
    lacking (AM-11), cost nothing but what is to spare and are worth it; None where it cannot be."""
    left = means - one.cost
    lacking = [r for r in Resource if one.cost.of(r) and left.of(r) < 0]
    if not lacking:
        return one
    rate, given, deals = prices.exchange_rate(faction), Cost(), []
    for resource in lacking:
        lack = -left.of(resource)
        for donor in _GIVEN_AWAY:
            amount = min(lack, max(0, min(left.of(donor), spare.of(donor))) // rate)
            if amount > 0:
                deals.append(Exchange(give=donor, get=resource, amount=amount, named="get"))
                price = Cost.just(donor, amount * rate)
                given, lack = given + price, lack - amount
                left, spare = left - price, spare - price
        if lack > 0:
            return None
    effort = one.effort + worth(outlook, given)
    if one.value < effort:
        return None
    return one._replace(effort=effort, orders=(*deals, *one.orders))


class Aside(NamedTuple):
    """The ``means`` that must not be spent now, so that a project can be paid in so many turns."""

    project: Project
    turns: float
    means: Cost

    def held_of(self, balance: Cost) -> int:
        """How much of it is there already."""
        return sum(min(self.means.of(r), balance.of(r)) for r in Resource)

    def lent_to(self, other: Project) -> Cost:
        """What of it the other may use: what both need, and all where that comes in again soon
        enough to hasten what it is kept for."""
        if other.payback <= _IN_TIME * self.turns:
            return self.means
        if other.study and self.project.study:
            return Cost(C=min(self.means.C, other.study.C, self.project.study.C))
        return _NOTHING


def _put_aside(outlook: Outlook, left: Cost, gains: Cost, one: Project) -> Aside:
    """What of what is left is needed as soon as what is scarcest has come in."""
    cost = one.cost
    waits = [(cost.of(r) - left.of(r)) / max(1, gains.of(r)) for r in Resource if cost.of(r)]
    turns = max(waits, default=0.0)
    if turns >= _LONGEST_WAIT or outlook.view.open_turn + turns > outlook.last:
        return Aside(one, turns, Cost())
    kept = Cost(*(max(0, ceil(cost.of(r) - gains.of(r) * floor(turns))) for r in Resource))
    return Aside(one, turns, kept)


# A turn ---------------------------------------------------------------------------------


def best_turn(view: View, params: BotParams, stream: Stream) -> Turn:
    """What such a bot does. Raises ValueError for spectators and the fallen."""
    start, thinker = Draft(realm_of(view)), Thinker(look(view, params), params.search)
    found = planner.plan(thinker, start, params, params.search, stream)
    lines = tuple(
        Advised(order, project)
        for step in found.line.steps
        for project in step.proposal.orders
        for order in project.orders
    )
    shorter = shortened(start.realm, [line.order for line in lines])
    written = tuple(lines[place]._replace(order=order) for place, order in shorter)
    return Turn(written, start, found.line.position, thinker.projects)


LEVELS = read(GAME, "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "admiral"
"""Who fills seats without a player, and whose orders the reports advise."""


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        return best_turn(view, self.params, chance.stream("errors")).orders


BOTS = {name: Bot(params) for name, params in LEVELS.items()}


def advice(view: View) -> Turn:
    """What the house bot would do in the place of the view's seat."""
    return best_turn(view, LEVELS[HOUSE], Stream(b""))


def remedy(view: View, sector: Sector) -> tuple[AnyOrder, ...]:
    """What the house bot would do about the danger to an own sector, if anything pays. Raises
    ValueError for spectators and the fallen."""
    params = LEVELS[HOUSE]
    search = replace(params.search, widths=(_ALL,), evaluations=_ALL)
    thinker, start = Thinker(look(view, params), search), Draft(realm_of(view))
    found = planner.remedy(thinker, start, params, search, danger(sector))
    return () if found is None else found.proposal.orders[0].orders
