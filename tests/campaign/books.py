"""Whether the books of a campaign are right: every mail, every secret, every delay, every act."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from pbem.engine.replay import Mark
from pbem.service.tools.archive import pack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.store import audit, lapses, mail
from pbem.store.records import InboxStatus, OutboxRow, OutboxStatus
from tests.campaign import script
from tests.campaign.people import Person, read
from tests.campaign.playing import GAME, Campaign
from tests.service.world import text_of

ABOUT_SEATS = (b"JOIN", b"RESIGN", b"RETURN")
"""First words of mails that are not answered by a reply: what takes a seat or gives it up is asked
or told at the address concerned, whoever may have written."""
TOLD_OF_SEATS = frozenset({"join", "resign", "return", "report", "copy"})
SOON = timedelta(days=1)
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
        *_fates(campaign, came),
        *_answers(campaign, sent),
        *_mailboxes(campaign, sent),
        *_secrets(campaign),
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
        replies.setdefault(str(read(row.data)["In-Reply-To"]), []).append(row)
    for person in campaign.people.values():
        told = [
            row.created
            for row in sent
            if row.recipient == person.address and row.kind in TOLD_OF_SEATS
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
    for row in sent:
        if row.status is not OutboxStatus.SENT:
            yield f"{row.kind} to {row.recipient} is {row.status}"
    lying: Counter[tuple[str, str]] = Counter()
    for person in campaign.people.values():
        for raw in person.mails:
            message_id = str(read(raw)["Message-ID"])
            lying[person.address, message_id] += 1
            if message_id not in out or not raw.endswith(out[message_id].data):
                yield f"{person.name} has a mail that never went out: {message_id}"
    for row in sent:
        found = lying.pop((row.recipient, row.message_id), 0)
        if not 1 <= found <= 1 + (row.message_id in campaign.doubtful):
            yield f"{row.kind} lies {found} times in the mailbox of {row.recipient}"
    for address, message_id in lying:
        yield f"{message_id} lies in the mailbox of {address}, to whom it did not go"


def _secrets(campaign: Campaign) -> Iterator[str]:
    """Nobody has another's key, address or letters, or knew the game's secret before the end."""
    players = {name: person for name, person in campaign.people.items() if name in campaign.seats}
    keys = {name: _keys(person) for name, person in campaign.people.items()}
    secret = campaign.game().secret.hex().encode()
    for name, person in players.items():
        mails = b"\n".join(map(_decoded, person.mails))
        for other, theirs in campaign.people.items():
            if other == name:
                continue
            address = re.escape(theirs.address.encode())
            if re.search(rb"(?<![\w.+-])" + address, mails):  # a key may end like a name
                yield f"{name} was told the address of {other}"
            if any(key in mails for key in keys[other]):
                yield f"{name} has a key of {other}"
        for letter, readers in _private(campaign).items():
            if letter.encode() in mails and name not in readers:
                yield f"{name} can read {letter!r}, which is for {readers}"
        early = [raw for raw in person.mails if str(read(raw)["Subject"]).find("The end") < 0]
        if campaign.game().finished is None and any(secret in _decoded(raw) for raw in early):
            yield f"{name} was told the secret before the end"


def _private(campaign: Campaign) -> dict[str, set[str]]:
    """The words with a hyphen of each private letter, and who may read them."""
    found: dict[str, set[str]] = {}
    for step in script.STEPS:
        to = re.match(r"TO (?!ALL)([^:]+):", step.writes) or re.match(r"(\w+) writes to", step.to)
        for word in re.findall(r"\w+-[\w-]+", step.writes) if to else ():
            found[word] = {campaign.cast.get(one, one) for one in (*to[1].split(", "), step.who)}
    return found


def _keys(person: Person) -> set[bytes]:
    return {
        key
        for message in map(read, person.mails)
        for key in _TOKEN.findall(str(message["Reply-To"]).encode())
    }


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
