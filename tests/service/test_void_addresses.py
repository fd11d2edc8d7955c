"""Whoever answers a mail whose reply address is void is told so, and gets one that counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.looks import LINE, held
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.world import ANNA, World, open_world, text_of

VOID = "The reply address that your mail went to is void"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def told(world: World, reader: str) -> str:
    return " ".join(text_of(world.last(reader)).split())


def test_a_player_who_answers_a_mail_from_before_NEWKEY(world: World) -> None:
    old = world.last(ANNA, kind="report")
    world.reply(ANNA, "NEWKEY")
    world.reply(ANNA, LINE, to=old)
    world.poll()
    assert VOID in told(world, ANNA) and LINE not in told(world, ANNA)
    world.reply(ANNA, LINE, to=world.last(ANNA))
    world.poll()
    assert held(world) == [LINE]


def test_a_game_master_who_does(world: World) -> None:
    old = world.last(EVE)
    command(world, "NEWKEY")
    command(world, "PAUSE", to=old)
    assert VOID in told(world, EVE)
    command(world, "PAUSE", to=world.last(EVE))
    assert world.game().status == "paused"


def test_a_mail_to_no_such_address_is_told_otherwise(world: World) -> None:
    for writer in (ANNA, EVE):
        world.write(writer, f"{LINE}\nPAUSE", to=SERVICE)
        world.poll()
        assert VOID not in told(world, writer)
        assert "could have been written by anyone" in told(world, writer)
