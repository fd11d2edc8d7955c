"""What stands in the service's own way, as the game master is told of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from pbem.mailer.errors import LoginRefused, MailError
from pbem.mailer.login import LoginProblem
from pbem.service.config import MAIN, database_url
from pbem.service.context import Context
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.play.outage import POLLED
from pbem.service.privacy import sqlite_file
from pbem.service.schedule import duration
from pbem.store import facts

UNREAD, IMAP_LOGIN, SMTP_LOGIN, DISK = "mail.unread", "imap.login", "smtp.login", "disk"
"""The keys of alerts, all but the last of one mailbox."""
UNSENT = "unsent"
"""The fact of a mailbox under which is kept since when none of its mail could be handed in; empty
while some can."""
MEGABYTE = 10**6
ENOUGH = 1.2
"""The disk has room again with so many times the least, lest it be told of to and fro."""


def note_unread(context: Context, trouble: MailError) -> None:
    """The context's mailbox could not be read: alert at once where a person must mend it, else
    after the time that counts as an outage."""
    now, mailbox, whose = context.clock.now(), context.mailbox, _whose(context)
    if isinstance(trouble, LoginRefused | LoginProblem):
        remedy = _mend(context, "imap.login")
        key = facts.of_mailbox(IMAP_LOGIN, mailbox)
        begin_unless_open(context, key, f"{whose}No mail is read: {trouble}", remedy)
        return
    with context.database.read() as connection:
        polled = facts.read_moment(connection, facts.of_mailbox(POLLED, mailbox))
    outage = duration(context.config.service.outage, "service.outage")
    if polled is None or now - polled > outage:
        since = f"since {polled:%F %R} UTC" if polled else "at all so far"
        remedy = (
            f"The last try: {trouble}. 'pbem doctor' tries it all. Deadlines of its games move by "
            "as long as it lasts."
        )
        key = facts.of_mailbox(UNREAD, mailbox)
        begin_unless_open(context, key, f"{whose}No mail could be read {since}", remedy)


def _whose(context: Context) -> str:
    """Of which mailbox something is told, where there are several."""
    return f"{context.mailbox}: " if len(context.mailboxes) > 1 else ""


def _mend(context: Context, table: str) -> str:
    here = f"[{table}]" if context.mailbox == MAIN else f"[mailbox.{table}] of {context.mailbox}"
    return f"Mend {here} in config.toml, then 'pbem doctor'; start the service again."


def note_read(context: Context) -> None:
    """The context's mailbox was read."""
    end_if_open(context, *(facts.of_mailbox(key, context.mailbox) for key in (UNREAD, IMAP_LOGIN)))


def note_unsent(context: Context, trouble: MailError) -> None:
    """The context's relay took no mail; an alert about it waits in the outbox as all mail does."""
    unsent = facts.of_mailbox(UNSENT, context.mailbox)
    with context.database.read() as connection:
        known = facts.read_fact(connection, unsent)
    if not known:
        with context.database.write() as connection:
            facts.write_fact(connection, unsent, context.clock.now().isoformat())
    if isinstance(trouble, LoginRefused | LoginProblem):
        what, remedy = f"{_whose(context)}No mail is sent: {trouble}", _mend(context, "smtp.login")
        begin_unless_open(context, facts.of_mailbox(SMTP_LOGIN, context.mailbox), what, remedy)


def note_sent(context: Context) -> None:
    """The context's relay took mail."""
    unsent = facts.of_mailbox(UNSENT, context.mailbox)
    with context.database.read() as connection:
        failed = facts.read_fact(connection, unsent)
    if failed:
        with context.database.write() as connection:
            facts.write_fact(connection, unsent, "")
    end_if_open(context, facts.of_mailbox(SMTP_LOGIN, context.mailbox))


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
