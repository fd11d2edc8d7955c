"""How strong fleets are, the own ones and those of others (AM-20), in percent."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES, Fleets
from pbem.rulesets.asylamba_mini.mechanics.combat import strength
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.view import SeenFaction, SeenSector, View

_REBELS = 105.0
"""One in four rebel sectors has better ships than light ones (AM-4)."""
_LEARNED_A_TURN = 0.01
"""What others may have learned in secret."""


def attack_ratio(realm: Realm, view: View, seen: SeenSector, fleets: Fleets) -> float:
    """How strong `fleets` are in an attack on this sector, compared with who is there."""
    own = FACTIONS[realm.faction].colonisation_strength if seen.owner is None else 0
    added = own + sum(MEGASTRUCTURES[name].attack_strength for name in _own_wonders(realm))
    attack = strength(realm.technologies.attack, added) * _advantage(fleets)
    if seen.owner is None:
        return attack / _REBELS
    return attack / (_defence_of(view, view.faction(seen.owner)))


def defence_ratio(realm: Realm, view: View, rivals: Iterable[SeenFaction], fleets: Fleets) -> float:
    """How strong `fleets` are in defence, compared with the strongest rival's attack."""
    added = FACTIONS[realm.faction].defence_strength
    added += sum(MEGASTRUCTURES[name].defence_strength for name in _own_wonders(realm))
    defence = strength(realm.technologies.defence, added) * _advantage(fleets)
    attacks = (
        strength(0, sum(MEGASTRUCTURES[name].attack_strength for name in _wonders(view, r.seat)))
        for r in rivals
    )
    return defence / max(attacks, default=strength(0))


def _defence_of(view: View, rival: SeenFaction) -> float:
    added = FACTIONS[rival.name].defence_strength
    added += sum(MEGASTRUCTURES[name].defence_strength for name in _wonders(view, rival.seat))
    return strength(0, added) * (1 + _LEARNED_A_TURN * view.turn)


def _own_wonders(realm: Realm) -> list[str]:
    return [name for name, sector in realm.built.items() if sector in realm.sectors]


def _wonders(view: View, seat: Seat) -> list[str]:
    return [name for sector in view.owned_by(seat) for name in sector.megastructures]


def _advantage(fleets: Fleets) -> float:
    """Most fleets are light: who meets them gains by medium ships and loses by heavy ones (3.6)."""
    if not fleets:
        return 1.0
    more, common = FIGURES.fleets.advantage
    gain = more / common
    return (fleets.light + fleets.medium * gain + fleets.heavy / gain) / fleets.total
