"""Commands that people type often import what they need alone: that is most of what they cost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import atexit, sys
atexit.register(lambda: print("\\nIMPORTED", *sorted(sys.modules)))
from pbem.cli.main import main
main()
"""

PLAYING = (
    "pbem.drawing", "pbem.mailer.inbound", "pbem.mailer.outbound", "pbem.rulesets",
    "pbem.service.intake", "pbem.service.dispatch",
    "PIL", "aiosmtplib", "alembic", "apscheduler", "authres", "babel", "css_inline", "flufl",
    "icalendar", "imapclient", "jinja2", "lxml", "pyvips",
)  # fmt: skip
"""What games are played with: drawing, reading and writing mail, keeping time, the games."""
LOOKING = ("sqlalchemy", "msgspec", "rich", "asyncio", "pbem.service", "pbem.store")
"""What it takes to look at games, and no help needs."""


def imported(folder: Path, *words: str, **environment: str) -> set[str]:
    """Every module that a command has imported by its end, with the packages that they are in."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    said, _, modules = done.stdout.rpartition("\nIMPORTED ")
    assert said.strip(), "the command has done its work"
    return set(modules.split())


@pytest.mark.parametrize(
    "words",
    [("list",), ("list", "--json"), ("show", "spring"), ("show", "spring", "--json")],
    ids=" ".join,
)
def test_to_look_at_games_nothing_is_imported_that_they_are_played_with(
    house: Path, words: tuple[str, ...]
) -> None:
    found = imported(house, *words)
    assert not found & set(PLAYING)
    assert {"sqlalchemy", "pbem.store.games"} <= found, "it has looked"
    assert "sqlalchemy.dialects.sqlite" in found


@pytest.mark.parametrize("words", [("list", "--json"), ("show", "spring", "--json")], ids=" ".join)
def test_for_programs_no_tables_are_drawn(house: Path, words: tuple[str, ...]) -> None:
    assert "rich" not in imported(house, *words)


@pytest.mark.parametrize("words", [("--help",), ("-h",), ("--version",)], ids=" ".join)
def test_to_help_no_command_is_imported(folder: Path, words: tuple[str, ...]) -> None:
    found = imported(folder, *words)
    assert not found & {*PLAYING, *LOOKING}
    assert "pbem.cli.main" in found


@pytest.mark.parametrize("line", ["pbem res", "pbem --conf"])
def test_to_complete_a_command_none_is_imported(folder: Path, line: str) -> None:
    assert not completing(folder, line) & {*PLAYING, *LOOKING}


def test_to_complete_a_game_that_one_looks_at_little_is_imported(house: Path) -> None:
    found = completing(house, "pbem show spr")
    assert not found & {*PLAYING, "rich"}
    assert "pbem.store.games" in found, "it has looked"


def completing(folder: Path, line: str) -> set[str]:
    """What is imported when the Tab key is pressed at the end of this line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    return imported(folder, _PBEM_COMPLETE="bash_complete", **words)
