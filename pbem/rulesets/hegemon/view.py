"""What one seat, or a spectator, may know of a game (HG-11)."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Player, Seat
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.standing import Ending, Standings


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as `seat` sees it; a spectator's has no seat and no move.

    ``turn`` counts the turns played; ``history`` holds the points after each of
    them, from turn 0. ``move`` is the seat's own last valid move.
    """

    seat: Seat | None
    options: Options
    players: tuple[Player, ...]
    turn: int
    history: tuple[Standings, ...]
    move: Move | None
    ending: Ending | None

    @property
    def now(self) -> Standings:
        """The points as they stand."""
        return self.history[-1]

    @property
    def others(self) -> tuple[Player, ...]:
        """Everybody but the owner of this view."""
        return tuple(player for player in self.players if player.seat != self.seat)

    def name(self, seat: Seat) -> str:
        return self.players[seat - 1].name
