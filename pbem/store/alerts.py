"""Queries about alerts: what the operator and game masters are to be told, and have been told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.concerns import Concern
from pbem.store.database import inserting
from pbem.store.tables import alerts

NO_GAME = ""
"""In the place of a game: the alert is the service's own, and goes to its operator."""

# Built once, as in pbem.store.games: every poll needs them.
_IS_OPEN = sa.select(alerts.c.key).where(
    alerts.c.key == sa.bindparam("key"), alerts.c.over.is_(sa.false())
)
_UNTOLD = sa.or_(alerts.c.told.is_(sa.false()), alerts.c.over.is_(sa.true()))
_PENDING = (
    sa.select(alerts)
    .where(_UNTOLD, alerts.c.game == sa.bindparam("game"))
    .order_by(alerts.c.event, alerts.c.began, alerts.c.key)
)
_GAMES = sa.select(alerts.c.game).where(_UNTOLD).distinct().order_by(alerts.c.game)


@dataclass(frozen=True)
class AlertRow:
    """Something that needs the operator (``what`` is the matter and what mends it), or the masters
    of a ``game`` (``concern``). An ``event`` merely happened and is over from the start; the rest
    lasts until it is ``over``."""

    key: str
    began: datetime
    event: bool
    told: bool
    over: bool
    what: str = ""
    remedy: str = ""
    game: str = NO_GAME
    concern: Concern | None = None


def put_alert(connection: Connection, alert: AlertRow) -> None:
    """Write an alert down; one that is open already stays as it is, but is not over any more. An
    event is told as it was last."""
    insert = inserting(connection, alerts).values(**vars(alert))
    new: dict[str, Any] = {"over": sa.and_(insert.excluded.over, alerts.c.over)}
    if alert.event:
        new |= {"what": alert.what, "remedy": alert.remedy, "concern": insert.excluded.concern}
    again = insert.on_conflict_do_update(index_elements=["key", "game"], set_=new)
    connection.execute(again)


def end_alert(connection: Connection, key: str) -> None:
    """What an alert was about is over: nobody need hear of one that was not told yet."""
    connection.execute(alerts.delete().where(alerts.c.key == key, alerts.c.told.is_(sa.false())))
    connection.execute(alerts.update().where(alerts.c.key == key).values(over=True))


def is_open(connection: Connection, key: str) -> bool:
    """Whether there is such an alert that is not over."""
    return connection.execute(_IS_OPEN, {"key": key}).first() is not None


def games_to_tell(connection: Connection) -> tuple[str, ...]:
    """The games of whose alerts there is something to tell; of the service's own: no game."""
    return tuple(connection.execute(_GAMES).scalars())


def pending_alerts(connection: Connection, game: str = NO_GAME) -> tuple[AlertRow, ...]:
    """Alerts of which there is something to tell: troubles and then events, the oldest first."""
    found = connection.execute(_PENDING, {"game": game})
    return tuple(AlertRow(**row._mapping) for row in found)


def lasting_alerts(connection: Connection, game: str | None = None) -> tuple[AlertRow, ...]:
    """Alerts of what is not over, the oldest first: of one game, or all."""
    lasting = alerts.c.over.is_(sa.false())
    query = sa.select(alerts).where(lasting).order_by(alerts.c.began, alerts.c.key, alerts.c.game)
    query = query if game is None else query.where(alerts.c.game == game)
    return tuple(AlertRow(**row._mapping) for row in connection.execute(query))


def mark_alerts_told(connection: Connection, rows: Iterable[AlertRow]) -> None:
    """All that these say has been told: what is over goes, the rest stays open."""
    for row in rows:
        mine = sa.and_(alerts.c.key == row.key, alerts.c.game == row.game)
        if row.over:
            connection.execute(alerts.delete().where(mine))
        else:
            connection.execute(alerts.update().where(mine).values(told=True))
