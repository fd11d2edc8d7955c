"""Sends what is in the outbox: leased, handed to the server, recorded as the answers come.

Ended between the server's 250 and the record, a mail is sent again with the same
bytes and the same Message-ID; mail programs and hosts know it for one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.engine import Connection

from pbem.mailer.address import bounce_address
from pbem.mailer.outbound.send import Delivery, deliver
from pbem.mailer.settings import Outgoing
from pbem.service.dispatch.bounces import score
from pbem.service.dispatch.post import Parcel
from pbem.service.house import House
from pbem.service.steps import step
from pbem.store import mail
from pbem.store.records import OutboxRow, OutboxStatus

log = logging.getLogger(__name__)

LEASE = 500
GATHER_SECONDS = 0.05
"""How long answers are gathered before they are written down together: as many mails as are
answered in it may go out twice if the process is killed."""
BACKOFF = tuple(
    timedelta(minutes=m) for m in (1, 5, 15, 30, 60, 120, 240, 480, 720, 1440, 1440, 1440)
)
"""How long a deferred mail waits before each further try: five days in all. A try counts when the
server put this mail off, not when there was no server."""
SERVER_PAUSE = timedelta(seconds=30)
"""How long a server that cannot be used is left alone."""


@dataclass(frozen=True)
class Sent:
    """How many mails were accepted, put off and refused for good."""

    accepted: int = 0
    deferred: int = 0
    refused: int = 0


def send_outbox(house: House) -> Sent:
    """Send all mails whose time has come.

    Raises MailServerTrouble or LoginProblem where the server cannot be used at
    all; what was leased then goes back into the queue.
    """
    total = Sent()
    while True:
        with house.database.write() as connection:
            leased = mail.lease_mails(connection, house.clock.now(), LEASE)
            rows = _without_held(connection, leased)
        step("send.leased")
        if not leased:
            return total
        recorder = _Recorder(house, rows)
        try:
            asyncio.run(recorder.run())
        finally:
            recorder.give_back()
        total = Sent(
            total.accepted + recorder.accepted,
            total.deferred + recorder.deferred,
            total.refused + recorder.refused,
        )


def _without_held(connection: Connection, rows: Sequence[OutboxRow]) -> list[OutboxRow]:
    """Lay aside mails for addresses that bounce."""
    held = {c.address for c in mail.troubled_contacts(connection) if c.held}
    aside = [row.id for row in rows if row.recipient in held]
    if aside:
        mail.change_mails(connection, aside, status=OutboxStatus.HELD)
    return [row for row in rows if row.recipient not in held]


class _Recorder:
    """Writes down what the server said of each mail, in batches, while others are under way."""

    def __init__(self, house: House, rows: Sequence[OutboxRow]) -> None:
        self._house = house
        self._open = {row.id: row for row in rows}
        self._news: list[Delivery] = []
        self._woken = asyncio.Event()
        self._finished = asyncio.Event()
        self.accepted = self.deferred = self.refused = 0

    async def run(self) -> None:
        settings = self._house.config.mail
        messages = [
            Outgoing(
                key=row.id,
                sender=bounce_address(settings, self._house.key, row.id),
                recipient=row.recipient,
                data=row.data,
            )
            for row in self._open.values()
        ]
        writer = asyncio.create_task(self._write_all())
        try:
            await deliver(messages, self._house.config.smtp, self._note)
        finally:
            self._finished.set()
            self._woken.set()
            await writer

    def _note(self, delivery: Delivery) -> None:
        step("send.answered")
        self._news.append(delivery)
        self._woken.set()

    async def _write_all(self) -> None:
        while self._news or not self._finished.is_set():
            await self._woken.wait()
            self._woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._finished.wait(), GATHER_SECONDS)
            await asyncio.to_thread(self._flush)

    def _flush(self) -> None:
        news, self._news = self._news, []
        if not news:
            return
        with self._house.database.write() as connection:
            self._record(connection, news)
        for delivery in news:
            self._open.pop(delivery.key, None)
        step("send.recorded")

    def _record(self, connection: Connection, news: Sequence[Delivery]) -> None:
        now = self._house.clock.now()
        accepted = [d.key for d in news if d.status == "sent"]
        if accepted:
            mail.change_mails(connection, accepted, status=OutboxStatus.SENT, sent=now, error="")
            self.accepted += len(accepted)
        for delivery in news:
            if delivery.status == "sent":
                continue
            row = self._open[delivery.key]
            said = f"{delivery.code} {delivery.text}"[:500]
            wait = BACKOFF[row.attempts] if row.attempts < len(BACKOFF) else None
            if delivery.status == "deferred" and wait is not None:
                mail.change_mails(
                    connection,
                    [row.id],
                    status=OutboxStatus.QUEUED,
                    due=now + wait,
                    attempts=row.attempts + 1,
                    error=said,
                )
                self.deferred += 1
            else:
                mail.change_mails(connection, [row.id], status=OutboxStatus.FAILED, error=said)
                self.refused += 1
                mail.queue_mails(connection, self._warn(connection, row, said))

    def _warn(self, connection: Connection, row: OutboxRow, said: str) -> Sequence[Parcel]:
        log.warning("mail %d was refused: %s", row.id, said)
        if row.kind == "warning":
            return ()  # a warning that its mail fails could only be mailed to the same address
        return score(self._house, connection, row, permanent=True, reason=said)

    def give_back(self) -> None:
        """Queue again what the server never answered for."""
        if self._open:
            due = self._house.clock.now() + SERVER_PAUSE
            with self._house.database.write() as connection:
                mail.change_mails(connection, list(self._open), status=OutboxStatus.QUEUED, due=due)
