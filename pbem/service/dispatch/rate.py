"""How many mails a relay is handed in a minute (``smtp.rate``), by all processes together.

What was let out is one moment on record: until when the mails so far would have kept a relay busy
that takes them at exactly that rate. Whoever reads it must be the only one who does
(:func:`pbem.store.claims.one_at_a_time`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.store import facts

BUSY_UNTIL = "outbox.rate"
"""The fact of a mailbox under which that moment is kept."""
AT_ONCE = timedelta(seconds=10)
"""So much of the time's mails may go out together, after a pause or to a process that is late."""


@dataclass(frozen=True)
class Rate:
    """So many mails ``a_minute`` to the ``relay`` of a mailbox; 0: as many as there are."""

    a_minute: int
    relay: str

    def room(self, connection: Connection, now: datetime, most: int) -> int:
        """How many mails may go out now, but no more than `most`."""
        if not self.a_minute:
            return most
        free = now + max(AT_ONCE, self._each) - self._busy_until(connection, now)
        return min(most, max(free // self._each, 0))

    def note(self, connection: Connection, now: datetime, mails: int) -> None:
        """So many mails go out now."""
        if self.a_minute and mails:
            until = self._busy_until(connection, now) + mails * self._each
            facts.write_fact(connection, self._fact, until.isoformat())

    @property
    def _fact(self) -> str:
        return facts.of_mailbox(BUSY_UNTIL, self.relay)

    @property
    def _each(self) -> timedelta:
        return timedelta(minutes=1) / self.a_minute

    def _busy_until(self, connection: Connection, now: datetime) -> datetime:
        until = facts.read_moment(connection, self._fact) or now
        # What lies farther ahead was written at another rate, or by a clock that was set back.
        farthest = now + max(AT_ONCE, self._each)
        return now if until > farthest else max(until, now)
