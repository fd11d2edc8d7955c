"""RULES brings players the rulebook with its pictures; strangers get its words."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.engine import registry
from tests.service.world import ANNA, World, open_world

EVE = "eve@elsewhere.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def pictures(mail: EmailMessage) -> list[str | None]:
    return [part.get_filename() for part in mail.walk() if part.get_content_type() == "image/png"]


def test_a_player_gets_the_pictures_of_any_rulebook(world: World) -> None:
    world.reply(ANNA, "RULES")
    world.poll()
    assert pictures(world.last(ANNA)) == ["hegemon-ranges.png"]
    world.reply(ANNA, "RULES god unit")
    world.poll()
    assert pictures(world.last(ANNA)) == ["god-unit-attack.png"]


def test_a_stranger_gets_none(world: World) -> None:
    world.write(EVE, "RULES hegemon", to=world.context.config.mail.address)
    world.poll()
    assert pictures(world.last(EVE)) == []


@pytest.mark.parametrize("name", registry.names())
def test_every_picture_in_a_rulebook_is_found(name: str) -> None:
    found = registry.rulebook(name)
    assert found is not None
    sources = [part.partition('"')[0] for part in found[0].split('<img src="')[1:]]
    assert sources
    for source in sources:
        data = registry.rulebook_picture(name, source)
        assert data is not None and data.startswith(b"\x89PNG"), source
    assert registry.rulebook_picture(name, "../no-such.png") is None
