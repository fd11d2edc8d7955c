"""PA-1 to PA-3: the board, the pieces, the regions."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from pbem.engine.api import OptionsError
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.figures import KINDS, Counts, Galaxy, Settlement
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.options import Options
from tests.rulesets.parsec.situation import at, board, drawn, given, leader, parts

SEEDS = range(200)
SIZES = ((8, 8), (8, 26), (26, 8), (16, 11), (13, 13), (26, 26))


def secret(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def streams(galaxy: Galaxy) -> list[set[Square]]:
    """Connected uninhabitable systems."""
    left = {
        (x, y) for y, row in enumerate(galaxy.rows) for x, ground in enumerate(row) if ground == "M"
    }
    return parts(left)


# PA-1: the default board


def test_pa1_the_default_board_is_16_by_11():
    galaxy = drawn().galaxy
    assert (galaxy.width, galaxy.height) == (16, 11)
    assert (square_name((0, 0)), square_name((15, 10))) == ("a1", "p11")
    assert galaxy.leaders == galaxy.destroyed == ()


def test_pa1_ten_scientific_settlements_live_on_the_ten_artifacts():
    galaxy = drawn().galaxy
    artifacts = {one.square for one in galaxy.artifacts}
    assert len(artifacts) == 10
    assert galaxy.settlements == tuple(Settlement(s, "science") for s in sorted(artifacts))
    assert all(Space(galaxy).is_inhabitable(square) for square in artifacts)


def test_pa1_border_is_a_mark_and_no_place():
    marked = [square_name(one.square) for one in drawn().galaxy.artifacts if one.border]
    assert sorted(marked) == ["b2", "b8", "o9", "p2"]


def test_pa1_the_ground_is_that_of_the_file():
    galaxy = drawn().galaxy
    assert galaxy.rows[3] == "MMMM.........MMM"
    # Artifacts lie on inhabitable ground.
    assert galaxy.rows[1] == "....M.......M..."


# PA-1: boards that are drawn


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_pa1_two_hundred_drawn_boards_keep_the_ruling(size):
    width, height = size
    for seed in SEEDS:
        galaxy = drawn(secret=secret(seed), board="random", width=width, height=height).galaxy
        assert (galaxy.width, galaxy.height) == size
        assert {len(row) for row in galaxy.rows} == {width}
        check_ground(galaxy)
        check_artifacts(galaxy)


def check_ground(galaxy: Galaxy) -> None:
    """15-25 % uninhabitable, in connected streams of at least two."""
    found = streams(galaxy)
    share = sum(map(len, found)) / (galaxy.width * galaxy.height)
    assert 0.15 <= share <= 0.25
    assert min(map(len, found)) >= 2


def check_artifacts(galaxy: Galaxy) -> None:
    """Ten, pairwise at least three steps apart; the four nearest a corner marked; all settled."""
    squares = [one.square for one in galaxy.artifacts]
    assert len(squares) == 10
    for number, (x, y) in enumerate(squares):
        assert all(abs(x - a) + abs(y - b) >= 3 for a, b in squares[:number])
        assert galaxy.rows[y][x] == "."
    assert galaxy.settlements == tuple(Settlement(s, "science") for s in sorted(squares))
    corners = [(x, y) for x in (0, galaxy.width - 1) for y in (0, galaxy.height - 1)]
    marked = {one.square for one in galaxy.artifacts if one.border}
    assert len(marked) == 4

    def to_corner(square: Square) -> int:
        return min(abs(square[0] - x) + abs(square[1] - y) for x, y in corners)

    others = set(squares) - marked
    assert max(map(to_corner, marked)) <= min(map(to_corner, others))


def test_pa1_drawn_boards_differ_and_come_again_from_the_same_secret():
    boards = [drawn(secret=secret(seed), board="random").galaxy for seed in (1, 2, 1)]
    assert boards[0] == boards[2] != boards[1]
    assert (boards[0].width, boards[0].height) == (16, 11)


@pytest.mark.parametrize(
    "options", [{"width": 7}, {"height": 27}, {"width": 0}, {"width": -8}, {"height": 7}]
)
def test_pa1_drawn_boards_are_from_8_to_26_wide_and_high(options):
    with pytest.raises(OptionsError, match="from 8 to 26"):
        Options(board="random", **options)
    with pytest.raises(OptionsError, match="leave it out"):
        Options(**options)


# PA-2


def test_pa2_each_player_has_two_weapons_and_six_ships_drawn_from_the_pool():
    for count in (2, 3, 4):
        state = drawn(count)
        hands = [person.holdings.hand for person in state.people]
        assert [person.weapons for person in state.people] == [2] * count
        assert [hand.total for hand in hands] == [6] * count
        whole = state.pool
        for hand in hands:
            whole = whole + hand
        assert whole == Counts(government=30, science=47, merchant=30, mining=36)
        assert whole.total == 143


def test_pa2_hands_are_drawn_at_random():
    hands = [drawn(secret=secret(seed)).people[0].holdings.hand for seed in range(50)]
    assert len(set(hands)) > 20
    # In fifty hands of six from 30, 47, 30 and 36 of 143 all kinds come up, scientists most.
    of = {kind: sum(hand.of(kind) for hand in hands) for kind in KINDS}
    assert min(of.values()) > 30
    assert max(of, key=lambda kind: of[kind]) == "science"


def test_pa2_everyone_starts_with_nothing_but_ships_and_seat_1_moves():
    state = drawn(4)
    for person in state.people:
        assert (person.holdings.resources, person.holdings.artifacts) == (Counts(), 0)
    assert (state.mover, state.played, state.turn) == (1, 0, 0)


def test_pa2_every_player_has_four_leaders_one_of_each_kind():
    """A leader that is on the board moves; it does not come a second time."""
    game = given(
        """
        .  s  .
        .  s  .
        .  s  .
        """
    )
    played = game.play({1: [leader("M", "a1"), leader("M", "c3")]})
    assert [(one.kind, one.square) for one in played.galaxy.leaders] == [("merchant", at("c3"))]


# PA-3


def names(drawing: str) -> list[list[str]]:
    """The regions of a board, each as its squares."""
    space = Space(board(drawing, spare=0))
    return [sorted(square_name(square) for square in region) for region in space.regions()]


def test_pa3_regions_hang_together_orthogonally():
    assert names(
        """
        s  m  .  g
        .  .  s  .
        r  .  s  M1
        """
    ) == [["a1", "b1"], ["d1"], ["c2", "c3", "d3"], ["a3"]]


def test_pa3_a_lone_system_is_a_region_with_or_without_leaders():
    assert names("s . g . r") == [["a1"], ["c1"], ["e1"]]


def test_pa3_leaders_link_systems_too():
    assert names("s M1 s . G2 R1") == [["a1", "b1", "c1"], ["e1", "f1"]]


def test_pa3_destroyed_and_dormant_systems_link_nothing():
    assert names("s x s .* s*") == [["a1"], ["c1"], ["e1"]]


def test_pa3_a_region_may_hold_leaders_of_several_players():
    space = Space(board("G1 s M2 s R3", spare=0))
    [region] = space.regions()
    assert [(one.seat, one.kind) for one in space.leaders_in(region)] == [
        (1, "government"),
        (2, "merchant"),
        (3, "mining"),
    ]


CELLS = st.sampled_from([".", ".", "#", "x", "s", "s", "m", "g", "r", "G1", "S2", ".*", "s*"])


@settings(max_examples=60, deadline=None)
@for_all(st.lists(st.lists(CELLS, min_size=6, max_size=6), min_size=1, max_size=6))
def test_pa3_regions_are_those_of_an_independent_flood_fill(rows):
    galaxy = board("\n".join(" ".join(row) for row in rows))
    space = Space(galaxy)
    occupied = [one.square for one in (*galaxy.settlements, *galaxy.leaders)]
    assert sorted(map(sorted, parts(occupied))) == sorted(map(sorted, space.regions()))
    for region in space.regions():
        assert all(space.region(square) == region for square in region)
