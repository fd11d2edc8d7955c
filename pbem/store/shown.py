"""What players have been shown: what each seat's last report listed, so that the next one need not
list it again. It counts only for whoever had the seat when that report was written, which the
seat's nonce tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import SeatRow
from pbem.store.tables import shown

Facts = tuple[tuple[str, str, str], ...]
"""What a report listed: the section, what it was about, and a digest of what it said."""


@dataclass(frozen=True)
class Shown:
    """What whoever has a seat has been shown: what the last report listed, and how many reports
    they have had of the game."""

    facts: Facts = ()
    reports: int = 0


NOTHING = Shown()


def shown_to(connection: Connection, seats: Iterable[SeatRow]) -> dict[int, Shown]:
    """By seat, what the last report to those who have these seats of a game listed."""
    now = {(seat.game, seat.seat): seat.nonce for seat in seats}
    games = {game for game, _seat in now}
    found = connection.execute(sa.select(shown).where(shown.c.game.in_(games)))
    return {
        row.seat: Shown(row.facts, row.reports)
        for row in found
        if now.get((row.game, row.seat)) == row.nonce
    }


def note_shown(connection: Connection, told: Mapping[SeatRow, Shown]) -> None:
    """Keep what the newest reports to these seats list."""
    for seat, one in told.items():
        forget_shown(connection, seat.game, seat.seat)
        place = {"game": seat.game, "seat": seat.seat, "nonce": seat.nonce}
        connection.execute(shown.insert(), place | vars(one))


def forget_shown(connection: Connection, game: str, seat: int | None = None) -> None:
    """Let the next report to a seat, or to all of a game, list everything."""
    here = sa.and_(shown.c.game == game, sa.true() if seat is None else shown.c.seat == seat)
    connection.execute(shown.delete().where(here))
