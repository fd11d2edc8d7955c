"""What one seat, or a spectator, may know of a game (AM-27)."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import Player, Seat
from pbem.rulesets.asylamba_mini.figures import Cost, Fleets, Inside, Means, Sector, Tokens
from pbem.rulesets.asylamba_mini.options import Options

MissionKind = Literal["colonise", "conquer", "reinforce", "return"]
"""What a mission is under way for; ``return``: on its way home (AM-19)."""

Token = Literal["technology", "colonisation", "conquest", "either"]


class Payment(msgspec.Struct, frozen=True):
    """What a mission cost its owner at launch: C, X or a token (AM-13, AM-17)."""

    credits: int = 0
    experience: int = 0
    token: Token | None = None

    def __bool__(self) -> bool:
        return bool(self.cost) or self.token is not None

    @property
    def cost(self) -> Cost:
        """The part that is no token."""
        return Cost(C=self.credits, X=self.experience)

    @property
    def tokens(self) -> Tokens:
        """The token as a stock."""
        return Tokens() if self.token is None else Tokens(**{self.token: 1})


class Course(msgspec.Struct, frozen=True):
    """What everyone knows of a mission (AM-27). ``path`` begins where it was launched and ends
    at its target; launched in turn ``launched``, it arrives in turn ``arrives`` (AM-15)."""

    number: int
    owner: Seat
    kind: MissionKind
    path: tuple[Sector, ...]
    launched: int
    arrives: int
    count: int

    @property
    def source(self) -> Sector:
        return self.path[0]

    @property
    def target(self) -> Sector:
        return self.path[-1]

    @property
    def is_attack(self) -> bool:
        return self.kind in ("colonise", "conquer")


class SeenMission(msgspec.Struct, frozen=True):
    """A mission under way; types and payment are its owner's knowledge only."""

    course: Course
    fleets: Fleets | None
    payment: Payment | None


class SeenSector(msgspec.Struct, frozen=True):
    """A sector: ``garrison`` is its number of fleets; ``bonus`` and ``inside`` None are unknown.

    No ``owner``: rebels. A capital of the beginning has no bonus.
    """

    number: Sector
    owner: Seat | None
    garrison: int
    megastructures: tuple[str, ...]
    bonus: str | None
    inside: Inside | None


class SeenFaction(msgspec.Struct, frozen=True):
    """A faction: ``name`` is the source's (3.5), ``capital`` where it began.

    ``means`` are its own knowledge; ``alive`` ends with the loss of the capital (AM-24).
    """

    seat: Seat
    name: str
    capital: Sector
    alive: bool
    means: Means | None


class Standing(msgspec.Struct, frozen=True):
    """Public figures of one faction after a turn; ``fleets`` count those under way."""

    points: int
    sectors: int
    fleets: int


class Side(msgspec.Struct, frozen=True):
    """One side of a fight, in numbers of fleets; no ``seat``: rebels."""

    seat: Seat | None
    before: int
    after: int


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A fight over a sector in the last turn (AM-20), as everyone knows it (AM-27).

    ``captured`` fleets of the loser were taken over by the winner and are in its ``after``.
    """

    sector: Sector
    kind: Literal["colonise", "conquer"]
    attacker: Side
    defender: Side
    taken: bool
    captured: int

    @property
    def winner(self) -> Seat | None:
        """Who won; None: rebels."""
        return self.attacker.seat if self.taken else self.defender.seat

    @property
    def was_fought(self) -> bool:
        """Whether there was a garrison to fight."""
        return self.defender.before > 0


class Ending(msgspec.Struct, frozen=True):
    """How a game ended (AM-25, AM-26).

    ``cause``: 12 points, the last faction standing, all fallen together, or the last turn.
    ``decided_by`` tells what made the difference among the best.
    """

    winners: tuple[Seat, ...]
    cause: Literal["points", "last", "fallen", "turns"]
    decided_by: Literal["points", "sectors", "fleets", "shared"]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as `seat` sees it; a spectator has no seat.

    ``turn`` counts the turns played. ``sectors`` are in ascending order, ``factions`` by
    seat; ``battles`` are those of the last turn, in the order in which they were fought.
    ``history`` holds the standings of all after each turn, from turn 0, by seat.
    """

    seat: Seat | None
    options: Options
    players: tuple[Player, ...]
    turn: int
    sectors: tuple[SeenSector, ...]
    factions: tuple[SeenFaction, ...]
    missions: tuple[SeenMission, ...]
    battles: tuple[Battle, ...]
    history: tuple[tuple[Standing, ...], ...]
    ending: Ending | None

    @property
    def open_turn(self) -> int:
        """The number of the turn that orders are for."""
        return self.turn + 1

    @property
    def standings(self) -> tuple[Standing, ...]:
        return self.history[-1]

    @property
    def me(self) -> SeenFaction | None:
        """The faction of this view's seat."""
        return None if self.seat is None else self.factions[self.seat - 1]

    @property
    def owners(self) -> tuple[Seat | None, ...]:
        """The owner of sector n at index n - 1."""
        return tuple(sector.owner for sector in self.sectors)

    def sector(self, number: Sector) -> SeenSector:
        return self.sectors[number - 1]

    def faction(self, seat: Seat) -> SeenFaction:
        return self.factions[seat - 1]

    def name(self, seat: Seat) -> str:
        """The player's name."""
        return self.players[seat - 1].name

    def owned_by(self, seat: Seat) -> tuple[SeenSector, ...]:
        return tuple(sector for sector in self.sectors if sector.owner == seat)

    def megastructures_of(self, seat: Seat) -> tuple[str, ...]:
        """Those that stand in a faction's sectors."""
        return tuple(name for sector in self.owned_by(seat) for name in sector.megastructures)

    def missions_of(self, seat: Seat) -> tuple[SeenMission, ...]:
        return tuple(mission for mission in self.missions if mission.course.owner == seat)

    def standing(self, seat: Seat) -> Standing:
        return self.standings[seat - 1]


def public(view: View) -> View:
    """What everyone knows of it: the view of a spectator."""
    change = msgspec.structs.replace
    return change(
        view,
        seat=None,
        sectors=tuple(change(sector, bonus=None, inside=None) for sector in view.sectors),
        missions=tuple(change(mission, fleets=None, payment=None) for mission in view.missions),
        factions=tuple(change(faction, means=None) for faction in view.factions),
    )
