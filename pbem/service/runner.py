"""The service as it runs: a ticker over receiving, closing and sending.

APScheduler only ticks. What is due stands in the database, so that a tick that
comes late, twice or never changes nothing but the time at which it happens.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from pbem.mailer.errors import MailError, MailServerTrouble
from pbem.mailer.inbound.imap import Mailbox
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.intake.digests import send_digests
from pbem.service.intake.receive import receive_mail
from pbem.service.observing.telling import tell_observers
from pbem.service.operation.systemd import Watchdog
from pbem.service.play.keeping import forget_in_mailbox, forget_old_mail
from pbem.service.play.pending import end_pending
from pbem.service.play.upkeep import (
    awaits_poll,
    close_due,
    note_poll,
    release_due,
    send_news,
    send_reminders,
)
from pbem.service.play.voting import end_votes
from pbem.service.play.watching import look_at_disk, note_sent, note_unread, note_unsent
from pbem.service.press.delivery import deliver_press
from pbem.service.schedule import duration
from pbem.service.story.queue import tell_stories

log = logging.getLogger(__name__)

TICK_SECONDS = 2.0
"""How often deadlines and the outbox are looked at."""
IDLE_SECONDS = 600.0
WATCHDOG_SHARE = 4
"""So many times as often as systemd asks it is told that all is well."""


class Runner:
    """Receives, closes and sends until it is stopped; a context manager."""

    def __init__(
        self,
        context: Context,
        tick: float = TICK_SECONDS,
        *,
        watchdog_seconds: float | None = None,
    ) -> None:
        self._context = context
        self._watchdog_seconds = watchdog_seconds
        self._mailbox: Mailbox | None = None
        self._stopping = threading.Event()
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(5)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        poll = duration(context.config.service.poll, "service.poll").total_seconds()
        self._seconds = {"receive": poll, "close": tick, "send": tick}
        self._watchdog = Watchdog(context.counters, self._seconds, watchdog_seconds or 0.0)
        self._jobs = {
            "receive": _Job("receive", "reading mail", self.receive, context),
            "close": _Job("close", "closing turns", self.close, context),
            "send": _Job("send", "sending mail", self.send, context),
        }
        self._watcher = threading.Thread(target=self._watch, name="imap-idle", daemon=True)

    def __enter__(self) -> Self:
        # A tick that finds its predecessor still at work is dropped: what is due stays due.
        logging.getLogger("apscheduler.scheduler").setLevel(logging.ERROR)
        for name, job in self._jobs.items():
            self._every(self._seconds[name], name, job)
        if self._watchdog_seconds is not None:
            self._every(self._watchdog_seconds / WATCHDOG_SHARE, "watchdog", self._watchdog.look)
        self._scheduler.start()
        self._watcher.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._scheduler.shutdown(wait=True)
        self._drop_mailbox()

    def _every(self, seconds: float, name: str, work: Callable[[], object]) -> None:
        now = datetime.now(UTC)
        self._scheduler.add_job(work, "interval", seconds=seconds, id=name, next_run_time=now)

    def _hurry(self, *names: str) -> None:
        """Let jobs run now instead of at their next tick, or once more where they are at work."""
        for name in names:
            self._jobs[name].once_more()
            if not self._stopping.is_set():
                self._scheduler.modify_job(name, next_run_time=datetime.now(UTC))

    def receive(self) -> None:
        """One poll; the connection is kept for the next, and renewed where it broke."""
        try:
            if self._mailbox is None:
                self._mailbox = Mailbox(self._context.config.imap).__enter__()
            poll = receive_mail(self._context, self._mailbox)
        except BaseException as error:
            self._drop_mailbox()
            if isinstance(error, MailError):
                note_unread(self._context, error)
            raise
        note_poll(self._context, poll.began)
        if awaits_poll(self._context, poll.began):
            self._jobs["receive"].once_more()
        if poll.processed:
            self._hurry("close", "send")
        self._forget_in_mailbox(self._mailbox)

    def _forget_in_mailbox(self, mailbox: Mailbox) -> None:
        """Only tidies up: where the server fails at it, the mail that was read is read."""
        try:
            forget_in_mailbox(self._context, mailbox)
        except MailServerTrouble as trouble:
            self._drop_mailbox()
            log.warning("old mail could not be deleted from the mailbox: %s", trouble)

    def close(self) -> None:
        """Close what is due, tell late news, remind whom it helps, alert the game master."""
        closed = close_due(self._context)
        released = release_due(self._context)
        told = send_news(self._context)
        reminded = send_reminders(self._context)
        end_pending(self._context)
        decided = end_votes(self._context)
        digests = send_digests(self._context)
        passed_on = deliver_press(self._context)
        shown = tell_observers(self._context)
        stories = tell_stories(self._context)
        forget_old_mail(self._context)
        look_at_disk(self._context)
        alerted = send_alerts(self._context)
        if any(
            (closed, released, told, reminded, decided, digests, passed_on, shown, stories, alerted)
        ):
            self._hurry("send")

    def send(self) -> None:
        try:
            sent = send_outbox(self._context, self._stopping)
        except MailError as trouble:
            note_unsent(self._context, trouble)
            raise
        if sent.accepted:
            note_sent(self._context)

    def _drop_mailbox(self) -> None:
        mailbox, self._mailbox = self._mailbox, None
        if mailbox is not None:
            mailbox.close()

    def _watch(self) -> None:
        """Wait for the server's word that mail has come: a hint to poll, never the truth."""
        while not self._stopping.is_set():
            try:
                with Mailbox(self._context.config.imap) as mailbox:
                    self._hurry("receive")  # what came while nobody was watching
                    while not self._stopping.is_set():
                        if mailbox.idle(IDLE_SECONDS):
                            self._hurry("receive")
            except MailError as trouble:
                log.debug("no IDLE for now: %s", trouble)
            self._stopping.wait(30.0)


class _Job:
    """Work whose trouble is logged once, since its next tick tries again.

    The scheduler drops a run that finds its predecessor at work. What that one may
    have missed is seen to by :meth:`once_more`.
    """

    def __init__(self, name: str, about: str, work: Callable[[], object], context: Context) -> None:
        self._name = name
        self._about = about
        self._work = work
        self._troubles = context.troubles
        self._counters = context.counters
        self._wanted = threading.Event()

    def once_more(self) -> None:
        """Run again right after the present run, if there is one."""
        self._wanted.set()

    def __call__(self) -> None:
        self._wanted.set()
        while self._wanted.is_set():
            self._wanted.clear()
            try:
                self._work()
            except Exception as error:  # noqa: BLE001  (the next tick tries again)
                self._troubles.begins(self._about, error)
                self._counters.add(Count.FAILED, job=self._name)
            else:
                self._troubles.over(self._about)
            self._counters.add(Count.ROUNDS, job=self._name)
