"""Queries about games that are shown on public pages."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import GameRow
from pbem.store.tables import games, turns


class Closing(NamedTuple):
    """That a turn was closed: when, and the head of the chain after it."""

    turn: int
    closed: datetime
    head: str


def public_games(connection: Connection) -> tuple[GameRow, ...]:
    """The games whose masters let them be shown, the newest first."""
    query = sa.select(games).where(games.c.public).order_by(games.c.created.desc(), games.c.id)
    return tuple(GameRow(*row) for row in connection.execute(query))


def closings_told(connection: Connection, game: GameRow) -> tuple[Closing, ...]:
    """The turns of a game of which everybody may know, the set-up first."""
    query = sa.select(turns.c.turn, turns.c.closed, turns.c.hash).where(
        turns.c.game == game.id, turns.c.turn < game.turn
    )
    return tuple(Closing(*row) for row in connection.execute(query.order_by(turns.c.turn)))
