"""Queries about results that wait until a game's master has looked at them."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import GameRow, GameStatus
from pbem.store.tables import games

_TO_RELEASE = (
    sa.select(games)
    .where(
        games.c.releases <= sa.bindparam("now"),
        games.c.mailbox == sa.bindparam("of_mailbox"),
        sa.or_(
            games.c.status == GameStatus.RUNNING,
            sa.and_(games.c.status == GameStatus.PAUSED, games.c.releases <= games.c.paused),
        ),
    )
    .order_by(games.c.releases, games.c.id)
    .limit(sa.bindparam("most"))
)


def to_release(
    connection: Connection, mailbox: str, now: datetime, most: int
) -> tuple[GameRow, ...]:
    """Games of one of the service's mailboxes whose results are to go out by now. While the clock
    stands still they go out only on the game master's word, which is dated back to when it was
    stopped."""
    found = connection.execute(_TO_RELEASE, {"of_mailbox": mailbox, "now": now, "most": most})
    return tuple(GameRow(*row) for row in found)
