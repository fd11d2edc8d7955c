"""Sends what is in the outbox: leased, handed to the server, recorded as the answers come.

Ended between the server's 250 and the record, a mail is sent again with the same
bytes and the same Message-ID; mail programs and hosts know it for one. While the
process lives, what the server said is kept until the database has taken it, and
nothing more is sent before.

Mails to one mailbox go out in the order of the queue, each after the server's answer to the
one before; mails to others meanwhile. One that the server puts off goes behind those that are due
before its next try.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from pbem.mailer.address import bounce_address
from pbem.mailer.errors import MailError
from pbem.mailer.outbound.send import Delivery, deliver
from pbem.mailer.settings import Outgoing
from pbem.service.conflicts import despite_conflicts
from pbem.service.context import Context, Session
from pbem.service.counters import Count
from pbem.service.dispatch.bounces import score
from pbem.service.dispatch.mailbox_queue import MailboxQueue
from pbem.service.dispatch.rate import Rate
from pbem.service.dispatch.unheard import too_many
from pbem.store import contacts, facts, mail, outbox
from pbem.store.claims import one_at_a_time
from pbem.store.records import OutboxRow, OutboxStatus

log = logging.getLogger(__name__)

BATCH = 250
"""How many mails are leased at once; the next ones while the last half of those is sent that need
not wait for others."""
MOST_LEASED = 2 * BATCH
LEASING = "leasing"
"""What one process at a time does."""
LEASE = timedelta(minutes=1)
"""How long the mails of a process that died wait until they are sent again."""
GATHER_SECONDS = 0.05
"""How long answers are gathered before they are written down together: as many mails as are
answered in it may go out twice if the process is killed."""
MOST_UNRECORDED = 200
"""With so many answers not yet written down nothing more is sent."""
LONGEST_PAUSE = 5.0
"""Seconds between two tries to write to a database that fails."""
BACKOFF = tuple(
    timedelta(minutes=m) for m in (1, 5, 15, 30, 60, 120, 240, 480, 720, 1440, 1440, 1440)
)
"""How long a deferred mail waits before each further try: five days in all. A try counts when the
server put this mail off, not when there was no server."""
RECORDING = "recording what was sent"
SERVER_PAUSE = timedelta(seconds=30)
"""How long a server that cannot be used is left alone."""
RESTS = "outbox.rests"
"""The fact of a mailbox under which is kept until when its relay is."""


@dataclass(frozen=True)
class Sent:
    """How many mails were accepted, put off and refused for good."""

    accepted: int = 0
    deferred: int = 0
    refused: int = 0

    def __add__(self, other: Sent) -> Sent:
        return Sent(
            self.accepted + other.accepted,
            self.deferred + other.deferred,
            self.refused + other.refused,
        )


@dataclass(frozen=True)
class _Answer:
    """What the server said of a mail."""

    row: OutboxRow
    delivery: Delivery


@dataclass(frozen=True)
class _Entry:
    """What one transaction wrote: how many answers of each kind; the mails that it leased, and
    whether there are more; and which of those leased before are still ours (None: not asked)."""

    sent: Sent
    leased: tuple[OutboxRow, ...]
    more_queued: bool
    ours: frozenset[int] | None


def send_outbox(context: Context, stopping: threading.Event | None = None) -> Sent:
    """Send all mails of the context's mailbox whose time has come, or until `stopping` is set.

    Raises MailServerTrouble or LoginProblem where the server cannot be used at
    all; what was leased then goes back into the queue. While the database fails,
    this goes on trying to record what was sent; where `stopping` ends that, it
    raises what the database said.
    """
    sender = _Sender(context, stopping or threading.Event())
    return asyncio.run(sender.run()) if sender.begin() else Sent()


class _Sender:
    """Mails on their way: leased ones wait to be handed in, answers to be recorded. Connections
    and the one who keeps the books work side by side, in one thread."""

    def __init__(self, context: Context, stopping: threading.Event) -> None:
        self._context = context
        self._stopping = stopping
        self._name = secrets.token_hex(8)
        self._relay = context.mailbox
        self._rests = facts.of_mailbox(RESTS, self._relay)
        self._rate = Rate(context.config.smtp.rate, self._relay)
        self._ready = MailboxQueue()
        self._under_way: dict[int, OutboxRow] = {}
        self._answers: list[_Answer] = []
        self._sent = Sent()
        self._prolonged = monotonic()
        self._more_queued = True
        self._database_fails = False
        self._server_fails = False
        self._books_closed = False
        self._booked = asyncio.Condition()
        self._to_book = asyncio.Event()
        self._handed_in = asyncio.Event()

    def begin(self) -> bool:
        """Lease the first mails; False where none is due, or the server is left alone."""
        self._note(despite_conflicts(lambda: self._write((), last=False)), 0)
        return bool(self._ready or self._more_queued)

    async def run(self) -> Sent:
        books = asyncio.create_task(self._keep_books())
        try:
            await deliver(self._take, self._context.config.smtp, self._answered)
        except MailError:
            self._server_fails = True
            raise
        finally:
            self._handed_in.set()
            self._to_book.set()
            await books
        return self._sent

    # The connections' side --------------------------------------------------------------

    async def _take(self) -> Outgoing | None:
        """The next mail to hand in, as soon as the books allow it. None, too, where all others
        wait for what is under way: whoever has that comes for them."""
        if self._runs_low:
            self._to_book.set()
        async with self._booked:
            await self._booked.wait_for(self._may_go_on)
            if self._ended or not self._ready.free:
                return None
            row = self._ready.take()
        self._under_way[row.id] = row
        return Outgoing(
            key=row.id,
            sender=bounce_address(self._context.config.mail, self._context.key, row.id),
            recipient=row.recipient,
            data=row.data,
        )

    def _may_go_on(self) -> bool:
        if self._ended:
            return True
        behind = self._database_fails or len(self._answers) >= MOST_UNRECORDED
        return not behind and bool(self._ready.free or not self._runs_low)

    @property
    def _runs_low(self) -> bool:
        few = self._ready.free <= BATCH // 2 and len(self._ready) <= MOST_LEASED - BATCH
        return self._more_queued and few

    @property
    def _ended(self) -> bool:
        return self._books_closed or self._stopping.is_set()

    def _answered(self, delivery: Delivery) -> None:
        row = self._under_way.pop(delivery.key)
        self._ready.is_done(row)
        self._answers.append(_Answer(row, delivery))
        self._to_book.set()

    # The books' side --------------------------------------------------------------------

    async def _keep_books(self) -> None:
        try:
            last = False
            while not last:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._to_book.wait(), LEASE.total_seconds() / 3)
                self._to_book.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._handed_in.wait(), GATHER_SECONDS)
                last = self._handed_in.is_set()
                await self._book(last=last)
        finally:
            self._books_closed = True
            async with self._booked:
                self._booked.notify_all()

    async def _book(self, *, last: bool) -> None:
        """Write down what there is, as often as it takes."""
        for pause in _pauses():
            answers = tuple(self._answers)
            try:
                write = partial(self._write, answers, last=last)
                entry = await asyncio.to_thread(despite_conflicts, write)
            except Exception as error:
                if self._stopping.is_set():
                    log.error("what became of %d mails is not on record", len(answers))
                    raise
                self._context.troubles.begins(RECORDING, error)
                self._context.counters.add(Count.UNRECORDED)
                self._database_fails = True
                await asyncio.sleep(pause)
            else:
                break
        self._database_fails = False
        self._context.troubles.over(RECORDING)
        async with self._booked:
            self._note(entry, len(answers))
            self._booked.notify_all()

    def _write(self, answers: Sequence[_Answer], *, last: bool) -> _Entry:
        """One transaction: what the server said, then leases, returned with the last entry."""
        now, third = self._context.clock.now(), LEASE.total_seconds() / 3
        lacking = self._runs_low and not last
        leased: tuple[OutboxRow, ...] = ()
        ours = None
        with self._context.database.write() as connection:
            if lacking:
                # Two who lease at once could have mails to one mailbox each.
                one_at_a_time(connection, LEASING, self._relay)
            sent = self._record(connection, answers, now)
            if last:
                outbox.return_leases(connection, self._name)
                if self._server_fails:
                    facts.write_fact(connection, self._rests, (now + SERVER_PAUSE).isoformat())
            elif monotonic() - self._prolonged >= third:
                ours = outbox.prolong_leases(connection, self._name, now + LEASE)
            wanted = lacking and not self._server_rests(connection, now)
            if wanted:
                until, room = now + LEASE, self._rate.room(connection, now, BATCH)
                leased = outbox.lease_mails(
                    connection, now, room, relay=self._relay, by=self._name, until=until
                )
                self._rate.note(connection, now, len(leased))
            sendable = _without_held(connection, leased, now)
        more = len(leased) == BATCH if lacking else self._more_queued
        return _Entry(sent, sendable, more, ours)

    def _server_rests(self, connection: Connection, now: datetime) -> bool:
        until = facts.read_moment(connection, self._rests)
        # A clock that was set back ends it.
        return until is not None and timedelta() < until - now <= SERVER_PAUSE

    def _note(self, entry: _Entry, recorded: int) -> None:
        """Go by what is on record now."""
        del self._answers[:recorded]
        self._sent += entry.sent
        counters = self._context.counters
        counters.add(Count.SENT, entry.sent.accepted)
        counters.add(Count.PUT_OFF, entry.sent.deferred)
        counters.add(Count.REFUSED, entry.sent.refused)
        self._more_queued = entry.more_queued
        if entry.ours is not None:
            self._prolonged = monotonic()
            self._ready.keep(entry.ours)
        self._ready.add(entry.leased)

    def _record(self, connection: Connection, answers: Sequence[_Answer], now: datetime) -> Sent:
        accepted = [a.row.id for a in answers if a.delivery.status == "sent"]
        outbox.mark_sent(connection, accepted, now)
        deferred = refused = 0
        for answer in answers:
            row, delivery = answer.row, answer.delivery
            if delivery.status == "sent":
                continue
            said = f"{delivery.code} {delivery.text}"[:500]
            wait = BACKOFF[row.attempts] if row.attempts < len(BACKOFF) else None
            if delivery.status == "deferred" and wait is not None:
                outbox.put_off(connection, row, self._name, now + wait, said)
                deferred += 1
            elif outbox.give_up(connection, row.id, self._name, said):
                refused += 1
                self._warn(connection, row, said)
        return Sent(len(accepted), deferred, refused)

    def _warn(self, connection: Connection, row: OutboxRow, said: str) -> None:
        log.warning("mail %d was refused: %s", row.id, said)
        if row.kind == "warning":
            return  # an alert that its mail fails could only be mailed to the same address
        try:
            score(Session(self._context, connection), row, permanent=True, reason=said)
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001  (what was sent must be recorded, warned of or not)
            told = self._context.troubles.tell(error)
            log.error("mail %d: its failure cannot be told: %s", row.id, told)


def _without_held(
    connection: Connection, rows: tuple[OutboxRow, ...], now: datetime
) -> tuple[OutboxRow, ...]:
    """Lay aside mails for addresses that bounce, and for people who never asked for so many."""
    if not rows:
        return ()
    held = {c.address for c in contacts.troubled_contacts(connection) if c.held}
    aside = {row.id for row in rows if row.recipient in held} | too_many(connection, rows, now)
    if aside:
        mail.change_mails(connection, aside, status=OutboxStatus.HELD, leased_by="", due=now)
    return tuple(row for row in rows if row.id not in aside)


def _pauses() -> Iterator[float]:
    """How long to wait before each further try, in seconds; without end."""
    pause = 0.1
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
