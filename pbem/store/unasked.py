"""Mails of the last day to people who did not ask for them: to whom, and who caused each. No game
is named, so that nothing that becomes of one forgets them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import unasked

_COUNT = sa.select(sa.func.count()).select_from(unasked)


def note_unasked(
    connection: Connection, mailboxes: Iterable[str], causer: str, now: datetime
) -> None:
    """Mails go to these mailboxes now, because of `causer`: a mailbox, or empty for the service."""
    rows = [{"mailbox": one, "causer": causer, "at": now} for one in mailboxes]
    if rows:
        connection.execute(unasked.insert(), rows)


def count_to(connection: Connection, mailbox: str, since: datetime) -> int:
    """How many went to a mailbox since then."""
    return _counted(connection, unasked.c.mailbox == mailbox, since)


def count_by(connection: Connection, causer: str, since: datetime) -> int:
    """How many somebody caused since then."""
    return _counted(connection, unasked.c.causer == causer, since)


def count_caused(connection: Connection, since: datetime) -> int:
    """How many people caused since then, all together."""
    return _counted(connection, unasked.c.causer != "", since)


def forget_unasked(connection: Connection, until: datetime) -> None:
    """What is so old counts for nothing any more."""
    connection.execute(unasked.delete().where(unasked.c.at <= until))


def _counted(connection: Connection, where: sa.ColumnElement[bool], since: datetime) -> int:
    return int(connection.execute(_COUNT.where(where, unasked.c.at > since)).scalar_one())
