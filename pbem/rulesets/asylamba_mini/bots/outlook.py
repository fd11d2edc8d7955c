"""What a bot makes of its view before it decides: how long the game lasts, what is worth what."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.bots.temper import Temper
from pbem.rulesets.asylamba_mini.figures import FACILITIES, FIGURES, Cost, Facilities, Sector
from pbem.rulesets.asylamba_mini.mechanics.prices import sector_points
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.view import SeenFaction, SeenSector, View

_WORTH_OF_R = 0.8
_WORTH_OF_S = 0.4
_WORTH_OF_X = 0.25
_MOODS = (65, 135)
"""Percent."""
_WINNING = 3.0
"""How many times its worth a point has that wins the game."""


class Mood(msgspec.Struct, frozen=True):
    """How the bot is disposed this turn: by what it multiplies points, and output."""

    points: float = 1.0
    output: float = 1.0


_EVEN_TEMPERED = Mood()


def draw_mood(chance: Chance) -> Mood:
    """Moods make bots hard to foretell, and openings less of a clockwork: without them a few
    R more at the start decide games."""
    stream = chance.stream("mood")
    return Mood(*(stream.between(*_MOODS) / 100 for _part in range(2)))


class Outlook(msgspec.Struct, frozen=True):
    """A view, and what follows from it for its seat.

    ``points`` are the own ones, ``remaining`` the turns still to come as far as anybody can
    guess, ``rivals`` the other living factions, ``capitals`` where factions began (AM-24).
    """

    view: View
    temper: Temper
    seat: Seat
    faction: str
    points: int
    remaining: float
    rivals: tuple[SeenFaction, ...]
    capitals: frozenset[Sector]
    mood: Mood = Mood()

    def points_in(self, seen: SeenSector, faction: str) -> int:
        """What a sector counts for a faction (AM-25)."""
        return sector_points(seen.number, seen.bonus, seen.megastructures, faction, self.capitals)

    def worth_of_points(self, points: int) -> float:
        """What so many points more are worth, in C."""
        wins = self.points + points >= FIGURES.points_to_win
        worth_of_one = self.temper.point * self.mood.points
        return worth_of_one * points * (_WINNING if wins else 1.0)

    def worth_of_output(self, levels: Facilities) -> float:
        """What facilities of these levels give until the end, in C."""
        return worth(output(levels)) * self.mood.output * max(0.0, self.remaining - 1)


def look(view: View, temper: Temper, mood: Mood = _EVEN_TEMPERED) -> Outlook:
    """Raises ValueError for spectators and the fallen."""
    me = view.me
    if me is None or not me.alive:
        raise ValueError("only a living faction decides")
    leading = max(standing.points for standing in view.standings)
    remaining = temper.horizon * max(1, FIGURES.points_to_win - leading)
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
        mood=mood,
    )


def worth(cost: Cost) -> float:
    """So much of every resource, in C. C is scarcest, since it buys the right to every sector;
    nobody needs S and X every turn."""
    return cost.C + _WORTH_OF_R * cost.R + _WORTH_OF_S * cost.S + _WORTH_OF_X * cost.X


def output(levels: Facilities) -> Cost:
    """What facilities give a turn (AM-6)."""
    return Cost(*(FIGURES.facilities[name].output * levels.of(name) for name in FACILITIES))


def income(realm: Realm) -> Cost:
    """What the own facilities give a turn, R of the capital only (AM-9)."""
    made = sum((output(inside.facilities) for inside in realm.sectors.values()), Cost())
    return Cost(output(realm.home.facilities).R, made.C, made.S, made.X)
