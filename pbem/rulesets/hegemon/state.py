"""The whole truth of a game."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pbem.engine.api import Player
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.view import Ending, Standings


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two turns. Seat s is at index s - 1 everywhere.

    ``turn`` counts the turns played, ``points`` are exact, by seat and item, and
    ``history`` holds them as printed after every turn, from turn 0. ``moves``
    are the last valid moves (HG-3), the only secret there is (HG-11).
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    points: tuple[tuple[Fraction, ...], ...]
    history: tuple[Standings, ...]
    moves: tuple[Move, ...]
    ending: Ending | None = None
