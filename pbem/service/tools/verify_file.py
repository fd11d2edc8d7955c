"""Checks an export, alone or against mails that a player has kept. Needs no service."""

from __future__ import annotations

import email
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.engine.api import Player, RulesetError
from pbem.engine.chain import ACT, MAILS, ORDERS, PARTS, Page, digest_of_set, salt_for
from pbem.engine.codec import canonical
from pbem.engine.registry import load, read_options
from pbem.engine.replay import (
    SHORT,
    Finding,
    Mark,
    Record,
    answers_of,
    bad,
    missing,
    unknown,
    verify,
)
from pbem.mailer.outbound.headers import usable
from pbem.mailer.witness import as_sent, read_witness
from pbem.service.languages import check_language
from pbem.service.play.linking import HELD_BEFORE
from pbem.service.schedule import Schedule, zones
from pbem.service.tools.archive import Archive, BadArchive, OrdersEntry, ServiceFile, unpack
from pbem.service.tools.export import let_out, record_in
from pbem.service.tools.verify import OTHER_SET
from pbem.service.tools.witnesses import Saved, at_hand, hold_against
from pbem.store.records import GameStatus


def verify_file(path: Path, mails: Path | None = None) -> Iterator[Finding]:
    """Everything that an export can be asked, and the mails of a folder (``*.eml``) with it.

    Raises :class:`BadArchive` for what is no export, and UnknownRuleset.
    """
    try:
        archive = unpack(path.read_bytes())
        record = record_in(archive)
    except (BadArchive, ValueError) as error:
        raise BadArchive(f"{path}: {error}") from error
    yield from check(archive, record)
    if mails is None:
        yield unknown(
            None, "no mails are given: give a player's with --mails, they witness the record"
        )
    else:
        yield from _mails(archive, record, mails)


def check(archive: Archive, record: Record) -> Iterator[Finding]:
    """Everything that an export can be asked by itself. Raises UnknownRuleset."""
    for name in archive.altered:
        yield bad(None, f"{name} is not as it was written: the export was changed")
    yield from verify(load(archive.game.ruleset), record)
    yield from _game(archive)
    yield from _missing(archive)
    if archive.service is not None and archive.pages:
        yield from _beside(archive, archive.service)
        yield from _settings(archive.service)
        yield from _salts(archive)
        yield from _orders(archive, archive.pages, archive.service.orders)
        for pages, entry in zip(archive.undone, archive.service.undone, strict=False):
            yield from _orders(archive, pages, entry.orders)
        yield from _raw(archive)


def _game(archive: Archive) -> Iterator[Finding]:
    game, first = archive.game, archive.pages[0].link if archive.pages else None
    if (
        first
        and first.founding
        and (game.ruleset, game.title)
        != (
            first.founding.ruleset,
            first.founding.title,
        )
    ):
        yield bad(None, "the game's ruleset or title is not the one of its set-up")
    if (game.status == GameStatus.FINISHED) != _has_ended(archive):
        yield bad(None, f"the game is {game.status}, and its outcome says otherwise")
    if game.status == GameStatus.FORMING:
        yield bad(None, "the game is forming, but it has begun")


def _has_ended(archive: Archive) -> bool:
    """Whether the game is over and its players know it."""
    service = archive.service
    waits = service is not None and service.releases is not None
    return archive.game.outcome is not None and not waits


def _missing(archive: Archive) -> Iterator[Finding]:
    """Parts that are left sealed, although the rules let them out."""
    over = archive.game.status == GameStatus.FINISHED
    kinds = frozenset(PARTS) if archive.game.full else let_out(archive.game.ruleset, over=over)
    if over and archive.game.secret is None:
        yield bad(None, "the secret is missing, although the game is over")
    for page in archive.all_pages:
        wanted = {kind for kind in kinds if kind not in ("answer", ORDERS, ACT)}
        if "answer" in kinds:
            wanted |= {f"answer/{n}" for n in range(1, len(page.link.answers) + 1)}
        if ACT in kinds:
            wanted |= {f"{ACT}/{number}" for number in page.link.acts}
        if ORDERS in kinds:
            wanted |= {f"{ORDERS}/{seat}" for seat in answers_of(page)}
        for name in sorted(wanted - page.opened.keys()):
            yield bad(page.link.turn, f"{name} is missing, although the rules let it out")


