"""Receives mail: fetched, recorded raw, processed, then moved on the server.

A mail is known by its mailbox, (UIDVALIDITY, UID) and by the hash of its bytes, and a relay's
second copy by what was written (:meth:`~pbem.service.intake.batch.Batch.is_copy`),
so that it counts once however often it comes. New mails share a transaction, for the disk
is what a commit waits for; each has a savepoint of its own, so that its row, its
orders and its answers are written together or not at all, whatever its
neighbours do. The attempt is counted before a mail is acted on; one that was
tried before goes by itself, and one that keeps failing is put in quarantine and
shown to the game master. Worker processes read mails while others are fetched,
and the next chunk while one is settled; a chunk is settled while the one after the next is fetched
and those before it are moved.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pbem.mailer.inbound.inbox import Inbox
from pbem.mailer.inbound.intake import ReadMail
from pbem.mailer.inbound.workers import NoReader
from pbem.service.conflicts import despite_conflicts
from pbem.service.context import Context, Session
from pbem.service.counters import Count
from pbem.service.intake.batch import ANSWERING, Batch, NotWritten, Settled
from pbem.service.intake.held import alert_quarantined, answer_quarantined
from pbem.service.intake.incoming import Incoming, as_came, as_read
from pbem.service.intake.limits import sparing
from pbem.service.intake.recording import CHUNK, Begun, move_settled, record_mail
from pbem.service.intake.router import settle
from pbem.store import games, mail
from pbem.store.claims import Claims, one_at_a_time
from pbem.store.database import savepoint
from pbem.store.errors import is_conflict
from pbem.store.records import InboxRow, InboxStatus
from pbem.store.strangers import mailbox_of

log = logging.getLogger(__name__)


CHUNK_OF_LANE = 10
"""The same where others settle at the same time, who may need what these have changed."""
LANES = 200
"""Lanes that are looked for at once."""


@dataclass(frozen=True)
class Poll:
    """What one poll did. ``began`` is the game time before the server was asked."""

    began: datetime
    received: int
    processed: int


def receive_mail(context: Context, mailbox: Inbox) -> Poll:
    """One complete poll of the context's mailbox. Raises MailServerTrouble where the server fails;
    nothing is lost by it."""
    begun: Begun = {}
    settling = Settling(context, begun)
    recorded = record_mail(context, mailbox, begun, meanwhile=settling)
    settling.settle_all()
    move_settled(context, mailbox, recorded.uids)
    return Poll(recorded.began, recorded.fresh, settling.done)


def settle_lanes(
    context: Context, claims: Claims, stopping: threading.Event, *, tried: bool
) -> int:
    """Process mails on record lane by lane, those that nobody else is at, until no new ones are
    left or `stopping` is set; with `tried` those once more that have failed before. Returns how
    many were settled."""
    done = 0
    lanes = _lanes(context, tried=tried)
    while lanes and not stopping.is_set():
        before = done
        for lane in lanes:
            with claims.claim("lane", lane) as mine:
                done += process_recorded(context, {}, lane=lane) if mine else 0
            if stopping.is_set():
                break
        lanes = _lanes(context, tried=False) if done > before else ()
    return done


def _lanes(context: Context, *, tried: bool) -> tuple[str, ...]:
    with context.database.read() as connection:
        return mail.unread_lanes(connection, LANES, tried=tried)


def process_recorded(context: Context, begun: Begun, lane: str | None = None) -> int:
    """Process every mail on record that is not done with: of one lane, or of the context's mailbox.
    Returns how many were settled."""
    settling = Settling(context, begun, lane)
    settling.settle_all()
    return settling.done


class Settling:
    """The way through the mails on record that are not done with, from the oldest on: of one lane,
    or of the context's mailbox. Each is tried once, and read where it is not `begun` to be."""

    def __init__(self, context: Context, begun: Begun, lane: str | None = None) -> None:
        self.done = 0
        """How many were settled so far."""
        self._context = context
        self._begun = begun
        self._lane = lane
        self._last = 0
        self._ahead: Chunk = []
        self._are_counted = False
        """Whether the attempt at those ahead has been counted."""

    def settle_all(self) -> None:
        """Go to the newest that is on record."""
        while self.settle_chunk():
            pass

    def count_next(self, connection: Connection) -> None:
        """Count the attempt at the mails that :meth:`settle_chunk` goes on with, in a transaction
        that is committed before."""
        if self._ahead:
            mail.count_attempts(connection, [row.id for row, _read in self._ahead])
            self._are_counted = True

    def settle_chunk(self, most: int = CHUNK) -> bool:
        """Go on by some mails, while those behind them are being read; whether there are such."""
        context, chunk = self._context, self._ahead or self._next(most)
        if not chunk:
            return False
        rows = [row for row, _read in chunk]
        if not self._are_counted:
            with context.database.write() as connection:
                mail.count_attempts(connection, [row.id for row in rows])
        self._ahead, self._are_counted = self._next(), False
        lost = [row for row in rows if row.attempts >= context.config.service.attempts]
        for row in lost:
            log.error("mail %d ended the service at every attempt", row.id)
            _quarantine(context, row)
        if not lost:
            self.done += _process(context, chunk)
        return bool(self._ahead)

    def _next(self, most: int = CHUNK) -> Chunk:
        most = most if self._lane is None else CHUNK_OF_LANE
        chunk = _next_chunk(self._context, self._last, self._begun, self._lane, most)
        if chunk:
            self._last = chunk[-1][0].id
        return chunk


