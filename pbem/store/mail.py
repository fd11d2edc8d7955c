"""Queries about mail: what came in, what goes out, and how addresses fare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import ContactRow, InboxRow, InboxStatus, OutboxRow, OutboxStatus
from pbem.store.tables import contacts, facts, inbox, inbox_bytes, outbox, outbox_bytes

# Built once, as in pbem.store.games: every mail needs them.
_SAME_ID = (
    sa.select(inbox.c.id)
    .where(inbox.c.message_id == sa.bindparam("message_id"), inbox.c.id != sa.bindparam("mail"))
    .limit(1)
)
_RECORD = inbox.insert().returning(inbox.c.uidvalidity, inbox.c.uid, inbox.c.id)
_RECORD_BYTES = inbox_bytes.insert()
_QUEUE, _QUEUE_BYTES = outbox.insert(), outbox_bytes.insert()
_INBOX = sa.select(
    *(inbox_bytes.c.data if f.name == "raw" else inbox.c[f.name] for f in fields(InboxRow))
).join_from(inbox, inbox_bytes)
OUTGOING = sa.select(
    *(outbox_bytes.c.data if f.name == "data" else outbox.c[f.name] for f in fields(OutboxRow))
).join_from(outbox, outbox_bytes)
_FIND_CONTACT = sa.select(contacts).where(contacts.c.address == sa.bindparam("address"))


def seen_uids(connection: Connection, uidvalidity: int, uids: Sequence[int]) -> dict[int, str]:
    """Which of these messages are on record already, with their status."""
    found: dict[int, str] = {}
    for start in range(0, len(uids), 500):
        query = sa.select(inbox.c.uid, inbox.c.status).where(
            inbox.c.uidvalidity == uidvalidity, inbox.c.uid.in_(uids[start : start + 500])
        )
        found.update({row.uid: row.status for row in connection.execute(query)})
    return found


def known_digests(connection: Connection, digests: Sequence[str]) -> frozenset[str]:
    """Which of these content hashes are on record already."""
    query = sa.select(inbox.c.digest).where(inbox.c.digest.in_(digests))
    return frozenset(connection.execute(query).scalars())


def record_mails(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write down mails as they came, before anyone looks into them."""
    if rows:
        added = connection.execute(_RECORD, [_without(row, "raw") for row in rows])
        number = {(uidvalidity, uid): mail for uidvalidity, uid, mail in added}
        connection.execute(
            _RECORD_BYTES,
            [{"mail": number[r["uidvalidity"], r["uid"]], "data": r["raw"]} for r in rows],
        )


def _without(row: Mapping[str, Any], bulk: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != bulk}


def unread_mails(connection: Connection, limit: int, after: int = 0) -> tuple[InboxRow, ...]:
    """Mails recorded and not yet processed, oldest first, from record number `after` on."""
    query = (
        _INBOX.where(inbox.c.status == InboxStatus.NEW, inbox.c.id > after)
        .order_by(inbox.c.id)
        .limit(limit)
    )
    return tuple(InboxRow(*row) for row in connection.execute(query))


def oldest_unread(connection: Connection) -> datetime | None:
    """When the oldest mail arrived that is recorded and not yet processed; None: all are."""
    query = sa.select(sa.func.min(inbox.c.received)).where(inbox.c.status == InboxStatus.NEW)
    found: datetime | None = connection.execute(query).scalar()
    return found


def count_attempts(connection: Connection, ids: Sequence[int]) -> None:
    """Count an attempt for each mail before it is tried."""
    change = inbox.update().where(inbox.c.id.in_(ids)).values(attempts=inbox.c.attempts + 1)
    connection.execute(change)


_SETTLE = (
    inbox.update()
    .where(inbox.c.id == sa.bindparam("mail"))
    .values(
        status=sa.bindparam("new_status"),
        message_id=sa.bindparam("new_message_id"),
        sender=sa.bindparam("new_sender"),
        subject=sa.bindparam("new_subject"),
        note=sa.bindparam("new_note"),
        game=sa.bindparam("new_game"),
        seat=sa.bindparam("new_seat"),
    )
)


def settle_mail(
    connection: Connection,
    mail: int,
    status: InboxStatus,
    *,
    note: str = "",
    message_id: str = "",
    sender: str = "",
    subject: str = "",
    game: str | None = None,
    seat: int | None = None,
) -> None:
    """Say what became of a mail."""
    values = {
        "mail": mail,
        "new_status": status,
        "new_note": note,
        "new_message_id": message_id[:1000],
        "new_sender": sender[:320],
        "new_subject": subject[:500],
        "new_game": game,
        "new_seat": seat,
    }
    connection.execute(_SETTLE, values)


