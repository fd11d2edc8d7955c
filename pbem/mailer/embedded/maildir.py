"""Mail on disk: Maildirs whose file names carry all that IMAP must remember.

A mail is ``<received>.U<uid>.pbem,S=<size>:2,<flags>`` in ``new/`` or ``cur/``,
so that one atomic rename delivers, moves or flags it, and nothing else has to
agree with it. The mail itself is kept octet for octet as it came.

``<root>/<address>/`` is an inbox, its other folders are ``.<name>/`` within it
(as in Maildir++), and ``pbem-uids`` in each holds UIDVALIDITY and a bound that
no UID given out has reached. Only the owner may read any of it.

Not thread-safe, but for what says so: one event loop owns a :class:`Store`.
"""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote, unquote

UID_BLOCK = 1000
"""UIDs promised to disk at a time; a restart skips what is left of the block."""

CHANGES_KEPT = 20_000
"""Changes remembered, by which sessions catch up; one further behind looks at everything."""

NAME_LIMIT = 200
"""Octets in the name of a directory: file systems stop at 255."""

_NAME = re.compile(r"(\d+)\.U(\d+)\.pbem,S=(\d+):2,([A-Z]*)")
_STATE = "pbem-uids"


class StoreInUse(OSError):
    """Another server holds this directory of mail."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One mail on disk. ``received`` in seconds since 1970, ``flags`` as sorted Maildir letters.

    ``fresh``: it lies in ``new/``, no mail client having seen the folder since.
    """

    uid: int
    received: int
    size: int
    flags: str
    fresh: bool

    @property
    def path(self) -> str:
        """Its place within the folder."""
        place = "new" if self.fresh else "cur"
        return f"{place}/{self.received}.U{self.uid}.pbem,S={self.size}:2,{self.flags}"


