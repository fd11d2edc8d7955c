"""A folder with a service in it, and the `pbem` command in that folder."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.service.config import Config, database_url
from pbem.store.database import Database

ANNA = "Anna <anna@example.org>"


@dataclass(frozen=True)
class Said:
    """What a command answered: its exit code, and the text on both outputs."""

    code: int
    out: str
    err: str


Command = Callable[..., Said]


def _call(*args: str, given: bytes | None = None) -> Said:
    result = CliRunner().invoke(cli, args, prog_name="pbem", input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


def _work_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PBEM_CONFIG", raising=False)
    # `serve` takes over the log, which must not outlive the test.
    monkeypatch.setattr(logging.getLogger(), "handlers", [])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    _work_in(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture
def pbem(folder: Path) -> Command:
    """Calls `pbem` as a shell would; whatever nobody foresaw is raised."""
    return _call


@pytest.fixture(scope="session")
def _prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as monkeypatch:
        _work_in(folder, monkeypatch)
        assert _call("init").code == 0
        made = _call(
            "new", "--ruleset", "hegemon", "--id", "spring", "--title", "Spring", "--player", ANNA,
            "--bot", "raider", "--bot", "hedger", "--option", "turns=2", "--every", "24h",
        )  # fmt: skip
        assert made.code == 0, made.err
    return folder


@pytest.fixture
def house(folder: Path, _prepared: Path) -> Path:
    """The folder after `pbem init`, with a game of Anna against two bots in turn 1."""
    shutil.copytree(_prepared, folder, dirs_exist_ok=True)
    return folder


@pytest.fixture
def database(house: Path) -> Iterator[Database]:
    """The games of that folder."""
    opened = Database(database_url(Config(), house))
    yield opened
    opened.close()
