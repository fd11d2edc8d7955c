"""Fetches mail and writes it down raw, before anyone acts on it; moves it once it is settled.

A mail is known by its mailbox, (UIDVALIDITY, UID) and the hash of its bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

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
READ_AHEAD_BYTES = 8 * 2**20
"""So much of the new mail is being read while the rest is fetched and written down."""

Begun = dict[str, Callable[[], ReadMail]]
"""Mails that are being read, by the hash of their bytes, before their turn has come."""


@dataclass(frozen=True)
class Recorded:
    """What one look into the mailbox found. ``began`` is the game time before the server was
    asked; ``uids`` are all messages that lie there, ``fresh`` is how many of them are new."""

    began: datetime
    uids: tuple[int, ...]
    fresh: int


def record_mail(
    context: Context,
    mailbox: Inbox,
    begun: Begun | None = None,
    *,
    meanwhile: Callable[[], object] | None = None,
) -> Recorded:
    """Write all new mails down. The first ones are being read then, to be found in `begun` (None:
    none are). Whenever a chunk has been written down behind another, something may be done
    `meanwhile`: the next one is being fetched.

    Raises MailServerTrouble where the server fails; nothing is lost by it.
    """
    began = context.clock.now()
    waiting = mailbox.waiting()
    end_silence(context, began)
    uids = tuple(one.uid for one in waiting)
    seen = _on_record(context, mailbox, uids)
    fresh = [one for one in waiting if one.uid not in seen]
    _record(context, mailbox, fresh, begun, meanwhile)
    return Recorded(began, uids, len(fresh))


def move_settled(context: Context, mailbox: Inbox, uids: Sequence[int]) -> None:
    """Take what is settled out of the inbox; what a crash left lying is moved now."""
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
    meanwhile: Callable[[], object] | None,
) -> None:
    limit = context.config.mail.max_bytes
    small = {m.uid: m for m in fresh if m.size <= limit}
    room = READ_AHEAD_BYTES
    chunks = _chunks(mailbox.fetch(small))
    for number, chunk in enumerate(_ahead(chunks) if len(small) > CHUNK else chunks):
        rows = [_row(context, mailbox, f.uid, f.received, small[f.uid].size, f.raw) for f in chunk]
        _write_down(context, rows)
        new = [row for row in rows if row["status"] == InboxStatus.NEW]
        room -= sum(len(row["raw"]) for row in new)
        if begun is not None and room >= 0:
            settings = context.config.mail
            raw = [RawMail(row["raw"], row["size"], settings) for row in new]
            reads = context.readers.begin(raw)
            begun.update(zip((row["digest"] for row in new), reads, strict=True))
        if number and meanwhile is not None:
            meanwhile()
    for huge in (m for m in fresh if m.size > limit):
        head = mailbox.fetch_head(huge.uid, HEAD_BYTES)
        _write_down(context, [_row(context, mailbox, huge.uid, huge.received, huge.size, head)])


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


def _write_down(context: Context, rows: list[dict[str, Any]]) -> None:
    with context.database.write() as connection:
        known = set(mail.known_digests(connection, [row["digest"] for row in rows]))
        for row in rows:
            if row["digest"] in known:
                row |= {"status": InboxStatus.DUPLICATE, "note": "the same bytes came before"}
            known.add(row["digest"])
        mail.record_mails(connection, rows)
    context.counters.add(Count.RECEIVED, len(rows))


def _ahead(chunks: Iterator[T]) -> Iterator[T]:
    """The same, each fetched while the one before it is worked at: the server is waited for
    then."""
    with ThreadPoolExecutor(1, thread_name_prefix="fetching") as thread:
        coming = thread.submit(next, chunks, None)
        while (chunk := coming.result()) is not None:
            coming = thread.submit(next, chunks, None)
            yield chunk


def _chunks(items: Iterable[T]) -> Iterator[list[T]]:
    source = iter(items)
    while chunk := list(islice(source, CHUNK)):
        yield chunk
