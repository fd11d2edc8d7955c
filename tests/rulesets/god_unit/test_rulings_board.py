"""GU-5 and GU-6: squares, distances, and who may walk where."""

from __future__ import annotations

import pytest

from pbem.engine.api import OptionsError
from pbem.maps.board import LAND, distance
from pbem.maps.fairness import worths
from pbem.maps.paths import reach
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.plans import Fire, Walk, refusal
from pbem.rulesets.god_unit.options import Options
from tests.rulesets.god_unit.dice import first
from tests.rulesets.god_unit.notation import attack, move, square, squares, towards
from tests.rulesets.god_unit.situation import Game, drawn, new_game, open_land

# GU-5


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [
        ("a1", "a1", 0),
        ("a1", "b1", 1),
        ("a1", "b2", 1.5),
        ("a1", "c2", 2.5),
        ("a1", "c3", 3),
        ("a1", "d1", 3),
        ("d4", "a6", 4),
        ("a1", "h1", 7),
        ("a1", "g3", 7),
    ],
)
def test_gu5_distance_is_the_longer_side_and_half_the_shorter(one, other, away):
    assert distance(square(one), square(other)) == distance(square(other), square(one)) == 2 * away


@pytest.mark.parametrize(
    ("count", "size"),
    [
        (2, (8, 8)),
        (3, (12, 10)),
        (4, (12, 10)),
        (5, (16, 12)),
        (6, (16, 12)),
        (7, (16, 16)),
        (8, (16, 16)),
    ],
)
def test_gu5_the_size_goes_by_the_number_of_players_and_a_quarter_is_sea(count, size):
    made = drawn(count).board
    assert (made.width, made.height) == size
    land = len(list(made.squares(LAND)))
    assert land == size[0] * size[1] - round(size[0] * size[1] / 4)


def test_gu5_size_and_sea_are_options():
    made = drawn(3, width=20, height=9, sea=40).board
    assert (made.width, made.height) == (20, 9)
    assert len(list(made.squares(LAND))) == 180 - 72


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("count", [2, 5, 8])
def test_gu5_all_land_hangs_together_side_by_side(count, seed):
    made = drawn(count, secret=bytes([seed] * 32)).board
    land = set(made.squares(LAND))
    found = {min(land)}
    front = list(found)
    while front:
        x, y = front.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & land - found
        found |= near
        front += near
    assert found == land


@pytest.mark.parametrize("count", [2, 4, 7])
def test_gu5_every_seat_has_a_home_zone_and_its_worth_is_told(count):
    state = drawn(count)
    zones = [home.zone for home in state.homes]
    assert len({len(zone) for zone in zones}) == 1
    assert len({one for zone in zones for one in zone}) == sum(map(len, zones))
    assert all(state.board.is_land(one) for zone in zones for one in zone)
    middles = {seat: (zone[0],) for seat, zone in enumerate(zones, start=1)}
    told = {seat: (home.land, home.rival) for seat, home in enumerate(state.homes, start=1)}
    counted = worths(state.board, middles)
    assert told == {seat: (worth.land, worth.rival) for seat, worth in counted.items()}
    for home in state.homes:
        others = (other.zone[0] for other in state.homes if other is not home)
        assert home.rival == min(distance(home.zone[0], other) for other in others)


def test_gu5_an_option_out_of_its_bounds_is_refused_by_name():
    with pytest.raises(OptionsError, match=r"options\.width"):
        Options(width=7)
    with pytest.raises(OptionsError, match=r"options\.sea"):
        Options(sea=61)
    with pytest.raises(OptionsError, match=r"options\.victory"):
        Options(victory="relics")


# GU-6: where one may walk


def may_go(game: Game, name: str, to: str) -> bool:
    return refusal(game.field, game.unit(name), move(int(name.split()[1]), to).choice) is None


def goes_to(game: Game, name: str) -> set[str]:
    """Every square that a MOVE would take the unit to."""
    rows = [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)]
    return {one for one in rows if may_go(game, name, one)}


@pytest.mark.parametrize(
    ("levels", "found"),
    [
        ("M1", "c4 d3 d5 e4"),
        ("M2", "c3 c4 c5 d3 d5 e3 e4 e5"),
        ("M3", "b3 b4 b5 c2 c3 c4 c5 c6 d2 d3 d5 d6 e2 e3 e4 e5 e6 f3 f4 f5"),
    ],
)
def test_gu6_a_unit_walks_as_far_as_m_takes_it(levels, found):
    game = new_game(*open_land(7, 7)).with_unit(1, "d4", levels)
    assert goes_to(game, "Red 1") == set(found.split())


