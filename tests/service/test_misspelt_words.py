"""A misspelt word of a player, of somebody who watches, or who has nothing to do with a game, is
quoted with what may be meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.test_masters import SERVICE
from tests.service.test_observers import DORA, confirm, told
from tests.service.world import ANNA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def watch(world: World) -> None:
    world.write(DORA, "WATCH spring", to=SERVICE)
    world.poll()
    confirm(world)


def say(world: World, text: str) -> list[str]:
    """What Dora, who watches, is answered."""
    before = len(world.mails(DORA))
    world.reply(DORA, text, to=world.last(DORA))
    world.poll()
    mails = world.mails(DORA)[before:]
    return [" ".join(text_of(one).replace("|", " ").split()) for one in mails]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("STAUTS", "Did you mean “STATUS”?"),
        ("REPROT 0", "Did you mean “REPORT 0”?"),
        ("WTACH OFF", "Did you mean “WATCH OFF”?"),
        ("PRSES OFF", "Did you mean “PRESS OFF”?"),
    ],
)
def test_of_whoever_watches(world: World, line: str, meant: str) -> None:
    watch(world)
    (said,) = say(world, f"Hello,\n\n{line}\n\nDora")
    assert f"{line} {meant}" in said


def test_beside_a_good_one_it_is_quoted_too(world: World) -> None:
    watch(world)
    stands, left = say(world, "STATUS\nREPROT")
    assert "where things stand" in stands
    assert "Not all of your lines were understood" in left
    assert "REPROT Did you mean “REPORT”?" in left


def test_a_players_word_that_watchers_have_not_is_no_guess(world: World) -> None:
    watch(world)
    (said,) = say(world, "RESGIN")
    assert "Did you mean" not in said


def test_it_is_answered_more_often_than_idle_words(world: World) -> None:
    watch(world)
    for _time in range(5):
        assert say(world, "STAUTS")


@pytest.mark.parametrize("text", ["STAUTS", "Economy 60% comp 100\nSTAUTS"])
def test_of_a_player(world: World, text: str) -> None:
    world.reply(ANNA, text)
    world.poll()
    said = " ".join(text_of(world.last(ANNA)).replace("|", " ").split())
    assert "Not taken for orders -------------------- STAUTS Did you mean “STATUS”?" in said


@pytest.mark.parametrize(
    ("text", "subject", "meant"),
    [
        ("JION spring AS Zoe", "hello", "Did you mean “JOIN spring AS Zoe”?"),
        ("WACTH spring", "hello", "Did you mean “WATCH spring”?"),
        ("Good morning!", "LSIT", "Did you mean “LIST”?"),
    ],
)
def test_of_a_stranger(world: World, text: str, subject: str, meant: str) -> None:
    world.write(DORA, text, to=SERVICE, subject=subject)
    world.poll()
    said = " ".join(text_of(world.last(DORA)).replace("|", " ").split())
    assert "This address plays no game here" in said
    assert meant in said


def test_prose_is_none(world: World) -> None:
    world.write(DORA, "Hello!\n\nWhat is this all about?\nCan one play?\n\nDora", to=SERVICE)
    world.poll()
    assert "Did you mean" not in told(world)
