"""Queries about mail: what came in, and what goes out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.store.records import (
    NOT_BY_ITSELF,
    InboxRow,
    InboxStatus,
    OutboxDraft,
    OutboxRow,
    OutboxStatus,
)
from pbem.store.strangers import mailbox_of
from pbem.store.tables import inbox, inbox_bytes, outbox, outbox_bytes

# Built once, as in pbem.store.games: every mail needs them.
_RECORD = inbox.insert().returning(inbox.c.mailbox, inbox.c.uidvalidity, inbox.c.uid, inbox.c.id)
_RECORD_BYTES = inbox_bytes.insert()
_QUEUE = outbox.insert().returning(outbox.c.message_id, outbox.c.id)
_QUEUE_BYTES = outbox_bytes.insert()
_RAW, _DATA = (sa.func.coalesce(table.c.data, b"") for table in (inbox_bytes, outbox_bytes))
_INBOX = sa.select(
    *(_RAW if f.name == "raw" else inbox.c[f.name] for f in structs.fields(InboxRow))
).join_from(inbox, inbox_bytes, isouter=True)
_KNOWN = sa.select(inbox.c.digest).where(
    inbox.c.digest.in_(sa.bindparam("digests", expanding=True))
)
_COUNT_ATTEMPTS = (
    inbox.update()
    .where(inbox.c.id.in_(sa.bindparam("ids", expanding=True)))
    .values(attempts=inbox.c.attempts + 1)
)
_CARRIERS = sa.select(inbox.c.message_id, inbox.c.id, inbox.c.sender, inbox.c.status).where(
    inbox.c.message_id.in_(sa.bindparam("message_ids", expanding=True))
)
_RECENT_ANSWERS = (
    sa.select(outbox.c.recipient, outbox.c.unproven, sa.func.count())
    .where(
        outbox.c.recipient.in_(sa.bindparam("recipients", expanding=True)),
        outbox.c.created > sa.bindparam("since"),
        outbox.c.kind.in_(sa.bindparam("kinds", expanding=True)),
        outbox.c.status.not_in(NOT_BY_ITSELF),
    )
    .group_by(outbox.c.recipient, outbox.c.unproven)
)
_UNREAD = (
    _INBOX.where(inbox.c.status == InboxStatus.NEW, inbox.c.id > sa.bindparam("after"))
    .order_by(inbox.c.id)
    .limit(sa.bindparam("limit"))
)
_UNREAD_OF_LANE = _UNREAD.where(inbox.c.lane == sa.bindparam("of_lane"))
_IN_MAILBOX = inbox.c.mailbox == sa.bindparam("of_mailbox")
_UNREAD_IN = _UNREAD.where(_IN_MAILBOX)
_SEEN = sa.select(inbox.c.uid, inbox.c.status).where(
    _IN_MAILBOX,
    inbox.c.uidvalidity == sa.bindparam("of_uidvalidity"),
    inbox.c.uid.in_(sa.bindparam("uids", expanding=True)),
)
_OLDEST_UNREAD = sa.select(sa.func.min(inbox.c.received)).where(inbox.c.status == InboxStatus.NEW)
NO_GAME = "@"
"""How the lane begins of every mail that names no game, or several; behind it stands the sender."""
_OLDEST_UNREAD_IN = _OLDEST_UNREAD.where(_IN_MAILBOX)
_OLDEST_UNREAD_FOR = _OLDEST_UNREAD.where(
    sa.or_(
        inbox.c.lane == sa.bindparam("of_game"),
        sa.and_(inbox.c.lane.startswith(NO_GAME), _IN_MAILBOX),
    )
)
OUTGOING = sa.select(
    *(_DATA if f.name == "data" else outbox.c[f.name] for f in structs.fields(OutboxRow))
).join_from(outbox, outbox_bytes, isouter=True)
_FIND_SENT = OUTGOING.where(outbox.c.message_id == sa.bindparam("message_id"))
_UNLINKED = (
    sa.select(outbox.c.id, outbox.c.digest)
    .where(outbox.c.game == sa.bindparam("of_game"), outbox.c.link.is_(None))
    .order_by(outbox.c.id)
)

NO_MAILBOX = 0
"""The UIDVALIDITY of mails that came with an import, which no server gives (RFC 3501, 9)."""


def seen_uids(
    connection: Connection, mailbox: str, uidvalidity: int, uids: Sequence[int]
) -> dict[int, str]:
    """Which of these messages of a mailbox are on record already, with their status."""
    found: dict[int, str] = {}
    where = {"of_mailbox": mailbox, "of_uidvalidity": uidvalidity}
    for start in range(0, len(uids), 500):
        rows = connection.execute(_SEEN, where | {"uids": uids[start : start + 500]})
        found.update((row.uid, row.status) for row in rows)
    return found


def known_digests(connection: Connection, digests: Sequence[str]) -> frozenset[str]:
    """Which of these content hashes are on record already."""
    return frozenset(connection.execute(_KNOWN, {"digests": list(digests)}).scalars())


def record_mails(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write down mails as they came, before anyone looks into them."""
    if rows:
        added = connection.execute(_RECORD, [_without(row, "raw") for row in rows])
        number = {(mailbox, validity, uid): mail for mailbox, validity, uid, mail in added}
        numbers = [number[row["mailbox"], row["uidvalidity"], row["uid"]] for row in rows]
        raw = [{"mail": n, "data": row["raw"]} for n, row in zip(numbers, rows, strict=True)]
        connection.execute(_RECORD_BYTES, raw)


