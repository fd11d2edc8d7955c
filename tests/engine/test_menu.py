"""A menu spells lines."""

from __future__ import annotations

from pbem.engine.menu import (
    Catalogue,
    Choice,
    Item,
    Take,
    behind,
    branch,
    catalogue_of,
    in_common,
    lines,
    payable,
    table_of,
    tabled,
    tabled_behind,
    walk,
)
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


def test_a_catalogue_stands_before_all_other_branches_in_one_table_for_all_menus() -> None:
    catalogue = Catalogue((*RIDES, Item(words="HOME")))
    menus = [
        (Item(words="ONE", then=SQUARES), Item(words=verb, then=catalogue), *RIDES)
        for verb in ("RIDE", "WALK")
    ]
    rows = [
        [{"words": "a1"}, {"words": "b2"}],
        [{"words": "TO", "behind": 0}, {"words": "FROM", "behind": 0}, {"words": "HOME"}],
    ]
    table = table_of(catalogue)
    assert [*table.rows] == rows
    for menu, verb in zip(menus, ("RIDE", "WALK"), strict=True):
        assert catalogue_of(menu) is catalogue
        own = [
            {"words": "ONE", "behind": 0},
            {"words": verb, "behind": 1},
            {"words": "TO", "behind": 0},
            {"words": "FROM", "behind": 0},
        ]
        assert tabled_behind(table, menu) == {"menu": own, "branches": []}
        assert tabled(menu) == {"menu": own, "branches": rows}


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


def coins(*amounts: int) -> tuple[Take, ...]:
    """A price, of 5 coins."""
    return (Take("coins", 5, amounts),)


def test_what_cannot_be_paid_is_left_out_and_what_is_left_empty_by_that() -> None:
    menu = (
        Item(words="HIRE", takes=coins(5)),
        Item(words="BUY", takes=coins(6)),
        Item(words="BUILD", then=(Item(words="tower", takes=coins(9)),)),
        Item(words="SELL", takes=coins(-9)),
    )
    assert tuple(lines(payable(menu))) == ("HIRE", "SELL")


def test_a_price_in_the_middle_of_a_line_forbids_all_that_stands_behind_it() -> None:
    menu = (Item(words="FORD", takes=coins(6), then=SQUARES), Item(words="RIDE", then=SQUARES))
    assert tuple(lines(payable(menu))) == ("RIDE a1", "RIDE b2")


def test_numbers_go_as_far_as_they_can_be_paid_and_the_default_with_them() -> None:
    menu = (
        Item(words="RAISE TO", takes=coins(2, 4, 6), then=Choice(7, 9, 9)),
        Item(words="DIG", takes=coins(6, 12), then=Choice(1, 2, 1)),
        Item(words="FEE", takes=coins(5), then=Choice(1, 9, 1)),
    )
    raised, fee = payable(menu)
    assert raised.then == Choice(7, 8, 8)
    assert fee == menu[2]


def test_of_several_prices_each_is_to_be_paid() -> None:
    both = Item(words="WED", takes=(*coins(1), Take("rings", 1, (2,))))
    assert payable((both,)) == ()
    assert both.lacking() == Take("rings", 1, (2,))


def test_where_all_can_be_paid_the_menu_stays_and_a_branch_at_several_places_one() -> None:
    assert payable(RIDES) is RIDES
    fords = (Item(words="a1"), Item(words="b2", takes=coins(6)))
    one, other = payable((Item(words="TO", then=fords), Item(words="FROM", then=fords)))
    assert one.then is other.then
    assert [item.words for item in one.branches] == ["a1"]


TEAM = Item(
    words="RIDE",
    together=(Item(words="HOME"), Item(words="TO", then=SQUARES)),
    then=(
        Item(words="1", but=("a1",), then=(Item(words="ALONE"),)),
        Item(words="2", but=("a1", "b2")),
        Item(words="3"),
    ),
)


def test_several_may_be_picked_for_what_all_of_them_may_be_told() -> None:
    assert set(lines((TEAM,))) >= {"RIDE 1 ALONE", "RIDE 1 HOME", "RIDE 1 TO b2", "RIDE 1 2 3 HOME"}
    one, two, three = TEAM.branches
    assert [item.words for item in behind(TEAM, one)] == ["ALONE", "HOME", "TO"]
    assert [item.words for item in behind(TEAM, one, two)] == ["HOME"]  # TO leads them nowhere
    assert [item.words for item in behind(TEAM, three)[1].branches] == ["a1", "b2"]


def test_walks_pick_one_or_several_each_once() -> None:
    stream = Chance(bytes(32), 1).stream("team")
    walked = {walk((TEAM,), stream) for _walk in range(300)}
    assert {"RIDE 1 ALONE", "RIDE 2 HOME", "RIDE 3 1 TO b2"} <= walked
    assert not any("ALONE" in one and len(one.split()) > 3 for one in walked)
    assert all(len(set(one.split())) == len(one.split()) for one in walked)


def test_where_nothing_stands_behind_what_is_picked_the_line_ends() -> None:
    rest = Item(words="REST", together=(), then=(Item(words="1"), Item(words="2")))
    assert tuple(lines((rest,))) == ("REST 1", "REST 2", "REST 1 2")


def test_what_several_are_told_is_a_branch_of_the_table() -> None:
    told = tabled((TEAM,))
    (verb,) = told["menu"]
    assert [one["words"] for one in told["branches"][verb["together"]]] == ["HOME", "TO"]
    assert verb["then"][1] == {"words": "2", "but": ("a1", "b2")}


def test_what_some_may_be_told_alone_they_are_told_together_without_its_odds() -> None:
    shot, other = Item(words="AT a1", note="50 %"), Item(words="AT b2")
    verb = Item(
        words="FIRE", then=(Item(words="1", then=(shot, other)), Item(words="2", then=(shot,)))
    )
    found = in_common(verb)
    assert found.together == (Item(words="AT a1"),)
    assert [one.but for one in found.branches] == [(), ()]
    third = Item(words="3", then=(other,))
    found = in_common(Item(words="FIRE", then=(*verb.branches, third)))
    assert [one.but for one in found.branches] == [(), ("AT b2",), ("AT a1",)]
