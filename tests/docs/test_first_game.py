"""The first game of the README, played by its own commands and its own program."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.docs.serving import PATIENCE, README, Play, served, use_free_ports
from tests.examples.installing import PBEM, run


def _commands(program: str) -> list[list[str]]:
    """The words of every command of the README's first game that begins with `program`."""
    chapter = README.text.partition("## Play your first game")[2].partition("## Run it for real")[0]
    lines = [shlex.split(line) for line in chapter.splitlines() if line.startswith(program)]
    return [line[len(program.split()) :] for line in lines]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Runs play.py while the service is up, in the folder after the README's first step."""
    for words in (["init"], *(["new", *rest] for rest in _commands("pbem new"))):
        run(*PBEM, *words, cwd=tmp_path)
    use_free_ports(tmp_path)
    with served(tmp_path) as play:
        yield play


def _until(look: Callable[[], str], wanted: str) -> str:
    end = time.monotonic() + PATIENCE
    while wanted not in (seen := look()):
        assert time.monotonic() < end, f"{wanted!r} never came; the newest mail was:\n{seen}"
        time.sleep(0.2)
    return seen


def test_a_newcomer_previews_sends_and_gets_the_next_report(play: Play) -> None:
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
