"""Lines of game masters that look like commands, and are none, are told them with what was
meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.looks import held
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.world import World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.copied_game(masters=MASTERS)
        yield world


def flat(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("INVTE zoe@example.org", "Did you mean “INVITE zoe@example.org”?"),
        ("Invte zoe@example.org", "Did you mean “INVITE zoe@example.org”?"),
        ("PAUS", "Did you mean “PAUSE”?"),
        ("RESUME the game at noon", "It is written like this: RESUME"),
    ],
)
def test_a_misspelt_command_beside_a_good_one_is_quoted(world: World, line: str, told: str) -> None:
    command(world, f"NOTE something\n{line}")
    said = [flat(text_of(mail)) for mail in world.mails(EVE)[-2:]]
    assert any(f"{line} {told}" in one for one in said)
    assert any("something" in one for one in said)


def test_alone_it_is_quoted_too(world: World) -> None:
    told = flat(command(world, "Hello,\n\nPAUS\n\nEve"))
    assert "No command was found" in told
    assert "PAUS Did you mean “PAUSE”?" in told


def test_without_any_the_writers_own_lines_are_quoted(world: World) -> None:
    assert "What a fine day" in flat(command(world, "What a fine day"))


def test_what_looks_like_none_is_no_mistake(world: World) -> None:
    command(world, "NOTE something\n\nRegards,\nEve\nI invite everybody to play well.")
    assert "understood" not in text_of(world.last(EVE))


def test_below_FOR_orders_and_commands_are_told_apart(world: World) -> None:
    command(world, f"EXTNED 2 days\n\nFOR 2:\n{LINE}")
    assert held(world, 2) == [LINE]
    assert any("Did you mean “EXTEND 2 days”?" in text_of(mail) for mail in world.mails(EVE)[-2:])


def test_a_letter_is_none_whatever_its_words_are_like(world: World) -> None:
    told = flat(command(world, "TO Anna:\nPAUS for a week?\nEND"))
    assert "This went to Anna" in told
    assert "Did you mean" not in told


def test_whoever_makes_games_reads_it_as_well(world: World) -> None:
    world.write(EVE, "TEMPLATES", to=SERVICE)
    world.poll()
    world.reply(EVE, "TEMPLTES", to=world.last(EVE))
    world.poll()
    assert "TEMPLTES Did you mean “TEMPLATES”?" in flat(text_of(world.last(EVE)))


def test_misspelt_words_are_answered_more_often_than_idle_ones(world: World) -> None:
    before = len(world.rows(recipient=EVE))
    for _number in range(6):
        command(world, "PAUS")
    assert len(world.rows(recipient=EVE)) == before + 6
