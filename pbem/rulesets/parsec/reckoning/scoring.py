"""What resources and artifacts are worth at the end (PA-14)."""

from __future__ import annotations

from pbem.rulesets.parsec.kinds import KINDS, Counts

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
