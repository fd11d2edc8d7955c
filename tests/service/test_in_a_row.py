"""Mails with nothing to obey are answered a few times in a row; a right word always is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.world import ANNA, World, open_world, text_of

ZOE = "zoe@example.org"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


def answered(world: World, sender: str, text: str, *, to: str = SERVICE) -> bool:
    """Whether a mail brings its sender one."""
    before = len(world.rows(recipient=sender))
    world.write(sender, text, to=to)
    world.poll()
    return len(world.rows(recipient=sender)) > before


@pytest.mark.parametrize("text", ["CREATE duel", "TEMPLATES", "PAUSE", "TO ALL:\nHello\nEND"])
def test_game_masters_who_write_afresh_are_answered_each_time(world: World, text: str) -> None:
    assert all(answered(world, EVE, f"Dear service,\n\n{text}") for _number in range(6))


def test_what_game_masters_write_without_a_word_to_obey_is_answered_thrice(world: World) -> None:
    assert [answered(world, EVE, "Hello?") for _number in range(5)] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("text", ["LOG", "CREATE", "TEMPLATES"])
def test_a_command_begins_the_count_of_game_masters_anew(world: World, text: str) -> None:
    own = str(world.last(EVE)["Reply-To"])
    if text != "LOG":
        world.write(EVE, "TEMPLATES", to=SERVICE)
        world.poll()
        own = str(world.last(EVE)["Reply-To"])
    for _number in range(3):
        assert all(answered(world, EVE, "Hm.", to=own) for _number in range(3))
        assert answered(world, EVE, text, to=own)


def test_whoever_is_invited_and_asked_in_own_words_gets_the_rules(world: World) -> None:
    command(world, f"INVITE {ZOE}")
    asked = str(world.last(ZOE)["Reply-To"])
    said = ["What is this?", "How long does it take?", "Hello?"]
    assert [answered(world, ZOE, one, to=asked) for one in said] == [True, True, False]
    assert "Two such replies a day" in " ".join(text_of(world.last(ZOE)).split())
    assert answered(world, ZOE, "RULES", to=asked)
    assert "The rules of Hegemon" in str(world.last(ZOE)["Subject"])
    assert "You were asked whether you play Spring" in text_of(world.last(ZOE))
    assert answered(world, ZOE, "NO", to=asked)


def test_whoever_is_offered_a_seat_gets_the_rules_and_still_can_take_it(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    world.write(ZOE, "STANDBY fall", to=SERVICE)
    world.poll()
    world.reply(ZOE, "CONFIRM", to=world.last(ZOE, kind="standby"))
    by_operator(world.context, "fall", eject, 2)
    world.poll()
    offer = world.last(ZOE, kind="offer")
    assert "RULES" in text_of(offer)
    for text in ("Sounds nice.", "What are the rules?", "Hello?"):
        world.reply(ZOE, text, to=offer)
    world.poll()
    assert answered(world, ZOE, "RULES", to=str(offer["Reply-To"]))
    rules = world.last(ZOE)
    assert "The rules of Hegemon" in str(rules["Subject"])
    world.reply(ZOE, "ACCEPT", to=rules)
    world.poll()
    assert world.last(ZOE, kind="report", game="fall")


def test_whoever_is_asked_to_play_for_another_reads_of_rules_and_NEVER(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    report = world.last(ANNA, kind="report", game="fall")
    world.reply(ANNA, f"SUBSTITUTE {ZOE} UNTIL 2026-03-08", to=report)
    world.poll()
    asked = world.last(ZOE)
    assert "RULES" in text_of(asked) and "NEVER" in text_of(asked)
    assert answered(world, ZOE, "RULES please", to=str(asked["Reply-To"]))
    assert "ACCEPT" in text_of(world.last(ZOE))
