"""The list of all games costs the same few questions however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.tools.overview import all_games
from tests.service import relay
from tests.service.faults import watching
from tests.service.test_mastering import confirmed
from tests.service.test_masters import EVE, MASTERS
from tests.service.world import ANNA, BORIS, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with relay.installed(), open_world(tmp_path) as world:
        yield world


def statements(world: World) -> int:
    """How many the list takes."""
    asked: list[str] = []
    with watching(world.context.database, asked.append):
        all_games(world.context)
    return len(asked)


def test_the_list_takes_as_many_statements_for_ten_games_as_for_one(world: World) -> None:
    world.new_game(ruleset="relay", id="first")
    one = statements(world)
    for number in range(9):
        world.new_game(ruleset="relay", id=f"game-{number}")
    assert statements(world) == one


def test_the_list_tells_of_each_game_for_how_many_it_waits(world: World) -> None:
    free = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
    manned = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
    world.new_game(ruleset="relay", id="forming", seats=free)
    world.new_game(ruleset="relay", id="owed", seats=manned)
    world.new_game(ruleset="hegemon", id="both", seats=manned)
    world.new_game(ruleset="relay", id="over", seats=manned, options={"turns": 1})
    world.reply(ANNA, "MOVE 5", to=world.last(ANNA, game="over"))
    world.poll()
    lines = {line.id: line for line in all_games(world.context)}
    assert {name: (line.status, line.seats, line.waits_for) for name, line in lines.items()} == {
        "forming": ("forming", 3, 2),
        "owed": ("running", 2, 1),
        "both": ("running", 2, 2),
        "over": ("finished", 2, 0),
    }


def test_of_a_game_that_is_over_the_list_names_the_last_turn_that_was_played(world: World) -> None:
    manned = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
    world.new_game(ruleset="relay", id="over", seats=manned, options={"turns": 1})
    world.reply(ANNA, "MOVE 5", to=world.last(ANNA, game="over"))
    world.poll()
    world.copied_game(masters=MASTERS)
    confirmed(world, "CANCEL", EVE)
    turns = {line.id: (line.status, line.turn) for line in all_games(world.context)}
    assert turns == {"over": ("finished", 1), "spring": ("cancelled", 0)}
