"""The whole truth of a game."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Player
from pbem.maps.board import Board
from pbem.rulesets.god_unit.figures import Site, Thing, Unit, Work
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.view import AnyEntry, Built, Ending, Home, Side, Standing


class Factory(msgspec.Struct, frozen=True):
    """A factory; no ``work`` where it idles, and only there."""

    site: Site
    work: Work | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two turns. ``homes``, ``sides`` and each entry of ``history`` are by seat.

    ``turn`` counts the turns played; before the first one factories are placed, if there are
    no units (GU-7). ``log`` is the last turn's; ``history`` begins with turn 0.
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    board: Board
    homes: tuple[Home, ...]
    evenness: int
    sides: tuple[Side, ...]
    units: tuple[Unit, ...] = ()
    factories: tuple[Factory, ...] = ()
    things: tuple[Thing, ...] = ()
    built: tuple[Built, ...] = ()
    log: tuple[AnyEntry, ...] = ()
    history: tuple[tuple[Standing, ...], ...] = ()
    ending: Ending | None = None

    @property
    def is_placing(self) -> bool:
        """Whether factories are still to be placed (GU-7)."""
        return self.turn == 0 and not self.units
