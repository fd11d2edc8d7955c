"""Of a game that nobody may watch a stranger is not even told that it is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.store.joining import Joining
from pbem.store.observing import Watching
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS
from tests.service.world import ANNA, World, open_world, text_of

DORA, HOUSE = "dora@example.org", "orders@pbem.localhost"


@pytest.fixture(params=[Watching.NONE, Watching.INVITED])
def world(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, observers=request.param)
        yield world


def asked(world: World, text: str) -> str:
    world.write(DORA, text, to=HOUSE)
    world.poll()
    return " ".join(text_of(world.last(DORA)).split())


@pytest.mark.parametrize("line", ["STANDBY {}", "JOIN {}"])
def test_asking_for_it_is_answered_as_asking_for_what_is_not_there(world: World, line: str) -> None:
    there = asked(world, line.format("spring")).replace("spring", "nogame")
    assert there == asked(world, line.format("nogame"))


@pytest.mark.parametrize("join", [Joining.INVITED, Joining.OPEN])
def test_nor_is_one_that_has_no_seat_for_anybody_before_it_begins(
    world: World, join: Joining
) -> None:
    chairs = [SeatSpec(address=ANNA), SeatSpec(bot="hedger"), SeatSpec()]
    free = chairs if join is Joining.INVITED else chairs[:2]
    hidden = {"observers": Watching.NONE, "join": join, "start": "manual"}
    world.new_game(id="winter", title="Winter", seats=tuple(free), **hidden)
    there = asked(world, "JOIN winter").replace("winter", "nogame")
    assert there == asked(world, "JOIN nogame")


def test_its_seats_are_not_offered_to_whoever_stands_by_for_its_rules(world: World) -> None:
    asked(world, "STANDBY hegemon")
    world.reply(DORA, "CONFIRM", to=world.last(DORA))
    world.poll()
    before = len(world.mails(DORA))
    confirmed(world, "EJECT 2")
    world.wait(1)
    assert len(world.mails(DORA)) == before