def _without(row: Mapping[str, Any], bulk: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != bulk}


def unread_mails(
    connection: Connection, limit: int, after: int = 0, *, mailbox: str = "", lane: str = ""
) -> tuple[InboxRow, ...]:
    """Mails recorded and not yet processed, of one of the service's mailboxes or of one lane,
    oldest first, from record number `after` on."""
    query = _UNREAD_IN if mailbox else _UNREAD_OF_LANE
    where = {"of_mailbox": mailbox, "of_lane": lane, "limit": limit, "after": after}
    return tuple(InboxRow(*row) for row in connection.execute(query, where))


def lock_unread(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Of these mails those that are not yet processed; nobody else processes them until this
    transaction has ended."""
    query = sa.select(inbox.c.id).where(inbox.c.id.in_(ids), inbox.c.status == InboxStatus.NEW)
    found = connection.execute(query.order_by(inbox.c.id).with_for_update())
    return frozenset(found.scalars())


def unread_lanes(connection: Connection, limit: int, *, tried: bool) -> tuple[str, ...]:
    """The lanes of mails recorded and not yet processed, those that wait longest first; with
    `tried` also where none waits but such as failed."""
    query = sa.select(inbox.c.lane).where(inbox.c.status == InboxStatus.NEW)
    if not tried:
        query = query.where(inbox.c.attempts == 0)
    oldest = sa.func.min(inbox.c.id)
    query = query.group_by(inbox.c.lane).order_by(oldest).limit(limit)
    return tuple(connection.execute(query).scalars())


def oldest_unread(connection: Connection, mailbox: str, game: str = "") -> datetime | None:
    """When the oldest mail arrived that is recorded and not yet processed, of one of the service's
    mailboxes or of all that may be for a game of it; None: there is none."""
    query = _OLDEST_UNREAD_FOR if game else _OLDEST_UNREAD_IN
    found: datetime | None
    found = connection.execute(query, {"of_mailbox": mailbox, "of_game": game}).scalar()
    return found


def count_attempts(connection: Connection, ids: Sequence[int]) -> None:
    """Count an attempt for each mail before it is tried."""
    connection.execute(_COUNT_ATTEMPTS, {"ids": list(ids)})


def forget_attempts(connection: Connection, ids: Sequence[int]) -> None:
    """Take back what :func:`count_attempts` counted: nobody has looked into these mails."""
    change = inbox.update().where(inbox.c.id.in_(ids)).values(attempts=inbox.c.attempts - 1)
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


def settle_mails(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Say what became of mails: rows with ``mail`` (its number), ``status``, ``note``,
    ``message_id``, ``sender``, ``subject``, ``game`` and ``seat``."""
    if rows:
        connection.execute(
            _SETTLE,
            [
                {
                    "mail": row["mail"],
                    "new_status": row["status"],
                    "new_note": row["note"],
                    "new_message_id": row["message_id"][:1000],
                    "new_sender": row["sender"][:320],
                    "new_subject": row["subject"][:500],
                    "new_game": row["game"],
                    "new_seat": row["seat"],
                }
                for row in rows
            ],
        )


def find_mail(connection: Connection, mail: int) -> InboxRow | None:
    row = connection.execute(_INBOX.where(inbox.c.id == mail)).first()
    return None if row is None else InboxRow(*row)


def mails_in(connection: Connection, *statuses: InboxStatus) -> tuple[InboxRow, ...]:
    query = _INBOX.where(inbox.c.status.in_(statuses)).order_by(inbox.c.id)
    return tuple(InboxRow(*row) for row in connection.execute(query))


def count_held(connection: Connection, game: str, seat: int) -> int:
    """How many mails for a seat are held."""
    query = sa.select(sa.func.count()).where(
        inbox.c.status == InboxStatus.HELD, inbox.c.game == game, inbox.c.seat == seat
    )
    return int(connection.execute(query).scalar_one())


def mails_with_ids(
    connection: Connection, message_ids: Sequence[str]
) -> dict[str, dict[int, tuple[str, InboxStatus]]]:
    """The settled mails that carried these Message-IDs, by number: who sent each, and what became
    of it."""
    found: dict[str, dict[int, tuple[str, InboxStatus]]] = {}
    if message_ids:
        rows = connection.execute(_CARRIERS, {"message_ids": list(message_ids)})
        for message_id, number, sender, status in rows:
            found.setdefault(message_id, {})[number] = (sender, status)
    return found


def bytes_of(connection: Connection, ids: Sequence[int]) -> tuple[bytes, ...]:
    """The bytes of these mails that came in, of those that are still kept."""
    query = sa.select(inbox_bytes.c.data).where(inbox_bytes.c.mail.in_(ids))
    return tuple(connection.execute(query).scalars())


def next_uid(connection: Connection, uidvalidity: int) -> int:
    """A UID that no mail on record has under this UIDVALIDITY, nor any after it."""
    query = sa.select(sa.func.max(inbox.c.uid)).where(inbox.c.uidvalidity == uidvalidity)
    return int(connection.execute(query).scalar() or 0) + 1


def retry_mail(connection: Connection, mail: int) -> None:
    """Set a mail back to be processed anew, its attempts forgotten."""
    change = inbox.update().where(inbox.c.id == mail)
    connection.execute(change.values(status=InboxStatus.NEW, attempts=0, note=""))


def queue_mails(connection: Connection, drafts: Sequence[OutboxDraft]) -> None:
    """Put finished mails in the outbox; those that need not wait go out in this order, whichever
    of them was finished first."""
    if drafts:
        newest = max(draft.created for draft in drafts)
        data = {draft.message_id: bytes(draft.data) for draft in drafts}
        rows = [_queued(draft, data[draft.message_id], newest) for draft in drafts]
        added = connection.execute(_QUEUE, rows)
        connection.execute(
            _QUEUE_BYTES, [{"mail": row.id, "data": data[row.message_id]} for row in added]
        )


def _queued(draft: OutboxDraft, data: bytes, at: datetime) -> dict[str, Any]:
    """A row as it is queued: with the SHA-256 of its bytes, tried by nobody, and recorded by no
    link yet."""
    return _without(vars(draft), "data") | {
        "due": max(draft.due, at),
        "digest": hashlib.sha256(data).hexdigest(),
        "mailbox": mailbox_of(draft.recipient),
        "attempts": 0,
        "sent": None,
        "error": "",
        "link": None,
    }


def unlinked_mails(connection: Connection, game: str) -> tuple[tuple[int, str], ...]:
    """Number and SHA-256 of the mails of a game that no link of its chain records yet."""
    return tuple((mail, sha) for mail, sha in connection.execute(_UNLINKED, {"of_game": game}))


def link_mails(connection: Connection, ids: Sequence[int], turn: int) -> None:
    """Note that the link of a turn records these mails."""
    for start in range(0, len(ids), 500):
        change_mails(connection, ids[start : start + 500], link=turn)


def digests_of(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """The SHA-256 of these mails that came in, by number."""
    query = sa.select(inbox.c.id, inbox.c.digest).where(inbox.c.id.in_(list(ids)))
    return {row.id: row.digest for row in connection.execute(query)}


def mail_of_digest(connection: Connection, digest: str) -> InboxRow | None:
    """The mail that came in with this SHA-256, the oldest where it came more than once."""
    row = connection.execute(_INBOX.where(inbox.c.digest == digest).order_by(inbox.c.id)).first()
    return None if row is None else InboxRow(*row)


def recent_answers(
    connection: Connection, recipients: Sequence[str], since: datetime, kinds: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """How many mails of these kinds each address was sent (or is about to be) since then: to mail
    that proves who wrote it, and to mail that does not."""
    values = {"recipients": list(recipients), "since": since, "kinds": list(kinds)}
    counted = connection.execute(_RECENT_ANSWERS, values)
    found = {(to, unproven): count for to, unproven, count in counted}
    return {to: (found.get((to, False), 0), found.get((to, True), 0)) for to in recipients}


def gathered_for(connection: Connection, now: datetime) -> tuple[str, ...]:
    """The addresses whose answers have been gathered for long enough."""
    query = sa.select(outbox.c.recipient).where(
        outbox.c.status == OutboxStatus.GATHERED, outbox.c.due <= now
    )
    return tuple(connection.execute(query.distinct().order_by(outbox.c.recipient)).scalars())


def change_mails(connection: Connection, ids: Iterable[int], **values: Any) -> None:
    connection.execute(outbox.update().where(outbox.c.id.in_(list(ids))).values(**values))


def find_outgoing(connection: Connection, mail: int) -> OutboxRow | None:
    row = connection.execute(OUTGOING.where(outbox.c.id == mail)).first()
    return None if row is None else OutboxRow(*row)


def find_sent(connection: Connection, message_id: str) -> OutboxRow | None:
    row = connection.execute(_FIND_SENT, {"message_id": message_id}).first()
    return OutboxRow(*row) if row else None


def sent_for(
    connection: Connection, game: str, seat: int, turn: int, limit: int
) -> tuple[bytes, ...]:
    """The newest mails to a seat that a reply for `turn` may answer: reports carry the turn that
    they tell of, the others the open one. Reports come first."""
    query = (
        sa.select(outbox_bytes.c.data)
        .join_from(outbox, outbox_bytes)
        .where(outbox.c.game == game, outbox.c.seat == seat, outbox.c.turn.in_((turn - 1, turn)))
        .order_by((outbox.c.kind != "report"), outbox.c.id.desc())
        .limit(limit)
    )
    return tuple(connection.execute(query).scalars())


def outgoing(connection: Connection, **where: Any) -> tuple[OutboxRow, ...]:
    """Outgoing mails, oldest first, that match all that is given."""
    where = {column: value for column, value in where.items() if value is not None}
    return tuple(OutboxRow(*row) for row in connection.execute(_outgoing_with(*where), where))


@cache
def _outgoing_with(*columns: str) -> sa.Select[Any]:
    given = (outbox.c[column] == sa.bindparam(column) for column in columns)
    return OUTGOING.where(*given).order_by(outbox.c.id)


def digests_sent(connection: Connection, game: str) -> frozenset[str]:
    """The SHA-256 of all mails written in a game, as their rows have them."""
    query = sa.select(outbox.c.digest).where(outbox.c.game == game)
    return frozenset(connection.execute(query).scalars())


def each_outgoing(connection: Connection, game: str) -> Iterator[OutboxRow]:
    """All mails written in a game, oldest first, one at a time: together they may be large."""
    query = sa.select(outbox.c.id).where(outbox.c.game == game).order_by(outbox.c.id)
    for number in connection.execute(query).scalars().all():
        row = find_outgoing(connection, number)
        if row is not None:
            yield row


def count_incoming(connection: Connection) -> dict[str, int]:
    """How many mails on record are in which status."""
    query = sa.select(inbox.c.status, sa.func.count()).group_by(inbox.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}


def count_set_aside(connection: Connection) -> dict[str, int]:
    """How many mails wait for the game master, by status."""
    query = sa.select(inbox.c.status, sa.func.count()).group_by(inbox.c.status)
    aside = inbox.c.status.in_((InboxStatus.HELD, InboxStatus.QUARANTINED))
    return {row[0]: row[1] for row in connection.execute(query.where(aside))}


def count_outgoing(connection: Connection) -> dict[str, int]:
    """How many outgoing mails are in which status."""
    query = sa.select(outbox.c.status, sa.func.count()).group_by(outbox.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}
