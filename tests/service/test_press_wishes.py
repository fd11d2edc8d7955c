"""Second thoughts about letters, and how people want to read them: UNSAY, PRESS, BLOCK."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.play.close import close_turn
from pbem.store import press
from tests.service.talking import EVERY_KIND, letters, new_game, write
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


# UNSAY --------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["UNSAY 1", "unsay", "ZURÜCKNEHMEN 1", "rétracter 1"])
def test_a_letter_to_all_is_taken_back_before_it_goes_out(world: World, word: str) -> None:
    new_game(world)
    write(world, ANNA, "TO ALL: oops")
    assert "Nobody gets this:\n| oops" in write(world, ANNA, word)
    world.wait(hours=1)
    assert letters(world, BORIS) == []


def test_unsay_that_came_in_time_counts_even_if_it_is_read_late(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO ALL: oops")
    world.clock.move(minutes=4)
    world.reply(ANNA, "UNSAY 1")
    world.clock.move(minutes=4)
    world.poll()
    assert letters(world, BORIS) == []


def test_a_letter_is_sent_once_the_mails_of_its_five_minutes_have_been_read(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO ALL: hello")
    world.wait(hours=0.25)
    assert len(letters(world, BORIS)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("UNSAY 7", "You have written no letter 7."),
        ("UNSAY 1", "Letter 1 has gone out already."),
        ("UNSAY 2", "Letter 2 was taken back before."),
        ("UNSAY the last one", "Say which letter: UNSAY and its number, such as UNSAY 4."),
        ("UNSAY", "Say which letter: UNSAY and its number, such as UNSAY 4."),
    ],
)
def test_what_cannot_be_taken_back_is_answered(world: World, text: str, told: str) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris: one")
    write(world, ANNA, "TO ALL: two")
    write(world, ANNA, "UNSAY 2")
    write(world, ANNA, "TO ALL: three\nTO ALL: four")
    answer = write(world, ANNA, text)
    assert told in " ".join(answer.split())
    assert "Letter 3 can be taken back:\n| three" in answer
    world.wait(hours=1)
    assert [letter.count("| ") for letter in letters(world, BORIS)] == [1, 2]


def test_without_a_letter_that_waits_unsay_says_so(world: World) -> None:
    new_game(world)
    assert "none of your letters waits" in write(world, ANNA, "UNSAY")


def test_nobody_learns_from_numbers_how_much_others_write(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris: one\nTO Boris: two")
    assert "UNSAY 1 takes it back" in write(world, CHIARA, "TO ALL: hello")


# PRESS --------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["PRESS WITH REPORT", "Post mit Bericht", "courrier avec rapport"])
def test_with_report_letters_wait_for_it_and_come_in_one_mail(world: World, wish: str) -> None:
    new_game(world)
    assert "letters come with your next report" in write(world, BORIS, wish)
    write(world, ANNA, "TO Boris: one")
    write(world, CHIARA, "TO Boris: two")
    world.wait(hours=3)
    assert letters(world, BORIS) == []
    close_turn(world.context, "spring")
    world.wait(hours=0.5)
    (letter,) = letters(world, BORIS)
    assert "Anna (seat 1) writes to you:\n| one" in letter
    assert "Chiara (seat 3) writes to you:\n| two" in letter
    write(world, ANNA, "TO Boris: three")
    world.wait(hours=3)
    assert len(letters(world, BORIS)) == 1


@pytest.mark.parametrize("wish", ["PRESS AT ONCE", "POST SOFORT", "COURRIER TOUT DE SUITE"])
def test_at_once_brings_what_has_waited(world: World, wish: str) -> None:
    new_game(world)
    write(world, BORIS, "PRESS WITH REPORT")
    write(world, ANNA, "TO Boris: one\nTO ALL: two")
    write(world, BORIS, wish)
    assert len(letters(world, BORIS)) == 1
    world.wait(hours=0.25)
    assert len(letters(world, BORIS)) == 2


def test_what_waits_for_a_report_comes_when_the_game_is_over(world: World) -> None:
    new_game(world, options={"turns": 1})
    write(world, BORIS, "PRESS WITH REPORT")
    world.wait(hours=23.9)
    write(world, ANNA, "TO ALL: farewell")
    world.wait(hours=1)
    assert world.game().status == "finished"
    assert "| farewell" in letters(world, BORIS)[0]
    write(world, ANNA, "TO Boris: well played")
    assert "| well played" in letters(world, BORIS)[1]


@pytest.mark.parametrize("wish", ["PRESS", "PRESS NEVER", "POST MORGEN"])
def test_another_wish_is_answered_with_the_right_ones(world: World, wish: str) -> None:
    new_game(world)
    answer = write(world, BORIS, wish)
    assert "Write PRESS AT ONCE or PRESS WITH REPORT. Nothing was changed." in answer
    write(world, ANNA, "TO Boris: one")
    assert len(letters(world, BORIS)) == 1


def test_quiet_hours_gather_letters_of_the_night(world: World) -> None:
    new_game(world, quiet="12:00-15:00")
    write(world, ANNA, "TO Boris: one")
    write(world, ANNA, "TO Boris: two")
    world.wait(hours=2.5)
    assert letters(world, BORIS) == []
    world.wait(hours=1)
    (letter,) = letters(world, BORIS)
    assert "| one" in letter
    assert "| two" in letter
    assert world.rows(recipient=BORIS, kind="press")[0].due >= START + timedelta(hours=3)


# BLOCK --------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["BLOCK Anna", "block anna", "SPERREN Anna", "Bloquer Anna"])
def test_who_is_blocked_is_not_told_and_not_heard(world: World, word: str) -> None:
    new_game(world)
    before = write(world, ANNA, "TO Boris: hello")
    answer = " ".join(write(world, BORIS, word).split())
    assert "kept from you from now on; Anna is not told. Blocked: Anna (seat 1)." in answer
    assert write(world, ANNA, "TO Boris: hello") == before
    write(world, ANNA, "TO ALL: hello")
    world.wait(hours=0.25)
    assert len(letters(world, BORIS)) == 1
    assert len(letters(world, CHIARA)) == 1


@pytest.mark.parametrize("word", ["UNBLOCK Anna", "ENTSPERREN Anna", "débloquer Anna"])
def test_who_is_unblocked_is_heard_again(world: World, word: str) -> None:
    new_game(world)
    write(world, BORIS, "BLOCK Anna")
    assert "You get the letters of all." in write(world, BORIS, word)
    write(world, ANNA, "TO Boris: hello")
    assert len(letters(world, BORIS)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("BLOCK", "Write whom you mean, such as BLOCK Anna, or BLOCK ANONYMOUS."),
        ("BLOCK Zoe", "Nobody here is called Zoe."),
        ("BLOCK ALL", "Name one player in each BLOCK."),
        ("BLOCK Anna and Chiara", "Name one player in each BLOCK."),
        ("BLOCK Boris", "Boris is yourself."),
        ("UNBLOCK", "Write whom you mean, such as UNBLOCK Anna"),
    ],
)
def test_a_block_that_names_nobody_changes_nothing(world: World, text: str, told: str) -> None:
    new_game(world)
    answer = " ".join(write(world, BORIS, text).split())
    assert told in answer
    assert "Nothing was changed." in answer
    write(world, ANNA, "TO Boris: hello")
    write(world, CHIARA, "TO Boris: hello")
    assert len(letters(world, BORIS)) == 2


@pytest.mark.parametrize("text", ["BLOCK Anna", "PRESS WITH REPORT", "UNSAY"])
def test_a_preview_changes_no_wish(world: World, text: str) -> None:
    new_game(world)
    write(world, BORIS, "TO ALL: hello")
    assert "A mail with PREVIEW changes nothing" in write(world, BORIS, f"PREVIEW\n{text}")
    write(world, ANNA, "TO Boris: hello")
    world.wait(hours=0.25)
    assert len(letters(world, BORIS)) == len(letters(world, CHIARA)) == 1


@pytest.mark.parametrize("text", ["Block the river at C4 with three units", "press on, friends!"])
def test_prose_that_begins_like_a_command_is_none(world: World, text: str) -> None:
    new_game(world)
    write(world, ANNA, f"TO Boris:\n{text}")
    assert f"| {text}" in letters(world, BORIS)[0]


def test_who_has_left_leaves_no_wishes_to_who_comes_after(world: World) -> None:
    new_game(world, start="manual", kinds=EVERY_KIND)
    write(world, BORIS, "BLOCK Anna", of="notice")
    world.resign(BORIS, "WITHDRAW", to=world.last(BORIS, kind="notice"))
    with world.context.database.read() as connection:
        assert press.wishes_of(connection, "spring") == {}
