"""What all tables have in common."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

GAME_ID = sa.String(32)


def of_game(**kwargs: Any) -> sa.Column[Any]:
    """The column of a table that says which game a row is of."""
    return sa.Column("game", GAME_ID, sa.ForeignKey("games.id"), **kwargs)


def partial_index(name: str, *columns: str, sqlite: str, postgresql: str) -> sa.Index:
    """An index of the rows alone for which a condition holds, in each database's own words.

    The migrations have it so, and a test compares. Said in SQLAlchemy's way it would have both
    dialects imported, with all their drivers, by every command that only looks at games.
    """
    return sa.Index(name, *columns, info={"sqlite": sqlite, "postgresql": postgresql})
