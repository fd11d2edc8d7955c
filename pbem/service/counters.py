"""What a process has done since it began, in numbers that only grow."""

from __future__ import annotations

import threading
from collections import Counter
from enum import StrEnum


class Count(StrEnum):
    """What is counted."""

    RECEIVED = "mails_received"
    SETTLED = "mails_settled"
    SENT = "mails_sent"
    PUT_OFF = "mails_put_off"
    REFUSED = "mails_refused"
    UNRECORDED = "records_failed"
    CLOSED = "turns_closed"
    PASSED_ON = "press_passed_on"
    ENDED = "pending_ended"
    HANDED_BACK = "seats_handed_back"
    OFFERED = "seats_offered"
    SHOWN = "mails_to_observers"
    FILMED = "film_frames"
    ROUNDS = "rounds"
    FAILED = "rounds_failed"


class Counters:
    """Safe to share between threads. ``job`` tells apart whose rounds are counted."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[Count, str]] = Counter()
        self._lock = threading.Lock()

    def add(self, what: Count, amount: int = 1, *, job: str = "") -> None:
        with self._lock:
            self._counted[what, job] += amount

    def read(self) -> dict[tuple[Count, str], int]:
        """All that was counted, as it stands at one moment."""
        with self._lock:
            return dict(self._counted)
