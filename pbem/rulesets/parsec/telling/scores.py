"""What one's own resources come to, and which of them is the least (PA-14)."""

from __future__ import annotations

from pbem.rulesets.parsec.holdings import Holdings
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind, just


def laid(own: Holdings) -> Counts:
    """The four resources with artifacts laid where they help most."""
    found = own.resources
    for _artifact in range(own.artifacts):
        found += just(min(KINDS, key=found.of))
    return found


def least(own: Holdings) -> tuple[Kind, ...]:
    """The kinds that decide the score as things stand."""
    found = laid(own)
    lowest = min(found.of(kind) for kind in KINDS)
    return tuple(kind for kind in KINDS if found.of(kind) == lowest)
