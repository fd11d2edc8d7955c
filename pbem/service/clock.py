"""Whose time it is. Servers stamp mail with real time; a game may run on a faster clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The game's present moment, in UTC."""
        ...

    def at(self, real: datetime) -> datetime:
        """The game's time at a real moment, such as a mail's INTERNALDATE."""
        ...


class SystemClock:
    """Real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def at(self, real: datetime) -> datetime:
        return real


class FastClock:
    """Time that starts now and runs `rate` times as fast: a week of play in minutes."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._start = datetime.now(UTC)
        self._origin = time.monotonic()

    def now(self) -> datetime:
        elapsed = time.monotonic() - self._origin
        return self._start + timedelta(seconds=elapsed * self._rate)

    def at(self, real: datetime) -> datetime:
        return self._start + (real - self._start) * self._rate


class ManualClock:
    """Time that stands still until told to move: for tests and for what-if questions."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def at(self, real: datetime) -> datetime:
        return real

    def move(self, **units: float) -> None:
        """Let time pass: ``move(hours=2)``."""
        self._now += timedelta(**units)
