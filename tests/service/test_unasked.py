"""Mail to people who did not ask for it: few, and none once they said NEVER."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.observing.asking import ASKED_BY_ADDRESS, ASKS
from pbem.store.invitations import invite_no_more
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import World, open_world, text_of

ZOE = "zoe@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS)
        yield world


@pytest.mark.parametrize("line", [f"OBSERVER {ZOE}", f"APPOINT {ZOE}", f"SEAT 2 ADDRESS {ZOE}"])
def test_whoever_said_NEVER_is_not_written_to(world: World, line: str) -> None:
    with world.context.write() as session:
        invite_no_more(session.connection, ZOE, world.clock.now())
    command(world, line)
    if "CONFIRM" in text_of(world.last(EVE)):
        command(world, "CONFIRM")
    assert "wants no invitations" in " ".join(text_of(world.last(EVE)).split())
    assert world.mails(ZOE) == []


def test_somebody_is_asked_to_watch_a_few_times_a_day(world: World) -> None:
    for number in range(ASKED_BY_ADDRESS + 3):
        command(world, f"OBSERVER zoe+{number}@example.org")
    assert len(world.rows(kind=ASKS)) == ASKED_BY_ADDRESS
