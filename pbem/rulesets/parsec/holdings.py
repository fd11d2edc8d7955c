"""What a player holds in secret, and what it is worth at the end (PA-14)."""

from __future__ import annotations

import msgspec

from pbem.rulesets.parsec.kinds import KINDS, Counts
from pbem.rulesets.parsec.stance import Stances

Score = tuple[int, int, int, int]
"""The four resources with artifacts laid where they help most, the least first."""


def score(resources: Counts, artifacts: int) -> Score:
    """The score; the first number decides, the others break ties."""
    amounts = sorted(resources.of(kind) for kind in KINDS)
    for _artifact in range(artifacts):
        amounts[0] += 1
        amounts.sort()
    least, second, third, most = amounts
    return least, second, third, most


class Holdings(msgspec.Struct, frozen=True):
    """What a player holds in secret. ``swapped`` ships have left the game; ``course`` has
    resources by kind and artifacts after each of the game's turns, from the beginning."""

    hand: Counts
    resources: Counts = Counts()
    artifacts: int = 0
    stances: Stances = Stances()
    swapped: Counts = Counts()
    course: tuple[tuple[int, int, int, int, int], ...] = ()

    @property
    def score(self) -> Score:
        return score(self.resources, self.artifacts)
