"""Whether the books of a campaign are right: every mail, every secret, every delay, every act."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from pbem.engine.replay import Mark
from pbem.service.play.table import humans
from pbem.service.tools.archive import pack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.store import audit, games, lapses, mail
from pbem.store.records import InboxStatus, OutboxRow, OutboxStatus, SeatRow
from tests.campaign import script
from tests.campaign.people import Person, head, read
from tests.campaign.playing import GAME, Campaign
from tests.service.world import text_of

ABOUT_SEATS = (
    *(b"JOIN", b"RESIGN", b"RETURN", b"PROFILE", b"CONFIRM", b"UNDO", b"WATCH"),
    *(b"ACCEPT", b"STANDBY"),
)
"""First words of mails that are not answered by a reply: what takes a seat, gives it up or moves it
is asked or told at the address concerned, whoever may have written."""
TOLD_OF_SEATS = frozenset(
    {
        *("join", "resign", "return", "report", "copy", "newkey", "newaddress", "readdressed"),
        *("watch", "standby", "candidate"),
    }
)
_TOLD_AT_ONCE = ("You watch", "You can write from this address")
SOON = timedelta(days=1)
_HEADER = re.compile(r"(?:ANONYMOUS )?TO ([^:]+):")
_TOKEN = re.compile(rb"\.([a-z2-7]{16})[@\]]")


def wrong(campaign: Campaign, folder: Path) -> list[str]:
    """All that is not as it should be, in words."""
    with campaign.context.database.read() as connection:
        sent = mail.outgoing(connection)
        rows = mail.mails_in(connection, *InboxStatus)
    written = {
        hashlib.sha256(raw).hexdigest(): _as_written(raw) for raw in campaign.letterbox.mails
    }
    came = Counter((written.get(row.digest, row.digest), str(row.status)) for row in rows)
    return [
        *(f"this was not done: {step}" for step in campaign.left_undone()),
        *_fates(campaign, came),
        *_answers(campaign, sent),
        *_mailboxes(campaign, sent),
        *_turns(campaign, sent),
        *_stories(campaign, sent),
        *_secrets(campaign, {row.message_id: row.created for row in sent}),
        *_letters(campaign),
        *_unsigned(campaign),
        *_proof(campaign, folder),
    ]


def _as_written(raw: bytes) -> str:
    """The SHA-256 of a mail without the lines that its host put on top."""
    return hashlib.sha256(raw[raw.index(b"\r\nFrom: ") + 2 :]).hexdigest()


def _fates(campaign: Campaign, came: Counter[tuple[str, str]]) -> Iterator[str]:
    """Every mail that was handed in is on record as often, and was taken for what it is."""
    posted = Counter((one.digest, one.fate) for p in campaign.people.values() for one in p.posted)
    for digest, fate in (posted - came).elements():
        yield f"a mail was not {fate}: {digest[:8]}"
    for digest, fate in (came - posted).elements():
        yield f"a mail was {fate}, and nobody had sent it: {digest[:8]}"


def _answers(campaign: Campaign, sent: tuple[OutboxRow, ...]) -> Iterator[str]:
    """Every mail that asks for one has one answer, which says what the script says."""
    replies: dict[str, list[OutboxRow]] = {}
    for row in sent:
        replies.setdefault(str(head(row.data)["In-Reply-To"]), []).append(row)
    for person in campaign.people.values():
        told = [
            row.created
            for row in sent
            if row.recipient == person.address
            and (row.kind in TOLD_OF_SEATS or row.subject.startswith(_TOLD_AT_ONCE))
        ]
        for one in person.posted:
            answers = replies.get(one.message_id, [])
            first = one.raw.partition(b"\r\n\r\n")[2].split(maxsplit=1)[0]
            if not answers and first in ABOUT_SEATS:
                if not any(one.at <= moment < one.at + SOON for moment in told):
                    yield f"{person.name} heard nothing of {first!r} at {one.at}"
            elif len(answers) != (one.fate != "ignored"):
                yield f"{len(answers)} answers to {person.name}'s mail {one.message_id} at {one.at}"
            text = " ".join(f"{row.subject} {text_of(read(row.data))}" for row in answers)
            if answers and one.told not in " ".join(text.split()):
                yield f"{person.name} was not told {one.told!r}: {text[:300]}"


def _mailboxes(campaign: Campaign, sent: tuple[OutboxRow, ...]) -> Iterator[str]:
    """What went out lies once in one mailbox, and nothing else does."""
    out = {row.message_id: row for row in sent}
    lying: Counter[tuple[str, str]] = Counter()
    for person in campaign.people.values():
        for raw in person.mails:
            message_id = str(head(raw)["Message-ID"])
            lying[person.address, message_id] += 1
            if message_id not in out or not raw.endswith(out[message_id].data):
                yield f"{person.name} has a mail that never went out: {message_id}"
    for row in sent:
        found = lying.pop((row.recipient, row.message_id), 0)
        if row.status is OutboxStatus.OVERTAKEN:
            least = most = 0
        elif row.status is OutboxStatus.SENT:
            least, most = 1, 1 + (row.message_id in campaign.doubtful)
        else:
            yield f"{row.kind} to {row.recipient} is {row.status}"
            continue
        if not least <= found <= most:
            where = f"in the mailbox of {row.recipient}"
            yield f"{row.kind} of {row.created}, {row.status}, lies {found} times {where}"
    for address, message_id in lying:
        yield f"{message_id} lies in the mailbox of {address}, to whom it did not go"


def _turns(campaign: Campaign, sent: tuple[OutboxRow, ...]) -> Iterator[str]:
    """Each turn was played once, and reported once to everybody, once more where it was undone."""
    game = campaign.game()
    with campaign.context.database.read() as connection:
        played = [row.turn for row in games.turns_between(connection, GAME)]
    if played != [*range(len(played))]:
        yield f"these turns were played: {played}"
    told = Counter((row.recipient, row.turn) for row in sent if row.kind == "report")
    for (recipient, turn), times in told.items():
        if times > 1 + game.rollbacks:
            yield f"{recipient} got {times} reports of turn {turn}"


def _stories(campaign: Campaign, sent: tuple[OutboxRow, ...]) -> Iterator[str]:
    """Whoever played to the end was told the story of the game, once."""
    asked = {
        person.address
        for person in campaign.people.values()
        for one in person.posted
        if one.raw.partition(b"\r\n\r\n")[2].startswith(b"STORY")
    }
    told = Counter(row.recipient for row in sent if row.kind == "story")
    for seat in _players(campaign):
        if not 1 <= told[str(seat.address)] <= 1 + (seat.address in asked):
            yield f"{seat.name} was told the story {told[str(seat.address)]} times"


def _players(campaign: Campaign) -> tuple[SeatRow, ...]:
    """The seats that people have."""
    with campaign.context.database.read() as connection:
        return humans(games.seats_of(connection, GAME))


def _secrets(campaign: Campaign, written: dict[str, datetime]) -> Iterator[str]:
    """Nobody has another's key, address or remarks, or knew the game's secret before the end."""
    keys = {name: _keys(person) for name, person in campaign.people.items()}
    game = campaign.game()
    secret = game.secret.hex().encode()
    for name in (*campaign.seats, *script.OBSERVERS):
        mails = [(head(raw)["Message-ID"], _decoded(raw)) for raw in campaign.people[name].mails]
        early = [m for i, m in mails if game.finished is None or written[str(i)] < game.finished]
        if any(secret in mail for mail in early):
            yield f"{name} was told the secret before the end"
        for other, theirs in campaign.people.items():
            if script.owner(other) == script.owner(name):
                continue
            address = re.compile(rb"(?<![\w.+-])" + re.escape(theirs.address.encode()))
            asked = (script.owner(name), other) == (script.OWNER, script.DEPUTY)
            if not asked and any(
                address.search(mail) for _, mail in mails
            ):  # a key may end like a name
                yield f"{name} was told the address of {other}"
            if any(key in mail for _, mail in mails for key in keys[other]):
                yield f"{name} has a key of {other}"
            if any(theirs.remark.encode() in mail for mail in early):
                yield f"{name} can read what {other} wrote beside their orders"


def _letters(campaign: Campaign) -> Iterator[str]:
    """A letter came to those it was for, and to nobody else."""
    texts = {
        name: b"\n".join(map(_decoded, campaign.people[name].mails))
        for name in (*campaign.seats, *script.OBSERVERS)
    }
    end, all_seats = campaign.game().finished or campaign.now, {*campaign.seats.values()}
    to_the_end = {seat.seat for seat in _players(campaign)}
    for step in campaign.taken:
        to = _HEADER.match(step.writes) or re.match(r"(\w+) writes to", step.to)
        if to is None:
            continue
        for word in re.findall(r"\w+-[\w-]+", step.writes):
            have = {name for name, text in texts.items() if word.encode() in text}
            if to[1] == "ALL" and word != script.TAKEN_BACK:
                seats = {campaign.seats[name] for name in have & campaign.seats.keys()}
                if seats != (to_the_end if script.moment(step.when) > end else all_seats):
                    yield f"{word!r} came to seats {seats} alone"
                continue
            named = () if to[1] in ("ALL", "GM") else to[1].split(", ")
            people = (*(script.seated(one, step.when) for one in named), step.who)
            readers = {campaign.cast[one] for one in people}
            if have != readers:
                yield f"{word!r} is for {readers}, and {have} have it"


def _unsigned(campaign: Campaign) -> Iterator[str]:
    """What was written without a name came to others, and names nobody who wrote it."""
    for step in campaign.taken:
        for word in script.UNSIGNED:
            if word not in step.writes:
                continue
            writer = campaign.cast[step.who]
            mails = [
                text_of(read(raw))
                for name in campaign.seats
                if script.owner(name) != writer
                for raw in campaign.people[name].mails
                if word in text_of(read(raw))
            ]
            if not mails or any(f"{writer} (seat" in mail for mail in mails):
                yield f"{word!r} is not without a name in {len(mails)} mails"


def _keys(person: Person) -> set[bytes]:
    return {
        key
        for message in map(head, person.mails)
        for key in _TOKEN.findall(str(message["Reply-To"]).encode())
    }


@lru_cache(maxsize=5000)
def _decoded(raw: bytes) -> bytes:
    """All of a mail, with every part decoded. Its own hosts' lines on top name its reader."""
    parts = [part.get_payload(decode=True) for part in read(raw).walk()]
    return b"\n".join([raw, *(part for part in parts if isinstance(part, bytes))])


