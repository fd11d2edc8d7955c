"""A file that two processes see: what time it is, and how the service fares."""

from __future__ import annotations

import mmap
from datetime import UTC, datetime
from pathlib import Path

JOBS = ("receive", "close", "send")
_NOW, _ROUNDS, _WORKED = 0, 1, 1 + len(JOBS)
_DOUBLES = 1 + 2 * len(JOBS)
_OCTETS = 8


class Shared:
    """The clock of the club, and how many rounds each job has gone and in how many it found work.

    A :class:`pbem.service.clock.Clock`: mail bears the club's own time.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_DOUBLES * _OCTETS))
        with path.open("r+b") as file:
            self._doubles = memoryview(mmap.mmap(file.fileno(), 0)).cast("d")

    def now(self) -> datetime:
        return datetime.fromtimestamp(self._doubles[_NOW], UTC)

    def at(self, real: datetime) -> datetime:
        return real

    def set(self, now: datetime) -> None:
        self._doubles[_NOW] = now.timestamp()

    def note(self, job: str, worked: bool) -> None:
        """A round of a job has ended."""
        self._doubles[_WORKED + JOBS.index(job)] += worked
        self._doubles[_ROUNDS + JOBS.index(job)] += 1

    def rounds(self) -> tuple[float, ...]:
        """How many rounds of each job have ended."""
        return tuple(self._doubles[_ROUNDS:_WORKED])

    def worked(self) -> tuple[float, ...]:
        """How many of them found something to do."""
        return tuple(self._doubles[_WORKED:])
