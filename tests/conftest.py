"""What all tests share."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from pbem.engine.rng import SECRET_BYTES
from tests.servers import databases
from tests.soaking import PROFILE

# Tests start hundreds of processes: what one of them has compiled the others need not, even where
# the environment says that nothing is to be kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_IN_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30
"""Octets that must be free there: several times what the tests ever take."""


def _can_be_used(folder: Path) -> bool:
    """Whether programs can be installed there, and there is enough room: a container's is small."""
    if not folder.is_dir():
        return False
    told = os.statvfs(folder)
    return not told.f_flag & os.ST_NOEXEC and told.f_bavail * told.f_frsize >= _ROOM


# Thousands of databases are made and deleted, each with its log; nobody needs them on a disk.
if "TMPDIR" not in os.environ and _can_be_used(_IN_MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = str(_IN_MEMORY)

pytest_plugins = ["tests.servers.plugin"]

settings.register_profile(PROFILE, deadline=None)
settings.register_profile("short", deadline=None, derandomize=True)  # what it tries is no luck
settings.load_profile("short")

_LEFT_OUT = pytest.StashKey[int]()
_FIRST = (
    "tests/console/",
    "tests/test_wheel.py",
    "tests/i18n/test_every_sentence.py",
    "tests/campaign/test_twelve_weeks.py",
    "tests/docs/test_add_a_game.py",
    "tests/service/test_hostile_at_work.py",
    "tests/service/test_killed_anywhere.py",
    "tests/workers/",
    "tests/store/",
    "tests/mailer/servers/",
)
"""Tests that share browsers, files with single tests that take a large part of a minute, and tests
that share PostgreSQL and Debian's mail servers."""
_GARBAGE = (20_000, 50, 100)
"""How many things there must be more before it is looked for garbage, and how seldom it is looked
for among what has outlived that: what a test leaves is little beside what was imported."""
_SECRET = b"the same luck in each run".ljust(SECRET_BYTES)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="renew golden files instead of comparing"
    )
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what the tests of the service keep their games in",
    )


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a test that plays in a browser or by a mail server waits for
    these most of its time."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_unconfigure() -> None:
    databases.SERVER.stop()


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported: then is settled how many examples it tries."""
    databases.choose(config.getoption("--database"))
    if config.option.markexpr == "soak":
        settings.load_profile(PROFILE)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    left_out = [item for item in items if item.get_closest_marker("soak")]
    if left_out:
        config = left_out[0].config
        config.stash[_LEFT_OUT] = len(left_out)
        if hasattr(config, "workeroutput"):
            config.workeroutput["left_out"] = len(left_out)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest is begun first, lest in the end one process is left with it while the
    others have nothing to do; and what is at the head of one process's tests no other takes over,
    so that browsers and servers are started once."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    """Where a test stands among those that are begun first, or behind all of these."""
    places = (n for n, name in enumerate(_FIRST) if item.nodeid.startswith(name))
    return next(places, len(_FIRST))


def pytest_collection() -> None:
    """What is imported and collected stays: to look through it for garbage is in vain."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker of xdist collects all tests, and tells how many it left out."""
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    left_out = config.stash.get(_LEFT_OUT, 0)
    if left_out and config.option.markexpr == "not soak":
        terminalreporter.write_line(f"{left_out} long tests were left to `make soak`.")


@pytest.fixture(scope="session", autouse=True)
def _same_luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """What chance decides in a game is the same in each run of the usual tests: what holds with
    some luck only shows in `make soak`, and never in the midst of other work."""
    if request.config.option.markexpr == "soak":
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.service.play.games.new_secret", lambda: _SECRET)
        yield


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be renewed."""
    return bool(request.config.getoption("--update"))
