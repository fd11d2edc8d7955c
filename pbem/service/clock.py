"""Whose time it is. Servers stamp mail with real time; a game may run on a faster clock."""

from __future__ import annotations

import logging
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

from sqlalchemy.exc import DBAPIError

from pbem.store.database import Database

log = logging.getLogger(__name__)

ASK_SECONDS = 60.0
"""How often the database is asked for the time."""


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


class DatabaseClock:
    """The time of the database, which all who share it have alike, however their own clocks go.

    It is asked once in a while; in between goes what has passed on this machine. A database that
    cannot be reached is asked again the next time, and until then what it said before counts.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._told = datetime.now(UTC)
        self._asked = -ASK_SECONDS
        self._at = time.monotonic()
        self._ask()

    def now(self) -> datetime:
        if time.monotonic() - self._asked > ASK_SECONDS:
            self._ask()
        with self._lock:
            return self._told + timedelta(seconds=time.monotonic() - self._at)

    def at(self, real: datetime) -> datetime:
        return real

    def _ask(self) -> None:
        """Believe what it says to have been true half-way between question and answer."""
        self._asked = before = time.monotonic()
        try:
            told = self._database.now()
        except DBAPIError as error:
            log.debug("the database does not tell the time: %s", error.orig)
            return
        with self._lock:
            self._told, self._at = told, (before + time.monotonic()) / 2


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
