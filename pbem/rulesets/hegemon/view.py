"""What one seat, or a spectator, may know of a game (HG-11): points, ranks and the end."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Rank:
    """A player's place; equal scores share one. ``change`` is since the turn before."""

    place: int
    seat: Seat
    score: Decimal
    change: Decimal


def ranking(view: View) -> tuple[Rank, ...]:
    """All players, best first; at the end the winners come before all others."""
    before = view.history[-2] if view.turn else view.now
    winners = view.ending.winners if view.ending is not None else ()
    keys = {p.seat: (p.seat not in winners, -view.now.score(p.seat)) for p in view.players}
    return tuple(
        Rank(
            place=1 + sum(other < keys[seat] for other in keys.values()),
            seat=seat,
            score=view.now.score(seat),
            change=view.now.score(seat) - before.score(seat),
        )
        for seat in sorted(keys, key=lambda seat: (keys[seat], seat))
    )


def public(view: View) -> View:
    """What everyone knows of it: the view of a spectator."""
    return msgspec.structs.replace(view, seat=None, move=None)