def _beside(archive: Archive, service: ServiceFile) -> Iterator[Finding]:
    """What a full export says of the game as it began, again, for it to be played on."""
    first = archive.pages[0].link
    if first.founding is None:
        return
    try:
        options = canonical(read_options(load(archive.game.ruleset), service.options))
    except RulesetError as error:
        options = str(error).encode()
    if options != canonical(first.founding.options):
        yield bad(None, "the game's options are not those of its set-up")
    if service.version != first.version:
        yield bad(None, "the game's version is not the one of its set-up")
    seats = tuple(Player(seat.seat, seat.name) for seat in service.seats)
    if seats != first.founding.players or len(seats) != len(first.answers):
        yield bad(None, "the game's seats are not those of its set-up")
    if service.closed != tuple(page.link.closed for page in archive.pages):
        yield bad(None, "when turns were closed is not what their links say")
    undone = [tuple(page.link.closed for page in pages) for pages in archive.undone]
    if [one.closed for one in service.undone] != undone:
        yield bad(None, "when turns that were taken back were closed is not what their links say")
    last = archive.pages[-1].link
    if service.finished != (last.closed if _has_ended(archive) else None):
        yield bad(None, "when the game was over does not go with its outcome")


def _settings(service: ServiceFile) -> Iterator[Finding]:
    """What the next service goes by: when turns end, and how people are written to."""
    try:
        msgspec.convert(service.schedule, Schedule)
    except ValueError as error:
        yield bad(None, f"the schedule is none: {error}")
    for one in service.seats:
        yield from _reader(f"seat {one.seat}", one.seat, one.address, one.zone, one.language)
    for address in service.standbys:
        yield from _reader("somebody who stands by", None, address, "", "")
    for address in service.insiders:
        yield from _reader("somebody who was shown everything", None, address, "", "")
    for address in service.put_out:
        yield from _reader("somebody who was put out", None, address, "", "")
    for lent in service.substitutions:
        name = f"seat {lent.seat} of a player who is away"
        yield from _reader(name, lent.seat, lent.address, lent.zone, lent.language)
    for master in service.masters:
        name = f"game master {master.number}"
        yield from _reader(name, None, master.address, master.zone, master.language)
    for watching in service.observers:
        yield from _reader(f"observer {watching.number}", None, watching.address, "", "")
    for change in service.readdressings:
        for address in (change.old, change.new):
            yield from _reader("a change of address", change.seat, address, "", "")


def _reader(
    name: str, seat: int | None, address: str | None, zone: str, language: str
) -> Iterator[Finding]:
    try:
        if address:
            usable(address)
        if zone and zone not in zones():
            raise ValueError(f"{zone!r} is no time zone")
        if language:
            check_language("language", language)
    except ValueError as error:
        yield bad(None, f"{name} cannot be written to: {error}", seat)


def _salts(archive: Archive) -> Iterator[Finding]:
    """The salts of whole turns, by which the next service opens their parts."""
    for page in archive.all_pages:
        try:
            salt = bytes.fromhex(page.salt or "")
        except ValueError:
            salt = b""
        if any(salt_for(salt, name).hex() != part.salt for name, part in page.opened.items()):
            yield bad(page.link.turn, "its salt does not open its parts")


def _orders(
    archive: Archive, pages: Sequence[Page], sets: Sequence[OrdersEntry]
) -> Iterator[Finding]:
    """The last set of each closed turn against the orders that were played."""
    turns, seats = (
        range(1, pages[-1].link.turn + 2),
        range(1, len(archive.pages[0].link.answers) + 1),
    )
    over = archive.game.status == GameStatus.FINISHED
    held = {(one.turn, one.seat): one for one in sets}
    for turn, seat in sorted(held):
        if turn not in turns or seat not in seats:
            yield bad(turn, "orders are held where there is no such turn or seat", seat)
    for page in pages:
        turn = page.link.turn
        for seat, answer in answers_of(page).items():
            opened = page.opened.get(f"{ORDERS}/{seat}")
            if answer.source not in HELD_BEFORE or opened is None:
                continue
            one, played = held.get((turn, seat)), (bytes(opened.data), answer.source)
            if one is None or (bytes(one.orders), one.source) != played:
                yield bad(turn, "the orders held for the turn are not those that were played", seat)
            elif one.mail != answer.mail and not (over and one.mail is None):
                yield bad(turn, "the orders held for the turn are of another mail", seat)
            elif digest_of_set(one.lines, one.said, one.received) != answer.held:
                yield bad(turn, OTHER_SET, seat)


