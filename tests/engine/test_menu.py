"""A menu spells lines."""

from __future__ import annotations

from pbem.engine.menu import Choice, Item, branch, lines, tabled, walk
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


SQUARES = (Item(words="a1"), Item(words="b2"))
RIDES = (
    Item(words="TO", then=SQUARES),
    Item(words="FROM", then=SQUARES),
)


def test_a_branch_that_stands_at_several_places_is_spelled_in_whole_once() -> None:
    assert tuple(lines(RIDES)) == ("TO a1", "TO b2", "FROM a1")


def test_a_branch_that_stands_at_several_places_is_told_once_and_then_by_its_number() -> None:
    chained = (Item(words="AND", then=RIDES), Item(words="OR", then=RIDES))
    assert tabled(chained) == {
        "menu": [{"words": "AND", "behind": 1}, {"words": "OR", "behind": 1}],
        "branches": [
            [{"words": "a1"}, {"words": "b2"}],
            [{"words": "TO", "behind": 0}, {"words": "FROM", "behind": 0}],
        ],
    }


def test_a_menu_without_such_branches_is_told_as_the_tree_it_is() -> None:
    assert tabled(MENU) == {
        "menu": [
            {"words": "BID", "then": {"low": 1, "high": 9, "default": 5}},
            {
                "words": "SEND",
                "then": [{"words": "riders", "then": [{"words": "TO a1"}, {"words": "TO b2"}]}],
            },
            {"words": "PASS"},
        ],
        "branches": [],
    }
