"""How many fleets, and of which type, a proposed mission takes along."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from pbem.rulesets.asylamba_mini.figures import SHIPS, Fleets, Sector, Ship
from pbem.rulesets.asylamba_mini.mechanics.combat import attack, defence, odds, strength
from pbem.rulesets.asylamba_mini.mechanics.forecast import Target
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.view import View

_SUPERIOR = {"colonise": Fraction(7, 5), "conquer": Fraction(8, 5)}
"""How much stronger than the garrison seen an attack should be to be proposed."""

_STAYS = 2
"""So many fleets stay in the capital, or a third, where that is more; one stays elsewhere: an
empty sector falls without a fight."""

_MEANWHILE = 3
"""So many fleets may join the garrison of a faction's sector in each turn of the way there."""

_AGAINST_REBELS: tuple[Ship, ...] = ("medium", "light", "heavy")
"""Most rebels are light: medium beats light, and heavy loses to it (AM-4, AM-20)."""

_HEAVIEST_FIRST: tuple[Ship, ...] = tuple(reversed(SHIPS))


def spare(realm: Realm, source: Sector) -> Fleets:
    """What can leave a sector without leaving it bare; the lightest stay."""
    here, left = realm.sectors[source].fleets, _spared(realm, source)
    chosen = Fleets()
    for ship in _HEAVIEST_FIRST:
        chosen = chosen.having(ship, min(here.of(ship), left - chosen.total))
    return chosen


def _spared(realm: Realm, source: Sector) -> int:
    here = realm.sectors[source].fleets.total
    stays = max(_STAYS, here // 3) if source == realm.capital else 1
    return max(0, here - stays)


@dataclass(frozen=True)
class Demand:
    """What an attack needs: ``outweighs`` so many fleets of the garrison, each of a type taking
    on as many as ``worth`` says, the types in the order in which they are taken."""

    outweighs: Fraction
    worth: tuple[tuple[Ship, Fraction], ...]

    def met_by(self, realm: Realm, source: Sector) -> Fleets | None:
        """What should do, and one fleet more, of what `source` can spare; None: too little."""
        here, most = realm.sectors[source].fleets, _spared(realm, source)
        missing, chosen = self.outweighs, Fleets()
        for ship, each in self.worth:
            wanted = ceil(missing / each) + 1
            count = max(0, min(wanted, here.of(ship), most - chosen.total))
            chosen = chosen.having(ship, count)
            if count >= wanted:
                return chosen
            missing -= count * each
        return None


def demand(view: View, realm: Realm, target: Target) -> Demand:
    """Against light rebels, or a faction's unknown types with what all know of its defence
    (AM-20, AM-27)."""
    colonising = target.kind == "colonise"
    mine = attack(
        realm.faction, realm.technologies.attack, realm.megastructures, colonising=colonising
    )
    owner = view.sector(target.sector).owner
    if owner is None:
        outweighs = target.garrison * _SUPERIOR["colonise"]
        return Demand(outweighs, tuple((ship, _edge(ship, mine)) for ship in _AGAINST_REBELS))
    wonders = (name for sector in view.owned_by(owner) for name in sector.megastructures)
    edge = Fraction(mine, defence(view.faction(owner).name, 0, wonders))
    outweighs = (target.garrison + _MEANWHILE * target.route.turns) * _SUPERIOR["conquer"]
    return Demand(outweighs, tuple((ship, edge) for ship in _HEAVIEST_FIRST))


def _edge(ship: Ship, mine: int) -> Fraction:
    """How many light rebels of even strength one of a type outweighs."""
    won, all_of_them = odds(ship, mine, "light", strength(0))
    return Fraction(won, all_of_them - won)


def ship_to_build(realm: Realm) -> Ship:
    """Medium as soon as it can be had: it beats the light ones, of which there are most."""
    return "medium" if realm.unlocked("medium") else "light"
