"""Whether the books of a club are right: every mail, every turn, every secret."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bench.soak.club import SKEW, Club
from bench.soak.people import HOUR
from pbem.engine.replay import Mark
from pbem.service.tools.verify import verify_game
from pbem.store import games
from pbem.store.records import GameRow, GameStatus, InboxStatus, OutboxStatus
from pbem.store.tables import inbox, outbox, outbox_bytes

HEAD = 8192
"""Octets in which the head of a mail of ours ends."""
SOON = 24 * HOUR
FLAT = 1.10
"""What memory may grow by and still count as flat."""
_IN_REPLY_TO = re.compile(rb"^In-Reply-To:\s*(<[^>]*>)", re.MULTILINE | re.IGNORECASE)
_LEFT = {
    OutboxStatus.SENT: 1,
    OutboxStatus.FAILED: 0,
    OutboxStatus.DIGESTED: 0,
    OutboxStatus.DROPPED: 0,
    OutboxStatus.HELD: 0,
    OutboxStatus.OVERTAKEN: 0,
}
"""How often a mail lies in its mailbox, by what became of it; others are not done with."""


@dataclass(frozen=True)
class Sent:
    """What the books need of an outgoing mail."""

    message_id: str
    recipient: str
    kind: str
    status: OutboxStatus
    created: datetime
    due: datetime
    answers: str


def wrong(club: Club) -> list[str]:
    """All that is not as it should be, in words."""
    with club.context.database.read() as connection:
        came = connection.execute(sa.select(inbox.c.digest, inbox.c.status)).all()
        sent = [*_sent(connection)]
        rows = games.all_games(connection)
    return [
        *_fates(club, [(digest, str(status)) for digest, status in came]),
        *_answers(club, sent),
        *_mailboxes(club, sent),
        *_turns(club, rows),
        *_secrets(club, rows),
        *_memory(club),
    ]


def _sent(connection: Connection) -> Iterator[Sent]:
    query = sa.select(
        *(
            outbox.c[name]
            for name in ("message_id", "recipient", "kind", "status", "created", "due")
        ),
        sa.func.substr(outbox_bytes.c.data, 1, HEAD),
    ).join_from(outbox, outbox_bytes)
    for *values, head in connection.execute(query):
        found = _IN_REPLY_TO.search(bytes(head))
        yield Sent(*values, answers=found[1].decode() if found else "")


def _fates(club: Club, came: list[tuple[str, str]]) -> Iterator[str]:
    """Every mail that was handed in is on record as often, and was taken for what it is."""
    found: dict[str, list[str]] = defaultdict(list)
    for digest, status in came:
        found[digest].append(status)
    unread = sum(status == InboxStatus.NEW for _digest, status in came)
    if unread:
        yield f"{unread} mails are on record and were never dealt with"
    for one in club.posted:
        fates = found[one.digest]
        fate = next((fate for fate in fates if fate in one.fates), None)
        if fate is None:
            yield f"{one.said!r} of {one.who} at {one.at} is {fates}, not {sorted(one.fates)}"
        else:
            fates.remove(fate)
    for digest in club.poisons:
        if not found[digest]:
            yield f"a poisoned mail is not on record: {digest[:8]}"
        found[digest] = []
    for digest, fates in found.items():
        if fates:
            yield f"on record, and nobody had sent it: {digest[:8]} {fates}"


def _answers(club: Club, sent: list[Sent]) -> Iterator[str]:
    """Every mail that is owed an answer has it, and no mail has two."""
    answers = Counter(row.answers for row in sent)
    told: dict[str, list[Sent]] = defaultdict(list)
    for row in sent:
        told[row.recipient].append(row)
    for one in club.posted:
        least, most = one.answered
        if not least <= answers[one.message_id] <= most:
            yield f"{answers[one.message_id]} answers to {one.said!r} of {one.who} at {one.at}"
        # By a clock that is behind it was told before it was asked.
        since, until = one.at - SKEW, one.at + SOON
        soon = [row.kind for row in told[one.who] if since <= row.created < until]
        if one.told and not one.told & {*soon}:
            yield f"{one.who} heard nothing of their {one.said!r} at {one.at}"


def _mailboxes(club: Club, sent: list[Sent]) -> Iterator[str]:
    """What went out lies once in its mailbox, twice at the most where the process was killed while
    it was on its way, and nothing else lies anywhere."""
    lying = club.evidence.lay.copy()
    for row in sent:
        found = lying.pop((row.recipient, row.message_id), 0)
        if row.status is OutboxStatus.QUEUED and row.due > club.clock.now():
            continue  # for the end of somebody's quiet hours
        if row.status not in _LEFT:
            yield f"{row.kind} to {row.recipient} of {row.created} is {row.status}"
            continue
        least = _LEFT[row.status]
        most = least + (row.message_id in club.doubtful)
        if not least <= found <= most:
            yield f"{row.kind} to {row.recipient}, {row.status}, lies there {found} times"
    for address, message_id in lying:
        yield f"{message_id} lies in the mailbox of {address}, and never went there"


def _turns(club: Club, rows: tuple[GameRow, ...]) -> Iterator[str]:
    """Each turn was played once and by the rules, and none is late."""
    if len(rows) != club.plan.games:
        yield f"there are {len(rows)} games"
    for row in rows:
        with club.context.database.read() as connection:
            played = [one.turn for one in games.turns_between(connection, row.id)]
        if played != [*range(len(played))]:
            yield f"{row.id}: these turns were played: {played}"
        late = row.deadline is not None and row.deadline < club.clock.now() - HOUR
        if row.status is GameStatus.RUNNING and row.stalled is None and late:
            yield f"{row.id}: turn {row.turn} was due {row.deadline} and is still open"
        for finding in verify_game(club.context, row.id):
            if finding.mark is Mark.BAD:
                yield f"{row.id}, turn {finding.turn}: {finding.text}"


def _secrets(club: Club, rows: tuple[GameRow, ...]) -> Iterator[str]:
    """Nobody has what is another's, or knew a game's secret before its end."""
    yield from club.evidence.breaches
    for row in rows:
        told = club.evidence.told.get(row.secret.hex())
        # Who reads in an hour has what was sent in it; the service's clock may be ahead of theirs.
        if told is not None and (row.finished is None or told < row.finished - SKEW):
            yield f"{row.id}: the secret was told at {told}, before its end at {row.finished}"
    if not club.evidence.searched:
        yield "no mail had anything in it that is for one alone: the search is broken"


def _memory(club: Club) -> Iterator[str]:
    """What the process holds that lived through the second half of the days stays as it is."""
    first, last = settled_days(club)
    held = club.megabytes
    if first < last and held[last] > FLAT * held[first]:
        yield f"memory grew from {held[first]:.0f} MB on day {first} to {held[last]:.0f} on {last}"


def settled_days(club: Club) -> tuple[int, int]:
    """The days between which memory has to stay as it is: from the second of the last process,
    which begins after the last kill."""
    return min(club.plan.days // 2 + 2, club.plan.days), club.plan.days
