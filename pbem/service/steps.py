"""Names the steps of the service's work in the log, and gives tests a place to stand.

Each step stands right after something became true (a commit, a move, a server's
250), so that a process ended at any of them shows what the next start finds.
"""

from __future__ import annotations

import logging

log = logging.getLogger("pbem.steps")


def step(name: str) -> None:
    """A step was reached: `name` is its room and what has just become true."""
    log.debug(name)
