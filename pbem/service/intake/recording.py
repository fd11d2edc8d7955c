"""Fetches mail and writes it down raw, before anyone acts on it; moves it once it is settled.

A mail is known by its mailbox, (UIDVALIDITY, UID) and the hash of its bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Protocol, TypeVar

from sqlalchemy.engine import Connection

from pbem.mailer.inbound.imap import Pending
from pbem.mailer.inbound.inbox import Inbox
from pbem.mailer.inbound.intake import ReadMail
from pbem.mailer.inbound.workers import RawMail
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.intake.lanes import lane_of
from pbem.service.play.outage import end_silence
from pbem.store import mail
from pbem.store.records import InboxStatus

T = TypeVar("T")

HEAD_BYTES = 65_536
"""How much is fetched and kept of a mail that is too large to be read."""
CHUNK = 100
"""Mails that share a transaction."""
FIRST_OF_MANY = 25
"""The same of the first ones where more than a chunk came: until they are read nobody can go on."""
READ_AHEAD_BYTES = 8 * 2**20
"""So much of the new mail is being read while the rest is fetched and written down."""

Begun = dict[str, Callable[[], ReadMail]]
"""Mails that are being read, by the hash of their bytes, before their turn has come."""


class Settles(Protocol):
    """Settles what is on record (:class:`~pbem.service.intake.receive.Settling`)."""

    def count_next(self, connection: Connection) -> None: ...

    def settle_chunk(self, most: int) -> object: ...


@dataclass(frozen=True)
class Recorded:
    """What one look into the mailbox found. ``began`` is the game time before the server was
    asked; ``uids`` are all messages that lie there still, ``fresh`` is how many were new."""

    began: datetime
    uids: tuple[int, ...]
    fresh: int


def record_mail(
    context: Context,
    mailbox: Inbox,
    begun: Begun | None = None,
    *,
    meanwhile: Settles | None = None,
) -> Recorded:
    """Write all new mails down. The first ones are being read then, to be found in `begun` (None:
    none are). Whenever a chunk has been written down behind another, that one, of so many mails,
    may be settled `meanwhile`: the next one is being fetched. Then it is moved.

    Raises MailServerTrouble where the server fails; nothing is lost by it.
    """
    began = context.clock.now()
    waiting = mailbox.waiting()
    end_silence(context, began)
    uids = tuple(one.uid for one in waiting)
    seen = _on_record(context, mailbox, uids)
    fresh = [one for one in waiting if one.uid not in seen]
    moved = _record(context, mailbox, fresh, begun, meanwhile)
    return Recorded(began, tuple(uid for uid in uids if uid not in moved), len(fresh))


def move_settled(context: Context, mailbox: Inbox, uids: Sequence[int]) -> list[int]:
    """Take what is settled out of the inbox, also what a crash left lying; returns what that is."""
    found = _on_record(context, mailbox, uids)
    aside = [uid for uid, status in found.items() if status == InboxStatus.QUARANTINED]
    done = [
        uid
        for uid, status in found.items()
        if status not in (InboxStatus.NEW, InboxStatus.QUARANTINED)
    ]
    if done:
        mailbox.move(done, context.config.imap.processed)
    if aside:
        mailbox.move(aside, context.config.imap.quarantine)
    return done + aside


def _on_record(context: Context, mailbox: Inbox, uids: Sequence[int]) -> dict[int, str]:
    """The status of each of these messages that is on record."""
    if not uids:  # as at nearly every look
        return {}
    with context.database.read() as connection:
        return mail.seen_uids(connection, context.mailbox, mailbox.uidvalidity, uids)


def _record(
    context: Context,
    mailbox: Inbox,
    fresh: Sequence[Pending],
    begun: Begun | None,
    meanwhile: Settles | None,
) -> set[int]:
    """Write down what is new; returns what was moved by the way."""
    limit = context.config.mail.max_bytes
    small = {m.uid: m for m in fresh if m.size <= limit}
    room = READ_AHEAD_BYTES
    before: list[int] = []
    moving: list[Future[list[int]]] = []
    chunks = (list(mailbox.fetch(part)) for part in _parts(list(small)))
    with ThreadPoolExecutor(1, thread_name_prefix="mailbox") as line:
        for chunk in _ahead(chunks, line) if len(small) > CHUNK else chunks:
            rows = [
                _row(context, mailbox, f.uid, f.received, small[f.uid].size, f.raw) for f in chunk
            ]
            _write_down(context, rows, meanwhile if before else None)
            new = [row for row in rows if row["status"] == InboxStatus.NEW]
            room -= sum(len(row["raw"]) for row in new)
            if begun is not None and room >= 0:
                settings = context.config.mail
                raw = [RawMail(row["raw"], row["size"], settings) for row in new]
                reads = context.readers.begin(raw)
                begun.update(zip((row["digest"] for row in new), reads, strict=True))
            if before and meanwhile is not None:
                meanwhile.settle_chunk(len(before))
                moving.append(line.submit(move_settled, context, mailbox, before))
            before = [row["uid"] for row in rows]
    for huge in (m for m in fresh if m.size > limit):
        head = mailbox.fetch_head(huge.uid, HEAD_BYTES)
        _write_down(context, [_row(context, mailbox, huge.uid, huge.received, huge.size, head)])
    return set(chain.from_iterable(moved.result() for moved in moving))


def _row(
    context: Context, mailbox: Inbox, uid: int, received: datetime, size: int, raw: bytes
) -> dict[str, Any]:
    return {
        "mailbox": context.mailbox,
        "uidvalidity": mailbox.uidvalidity,
        "uid": uid,
        "lane": lane_of(raw),
        "digest": hashlib.sha256(raw).hexdigest(),
        "received": context.clock.at(received),
        "size": max(size, len(raw)),
        "raw": raw,
        "message_id": "",
        "sender": "",
        "subject": "",
        "status": InboxStatus.NEW,
        "attempts": 0,
        "note": "",
        "game": None,
        "seat": None,
    }


def _write_down(
    context: Context, rows: list[dict[str, Any]], settles: Settles | None = None
) -> None:
    with context.database.write() as connection:
        if settles is not None:
            settles.count_next(connection)
        known = set(mail.known_digests(connection, [row["digest"] for row in rows]))
        for row in rows:
            if row["digest"] in known:
                row |= {"status": InboxStatus.DUPLICATE, "note": "the same bytes came before"}
            known.add(row["digest"])
        mail.record_mails(connection, rows)
    context.counters.add(Count.RECEIVED, len(rows))


def _ahead(items: Iterator[T], line: ThreadPoolExecutor) -> Iterator[T]:
    """The same, each fetched on that thread while the one before it is worked at: the server is
    waited for then."""
    coming = line.submit(next, items, None)
    while (item := coming.result()) is not None:
        coming = line.submit(next, items, None)
        yield item


def _parts(uids: Sequence[int]) -> Iterator[Sequence[int]]:
    """The messages that are fetched and written down together."""
    left, most = uids, CHUNK if len(uids) <= CHUNK else FIRST_OF_MANY
    while left:
        yield left[:most]
        left, most = left[most:], CHUNK
