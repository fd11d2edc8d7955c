"""What a bot makes of its view before it decides: what it needs, and what others may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.parsec.bots.odds import Odds, hidden_ships
from pbem.rulesets.parsec.bots.temper import Temper
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.reckoning.harvest import harvestable
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.view import View

Amounts = tuple[int, int, int, int]
"""Resources in the order of KINDS."""

BEATEN_LEADER = 0.3
"""What it costs to bring a beaten leader back, in resources all around."""
_SHIPS_A_TURN = 2.2
"""That leave the pool in a player's turn."""
_TAKERS = 0.4
"""So many merchant leaders will find artifacts to take, on the average, where none has yet."""
_EVEN = 1.0
_EVEN_A_TURN = 0.25
"""How far the resources may lie apart before only the least one counts, at the end, and for each
turn that is still to come."""


class Outlook(msgspec.Struct, frozen=True):
    """A view, and what follows from it for its seat.

    ``left`` are the turns that the seat has still to come after this one, as far as anybody can
    guess; ``evenness`` tells how far apart resources are still no harm.
    """

    temper: Temper
    seat: Seat
    rivals: tuple[Seat, ...]
    amounts: Amounts
    artifacts: int
    left: float
    evenness: float
    odds: Odds

    @property
    def share(self) -> float:
        """What it is worth that one rival has a resource less."""
        return self.temper.rivalry / len(self.rivals) / len(KINDS)

    def utility(self, amounts: Sequence[int], artifacts: int) -> float:
        """What resources are worth: the least of them counts most, the sooner the end comes the
        more so. One more of each is worth 1."""
        held = laid(amounts, artifacts)
        return min(held) - self.evenness * log(sum(self._pulls(held)) / len(KINDS))

    def needs(self, amounts: Sequence[int], artifacts: int) -> Mapping[Kind, float]:
        """What one more of each is worth; together 1."""
        pulls = self._pulls(laid(amounts, artifacts))
        total = sum(pulls)
        return {kind: pull / total for kind, pull in zip(KINDS, pulls, strict=True)}

    def _pulls(self, held: Sequence[int]) -> list[float]:
        """How much each amount counts beside the least one."""
        least = min(held)
        return [exp((least - amount) / self.evenness) for amount in held]


def look(view: View, temper: Temper) -> Outlook:
    """Raises ValueError for spectators."""
    if view.own is None or view.seat is None:
        raise ValueError("a spectator decides nothing")
    resources, left = view.own.resources, _turns_left(view)
    return Outlook(
        temper=temper,
        seat=view.seat,
        rivals=tuple(seat for seat in view.seats if seat != view.seat),
        amounts=(
            resources.government,
            resources.science,
            resources.merchant,
            resources.mining,
        ),
        artifacts=view.own.artifacts,
        left=left,
        evenness=_EVEN + _EVEN_A_TURN * left,
        odds=Odds(hidden_ships(view), FIGURES.hand),
    )


def _turns_left(view: View) -> float:
    """The sooner of the two usual ends (PA-14): an empty pool, or few artifacts, of which each
    merchant leader that can takes one in a turn."""
    by_pool = view.pool / _SHIPS_A_TURN / len(view.seats)
    space = Space(view.galaxy)
    takers = sum(bool(harvestable(space, seat)) for seat in view.seats)
    spare = max(0, len(view.galaxy.artifacts) - FIGURES.few_artifacts)
    return min(by_pool, spare / max(takers, _TAKERS))


def laid(amounts: Sequence[int], artifacts: int) -> list[int]:
    """Resources by kind with artifacts laid where they help most (PA-14)."""
    found = list(amounts)
    for _artifact in range(artifacts):
        found[found.index(min(found))] += 1
    return found
