"""How many answers an address gets, and what becomes of the rest.

A player's answers over the hourly limit are gathered for a while and then sent together
(:func:`pbem.service.intake.digests.send_digests`). Whoever forges a sender has the answers sent to
somebody else. So answers to mail that proves nothing are few: to all addresses together no more
than a budget, and to one that plays nowhere three small ones a day. They are sent last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.service.context import Context, Session
from pbem.service.dispatch.post import LIMITED
from pbem.service.intake.batch import Batch
from pbem.store import strangers
from pbem.store.records import Act, OutboxDraft, OutboxStatus
from pbem.store.senders import Known
from pbem.store.strangers import mailbox_of

GATHERED_FOR = timedelta(minutes=5)
"""How long answers to a player are gathered, from the first over the hourly limit on."""
UNPROVEN_FOR = timedelta(hours=1)
"""How long answers are gathered to mail that does not prove who wrote it."""
MOST_GATHERED, MOST_GATHERED_OCTETS = 5, 20_000
"""So much of that is gathered for an address at a time."""
DAY = timedelta(days=1)
MOST_MAILS, MOST_OCTETS = 3, 9_000
"""What an address that plays nowhere is sent in a day, whatever comes in its name; with what hosts
add on the way it stays under 10 KB."""
RULES = "rules"
"""The kind of mail that brings a rulebook to an address that plays nowhere. It is one of the three,
but for its octets: one a day."""
LARGEST = 4_500
"""Octets that the mail which asks to confirm a seat has at the most."""
KEPT_FOR_JOINS = 3
"""One in so many answers is kept for the mails that ask to confirm a seat, of those to all as of
those to one address: whoever forges mail keeps nobody from taking a seat."""
MOST_TO_CANDIDATES, MOST_UNCLEAR = 6, 2
"""Answers a day to replies that take no seat to the mail that asks for it: to such as give or ask
for something, and to others. Nobody else can use them up, but it may be a machine that replies, of
somebody who never asked for a seat."""
MOST_IDLE, MOST_MISREAD = 3, 20
"""So many mails in a row without order or command are answered, and no more that day; and so many
of which lines look like orders, but could not be taken."""


def within_limit(
    context: Context, drafts: tuple[OutboxDraft, ...], room: int
) -> tuple[OutboxDraft, ...]:
    """Gather answers over the hourly limit for a digest; what they tell has happened anyway.
    `room` is how many their reader may still get, who has proven to be a player."""
    if room > 0:
        return drafts
    due = context.clock.now() + GATHERED_FOR
    return tuple(_gathered(p, due) if p.kind in LIMITED else p for p in drafts)


def room_for(context: Context, batch: Batch, recipient: str) -> int:
    """How many answers a proven player may still get within the hour."""
    return context.config.mail.answers_per_hour - batch.recent_answers(recipient, unproven=False)


def has_room(
    context: Context, batch: Batch, recipient: str, *, plays: bool = False, joins: bool = False
) -> bool:
    """Whether an address may get one more answer to mail that proves nothing. To one that `plays`
    there is always room for what can be gathered; the mail that asks to confirm a seat cannot."""
    if plays:
        return (
            not joins
            or min(
                left_in_all(context, batch, joins=True), _unproven_room(context, batch, recipient)
            )
            > 0
        )
    mails, octets = _left_for(batch, recipient, context.clock.now() - DAY, joins=joins)
    enough = mails > 0 and octets >= (LARGEST if joins else 1)
    return enough and left_in_all(context, batch, joins=joins) > 0


def left_in_all(context: Context, batch: Batch, *, joins: bool = False) -> int:
    """How many answers to mail that proves nothing the budget of the hour has left: for mails that
    ask to confirm a seat, or for all the others."""
    most = context.config.mail.strangers_per_hour
    left = most - batch.unproven_in_all()
    if joins:
        return left
    return min(left, most - most // KEPT_FOR_JOINS - batch.unproven_in_all(but=Act.JOIN))


def _left_for(batch: Batch, recipient: str, since: datetime, *, joins: bool) -> tuple[int, int]:
    """How many mails and octets of the day's an address that plays nowhere has left, for the same
    two."""
    spent = batch.spent_on(mailbox_of(recipient), since)
    mails = MOST_MAILS - sum(one.mails for one in spent.values())
    octets = MOST_OCTETS - sum(one.octets for kind, one in spent.items() if kind != RULES)
    if joins:
        return mails, octets
    asked = spent.get(Act.JOIN, strangers.Spent())
    mails = min(mails, mails + asked.mails - MOST_MAILS // KEPT_FOR_JOINS)
    octets = min(octets, octets + asked.octets - LARGEST)
    return mails, octets


def sparing(
    context: Context,
    batch: Batch,
    drafts: tuple[OutboxDraft, ...],
    *,
    plays: bool,
) -> tuple[OutboxDraft, ...]:
    """Of the answers to a mail that proves nothing, those that may go out. Where their reader
    `plays`, a few others are gathered, and the rest counted; else there are no others."""
    now = context.clock.now()
    left = left_in_all(context, batch, joins=any(p.kind == Act.JOIN for p in drafts))
    if plays:
        recipients = {p.recipient for p in drafts}
        left = min(left, *(_unproven_room(context, batch, one) for one in recipients), len(drafts))
        marked = [replace(p, unproven=True) for p in drafts]
        return (*marked[: max(left, 0)], *_late(batch, marked[max(left, 0) :], now + UNPROVEN_FOR))
    kept: list[OutboxDraft] = []
    for draft in drafts:
        joins = draft.kind == Act.JOIN
        mails, octets = _left_for(batch, draft.recipient, now - DAY, joins=joins)
        taken = sum(len(bytes(p.data)) for p in (*kept, draft) if p.kind != RULES)
        if draft.kind == RULES and RULES in batch.spent_on(mailbox_of(draft.recipient), now - DAY):
            continue
        if len(kept) < min(mails, left) and taken <= octets:
            kept.append(replace(draft, unproven=True))
    return tuple(kept)


def to_candidate(
    context: Context,
    batch: Batch,
    drafts: tuple[OutboxDraft, ...],
    recipient: str,
    *,
    clear: bool = True,
) -> tuple[OutboxDraft, ...]:
    """Of the answers to the reply of somebody for whom a seat is kept, those that may go out;
    `clear`: it held a word that was understood."""
    since = context.clock.now() - DAY
    kind, most = ("candidate", MOST_TO_CANDIDATES) if clear else ("unclear", MOST_UNCLEAR)
    left = most - batch.count_kind(kind, since, recipient=recipient)
    return tuple(replace(p, kind=kind) for p in drafts[: max(left, 0)])


def _unproven_room(context: Context, batch: Batch, recipient: str) -> int:
    return context.config.mail.unproven_per_hour - batch.recent_answers(recipient, unproven=True)


def _late(batch: Batch, drafts: Sequence[OutboxDraft], due: datetime) -> Iterator[OutboxDraft]:
    """A few answers to gather, and the others without what they say."""
    added: Counter[str] = Counter()
    octets: Counter[str] = Counter()
    for draft in drafts:
        recipient, size = draft.recipient, len(bytes(draft.data))
        waits = batch.gathered_for(recipient)
        mails = waits.mails + added[recipient]
        if mails and (
            mails >= MOST_GATHERED or waits.octets + octets[recipient] + size > MOST_GATHERED_OCTETS
        ):
            yield _dropped(draft)
        else:
            added[recipient] += 1
            octets[recipient] += size
            yield _gathered(draft, due)


def _dropped(draft: OutboxDraft) -> OutboxDraft:
    """An answer that is not sent. No game's chain has to record it."""
    gone = OutboxStatus.DROPPED
    return replace(draft, status=gone, data=b"", game=None, turn=None, seat=None)


def _gathered(draft: OutboxDraft, due: datetime) -> OutboxDraft:
    return replace(draft, status=OutboxStatus.GATHERED, due=due)


def is_idle_again(session: Session, address: str, *, proven: bool, most: int = MOST_IDLE) -> bool:
    """Count a mail of an address in which there was nothing to obey; True where `most` came in a
    row, so that it gets no answer. It may be a machine that answers each of ours. What is not
    `proven` to be the owner's is counted apart: nobody can use up another's answers."""
    now = session.context.clock.now()
    found = strangers.find_idler(session.connection, address, proven=proven)
    count, _last = found if found is not None and now - found[1] < DAY else (0, now)
    if count >= most:
        return True
    strangers.put_idler(session.connection, address, count + 1, now, proven=proven)
    return False


def counts_anew(session: Session, address: str, known: Known) -> None:
    """The owner of an address has given an order or a command: mails without one are counted from
    the start again. `known` is what was known of the address."""
    if known.idle:
        strangers.forget_idler(session.connection, address)