def _raw(archive: Archive) -> Iterator[Finding]:
    """The mails that brought orders, and those that confirmed seats."""
    there = {mail.digest for mail in archive.mails}
    for mail in archive.mails:
        if not mail.data:
            kept_back = f"a mail with orders ({mail.digest[:SHORT]}) is kept back: it holds letters"
            yield unknown(None, kept_back, mail.seat)
        elif hashlib.sha256(mail.data).hexdigest() != mail.digest:
            yield bad(None, f"a raw mail is not the one of its digest {mail.digest[:SHORT]}")
    founding = archive.pages[0].link.founding
    wanted = [(0, n, sha) for n, sha in enumerate(founding.confirmations if founding else (), 1)]
    for page in archive.all_pages:
        wanted += [(page.link.turn, n, answer.mail) for n, answer in answers_of(page).items()]
    gone = [(turn, n, sha) for turn, n, sha in wanted if sha is not None and sha not in there]
    for turn, seat, digest in gone:
        what = f"the mail with the orders ({digest[:SHORT]})"
        if turn == 0:
            what = f"the mail that confirmed the seat ({digest[:SHORT]})"
        if archive.game.status == GameStatus.FINISHED:
            yield unknown(turn, f"{what} was not kept", seat)
        else:
            yield bad(turn, f"{what} is missing", seat)


def _mails(archive: Archive, record: Record, folder: Path) -> Iterator[Finding]:
    names = {archive.game.game, *archive.game.formerly}
    found: list[_Mail] = []
    others = 0
    for file in sorted(folder.rglob("*.eml")):
        if not file.is_file():
            continue
        raw = file.read_bytes()
        witness = read_witness(raw)
        if witness is None or witness.chain.game not in names:
            others += 1
            continue
        digest = hashlib.sha256(as_sent(raw)).hexdigest()
        found.append(_Mail(_date(raw), digest, Saved(file.name, witness)))
    if not found:
        yield bad(None, f"{str(folder)!r} holds no report or receipt of this game (*.eml)")
        return
    listed = _listed(archive)
    saved = list(_in_order(found, listed))
    yield from at_hand(record, saved)
    yield from hold_against(record, saved)
    yield from _byte_for_byte(archive, found, listed)
    if others:
        mails = "1 mail is" if others == 1 else f"{others} mails are"
        yield unknown(None, f"{mails} no report or receipt of this game (in {str(folder)!r})")


def _byte_for_byte(
    archive: Archive, found: Sequence[_Mail], listed: Mapping[str, int]
) -> Iterator[Finding]:
    """Which mails the links have as they stand here. That one is not among them proves nothing:
    servers on the way may wrap and recode it."""
    last = max((page.link.turn for page in archive.pages), default=0)
    told = {page.link.turn for page in archive.pages if MAILS in page.opened}
    same = sum(one.digest in listed for one in found)
    if same:
        yield Finding(
            None, Mark.OK, f"{same} of {len(found)} mails are in the chain, byte for byte"
        )
    if not told:
        why = "the hashes of mails are sealed until the game is over"
        yield unknown(None, f"whether a letter of a mail was changed cannot be checked: {why}")
        return
    for one in sorted(found, key=lambda mail: mail.date):
        chain = one.saved.witness.chain
        if one.digest in listed or chain.turn + 1 in missing(archive.pages):
            continue
        if chain.turn >= last:
            text = "was written after the last link, and is in none"
        else:
            text = (
                "is in no link as it stands here: it was changed, by a server on its way or since"
            )
        yield unknown(chain.turn, f"{one.saved.name}, {text}", chain.seat)


class _Mail(NamedTuple):
    """A mail of the game: when it was written, its SHA-256 as it was sent, and what it says."""

    date: datetime
    digest: str
    saved: Saved


def _date(raw: bytes) -> datetime:
    """When a mail was written; the beginning of time where it does not say."""
    try:
        found = parsedate_to_datetime(str(email.message_from_bytes(raw)["Date"]))
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)


def _in_order(mails: Iterable[_Mail], listed: Mapping[str, int]) -> Iterator[Saved]:
    """The mails, oldest first; those of one second in the order of the chain, where that has all
    of them."""
    for second, found in groupby(sorted(mails, key=lambda one: one.date), lambda one: one.date):
        together = list(found)
        if all(one.digest in listed for one in together):
            together.sort(key=lambda one: listed[one.digest])
            yield from (one.saved for one in together)
        else:
            yield from (replace(one.saved, second=second) for one in together)


def _listed(archive: Archive) -> dict[str, int]:
    """The SHA-256 of all mails that the links have, with the place of each among them."""
    listed: list[str] = []
    for page in archive.all_pages:
        part = page.opened.get(MAILS)
        with suppress(msgspec.MsgspecError):  # its seal is broken too, which is told
            listed += msgspec.json.decode(bytes(part.data), type=list[str]) if part else []
    return {digest: place for place, digest in enumerate(listed)}