def find_mail(connection: Connection, mail: int) -> InboxRow | None:
    row = connection.execute(_INBOX.where(inbox.c.id == mail)).first()
    return None if row is None else InboxRow(*row)


def mails_in(connection: Connection, *statuses: InboxStatus) -> tuple[InboxRow, ...]:
    query = _INBOX.where(inbox.c.status.in_(statuses)).order_by(inbox.c.id)
    return tuple(InboxRow(*row) for row in connection.execute(query))


def same_message_id(connection: Connection, mail: int, message_id: str) -> bool:
    """Whether another, earlier mail carried this Message-ID."""
    if not message_id:
        return False
    values = {"message_id": message_id, "mail": mail}
    return connection.execute(_SAME_ID, values).first() is not None


def retry_mail(connection: Connection, mail: int) -> None:
    """Set a mail back to be processed anew, its attempts forgotten."""
    change = inbox.update().where(inbox.c.id == mail)
    connection.execute(change.values(status=InboxStatus.NEW, attempts=0, note=""))


def queue_mails(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put finished mails in the outbox."""
    for row in rows:
        key = connection.execute(_QUEUE, _without(row, "data")).inserted_primary_key
        assert key is not None, "one row was inserted"
        connection.execute(_QUEUE_BYTES, {"mail": key[0], "data": row["data"]})


def recent_answers(
    connection: Connection, recipient: str, since: datetime, kinds: Sequence[str]
) -> int:
    """How many mails of these kinds this address was sent (or is about to be) since then."""
    values = {"recipient": recipient, "since": since}
    return int(connection.execute(_recent(tuple(kinds)), values).scalar_one())


@cache
def _recent(kinds: tuple[str, ...]) -> sa.Select[int]:
    # Written out: SQLAlchemy renders every IN anew, which takes longer than the rest.
    return sa.select(sa.func.count()).where(
        outbox.c.recipient == sa.bindparam("recipient"),
        outbox.c.created > sa.bindparam("since"),
        sa.or_(*(outbox.c.kind == kind for kind in kinds)),
        outbox.c.status != OutboxStatus.GATHERED,
        outbox.c.status != OutboxStatus.DIGESTED,
    )


def gathered_for(connection: Connection, now: datetime) -> tuple[str, ...]:
    """The addresses whose answers have been gathered for long enough."""
    query = sa.select(outbox.c.recipient).where(
        outbox.c.status == OutboxStatus.GATHERED, outbox.c.due <= now
    )
    return tuple(connection.execute(query.distinct().order_by(outbox.c.recipient)).scalars())


def told_since(connection: Connection, recipient: str, kind: str, since: datetime) -> bool:
    """Whether a mail of this kind went to this address since then."""
    query = sa.select(outbox.c.id).where(
        outbox.c.recipient == recipient, outbox.c.created > since, outbox.c.kind == kind
    )
    return connection.execute(query.limit(1)).first() is not None


def change_mails(connection: Connection, ids: Iterable[int], **values: Any) -> None:
    connection.execute(outbox.update().where(outbox.c.id.in_(list(ids))).values(**values))


def find_outgoing(connection: Connection, mail: int) -> OutboxRow | None:
    row = connection.execute(OUTGOING.where(outbox.c.id == mail)).first()
    return None if row is None else OutboxRow(*row)


def find_sent(connection: Connection, message_id: str) -> OutboxRow | None:
    row = connection.execute(OUTGOING.where(outbox.c.message_id == message_id)).first()
    return None if row is None else OutboxRow(*row)


def outgoing(
    connection: Connection, *, game: str | None = None, seat: int | None = None, **where: Any
) -> tuple[OutboxRow, ...]:
    """Outgoing mails, oldest first, that match all that is given."""
    query = OUTGOING.order_by(outbox.c.id)
    if game is not None:
        query = query.where(outbox.c.game == game)
    if seat is not None:
        query = query.where(outbox.c.seat == seat)
    for column, value in where.items():
        query = query.where(outbox.c[column] == value)
    return tuple(OutboxRow(*row) for row in connection.execute(query))


def count_incoming(connection: Connection) -> dict[str, int]:
    """How many mails on record are in which status."""
    query = sa.select(inbox.c.status, sa.func.count()).group_by(inbox.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}


def count_outgoing(connection: Connection) -> dict[str, int]:
    """How many outgoing mails are in which status."""
    query = sa.select(outbox.c.status, sa.func.count()).group_by(outbox.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}


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


def read_fact(connection: Connection, name: str) -> str | None:
    found = connection.execute(sa.select(facts.c.value).where(facts.c.name == name)).scalar()
    return None if found is None else str(found)


def write_fact(connection: Connection, name: str, value: str) -> None:
    insert = inserting(connection, facts).values(name=name, value=value)
    change = insert.on_conflict_do_update(index_elements=["name"], set_={"value": value})
    connection.execute(change)
