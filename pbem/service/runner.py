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
from pbem.service.config import MAIN
from pbem.service.context import Context
from pbem.service.intake.receive import Poll, receive_mail
from pbem.service.operation.systemd import WATCHDOG_SHARE, Watchdog
from pbem.service.play.upkeep import awaits_poll, close_due, note_poll
from pbem.service.publishing.site import keep_published
from pbem.service.schedule import duration
from pbem.service.work import UPKEEP, Job, MailReader, send_mail, watch_mailbox

TICK_SECONDS = 2.0
"""How often deadlines and the outbox are looked at."""
PUBLISH_SECONDS = 60.0
"""How often the public pages are looked at, beside after each turn."""


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
        self._desks = [_Desk(context.at(one)) for one in context.mailboxes]
        self._stopping = threading.Event()
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(4 + 2 * len(self._desks))},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        poll = duration(context.config.service.poll, "service.poll").total_seconds()
        self._seconds = {"close": tick}
        self._jobs = {"close": Job("close", "closing turns", context)}
        self._work: dict[str, Callable[[], object]] = {"close": self.close}
        for desk in self._desks:
            of = "" if desk.context.mailbox == MAIN else f" of {desk.context.mailbox}"
            self._jobs[desk.receives] = Job(desk.receives, f"reading mail{of}", context)
            self._jobs[desk.sends] = Job(desk.sends, f"sending mail{of}", context)
            self._seconds |= {desk.receives: poll, desk.sends: tick}
            self._work[desk.receives] = partial(self.receive, desk)
            self._work[desk.sends] = partial(send_mail, desk.context, self._stopping)
        self._watchdog = Watchdog(context.counters, self._seconds, watchdog_seconds or 0.0)
        if context.config.service.publish:
            # systemd does not watch it: a first round may take minutes, and no game waits for it.
            self._seconds["publish"] = PUBLISH_SECONDS
            self._jobs["publish"] = Job("publish", "writing the public pages", context)
            self._work["publish"] = partial(keep_published, context)

    def __enter__(self) -> Self:
        # A tick that finds its predecessor still at work is dropped: what is due stays due.
        logging.getLogger("apscheduler.scheduler").setLevel(logging.ERROR)
        for name, job in self._jobs.items():
            self._every(self._seconds[name], name, partial(job.run, self._work[name]))
        if self._watchdog_seconds is not None:
            self._every(self._watchdog_seconds / WATCHDOG_SHARE, "watchdog", self._watchdog.look)
        self._scheduler.start()
        for desk in self._desks:
            threading.Thread(target=self._watch, args=[desk], name="imap-idle", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._scheduler.shutdown(wait=True)
        for desk in self._desks:
            desk.reader.close()

    def _every(self, seconds: float, name: str, work: Callable[[], object]) -> None:
        now = datetime.now(UTC)
        self._scheduler.add_job(work, "interval", seconds=seconds, id=name, next_run_time=now)

    def _hurry(self, *names: str) -> None:
        """Let jobs run now instead of at their next tick, or once more where they are at work."""
        for name in self._jobs.keys() & names:
            self._jobs[name].once_more()
            if not self._stopping.is_set():
                self._scheduler.modify_job(name, next_run_time=datetime.now(UTC))

    def receive(self, desk: _Desk) -> None:
        """One poll of a mailbox."""
        poll = desk.reader.look(partial(_poll, desk.context))
        if awaits_poll(desk.context, poll.began):
            self._jobs[desk.receives].once_more()
        if poll.processed:
            self._hurry("close", *self._sends)

    def close(self) -> None:
        """Close what is due, and do whatever else time brings."""
        closed = close_due(self._context)
        done = [step(self._context) for step in UPKEEP.values()]
        if closed or any(done):
            self._hurry(*self._sends, "publish")

    @property
    def _sends(self) -> tuple[str, ...]:
        return tuple(desk.sends for desk in self._desks)

    def _watch(self, desk: _Desk) -> None:
        watch_mailbox(desk.context, lambda: self._hurry(desk.receives), self._stopping)


class _Desk:
    """One of the service's mailboxes, with the names of the jobs that read it and send from it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.reader = MailReader(context)
        of = "" if context.mailbox == MAIN else f" {context.mailbox}"
        self.receives, self.sends = f"receive{of}", f"send{of}"


def _poll(context: Context, mailbox: Inbox) -> Poll:
    poll = receive_mail(context, mailbox)
    note_poll(context, poll.began)
    return poll