@dataclass(slots=True)
class Folder:
    """One folder of one address, held in memory but for the mails themselves."""

    path: Path
    uidvalidity: int
    next_uid: int
    mails: dict[int, Stored] = field(default_factory=dict)
    """By UID, in rising order."""
    _reserved: int = 0
    _changes: list[int] = field(default_factory=list)
    _forgotten: int = 0

    @classmethod
    def open(cls, path: Path, fallback_uidvalidity: int) -> Folder:
        """Read a folder from disk, or make it. Mails that another program put there are adopted."""
        for directory in (path, path / "cur", path / "new", path / "tmp"):
            directory.mkdir(mode=0o700, exist_ok=True)
        for leftover in (path / "tmp").iterdir():
            leftover.unlink()
        uidvalidity, reserved = _read_state(path) or (fallback_uidvalidity, 0)
        folder = cls(path, uidvalidity, reserved + 1, _reserved=reserved)
        folder._scan()
        return folder

    @property
    def latest(self) -> int:
        """Counts every change; what a session has seen up to, :meth:`changed_since` completes."""
        return self._forgotten + len(self._changes)

    def changed_since(self, seen: int) -> set[int] | None:
        """The UIDs added, flagged or removed since; None when that cannot be told any more."""
        if not self._forgotten <= seen <= self.latest:
            return None
        return set(self._changes[seen - self._forgotten :])

    def stage(self, raw: bytes) -> Path:
        """Write a mail to disk where no one sees it yet. Thread-safe; slow (fsync)."""
        staged, handle = _temporary(self.path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(handle)
        except OSError:
            staged.unlink()  # A full disk wants its space back.
            raise
        return staged

    def commit(self, staged: Path, size: int, received: int, flags: str, fresh: bool) -> Stored:
        """Give a staged mail its UID and show it to all. Durable after :meth:`sync`."""
        mail = Stored(self._take_uid(), received, size, flags, fresh)
        staged.rename(self.path / mail.path)
        self._note(mail)
        return mail

    def sync(self, mail: Stored) -> None:
        """Make sure that a committed mail outlives a power cut. Thread-safe; slow."""
        _sync_directory((self.path / mail.path).parent)

    def read(self, mail: Stored) -> bytes:
        """The mail as it came. Raises FileNotFoundError when it has gone."""
        return (self.path / mail.path).read_bytes()

    def change(self, mail: Stored, *, flags: str, fresh: bool) -> Stored:
        """Set what may change in a mail. A power cut may undo this; nothing else can."""
        changed = replace(mail, flags=flags, fresh=fresh)
        if changed != mail:
            (self.path / mail.path).rename(self.path / changed.path)
            self._note(changed)
        return changed

    def transfer(self, mail: Stored, target: Folder, fresh: bool) -> Stored:
        """Move a mail into another folder of the same store, in one rename."""
        moved = replace(mail, uid=target._take_uid(), fresh=fresh)
        (self.path / mail.path).rename(target.path / moved.path)
        target._note(moved)
        self._forget(mail.uid)
        return moved

    def remove(self, uid: int) -> None:
        """Delete a mail for good; one that has gone already is no error."""
        if mail := self.mails.get(uid):
            (self.path / mail.path).unlink(missing_ok=True)
            self._forget(uid)

    def _take_uid(self) -> int:
        uid = self.next_uid
        if uid > self._reserved:
            self._reserved = uid + UID_BLOCK - 1
            _write_durably(self.path / _STATE, f"{self.uidvalidity} {self._reserved}\n")
        self.next_uid = uid + 1
        return uid

    def _note(self, mail: Stored) -> None:
        self.mails[mail.uid] = mail
        self._log(mail.uid)

    def _forget(self, uid: int) -> None:
        del self.mails[uid]
        self._log(uid)

    def _log(self, uid: int) -> None:
        self._changes.append(uid)
        if len(self._changes) >= 2 * CHANGES_KEPT:
            del self._changes[:CHANGES_KEPT]
            self._forgotten += CHANGES_KEPT

    def _scan(self) -> None:
        found: list[Stored] = []
        strangers: list[os.DirEntry[str]] = []
        for place in ("new", "cur"):
            for entry in os.scandir(self.path / place):
                if match := _NAME.fullmatch(entry.name):
                    received, uid, size, flags = match.groups()
                    fresh = place == "new"
                    found.append(Stored(int(uid), int(received), int(size), flags, fresh))
                elif entry.is_file() and not entry.name.startswith("."):
                    strangers.append(entry)
        self.mails = {mail.uid: mail for mail in sorted(found, key=lambda mail: mail.uid)}
        self.next_uid = max([self.next_uid, *(uid + 1 for uid in self.mails)])
        for entry in sorted(strangers, key=lambda entry: entry.name):
            self._adopt(entry)

    def _adopt(self, entry: os.DirEntry[str]) -> None:
        about = entry.stat()
        _, _, letters = entry.name.partition(":2,")
        flags = "".join(sorted(set(letters) & set("DFRST")))
        fresh = Path(entry.path).parent.name == "new"
        self.commit(Path(entry.path), about.st_size, int(about.st_mtime), flags, fresh)


@dataclass(slots=True)
class Account:
    """All folders of one address."""

    path: Path
    folders: dict[str, Folder] = field(default_factory=dict)
    _last_uidvalidity: int = 0

    @classmethod
    def open(cls, path: Path) -> Account:
        """Read an address's folders from disk, or make its inbox."""
        account = cls(path)
        account._open_folder("INBOX", path)
        for entry in sorted(path.iterdir()):
            if entry.name.startswith(".") and (entry / "cur").is_dir():
                account._open_folder(unquote(entry.name[1:]), entry)
        return account

    @property
    def inbox(self) -> Folder:
        return self.folders["INBOX"]

    def add(self, name: str) -> Folder:
        """Make a folder. Raises ValueError where there is one, or where the name is too long."""
        return self._open_folder(name, self._free_place(name))

    def rename(self, old: str, new: str) -> None:
        """Raises KeyError without the one folder, ValueError because of the other or of INBOX."""
        if old == "INBOX":
            raise ValueError("the inbox stays where it is")
        place = self._free_place(new)
        folder = self.folders.pop(old)
        folder.path = folder.path.rename(place)
        self.folders[new] = folder

    def delete(self, name: str) -> None:
        """Delete a folder and all in it. Raises KeyError when there is none; INBOX stays."""
        if name == "INBOX":
            raise ValueError("the inbox cannot be deleted")
        folder = self.folders.pop(name)
        for place in ("new", "cur", "tmp"):
            for file in (folder.path / place).iterdir():
                file.unlink()
            (folder.path / place).rmdir()
        (folder.path / _STATE).unlink(missing_ok=True)
        folder.path.rmdir()

    def _free_place(self, name: str) -> Path:
        directory = "." + quote(name, safe=" ").replace(".", "%2E")
        if name in self.folders or len(directory) > NAME_LIMIT:
            raise ValueError(name)
        return self.path / directory

    def _open_folder(self, name: str, path: Path) -> Folder:
        # Later than any folder of this address before it, even one of the same name (RFC 3501).
        fallback = max(int(time.time()), self._last_uidvalidity + 1)
        folder = self.folders[name] = Folder.open(path, fallback)
        self._last_uidvalidity = max(self._last_uidvalidity, folder.uidvalidity)
        return folder


@dataclass(slots=True)
class Store:
    """All addresses below one directory, which one process holds at a time.

    Raises :class:`StoreInUse` when another does.
    """

    root: Path
    _lock: int = field(default=-1, init=False)
    _accounts: dict[str, Account] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = os.open(self.root / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise StoreInUse(f"another mail server already runs on {self.root}") from error

    def account(self, address: str) -> Account:
        """The account of an address as :func:`~.addresses.account_of` gives it, made at need."""
        if address not in self._accounts:
            self._accounts[address] = Account.open(self.root / directory_of(address))
        return self._accounts[address]

    def close(self) -> None:
        """Let another process have the directory."""
        os.close(self._lock)


def forget_old(root: Path, before: float) -> int:
    """Delete all mails below `root` that came before a time (seconds since 1970); returns how
    many. For a store that nobody has opened: one that is open does not hear of it."""
    gone = 0
    for file in root.glob("**/*.pbem,S=*"):
        name = _NAME.fullmatch(file.name)
        if name is not None and int(name[1]) < before:
            file.unlink(missing_ok=True)
            gone += 1
    return gone


def directory_of(address: str) -> str:
    """The directory's name. Raises ValueError where it would be too long for the file system."""
    name = quote(address, safe="@+")
    if name.startswith("."):
        name = "%2E" + name[1:]
    if len(name) > NAME_LIMIT:
        raise ValueError("the address is too long")
    return name


def _read_state(path: Path) -> tuple[int, int] | None:
    try:
        uidvalidity, reserved = (path / _STATE).read_text("ascii").split()
    except FileNotFoundError:
        return None
    return int(uidvalidity), int(reserved)


def _write_durably(path: Path, text: str) -> None:
    staged, handle = _temporary(path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(handle)
    staged.rename(path)
    _sync_directory(path.parent)


def _temporary(folder: Path) -> tuple[Path, int]:
    """A new file in ``tmp/`` that only its owner may read, open for writing."""
    handle, name = tempfile.mkstemp(dir=folder / "tmp")
    return Path(name), handle


def _sync_directory(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
