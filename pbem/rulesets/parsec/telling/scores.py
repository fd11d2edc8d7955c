"""What one's own resources come to, and what would raise it (PA-14)."""

from __future__ import annotations

from typing import NamedTuple

from pbem.rulesets.parsec.holdings import Holdings
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind


class Missing(NamedTuple):
    """What raises the score: any ``number`` of the ``resources``, artifacts help with the rest."""

    number: int
    resources: Counts

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(kind for kind in KINDS if self.resources.of(kind))


def missing(own: Holdings) -> Missing:
    """What the resources lack of a score that is higher by one."""
    goal = own.score[0] + 1
    lack = Counts(*(max(0, goal - own.resources.of(kind)) for kind in KINDS))
    return Missing(lack.total - own.artifacts, lack)


def needed(own: Holdings) -> tuple[Kind, ...]:
    """The kinds that raise the score, alone or together; none where all four do alike."""
    kinds = missing(own).kinds
    return kinds if len(kinds) < len(KINDS) else ()
