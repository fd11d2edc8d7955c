"""One game in one file: a ZIP of JSON, whose schema is told in docs/export.md.

Every file in it is canonical JSON (keys sorted, no blanks), so that there is one way to write
what it says, and stands in the manifest with its SHA-256.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from pbem.engine.api import Outcome
from pbem.engine.chain import Page
from pbem.engine.codec import canonical
from pbem.engine.errors import Trouble
from pbem.service.tools.entries import (
    ActEntry,
    MasterEntry,
    MotionEntry,
    ObserverEntry,
    PendingEntry,
    ReaddressEntry,
    SaidEntry,
    SubstitutionEntry,
    TenureEntry,
    VacationEntry,
    WishEntry,
)
from pbem.store.observing import Watching
from pbem.store.records import GameStatus, NewsWish, NoticeWish, Omission, SeatKind, Source
from pbem.store.talk import PressKind
from pbem.store.voting import Voting

T = TypeVar("T")

SCHEMA = 1
MANIFEST, GAME, SERVICE, MAILS = "manifest.json", "game.json", "service.json", "mails.json"
MOST_BYTES = 2**31
"""More than any game has: a file that claims to unpack to more is refused unread."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


class BadArchive(Trouble):
    """A file is no export, or one that cannot be read; the message says why."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``manifest.json``: the schema, and the SHA-256 of every other file by its name."""

    schema: int
    files: dict[str, str]


class GameFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``game.json``. ``turn`` is the open one, or the one after the last; ``head`` that of the
    chain; ``secret`` in hex, once the game is over or where the export is ``full``;
    ``formerly`` the ids that the game had on other services; ``written`` when the export was."""

    game: str
    formerly: tuple[str, ...]
    title: str
    ruleset: str
    full: bool
    status: GameStatus
    turn: int
    head: str
    outcome: Outcome | None
    secret: str | None
    written: datetime


class SeatEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat as the service keeps it; columns of its row."""

    seat: int
    name: str
    kind: SeatKind
    bot: str
    address: str | None
    zone: str
    language: str
    standing: tuple[str, ...]
    standing_at: datetime | None
    quiet: str
    news: NewsWish
    told_from: int
    told: int
    told_at: datetime | None
    missed: int
    waited: int
    omits: tuple[Omission, ...]
    story: datetime | None
    lent: datetime | None
    notices: NoticeWish
    since: int


class AskEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the open turn asks of a seat."""

    seat: int
    turn: int
    required: bool
    answered: bool
    sure: bool
    stored: str | None


class OrdersEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of orders; the last one of a seat and turn is held. ``orders`` null: withdrawn. The
    columns are those of :class:`pbem.store.records.OrdersRow`."""

    turn: int
    seat: int
    orders: msgspec.Raw
    lines: tuple[str, ...]
    source: Source
    mail: str | None
    received: datetime
    said: tuple[str, ...]
    settles: bool | None


class LaterEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Order lines kept for a turn to come, and when the mail came that spoke of them last."""

    seat: int
    turn: int
    lines: tuple[str, ...]
    received: datetime


class LapseEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deadline that somebody missed; columns of :class:`pbem.store.lapses.LapseRow`."""

    turn: int
    seat: int
    due: datetime
    arrived: datetime | None
    played: Source | None


class UndoneEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was taken back once: when each of its turns was closed, and the sets that were held."""

    closed: tuple[datetime, ...]
    orders: tuple[OrdersEntry, ...]


class ServiceFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``service.json``, in a full export: what it takes to play on. ``closed`` is when each turn
    was closed, the set-up first."""

    version: int
    schedule: dict[str, Any]
    options: dict[str, Any]
    start_when_full: bool
    opened: datetime | None
    deadline: datetime | None
    closes: datetime | None
    reminded: int
    stalled: datetime | None
    paused: datetime | None
    closing: datetime | None
    archived: datetime | None
    created: datetime
    finished: datetime | None
    closed: tuple[datetime, ...]
    seats: tuple[SeatEntry, ...]
    asks: tuple[AskEntry, ...]
    orders: tuple[OrdersEntry, ...]
    later: tuple[LaterEntry, ...]
    lapses: tuple[LapseEntry, ...]
    pending: tuple[PendingEntry, ...]
    masters: tuple[MasterEntry, ...]
    insiders: tuple[str, ...]
    acts: tuple[ActEntry, ...]
    press: tuple[PressKind, ...]
    said: tuple[SaidEntry, ...]
    wishes: tuple[WishEntry, ...]
    votes: Voting
    release_after: int
    releases: datetime | None
    reliability: int
    mailbox: str
    motions: tuple[MotionEntry, ...]
    vacations: tuple[VacationEntry, ...]
    observing: Watching
    observers: tuple[ObserverEntry, ...]
    substitutions: tuple[SubstitutionEntry, ...]
    tenures: tuple[TenureEntry, ...]
    standbys: tuple[str, ...]
    put_out: tuple[str, ...]
    readdressings: tuple[ReaddressEntry, ...]
    undone: tuple[UndoneEntry, ...]


class MailEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mail that brought orders or confirmed a seat, as it came; ``data`` in base64, empty where
    it is kept back as it holds letters to others, too."""

    digest: str
    received: datetime
    message_id: str
    sender: str
    subject: str
    seat: int | None
    data: bytes


@dataclass(frozen=True)
class Archive:
    """All of an export. ``undone`` is what was taken back, each time that it was. ``altered`` are
    the files that are not those of the manifest, or not written as they have to be."""

    game: GameFile
    pages: tuple[Page, ...]
    service: ServiceFile | None = None
    mails: tuple[MailEntry, ...] = ()
    altered: tuple[str, ...] = ()
    undone: tuple[tuple[Page, ...], ...] = ()

    @property
    def all_pages(self) -> tuple[Page, ...]:
        """Those of turns that were taken back, too."""
        return (*self.pages, *itertools.chain(*self.undone))


def pack(archive: Archive) -> bytes:
    """The ZIP file of an export. The same export gives the same files."""
    files = {GAME: canonical(archive.game)}
    files |= {_page_name(page.link.turn): canonical(page) for page in archive.pages}
    files |= {
        _undone_name(line, page.link.turn): canonical(page)
        for line, pages in enumerate(archive.undone)
        for page in pages
    }
    if archive.service is not None:
        files |= {SERVICE: canonical(archive.service), MAILS: canonical(archive.mails)}
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    manifest = canonical(Manifest(schema=SCHEMA, files=hashes))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in {MANIFEST: manifest, **files}.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o600 << 16
            zipped.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpack(data: bytes) -> Archive:
    """The export in a ZIP file. Raises :class:`BadArchive`; files that were altered and can
    still be read are named in the result."""
    files = _files(data)
    manifest = _manifest(files)
    altered = _altered(files, manifest)
    turns = sorted(name for name in files if name.startswith("turns/"))
    undone = sorted(name for name in files if name.startswith("undone/"))
    known = {MANIFEST, GAME, SERVICE, MAILS, *turns, *undone}
    game = _decode(files, GAME, GameFile)
    pages = tuple(_decode(files, name, Page) for name in turns)
    lines = [(name.split("/")[1], _decode(files, name, Page)) for name in undone]
    taken_back = tuple(
        tuple(page for _line, page in found) for _line, found in groupby(lines, lambda one: one[0])
    )
    service = _decode(files, SERVICE, ServiceFile) if game.full else None
    mails = _decode(files, MAILS, tuple[MailEntry, ...]) if game.full else ()
    odd = [name for name in files if name not in known]
    odd += [n for n, page in zip(turns, pages, strict=True) if n != _page_name(page.link.turn)]
    names = [_undone_name(n, p.link.turn) for n, line in enumerate(taken_back) for p in line]
    odd += [n for n, name in zip(undone, names, strict=True) if n != name]
    written: Mapping[str, object] = {GAME: game, SERVICE: service, MAILS: mails, MANIFEST: manifest}
    written = {**written, **dict(zip(turns, pages, strict=True))}
    written = {**written, **dict(zip(undone, (page for _line, page in lines), strict=True))}
    odd += [n for n, value in written.items() if n in files and canonical(value) != files[n]]
    return Archive(game, pages, service, mails, tuple(sorted({*altered, *odd})), taken_back)


def _page_name(turn: int) -> str:
    return f"turns/{turn:05}.json"


def _undone_name(line: int, turn: int) -> str:
    return f"undone/{line:05}/{turn:05}.json"


def _decode(files: Mapping[str, bytes], name: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(files[name], type=kind)
    except KeyError:
        raise BadArchive(f"{name} is missing") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadArchive(f"{name} cannot be read: {error}") from error


def _files(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            entries = zipped.infolist()
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BadArchive("unpacked it would be larger than any game")
            files = {entry.filename: zipped.read(entry) for entry in entries}
    except zipfile.BadZipFile as error:
        raise BadArchive(
            f"this is no export, or half of one; let it be sent again ({error})"
        ) from error
    except (zipfile.LargeZipFile, NotImplementedError, RuntimeError) as error:
        raise BadArchive(f"this is no export, or a damaged one: {error}") from error
    except (EOFError, OSError, ValueError, zlib.error) as error:
        raise BadArchive(f"this is a damaged export: {error}") from error
    if len(files) != len(entries):
        raise BadArchive("a file stands in it twice")
    return files


def _manifest(files: Mapping[str, bytes]) -> Manifest:
    class Version(msgspec.Struct):
        schema: int

    found = _decode(files, MANIFEST, Version).schema
    if found > SCHEMA:
        raise BadArchive(
            f"its schema is {found}, and this pbem reads up to {SCHEMA}; use a newer pbem"
        )
    return _decode(files, MANIFEST, Manifest)


def _altered(files: Mapping[str, bytes], manifest: Manifest) -> set[str]:
    """Files that are not as the manifest has them, that it lacks, or that are missing."""
    there = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    del there[MANIFEST]
    names = there.keys() | manifest.files.keys()
    return {name for name in names if there.get(name) != manifest.files.get(name)}
