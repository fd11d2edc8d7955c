"""Whole sentences in a mail that look like orders: each is answered with how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.world import ANNA, World, open_world, text_of

SENTENCE = "I want to give 40 points to economy, 30 to environment and share with all"
EXAMPLE = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def answered(world: World, text: str) -> str:
    """The receipt, in one line and without its bars."""
    world.reply(ANNA, text, to=world.last(ANNA, kind="report"))
    world.poll()
    return " ".join(text_of(world.last(ANNA, kind="receipt")).replace("|", " ").split())


@pytest.mark.parametrize("command", ["PREVIEW", "DONE", EXAMPLE])
def test_a_sentence_is_answered_with_how_an_order_is_written_that_can_be_sent(
    world: World, command: str
) -> None:
    world.new_game()
    told = answered(world, f"{command}\n\n{SENTENCE}\n")
    wrong = "“points” is not understood here"
    assert f"{SENTENCE} {wrong} It is written like this: “{EXAMPLE}”" in told
    assert "Saved: your orders for turn 1" in answered(world, EXAMPLE)


def test_a_sentence_that_names_what_it_gives_is_answered_with_its_own_line(world: World) -> None:
    """Not with an example that attacks."""
    world.new_game()
    told = answered(
        world, "PREVIEW\n35% of my coins to Defense, 97% coop with everybody and 3% comp"
    )
    assert "Did you mean “Defense 35% coop 97 with 0-* comp 3”?" in told
    assert "attack" not in told


def test_of_many_forms_the_one_is_shown_whose_verb_the_sentence_has(world: World) -> None:
    world.new_game(ruleset="parsec")
    told = answered(world, "PREVIEW\nplease settle my 2 ships at b3 and 4 there")
    assert "It is written like this: “SETTLE " in told


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("refinery 5", "UPGRADE refinery TO 5"),
        ("administration 1", "RESEARCH extended administration TO 1"),
    ],
)
def test_an_order_without_its_verb_is_answered_with_the_whole(
    world: World, line: str, meant: str
) -> None:
    """The Empire begins without technologies, and with what one level of anything costs."""
    factions = ["Empire", "Cardan"]
    world.new_game(ruleset="asylamba-mini", options={"factions": factions, "balance": "source"})
    told = answered(world, f"PREVIEW\n{line}")
    assert f"Did you mean “{meant}”?" in told
    assert f"Did you mean “{meant}”?" not in answered(world, f"PREVIEW\n{meant}")


def test_an_order_that_only_stands_where_none_counts_is_not_called_wrong(world: World) -> None:
    """Below a letter without an end it is not clear for whom it is."""
    world.new_game()
    told = answered(world, f"TO Boris:\nhello\n{EXAMPLE}")
    assert f"looks like an order and was not taken: {EXAMPLE}" in told
    assert "It is written like this" not in told