Chunk = list[tuple[InboxRow, Callable[[], ReadMail]]]
"""Mails under way, each with a function that waits until it has been read."""
Opened = list[tuple[InboxRow, ReadMail]]
"""Mails under way, each with what was read of it."""


def _next_chunk(context: Context, last: int, begun: Begun, lane: str | None, most: int) -> Chunk:
    """The next mails after record number `last`, being read from now on."""
    with context.database.read() as connection:
        of = {"mailbox": context.mailbox} if lane is None else {"lane": lane}
        rows = mail.unread_mails(connection, most, after=last, **of)
    # A mail that was tried before may have taken the process down: it goes by itself,
    # so that its neighbours' attempts are not used up.
    fresh = tuple(takewhile(lambda row: not row.attempts, rows))
    # What a lane's mails are answered with is from one mailbox, and counted there.
    alike = tuple(takewhile(lambda row: row.mailbox == rows[0].mailbox, fresh))
    rows = alike or rows[:1]
    others = [row for row in rows if row.digest not in begun]
    reads = context.readers.begin([as_came(context, row) for row in others])
    begun |= zip((row.digest for row in others), reads, strict=True)
    chunk = [(row, begun[row.digest]) for row in rows]
    for row in rows:
        begun.pop(row.digest, None)
    return chunk


def _process(context: Context, chunk: Chunk) -> int:
    """Process mails in one transaction; returns how many were settled.

    They are waited for before it begins, so that it keeps other writers waiting for
    as short as can be.
    """
    opened, untried = _open_all(context, chunk)
    try:
        settled = _settle_together(context, opened)
    except DBAPIError as conflict:
        # Others were in the way each time: no fault of these mails.
        context.troubles.begins("settling mails", conflict)
        settled, untried = set(), [*untried, *(row for row, _read in opened)]
    if untried:
        with context.database.write() as connection:
            mail.forget_attempts(connection, [row.id for row in untried])
    for row, _read in chunk:
        failed = row.id not in settled and row not in untried
        if failed and row.attempts + 1 >= context.config.service.attempts:
            _quarantine(context, row)
    context.counters.add(Count.SETTLED, len(settled))
    return len(settled)


def _settle_together(context: Context, opened: Opened) -> set[int]:
    """Settle mails in one transaction; returns the numbers of those that were settled. Where an
    answer cannot be written each of them goes by itself, so that it takes back its own mail's
    writes alone. Raises the database's error where it is others that are in the way, again and
    again."""
    try:
        settled = despite_conflicts(lambda: _settle_at_once(context, opened))
    except NotWritten as error:
        if len(opened) == 1:
            _log_failure(context, opened[0][0], error.__cause__ or error)
            return set()
    except Exception as error:
        if is_conflict(error):
            raise
        # The next poll tries each of them by itself.
        context.troubles.begins("settling mails", error)
        return set()
    else:
        context.troubles.over("settling mails")
        return settled
    return set().union(*(_settle_together(context, [one]) for one in opened))


