"""The service as it runs: a ticker over receiving, closing and sending.

APScheduler only ticks. What is due stands in the database, so that a tick that
comes late, twice or never changes nothing but the time at which it happens.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Self

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from pbem.mailer.inbound.inbox import Inbox
from pbem.service.context import Context
from pbem.service.intake.receive import Poll, receive_mail
from pbem.service.operation.systemd import Watchdog
from pbem.service.play.upkeep import awaits_poll, close_due, note_poll
from pbem.service.publishing.site import keep_published
from pbem.service.schedule import duration
from pbem.service.work import UPKEEP, Job, MailReader, send_mail, watch_mailbox

TICK_SECONDS = 2.0
"""How often deadlines and the outbox are looked at."""
PUBLISH_SECONDS = 60.0
"""How often the public pages are looked at, beside after each turn."""
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
        self._reader = MailReader(context)
        self._stopping = threading.Event()
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(6)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        poll = duration(context.config.service.poll, "service.poll").total_seconds()
        self._seconds = {"receive": poll, "close": tick, "send": tick}
        self._watchdog = Watchdog(context.counters, self._seconds, watchdog_seconds or 0.0)
        self._jobs = {
            "receive": Job("receive", "reading mail", context),
            "close": Job("close", "closing turns", context),
            "send": Job("send", "sending mail", context),
        }
        self._work = {"receive": self.receive, "close": self.close, "send": self.send}
        if context.config.service.publish:
            # systemd does not watch it: a first round may take minutes, and no game waits for it.
            self._seconds["publish"] = PUBLISH_SECONDS
            self._jobs["publish"] = Job("publish", "writing the public pages", context)
            self._work["publish"] = partial(keep_published, context)
        self._watcher = threading.Thread(target=self._watch, name="imap-idle", daemon=True)

    def __enter__(self) -> Self:
        # A tick that finds its predecessor still at work is dropped: what is due stays due.
        logging.getLogger("apscheduler.scheduler").setLevel(logging.ERROR)
        for name, job in self._jobs.items():
            self._every(self._seconds[name], name, partial(job.run, self._work[name]))
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
        self._reader.close()

    def _every(self, seconds: float, name: str, work: Callable[[], object]) -> None:
        now = datetime.now(UTC)
        self._scheduler.add_job(work, "interval", seconds=seconds, id=name, next_run_time=now)

    def _hurry(self, *names: str) -> None:
        """Let jobs run now instead of at their next tick, or once more where they are at work."""
        for name in self._jobs.keys() & names:
            self._jobs[name].once_more()
            if not self._stopping.is_set():
                self._scheduler.modify_job(name, next_run_time=datetime.now(UTC))

    def receive(self) -> None:
        """One poll."""
        poll = self._reader.look(self._poll)
        if awaits_poll(self._context, poll.began):
            self._jobs["receive"].once_more()
        if poll.processed:
            self._hurry("close", "send")

    def _poll(self, mailbox: Inbox) -> Poll:
        poll = receive_mail(self._context, mailbox)
        note_poll(self._context, poll.began)
        return poll

    def close(self) -> None:
        """Close what is due, and do whatever else time brings."""
        closed = close_due(self._context)
        done = [step(self._context) for step in UPKEEP.values()]
        if closed or any(done):
            self._hurry("send", "publish")

    def send(self) -> None:
        send_mail(self._context, self._stopping)

    def _watch(self) -> None:
        watch_mailbox(self._context, lambda: self._hurry("receive"), self._stopping)
