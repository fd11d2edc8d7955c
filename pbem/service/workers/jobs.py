"""What the jobs of each queue do. Any number may run at once, on any machines: each claims what it
works at, and leaves alone what others are at."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import datetime

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
"""The fact under which is kept when the mailbox was last asked, whether it answered or not."""
MOST_ALIKE = 8
"""So many hints of one kind are put at once: more workers find work at the next sweep."""


class Jobs:
    """The jobs as one process runs them. They return early once `stopping` is set."""

    def __init__(self, context: Context, hints: Hints, stopping: threading.Event) -> None:
        self._context = context
        self._hints = hints
        self._stopping = stopping
        self._reader = MailReader(context)
        self._jobs = {name: Job(name, about, context) for name, about in ABOUT.items()}
        self._own_mailbox = ""
        self._poll_every = duration(context.config.service.poll, "service.poll")

    def run(self, queue: str, work: Callable[[], object]) -> None:
        """Do the work of a job; its trouble is logged, and the next one tries again."""
        if not self._stopping.is_set():
            self._jobs[queue].once(work)

    def close_connections(self) -> None:
        self._reader.close()

    # The queues -------------------------------------------------------------------------

    def poll(self, mailbox: str) -> None:
        """Write down what lies in a mailbox, and move what has been settled; by one worker at a
        time."""
        with claiming(self._context.database) as claims, claims.claim(MAILBOX, mailbox) as mine:
            if mine:
                self._note_try()
                self._reader.look(self._record)
        self._hints.put(Hint("settle", "settle again", {"tried": True}), Hint("send", "send 0"))

    def _note_try(self) -> None:
        with self._context.database.write() as connection:
            facts.write_fact(connection, TRIED, self._context.clock.now().isoformat())

    def _record(self, mailbox: Mailbox) -> None:
        recorded = record_mail(self._context, mailbox, read_ahead=False)
        note_poll(self._context, recorded.began)
        move_settled(self._context, mailbox, recorded.uids)

    def settle(self, *, tried: bool) -> None:
        """Settle what has been recorded, lane by lane."""
        with claiming(self._context.database) as claims:
            settled = settle_lanes(self._context, claims, self._stopping, tried=tried)
        if settled:
            self._hints.put(Hint("send", "send 0"), Hint(SWEEP, "sweep after mail"))

    def close(self, game: str, turn: int) -> None:
        """Close a turn, if it is over. Two who try at once do it once."""
        with self._context.database.read() as connection:
            row = games.find_game(connection, game)
        if row is None or row.turn != turn:
            return
        if close_if_over(self._context, row, self._context.clock.now()) is not None:
            self._hints.put(Hint("send", "send 0"), *self._pages())

    def send(self) -> None:
        """Send what is due and nobody else has leased."""
        send_mail(self._context, self._stopping)

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
            self._hints.put(Hint("send", "send 0"))

    def publish(self) -> None:
        """Bring the public pages up to date, by one worker at a time."""
        with claiming(self._context.database) as claims, claims.claim(PAGES) as mine:
            if mine:
                keep_published(self._context)

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
        polled = _moment(connection, POLLED)
        if self._is_time_to_poll(connection, now) or (
            polled is not None
            and self._answers(connection)
            and any(row.closes is not None and row.closes > polled for row in over)
        ):
            yield Hint("poll", f"poll {self._own_mailbox}", {"mailbox": self._own_mailbox})
        lanes = len(mail.unread_lanes(connection, LANES, tried=False))
        yield from _alike("settle", lanes, CHUNK_OF_LANE, {"tried": False})
        queue = outbox.queue_at(connection, now)
        yield from _alike("send", queue.waiting if queue.oldest_due else 0, BATCH, {})
        for row in worth_closing(over, now, polled) if polled is not None else ():
            given = {"game": row.id, "turn": row.turn}
            yield Hint("close", f"close {row.id} {row.turn}", given)

    def _is_time_to_poll(self, connection: Connection, now: datetime) -> bool:
        tried = _moment(connection, TRIED)
        return tried is None or not tried <= now < tried + self._poll_every

    def _answers(self, connection: Connection) -> bool:
        """Whether the mailbox answered when it was asked last."""
        tried, answered = _moment(connection, TRIED), _moment(connection, ANSWERED)
        return tried is not None and answered is not None and answered >= tried

    # Beside the queues ------------------------------------------------------------------

    def watch(self) -> None:
        """As long as this process lives: wait for the mail server's word that mail has come, unless
        another worker does."""
        hint = Hint("poll", f"poll {self._own_mailbox}", {"mailbox": self._own_mailbox})
        job = Job(WATCH, "watching the mailbox", self._context)
        while not self._stopping.wait(WATCH_SECONDS):
            job.once(lambda: self._watch(hint))

    def _watch(self, hint: Hint) -> None:
        with (
            claiming(self._context.database) as claims,
            claims.claim(WATCH, self._own_mailbox) as mine,
        ):
            if mine:
                watch_mailbox(self._context, lambda: self._hints.put(hint), self._stopping)


WATCH_SECONDS = 5.0
"""How often a worker looks whether nobody watches the mailbox any more."""


def _alike(queue: str, waiting: int, a_job: int, given: dict[str, object]) -> Iterator[Hint]:
    """As many hints as `waiting` pieces of work are worth, of which a job does so many at once."""
    for number in range(min(-(-waiting // a_job), MOST_ALIKE)):
        yield Hint(queue, f"{queue} {number}", given)


def _moment(connection: Connection, fact: str) -> datetime | None:
    found = facts.read_fact(connection, fact)
    return datetime.fromisoformat(found) if found else None
