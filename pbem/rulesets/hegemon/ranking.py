"""Who stands where, as everyone may know it (HG-10, HG-11)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pbem.engine.api import Seat
from pbem.rulesets.hegemon.view import View


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
