"""What goes wrong with the database."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from pbem.engine.errors import Trouble


class StoreError(Trouble):
    """The database cannot be used as it stands; the message says what to do."""


GAVE_WAY = frozenset({"40001", "40P01"})
"""PostgreSQL's words for a transaction that it ended for the sake of another: nothing was wrong
with it."""


def is_conflict(error: BaseException) -> bool:
    """Whether a transaction was ended because another one was in its way: done again, it works."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in GAVE_WAY
