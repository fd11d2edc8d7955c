"""Queries about the addresses that mail goes to, and how it fares there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.tables import contacts


@dataclass(frozen=True)
class ContactRow:
    """How mail to an address fares: `score` grows with what comes back, until it is `held`."""

    address: str
    score: float
    held: bool
    last: datetime
    note: str


_FIND_CONTACT = sa.select(contacts).where(contacts.c.address == sa.bindparam("address"))


def find_contact(connection: Connection, address: str) -> ContactRow | None:
    row = connection.execute(_FIND_CONTACT, {"address": address}).first()
    return None if row is None else ContactRow(*row)


def score_contact(
    connection: Connection, address: str, points: float, *, hold_at: float, now: datetime, note: str
) -> ContactRow:
    """Add to the score of an address; from `hold_at` points on its mail is held."""
    first = {"address": address, "score": points, "last": now, "note": note}
    insert = inserting(connection, contacts).values(**first, held=points >= hold_at)
    total = contacts.c.score + insert.excluded.score
    change = insert.on_conflict_do_update(
        index_elements=["address"],
        set_={
            "score": total,
            "held": total >= hold_at,
            "last": insert.excluded.last,
            "note": insert.excluded.note,
        },
    )
    return ContactRow(*connection.execute(change.returning(*contacts.c)).one())


def forget_contact(connection: Connection, address: str) -> None:
    connection.execute(contacts.delete().where(contacts.c.address == address))


def troubled_contacts(connection: Connection) -> tuple[ContactRow, ...]:
    query = sa.select(contacts).order_by(contacts.c.address)
    return tuple(ContactRow(*row) for row in connection.execute(query))
