"""Checks an export, alone or against mails that a player has kept. Needs no service."""

from __future__ import annotations

import email
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import msgspec

from pbem.engine.chain import MAILS, ORDERS, PARTS
from pbem.engine.registry import load
from pbem.engine.replay import SHORT, Finding, Mark, Record, answers_of, bad, unknown, verify
from pbem.mailer.witness import as_sent, read_witness
from pbem.service.tools.archive import Archive, BadArchive, unpack
from pbem.service.tools.export import let_out, record_in
from pbem.service.tools.witnesses import Saved, hold_against
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
    for mail in archive.mails:
        if hashlib.sha256(mail.data).hexdigest() != mail.digest:
            yield bad(
                None, f"a mail with orders is not the one of its digest {mail.digest[:SHORT]}"
            )


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
    if (game.status == GameStatus.FINISHED) != (game.outcome is not None):
        yield bad(None, f"the game is {game.status}, and its outcome says otherwise")


def _missing(archive: Archive) -> Iterator[Finding]:
    """Parts that are left sealed, although the rules let them out."""
    over = archive.game.status == GameStatus.FINISHED
    kinds = frozenset(PARTS) if archive.game.full else let_out(archive.game.ruleset, over=over)
    if over and archive.game.secret is None:
        yield bad(None, "the secret is missing, although the game is over")
    for page in archive.pages:
        wanted = {kind for kind in kinds if kind not in ("answer", ORDERS)}
        if "answer" in kinds:
            wanted |= {f"answer/{n}" for n in range(1, len(page.link.answers) + 1)}
        if ORDERS in kinds:
            wanted |= {f"{ORDERS}/{seat}" for seat in answers_of(page)}
        for name in sorted(wanted - page.opened.keys()):
            yield bad(page.link.turn, f"{name} is missing, although the rules let it out")


def _mails(archive: Archive, record: Record, folder: Path) -> Iterator[Finding]:
    names = {archive.game.game, *archive.game.formerly}
    found: list[tuple[datetime, Saved, str]] = []
    others = 0
    for file in sorted(folder.rglob("*.eml")):
        raw = file.read_bytes()
        witness = read_witness(raw)
        if witness is None or witness.chain.game not in names:
            others += 1
            continue
        digest = hashlib.sha256(as_sent(raw)).hexdigest()
        found.append((_date(raw), Saved(file.name, witness), digest))
    found.sort(key=lambda one: one[0])
    if not found:
        yield bad(None, f"{folder} holds no report or receipt of this game (*.eml)")
        return
    yield from hold_against(record, [saved for _date, saved, _digest in found])
    yield from _bytes(archive, [digest for _date, _saved, digest in found])
    if others:
        yield unknown(None, f"{others} mails in {folder} are not of this game")


def _date(raw: bytes) -> datetime:
    """When a mail was written; the beginning of time where it does not say."""
    try:
        found = parsedate_to_datetime(str(email.message_from_bytes(raw)["Date"]))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _bytes(archive: Archive, digests: Sequence[str]) -> Iterator[Finding]:
    """Whether the mails are those that the links have, byte for byte. That they are not proves
    nothing: servers on the way may wrap and recode."""
    listed: set[str] = set()
    for page in archive.pages:
        part = page.opened.get(MAILS)
        with suppress(msgspec.MsgspecError):  # its seal is broken too, which is told
            listed |= set(msgspec.json.decode(bytes(part.data), type=list[str])) if part else set()
    same = sum(digest in listed for digest in digests)
    if same:
        yield Finding(
            None, Mark.OK, f"{same} of {len(digests)} mails are in the chain, byte for byte"
        )
