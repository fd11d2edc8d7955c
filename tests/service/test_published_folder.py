"""The folder of the public pages: whole files, only what changed, mended whatever happened."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.observing import hide, show
from pbem.service.play.close import close_turn
from pbem.service.publishing.folder import JOURNAL, CannotPublish, Made, opened
from pbem.service.publishing.site import publish
from pbem.store import games
from pbem.store.tables import turns
from tests.service.sites import dead_links, files, folder_of, published, text, whole
from tests.service.world import World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(public=True)
        yield world


class Killed(BaseException):
    """The process is gone."""


def written_at(folder: Path) -> Mapping[str, int]:
    """Which file each path stands for: one that is written anew is another."""
    return {path: (folder / path).stat().st_ino for path in files(folder)}


# Only what changed --------------------------------------------------------------------


def test_what_has_not_changed_is_not_written_again(world: World) -> None:
    published(world)
    before = written_at(folder_of(world))
    again = published(world)
    assert (again.written, again.removed) == (0, 0)
    anew = published(world, anew=True)  # everything is made, and is the same
    assert (anew.written, anew.removed) == (0, 0)
    assert written_at(folder_of(world)) == before


def test_a_new_turn_changes_its_neighbour_and_the_pages_that_tell_of_it(world: World) -> None:
    close_turn(world.context, "spring")
    published(world)
    before = written_at(folder_of(world))
    close_turn(world.context, "spring")
    published(world)
    now = written_at(folder_of(world))
    changed = {path for path in now if now[path] != before.get(path)}
    assert {path for path in changed if "/turn-2" not in path} == {
        "games/spring/turn-1.html",
        "games/spring/index.html",
        "games/spring/deadline.ics",
        "games/spring/feed.xml",
        "feed.xml",
        "index.html",
    }


def test_another_language_makes_all_of_it_anew(world: World) -> None:
    published(world)
    published(world, "fr")
    pages = {path: data for path, data in files(folder_of(world)).items() if path != "console.html"}
    assert not [path for path, data in pages.items() if b'<html lang="en">' in data]


# Whatever happens ---------------------------------------------------------------------


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """The process is gone as it puts this file in its place, or takes it away, counted from 1."""
    left = number

    def or_killed(act: Callable[..., Any]) -> Callable[..., Any]:
        def acts(self: Path, *args: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left <= 0:
                raise Killed
            return act(self, *args, **named)

        return acts

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Path, "replace", or_killed(Path.replace))
        monkeypatch.setattr(Path, "unlink", or_killed(Path.unlink))
        yield


def each_death(world: World, aside: Path) -> Iterator[int]:
    """Publish from what lies in the folder now, killed at one boundary after the other, until there
    are no more."""
    shutil.copytree(folder_of(world), aside)
    for number in count(1):
        shutil.rmtree(folder_of(world))
        shutil.copytree(aside, folder_of(world))
        try:
            with killed_at(number):
                published(world)
        except Killed:
            yield number
        else:
            return


def test_killed_at_any_moment_it_leaves_whole_pages_and_the_next_one_mends_the_rest(
    world: World, tmp_path: Path
) -> None:
    published(world)
    before = files(folder_of(world))
    close_turn(world.context, "spring")
    with_next = tmp_path / "next"
    publish(world.context, with_next)
    after, deaths = files(with_next), 0
    for deaths in each_death(world, tmp_path / "aside"):
        for path, data in files(folder_of(world)).items():
            assert data in (before.get(path), after.get(path)), f"{path}, death {deaths}"
        assert dead_links(folder_of(world)) == [], f"death {deaths}"
        published(world)
        assert files(folder_of(world)) == after
    assert deaths > len(after.keys() - before.keys())


def test_nothing_stays_of_a_game_that_was_taken_off_after_any_death(
    world: World, tmp_path: Path
) -> None:
    """What is written stands in the journal before: so it is found, whatever came between."""
    by_operator(world.context, "spring", hide)
    published(world)
    without = files(folder_of(world))
    by_operator(world.context, "spring", show)
    for death in each_death(world, tmp_path / "aside"):
        by_operator(world.context, "spring", hide)
        published(world)
        assert files(folder_of(world)) == without, f"death {death}"
        assert b"spring" not in whole(folder_of(world)), f"death {death}"
        by_operator(world.context, "spring", show)


def test_a_game_that_cannot_be_told_keeps_its_pages_and_stops_no_other(world: World) -> None:
    world.new_game(id="autumn", title="Autumn", public=True)
    published(world)
    for game in ("spring", "autumn"):
        close_turn(world.context, game)
    with world.context.database.write() as connection:
        connection.execute(
            turns.update().where(turns.c.game == "spring", turns.c.turn == 1).values(state=b"{}")
        )
    done = publish(world.context, folder_of(world))
    assert list(done.failed) == ["spring"]
    assert "does not have the state that it was closed with" in str(done.failed["spring"])
    now = files(folder_of(world))
    assert "games/autumn/turn-1.html" in now
    assert "games/spring/turn-0.html" in now
    assert "games/spring/turn-1.html" not in now
    assert dead_links(folder_of(world)) == []


def test_so_does_a_game_whose_rules_are_not_installed_any_more(world: World) -> None:
    published(world)
    close_turn(world.context, "spring")
    with world.context.database.write() as connection:
        games.change_game(connection, "spring", ruleset="gone")
    done = publish(world.context, folder_of(world))
    assert list(done.failed) == ["spring"]
    assert 'href="games/spring/index.html"' in text(folder_of(world), "index.html")
    assert dead_links(folder_of(world)) == []


# The folder itself --------------------------------------------------------------------


def test_a_folder_that_holds_other_things_is_left_alone(world: World) -> None:
    folder_of(world).mkdir()
    (folder_of(world) / "thesis.txt").write_text("years of work")
    with pytest.raises(CannotPublish, match="did not write; name a folder that is empty"):
        published(world)
    assert [path.name for path in folder_of(world).iterdir()] == ["thesis.txt"]


def test_what_somebody_laid_beside_the_pages_later_stays(world: World) -> None:
    published(world)
    (folder_of(world) / "robots.txt").write_text("User-agent: *")
    by_operator(world.context, "spring", hide)
    published(world)
    assert (folder_of(world) / "robots.txt").exists()


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "games/../../secret"])
def test_a_journal_that_names_files_elsewhere_takes_none_of_them_away(
    tmp_path: Path, name: str
) -> None:
    folder, secret = tmp_path / "pages", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("kept")
    parts = {"list": {"stamp": "x", "files": [name]}}
    (folder / JOURNAL).write_bytes(msgspec.json.encode({"schema": 1, "parts": parts}))
    with pytest.raises(CannotPublish, match="names files elsewhere"), opened(folder):
        pass
    assert secret.exists()


def test_one_process_at_a_time_writes_there(tmp_path: Path) -> None:
    with (
        opened(tmp_path / "pages"),
        pytest.raises(CannotPublish, match="another process publishes"),
        opened(tmp_path / "pages"),
    ):
        pass


def test_a_web_server_can_read_what_a_careful_service_writes(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        with opened(tmp_path / "pages") as folder:
            folder.write("one", "stamp", Made({"games/spring/index.html": b"page"}))
    finally:
        os.umask(before)
    file = tmp_path / "pages/games/spring/index.html"
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o755
