"""Reports: what must not be overlooked, and what could be done about it (GU-11, GU-13)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.report import Bullets, Paragraph
from pbem.rulesets.god_unit.figures import Thing
from pbem.rulesets.god_unit.orders import Act, AttackAt, AttackNearest, Move
from tests.rulesets.god_unit.reports import looked_out, report
from tests.rulesets.god_unit.table import factory, unit, view
from tests.rulesets.reports import headings, section, sentences, table


def test_gu_13_who_has_no_factory_at_all_is_warned_of_attrition() -> None:
    seen = view(units=[unit(1, n, "b2") for n in (1, 2)], factories=[factory(2, "A", "j10")])
    assert section(report(seen), "Look out") == (
        Paragraph(
            "You have no factory, not even an undeployed one: one of your 2 units, drawn by lot, "
            "is lost each turn before you act.",
            "bad",
        ),
    )


def test_gu_13_an_undeployed_factory_keeps_attrition_away() -> None:
    seen = view(
        units=[unit(1, 3, "b2", "factory"), unit(1, 4, "b3")], factories=[factory(2, "A", "j10")]
    )
    assert sentences(report(seen), "Look out") == [
        "No factory of yours is deployed: nothing is made until unit 3 is. Without it you would "
        "lose a unit each turn."
    ]


def test_gu_9_an_idle_factory_is_told_with_a_line_that_ends_that() -> None:
    seen = view(factories=[factory(1, "A", "a1"), factory(1, "B", "c1", "D2", since=4)])
    (told,) = sentences(report(seen), "Look out")
    assert told.startswith("Factory A has nothing to make in turn 5: “PRODUCE A ")
    assert told.endswith("” would end that.")


def test_gu_9_a_factory_that_finishes_without_repeat_will_idle_too() -> None:
    seen = view(factories=[factory(1, "A", "a1", "D2", since=3)])
    assert sentences(report(seen), "Look out")[0].startswith("Factory A has nothing to make")
    repeats = view(factories=[factory(1, "A", "a1", "D2", since=3, repeat=True)])
    assert "Look out" not in headings(report(repeats))


def test_a_factory_in_range_is_told_with_foes_and_odds() -> None:
    seen = view(
        units=[unit(2, 7, "c3", "A3 N2 R3"), unit(2, 8, "j9", "A6"), unit(1, 1, "a2")],
        factories=[factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")],
    )
    assert sentences(report(seen), "Look out") == [
        "In range of Blue 7 (A3 N2 R3), as they stand, is your unit 1."
    ]
    near = view(
        units=[unit(2, 7, "b2", "A3 N2 R3"), unit(1, 1, "j1")],
        factories=[factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")],
    )
    assert sentences(report(near), "Look out") == [
        "Factory A (a1) falls with 75 % after 2 attacks by Blue 7 (A3 N2 R3) at b2.",
        "A D4 unit in the square of factory A (a1) would make that 46 %.",
    ]


def test_a_unit_that_alone_could_end_the_game_for_the_reader_is_told_first() -> None:
    """GU-13. Blue 7 attacks twice and has both factories in range, not the unit at j1; with four
    attacks and a range of 7 it has all three."""
    owned = [factory(1, "A", "a1", since=4), factory(1, "B", "c1", since=4)]
    seen = {
        notation: view(
            units=[unit(2, 7, "b3", notation), unit(1, 1, "h1")],
            factories=[*owned, factory(2, "A", "j10")],
        )
        for notation in ("A3 R3", "A3 N2 R3", "A3 N3 R3", "A3 N3 R6")
    }
    told = {name: sentences(report(one), "Look out")[0] for name, one in seen.items()}
    assert told["A3 R3"].startswith("Factory A (a1) falls with")
    for name in ("A3 N2 R3", "A3 N3 R3"):
        assert told[name] == (
            f"Blue 7 ({name}) at b3 could destroy all your factories in turn 5; without one you "
            "lose a unit each turn."
        )
    assert told["A3 N3 R6"] == (
        "Blue 7 (A3 N3 R6) at b3 could destroy all that you have in turn 5: you would be out."
    )


def test_foes_that_are_alike_are_told_together_with_all_their_attacks() -> None:
    foes = [unit(2, number, "b2", "A3 N2 R3") for number in (7, 9)]
    owned = [factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")]
    foes.append(unit(1, 1, "j1"))
    assert sentences(report(view(units=foes, factories=owned)), "Look out") == [
        "Factory A (a1) falls with 94 % after 4 attacks by Blue 7+9 (A3 N2 R3) at b2.",
        "A D4 unit in the square of factory A (a1) would make that 75 %.",
    ]


def test_own_units_in_range_are_told_in_the_order_of_their_numbers() -> None:
    foe = unit(2, 1, "c4", "R2")
    own = [
        unit(1, number, "c3", levels) for number, levels in ((1, "grunt"), (2, "A2"), (10, "A3"))
    ]
    seen = view(units=[foe, *own], factories=[factory(1, "A", "j10"), factory(2, "A", "a1")])
    (told,) = [one for one in sentences(report(seen), "Look out") if "In range" in one]
    assert told.endswith("are your units 1, 2, 10.")


def test_of_many_units_in_range_of_many_the_rest_are_counted() -> None:
    """Each of five foes has another own unit in range: only two are told one by one."""
    columns = "acegi"
    seen = view(
        units=[
            *(unit(1, n, f"{column}5") for n, column in enumerate(columns, start=1)),
            *(unit(2, n, f"{column}6") for n, column in enumerate(columns, start=1)),
        ],
        factories=[factory(1, "A", "j10", "D6", since=4), factory(2, "A", "a1")],
    )
    told_first = "In range of Blue 1 (grunt), as they stand, is your unit 1."
    found = sentences(report(seen), "Look out")
    assert found[0] == told_first
    assert found[-1] == "3 more units of yours are in range of others."


def test_gu_11_the_likeliest_factory_to_fall_stands_out_with_what_could_help() -> None:
    """Blue 8 alone at A3 against D3 (50 %): A falls with 50 %. Red 5 (D3) in its square is drawn
    for one attack in two, so 25 % are left. B, with D3 beside it already, is at those 25 %, and a
    third D4 would make that a sixth."""
    seen = view(
        units=[
            unit(1, 5, "a3", "D3 M3"),
            unit(1, 6, "e1", "D3"),
            unit(2, 8, "b1", "A3"),
            unit(2, 9, "e2", "A3"),
        ],
        factories=[factory(1, "A", "a1", "D6", since=4), factory(1, "B", "e1", "D6", since=4)],
    )
    found = sentences(report(seen), "Look out")
    assert found[:4] == [
        "Factory A (a1) falls with 50 % after 1 attack by Blue 8 (A3) at b1.",
        "Your unit 5 (D3) in the square of factory A (a1) would make that 25 %.",
        "Factory B (e1) falls with 25 % after 1 attack by Blue 9 (A3) at e2.",
        "A D4 unit in the square of factory B (e1) would make that 17 %.",
    ]
    kinds = [type(block) for block in section(report(seen), "Look out")]
    assert kinds == [Paragraph, Bullets]  # one box, a list of the rest


BESIEGED: dict[str, Any] = {
    "units": [unit(1, 5, "a3", "D3 M3"), unit(2, 8, "b1", "A3")],
    "factories": [factory(1, "A", "a1", "D6", since=4)],
}
"""Factory A falls with 50 %, with 25 % once Red 5 (D3) shares its square."""


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Act(5, Move(to=(0, 0))), ""),
        (Act(5, Move(to=(3, 3))), "; the house bot would rather have it go to d4"),
        (Act(5, AttackAt(squares=((1, 0),))), "; the house bot would rather have it attack"),
        (Act(5, AttackNearest()), ""),
    ],
    ids=["comes", "goes elsewhere", "attacks", "waits"],
)
def test_where_the_house_bot_orders_otherwise_than_a_warning_says_it_is_told(
    act: Act, said: str
) -> None:
    found = looked_out(view(**BESIEGED), act)
    assert found[:2] == [
        "Factory A (a1) falls with 50 % after 1 attack by Blue 8 (A3) at b1.",
        f"Your unit 5 (D3) in the square of factory A (a1) would make that 25 %{said}.",
    ]


def test_a_guard_is_named_that_the_house_bot_does_not_need_elsewhere() -> None:
    units = [unit(1, 5, "a3", "D4 M3"), unit(1, 6, "b3", "D3 M3"), unit(2, 8, "b1", "A3")]
    found = looked_out(view(**{**BESIEGED, "units": units}), Act(5, Move(to=(3, 3))))
    assert found[1] == "Your unit 6 (D3) in the square of factory A (a1) would make that 25 %."


def test_a_guard_that_the_house_bot_would_have_go_is_told_with_what_is_left() -> None:
    at_home = {**BESIEGED, "units": [unit(1, 5, "a1", "D3 M3"), unit(2, 8, "b1", "A3")]}
    assert (
        "If your unit 5 leaves the square of factory A (a1), as in the house bot's orders at the "
        "end, that is 50 %."
    ) in looked_out(view(**at_home), Act(5, Move(to=(3, 3))))
    stays = looked_out(view(**at_home), Act(5, AttackNearest()))
    assert "house bot" not in " ".join(stays)


def test_who_could_not_destroy_anything_is_no_threat() -> None:
    seen = view(
        units=[unit(2, 7, "b2", "grunt"), unit(1, 1, "a2", "D6")],
        factories=[factory(1, "A", "j10", "D3", since=4)],
    )
    assert "Look out" not in headings(report(seen))


def test_sz_8_during_the_truce_nobody_threatens_and_its_end_is_told() -> None:
    units = [unit(2, 7, "b2", "A3"), unit(1, 1, "a1", "factory")]
    factories = [factory(1, "A", "a2", "D6", since=1)]
    assert "Look out" not in headings(
        report(view(turn=2, board="syzygy", units=units, factories=factories))
    )
    over = report(view(turn=3, board="syzygy", units=units, factories=factories))
    assert sentences(over, "Look out")[-1] == "The truce is over: attacks count from now on."


def test_the_last_turn_is_announced() -> None:
    seen = view(turn=59, factories=[factory(1, "A", "a1", "D6", since=58)])
    assert sentences(report(seen), "Look out") == [
        "The next turn is the last: most deployed factories win, then most worth."
    ]


def test_sz_10_a_reign_that_is_about_to_win_is_told() -> None:
    seen = view(
        turn=20,
        board="syzygy",
        victory="relics",
        reigns={2: 6},
        factories=[factory(1, "A", "a1", "D6", since=19), factory(2, "A", "j10")],
        things=[Thing("relic", (4, 4), 2)],
    )
    assert sentences(report(seen), "Look out") == [
        "Blue (Bruno) has held most relics for 6 turns in a row: 8 win."
    ]
    assert table(report(seen), "How all stand").rows[1][-1] == "most relics for 6 turns"


def test_gu_9_what_appears_next_turn_is_announced_with_its_number_or_letter() -> None:
    seen = view(
        units=[
            unit(1, 7, "b2", "factory", "deploying"),
            unit(1, 8, "b3", "D2 M0", "deploying"),
        ],
        factories=[factory(1, "A", "a1", "D2 R3", since=1, repeat=True)],
    )
    assert sentences(report(seen), "First thing in turn 5") == [
        "Unit 8 is deployed at b3 as D2 M0.",
        "Unit 9 (D2 R3) appears at a1, made by factory A; it can have orders already.",
        "Factory B is deployed at b2; it can be told what to make.",
    ]
