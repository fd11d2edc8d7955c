"""Queries about alerts: what the game master is to be told, and has been told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.tables import alerts

# Built once, as in pbem.store.games: every poll needs them.
_IS_OPEN = sa.select(alerts.c.key).where(
    alerts.c.key == sa.bindparam("key"), alerts.c.over.is_(sa.false())
)
_PENDING = (
    sa.select(alerts)
    .where(sa.or_(alerts.c.told.is_(sa.false()), alerts.c.over.is_(sa.true())))
    .order_by(alerts.c.event, alerts.c.began, alerts.c.key)
)


@dataclass(frozen=True)
class AlertRow:
    """Something that needs the game master: ``what`` is the matter and what mends it. An
    ``event`` merely happened and is over from the start; the rest lasts until it is ``over``."""

    key: str
    what: str
    remedy: str
    began: datetime
    event: bool
    told: bool
    over: bool


def put_alert(connection: Connection, alert: AlertRow) -> None:
    """Write an alert down; one that is open already stays as it is, but is not over any more. An
    event is told as it was last."""
    insert = inserting(connection, alerts).values(**vars(alert))
    new: dict[str, Any] = {"over": sa.and_(insert.excluded.over, alerts.c.over)}
    if alert.event:
        new |= {"what": alert.what, "remedy": alert.remedy}
    again = insert.on_conflict_do_update(index_elements=["key"], set_=new)
    connection.execute(again)


def end_alert(connection: Connection, key: str) -> None:
    """What an alert was about is over: nobody need hear of one that was not told yet."""
    connection.execute(alerts.delete().where(alerts.c.key == key, alerts.c.told.is_(sa.false())))
    connection.execute(alerts.update().where(alerts.c.key == key).values(over=True))


def is_open(connection: Connection, key: str) -> bool:
    """Whether there is such an alert that is not over."""
    return connection.execute(_IS_OPEN, {"key": key}).first() is not None


def pending_alerts(connection: Connection) -> tuple[AlertRow, ...]:
    """Alerts of which there is something to tell: troubles and then events, the oldest first."""
    return tuple(AlertRow(**row._mapping) for row in connection.execute(_PENDING))


def lasting_alerts(connection: Connection) -> tuple[AlertRow, ...]:
    """Alerts of what is not over, the oldest first."""
    lasting = alerts.c.over.is_(sa.false())
    query = sa.select(alerts).where(lasting).order_by(alerts.c.began, alerts.c.key)
    return tuple(AlertRow(**row._mapping) for row in connection.execute(query))


def mark_alerts_told(connection: Connection, rows: Iterable[AlertRow]) -> None:
    """All that these say has been told: what is over goes, the rest stays open."""
    for row in rows:
        mine = alerts.c.key == row.key
        if row.over:
            connection.execute(alerts.delete().where(mine))
        else:
            connection.execute(alerts.update().where(mine).values(told=True))
