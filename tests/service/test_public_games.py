"""PUBLIC: a game stands on public pages only where its game master wants it, and players know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from pbem.service.config import ConfigError
from pbem.service.gamefile import GameSpec, SeatSpec, check_spec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.observing import show
from pbem.service.play.close import close_turn
from pbem.service.play.table import GameProblem
from pbem.service.tools.export import export_game
from pbem.store import audit
from pbem.store.mastering import Deed
from pbem.store.observing import Watching
from tests.service.test_full_export import wrong
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def acts(world: World) -> list[Deed]:
    with world.context.database.read() as connection:
        return [act.deed for act in audit.acts_of(connection, "spring")]


def test_no_game_is_public_unasked(world: World) -> None:
    assert not world.game().public


@pytest.mark.parametrize("line", ["PUBLIC ON", "public on!", "ÖFFENTLICH AN", "Public oui"])
def test_a_game_master_shows_a_game_and_its_players_are_told(world: World, line: str) -> None:
    assert "showed the game on the public pages" in command(world, line)
    assert world.game().public
    for player in (ANNA, BORIS):
        told = " ".join(text_of(world.last(player)).split())
        assert "with the names of its players and what they write to all" in told
        assert "TO GM: begins a letter to them" in told


def test_and_takes_it_off_again(world: World) -> None:
    command(world, "PUBLIC ON")
    assert "took the game off the public pages" in command(world, "PUBLIC OFF")
    assert not world.game().public
    assert "on no public page any more" in str(world.last(ANNA)["Subject"])


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ((), "PUBLIC", "Write PUBLIC ON or PUBLIC OFF"),
        ((), "PUBLIC OFF", "Spring is on no public page"),
        (("PUBLIC ON",), "PUBLIC ON", "Spring is shown on public pages already"),
    ],
)
def test_what_changes_nothing_is_told_so(
    world: World, before: tuple[str, ...], line: str, said: str
) -> None:
    for one in before:
        command(world, one)
    count = len(acts(world))
    assert said in " ".join(command(world, line).split())
    assert len(acts(world)) == count


def test_an_assistant_cannot_show_a_game(world: World) -> None:
    command(world, "PUBLIC ON", ADA)
    assert not world.game().public


@pytest.mark.parametrize("watching", [Watching.INVITED, Watching.NONE])
def test_a_game_that_not_everybody_may_watch_is_never_public(
    tmp_path: Path, watching: Watching
) -> None:
    seats = (SeatSpec(name="Anna"), SeatSpec(name="Boris"))
    with pytest.raises(ConfigError, match=r'^public: .* observers = "all"'):
        check_spec(GameSpec(ruleset="hegemon", seats=seats, observers=watching, public=True))
    with open_world(tmp_path) as world:
        world.new_game(observers=watching)
        with pytest.raises(GameProblem, match="Only a game that everybody may watch"):
            by_operator(world.context, "spring", show)
        assert not world.game().public


def test_the_file_of_a_game_says_it_and_who_joins_reads_it(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(public=True, seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
        assert world.game().public
        world.write(BORIS, "JOIN spring", to=world.context.config.mail.address)
        world.poll()
        asked = " ".join(text_of(world.last(BORIS, kind="join")).split())
        assert "Everybody can see on public pages what a spectator sees" in asked


def test_it_stands_in_the_chain_as_other_acts_do(world: World) -> None:
    """The link of the turn that closes next seals it: taken out later it would be missed."""
    command(world, "PUBLIC ON")
    close_turn(world.context, "spring")
    archive = export_game(world.context, "spring", full=True)
    newest = archive.pages[-1]
    [act] = [name for name, part in newest.opened.items() if b'"deed":"show"' in bytes(part.data)]
    assert wrong(archive) == []
    opened = {name: part for name, part in newest.opened.items() if name != act}
    hidden = (*archive.pages[:-1], structs.replace(newest, opened=opened))
    assert any("1" in one for one in wrong(replace(archive, pages=hidden)))


def test_who_runs_the_machine_does_it_on_the_command_line_in_the_same_words(world: World) -> None:
    by_operator(world.context, "spring", show)
    assert world.game().public
    assert acts(world)[-1] is Deed.SHOW
    assert "showed the game on the public pages" in command(world, "LOG", EVE)
