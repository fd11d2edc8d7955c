"""What stands in the service's own way, as the game master is told of it."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from pbem.mailer.errors import LoginRefused, MailError
from pbem.mailer.login import LoginProblem
from pbem.service.config import database_url
from pbem.service.context import Context
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.play.outage import POLLED
from pbem.service.privacy import sqlite_file
from pbem.service.schedule import duration
from pbem.store import facts

UNREAD, IMAP_LOGIN, SMTP_LOGIN, DISK = "mail.unread", "imap.login", "smtp.login", "disk"
UNSENT = "unsent"
"""The fact under which is kept since when no mail could be handed in; empty while some can."""
MEGABYTE = 10**6
ENOUGH = 1.2
"""The disk has room again with so many times the least, lest it be told of to and fro."""


def note_unread(context: Context, trouble: MailError) -> None:
    """The mailbox could not be read: alert at once where a person must mend it, else after the
    time that counts as an outage."""
    now = context.clock.now()
    if isinstance(trouble, LoginRefused | LoginProblem):
        remedy = "Mend [imap.login] in config.toml, then 'pbem doctor'; start the service again."
        begin_unless_open(context, IMAP_LOGIN, f"No mail is read: {trouble}", remedy)
        return
    with context.database.read() as connection:
        polled = facts.read_fact(connection, POLLED)
    outage = duration(context.config.service.outage, "service.outage")
    if polled is None or now - datetime.fromisoformat(polled) > outage:
        since = f"since {datetime.fromisoformat(polled):%F %R} UTC" if polled else "at all so far"
        remedy = (
            f"The last try: {trouble}. 'pbem doctor' tries it all. Deadlines move by as long as "
            "it lasts."
        )
        begin_unless_open(context, UNREAD, f"No mail could be read {since}", remedy)


def note_read(context: Context) -> None:
    """The mailbox was read."""
    end_if_open(context, UNREAD, IMAP_LOGIN)


def note_unsent(context: Context, trouble: MailError) -> None:
    """Mail could not be handed in; an alert about it waits in the outbox as all mail does."""
    with context.database.read() as connection:
        known = facts.read_fact(connection, UNSENT)
    if not known:
        with context.database.write() as connection:
            facts.write_fact(connection, UNSENT, context.clock.now().isoformat())
    if isinstance(trouble, LoginRefused | LoginProblem):
        remedy = "Mend [smtp.login] in config.toml, then 'pbem doctor'; start the service again."
        begin_unless_open(context, SMTP_LOGIN, f"No mail is sent: {trouble}", remedy)


def note_sent(context: Context) -> None:
    """Mail was handed in."""
    with context.database.read() as connection:
        failed = facts.read_fact(connection, UNSENT)
    if failed:
        with context.database.write() as connection:
            facts.write_fact(connection, UNSENT, "")
    end_if_open(context, SMTP_LOGIN)


def look_at_disk(context: Context) -> None:
    """Alert while there is little room on the database's disk."""
    file = sqlite_file(database_url(context.config, context.base))
    folder = file.parent if file else Path(context.base)
    least = context.config.service.least_free_mb
    free = shutil.disk_usage(folder).free / MEGABYTE
    if free < least:
        remedy = (
            "Make room: when the disk is full no mail can be recorded. Mail then waits on the "
            "server, and deadlines move."
        )
        begin_unless_open(
            context, DISK, f"The disk of {folder} is nearly full: {free:.0f} MB are left", remedy
        )
    elif free >= ENOUGH * least:
        end_if_open(context, DISK)
