"""A turn while it is being played: the parts of the state, each replaced as it changes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.api import Event, Seat
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    Cost,
    Facilities,
    Fleets,
    Grant,
    Inside,
    Means,
    Sector,
    within_maxima,
)
from pbem.rulesets.asylamba_mini.galaxy import Owners
from pbem.rulesets.asylamba_mini.mechanics.combat import attack, defence
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
        return replace(
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

    def attack(self, seat: Seat, *, colonising: bool) -> int:
        """A faction's strength in attack, in percent (AM-20)."""
        faction = self.factions[seat]
        level = faction.means.technologies.attack
        return attack(faction.name, level, self._megastructures(seat), colonising=colonising)

    def defence(self, seat: Seat) -> int:
        """A faction's strength in defence, in percent (AM-20)."""
        faction = self.factions[seat]
        level = faction.means.technologies.defence
        return defence(faction.name, level, self._megastructures(seat))

    def _megastructures(self, seat: Seat) -> Iterator[str]:
        return (name for sector in self.owned(seat) for name in sector.megastructures)

    def balance(self, seat: Seat) -> Cost:
        """R of the capital, nothing where it has fallen, and C, S and X."""
        faction = self.factions[seat]
        purse = faction.means.purse
        home = self.sectors[faction.capital].inside.resources if self.has_capital(seat) else 0
        return Cost(home, purse.credits, purse.science, purse.experience)

    def put(self, number: Sector, inside: Inside) -> None:
        """Replace what is in a sector."""
        self.sectors[number] = replace(self.sectors[number], inside=inside)

    def put_means(self, seat: Seat, means: Means) -> None:
        self.factions[seat] = replace(self.factions[seat], means=means)

    def join(self, number: Sector, fleets: Fleets) -> None:
        """Fleets join a garrison."""
        inside = self.sectors[number].inside
        self.put(number, replace(inside, fleets=inside.fleets + fleets))

    def give(self, seat: Seat, grant: Grant, number: Sector | None) -> Grant:
        """Give a faction what is granted, facilities and fleets to sector `number`; returns
        what it really got.

        With no sector these lapse (AM-22); what goes beyond a maximum is lost (AM-23).
        """
        means = self.factions[seat].means
        technologies = within_maxima(means.technologies + grant.technologies)
        tokens = means.tokens + grant.tokens
        self.put_means(seat, Means(technologies, means.purse + grant.purse, tokens))
        got = replace(
            grant,
            technologies=technologies - means.technologies,
            facilities=Facilities(),
            fleets=Fleets(),
        )
        if number is None:
            return got
        inside = self.sectors[number].inside
        levels = within_maxima(inside.facilities + grant.facilities)
        fleets = inside.fleets + grant.fleets
        self.put(number, replace(inside, facilities=levels, fleets=fleets))
        return replace(got, facilities=levels - inside.facilities, fleets=grant.fleets)
