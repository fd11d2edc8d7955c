"""The first game of the README, played by its own commands and its own program."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.docs.documents import document

PATIENCE = 60.0
PBEM = [sys.executable, "-c", "from pbem.cli.main import main; main()"]
README = document("README.md")


def _commands(program: str) -> list[list[str]]:
    """The words of every command of the README's first game that begins with `program`."""
    chapter = README.text.partition("## Play your first game")[2].partition("## Run it for real")[0]
    lines = [shlex.split(line) for line in chapter.splitlines() if line.startswith(program)]
    return [line[len(program.split()) :] for line in lines]


@pytest.fixture
def first_game(tmp_path: Path) -> Path:
    """The folder after the README's first step; the mail server is on whatever ports are free."""
    for words in (["init"], *(["new", *rest] for rest in _commands("pbem new"))):
        subprocess.run([*PBEM, *words], cwd=tmp_path, check=True, capture_output=True)
    config = tmp_path / "config.toml"
    config.write_text(config.read_text().replace("= 1143", "= 0").replace("= 1025", "= 0"))
    return tmp_path


@pytest.fixture
def play(first_game: Path) -> Iterator[Callable[..., str]]:
    """Runs play.py while the service is up."""
    with (first_game / "log").open("w") as log:
        service = subprocess.Popen(
            [*PBEM, "serve", "--embedded"],
            cwd=first_game,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert service.stdout is not None
    try:
        greeting = service.stdout.readline()
        imap, smtp = (greeting.partition(f"{name} 127.0.0.1:")[2] for name in ("IMAP", "SMTP"))
        ports = f"{imap.partition(',')[0]}, {smtp.partition('.')[0]}"
        program = README.files()["play.py"].replace("1143, 1025", ports)
        (first_game / "play.py").write_text(program)

        def run(*lines: str) -> str:
            done = subprocess.run(
                [sys.executable, "play.py", *lines],
                cwd=first_game,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            return done.stdout

        yield run
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(PATIENCE)
        service.stdout.close()


def _until(look: Callable[[], str], wanted: str) -> str:
    end = time.monotonic() + PATIENCE
    while wanted not in (seen := look()):
        assert time.monotonic() < end, f"{wanted!r} never came; the newest mail was:\n{seen}"
        time.sleep(0.2)
    return seen


def test_a_newcomer_previews_sends_and_gets_the_next_report(play: Callable[..., str]) -> None:
    first = _until(play, "turn 1 awaits your move")
    template = next(block for block in README.blocks("text") if "write below this line" in block)
    assert template in first

    looking, previewing, sending = _commands("python3 play.py")
    assert looking == []
    answer = play(*previewing)
    assert "preview, nothing saved" in answer, "the answer is shown, not the mail it answers"
    verdicts = next(block for block in README.blocks("text") if "Did you mean" in block)
    assert verdicts in answer

    assert "Saved: your orders for turn 1, 2 lines." in play(*sending)
    second = _until(play, "Orders for turn 2 are due")
    assert "Your move and what came of it" in second
