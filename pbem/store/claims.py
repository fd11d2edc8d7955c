"""Claims: what one of several processes works at, so that no other does meanwhile.

A claim is an advisory lock of a PostgreSQL session. It ends with the connection that has it, so
that whoever dies holds nothing; no clock is asked, and nobody has to tidy up. SQLite serves one
process alone, which may have whatever it claims.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import Database

_KEY = "CAST(:kind AS integer), CAST(:name AS integer)"
_TRY, _TRY_SHARED, _END, _IN_TRANSACTION = (
    sa.text(f"SELECT {function}({_KEY})")
    for function in (
        "pg_try_advisory_lock",
        "pg_try_advisory_lock_shared",
        "pg_advisory_unlock",
        "pg_advisory_xact_lock",
    )
)
_END_ALL = sa.text("SELECT pg_advisory_unlock_all()")
_HOLDERS = sa.text(
    "SELECT DISTINCT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND CAST(classid AS bigint) = CAST(:kind AS bigint) & 4294967295"
    " AND CAST(objid AS bigint) = CAST(:name AS bigint) & 4294967295"
    " ORDER BY application_name"
)


class Claims:
    """Claims of one connection, one after the other. What it still has it loses as it ends."""

    def __init__(self, connection: Connection | None) -> None:
        self._connection = connection

    @contextmanager
    def claim(self, kind: str, name: str = "") -> Iterator[bool]:
        """Work at something alone within this block; False where somebody else is at it.

        Two names may, rarely, count as one: then one of them waits for another time.
        """
        if self._connection is None:
            yield True
            return
        key = _key(kind, name)
        mine = bool(self._connection.execute(_TRY, key).scalar())
        try:
            yield mine
        finally:
            if mine:
                self._connection.execute(_END, key)


@contextmanager
def claiming(database: Database) -> Iterator[Claims]:
    """Claims on a connection of their own, outside of any transaction."""
    if not database.is_shared:
        yield Claims(None)
        return
    with database.alone() as connection:
        yield Claims(connection)


def one_at_a_time(connection: Connection, kind: str, name: str = "") -> None:
    """Let no other transaction go on from here until this one has ended. Writers of SQLite are one
    at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(_IN_TRANSACTION, _key(kind, name))


def take(connection: Connection, kind: str, *, shared: bool) -> bool:
    """Have a claim for as long as a connection lives, alone or with all who `shared` it."""
    statement = _TRY_SHARED if shared else _TRY
    return bool(connection.execute(statement, _key(kind, "")).scalar())


def give_back(connection: Connection) -> None:
    """Let go of all claims of a connection, at once: its end may take the server a moment."""
    connection.execute(_END_ALL)


def holders(connection: Connection, kind: str) -> tuple[str, ...]:
    """Who has a claim, by the names that their connections go by."""
    return tuple(connection.execute(_HOLDERS, _key(kind, "")).scalars())


def _key(kind: str, name: str) -> dict[str, int]:
    return {"kind": _number(kind), "name": _number(name)}


def _number(word: str) -> int:
    """A word as one of PostgreSQL's integers, which have a sign."""
    number = zlib.crc32(word.encode())
    return number - 2**32 if number >= 2**31 else number
