"""What systemd wants to hear of a service of ``Type=notify``: that it is ready, and alive.

As sd_notify(3) and sd_watchdog_enabled(3) have it. One datagram to a socket that it names; where
there is none, nobody listens.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping
from time import monotonic

from pbem.service.counters import Count, Counters

log = logging.getLogger(__name__)

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
WATCHDOG_SHARE = 4
"""So many times as often as systemd asks it is told that all is well."""


def notify(state: str) -> None:
    """Tell systemd, if it asked to be told. That it cannot be told is no trouble of ours: it acts
    by itself on what it does not hear."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return
    address = f"\0{path[1:]}" if path.startswith("@") else path
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as talk:
            talk.connect(address)
            talk.send(state.encode())
    except OSError as error:
        log.warning("systemd cannot be told %s: %s", state, error.strerror)


def watchdog_seconds() -> float | None:
    """How often systemd wants to hear that this process is alive (WatchdogSec=); None: never."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    of = os.environ.get("WATCHDOG_PID", "")
    if not microseconds.isdigit() or (of and of != str(os.getpid())):
        return None
    return int(microseconds) / 1_000_000 or None


PROGRESS = {
    "receive": (Count.RECEIVED, Count.SETTLED),
    "close": (
        *(Count.CLOSED, Count.PASSED_ON, Count.FILMED),
        *(Count.ENDED, Count.HANDED_BACK, Count.OFFERED),
    ),
    "send": (Count.SENT, Count.PUT_OFF, Count.REFUSED, Count.UNRECORDED),
}
"""What shows that a job is at work, however long one round of it takes."""


class Watchdog:
    """Says that the process is alive for as long as every job comes round, or gets on.

    Each has its own ``intervals`` in seconds, and may take `patience` beyond. That it fails does
    not count: it came round, and starting the service anew would mend nothing.
    """

    def __init__(
        self,
        counters: Counters,
        intervals: Mapping[str, float],
        patience: float,
        *,
        clock: Callable[[], float] = monotonic,
        tell: Callable[[str], None] = notify,
    ) -> None:
        self._counters = counters
        self._longest = {job: seconds + patience for job, seconds in intervals.items()}
        self._clock = clock
        self._tell = tell
        self._seen = dict.fromkeys(intervals, 0)
        self._moved = dict.fromkeys(intervals, clock())
        self._late: tuple[str, ...] = ()

    def look(self) -> None:
        """Tell systemd, unless some job stands still for too long; the log says which."""
        now, counted = self._clock(), self._counters.read()
        for job, before in self._seen.items():
            seen = counted.get((Count.ROUNDS, job), 0)
            seen += sum(counted.get((what, ""), 0) for what in PROGRESS[job])
            if seen != before:
                self._seen[job], self._moved[job] = seen, now
        late = tuple(job for job in self._seen if now - self._moved[job] > self._longest[job])
        if not late:
            self._tell(ALIVE)
        elif late != self._late:
            log.error("stands still: %s; systemd is told no more", ", ".join(late))
        self._late = late
