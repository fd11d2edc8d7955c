"""Queries about the addresses that mail comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.records import OVER
from pbem.store.strangers import mailbox_of
from pbem.store.tables import HAS_PERSON, contacts, games, idlers, seats, seconds, unheard

_LANGUAGE_AT = (
    sa.select(seats.c.language)
    .join_from(seats, games, games.c.id == seats.c.game)
    .where(
        seats.c.address == sa.bindparam("address"),
        HAS_PERSON,
        games.c.status.not_in(OVER),
    )
    .order_by(games.c.created, seats.c.seat)
    .limit(1)
)
_LANGUAGES_AT = (
    sa.select(seats.c.address, seats.c.language)
    .join_from(seats, games, games.c.id == seats.c.game)
    .where(
        seats.c.address.in_(sa.bindparam("addresses", expanding=True)),
        HAS_PERSON,
        games.c.status.not_in(OVER),
    )
    .order_by(games.c.created.desc(), seats.c.seat.desc())
)
_MARKED = sa.union_all(
    sa.select(seconds.c.second, sa.literal("first"), seconds.c.first).where(
        seconds.c.second.in_(sa.bindparam("addresses", expanding=True))
    ),
    *(
        sa.select(table.c.address, sa.literal(mark), sa.literal("")).where(
            table.c.address.in_(sa.bindparam("addresses", expanding=True))
        )
        for table, mark in ((contacts, "bounced"), (idlers, "idle"))
    ),
    sa.select(unheard.c.mailbox, sa.literal("silent"), sa.literal("")).where(
        unheard.c.mailbox.in_(sa.bindparam("mailboxes", expanding=True))
    ),
)


def language_at(connection: Connection, address: str) -> str | None:
    """The language of the oldest seat that is held from an address; None without one."""
    return connection.execute(_LANGUAGE_AT, {"address": address}).scalar()


class Known(NamedTuple):
    """An address: the language of whoever plays from it (empty where nobody does), whether mail
    to it came back, whether its last mails held nothing to obey, and, where it is somebody's second
    one from which nobody else plays, their ``first``; ``silent``: they were written to
    unasked, and have not written since."""

    language: str = ""
    bounced: bool = False
    idle: bool = False
    first: str = ""
    silent: bool = False


NOBODY = Known()


def know_senders(connection: Connection, addresses: Sequence[str]) -> dict[str, Known]:
    """What is known of each address; its language is that of the oldest seat held from it."""
    mailboxes = {one: mailbox_of(one) for one in addresses}
    given = {"addresses": list(addresses), "mailboxes": list(mailboxes.values())}
    languages = {row.address: row.language for row in connection.execute(_LANGUAGES_AT, given)}
    marked = {(row[0], row[1]): row[2] for row in connection.execute(_MARKED, given)}
    return {
        one: Known(
            languages.get(one) or "",
            (one, "bounced") in marked,
            (one, "idle") in marked,
            "" if one in languages else marked.get((one, "first"), ""),
            (mailboxes[one], "silent") in marked,
        )
        for one in addresses
    }
