"""Conflicts between transactions: work begun anew that one of them kept from ending."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from pbem.store.errors import is_conflict

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_CONFLICTS = 5
"""So often work is begun anew at once."""


def despite_conflicts(work: Callable[[], T]) -> T:
    """Do something, and anew where PostgreSQL chose it to give way to another transaction: a
    bounded number of times, then raises what the database said. It must begin from what is on
    record."""
    for _try in range(MOST_CONFLICTS):
        try:
            return work()
        except Exception as error:
            if not is_conflict(error):
                raise
            log.debug("begun anew, for another transaction was in the way")
    return work()
