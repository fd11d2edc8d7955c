"""Second addresses: mail from one counts as that of the first, to which reports go."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import Act
from pbem.store.strangers import mailbox_of
from pbem.store.tables import HAS_PERSON, pending, seats, seconds, substitutions


def second_of(connection: Connection, first: str) -> str | None:
    """The second address of whoever plays from a first one."""
    return connection.execute(sa.select(seconds.c.second).where(seconds.c.first == first)).scalar()


def first_of(connection: Connection, second: str) -> str | None:
    """The address for which mail from a second one counts."""
    return connection.execute(sa.select(seconds.c.first).where(seconds.c.second == second)).scalar()


def mailboxes_of(connection: Connection, *people: str) -> Mapping[str, frozenset[str]]:
    """All mailboxes of each of these people, by the address that is asked for: that of the address
    itself, and of the other one where they have two. Whoever asks whether two addresses are one
    person's asks this."""
    either = sa.or_(seconds.c.first.in_(people), seconds.c.second.in_(people))
    known = {one: {mailbox_of(one)} for one in people}
    for first, second in connection.execute(
        sa.select(seconds.c.first, seconds.c.second).where(either)
    ):
        for one, other in ((first, second), (second, first)):
            if one in known:
                known[one].add(mailbox_of(other))
    return {one: frozenset(found) for one, found in known.items()}


def is_taken(connection: Connection, address: str, *, but: str) -> bool:
    """Whether an address is somebody's second, or has one; that of `but` does not count."""
    either = sa.or_(seconds.c.second == address, seconds.c.first == address)
    query = sa.select(seconds.c.first).where(either, seconds.c.first != but)
    return connection.execute(query.limit(1)).first() is not None


def put_second(connection: Connection, first: str, second: str) -> None:
    """Let mail from `second` count as that of `first`, in the place of any other second one."""
    insert = inserting(connection, seconds).values(first=first, second=second)
    changed = {"second": second}
    connection.execute(insert.on_conflict_do_update(index_elements=["first"], set_=changed))


def drop_without_seat(connection: Connection, first: str) -> None:
    """Whoever has no seat any more of any game, nor gets one back, has no second address."""
    sits = sa.exists().where(seats.c.address == first, HAS_PERSON)
    lends = sa.exists().where(substitutions.c.address == first)
    waits = sa.exists().where(pending.c.address == first, pending.c.act == Act.RETURN)
    mine = sa.and_(seconds.c.first == first, sa.not_(sa.or_(sits, lends, waits)))
    connection.execute(seconds.delete().where(mine))


def drop_second(connection: Connection, *addresses: str) -> None:
    """Whatever these addresses have to do with second ones is over."""
    either = sa.or_(seconds.c.first.in_(addresses), seconds.c.second.in_(addresses))
    connection.execute(seconds.delete().where(either))
