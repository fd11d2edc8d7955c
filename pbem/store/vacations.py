"""Queries about vacations: who is away from when to when, and how long games have waited for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.tables import vacations


@dataclass(frozen=True)
class VacationRow:
    """Whoever has a seat is away from ``begins`` until ``ends``, None where they are not.
    ``waited``: for how many seconds in all the game has waited for that. ``bot``: the house bot
    plays for them meanwhile where they send no orders, and nothing waits."""

    game: str
    seat: int
    begins: datetime | None = None
    ends: datetime | None = None
    waited: int = 0
    bot: bool = False

    def is_away(self, moment: datetime) -> bool:
        return (
            self.begins is not None
            and self.ends is not None
            and (self.begins <= moment < self.ends)
        )

    def leaves_to_bot(self, moment: datetime) -> bool:
        return self.bot and self.is_away(moment)


def vacations_of(connection: Connection, game: str) -> dict[int, VacationRow]:
    """What is known of a game's vacations, by seat."""
    query = sa.select(vacations).where(vacations.c.game == game).order_by(vacations.c.seat)
    return {row.seat: VacationRow(*row) for row in connection.execute(query)}


def find_vacation(connection: Connection, game: str, seat: int) -> VacationRow:
    """That of a seat; a row that says nothing where that is nothing."""
    return vacations_of(connection, game).get(seat, VacationRow(game, seat))


def put_vacation(connection: Connection, row: VacationRow) -> None:
    values: dict[str, Any] = vars(row)
    changed = {name: value for name, value in values.items() if name not in ("game", "seat")}
    insert = inserting(connection, vacations).values(**values)
    connection.execute(insert.on_conflict_do_update(index_elements=["game", "seat"], set_=changed))


def forget_vacation(connection: Connection, game: str, seat: int) -> None:
    """A seat is nobody's any more, or another's."""
    here = sa.and_(vacations.c.game == game, vacations.c.seat == seat)
    connection.execute(vacations.delete().where(here))
