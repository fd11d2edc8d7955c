"""Reports: the welcome, the farewell and the end (GU-5, GU-7, GU-13, SZ-9)."""

from __future__ import annotations

import pytest

from pbem.engine.report import Paragraph
from pbem.rulesets.god_unit.figures import Name, is_valid, unit_name
from pbem.rulesets.god_unit.report.opening import SAMPLES
from pbem.rulesets.god_unit.view import Ending, Fallen, Standing, Wasted
from tests.rulesets.god_unit.reports import attacked, bound, report, roll
from tests.rulesets.god_unit.table import design, factory, square, unit, view
from tests.rulesets.reports import headings, section, sentences, table, told

# --- welcome


def test_the_welcome_names_the_colour_the_zone_and_what_is_wanted() -> None:
    answer = report(view(turn=0))
    assert answer.title == "Welcome"
    assert answer.headline == (
        "You are Red: choose squares for your 2 factories, and what they are to make."
    )
    assert headings(answer) == ["The game", "The starts", "Designs", "How to order", "The board"]
    assert sentences(answer, "The starts")[0].startswith(
        "You are Red and place 2 factories in your home zone, whose squares are a1, "
    )
    assert answer.template


def test_gu_7_the_examples_name_squares_of_the_own_home_zone() -> None:
    assert [
        line.partition(":")[0] for line in sentences(report(view(turn=0)), "How to order")[1:]
    ] == [
        "“PLACE a1 a2 b1”",
        "“PRODUCE A D2 R3 REPEAT”",
        "“MOVE 3 TO a1 ELSE MOVE TOWARDS e1”",
        "“ATTACK 4 AT a1, a2”",
        "“DEPLOY 5”",
    ]


def test_gu_5_the_welcome_tells_how_even_the_starts_are() -> None:
    starts = table(report(view(turn=0)), "The starts")
    assert bound("97 %") in starts.caption
    assert [row[0] for row in starts.rows] == ["Red (Ada)", "Blue (Bruno)"]
    assert starts.rows[0][2] == "13.5"
    assert starts.mark == (0,)


def test_gu_3_the_welcome_has_both_tables_of_levels() -> None:
    rows = table(report(view(turn=0)), "Designs").rows
    assert rows[3] == ("3", "4", "2.5")
    assert rows[6] == ("6", "32", "7")


def test_gu_1_the_welcome_shows_designs_with_their_cost() -> None:
    rows = table(report(view(turn=0)), "Designs", 1).rows
    assert ("D2 M2 R3", "5") in [row[:2] for row in rows]
    assert ("factory", "10") in [row[:2] for row in rows]
    assert all(is_valid(sample, 16) for sample in SAMPLES)


def test_gu_2_no_example_is_dearer_than_the_game_allows() -> None:
    answer = report(view(turn=0, max_cost=4))
    assert "A design takes 1 to 4 turns" in told(answer)
    assert all(int(row[1]) <= 4 or row[0] == "factory" for row in table(answer, "Designs", 1).rows)


def test_gu_14_the_welcome_tells_what_is_secret() -> None:
    assert "Secret are what factories make and everyone's orders." in told(report(view(turn=0)))


def test_gu_7_with_open_placement_any_land_may_be_chosen() -> None:
    answer = report(view(turn=0, placement="open"))
    assert sentences(answer, "The starts")[0] == "You are Red and place 2 factories on any land."


def test_sz_7_a_nomad_is_told_its_units_and_the_truce() -> None:
    seen = view(
        turn=0,
        board="syzygy",
        units=[unit(1, 1, "a1", "factory"), unit(1, 2, "b2", "A3 R3"), unit(2, 1, "j9", "factory")],
    )
    answer = report(seen)
    assert answer.headline == (
        "You are Red, with 2 units to begin with: turn 1 awaits your orders."
    )
    assert sentences(answer, "The starts")[0] == (
        "You are Red. Your units: 1 (factory, undeployed) at a1 and 2 (A3 R3) at b2."
    )
    assert "Nobody may attack before turn 4." in told(answer)
    assert "Your units in turn 1" in headings(answer)
    assert [line.partition(":")[0] for line in sentences(answer, "How to order")[1:]] == [
        "“DEPLOY 1”",
        "“PRODUCE A D2 R3 REPEAT”",
        "“MOVE 2 TO a2 ELSE MOVE TOWARDS j9”",
        "“ATTACK 2 NEAREST”",
    ]


def test_a_spectator_is_welcomed_without_a_word_on_ordering() -> None:
    answer = report(view(seat=None, turn=0))
    assert answer.headline == "The game begins: turn 1 awaits its orders."
    assert headings(answer) == ["The game", "The starts", "Designs", "The board"]
    assert answer.template == ()


# --- farewell


def test_gu_13_who_falls_is_told_by_whom_and_thanked() -> None:
    seen = view(
        turn=9,
        players=3,
        out={1: 9},
        factories=[factory(2, "A", "j9"), factory(3, "A", "j1")],
    )
    answer = report(
        seen,
        attacked(2, 4, "b2", "A3", [roll(Name(1, "A"), "a1", (5, 1), notation="factory")]),
        Fallen(seat=1),
    )
    assert answer.headline.startswith("Your last piece is gone and you are out of the game; ")
    first, _why, second, third = sentences(answer, "You are out of the game")
    assert first == "Blue (Bruno) took the last that you had."
    assert second == "You made no units and set up no factory. Thank you for playing."
    assert third == "You will go on receiving what everyone may see, until the end."
    assert answer.template == ()


