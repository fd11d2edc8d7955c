"""What may be meant for the game or for people, and letters by the hundred."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.press.writing import MOST_LETTERS
from tests.service.looks import LINE
from tests.service.talking import letters, new_game, write
from tests.service.world import ANNA, BORIS, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_game(world)
        write(world, ANNA, LINE)
        yield world


def receipts(world: World) -> int:
    """How often it was told what the game holds of Anna."""
    return len(world.rows(recipient=ANNA, kind="receipt"))


def reply(world: World, text: str) -> str:
    letter = world.last(ANNA, kind="press")
    return write(world, ANNA, text, to=letter, In_Reply_To=letter["Message-ID"])


@pytest.mark.parametrize("word", ["Done.", "done", "Withdraw!", "Resign"])
def test_one_word_in_reply_to_a_letter_is_asked_about(world: World, word: str) -> None:
    write(world, BORIS, "TO Anna: are you through with it?")
    told = " ".join(reply(world, word).split())
    assert f"answers a letter and says “{word}” alone" in told
    assert f"send it again in capitals: {word.upper()}." in told
    assert receipts(world) == 1
    assert len(letters(world, BORIS)) == 0


@pytest.mark.parametrize("of", ["press", "report"])
def test_in_capitals_or_in_reply_to_a_report_it_is_a_command(world: World, of: str) -> None:
    write(world, BORIS, "TO Anna: are you through with it?")
    if of == "press":
        reply(world, "DONE")
    else:
        write(world, ANNA, "Done")
    assert receipts(world) == 2


def test_more_letters_than_a_mail_may_bring_are_left_and_named(world: World) -> None:
    text = "\n".join(f"TO Boris:\nletter {n}" for n in range(MOST_LETTERS + 9))
    told = " ".join(write(world, ANNA, text).split())
    assert told.count("TO Boris:") == 5 and "letter 30" not in told
    assert f"A mail brings {MOST_LETTERS} letters at the most" in told
