"""A folder with a service in it, and the `pbem` command in that folder."""

from __future__ import annotations

import logging
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_CONFIG", raising=False)
    return tmp_path


@pytest.fixture
def pbem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Calls `pbem` as a shell would; whatever nobody foresaw is raised."""
    # `serve` takes over the log, which must not outlive the test.
    monkeypatch.setattr(logging.getLogger(), "handlers", [])

    def call(*args: str, given: bytes | None = None) -> Said:
        result = CliRunner().invoke(cli, args, prog_name="pbem", input=given)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Said(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def house(pbem: Command, folder: Path) -> Path:
    """The folder after `pbem init`, with a game of Anna against two bots in turn 1."""
    assert pbem("init").code == 0
    made = pbem(
        "new", "--ruleset", "hegemon", "--id", "spring", "--title", "Spring", "--player", ANNA,
        "--bot", "raider", "--bot", "hedger", "--option", "turns=2", "--every", "24h",
    )  # fmt: skip
    assert made.code == 0, made.err
    return folder


@pytest.fixture
def database(house: Path) -> Iterator[Database]:
    """The games of that folder."""
    opened = Database(database_url(Config(), house))
    yield opened
    opened.close()
