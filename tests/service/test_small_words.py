"""Words that say yes and no at once, that machines may use, or that people spell in their way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.commands import read_command
from pbem.service.gamefile import SeatSpec
from tests.service.looks import seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA, HOUSE = "dora@example.org", "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


@pytest.mark.parametrize("line", ["SUPPLÉANT NON", "NACHRUECKEN aus", "STANDBY terminer"])
def test_standing_by_ends_in_any_language(line: str) -> None:
    found = read_command(line)
    assert found is not None
    assert found.verb == "STANDBY"
    assert found.deputy is not None


@pytest.mark.parametrize("line", ["VERTRETUNG BEENDEN", "REMPLAÇANT TERMINER", "REMPLAÇANT NON"])
def test_a_substitute_is_ended_in_any_language(line: str) -> None:
    found = read_command(line)
    assert found is not None
    assert found.deputy is not None
    assert found.deputy.ends


@pytest.mark.parametrize("text", ["JOIN\n\nNo.", "No.\nJOIN"])
def test_yes_and_no_at_once_is_asked_about_again(tmp_path: Path, text: str) -> None:
    with open_world(tmp_path) as world:
        chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
        world.new_game(masters=MASTERS, seats=chairs, start="manual")
        command(world, f"INVITE {DORA}")
        world.reply(DORA, text, to=world.last(DORA))
        world.poll()
        assert str(world.last(DORA)["Subject"]).startswith("You are invited")
        assert seats(world)[1].kind == "kept"
        world.reply(DORA, "No, thanks.\nNO", to=world.last(DORA))
        world.poll()
        assert seats(world)[1].kind == "open"


def test_a_reply_to_where_one_stands_by_ends_it(world: World) -> None:
    world.write(DORA, "STANDBY spring", to=HOUSE)
    world.poll()
    for word in ("CONFIRM", "STANDBY OFF"):
        world.reply(DORA, word, to=world.last(DORA))
        world.poll()
    assert "You stand by for nothing" in text_of(world.last(DORA))


def test_who_answers_a_letter_of_somebody_before_hears_that_another_plays_now(world: World) -> None:
    world.reply(BORIS, "TO Anna:\nhello\nEND")
    world.poll()
    world.wait(1)
    letter = world.last(ANNA, kind="press")
    confirmed(world, f"SEAT 2 ADDRESS {CHIARA}")
    answers = {"In_Reply_To": str(letter["Message-ID"])}
    world.reply(ANNA, "hello back", to=letter, **answers)
    world.poll()
    told = " ".join(text_of(world.last(ANNA)).split())
    assert "Somebody else plays Boris now." in told
