"""A seat changes hands by two mails, whatever comes between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake import receive
from pbem.service.play.pending import end_pending
from tests.service.looks import seats
from tests.service.world import ANNA, BORIS, World, open_world

HOUSE = "orders@pbem.localhost"
FREE = (SeatSpec(name="Anna", address=ANNA), SeatSpec())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def kinds(world: World) -> list[str]:
    return [seat.kind for seat in seats(world)]


# In time, and read late ---------------------------------------------------------------


def test_a_RETURN_in_time_counts_though_mail_could_not_be_read_for_hours(world: World) -> None:
    world.new_game()
    world.resign(ANNA)
    world.clock.move(hours=70)
    world.reply(ANNA, "RETURN", to=world.last(ANNA))
    world.clock.move(hours=3)
    assert end_pending(world.context) == 0, "it may be waiting to be read, and is"
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_a_confirmation_in_time_counts_though_the_service_was_off(world: World) -> None:
    world.new_game(seats=FREE)
    world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
    world.poll()
    world.clock.move(hours=47)
    world.reply(BORIS, "JOIN", to=world.last(BORIS, kind="join"))
    world.clock.move(hours=2)
    end_pending(world.context)
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_a_RETURN_in_time_counts_though_the_last_poll_before_the_end_could_not_settle_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.new_game()
    world.resign(ANNA)
    world.clock.move(hours=71)
    world.reply(ANNA, "RETURN", to=world.last(ANNA))
    world.clock.move(hours=1)
    with monkeypatch.context() as patch:
        patch.setattr(receive, "settle", lambda *_: 1 / 0)
        world.poll()
    world.poll()
    assert kinds(world) == ["human", "human"]
