"""A folder of published files: each is written whole or not at all, and only where it changed.

The files belong to parts. A part has a stamp, which says what it was made of: as long as that is
the same it is not made again. What is ours stands in a journal *before* it is written, so that
whatever ends the process, the next one knows which files to mend and which to take away.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec

from pbem.engine.errors import Trouble

JOURNAL = ".pbem-pages.json"
_FRESH = ".pbem-pages.new"
"""What is being written; it takes its own name once it is whole."""
_UNFINISHED = ""


class CannotPublish(Trouble):
    """Nothing can be published in a folder; the message says why, and what would do."""


class Made(NamedTuple):
    """The files of a part by their paths, in the order in which they are to be written, and what
    other parts need to know of it."""

    files: Mapping[str, bytes]
    told: Mapping[str, str] = {}


class Part(msgspec.Struct, frozen=True):
    """Files that were made together, of what ``stamp`` stands for; empty while they are written.
    ``told`` is as in :class:`Made`."""

    stamp: str
    files: tuple[str, ...]
    told: Mapping[str, str] = {}


class _Journal(msgspec.Struct, frozen=True, kw_only=True):
    schema: int = 1
    parts: dict[str, Part] = {}


class Folder:
    """One folder, while it is written to. ``written`` and ``removed`` count files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = 0
        self.removed = 0
        self._parts = _parts_in(path)
        self._noted = dict(self._parts)

    def stamp(self, name: str) -> str:
        """What a part was made of; empty where it has to be made anew."""
        return self._parts[name].stamp if name in self._parts else _UNFINISHED

    def told(self, name: str) -> Mapping[str, str]:
        """What a part has told of itself; nothing where it never was made."""
        return self._parts[name].told if name in self._parts else {}

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.path / path).exists()

    def write(self, name: str, stamp: str, made: Made) -> None:
        """Write the files of a part, and take away those that it has no more. Raises OSError; the
        part is then to be made anew."""
        files = made.files
        before = self._parts[name].files if name in self._parts else ()
        ours = (*files, *(path for path in before if path not in files))
        changed = [path for path, data in files.items() if self._differs(path, data)]
        if changed or ours != tuple(files):
            self._parts[name] = Part(_UNFINISHED, ours, self.told(name))
            self._note()
        for path in changed:
            self._put(path, files[path])
        self.written += len(changed)
        for path in ours[len(files) :]:
            self._take_away(path)
        self._parts[name] = Part(stamp, tuple(files), made.told)

    def keep(self, names: Collection[str]) -> None:
        """Take away the files of all other parts. Raises OSError."""
        for name in [one for one in self._parts if one not in names]:
            for path in self._parts[name].files:
                self._take_away(path)
            del self._parts[name]

    def finish(self) -> None:
        """Note what there is now. Raises OSError."""
        if self._parts != self._noted:
            self._note()

    def _note(self) -> None:
        self._put(JOURNAL, msgspec.json.encode(_Journal(parts=self._parts)))
        self._noted = dict(self._parts)

    def _differs(self, path: str, data: bytes) -> bool:
        try:
            return (self.path / path).read_bytes() != data
        except FileNotFoundError:
            return True

    def _put(self, path: str, data: bytes) -> None:
        target, fresh = self.path / path, self.path / _FRESH
        missing = [one for one in (target.parent, *target.parent.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir()
            one.chmod(0o755)  # for a web server, whatever this process usually hides
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        fresh.replace(target)

    def _take_away(self, path: str) -> None:
        """Remove a file, which may never have been written, and folders that are empty then."""
        target = self.path / path
        self.removed += target.exists()
        target.unlink(missing_ok=True)
        for above in target.parents:
            if above == self.path:
                break
            with suppress(FileNotFoundError):
                if any(above.iterdir()):
                    break
                above.rmdir()


def files_in(path: Path) -> int:
    """How many files are published in a folder, which need not be there yet. Raises
    :class:`CannotPublish` for one that holds other things or cannot be written to."""
    there = path if path.exists() else path.parent
    if not os.access(there, os.W_OK | os.X_OK):
        raise CannotPublish(f"{there} is not there or cannot be written to; may you write there?")
    parts = _parts_in(path) if path.exists() else {}
    return sum(len(part.files) for part in parts.values())


@contextmanager
def opened(path: Path) -> Iterator[Folder]:
    """The folder, made where it is missing, for one process at a time.

    Raises :class:`CannotPublish` for one that holds other things, or that another process writes
    to, and OSError.
    """
    path.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotPublish(f"another process publishes in {path}; try again later") from None
        folder = Folder(path)
        (path / _FRESH).unlink(missing_ok=True)
        try:
            yield folder
        finally:
            folder.finish()
    finally:
        os.close(handle)


def _parts_in(path: Path) -> dict[str, Part]:
    journal = path / JOURNAL
    if not journal.exists():
        if any(one.name != _FRESH for one in path.iterdir()):
            raise CannotPublish(
                f"{path} holds files that 'pbem publish' did not write; name a folder "
                "that is empty or not there yet"
            )
        return {}
    try:
        parts = msgspec.json.decode(journal.read_bytes(), type=_Journal).parts
    except msgspec.MsgspecError as error:
        raise CannotPublish(f"{journal} cannot be read ({error}); remove the folder") from error
    strange = [name for part in parts.values() for name in part.files if not _is_within(name)]
    if strange:
        raise CannotPublish(
            f"{journal} names files elsewhere, such as {strange[0]}; remove the folder"
        )
    return parts


def _is_within(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path != PurePosixPath()
