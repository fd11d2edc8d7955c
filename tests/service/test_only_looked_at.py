"""PREVIEW beside the words that confirm something, or ask for it without proof; and orders beside
what is asked without proof."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.store.joining import Joining
from tests.service.looks import LINE, seats
from tests.service.test_mastering import books
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA, HOUSE = "dora@example.org", "orders@pbem.localhost"
OPEN = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def unproven(world: World, text: str, sender: str = DORA) -> None:
    world.write(sender, text, to=HOUSE)
    world.poll()


def answered(world: World, text: str, sender: str = DORA) -> None:
    world.reply(sender, text, to=world.last(sender))
    world.poll()


def asked_to_play(world: World) -> str:
    world.reply(ANNA, "SUBSTITUTE dora@example.org UNTIL 2026-03-20")
    return "ACCEPT"


def asked_for_a_second_address(world: World) -> str:
    world.reply(ANNA, f"PROFILE ALSO {DORA}")
    return "CONFIRM"


def asked_for_another_address(world: World) -> str:
    world.reply(ANNA, f"PROFILE ADDRESS {DORA}")
    return "CONFIRM"


def asked_to_stand_by(world: World) -> str:
    unproven(world, "STANDBY spring")
    return "CONFIRM"


def asked_to_watch(world: World) -> str:
    unproven(world, "WATCH spring")
    return "WATCH"


def invited(world: World) -> str:
    world.new_game(id="open", masters=MASTERS, seats=OPEN, join=Joining.INVITED)
    command(world, f"INVITE {DORA}", to=world.last(EVE))
    return "JOIN"


def declined(world: World) -> str:
    invited(world)
    return "NEVER"


def kept(world: World) -> str:
    world.new_game(id="open", masters=MASTERS, seats=OPEN)
    unproven(world, "JOIN open AS Dora")
    return "JOIN"


CONFIRMED = (
    asked_to_play,
    asked_for_a_second_address,
    asked_for_another_address,
    asked_to_stand_by,
    asked_to_watch,
    invited,
    declined,
    kept,
)


@pytest.mark.parametrize("begin", CONFIRMED, ids=lambda begin: begin.__name__)
def test_a_word_that_confirms_does_nothing_beside_PREVIEW_and_the_mail_comes_again(
    world: World, begin: object
) -> None:
    word = begin(world)  # type: ignore[operator]
    world.poll()
    asked, before = world.last(DORA), books(world)
    answered(world, f"PREVIEW\n{word}")
    assert books(world) == before
    assert world.last(DORA)["Subject"] == asked["Subject"]
    assert len(world.mails(DORA)) == 2
    answered(world, word)
    assert books(world) != before


@pytest.mark.parametrize("line", ["JOIN open", "WATCH spring", "STANDBY spring", "VORSCHAU\nWATCH"])
def test_what_anyone_may_ask_for_is_not_asked_for_beside_PREVIEW(world: World, line: str) -> None:
    world.new_game(id="open", masters=MASTERS, seats=OPEN)
    before = books(world)
    unproven(world, f"{line}\nPREVIEW")
    assert books(world) == before
    assert "changes nothing" in text_of(world.last(DORA))


@pytest.mark.parametrize("line", ["STANDBY other", "WATCH other", "STATUS", "LIST"])
def test_a_player_whose_orders_prove_nothing_hears_so_whatever_else_is_asked(
    world: World, line: str
) -> None:
    chairs = (SeatSpec(name="Boris", address=BORIS), SeatSpec(name="Chiara", address=CHIARA))
    world.new_game(id="other", masters=MASTERS, seats=chairs)
    unproven(world, f"{LINE}\n{line}", ANNA)
    assert "send your orders for Spring once more" in str(world.last(ANNA)["Subject"])
    assert seats(world)[0].address == ANNA
