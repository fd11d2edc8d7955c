"""Mails that share a transaction: what they all ask of the database is asked once, and what
becomes of them is written at its end, together.

A mail that fails adds nothing: :meth:`Batch.add` is for those that have succeeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from pbem.mailer.inbound.head import is_copy
from pbem.mailer.inbound.reading import Head
from pbem.service.context import Session
from pbem.service.dispatch.post import LIMITED
from pbem.service.dispatch.writing import WORTH_A_PROCESS, Unwritten
from pbem.service.play.ending import Stands
from pbem.store import mail, press, readdressing, strangers
from pbem.store.claims import one_at_a_time
from pbem.store.records import (
    NOT_BY_ITSELF,
    InboxRow,
    InboxStatus,
    OutboxDraft,
    OutboxStatus,
    Place,
)
from pbem.store.senders import Known, know_senders
from pbem.store.strangers import mailbox_of

LIMIT_SPAN = timedelta(hours=1)
"""The time for which answers to one address are counted."""
ANSWERING, UNPROVEN = "answering", "unproven"
"""What one transaction at a time counts: the answers to one mailbox, and those to mail that proves
nothing."""
MOST_COMPARED = 4
"""With so many of the newest mails that carry a mail's Message-ID it is compared."""


@dataclass(frozen=True)
class Settled:
    """What became of a mail, and the answers that it gets."""

    status: InboxStatus
    note: str = ""
    drafts: tuple[OutboxDraft, ...] = ()
    message_id: str = ""
    sender: str = ""
    subject: str = ""
    game: str | None = None
    seat: int | None = None


DELIVERED_BEFORE = Settled(InboxStatus.DUPLICATE, "a relay delivered it before")
"""A second copy of a mail does nothing, and the first was answered."""


class NotWritten(Exception):
    """An answer cannot be made a mail, for the reason that it was raised from."""


