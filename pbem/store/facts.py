"""Facts about the service itself: single values by name, such as when mail was read last."""

from __future__ import annotations

from datetime import datetime
from functools import cache

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting_in
from pbem.store.tables import facts

# Built once, as in pbem.store.games: every poll needs them.
_READ = sa.select(facts.c.value).where(facts.c.name == sa.bindparam("name"))


@cache
def _write(dialect: str) -> sa.Insert:
    insert = inserting_in(dialect, facts)
    new = {"value": insert.excluded.value}
    return insert.on_conflict_do_update(index_elements=["name"], set_=new)


def of_mailbox(name: str, mailbox: str) -> str:
    """The name of a fact that each of the service's mailboxes has for itself."""
    return f"{name}@{mailbox}"


def read_fact(connection: Connection, name: str) -> str | None:
    """What was written under a name last; None where nothing was."""
    found = connection.execute(_READ, {"name": name}).scalar()
    return None if found is None else str(found)


def read_moment(connection: Connection, name: str) -> datetime | None:
    """The same where it is a moment."""
    found = read_fact(connection, name)
    return datetime.fromisoformat(found) if found else None


def write_fact(connection: Connection, name: str, value: str) -> None:
    """Write a value down in the place of the one before."""
    connection.execute(_write(connection.dialect.name), {"name": name, "value": value})


def forget_fact(connection: Connection, name: str) -> None:
    """Forget what stands under a name."""
    connection.execute(facts.delete().where(facts.c.name == name))


def forget_facts(connection: Connection, beginning: str, before: str) -> None:
    """Forget what stands under names that begin so, where its value comes before another."""
    old = facts.c.name.startswith(beginning, autoescape=True), facts.c.value < before
    connection.execute(facts.delete().where(*old))
