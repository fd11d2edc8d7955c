"""The whole truth of a game."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Player, Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.events import Chapter, Ending
from pbem.rulesets.parsec.figures import Counts, Dispute, Galaxy
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import Action
from pbem.rulesets.parsec.view import Holdings


class Turn(msgspec.Struct, frozen=True):
    """A player's turn under way: ``lines`` still to be looked at, and so many orders ``done``, of
    which so many were ``passed``. ``moved`` tells whether a ship has left a hand or the pool."""

    seat: Seat
    lines: tuple[Action, ...] = ()
    harvest: Square | None = None
    done: int = 0
    passed: int = 0
    swapped: bool = False
    moved: bool = False


class Person(msgspec.Struct, frozen=True):
    """A player: what it holds, and its prototype weapons."""

    seat: Seat
    weapons: int
    holdings: Holdings


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two resolutions. ``people`` are by seat.

    ``turn`` counts the resolutions, ``played`` the players' turns that are over; ``mover`` moves
    next, or first in the round. ``queue`` are turns under way, which a ``dispute`` holds up.
    ``gone`` are ships sent, vacated and destroyed; ``idle`` counts turns in which none moved;
    ``dry`` tells that one had to be drawn from an empty pool. ``log`` has the latest chapters.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    played: int
    mover: Seat
    galaxy: Galaxy
    people: tuple[Person, ...]
    pool: Counts
    gone: Counts = Counts()
    queue: tuple[Turn, ...] = ()
    dispute: Dispute | None = None
    idle: int = 0
    dry: bool = False
    log: tuple[Chapter, ...] = ()
    ending: Ending | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return tuple(player.seat for player in self.players)