class Batch:
    """One transaction's mails, all from one mailbox, of which these are the `heads`."""

    def __init__(self, session: Session, heads: Sequence[Head]) -> None:
        self._relay = session.context.mailbox
        self._connection = connection = session.connection
        self._writers = session.context.writers
        self._since = session.context.clock.now() - LIMIT_SPAN
        senders = sorted({head.sender for head in heads})
        self._senders = know_senders(connection, senders)
        self._answers = mail.recent_answers(connection, senders, self._since, LIMITED)
        message_ids = sorted({head.message_id for head in heads if head.message_id})
        self._carriers = mail.mails_with_ids(connection, message_ids)
        answered = sorted({one for head in heads for one in head.answered})
        self._press = press.mails_with_press(connection, answered)
        self.stands = Stands()
        self._settled: list[tuple[int, Settled]] = []
        self._drafts: list[OutboxDraft] = []
        self._queued: Counter[tuple[str, bool]] = Counter()
        self._unwritten: list[Unwritten] = []

    def know_sender(self, address: str) -> Known:
        """Who plays from an address, and how it has fared.

        What was fetched is told once: a mail of the address may change it.
        """
        known = self._senders.pop(address, None)
        return known or know_senders(self._connection, [address])[address]

    def came_before(self, number: int, message_id: str) -> bool:
        """Whether another mail than this one carried its Message-ID."""
        return any(other != number for other in self._carriers.get(message_id, ()))

    def is_copy(self, row: InboxRow, head: Head, became: InboxStatus) -> bool:
        """Whether a relay delivered a mail before, and this became of it then."""
        carriers = self._carriers.get(head.message_id, {})
        alike = sorted(n for n, what in carriers.items() if what == (head.sender, became))
        others = [number for number in alike if number != row.id][-MOST_COMPARED:]
        copies = mail.bytes_of(self._connection, others) if others else ()
        return any(is_copy(row.raw, copy) for copy in copies)

    def brought_press(self, message_id: str) -> bool:
        """Whether a mail of ours, which one of these answers, told press."""
        return message_id in self._press

    @cached_property
    def places_changing(self) -> frozenset[Place]:
        """The seats in whose name a change of address was asked for; no mail answers what another
        of the same transaction asks for."""
        return readdressing.places_changing(self._connection)

    def recent_answers(self, recipient: str, *, unproven: bool) -> int:
        """How many answers an address was sent, or is about to be, within the hour, to mail that
        proves who wrote it or to mail that does not."""
        if recipient not in self._answers:
            found = mail.recent_answers(self._connection, [recipient], self._since, LIMITED)
            self._answers.update(found)
        return self._answers[recipient][unproven] + self._queued[recipient, unproven]

    def spent_on(self, mailbox: str, since: datetime) -> dict[str, strangers.Spent]:
        """What a mailbox was sent since then, or is about to be, in answer to mail without
        proof, by kind."""
        spent = strangers.spent_on(self._connection, mailbox, since)
        for draft in self._unproven():
            if mailbox_of(draft.recipient) == mailbox:
                spent[draft.kind] = _with(spent.get(draft.kind, strangers.Spent()), (draft,))
        return spent

    def gathered_for(self, recipient: str) -> strangers.Spent:
        """What is gathered for an address, or about to be, in answer to mail without proof."""
        before = strangers.gathered_for(self._connection, recipient)
        waits = (p for p in self._drafts if p.status == OutboxStatus.GATHERED)
        return _with(before, (p for p in waits if p.unproven and p.recipient == recipient))

    def unproven_in_all(self, *, but: str = "") -> int:
        """How many answers to mail without proof went to anyone within the hour from the mailbox
        that these came to, but for those of one kind."""
        one_at_a_time(self._connection, UNPROVEN, self._relay)
        before = strangers.count_unproven(self._connection, self._relay, self._since, but=but)
        return before + sum(1 for draft in self._unproven() if draft.kind != but)

    def _unproven(self) -> Iterator[OutboxDraft]:
        for draft in self._drafts:
            if draft.unproven and draft.status not in NOT_BY_ITSELF:
                yield draft

    def held_for(self, game: str, seat: int) -> int:
        """How many mails are held for a seat, or are about to be."""
        mine = (s for _n, s in self._settled if (s.game, s.seat) == (game, seat))
        fresh = sum(1 for settled in mine if settled.status == InboxStatus.HELD)
        return mail.count_held(self._connection, game, seat) + fresh

    def count_kind(self, kind: str, since: datetime, **where: object) -> int:
        """How many mails of a kind were written since then, or are about to be, that match all
        that is given."""
        before = strangers.count_kind(self._connection, kind, since, **where)
        return before + sum(1 for p in self._drafts if p.kind == kind and _matches(p, where))

    def add(self, number: int, settled: Settled) -> None:
        """Note what became of a mail, to be written at the end."""
        self._settled.append((number, settled))
        self._drafts += settled.drafts
        self._have_written(settled.drafts)
        self._queued.update((p.recipient, p.unproven) for p in settled.drafts if _counts(p))
        if settled.message_id:
            carriers = self._carriers.setdefault(settled.message_id, {})
            carriers[number] = (settled.sender, settled.status)
        if settled.status == InboxStatus.IGNORED:
            self._senders.clear()  # it may have been a bounce, of mail to anyone

    def _have_written(self, drafts: Sequence[OutboxDraft]) -> None:
        """Hand receipts over to be written, whenever there are enough of them."""
        self._unwritten += [one.data for one in drafts if isinstance(one.data, Unwritten)]
        if len(self._unwritten) >= WORTH_A_PROCESS:
            self._writers.begin(self._unwritten)
            self._unwritten = []

    def write(self) -> None:
        """Write what became of all mails, and queue the answers. Raises :class:`NotWritten`."""
        mail.settle_mails(
            self._connection,
            [
                {
                    "mail": number,
                    "status": settled.status,
                    "note": settled.note,
                    "message_id": settled.message_id,
                    "sender": settled.sender,
                    "subject": settled.subject,
                    "game": settled.game,
                    "seat": settled.seat,
                }
                for number, settled in self._settled
            ],
        )
        drafted = (draft.data for draft in self._drafts)
        try:
            # First what is left for here, while the process is still at work on the others.
            for data in (*self._unwritten, *drafted):
                bytes(data)
        except Exception as error:
            raise NotWritten from error
        mail.queue_mails(self._connection, self._drafts)


def _counts(draft: OutboxDraft) -> bool:
    return draft.kind in LIMITED and draft.status not in NOT_BY_ITSELF


def _matches(draft: OutboxDraft, where: Mapping[str, object]) -> bool:
    values = vars(draft) | {"mailbox": mailbox_of(draft.recipient)}
    return all(values[name] == value for name, value in where.items())


def _with(before: strangers.Spent, drafts: Iterable[OutboxDraft]) -> strangers.Spent:
    sizes = [len(bytes(draft.data)) for draft in drafts]
    return strangers.Spent(before.mails + len(sizes), before.octets + sum(sizes))
