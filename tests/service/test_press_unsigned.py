"""Letters without a name carry no trace of who wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.press.delivery import SIZE_CLASS
from pbem.service.press.limits import QUARTER, TAKEN_BACK_FOR, next_quarter
from pbem.store import press
from tests.service.talking import EVERY_KIND, letters, new_game, write
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world

_BY_LOT = re.compile(
    rb"(Message-ID: <|X-Pbem-Chain: \S+ \S+ \S+ |=_alternative_)[0-9a-f]+|\.[a-z2-7]{16}\b"
)
"""What differs from mail to mail of any service."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_game(world, kinds=EVERY_KIND)
        yield world


@given(st.integers(0, 7 * 86400))
def test_they_go_out_at_a_quarter_and_leave_time_to_take_them_back(seconds: int) -> None:
    now = START + timedelta(seconds=seconds)
    due = next_quarter(now + TAKEN_BACK_FOR)
    assert (due.minute % 15, due.second, due.microsecond) == (0, 0, 0)
    assert TAKEN_BACK_FOR <= due - now < TAKEN_BACK_FOR + QUARTER


@pytest.mark.parametrize("word", ["ANONYMOUS TO", "anonym an", "ANONYME À"])
def test_its_writer_gets_a_letter_to_all_like_everybody(world: World, word: str) -> None:
    answer = " ".join(write(world, ANNA, f"{word} all: beware").split())
    assert "Goes to all at 12:15 UTC, without your name; until then UNSAY 1 takes it" in answer
    world.wait(hours=0.25)
    told = [letters(world, reader) for reader in (ANNA, BORIS, CHIARA)]
    assert told[0] == told[1] == told[2]
    assert "Somebody who gives no name writes to all:\n| beware" in told[0][0]


def test_one_to_a_player_names_neither_the_writer_nor_who_else_has_it(world: World) -> None:
    write(world, ANNA, "ANONYMOUS TO Boris, Chiara: beware")
    world.wait(hours=0.25)
    assert "Somebody who gives no name writes to you:\n| beware" in letters(world, BORIS)[0]
    assert "Anna" not in letters(world, BORIS)[0]
    assert "Chiara" not in letters(world, BORIS)[0]
    assert letters(world, ANNA) == []


def test_what_is_written_at_different_times_goes_out_together_in_no_order(world: World) -> None:
    write(world, CHIARA, "ANONYMOUS TO Boris: zebra")
    world.clock.move(minutes=5)
    write(world, ANNA, "ANONYMOUS TO Boris: aardvark")
    world.wait(hours=0.5)
    (letter,) = letters(world, BORIS)
    assert letter.index("aardvark") < letter.index("zebra")


@pytest.mark.parametrize("length", [1, 500, 5000])
def test_mails_are_of_few_sizes(world: World, length: int) -> None:
    write(world, ANNA, "ANONYMOUS TO Boris:\n" + "word word\n" * (length // 10 + 1))
    world.wait(hours=0.25)
    (row,) = world.rows(recipient=BORIS, kind="press")
    assert len(row.data) % SIZE_CLASS == 0


def all_readers(folder: Path, writer: str, minutes: int, text: str) -> dict[str, list[bytes]]:
    """What everybody is sent of a letter that `writer` writes, less what is drawn by lot."""
    with open_world(folder) as world:
        new_game(world, kinds=EVERY_KIND)
        world.clock.move(minutes=minutes)
        world.poll()
        write(world, writer, text)
        world.clock.move(minutes=9 - minutes)
        world.wait(hours=0.5)
        return {
            reader: [
                _BY_LOT.sub(b"", row.data) for row in world.rows(recipient=reader, kind="press")
            ]
            for reader in (ANNA, BORIS, CHIARA)
        }


@pytest.mark.parametrize("to", ["ALL", "Boris"])
def test_two_writers_leave_the_same_mails_with_all_readers(tmp_path: Path, to: str) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    text = f"ANONYMOUS TO {to}:\nBeware of the north."
    one = all_readers(tmp_path / "one", ANNA, 1, text)
    other = all_readers(tmp_path / "other", CHIARA, 7, text)
    assert one == other
    assert len(one[BORIS]) == 1


def test_a_plain_reply_reaches_the_writer_and_tells_nobody_who_it_is(world: World) -> None:
    write(world, ANNA, "ANONYMOUS TO Boris: beware")
    world.wait(hours=0.25)
    letter = world.last(BORIS, kind="press")
    answer = write(world, BORIS, "Of whom?", to=letter, In_Reply_To=letter["Message-ID"])
    assert "Sent to whoever wrote to you without a name, as long as they play:" in " ".join(
        answer.split()
    )
    assert "Anna" not in answer
    (reply,) = letters(world, ANNA)
    assert "Boris (seat 2) answers what you wrote without your name:\n| Of whom?" in reply
    assert letters(world, CHIARA) == []


def test_the_answer_to_that_carries_no_name_either(world: World) -> None:
    test_a_plain_reply_reaches_the_writer_and_tells_nobody_who_it_is(world)
    letter = world.last(ANNA, kind="press")
    write(world, ANNA, "Of Chiara.", to=letter, In_Reply_To=letter["Message-ID"])
    world.wait(hours=0.5)
    newest = letters(world, BORIS)[-1]
    assert "Somebody who gives no name writes to you:\n| Of Chiara." in newest
    assert "Anna" not in newest


def test_whether_its_writer_still_plays_is_not_told(world: World) -> None:
    write(world, ANNA, "ANONYMOUS TO Boris: beware")
    world.wait(hours=0.25)
    letter = world.last(BORIS, kind="press")
    before = write(world, BORIS, "Of whom?", to=letter, In_Reply_To=letter["Message-ID"])
    with world.context.database.write() as connection:
        press.forget_reader(connection, "spring", 1)
    after = write(world, BORIS, "Of whom?", to=letter, In_Reply_To=letter["Message-ID"])
    assert before == after
    assert len(letters(world, ANNA)) == 1


def test_a_block_by_name_does_not_tell_who_writes_without_one(world: World) -> None:
    write(world, BORIS, "BLOCK Anna")
    write(world, ANNA, "ANONYMOUS TO Boris: one")
    world.wait(hours=0.25)
    assert len(letters(world, BORIS)) == 1
    write(world, BORIS, "BLOCK ANONYMOUS")
    write(world, ANNA, "ANONYMOUS TO Boris: two")
    world.wait(hours=0.5)
    assert len(letters(world, BORIS)) == 1


def test_it_can_be_taken_back_until_its_quarter(world: World) -> None:
    write(world, ANNA, "ANONYMOUS TO ALL: beware")
    world.clock.move(minutes=14)
    assert "Nobody gets this:" in write(world, ANNA, "UNSAY 1")
    world.wait(hours=0.5)
    assert letters(world, BORIS) == []


def test_four_an_hour_are_the_most(world: World) -> None:
    for number in range(4):
        write(world, ANNA, f"ANONYMOUS TO Boris: letter {number}")
    answer = write(world, ANNA, "ANONYMOUS TO Boris: one too many")
    assert "4 such letters an hour are the most" in answer
    assert "Sent to Boris" in write(world, ANNA, "TO Boris: with my name")


def test_public_press_is_told_to_a_story_without_its_writer(world: World) -> None:
    write(world, ANNA, "ANONYMOUS TO ALL: beware\nTO ALL: I am Anna\nTO Boris: secret")
    world.wait(hours=0.5)
    with world.context.database.read() as connection:
        told = press.public_press(connection, "spring", 1)
    assert [(row.text, row.seat) for row in told] == [("I am Anna", 1), ("beware", None)]
