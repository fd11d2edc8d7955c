"""What a bot makes of its view before it decides: how long the game lasts, who is strong."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.bots.temper import Temper
from pbem.rulesets.asylamba_mini.figures import BONUSES, FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import Cost, Fleets, Inside, Sector
from pbem.rulesets.asylamba_mini.reckoning.combat import strength
from pbem.rulesets.asylamba_mini.reckoning.points import sector_points
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.view import SeenFaction, View


class Outlook(msgspec.Struct, frozen=True):
    """A view, and what follows from it for its seat.

    ``remaining`` is the number of turns still to come, as far as anybody can guess;
    ``capitals`` are where factions began (AM-24).
    """

    view: View
    temper: Temper
    seat: Seat
    faction: str
    points: int
    remaining: float
    rivals: tuple[SeenFaction, ...]
    capitals: frozenset[Sector]

    def points_in(self, sector: Sector, seat: Seat | None = None) -> int:
        """What a sector is worth to the own faction, or to another."""
        seen = self.view.sector(sector)
        name = self.faction if seat is None else self.view.faction(seat).name
        return sector_points(sector, seen.bonus, seen.megastructures, name, self.capitals)

    def points_value(self, points: int) -> float:
        """What so many points more are worth, as C; those that win the game are worth more."""
        factor = 3.0 if self.points + points >= FIGURES.points_to_win else 1.0
        return self.temper.point * points * factor

    def worth(self, cost: Cost) -> float:
        """So much of every resource, as C."""
        t = self.temper
        return cost.C + t.worth_r * cost.R + t.worth_s * cost.S + t.worth_x * cost.X


def look(view: View, realm: Realm, temper: Temper) -> Outlook:
    """Raises ValueError for spectators and the fallen."""
    me = view.me
    if me is None or not me.alive:
        raise ValueError("only a living faction decides")
    leading = max(standing.points for standing in view.standings)
    missing = max(1, FIGURES.points_to_win - leading)
    remaining = temper.horizon * missing
    if temper.per_point:
        gains = income(realm)
        rate = gains.C + temper.worth_r * gains.R + temper.worth_s * gains.S + temper.worth_x * gains.X
        own = (FIGURES.points_to_win - view.standing(me.seat).points) * temper.per_point / max(1, rate)
        remaining = min(temper.longest, own)
    if view.options.max_turns is not None:
        remaining = min(remaining, view.options.max_turns - view.turn)
    return Outlook(
        view=view,
        temper=temper,
        seat=me.seat,
        faction=me.name,
        points=view.standing(me.seat).points,
        remaining=remaining,
        rivals=tuple(f for f in view.factions if f.alive and f.seat != me.seat),
        capitals=frozenset(faction.capital for faction in view.factions),
    )


def income(realm: Realm) -> Cost:
    """What the own facilities give a turn; R of the capital only (AM-6)."""
    each = {name: table.output for name, table in FIGURES.facilities.items()}
    levels = [inside.facilities for inside in realm.sectors.values()]
    return Cost(
        R=each["refinery"] * realm.home.facilities.refinery,
        C=each["hub"] * sum(level.hub for level in levels),
        S=each["technosphere"] * sum(level.technosphere for level in levels),
        X=each["school"] * sum(level.school for level in levels),
    )


def own_attack(realm: Realm, fleets: Fleets, *, colonising: bool) -> float:
    """Strength in percent against light ships."""
    figures = FACTIONS[realm.faction]
    wonders = [MEGASTRUCTURES[name] for name, at in realm.built.items() if at in realm.sectors]
    added = sum(wonder.attack_strength for wonder in wonders)
    added += figures.colonisation_strength if colonising else 0
    return strength(realm.technologies.attack, added) * _advantage(fleets)


def own_defence(realm: Realm, fleets: Fleets) -> float:
    """Strength in percent against light ships."""
    wonders = [MEGASTRUCTURES[name] for name, at in realm.built.items() if at in realm.sectors]
    added = sum(wonder.defence_strength for wonder in wonders)
    added += FACTIONS[realm.faction].defence_strength
    return strength(realm.technologies.defence, added) * _advantage(fleets)


def defence_of(view: View, rival: SeenFaction) -> float:
    """What everyone knows of another's strength in defence, in percent."""
    added = sum(MEGASTRUCTURES[name].defence_strength for name in _wonders(view, rival.seat))
    return strength(0, added + FACTIONS[rival.name].defence_strength)


def attack_of(view: View, rival: SeenFaction) -> float:
    """What everyone knows of another's strength in attack, in percent."""
    added = sum(MEGASTRUCTURES[name].attack_strength for name in _wonders(view, rival.seat))
    return strength(0, added)


def _wonders(view: View, seat: Seat) -> list[str]:
    return [name for sector in view.owned_by(seat) for name in sector.megastructures]


def _advantage(fleets: Fleets) -> float:
    """Who meets light ships gains by medium ones and loses by heavy ones (3.6)."""
    if not fleets:
        return 1.0
    more, common = FIGURES.fleets.advantage
    factor = more / common
    return (fleets.light + fleets.medium * factor + fleets.heavy / factor) / fleets.total


def known_facilities(view: View, number: Sector) -> Inside | None:
    """What is known of a foreign sector's inside, which its bonus tells in part."""
    seen = view.sector(number)
    if seen.inside is not None or seen.bonus is None:
        return seen.inside
    return Inside(facilities=BONUSES[seen.bonus].facilities)
