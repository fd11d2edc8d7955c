"""Tells the game master what needs a person: each thing once, gathered, with what to do.

An alert begins, is told, and ends; that is told as well. What merely happened (a seat was taken)
begins and is over at once. All of it stands in the database until it is told, so that nothing is
told twice or lost, whatever ends the process. The first goes out at once, and the next mail an
hour later with all that has come up by then.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session
from pbem.service.dispatch.post import for_address, pack_notice
from pbem.store import alerts, facts, mail
from pbem.store.alerts import AlertRow

BETWEEN_MAILS = timedelta(hours=1)
TOLD_AT = "alerts.told"
"""The fact under which is kept when alerts were told last."""
MOST_TOLD = 50
"""Things that one mail tells; the next one tells more."""


def begin_alert(session: Session, key: str, what: str, remedy: str) -> None:
    """Something needs the game master, until it ends; `key` names it. It is told once."""
    _put(session, key, what, remedy, event=False)


def note_event(session: Session, key: str, what: str, remedy: str) -> None:
    """Something has happened that the game master should know of."""
    _put(session, key, what, remedy, event=True)


def _put(session: Session, key: str, what: str, remedy: str, *, event: bool) -> None:
    if session.context.config.mail.admin:
        now = session.context.clock.now()
        row = AlertRow(
            key=key, what=what, remedy=remedy, began=now, event=event, told=False, over=event
        )
        alerts.put_alert(session.connection, row)


def end_alert(connection: Connection, *keys: str) -> None:
    """What these alerts were about is over; nothing happens where there are none."""
    for key in keys:
        alerts.end_alert(connection, key)


def begin_unless_open(context: Context, key: str, what: str, remedy: str) -> None:
    """The same as :func:`begin_alert` outside of any transaction; writes only what is new."""
    with context.database.read() as connection:
        known = alerts.is_open(connection, key)
    if not known:
        with context.write() as session:
            begin_alert(session, key, what, remedy)


def end_if_open(context: Context, *keys: str) -> None:
    """The same as :func:`end_alert` outside of any transaction; writes only what changes."""
    with context.database.read() as connection:
        found = [key for key in keys if alerts.is_open(connection, key)]
    if found:
        with context.database.write() as connection:
            end_alert(connection, *found)


def send_alerts(context: Context) -> bool:
    """Queue the mail with what there is to tell, unless one went out within the hour."""
    now = context.clock.now()
    with context.database.read() as connection:
        told_at = facts.read_fact(connection, TOLD_AT)
        if told_at and now - datetime.fromisoformat(told_at) < BETWEEN_MAILS:
            return False
        if not alerts.pending_alerts(connection):
            return False
    with context.database.write() as connection:
        rows = alerts.pending_alerts(connection)
        rows, later = rows[:MOST_TOLD], len(rows[MOST_TOLD:])
        header = for_address(context, context.config.mail.admin)
        draft = pack_notice(context, _notice(rows, later, now), header, kind="warning")
        mail.queue_mails(connection, [draft])
        alerts.mark_alerts_told(connection, rows)
        facts.write_fact(connection, TOLD_AT, now.isoformat())
    return True


def _notice(rows: tuple[AlertRow, ...], later: int, now: datetime) -> Notice:
    if len(rows) == 1:
        title, told = _told(rows[0], now)
        return Notice(title=title, paragraphs=(told,), answer=False, warning=True)
    points = [". ".join(_told(row, now)) for row in rows]
    if later:
        seen = "'pbem list', 'pbem show' and 'pbem quarantine list' show what there is"
        points.append(f"And {later} more, which the next mail tells; {seen}")
    return Notice(
        title=f"{len(rows) + later} things that you should know",
        bullets=tuple(points),
        answer=False,
        warning=True,
    )


def _told(row: AlertRow, now: datetime) -> tuple[str, str]:
    """What is the matter, and what is to be done."""
    if row.over and not row.event:
        return f"Over: {row.what}", f"It lasted {_span(now - row.began)}; nothing is left to do."
    return row.what, row.remedy


def _span(length: timedelta) -> str:
    minutes = round(length.total_seconds() / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"
