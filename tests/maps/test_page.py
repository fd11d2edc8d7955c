"""docs/maps.md is true: its commands and its program do what it says."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.engine.scene import Scene
from pbem.maps.syzygy.playing import PlayingBoard
from tests.docs.documents import document

PAGE = document("docs/maps.md")
COMMANDS = [line for block in PAGE.blocks("sh") for line in block.splitlines()]


def test_the_page_shows_commands() -> None:
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_works(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line.replace("--survey 2000 --jobs 0", "--survey 2"))
    said = CliRunner().invoke(cli, words, prog_name=program, catch_exceptions=False)
    assert said.exit_code == 0
    written = [word for word in words if word.endswith((".png", ".json"))]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(written)


def test_the_program_runs() -> None:
    (program,) = PAGE.blocks("python")
    names: dict[str, Any] = {}
    exec(compile(program, "docs/maps.md", "exec"), names)
    assert isinstance(names["scene"], Scene)
    assert isinstance(names["playing"], PlayingBoard)