@pytest.mark.parametrize("walk", [3.5, 4.5, 7])
def test_gu6_on_open_land_a_unit_reaches_what_lies_within_its_distance(walk):
    level = {3.5: 4, 4.5: 5, 7: 6}[walk]
    game = new_game(*open_land(7, 7)).with_unit(1, "a1", f"M{level}")
    near = {s for s in game.state.board.squares(LAND) if distance((0, 0), s) <= 2 * walk}
    assert {square(one) for one in goes_to(game, "Red 1")} == near - {(0, 0)}


def test_gu6_sea_and_rock_bar_the_way():
    game = new_game(".~.", ".^.", "...").with_unit(1, "a1", "M4")
    assert goes_to(game, "Red 1") == {"a2", "a3", "b3"}
    assert may_go(game.with_unit(1, "a1", "M6"), "Red 2", "c1")


def test_gu6_a_diagonal_step_needs_both_flanks():
    one_side = new_game(".~", "..").with_unit(1, "a1", "M2")
    other_side = new_game("..", "~.").with_unit(1, "a1", "M2")
    both = new_game("..", "..").with_unit(1, "a1", "M2")
    assert not may_go(one_side, "Red 1", "b2")
    assert not may_go(other_side, "Red 1", "b2")
    assert may_go(both, "Red 1", "b2")


def test_gu6_a_long_way_round_must_be_walked_in_full():
    game = new_game("..", ".~").with_unit(1, "b1", "M2")
    declined = game.declined("Red 1", move(1, "a2"))
    assert (declined.why, declined.fields["have"]) == (errors.WAY_TOO_FAR, "1.5")
    assert may_go(game.with_unit(1, "b1", "M3"), "Red 2", "a2")


@pytest.mark.parametrize("flank", ["a2", "b1"])
def test_gu6_an_enemy_on_a_flank_bars_the_diagonal(flank):
    game = new_game(*open_land(2, 2)).with_unit(1, "a1", "M2").with_unit(2, flank)
    declined = game.declined("Red 1", move(1, "b2"))
    assert declined.why == errors.BLOCKED
    assert (declined.fields["square"], declined.fields["piece"]) == (flank, "1")


def test_gu6_enemies_block_the_square_that_they_stand_in():
    game = new_game("...").with_unit(1, "a1", "M3").with_unit(2, "b1")
    assert game.declined("Red 1", move(1, "b1")).why == errors.BLOCKED
    assert game.declined("Red 1", move(1, "c1")).why == errors.BLOCKED


def test_gu6_an_enemy_factory_blocks_as_a_unit_does():
    game = new_game("...").with_unit(1, "a1", "M3").with_factory(2, "b1")
    assert game.declined("Red 1", move(1, "c1")).why == errors.BLOCKED
    assert game.declined("Red 1", move(1, "c1")).fields["piece"] == "B"


def test_gu6_one_walks_round_enemies_where_that_is_short_enough():
    """Round b1: two diagonals are barred by their flank, four straight steps are 4 squares."""
    game = new_game("...", "...").with_unit(1, "a1", "M4").with_unit(2, "b1")
    assert game.declined("Red 1", move(1, "c1")).why == errors.BLOCKED
    faster = game.with_unit(1, "a1", "M5")
    assert faster.plan("Red 2", move(2, "c1")) == Walk(squares("a1 a2 b2 c2 c1"))


def test_gu6_own_units_and_factories_stack_and_pass():
    game = new_game("...").with_unit(1, "a1", "M3").with_unit(1, "b1").with_factory(1, "b1")
    assert game.play({1: [move(1, "c1")]}).way("Red 1") == ["a1", "b1", "c1"]
    stacked = game.play({1: [move(1, "b1")]})
    assert stacked.where("Red 1") == stacked.where("Red 2") == stacked.where("Red B") == "b1"


def test_gu6_own_pieces_are_no_bar_to_a_diagonal():
    game = new_game(*open_land(2, 2)).with_unit(1, "a1", "M2").with_unit(1, "b1")
    assert may_go(game.with_factory(1, "a2"), "Red 1", "b2")


