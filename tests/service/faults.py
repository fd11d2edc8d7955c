"""Faults on demand: a database that fails where a test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from pbem.store.database import Database

Happening = Callable[[str], None]
"""Told of every statement before it is carried out, and of ``COMMIT`` and ``COMMITTED``, before
and after; it may raise."""


class DatabaseAway(OperationalError):
    """What SQLAlchemy raises where the connection to the database breaks."""

    def __init__(self) -> None:
        super().__init__("a statement", None, Exception("the database is away"))


@contextmanager
def watching(database: Database, happening: Happening) -> Iterator[None]:
    """Within this block `happening` is told of all that the database is asked to do."""

    def before(
        _connection: Any, _cursor: Any, statement: str, _values: Any, _context: Any, _many: Any
    ) -> None:
        happening(statement)

    def commit(connection: Any) -> None:
        happening("COMMIT")
        commits(connection)
        happening("COMMITTED")

    dialect = database.engine.dialect
    commits = dialect.do_commit
    sa.event.listen(database.engine, "before_cursor_execute", before)
    vars(dialect)["do_commit"] = commit
    try:
        yield
    finally:
        # To the class's again, for good: all databases of a process share one dialect.
        del vars(dialect)["do_commit"]
        sa.event.remove(database.engine, "before_cursor_execute", before)


def failing_once(wanted: Callable[[str], bool], times: int = 1) -> Happening:
    """Fails the first `times` statements that are wanted."""
    left = times

    def happening(statement: str) -> None:
        nonlocal left
        if left and wanted(statement):
            left -= 1
            raise DatabaseAway

    return happening
