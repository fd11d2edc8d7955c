"""Letters that wait for somebody who loses the seat reach them: their writers were told that they
were sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject, give_to, give_to_bot, release
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.store.talk import PressKind
from tests.service.looks import seats
from tests.service.talking import EVERY_KIND, letters, new_game, write
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world

DORA = "dora@example.org"
SCHEDULE = Schedule(every="24h", reminders=(), second_thoughts="0m", leave_after=1)


def ejected(world: World) -> None:
    by_operator(world.context, "spring", eject, 2)


def given_away(world: World) -> None:
    by_operator(world.context, "spring", give_to, 2, DORA)


def given_to_a_bot(world: World) -> None:
    by_operator(world.context, "spring", give_to_bot, 2, "")


def resigned(world: World) -> None:
    world.resign(BORIS)


def absent(world: World) -> None:
    close_turn(world.context, "spring")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


@pytest.mark.parametrize("lose", [ejected, given_away, given_to_a_bot, resigned, absent])
@pytest.mark.parametrize("waits", ["for a report", "for the end of quiet hours"])
def test_however_a_seat_is_lost(world: World, lose: Callable[[World], None], waits: str) -> None:
    quiet = "00:00-23:59" if waits.endswith("hours") else ""
    new_game(world, quiet=quiet, schedule=SCHEDULE)
    if not quiet:
        world.reply(BORIS, "PRESS WITH REPORT")
        world.clock.move(minutes=1)
        world.poll()
    assert "Sent to Boris (seat 2)" in write(world, ANNA, "TO Boris:\nhello")
    assert letters(world, BORIS) == []
    lose(world)
    (letter,) = letters(world, BORIS)
    assert "| hello" in letter
    assert "a reply to it goes to nobody" in letter
    world.clock.move(hours=24)
    world.poll()
    assert len(letters(world, BORIS)) == 1
    assert letters(world, DORA) == []


def test_a_letter_that_comes_with_the_mail_that_ejects_reaches_them_too(world: World) -> None:
    new_game(world, masters=MASTERS, quiet="00:00-23:59")
    command(world, "EJECT 2")
    world.write(ANNA, "TO Boris:\nhello", to=str(world.last(ANNA)["Reply-To"]))
    world.reply(EVE, "CONFIRM", to=world.last(EVE))
    world.poll()
    assert not any(seat.has_person for seat in seats(world) if seat.seat == 2)
    assert "| hello" in letters(world, BORIS)[0]


def test_before_the_start_as_well(world: World) -> None:
    new_game(world, start="manual", quiet="00:00-23:59")
    write(world, ANNA, "TO Boris: hello", of="notice")
    by_operator(world.context, "spring", release, 2)
    assert "| hello" in letters(world, BORIS)[0]


def test_what_its_writer_may_yet_take_back_does_not_go_before_its_time(world: World) -> None:
    new_game(world, kinds=EVERY_KIND, quiet="00:00-23:59")
    assert PressKind.ANONYMOUS in EVERY_KIND
    write(world, ANNA, "TO ALL:\nhello\nEND\nANONYMOUS TO Boris:\nwho is it?\nEND")
    ejected(world)
    world.wait(24)
    assert letters(world, BORIS) == []
    assert any("| hello" in letter for letter in letters(world, CHIARA))
