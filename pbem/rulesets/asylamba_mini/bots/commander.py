"""How a bot decides: the best project first, each order tried on its own realm (AM-14)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor
from typing import ClassVar

import msgspec

from pbem.engine.api import Ask
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.bots.campaign import attacks, lightest_stay
from pbem.rulesets.asylamba_mini.bots.draft import Draft
from pbem.rulesets.asylamba_mini.bots.economy import works
from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, draw_mood, income, look, worth
from pbem.rulesets.asylamba_mini.bots.project import Project, best_ship
from pbem.rulesets.asylamba_mini.bots.temper import Temper
from pbem.rulesets.asylamba_mini.bots.threat import guards
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, Cost, Resource, Sector
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.orders import Build, Exchange, Orders, Send
from pbem.rulesets.asylamba_mini.view import View

_LONG_GAME = 40
"""Turns; where nobody has won by then, the peaceful levels stand in each other's way."""
_MOST_PROJECTS = 24
_LEAST_RATE = 1.0
_LONGEST_WAIT = 8
"""Turns; what takes longer to pay is not saved for."""
_PLENTY = 400
"""R beyond this becomes fleets, whatever they may be good for."""
_SMALLEST_MOVE = 3
_SPARE_MISSIONS = 2
_GIVEN_AWAY = (Resource.X, Resource.S, Resource.R, Resource.C)
"""What is given in exchanges, the most dispensable first."""


class Commander:
    """Implements :class:`pbem.engine.api.Bot`; the temper makes the level.

    Chance decides its mood of the turn, nothing else.
    """

    temper: ClassVar[Temper]

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        temper = self.temper if view.turn < _LONG_GAME else _roused(self.temper)
        outlook = look(view, temper, draw_mood(chance))
        draft = Draft(realm_of(view))
        kept = guards(outlook, draft.realm)
        draft = _man(draft, kept)
        draft = _pursue(draft, outlook, kept)
        draft = _arm(draft, draft.realm.balance.R - _PLENTY)
        if self.temper.gathers:
            draft = _gather(draft, kept)
        return draft.written()


def _roused(temper: Temper) -> Temper:
    """Now with conquest, and with whatever is left to build."""
    deepest = FIGURES.technologies["engineering"].maximum
    return msgspec.structs.replace(temper, conquers=True, deepest=deepest)


def _man(draft: Draft, kept: Mapping[Sector, int]) -> Draft:
    """Fleets for a capital that has too few."""
    home = draft.realm.capital
    missing = kept[home] - draft.realm.home.fleets.total
    draft = _arm(draft, missing * FIGURES.fleets.cost)
    still = missing - draft.realm.ordered.total
    affordable = draft.realm.balance.C // FIGURES.fleets.cost
    if FACTIONS[draft.realm.faction].builds_with_credits and min(still, affordable) > 0:
        count = min(still, affordable)
        return draft.giving(Build(ship=best_ship(draft.realm), count=count, with_credits=True))
    return draft


def _arm(draft: Draft, spending: int) -> Draft:
    """Fleets for so much R, or all there is."""
    count = min(spending, draft.realm.balance.R) // FIGURES.fleets.cost
    return draft.giving(Build(ship=best_ship(draft.realm), count=count)) if count > 0 else draft


def _pursue(draft: Draft, outlook: Outlook, kept: Mapping[Sector, int]) -> Draft:
    """One project after the other, until none is worth it or can be paid."""
    for _project in range(_MOST_PROJECTS):
        after = _step(draft, outlook, kept)
        if after is None:
            break
        draft = after
    return draft


def _step(draft: Draft, outlook: Outlook, kept: Mapping[Sector, int]) -> Draft | None:
    """The project of the highest rate that can be paid. For better ones that cannot, what they
    need is put aside first."""
    realm = draft.realm
    projects = [*works(outlook, realm), *attacks(outlook, realm, kept)]
    saved, savings = Cost(), 0
    for one in sorted(projects, key=lambda project: -project.rate):
        if one.rate < _LEAST_RATE:
            break
        after = _carry_out(draft, one, saved)
        if after is not None:
            return after
        if savings < outlook.temper.savings:
            saved, savings = saved + _put_aside(realm, one.cost, saved), savings + 1
    return None


def _carry_out(draft: Draft, one: Project, saved: Cost) -> Draft | None:
    """The draft with the project, if need be after an exchange that makes up for what is
    lacking (AM-11) and is worth it; None where it cannot be paid."""
    rate = prices.exchange_rate(draft.realm.faction)
    left = draft.realm.balance - saved - one.cost
    lacking = [r for r in Resource if one.cost.of(r) and left.of(r) < 0]
    if not lacking:
        return draft.trying(one.orders)
    if len(lacking) > 1:
        return None
    lack = -left.of(lacking[0])
    for donor in _GIVEN_AWAY:
        price = Cost.just(donor, lack * rate)
        if left.of(donor) >= lack * rate and one.value >= one.effort + worth(price):
            deal = Exchange(give=donor, get=lacking[0], amount=lack, named="get")
            return draft.trying((deal, *one.orders))
    return None


def _put_aside(realm: Realm, cost: Cost, saved: Cost) -> Cost:
    """What must not be spent now, so that the cost can be paid as soon as what is scarcest
    has come in."""
    left, gains = realm.balance - saved, income(realm)
    waits = [(cost.of(r) - left.of(r)) / max(1, gains.of(r)) for r in Resource if cost.of(r)]
    turns = max(waits, default=0.0)
    if turns >= _LONGEST_WAIT:
        return Cost()
    return Cost(*(max(0, ceil(cost.of(r) - gains.of(r) * floor(turns))) for r in Resource))


def _gather(draft: Draft, kept: Mapping[Sector, int]) -> Draft:
    """Small garrisons join the largest one; one fleet stays, so that nobody walks in."""
    realm = draft.realm
    main = max(realm.sectors, key=lambda n: (realm.sectors[n].fleets.total, n == realm.capital))
    for number in sorted(realm.sectors.keys() - {main, realm.capital}):
        going = lightest_stay(realm.sectors[number].fleets, kept[number] + 1)
        room = draft.realm.most_missions - draft.realm.missions > _SPARE_MISSIONS
        if going.total >= _SMALLEST_MOVE - 1 and room:
            draft = draft.giving(Send(kind="reinforce", fleets=going, source=number, target=main))
    return draft
