"""The whole truth of a game."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import Counts
from pbem.rulesets.parsec.orders import Action
from pbem.rulesets.parsec.view import Holdings, Public


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


class State(Public, frozen=True, kw_only=True):
    """A game between two resolutions. ``people`` are by seat, ``queue`` are turns under way;
    ``dry`` tells that a ship had to be drawn from an empty pool."""

    people: tuple[Person, ...]
    pool: Counts
    queue: tuple[Turn, ...] = ()
    dry: bool = False
