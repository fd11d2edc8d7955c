"""How a bot decides: the best projects first, each tried on the realm (AM-14)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

from pbem.engine.api import Ask
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.bots.campaign import attacks
from pbem.rulesets.asylamba_mini.bots.draft import Draft
from pbem.rulesets.asylamba_mini.bots.economy import surplus, works
from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, income, look
from pbem.rulesets.asylamba_mini.bots.project import Project
from pbem.rulesets.asylamba_mini.bots.temper import Temper
from pbem.rulesets.asylamba_mini.bots.threat import guards
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Cost, Fleets, Resource, Sector
from pbem.rulesets.asylamba_mini.orders import Build, Exchange, Orders, Send
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm, realm_of
from pbem.rulesets.asylamba_mini.view import View

_MOST_ROUNDS = 24
_SMALLEST_MOVE = 3


class Commander:
    """Implements :class:`pbem.engine.api.Bot`; the temper makes the level."""

    temper: Temper

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        draft = Draft(realm_of(view))
        outlook = look(view, draft.realm, self.temper)
        kept = guards(outlook, draft.realm)
        draft = _man(draft, kept)
        draft = _pursue(draft, outlook, kept)
        draft = _arm(draft, self.temper.plenty)
        if self.temper.gathers:
            draft = _gather(draft, kept)
        return draft.written()


def _man(draft: Draft, kept: Mapping[Sector, int]) -> Draft:
    """Fleets for a capital that has too few."""
    realm = draft.realm
    missing = kept[realm.capital] - realm.home.fleets.total
    if missing <= 0:
        return draft
    return _build(draft, missing)


def _build(draft: Draft, wanted: int) -> Draft:
    count = min(wanted, draft.realm.balance.R // FIGURES.fleets.cost)
    ship = "medium" if draft.realm.unlocked("medium") else "light"
    return draft.giving(Build(ship=ship, count=count)) if count > 0 else draft


def _pursue(draft: Draft, outlook: Outlook, kept: Mapping[Sector, int]) -> Draft:
    """The project of the highest rate that can be paid, again and again; for a better one that
    cannot, its cost is put aside."""
    for _round in range(_MOST_ROUNDS):
        after = _step(draft, outlook, kept)
        if after is None:
            break
        draft = after
    return draft


def _step(draft: Draft, outlook: Outlook, kept: Mapping[Sector, int]) -> Draft | None:
    temper, realm = outlook.temper, draft.realm
    ranked = sorted(
        (*works(outlook, realm), *attacks(outlook, realm, kept)), key=lambda p: -p.rate
    )
    saved, savings, gains = Cost(), 0, income(realm)
    for one in ranked:
        if one.rate < temper.least_return:
            return None
        if _fits(realm, one.cost, saved):
            after = draft.trying_all(one.orders)
        else:
            after = _bartering(draft, outlook, one, saved)
        if after is not None:
            return after
        if savings < temper.savings:
            saved, savings = saved + _put_aside(realm, one.cost, saved, gains, temper.longest_wait), savings + 1
    return None


def _put_aside(realm: Realm, cost: Cost, saved: Cost, gains: Cost, longest: float) -> Cost:
    """What must not be spent now, so that the cost can be paid as soon as what is scarcest
    has come in."""
    balance = realm.balance - saved
    waits = [
        (cost.of(r) - balance.of(r)) / max(1, gains.of(r)) for r in Resource if cost.of(r)
    ]
    turns = min(longest, max(waits, default=0.0))
    if turns >= longest:
        return Cost()
    return Cost(*(max(0, ceil(cost.of(r) - gains.of(r) * floor(turns))) for r in Resource))


def _fits(realm: Realm, cost: Cost, saved: Cost) -> bool:
    balance = realm.balance
    return all(
        not cost.of(r) or cost.of(r) + saved.of(r) <= balance.of(r) for r in Resource
    )


def _bartering(draft: Draft, outlook: Outlook, wanted: Project, saved: Cost) -> Draft | None:
    """The project after an exchange, where one surplus makes up for one lack (AM-11)."""
    realm = draft.realm
    rate = prices.exchange_rate(realm.faction)
    free = realm.balance - saved - wanted.cost
    lacking = [r for r in Resource if free.of(r) < 0]
    if len(lacking) != 1:
        return None
    lack = -free.of(lacking[0])
    for donor in surplus(realm):
        if donor != lacking[0] and free.of(donor) >= lack * rate:
            effort = wanted.effort + outlook.worth(Cost.just(donor, lack * rate))
            if wanted.value < outlook.temper.trade * effort:
                continue
            deal = Exchange(give=donor, get=lacking[0], amount=lack, named="get")
            return draft.trying_all((deal, *wanted.orders))
    return None


def _arm(draft: Draft, plenty: int) -> Draft:
    """R beyond all use becomes fleets."""
    spare = draft.realm.balance.R - plenty
    return _build(draft, spare // FIGURES.fleets.cost) if spare > 0 else draft


def _gather(draft: Draft, kept: Mapping[Sector, int]) -> Draft:
    """Small garrisons join the largest one."""
    realm = draft.realm
    main = max(realm.sectors, key=lambda n: (realm.sectors[n].fleets.total, n == realm.capital))
    for number in sorted(realm.sectors):
        fleets = realm.sectors[number].fleets
        if number in (main, realm.capital) or fleets.total < _SMALLEST_MOVE + kept[number]:
            continue
        if draft.realm.missions >= draft.realm.most_missions - 2:
            break
        moving = Fleets(
            max(0, fleets.light - 1 - kept[number]), fleets.medium, fleets.heavy
        )
        if moving:
            draft = draft.giving(Send(kind="reinforce", fleets=moving, source=number, target=main))
    return draft
