"""Small truths of Asylamba Mini on the table of a test, and turns played from them.

Seat 1 has its capital in 18, seat 2 in 21, seat 3 in 27, then 33, 24, 30 and 36. All other
sectors are rebels' with six light fleets and a spy, until a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Player, Seat
from pbem.engine.language import Refusal
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.events import BattleTypes, OrderDone, OrderRefused
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Inside,
    Means,
    Purse,
    Sector,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Orders
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from pbem.rulesets.asylamba_mini.state import FactionTruth, Mission, SectorTruth, State
from pbem.rulesets.asylamba_mini.view import Battle, Course, MissionKind, Payment, Standing, View

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fay", "Gus")
CAPITALS: tuple[Sector, ...] = (18, 21, 27, 33, 24, 30, 36)
PLAIN = ("Ligue", "Negore", "Aphera")
"""Factions whose gifts touch neither fights nor missions."""
SECRET = bytes(range(32))
REBELS = Inside(fleets=Fleets(light=6))
BONUS = "spy"
ONE = Fleets(light=1)
EMPTY = Fleets()
UNPAID = Payment()

rules = AsylambaRules()


def players(count: int) -> tuple[Player, ...]:
    return tuple(Player(seat, NAMES[seat - 1]) for seat in range(1, count + 1))


def drawn(count: int = 3, secret: bytes = SECRET, **options: Any) -> State:
    """A game as it is really set up, everything drawn; all with the same stocks (AM-2)."""
    return rules.setup(
        Options(**{"balance": "source", **options}), players(count), Chance(secret, 0)
    )


def new_game(*factions: str, **options: Any) -> Game:
    """A game of these factions, seat by seat, in the fixed galaxy of this module."""
    names = factions or PLAIN
    state = drawn(len(names), factions=names, **options)
    homes = dict(zip(CAPITALS, state.factions, strict=False))
    sectors = tuple(_at_first(state, number, homes) for number in galaxy.SECTORS)
    moved = tuple(
        msgspec.structs.replace(faction, capital=capital) for capital, faction in homes.items()
    )
    return Game(msgspec.structs.replace(state, sectors=sectors, factions=moved))


def _at_first(state: State, number: Sector, homes: Mapping[Sector, FactionTruth]) -> SectorTruth:
    if number not in homes:
        return SectorTruth(number=number, owner=None, inside=REBELS, bonus=BONUS)
    home = state.sectors[homes[number].capital - 1]
    return msgspec.structs.replace(home, number=number)


Why = tuple[str, dict[str, Any]]
"""A refusal's sentence and its fields."""


def told(refusal: Refusal) -> Why:
    return refusal.message, dict(refusal.fields)


def why(message: str, **fields: str | int) -> Why:
    return message, fields


def refusal(message: str, **fields: str | int) -> Refusal:
    return Refusal(message, fields=tuple(fields.items()))


@dataclass(frozen=True)
class Game:
    """A truth, and others made from it; every method leaves this one as it is."""

    state: State

    def sector(self, number: Sector) -> SectorTruth:
        return self.state.sectors[number - 1]

    def inside(self, number: Sector) -> Inside:
        return self.sector(number).inside

    def fleets(self, number: Sector) -> Fleets:
        return self.inside(number).fleets

    def means(self, seat: Seat) -> Means:
        return self.state.factions[seat - 1].means

    def view(self, seat: Seat | None) -> View:
        return rules.view(self.state, seat)

    def with_sector(self, number: Sector, **changes: Any) -> Game:
        """Another sector: fields of SectorTruth and of Inside alike."""
        sector = self.sector(number)
        inside = changes.pop("inside", sector.inside)
        within = {name: changes.pop(name) for name in Inside.__struct_fields__ if name in changes}
        inside = msgspec.structs.replace(inside, **within)
        made = msgspec.structs.replace(sector, inside=inside, **changes)
        sectors = list(self.state.sectors)
        sectors[number - 1] = made
        return self._with(sectors=tuple(sectors))

    def owning(self, seat: Seat, *numbers: Sector, **inside: Any) -> Game:
        """Sectors captured earlier: empty but for what is said of their inside."""
        game = self
        for number in numbers:
            sector = msgspec.structs.replace(
                game.sector(number), owner=seat, granted=True, known_to=(seat,), inside=Inside()
            )
            sectors = [sector if s.number == number else s for s in game.state.sectors]
            game = game._with(sectors=tuple(sectors)).with_sector(number, **inside)
        return game

    def with_faction(
        self,
        seat: Seat,
        *,
        technologies: Technologies | None = None,
        purse: Purse | None = None,
        tokens: Tokens | None = None,
    ) -> Game:
        old = self.means(seat)
        means = Means(
            old.technologies if technologies is None else technologies,
            old.purse if purse is None else purse,
            old.tokens if tokens is None else tokens,
        )
        factions = tuple(
            msgspec.structs.replace(faction, means=means) if faction.seat == seat else faction
            for faction in self.state.factions
        )
        return self._with(factions=factions)

    def under_way(
        self,
        owner: Seat,
        kind: MissionKind,
        *path: Sector,
        fleets: Fleets = ONE,
        launched: int = 0,
        arrives: int = 1,
        payment: Payment = UNPAID,
    ) -> Game:
        """A mission launched earlier; it arrives in the turn that is played next."""
        number = self.state.launches + 1
        course = Course(number, owner, kind, path, launched, arrives, fleets.total)
        missions = (*self.state.missions, Mission(course, fleets, payment))
        return self._with(missions=missions, launches=number)

    def with_points(self, *points: int) -> Game:
        """The victory points of the last turn's end, seat by seat."""
        standings = tuple(Standing(points=p, sectors=1, fleets=4) for p in points)
        return self._with(history=(*self.state.history[:-1], standings))

    def play(
        self,
        orders: Mapping[Seat, Iterable[AnyOrder]] | None = None,
        chance: Chance | None = None,
    ) -> Played:
        """One turn."""
        answers = {seat: Orders(tuple(given)) for seat, given in (orders or {}).items()}
        drawing = chance or Chance(SECRET, self.state.turn + 1)
        return Played(*rules.resolve(self.state, answers, drawing))

    def _with(self, **changes: Any) -> Game:
        return Game(msgspec.structs.replace(self.state, **changes))


