"""What hands that nobody sees may hold: each ship out of sight as likely in any of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, Kind, counted
from pbem.rulesets.parsec.view import View

Hidden = Mapping[Kind, int]
"""Ships that are in the pool, in others' hands, or were swapped by others."""


def hidden_ships(view: View) -> Hidden:
    """What is left of each kind once all that the view's seat knows of is taken away.

    The settlers of the first systems came from nowhere (PA-1), so that some more may seem to be
    gone than there were. Raises ValueError for spectators.
    """
    if view.own is None:
        raise ValueError("a spectator has no hand")
    settled = counted(one.kind for one in view.galaxy.settlements)
    known = view.own.hand + view.own.swapped + view.gone + settled
    first = {"science": _FIRST}
    return {
        kind: max(0, FIGURES.pool.of(kind) + first.get(kind, 0) - known.of(kind)) for kind in KINDS
    }


_FIRST = FIGURES.random.artifacts
"""Scientists who live on artifacts at the start, on drawn boards and on the default one."""


class Odds:
    """How likely a hand of `ships` has at least so many of a kind."""

    def __init__(self, hidden: Hidden, ships: int) -> None:
        self._ships = min(ships, sum(hidden.values()))
        total = sum(hidden.values())
        self.share: Mapping[Kind, float] = {
            kind: count / total if total else 1 / len(KINDS) for kind, count in hidden.items()
        }
        self._tails = {kind: _tail(total, count, self._ships) for kind, count in hidden.items()}

    def at_least(self, kind: Kind, count: int) -> float:
        """The chance of `count` or more; certain for none."""
        if count <= 0:
            return 1.0
        return self._tails[kind][count] if count <= self._ships else 0.0


def _tail(total: int, count: int, drawn: int) -> list[float]:
    """For each number up to `drawn`, the chance of so many or more (hypergeometric)."""
    ways = comb(total, drawn)
    exactly = [comb(count, n) * comb(total - count, drawn - n) / ways for n in range(drawn + 1)]
    return [min(1.0, sum(exactly[n:])) for n in range(drawn + 1)]
