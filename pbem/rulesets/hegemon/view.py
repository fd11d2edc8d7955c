"""What one seat, or a spectator, may know of a game (HG-11): points and the end."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from pbem.engine.api import Player, Seat
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Move


class Standings(msgspec.Struct, frozen=True):
    """The points after one turn, as printed. Seat s is at index s - 1.

    ``scores`` are rounded from the exact sums, so that they may differ by a
    hundredth or two from the sum of the rounded ``points``.
    """

    points: tuple[tuple[Decimal, ...], ...]
    scores: tuple[Decimal, ...]

    def of(self, seat: Seat, item: int) -> Decimal:
        return self.points[seat - 1][item]

    def score(self, seat: Seat) -> Decimal:
        return self.scores[seat - 1]


class Ending(msgspec.Struct, frozen=True):
    """How a game ended (HG-10).

    ``decided_by`` tells what made the difference: the score, the number of
    items led, or nothing, so that the victory is shared. ``leads`` are the
    items led by each seat, at index seat - 1; joint leads count.
    """

    winners: tuple[Seat, ...]
    decided_by: Literal["score", "leads", "shared"]
    leads: tuple[int, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as `seat` sees it; a spectator's has no seat and no move.

    ``turn`` counts the turns played; ``history`` holds the points after each of
    them, from turn 0. ``move`` is the seat's own last valid move, and ``shared`` are its
    partners in the last turn, by item (HG-6).
    """

    seat: Seat | None
    options: Options
    players: tuple[Player, ...]
    turn: int
    history: tuple[Standings, ...]
    move: Move | None
    ending: Ending | None
    shared: tuple[tuple[Seat, ...], ...] = ()

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

    def welcomed(self, index: int) -> tuple[Seat, ...]:
        """Whom the seat gave to and let share in an item in the last turn (HG-5)."""
        if self.seat is None or self.move is None or not self.turn:
            return ()
        policy = self.move.policy(self.options.items[index])
        if policy.partners is None or not policy.allocation or not policy.coop:
            return ()
        then = self.history[-2]
        return tuple(
            player.seat
            for player in self.others
            if policy.partners.holds(then.of(player.seat, index))
        )

    def kept_out(self, index: int) -> tuple[Seat, ...]:
        """Who of those did not share: gave nothing there, or to a range without the seat; which
        of the two it is, nobody is told (HG-6, HG-11)."""
        if not self.shared:
            return ()
        return tuple(seat for seat in self.welcomed(index) if seat not in self.shared[index])


def public(view: View) -> View:
    """What everyone knows of it: the view of a spectator."""
    return msgspec.structs.replace(view, seat=None, move=None, shared=())
