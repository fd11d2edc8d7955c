"""What the jobs of each queue do. Any number may run at once, on any machines: each claims what it
works at, and leaves alone what others are at."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from sqlalchemy.engine import Connection

from pbem.mailer.inbound.imap import Mailbox
from pbem.service.context import Context
from pbem.service.dispatch.outbox import BATCH
from pbem.service.intake.receive import CHUNK_OF_LANE, LANES, settle_lanes
from pbem.service.intake.recording import move_settled, record_mail
from pbem.service.play.outage import ANSWERED, POLLED
from pbem.service.play.upkeep import close_if_over, note_poll, worth_closing
from pbem.service.publishing.site import keep_published
from pbem.service.schedule import duration
from pbem.service.work import UPKEEP, Job, MailReader, send_mail, watch_mailbox
from pbem.service.workers.hints import Hint, Hints
from pbem.store import facts, games, mail, outbox
from pbem.store.claims import claiming

log = logging.getLogger(__name__)

QUEUES = ("poll", "settle", "close", "send", "upkeep", "publish")
"""What a worker may take part in."""
SWEEP = "sweep"
"""The queue of all workers."""
ABOUT = {
    "poll": "reading mail",
    "settle": "settling mails",
    "close": "closing turns",
    "send": "sending mail",
    "upkeep": "upkeep",
    "publish": "writing the public pages",
    SWEEP: "looking what is due",
}
MAILBOX, WATCH, UPKEEP_STEP, PAGES = "mailbox", "watch", "upkeep", "pages"
"""What is claimed."""
TRIED = "poll.tried"
"""The fact of a mailbox under which is kept when it was last asked, whether it answered or not."""
PAGES_ASKED = "pages.asked"
"""The fact under which who last asked for the public pages to be looked at left word."""
MOST_ALIKE = 8
"""So many hints of one kind are put at once: more workers find work at the next sweep."""


class Jobs:
    """The jobs as one process runs them. They return early once `stopping` is set."""

    def __init__(self, context: Context, hints: Hints, stopping: threading.Event) -> None:
        self._context = context
        self._hints = hints
        self._stopping = stopping
        self._readers = {one: MailReader(context.at(one)) for one in context.mailboxes}
        self._jobs = {name: Job(name, about, context) for name, about in ABOUT.items()}
        self._poll_every = duration(context.config.service.poll, "service.poll")

    def run(self, queue: str, work: Callable[[], object]) -> None:
        """Do the work of a job; its trouble is logged, and the next one tries again."""
        if not self._stopping.is_set():
            self._jobs[queue].once(work)

    def close_connections(self) -> None:
        for reader in self._readers.values():
            reader.close()

    # The queues -------------------------------------------------------------------------

    def poll(self, mailbox: str) -> None:
        """Write down what lies in a mailbox, and move what has been settled; by one worker at a
        time."""
        with claiming(self._context.database) as claims, claims.claim(MAILBOX, mailbox) as mine:
            if mine:
                self._note_try(mailbox)
                self._readers[mailbox].look(partial(_record, self._context.at(mailbox)))
        self._hints.put(Hint("settle", "settle again", {"tried": True}), *self._sends())

    def _sends(self) -> Iterator[Hint]:
        """That there may be something to send, from every mailbox."""
        for mailbox in self._context.mailboxes:
            yield _send_hint(mailbox, 0)

    def _note_try(self, mailbox: str) -> None:
        tried = facts.of_mailbox(TRIED, mailbox)
        with self._context.database.write() as connection:
            facts.write_fact(connection, tried, self._context.clock.now().isoformat())

    def settle(self, *, tried: bool) -> None:
        """Settle what has been recorded, lane by lane."""
        with claiming(self._context.database) as claims:
            settled = settle_lanes(self._context, claims, self._stopping, tried=tried)
        if settled:
            self._hints.put(*self._sends(), Hint(SWEEP, "sweep after mail"))

    def close(self, game: str, turn: int) -> None:
        """Close a turn, if it is over. Two who try at once do it once."""
        with self._context.database.read() as connection:
            row = games.find_game(connection, game)
        if row is None or row.turn != turn:
            return
        if close_if_over(self._context, row, self._context.clock.now()) is not None:
            self._hints.put(_send_hint(row.mailbox, 0), *self._pages())

    def send(self, mailbox: str) -> None:
        """Send what is due from a mailbox and nobody else has leased."""
        send_mail(self._context.at(mailbox), self._stopping)

    def upkeep(self) -> None:
        """Do what time brings beside deadlines, each step of it by one worker at a time."""
        done = False
        with claiming(self._context.database) as claims:
            for name, step in UPKEEP.items():
                with claims.claim(UPKEEP_STEP, name) as mine:
                    done |= mine and bool(step(self._context))
                if self._stopping.is_set():
                    return
        if done:
            self._hints.put(*self._sends())

    def publish(self) -> None:
        """Bring the public pages up to date, by one worker at a time. Who finds another at it
        leaves word, and that one does it once more."""
        database, asked = self._context.database, secrets.token_hex(8)
        with database.write() as connection:
            facts.write_fact(connection, PAGES_ASKED, asked)
        with claiming(database) as claims:
            while not self._stopping.is_set():
                with claims.claim(PAGES) as mine:
                    if mine:
                        keep_published(self._context)
                with database.read() as connection:
                    before, asked = asked, facts.read_fact(connection, PAGES_ASKED) or ""
                if not mine or asked == before:
                    return

    def look_at_pages(self) -> None:
        """Have them looked at, as after a turn: what people write to all changes them, too."""
        self._hints.put(*self._pages())

    def _pages(self) -> Iterator[Hint]:
        if self._context.config.service.publish:
            yield Hint("publish", "publish")

    def sweep(self) -> None:
        """Find what is due, and put a hint for all of it that has none."""
        with self._context.database.read() as connection:
            hints = [*self._due(connection, self._context.clock.now())]
        self._hints.put(*hints)

    def _due(self, connection: Connection, now: datetime) -> Iterator[Hint]:
        yield Hint("upkeep", "upkeep")
        over = games.maybe_due(connection, now)
        polled = dict[str, datetime]()
        for mailbox in self._context.mailboxes:
            last = _moment(connection, POLLED, mailbox)
            if last is not None:
                polled[mailbox] = last
            if self._is_time_to_poll(connection, mailbox, now) or (
                last is not None
                and _answers(connection, mailbox)
                and any(row.closes and row.closes > last for row in over if row.mailbox == mailbox)
            ):
                yield _poll_hint(mailbox)
            queue = outbox.queue_at(connection, now, mailbox)
            for number in _jobs_for(queue.waiting if queue.oldest_due else 0, BATCH):
                yield _send_hint(mailbox, number)
        lanes = len(mail.unread_lanes(connection, LANES, tried=False))
        for number in _jobs_for(lanes, CHUNK_OF_LANE):
            yield Hint("settle", f"settle {number}", {"tried": False})
        for row in worth_closing(over, now, polled):
            given = {"game": row.id, "turn": row.turn}
            yield Hint("close", f"close {row.id} {row.turn}", given)

    def _is_time_to_poll(self, connection: Connection, mailbox: str, now: datetime) -> bool:
        tried = _moment(connection, TRIED, mailbox)
        return tried is None or not tried <= now < tried + self._poll_every

    # Beside the queues ------------------------------------------------------------------

    def watch(self, mailbox: str) -> None:
        """As long as this process lives: wait for the mail server's word that mail has come to a
        mailbox, unless another worker does."""
        job = Job(WATCH, f"watching the mailbox {mailbox}", self._context)
        while not self._stopping.wait(WATCH_SECONDS):
            job.once(lambda: self._watch(mailbox))

    def _watch(self, mailbox: str) -> None:
        with claiming(self._context.database) as claims, claims.claim(WATCH, mailbox) as mine:
            if mine:
                has_come = partial(self._hints.put, _poll_hint(mailbox))
                watch_mailbox(self._context.at(mailbox), has_come, self._stopping)


WATCH_SECONDS = 5.0
"""How often a worker looks whether nobody watches a mailbox any more."""


def _record(context: Context, mailbox: Mailbox) -> None:
    recorded = record_mail(context, mailbox)
    note_poll(context, recorded.began)
    move_settled(context, mailbox, recorded.uids)


def _poll_hint(mailbox: str) -> Hint:
    return Hint("poll", f"poll {mailbox}", {"mailbox": mailbox})


def _send_hint(mailbox: str, number: int) -> Hint:
    return Hint("send", f"send {mailbox} {number}", {"mailbox": mailbox})


def _jobs_for(waiting: int, a_job: int) -> range:
    """As many jobs as `waiting` pieces of work are worth, of which each does so many at once."""
    return range(min(-(-waiting // a_job), MOST_ALIKE))


def _answers(connection: Connection, mailbox: str) -> bool:
    """Whether a mailbox answered when it was asked last."""
    tried, answered = (_moment(connection, fact, mailbox) for fact in (TRIED, ANSWERED))
    return tried is not None and answered is not None and answered >= tried


def _moment(connection: Connection, fact: str, mailbox: str) -> datetime | None:
    return facts.read_moment(connection, facts.of_mailbox(fact, mailbox))