def _settle_at_once(context: Context, opened: Opened) -> set[int]:
    with context.at(opened[0][0].mailbox).write() as session:
        # A claim may have been lost with its connection, and somebody else have settled some.
        unread = mail.lock_unread(session.connection, [row.id for row, _one in opened])
        settled = {row.id for row, _one in opened} - unread
        ours = [(row, one) for row, one in opened if row.id in unread]
        heads = [one.head for _row, one in ours]
        # What an address may still be sent is counted by one transaction at a time.
        for mailbox in sorted({mailbox_of(head.sender) for head in heads}):
            one_at_a_time(session.connection, ANSWERING, mailbox)
        batch = Batch(session, heads)
        incoming = (as_read(row, one, batch) for row, one in ours)
        settled |= {one.row.id for one in incoming if _settled(session, one)}
        batch.write()
    return settled


def _open_all(context: Context, chunk: Chunk) -> tuple[Opened, list[InboxRow]]:
    """The mails with what was read of them, and those that nobody has looked into."""
    opened: Opened = []
    untried: list[InboxRow] = []
    for row, read in chunk:
        try:
            opened.append((row, read()))
        except NoReader as error:
            context.troubles.begins("reading mails", error)
            untried.append(row)
        except Exception as error:  # noqa: BLE001  (one mail must not stop the others)
            _log_failure(context, row, error)
    if opened:
        context.troubles.over("reading mails")
    return opened, untried


def _settled(session: Session, incoming: Incoming) -> bool:
    """Write all that one mail changes, or nothing; its own row and answers come last."""
    row = incoming.row
    try:
        with savepoint(session.connection):
            settled = settle(session, incoming)
    except Exception as error:
        if is_conflict(error):
            raise  # the transaction is another's victim, whichever mail it was at
        # One mail, whatever it is, must not stop the others.
        _log_failure(session.context, row, error)
        incoming.batch.stands.forget()
        return False
    incoming.batch.add(row.id, settled)
    whose = f"{settled.game} seat {settled.seat}: " if settled.seat else ""
    log.info("mail %d: %s%s", row.id, whose, settled.note or settled.status)
    return True


def _log_failure(context: Context, row: InboxRow, error: BaseException) -> None:
    told = context.troubles.tell(error)
    log.error("mail %d failed, attempt %d: %s", row.id, row.attempts + 1, told)


def _quarantine(context: Context, row: InboxRow) -> None:
    """Set a mail aside; its sender, where that can be told, and the game master hear of it."""
    context = context.at(row.mailbox)
    try:
        settled = answer_quarantined(context, row)
    except Exception as error:  # noqa: BLE001  (set aside it must be, answered or not)
        log.error("mail %d: its sender cannot be told: %s", row.id, context.troubles.tell(error))
        settled = Settled(InboxStatus.QUARANTINED)
    note = "processing failed; see the log"
    try:
        _set_aside(context, row, replace(settled, note=note))
    except Exception as error:  # noqa: BLE001  (what cannot be told must not hold up the others)
        log.error("mail %d: nobody can be told: %s", row.id, context.troubles.tell(error))
        _set_aside(context, row, Settled(InboxStatus.QUARANTINED, note=note))


def _set_aside(context: Context, row: InboxRow, settled: Settled) -> None:
    """Write down what became of a mail, unless it was settled after all, by a commit of which the
    answer was lost."""
    with context.write() as session:
        if not mail.lock_unread(session.connection, [row.id]):
            return
        batch = Batch(session, ())
        plays = bool(games.seats_at(session.connection, settled.sender))
        drafts = sparing(context, batch, settled.drafts, plays=plays)
        batch.add(row.id, replace(settled, drafts=drafts))
        batch.write()
        alert_quarantined(session, row.id)
