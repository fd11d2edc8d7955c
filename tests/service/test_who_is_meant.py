"""A game master's word counts for what they were told of, not for what came in its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.store.joining import Joining
from tests.service.looks import LINE, OTHER, seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA = "dora@example.org"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def choosy(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS, join=Joining.APPROVE, start="manual")
        yield world


def instead(world: World, name: str) -> str:
    """What the game master is told who approves of Dora after Chiara has come in her place."""
    world.join(DORA, "JOIN spring AS Dora")
    about_dora = world.last(EVE)
    world.reply(DORA, "WITHDRAW", to=world.last(DORA, kind="approve"))
    world.poll()
    world.join(CHIARA, f"JOIN spring AS {name}")
    return command(world, "APPROVE 2\nAPPROVE Dora", to=about_dora)


@pytest.mark.parametrize("name", ["Dora", "Dorothea"])
def test_APPROVE_lets_nobody_in_who_came_in_the_place_of_whoever_was_meant(
    choosy: World, name: str
) -> None:
    assert "APPROVE was not done" in instead(choosy, name)
    assert seats(choosy)[1].kind == "kept"
    told = flat(text_of(choosy.last(EVE)))
    assert "Write the address" in told or "Write which seat" in told


def test_nor_when_whoever_was_meant_waits_for_another_seat_since(choosy: World) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    about_dora = choosy.last(EVE)
    choosy.reply(DORA, "WITHDRAW", to=choosy.last(DORA, kind="approve"))
    choosy.poll()
    choosy.join(CHIARA, "JOIN spring AS Chiara")
    choosy.join(DORA, "JOIN spring AS Dora")
    assert "APPROVE was not done" in command(choosy, "APPROVE 2", to=about_dora)
    assert seats(choosy)[1].kind == "kept"


def test_the_mail_about_each_of_them_names_the_word_that_means_nobody_else(choosy: World) -> None:
    instead(choosy, "Dora")
    about = next(m for m in reversed(choosy.mails(EVE)) if "wants to join" in str(m["Subject"]))
    assert f"Reply with APPROVE {CHIARA} or REFUSE {CHIARA}." in flat(text_of(about))
    command(choosy, f"APPROVE {CHIARA}", to=about)
    assert seats(choosy)[1].address == CHIARA


def test_RELEASE_lets_out_no_results_but_those_that_were_shown(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, release="master")
        world.reply(ANNA, LINE)
        world.reply(BORIS, OTHER)
        world.poll()
        shown = world.last(EVE, kind="preview")
        confirmed(world, "ROLLBACK 1")
        world.reply(ANNA, OTHER)
        world.reply(BORIS, LINE)
        world.poll()
        assert world.game().releases is not None
        said = command(world, "RELEASE", to=shown)
        assert "of turn 1, as it was before it was taken back" in flat(said)
        assert world.game().releases is not None
        command(world, "RELEASE", to=world.last(EVE, kind="preview"))
        assert world.game().turn == 2