@dataclass(frozen=True)
class Played(Game):
    """A game after a turn, and what happened in it."""

    events: tuple[Event, ...]

    def heard(self, seat: Seat | None, kind: type[Event] = Event) -> list[Any]:
        return [event for event in news_for(seat, self.events) if isinstance(event, kind)]

    @property
    def battles(self) -> tuple[Battle, ...]:
        return self.state.battles

    def skirmishes(self) -> list[int]:
        """Of each fight, as both sides are told."""
        return [event.skirmishes for event in self.events if isinstance(event, BattleTypes)]

    def done(self, seat: Seat) -> list[Done]:
        return [event.done for event in self.heard(seat, OrderDone)]

    def refusals(self, seat: Seat) -> list[Why]:
        return [told(event.refusal) for event in self.heard(seat, OrderRefused)]

    def whys(self, seat: Seat) -> list[str]:
        return [message for message, _fields in self.refusals(seat)]


class Scripted(Stream):
    """A stream that gives these numbers, one a draw, and fails where they run out."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(b"")
        self.left = list(numbers)

    def below(self, n: int) -> int:
        number = self.left.pop(0)
        assert 0 <= number < n, f"{number} cannot be drawn below {n}"
        return number


class _Certain(Stream):
    """The lowest numbers or the highest: a fight drawn from it has one winner throughout."""

    def __init__(self, *, lowest: bool) -> None:
        super().__init__(b"")
        self._lowest = lowest

    def below(self, n: int) -> int:
        return 0 if self._lowest else n - 1


class Loaded(Chance):
    """Chance whose fights are settled: "AD" lets the attacker win every skirmish of the first
    fight, the defender those of the second; later ones go as the last. `streams` are given
    by label instead."""

    def __init__(self, fights: str = "A", **streams: Stream) -> None:
        super().__init__(SECRET, 1)
        self._fights = fights
        self._streams = streams

    def stream(self, label: str) -> Stream:
        if label in self._streams:
            return self._streams[label]
        if label.startswith("fight/"):
            number = min(int(label.removeprefix("fight/")), len(self._fights) - 1)
            return _Certain(lowest=self._fights[number] == "A")
        return super().stream(label)


def totals(state: State) -> dict[Seat, int]:
    """All fleets by owner, rebels under 0, those under way included."""
    found = dict.fromkeys(range(len(state.players) + 1), 0)
    for sector in state.sectors:
        found[sector.owner or 0] += sector.inside.fleets.total
    for mission in state.missions:
        found[mission.course.owner] += mission.fleets.total
    return found


def levels(**facilities: int) -> Facilities:
    """The facilities of a capital at the start, but for those named."""
    return Facilities(**{"refinery": 4, "hub": 4, **facilities})


class Probe(Stream):
    """The attacker wins throughout; remembers every chance it was asked for."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.asked: list[Fraction] = []

    def below(self, n: int) -> int:
        return 0

    def strikes(self, numerator: int, denominator: int) -> bool:
        self.asked.append(Fraction(numerator, denominator))
        return True


def odds_in(game: Game, number: int = 0) -> Fraction:
    """The chance of the attacker in the first skirmish of a fight of the next turn."""
    probe = Probe()
    game.play(chance=Loaded("A", **{f"fight/{number}": probe}))
    return probe.asked[0]
