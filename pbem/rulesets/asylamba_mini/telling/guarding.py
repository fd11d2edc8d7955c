"""How many fleets will be in an own sector when attacks strike it (AM-15)."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Inside, Sector
from pbem.rulesets.asylamba_mini.reckoning.output import output
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm


def guard(realm: Realm, sector: Sector, turn: int) -> int:
    """The fleets that meet an attack of `turn`, as the orders given so far will have it.

    Reinforcements arrive before attacks; what is built in a turn is ready after them.
    """
    productions = turn - realm.turn
    there = realm.sectors[sector].fleets.total + _arriving(realm, sector, turn)
    if not productions:
        return there
    if sector == realm.capital:
        return there + realm.ordered.total
    return there + automatic(realm.sectors[sector], productions)


def _arriving(realm: Realm, sector: Sector, turn: int) -> int:
    """Own missions join the garrison whatever they were sent for (AM-19)."""
    known = (m.course for m in realm.under_way)
    old = sum(one.count for one in known if one.target == sector and one.arrives <= turn)
    return old + sum(
        launch.fleets.total
        for launch in realm.launches
        if launch.target == sector and realm.turn + launch.turns <= turn
    )


def automatic(inside: Inside, turns: int = 1) -> int:
    """The fleets that a sector other than the capital builds by itself in so many turns (AM-9)."""
    return (inside.resources + turns * output(inside.facilities).R) // FIGURES.fleets.cost
