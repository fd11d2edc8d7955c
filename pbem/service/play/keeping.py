"""How long mails are kept: once a day their bytes are let go of, in small batches."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from pbem.mailer.inbound.inbox import Inbox
from pbem.service.context import Context
from pbem.service.schedule import duration
from pbem.store import facts
from pbem.store.people import forget_people
from pbem.store.press import forget_pieces
from pbem.store.retention import BATCH, forget_incoming, forget_outgoing

log = logging.getLogger(__name__)

IN_DATABASE, IN_MAILBOX = "kept.database", "kept.mailbox"
"""The facts under which is kept when each was last gone through, the second of every mailbox."""
EVERY = timedelta(days=1)


def forget_old_mail(context: Context) -> int:
    """Once a day, let go of the bytes of mails that are older than ``keep_mail`` and that no
    game needs, and of letters between players; returns of how many. The mails' rows and hashes
    stay. What people wished is let go of as well who have no seat any more."""
    if not _is_time(context, IN_DATABASE):
        return 0
    now, service = context.clock.now(), context.config.service
    before = now - duration(service.keep_mail, "service.keep_mail")
    strangers = now - duration(service.keep_strangers, "service.keep_strangers")
    forgotten = 0
    for forget in (
        partial(forget_incoming, before=before, strangers=strangers),
        partial(forget_outgoing, before=before),
    ):
        after: int | None = 0
        while after is not None:
            with context.database.write() as connection:
                walked = forget(connection, after=after)
            forgotten += walked.dropped
            after = walked.until
    dropped = BATCH
    while dropped == BATCH:
        with context.database.write() as connection:
            dropped = forget_pieces(connection, before, BATCH)
        forgotten += dropped
    with context.database.write() as connection:
        forget_people(connection)
    _note(context, IN_DATABASE)
    if forgotten:
        log.info("the bytes of %d old mails are let go of", forgotten)
    return forgotten


def forget_in_mailbox(context: Context, mailbox: Inbox) -> int:
    """Once a day, delete mails older than ``keep_mail`` from the folders that the read mails of the
    context's mailbox are moved to; returns how many."""
    gone_through = facts.of_mailbox(IN_MAILBOX, context.mailbox)
    if not _is_time(context, gone_through):
        return 0
    keep = duration(context.config.service.keep_mail, "service.keep_mail")
    folders = (context.config.imap.processed, context.config.imap.quarantine)
    forgotten = sum(mailbox.forget(folder, context.clock.now() - keep) for folder in folders)
    _note(context, gone_through)
    return forgotten


def _is_time(context: Context, fact: str) -> bool:
    with context.database.read() as connection:
        last = facts.read_moment(connection, fact)
    return last is None or context.clock.now() - last >= EVERY


def _note(context: Context, fact: str) -> None:
    with context.database.write() as connection:
        facts.write_fact(connection, fact, context.clock.now().isoformat())
