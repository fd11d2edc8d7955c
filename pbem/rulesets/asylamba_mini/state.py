"""The whole truth of a game."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Player, Seat
from pbem.rulesets.asylamba_mini.figures import Fleets, Inside, Means, Sector
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.view import Battle, Course, Ending, Payment, Standing


class SectorTruth(msgspec.Struct, frozen=True):
    """A sector. ``bonus`` is None in a capital of the beginning; ``granted`` tells whether it was
    ever captured (AM-3), ``known_to`` who has owned it since and so knows the bonus."""

    number: Sector
    owner: Seat | None
    inside: Inside
    bonus: str | None = None
    granted: bool = False
    known_to: tuple[Seat, ...] = ()
    megastructures: tuple[str, ...] = ()


class FactionTruth(msgspec.Struct, frozen=True):
    """A faction; ``name`` is the source's (3.5), ``capital`` where it began."""

    seat: Seat
    name: str
    capital: Sector
    means: Means
    alive: bool = True


class Mission(msgspec.Struct, frozen=True):
    """Fleets under way."""

    course: Course
    fleets: Fleets
    payment: Payment = Payment()


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two turns. Sector n is at index n - 1, seat s at index s - 1.

    ``turn`` counts the turns played; ``launches`` the missions ever launched, whose numbers
    are given from it. ``battles`` are those of the last turn; ``history`` holds everyone's
    standing after every turn, from turn 0.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    sectors: tuple[SectorTruth, ...]
    factions: tuple[FactionTruth, ...]
    missions: tuple[Mission, ...] = ()
    launches: int = 0
    battles: tuple[Battle, ...] = ()
    history: tuple[tuple[Standing, ...], ...] = ()
    ending: Ending | None = None
