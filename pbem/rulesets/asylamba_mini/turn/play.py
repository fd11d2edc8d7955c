"""A turn while it is being played: the parts of the state, each replaced as it changes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import (
    FACILITIES,
    Cost,
    Facilities,
    Fleets,
    Grant,
    Inside,
    Means,
    Sector,
)
from pbem.rulesets.asylamba_mini.reckoning.realm import capped
from pbem.rulesets.asylamba_mini.reckoning.routes import Owners
from pbem.rulesets.asylamba_mini.state import FactionTruth, SectorTruth, State
from pbem.rulesets.asylamba_mini.view import Battle


class Play:
    """The working copy of one resolution; nothing outlives it but :meth:`state` and ``events``."""

    def __init__(self, state: State, chance: Chance) -> None:
        self._before = state
        self.chance = chance
        self.options = state.options
        self.turn = state.turn + 1
        self.sectors = {sector.number: sector for sector in state.sectors}
        self.factions = {faction.seat: faction for faction in state.factions}
        self.missions = list(state.missions)
        self.launches = state.launches
        self.events: list[Event] = []
        self.battles: list[Battle] = []
        self.ordered: dict[Seat, Fleets] = {}
        """Fleets that join the capital's garrison at the end of the turn (AM-10)."""
        self.fallen: dict[Seat, Seat] = {}
        """Whose capital fell this turn, and to whom (AM-24)."""

    def state(self) -> State:
        """What stands now, as a state after this turn."""
        return msgspec.structs.replace(
            self._before,
            turn=self.turn,
            sectors=tuple(self.sectors[number] for number in galaxy.SECTORS),
            factions=tuple(self.factions[seat] for seat in sorted(self.factions)),
            missions=tuple(self.missions),
            launches=self.launches,
            battles=tuple(self.battles),
        )

    @property
    def owners(self) -> Owners:
        return tuple(self.sectors[number].owner for number in galaxy.SECTORS)

    def living(self) -> Iterator[FactionTruth]:
        """The factions not eliminated before this turn, by seat."""
        return (self.factions[seat] for seat in sorted(self.factions) if self.factions[seat].alive)

    def owned(self, seat: Seat) -> tuple[SectorTruth, ...]:
        return tuple(sector for sector in self.sectors.values() if sector.owner == seat)

    def has_capital(self, seat: Seat) -> bool:
        return self.sectors[self.factions[seat].capital].owner == seat

    def capitals(self) -> frozenset[Sector]:
        """Where factions began, fallen ones too."""
        return frozenset(faction.capital for faction in self.factions.values())

    def defence_strength(self, seat: Seat) -> int:
        """What megastructures and the faction itself add to defence, in percent (AM-20)."""
        from_wonders = sum(MEGASTRUCTURES[name].defence_strength for name in self._wonders(seat))
        return from_wonders + FACTIONS[self.factions[seat].name].defence_strength

    def attack_strength(self, seat: Seat, *, colonising: bool) -> int:
        """What megastructures and the faction itself add to attack, in percent (AM-20)."""
        from_wonders = sum(MEGASTRUCTURES[name].attack_strength for name in self._wonders(seat))
        own = FACTIONS[self.factions[seat].name].colonisation_strength if colonising else 0
        return from_wonders + own

    def _wonders(self, seat: Seat) -> Iterator[str]:
        return (name for sector in self.owned(seat) for name in sector.megastructures)

    def balance(self, seat: Seat) -> Cost:
        """R of the capital, nothing where it has fallen, and C, S and X."""
        faction = self.factions[seat]
        purse = faction.means.purse
        home = self.sectors[faction.capital].inside.resources if self.has_capital(seat) else 0
        return Cost(home, purse.credits, purse.science, purse.experience)

    def put(self, number: Sector, inside: Inside) -> None:
        """Replace what is in a sector."""
        self.sectors[number] = msgspec.structs.replace(self.sectors[number], inside=inside)

    def put_means(self, seat: Seat, means: Means) -> None:
        self.factions[seat] = msgspec.structs.replace(self.factions[seat], means=means)

    def join(self, number: Sector, fleets: Fleets) -> None:
        """Fleets join a garrison."""
        inside = self.sectors[number].inside
        self.put(number, msgspec.structs.replace(inside, fleets=inside.fleets + fleets))

    def give(self, seat: Seat, grant: Grant, number: Sector | None) -> None:
        """Give a faction what is granted, facilities and fleets to sector `number`.

        With no sector these lapse (AM-22); what goes beyond a maximum is lost (AM-23).
        """
        means = self.factions[seat].means
        self.put_means(
            seat,
            Means(
                technologies=capped(grant, means.technologies),
                purse=means.purse + grant.purse,
                tokens=means.tokens + grant.tokens,
            ),
        )
        if number is not None:
            inside = self.sectors[number].inside
            levels = within_maxima(inside.facilities + grant.facilities)
            fleets = inside.fleets + grant.fleets
            self.put(number, msgspec.structs.replace(inside, facilities=levels, fleets=fleets))


def within_maxima(levels: Facilities) -> Facilities:
    """AM-23."""
    return Facilities(*(min(levels.of(f), FIGURES.facilities[f].maximum) for f in FACILITIES))
