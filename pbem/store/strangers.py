"""Queries about mail that proves nothing: what it was answered, and who writes without a word
that could be obeyed."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import NOT_BY_ITSELF, OutboxStatus
from pbem.store.tables import idlers, outbox, outbox_bytes
from pbem.store.tables.columns import ADDRESS


class Spent(NamedTuple):
    """Mails, and the octets of all of them."""

    mails: int = 0
    octets: int = 0


_GOOGLE = ("gmail.com", "googlemail.com")
_QUOTING = str.maketrans("", "", '"\\')
_AT_ONCE = sa.and_(outbox.c.unproven, outbox.c.status.not_in(NOT_BY_ITSELF))
_SPENT = sa.select(sa.func.count(), sa.func.sum(sa.func.length(outbox_bytes.c.data))).join_from(
    outbox, outbox_bytes, isouter=True
)


def mailbox_of(address: str) -> str:
    """The mailbox that an address is one spelling of, where its host delivers as most do: without
    what follows a plus, quotes, capitals, other forms of letters (NFKC) and the host's last dot,
    the host in ASCII (IDNA); at Google Mail without dots. To count by, not to write to."""
    local, _at, host = unicodedata.normalize("NFKC", address).lower().rpartition("@")
    bare = local.translate(_QUOTING)
    mailbox, host = bare.partition("+")[0] or bare, _in_ascii(host.rstrip("."))
    if host in _GOOGLE:
        mailbox, host = mailbox.replace(".", ""), _GOOGLE[0]
    return f"{mailbox}@{host}"[: ADDRESS.length]  # letters in other forms may be more


def _in_ascii(host: str) -> str:
    try:
        return host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        return host  # nobody can be written to there


def spent_on(connection: Connection, mailbox: str, since: datetime) -> dict[str, Spent]:
    """What a mailbox was sent since then, or is about to be, in answer to mail without proof, by
    kind."""
    query = _SPENT.where(outbox.c.mailbox == mailbox, outbox.c.created > since, _AT_ONCE)
    found = connection.execute(query.add_columns(outbox.c.kind).group_by(outbox.c.kind))
    return {kind: Spent(mails, int(octets or 0)) for mails, octets, kind in found}


def gathered_for(connection: Connection, recipient: str) -> Spent:
    """What is gathered for an address in answer to mail without proof."""
    waits = sa.and_(outbox.c.unproven, outbox.c.status == OutboxStatus.GATHERED)
    mails, octets = connection.execute(_SPENT.where(outbox.c.recipient == recipient, waits)).one()
    return Spent(mails, int(octets or 0))


def count_unproven(connection: Connection, relay: str, since: datetime, *, but: str = "") -> int:
    """How many mails went to anyone since then from one of the service's mailboxes in answer to
    mail without proof, but for those of one kind."""
    query = sa.select(sa.func.count()).where(outbox.c.created > since, _AT_ONCE)
    query = query.where(outbox.c.relay == relay)
    if but:
        query = query.where(outbox.c.kind != but)
    return int(connection.execute(query).scalar_one())


def count_kind(connection: Connection, kind: str, since: datetime, **where: object) -> int:
    """How many mails of a kind were written since then that match all that is given."""
    query = sa.select(sa.func.count()).where(outbox.c.kind == kind, outbox.c.created > since)
    for column, value in where.items():
        query = query.where(outbox.c[column] == value)
    return int(connection.execute(query).scalar_one())


def find_idler(
    connection: Connection, address: str, *, proven: bool
) -> tuple[int, datetime] | None:
    """How many mails in a row from an address said nothing, and when the newest of them came; of
    those that are `proven` to be its owner's, or of the others."""
    query = sa.select(idlers.c.count, idlers.c.last).where(
        idlers.c.address == address, idlers.c.proven == proven
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def put_idler(
    connection: Connection, address: str, count: int, last: datetime, *, proven: bool
) -> None:
    changed = {"count": count, "last": last}
    insert = inserting(connection, idlers).values(address=address, proven=proven, **changed)
    key = ["address", "proven"]
    connection.execute(insert.on_conflict_do_update(index_elements=key, set_=changed))


def forget_idler(connection: Connection, address: str) -> None:
    """The owner of an address has said something again."""
    connection.execute(idlers.delete().where(idlers.c.address == address))