def test_gu6_range_ignores_everything_between():
    game = new_game(".~^.").with_unit(1, "a1", "R4").with_unit(2, "d1")
    assert game.plan("Red 1", attack(1, "d1")) == Fire(squares("d1"))
    crowded = new_game("....").with_unit(1, "a1", "R4").with_unit(2, "d1").with_unit(2, "b1")
    assert crowded.plan("Red 1", attack(1, "d1")) == Fire(squares("d1"))


@pytest.mark.parametrize(
    ("levels", "hit", "missed"),
    [("R1", "b1", "b2"), ("R2", "b2", "c1"), ("R3", "c2", "c3"), ("R6", "g3", "h2")],
)
def test_gu6_range_is_measured_as_the_crow_flies(levels, hit, missed):
    game = new_game(*open_land(8, 3)).with_unit(1, "a1", levels)
    game = game.with_unit(2, hit).with_unit(2, missed)
    assert isinstance(game.plan("Red 1", attack(1, hit)), Fire)
    assert game.declined("Red 1", attack(1, missed)).why == errors.OUT_OF_RANGE


def test_gu6_nobody_leaves_the_board_or_walks_on_water():
    game = new_game("..", "~.").with_unit(1, "a1", "M6")
    assert game.declined("Red 1", move(1, "a2")).why == errors.NO_GROUND
    assert game.declined("Red 1", move(1, "z9")).why == errors.NO_GROUND


# GU-8: MOVE TOWARDS goes as far as it gets


@pytest.mark.parametrize(
    ("levels", "end"),
    [("M1", "b1"), ("M2", "b1"), ("M3", "c1"), ("M4", "d1"), ("M5", "e1"), ("M6", "f1")],
)
def test_gu8_towards_goes_as_far_as_it_gets_and_stops_at_its_goal(levels, end):
    played = new_game("......").with_unit(1, "a1", levels).play({1: [towards(1, "f1")]})
    assert played.where("Red 1") == end


def test_gu8_towards_goes_round_what_bars_the_way():
    game = new_game("....", "~~~.", "....").with_unit(1, "a1", "M3")
    played = game.play({1: [towards(1, "a3")]})
    assert played.way("Red 1") == ["a1", "b1", "c1"]
    assert played.play({1: [towards(1, "a3")]}).where("Red 1") == "d2"


def test_gu8_a_unit_of_m1_takes_a_slanting_way_in_straight_steps():
    """M1 is one square, a diagonal step one and a half (GU-3, GU-5)."""
    game = new_game(*open_land(3, 3)).with_unit(1, "a1")
    for _turn in range(4):
        game = game.play({1: [towards(1, "c3")]})
    assert game.where("Red 1") == "c3"


def test_gu8_towards_an_enemy_ends_beside_it():
    game = new_game("......").with_unit(1, "a1", "M6").with_unit(2, "d1")
    assert game.play({1: [towards(1, "d1")]}).where("Red 1") == "c1"


def test_gu8_towards_with_no_way_round_goes_up_to_who_bars_it():
    game = new_game("......").with_unit(1, "a1", "M6").with_unit(2, "d1")
    assert game.play({1: [towards(1, "f1")]}).where("Red 1") == "c1"


def test_gu8_towards_waits_where_not_a_step_can_be_made():
    game = new_game("...").with_unit(1, "a1").with_unit(2, "b1")
    assert game.play({1: [towards(1, "c1")]}).left(1) == {1: errors.BLOCKED}
    let = game.play({1: [towards(1, "c1")], 2: [move(1, "c1")]}, first(1, 2))
    assert let.where("Red 1") == "b1"


def test_gu8_towards_land_that_hangs_together_with_nothing_is_refused():
    game = new_game("..~.").with_unit(1, "a1")
    declined = game.declined("Red 1", towards(1, "d1"))
    assert (declined.why, declined.is_for_now) == (errors.NO_WAY, False)


def test_gu6_what_is_walked_is_what_can_be_reached():
    game = new_game("..~.", "..^.", "....", "~...").with_unit(1, "a1", "M4").with_unit(2, "c3")
    field = game.field
    walk = game.unit("Red 1").levels.walk
    found = set(reach(field.board, (0, 0), walk, field.enemy_squares(1))) - {(0, 0)}
    assert {square(one) for one in goes_to(game, "Red 1")} == found
