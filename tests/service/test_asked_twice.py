"""What a game master cannot take back is done by the reply to a second mail, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.mastering import CONFIRM_WITHIN
from pbem.store import masters
from tests.service.looks import answers, seats
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def test_a_confirmation_counts_once(world: World) -> None:
    command(world, "EJECT 2")
    asked = world.last(EVE)
    command(world, "CONFIRM")
    assert "CONFIRM counts only" in command(world, "CONFIRM").replace("\n", " ")
    world.reply(EVE, "CONFIRM", to=asked)
    world.poll()
    assert seats(world)[0].kind == "human"


def test_a_confirmation_that_comes_too_late_does_nothing(world: World) -> None:
    command(world, "CANCEL")
    world.clock.move(minutes=CONFIRM_WITHIN.total_seconds() / 60 + 1)
    command(world, "CONFIRM")
    assert world.game().status == "running"


def test_NEWKEY_undoes_what_waits_for_a_confirmation(world: World) -> None:
    command(world, "CANCEL")
    asked = world.last(EVE)
    command(world, "NEWKEY", to=asked)
    command(world, "CONFIRM", to=asked)
    assert world.game().status == "running"


def test_nobody_confirms_for_another(world: World) -> None:
    command(world, "CANCEL")
    world.write(ADA, "CONFIRM", to=str(world.last(EVE)["Reply-To"]))
    world.poll()
    assert world.game().status == "running"


def test_a_preview_asks_for_no_confirmation(world: World) -> None:
    command(world, "PREVIEW\nCANCEL")
    with world.context.read() as session:
        at = world.clock.now()
        assert masters.confirmations_of(session.connection, "spring", 1, at) == ()
    assert len(answers(world, ANNA)) == 0


def test_two_things_asked_in_one_mail_are_confirmed_each(world: World) -> None:
    world.reply(EVE, "EJECT 1\nSEAT 2 BOT raider", to=world.last(EVE))
    world.poll()
    for mail in world.mails(EVE)[-2:]:
        command(world, "CONFIRM", to=mail)
    assert [seat.kind for seat in seats(world)] == ["ejected", "bot"]


@pytest.fixture
def forming(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
        world.copied_game(masters=MASTERS, seats=(*chairs, SeatSpec()))
        yield world


def test_the_question_tells_who_loses_what(forming: World) -> None:
    assert "Seat 2, now Boris, falls free" in command(forming, "EJECT 2")


def test_what_was_asked_before_the_start_is_not_done_after_it(forming: World) -> None:
    command(forming, "EJECT 2")
    asked = forming.last(EVE)
    forming.join(CHIARA, "JOIN spring AS Chiara")
    assert forming.game().status == "running"
    assert "Since you asked for it" in command(forming, "CONFIRM", to=asked)
    assert seats(forming)[1].kind == "human"


def test_nobody_loses_a_seat_for_whoever_had_it_before(forming: World) -> None:
    command(forming, "SEAT 2 RELEASE")
    asked = forming.last(EVE)
    forming.resign(BORIS, "WITHDRAW", to=forming.last(BORIS))
    forming.join("dora@example.org", "JOIN spring AS Dora")
    assert "Since you asked for it" in command(forming, "CONFIRM", to=asked)
    assert "Dora" in [seat.name for seat in seats(forming)]
