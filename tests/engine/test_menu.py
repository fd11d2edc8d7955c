"""A menu spells lines."""

from __future__ import annotations

from pbem.engine.menu import Choice, Item, branch, lines, walk
from pbem.engine.rng import Chance

MENU = (
    Item(words="BID", then=Choice(1, 9, 5)),
    Item(
        words="SEND", then=(Item(words="riders", then=(Item(words="TO a1"), Item(words="TO b2"))),)
    ),
    Item(words="PASS"),
)


def test_every_path_is_a_line_with_the_ends_and_the_default_of_numbers() -> None:
    assert tuple(lines(MENU)) == (
        *("BID 5", "BID 1", "BID 9"),
        *("SEND riders TO a1", "SEND riders TO b2"),
        "PASS",
    )


def test_a_walk_ends_on_one_of_its_lines_and_comes_everywhere() -> None:
    stream = Chance(bytes(32), 1).stream("walk")
    walked = {walk(MENU, stream) for _walk in range(200)}
    assert {f"BID {coins}" for coins in range(1, 10)} | set(lines(MENU)) == walked


def test_a_branch_is_what_begins_with_the_same_words() -> None:
    assert branch(MENU, "PASS") == MENU[2:]
