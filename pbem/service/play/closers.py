"""Turns that processes beside the service work out: what comes of them, and every report with its
pictures. The service has but to write them down, and its processor for mail."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from pbem.service.clock import ManualClock
from pbem.service.config import Config
from pbem.service.context import Context, context_of
from pbem.service.play.close import Begun, begin_closing
from pbem.service.processes import Outcome, Processes

PATIENCE = 300.0
"""Seconds for which a turn is waited for that takes a tenth of one."""


class Closers:
    """So many processes (`workers`; 0: none) for the games of a service. Safe to use from several
    threads."""

    def __init__(self, config: Config, base: Path, workers: int) -> None:
        # What the processes do by themselves they do without processes of their own.
        service = msgspec.structs.replace(config.service, workers=0)
        self._config = msgspec.json.encode(msgspec.structs.replace(config, service=service))
        self._base = base
        self._processes = Processes(workers, PATIENCE)

    def begin(self, game: str, now: datetime) -> Outcome[Begun]:
        """Begin to work out what closing a game's open turn at this moment will write. None comes
        of it where that fails, or where there are no processes."""
        return self._processes.begin(_worked_out, self._config, self._base, game, now)

    def close(self) -> None:
        """End the processes. They start anew where there is more to do."""
        self._processes.close()


def _worked_out(config: bytes, base: Path, game: str, now: datetime) -> Begun:
    """In a process, which reads the game by itself."""
    return begin_closing(replace(_context(config, base), clock=ManualClock(now)), game)


@cache
def _context(config: bytes, base: Path) -> Context:
    return context_of(msgspec.json.decode(config, type=Config), base)
