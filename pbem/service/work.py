"""What a service does, in pieces: whoever calls them, the ticker of one process
(:mod:`pbem.service.runner`) or the jobs of many (:mod:`pbem.service.workers`)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from pbem.mailer.errors import MailError, MailServerTrouble
from pbem.mailer.inbound.imap import Mailbox
from pbem.service.conflicts import despite_conflicts
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.intake.digests import send_digests
from pbem.service.observing.telling import tell_observers
from pbem.service.play.keeping import forget_in_mailbox, forget_old_mail
from pbem.service.play.pending import end_pending
from pbem.service.play.upkeep import release_due, send_news, send_reminders
from pbem.service.play.voting import end_votes
from pbem.service.play.watching import look_at_disk, note_sent, note_unread, note_unsent
from pbem.service.press.delivery import deliver_press
from pbem.service.story.queue import tell_stories

log = logging.getLogger(__name__)
T = TypeVar("T")

IDLE_SECONDS = 600.0
PAUSE = 30.0
"""Seconds after which a mailbox that could not be watched is tried again."""
LONGEST_REST = 300.0
"""A connection that nobody has used for so many seconds may be dead without a word."""
UPKEEP: dict[str, Callable[[Context], object]] = {
    "results": release_due,
    "news": send_news,
    "reminders": send_reminders,
    "pending": end_pending,
    "votes": end_votes,
    "digests": send_digests,
    "press": deliver_press,
    "observers": tell_observers,
    "stories": tell_stories,
    "old mail": forget_old_mail,
    "disk": look_at_disk,
    "alerts": send_alerts,
}
"""What time brings beside deadlines, in the order in which one round does it. Each says whether,
or of how much, there is now something to send."""


def send_mail(context: Context, stopping: threading.Event) -> None:
    """Send what is due of the context's mailbox. Raises MailServerTrouble or LoginProblem, which
    somebody is told of."""
    try:
        sent = send_outbox(context, stopping)
    except MailError as trouble:
        note_unsent(context, trouble)
        raise
    if sent.accepted:
        note_sent(context)


class MailReader:
    """A connection to the context's mailbox, kept from look to look and renewed where it broke."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._mailbox: Mailbox | None = None
        self._used = 0.0

    def look(self, work: Callable[[Mailbox], T]) -> T:
        """Do something with the mailbox, then what has to be done there once a day. Raises
        MailServerTrouble or LoginProblem, which somebody is told of."""
        try:
            found = work(self._connected())
        except BaseException as error:
            self.close()
            if isinstance(error, MailError):
                note_unread(self._context, error)
            raise
        self._tidy()
        self._used = monotonic()
        return found

    def close(self) -> None:
        mailbox, self._mailbox = self._mailbox, None
        if mailbox is not None:
            mailbox.close()

    def _connected(self) -> Mailbox:
        if monotonic() - self._used > LONGEST_REST:
            self.close()
        if self._mailbox is None:
            self._mailbox = Mailbox(self._context.config.imap).__enter__()
        return self._mailbox

    def _tidy(self) -> None:
        """Where the server fails at it, the mail that was read is read."""
        try:
            forget_in_mailbox(self._context, self._connected())
        except MailServerTrouble as trouble:
            self.close()
            log.warning("old mail could not be deleted from the mailbox: %s", trouble)


def watch_mailbox(
    context: Context, has_come: Callable[[], None], stopping: threading.Event
) -> None:
    """Wait for the word that mail has come to the context's mailbox: a hint to poll, never the
    truth. Returns when `stopping` is set."""
    while not stopping.is_set():
        try:
            with Mailbox(context.config.imap) as mailbox:
                has_come()  # what came while nobody was watching
                while not stopping.is_set():
                    if mailbox.idle(IDLE_SECONDS):
                        has_come()
        except MailError as trouble:
            log.debug("no IDLE for now: %s", trouble)
        stopping.wait(PAUSE)


class Job:
    """Work whose trouble is logged once, since it is tried again at its next tick or job.

    A ticker drops a run that finds its predecessor at work. What that one may
    have missed is seen to by :meth:`once_more`.
    """

    def __init__(self, name: str, about: str, context: Context) -> None:
        self._name = name
        self._about = about
        self._troubles = context.troubles
        self._counters = context.counters
        self._wanted = threading.Event()

    def once_more(self) -> None:
        """Run again right after the present run, if there is one."""
        self._wanted.set()

    def run(self, work: Callable[[], object]) -> None:
        """Do it until nobody has asked for more."""
        self._wanted.set()
        while self._wanted.is_set():
            self._wanted.clear()
            self.once(work)

    def once(self, work: Callable[[], object]) -> None:
        try:
            despite_conflicts(work)
        except Exception as error:  # noqa: BLE001  (the next time tries again)
            self._troubles.begins(self._about, error)
            self._counters.add(Count.FAILED, job=self._name)
        else:
            self._troubles.over(self._about)
        self._counters.add(Count.ROUNDS, job=self._name)
