"""The list of faults, and how one is put into a copy of the code.

A fault is one change of one place, as a slip of the hand makes it: a line dropped, a condition
turned, a figure wrong. ``faults.toml`` holds them with the tests that should notice.
"""

from __future__ import annotations

import importlib
import itertools
import os
import shutil
import signal
import sys
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("faults.toml")
TREE = Path(__file__).parents[2]
PARTS = (
    "pbem",
    "examples",
    "templates",
    "tests",
    "bench",
    "docs",
    "pyproject.toml",
    "README.md",
    "Makefile",
)
TESTS_SECONDS = 600
USAGE, NO_TESTS, BROKEN = 4, 5, 99
"""Exit codes that say nothing of the fault: two of pytest's, and one of our own."""
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
WARM = ("hypothesis", "alembic", "sqlalchemy", "lxml.html", "jinja2", "babel", "imapclient")
WARM += ("aiosmtplib", "aiosmtpd.smtp", "pymap", "authres", "css_inline", "icalendar", "pyvips")
"""What tests import and no fault touches."""
_moments = itertools.count(1_000_000_000)


@dataclass(frozen=True)
class Fault:
    """``old`` stands once in ``file``, and ``new`` in its place is wrong: see ``why``.

    ``tests`` are what pytest is given. ``survives`` tells why no test can notice, where that is
    known and borne.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    why: str
    survives: str = ""


class Rotten(Exception):
    """The list does not fit the code any more; the message names fault and file."""


def read_list(path: Path = LIST) -> tuple[Fault, ...]:
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Fault(name=name, **{**entry, "tests": tuple(entry["tests"])})
        for name, entry in entries.items()
    )


def check(fault: Fault, tree: Path = TREE) -> None:
    """Raise :class:`Rotten` unless the fault can be planted and its tests are there."""
    text = (tree / fault.file).read_text(encoding="utf-8")
    count = text.count(fault.old)
    if count != 1:
        raise Rotten(f"{fault.name}: its old text stands {count} times in {fault.file}")
    if fault.old == fault.new:
        raise Rotten(f"{fault.name}: it changes nothing")
    if not fault.why or not fault.tests:
        raise Rotten(f"{fault.name}: say why it is wrong, and which tests notice")
    for test in fault.tests:
        file, _colons, function = test.partition("::")
        if not (tree / file).exists():
            raise Rotten(f"{fault.name}: there is no {file}")
        if function and f"def {function.partition('[')[0]}(" not in (tree / file).read_text():
            raise Rotten(f"{fault.name}: there is no {function} in {file}")


@dataclass(frozen=True)
class Field:
    """A copy of the tree, in which faults are planted one after the other."""

    folder: Path

    def warm_up(self) -> None:
        for name in WARM:
            importlib.import_module(name)

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[None]:
        check(fault, self.folder)
        path = self.folder / fault.file
        sound = path.read_text(encoding="utf-8")
        _write(path, sound.replace(fault.old, fault.new))
        try:
            yield
        finally:
            _write(path, sound)

    def notices(self, tests: Sequence[str]) -> bool:
        """Whether one of these tests fails. One that never comes to an end has failed.

        They run in a fork of this process, which has imported what takes long to import.
        """
        child = os.fork()
        if child == 0:
            code = BROKEN
            try:
                code = self._run(tests)
            except BaseException:
                self._log.write_text(traceback.format_exc(), encoding="utf-8")
                raise
            finally:
                os._exit(code)
        code = _exit_code(child)
        if code in (NO_TESTS, USAGE, BROKEN):
            raise Rotten(f"pytest cannot run {' '.join(tests)}:\n{self.said}")
        return code != 0

    @property
    def said(self) -> str:
        """The end of what the last tests said."""
        return self._log.read_text(encoding="utf-8")[-2000:]

    @property
    def _log(self) -> Path:
        return self.folder / "tests.log"

    def _run(self, tests: Sequence[str]) -> int:
        with self._log.open("w", encoding="utf-8") as file:
            for stream in (1, 2):
                os.dup2(file.fileno(), stream)
        os.chdir(self.folder)
        os.environ["PYTHONPATH"] = sys.path[0] = str(self.folder)
        for name in [name for name in sys.modules if name.partition(".")[0] in ("pbem", "tests")]:
            del sys.modules[name]
        signal.alarm(TESTS_SECONDS)
        return int(pytest.main([*QUIETLY, *tests]))


def _exit_code(child: int) -> int:
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def field(folder: Path) -> Field:
    """A copy of the tree in an empty folder."""
    for part in PARTS:
        source, target = TREE / part, folder / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return Field(folder)


def _write(path: Path, text: str) -> None:
    """Each text with a time of its own: compiled modules are known by their source's time."""
    path.write_text(text, encoding="utf-8")
    moment = next(_moments)
    os.utime(path, (moment, moment))
