"""Reports explain themselves to who is new to the rules, each thing once, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

HINT = "The nearest first, each with your sector"
HOW_TO_SEND = "Reply with your orders, one on each line"
SEATS = tuple(
    SeatSpec(name=name, address=address)
    for name, address in (("Anna", ANNA), ("Boris", BORIS), ("Chiara", CHIARA))
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="asylamba-mini", seats=SEATS)
        yield world


def told(world: World, text: str, player: str = ANNA, game: str = "spring") -> list[bool]:
    """Which of a player's reports say something."""
    mails = world.mails(player, kind="report", game=game)
    return [text in text_of(mail) for mail in mails]


def test_what_is_new_is_explained_once_and_how_to_send_orders_three_times(world: World) -> None:
    for _turn in range(4):
        world.wait(24)
    assert told(world, HINT) == [True, False, False, False, False]
    assert told(world, HOW_TO_SEND) == [True, True, True, False, False]


def test_a_whole_report_explains_everything_again(world: World) -> None:
    for _turn in range(4):
        world.wait(24)
    world.reply(ANNA, "REPORT FULL")
    world.poll()
    assert HINT in text_of(world.last(ANNA))


def test_whoever_has_played_these_rules_before_is_told_nothing(world: World) -> None:
    world.wait(1)
    world.new_game(id="autumn", ruleset="asylamba-mini", seats=SEATS)
    assert told(world, HINT, game="autumn") == [False]
    assert told(world, HOW_TO_SEND, game="autumn") == [False]
    world.new_game(id="winter", ruleset="god-unit", seats=SEATS)
    assert told(world, HOW_TO_SEND, game="winter") == [True]


@pytest.mark.parametrize(
    "line", ["PROFILE BEGINNER OFF", "Profil Anfänger aus", "PROFIL DÉBUTANT NON"]
)
def test_profile_beginner_off_ends_it_for_who_asks(world: World, line: str) -> None:
    world.reply(ANNA, line)
    world.poll()
    assert "PROFILE BEGINNER" in text_of(world.last(ANNA))
    world.wait(24)
    assert told(world, HOW_TO_SEND) == [True, False]
    assert told(world, HOW_TO_SEND, BORIS) == [True, True]
    world.reply(ANNA, "PROFILE BEGINNER")
    world.poll()
    world.wait(24)
    assert told(world, HOW_TO_SEND)[-1]