def _proof(campaign: Campaign, folder: Path) -> Iterator[str]:
    """The chain, and an export held against what each player has in their mailbox."""
    file = folder / "spring.pbem.zip"
    found = [*verify_game(campaign.context, GAME)]
    file.write_bytes(pack(export_game(campaign.context, GAME)))
    for person in (campaign.people[name] for name in campaign.seats):
        if not any(head(raw)["X-Pbem"] == "report" for raw in person.mails):
            continue  # a mailbox that nobody plays from yet
        saved = folder / person.name
        saved.mkdir()
        for number, raw in enumerate(person.mails):
            (saved / f"{number}.eml").write_bytes(raw)
        found += verify_file(file, saved)
    yield from (f"turn {one.turn}: {one.text}" for one in found if one.mark is Mark.BAD)


def deeds(campaign: Campaign) -> list[str]:
    """What was done to the game, by whom, as its record has it."""
    with campaign.context.database.read() as connection:
        return [f"{one.role}: {one.deed}" for one in audit.acts_of(connection, GAME)]


def missed(campaign: Campaign) -> set[tuple[int, int, bool]]:
    """Who let which turn pass, and whether their orders came later."""
    with campaign.context.database.read() as connection:
        rows = lapses.lapses_of(connection, GAME)
    return {(row.seat, row.turn, row.arrived is not None) for row in rows}