@pytest.mark.parametrize(
    ("far", "notation", "dice", "why"),
    [
        # R3 reaches 2.5 squares, a1 to c2 is 2.5; the grunt at a1 reached 1
        (
            "c2",
            "A3 R3",
            (5, 1),
            "You lost to range: Blue 4 (A3 R3) struck over 2.5 squares; what you had at the end",
        ),
        ("b1", "A4", (5, 1), "You lost to strength: an attack on you won with 100"),
        ("b1", "grunt", (5, 1), "You lost to numbers: 1 attack came upon you, winning with 50"),
    ],
)
def test_a_fall_is_explained_by_range_strength_or_numbers(
    far: str, notation: str, dice: tuple[int, int], why: str
) -> None:
    seen = view(turn=9, players=3, out={1: 9}, factories=[factory(2, "A", "j9")])
    blow = attacked(2, 4, far, notation, [roll(unit_name(1, 7), "a1", dice)])
    answer = report(seen, blow, Fallen(seat=1))
    assert sentences(answer, "You are out of the game")[1].startswith(why)


def test_a_fall_long_after_the_last_factory_tells_when_that_was_lost() -> None:
    had, none = Standing(factories=1, units=3, cost=3), Standing(factories=0, units=1, cost=1)
    rows = [(had, had)] * 5 + [(none, had)] * 5  # the factory stood after turn 4, not after turn 5
    seen = view(turn=9, out={1: 9}, players=2, factories=[factory(2, "A", "j9")], history=rows)
    wasted = Wasted(unit=unit_name(1, 7), design=design("D2"), square=square("c4"))
    told = sentences(report(seen, wasted, Fallen(seat=1)), "You are out of the game")
    assert told[1] == "Your last factory was lost in turn 5: without one units waste away."


def test_gu_13_who_wastes_away_is_told_so() -> None:
    seen = view(turn=9, players=3, out={1: 9}, factories=[factory(2, "A", "j9")])
    wasted = Wasted(unit=unit_name(1, 7), design=design("D2"), square=square("c4"))
    answer = report(seen, wasted, Fallen(seat=1))
    assert sentences(answer, "You are out of the game")[0] == (
        "Your last unit was lost for want of a factory."
    )


def test_who_is_out_for_longer_gets_what_is_public_without_another_farewell() -> None:
    answer = report(view(turn=12, players=3, out={1: 9}, factories=[factory(2, "A", "j9")]))
    assert "You are out of the game" not in headings(answer)
    assert "What the others have" in headings(answer)
    assert answer.template == ()


# --- the end


def test_the_winner_is_told_as_such() -> None:
    seen = view(
        turn=9,
        factories=[factory(1, "A", "a1", "D2", since=8)],
        out={2: 9},
        ending=Ending((1,), "last"),
    )
    answer = report(seen)
    assert answer.title == "The end, after turn 9"
    assert answer.headline == "You have won: the board is yours."
    [sentence] = section(answer, "The end")
    assert sentence == Paragraph(
        "You have won: the board is yours. No one else has a unit or a factory left.", "good"
    )
    assert answer.template == ()
    assert "Your factories" not in headings(answer)


def test_others_learn_who_won_and_how_they_did() -> None:
    seen = view(
        turn=9, seat=2, factories=[factory(1, "A", "a1")], out={2: 7}, ending=Ending((1,), "last")
    )
    answer = report(seen)
    assert answer.headline == "Red (Ada) has won."
    assert sentences(answer, "The end")[1] == "You held out until turn 7. Thank you for playing."
    assert [row[-1] for row in table(answer, "Final standings").rows] == [
        "has won",
        "out since turn 7",
    ]


@pytest.mark.parametrize(
    ("ending", "cause"),
    [
        (Ending((2,), "turns", "factories"), "Most deployed factories decided: 2."),
        (
            Ending((2,), "turns", "cost"),
            "Level with others on 2 factories, the worth of the units decided: 3 turns of "
            "production.",
        ),
        (
            Ending((2,), "turns", "outposts"),
            "Level with others on factories and worth, the outposts decided.",
        ),
        (
            Ending((2, 3), "turns", "shared"),
            "All that counts is level: 2 factories, units worth 3 turns.",
        ),
        (
            Ending((2,), "relics"),
            "More than half of the relics were theirs for 8 turns in a row.",
        ),
        (Ending((), "nobody"), "The last units and factories of all fell in the same turn."),
    ],
)
def test_gu_13_the_end_tells_what_decided(ending: Ending, cause: str) -> None:
    seen = view(
        turn=60,
        players=3,
        units=[unit(2, 1, "j8", "D3")],
        factories=[factory(2, "A", "j9"), factory(2, "B", "j10")],
        ending=ending,
    )
    assert sentences(report(seen), "The end")[0].endswith(cause)


def test_gu_13_a_draw_of_all_is_told_as_one() -> None:
    seen = view(
        turn=9,
        out={1: 9, 2: 9},
        history=[(Standing(0, 0, 0),) * 2] * 10,
        ending=Ending((), "nobody"),
    )
    assert report(seen).headline == "Nobody is left: the game is a draw."
    assert [row[0] for row in table(report(seen), "Final standings").rows] == [
        "Red (Ada)",
        "Blue (Bruno)",
    ]


def test_winners_together_are_all_named() -> None:
    seen = view(turn=60, players=3, ending=Ending((1, 3), "turns", "shared"))
    assert report(seen).headline == "You have won, together with Green (Carla von Ems)."
    other = view(turn=60, seat=2, players=3, ending=Ending((1, 3), "turns", "shared"))
    assert report(other).headline == (
        "Red (Ada) and Green (Carla von Ems) have won together. You are in place 3 of 3 with no "
        "factory and no units."
    )
