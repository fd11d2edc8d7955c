"""`pbem serve` keeps the public pages up to date, beside the games and never in their way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pbem.service.config import load_config
from pbem.service.context import Context, open_context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.mastering.acts import by_operator, close_now, start
from pbem.service.play.close import close_turn
from pbem.service.play.games import create_game
from pbem.service.publishing.folder import CannotPublish
from pbem.service.publishing.site import keep_published
from pbem.service.runner import PUBLISH_SECONDS, Runner
from pbem.service.setup import lay_foundations
from pbem.store.tables import turns
from tests.servers.plugin import MailHost
from tests.service.test_alerts import an_hour_later, newest, told
from tests.service.test_by_wire import PATIENCE, until
from tests.service.world import World, open_world


def publishing(context: Context) -> Context:
    """The same service, with public pages in the folder "pages" beside its configuration."""
    service = msgspec.structs.replace(context.config.service, publish="pages")
    return replace(context, config=msgspec.structs.replace(context.config, service=service))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(public=True)
        world.context = publishing(world.context)
        yield world


def test_a_service_at_work_writes_the_page_of_a_turn_as_soon_as_it_is_closed(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    """Well before the next look at all that may have changed."""
    assert PATIENCE < PUBLISH_SECONDS
    config = embedded_host.write_config(tmp_path)
    lay_foundations(load_config(config), tmp_path)
    with open_context(config) as opened:
        context = publishing(opened)
        seats = (SeatSpec(name="Anna", address=f"anna@{embedded_host.address_domain}"), SeatSpec())
        spec = GameSpec(ruleset="hegemon", id="spring", seats=seats, public=True, start="manual")
        create_game(context, spec)
        pages = tmp_path / "pages" / "games" / "spring"
        with Runner(context, tick=0.1):
            until(lambda: (pages / "index.html").exists(), "the page of the game")
            by_operator(context, "spring", start)
            by_operator(context, "spring", close_now)
            until(lambda: (pages / "turn-1.html").exists(), "the page of turn 1")
            assert (tmp_path / "pages" / "index.html").exists()


def test_a_service_that_names_no_folder_writes_none(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(public=True)
        keep_published(world.context)
        assert not (tmp_path / "pages").exists()


def test_whoever_runs_it_is_told_where_it_cannot_write_them_and_when_it_can(world: World) -> None:
    folder = world.context.base / "pages"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    for _round in range(2):
        with pytest.raises(CannotPublish):
            keep_published(world.context)
    an_hour_later(world)
    assert told(world) == ["the public pages cannot be written"]
    assert "thesis" not in newest(world)
    assert "name a folder that is empty" in " ".join(newest(world).split())
    (folder / "thesis.txt").unlink()
    keep_published(world.context)
    an_hour_later(world)
    assert told(world)[-1] == "Over: the public pages cannot be written"


def test_and_of_which_game_they_cannot_be_made(world: World) -> None:
    close_turn(world.context, "spring")
    with world.context.database.write() as connection:
        connection.execute(turns.update().where(turns.c.turn == 1).values(state=b"{}"))
    keep_published(world.context)
    an_hour_later(world)
    assert "the public pages cannot be written: those of spring" in told(world)
