"""Few mails go to somebody who was given a seat or a game without having asked for it, until they
write: the rest waits for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.service.dispatch.post import LIMITED
from pbem.store import mail, unheard
from pbem.store.records import OutboxRow, OutboxStatus
from pbem.store.strangers import mailbox_of

MOST_A_DAY = 4
"""Mails to a mailbox from which nobody has written, however its address is spelt; answers not
counted."""
DAY = timedelta(days=1)


def too_many(connection: Connection, rows: Iterable[OutboxRow], now: datetime) -> frozenset[int]:
    """Which of these mails, about to be sent, go to somebody who has written nothing and was
    written to enough today."""
    told = [row for row in rows if row.kind not in LIMITED]
    silent = unheard.unheard_of(connection, {row.recipient for row in told}) if told else ()
    if not silent:
        return frozenset()
    mailboxes = {
        **unheard.spellings(connection, silent),
        **{one: mailbox_of(one) for one in silent},
    }
    sent = Counter[str]()
    for address, count in unheard.sent_since(connection, mailboxes, now - DAY).items():
        sent[mailboxes[address]] += count
    aside = set()
    for row in told:
        if row.recipient in silent:
            mailbox = mailboxes[row.recipient]
            sent[mailbox] += 1
            if sent[mailbox] > MOST_A_DAY:
                aside.add(row.id)
    return frozenset(aside)


def hear(connection: Connection, address: str) -> None:
    """Somebody has written: of each kind of mail that waited for it the newest of each game goes
    out; the older ones tell nothing that it, or REPORT, does not."""
    held = _held(connection, address)
    unheard.forget_unheard(connection, address)
    newest = {(row.game, row.kind): row.id for row in held}
    going = set(newest.values())
    mail.change_mails(connection, going, status=OutboxStatus.QUEUED)
    gone = [row.id for row in held if row.id not in going]
    mail.change_mails(connection, gone, status=OutboxStatus.OVERTAKEN)


def drop_held(connection: Connection, address: str) -> None:
    """Somebody has written that they want none of it: nothing of what waited goes out."""
    held = _held(connection, address)
    unheard.forget_unheard(connection, address)
    mail.change_mails(connection, [row.id for row in held], status=OutboxStatus.OVERTAKEN)


def _held(connection: Connection, address: str) -> list[OutboxRow]:
    """What waits for somebody, to whatever spelling of their address."""
    spelt = sorted({address, *unheard.spellings(connection, [address])})
    return [
        row
        for one in spelt
        for row in mail.outgoing(connection, recipient=one, status=OutboxStatus.HELD)
    ]
