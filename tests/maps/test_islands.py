"""The plain board: land, sea and homes (GU-5)."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.png import to_png
from pbem.engine.codec import canonical, from_json
from pbem.maps.board import LAND, SEA, Board, distance
from pbem.maps.errors import MapError
from pbem.maps.fairness import NEAR, Worth, evenness, worths
from pbem.maps.grid import grid, pieces
from pbem.maps.islands import Islands, Options, chance_of, default_size, make_islands
from pbem.maps.paths import reach
from pbem.maps.picture import board_picture
from tests.soaking import examples, soak

options = st.builds(
    Options,
    width=st.integers(8, 24),
    height=st.integers(8, 24),
    players=st.integers(2, 8),
    sea=st.integers(0, 60),
)


def is_one_piece(board: Board) -> bool:
    field = grid(board.width, board.height)
    return len(pieces(map(field.tile, board.squares(LAND)), field)) == 1


@examples(8, soak=250)
@given(options, st.integers(0, 10**6))
def test_gu5_land_is_one_orthogonal_mass_with_exactly_the_share_of_sea(
    asked: Options, seed: int
) -> None:
    board = make_islands(asked, chance_of(seed)).board
    assert (board.width, board.height) == (asked.width, asked.height)
    assert is_one_piece(board)
    wanted = asked.width * asked.height * asked.sea
    assert abs(100 * len(list(board.squares(SEA))) - wanted) <= 50


@examples(8, soak=250)
@given(options, st.integers(0, 10**6))
def test_gu5_every_seat_has_a_home_zone_of_its_own_as_large_as_the_others(
    asked: Options, seed: int
) -> None:
    made = make_islands(asked, chance_of(seed))
    assert [home.seat for home in made.homes] == list(range(1, asked.players + 1))
    zones = [set(home.zone) for home in made.homes]
    assert len({len(zone) for zone in zones}) == 1 and zones[0]
    assert sum(map(len, zones)) == len(set().union(*zones))
    for home in made.homes:
        assert home.zone[0] == home.square
        assert all(made.board.is_land(square) for square in home.zone)


@examples(6, soak=150)
@given(options, st.integers(0, 10**6))
def test_gu5_what_a_home_is_worth_is_counted_on_the_board(asked: Options, seed: int) -> None:
    made = make_islands(asked, chance_of(seed))
    for home in made.homes:
        rivals = [other.square for other in made.homes if other is not home]
        assert home.worth.land == len(reach(made.board, home.square, 14))
        assert home.worth.rival == min(distance(home.square, rival) for rival in rivals)
    assert made.evenness == evenness({home.seat: home.worth for home in made.homes})


@pytest.mark.parametrize("seeds", [3, soak(80)])
@pytest.mark.parametrize(
    ("players", "size", "least"), [(2, (8, 8), 90), (4, (12, 10), 80), (6, (16, 12), 70),
                                   (8, (16, 16), 60)]
)  # fmt: skip
def test_gu5_homes_are_of_comparable_worth(
    players: int, size: tuple[int, int], least: int, seeds: int
) -> None:
    assert default_size(players) == default_size(players - (players > 2)) == size
    asked = Options(width=size[0], height=size[1], players=players)
    made = [make_islands(asked, chance_of(seed)) for seed in range(seeds)]
    assert min(one.evenness for one in made) >= least
    # Two factories a player find room, and rivals do not begin side by side.
    assert all(len(one.homes[0].zone) >= 6 for one in made)
    assert all(home.worth.rival >= 6 for one in made for home in one.homes)


def test_worth_adds_up_over_several_starts() -> None:
    board = Board(("....................",))
    found = worths(board, {1: [(0, 0), (1, 0)], 2: [(19, 0)]})
    assert found == {1: Worth(land=9, rival=38 + 36), 2: Worth(land=8, rival=36)}
    assert evenness(found) == min(100 * 8 // 9, 100 * 36 // 74)
    assert NEAR == 2 * 7


@pytest.mark.parametrize(
    ("change", "told"),
    [({"width": 7}, "8 to 48"), ({"height": 49}, "8 to 48"), ({"players": 1}, "2 to 8"),
     ({"players": 9}, "2 to 8"), ({"sea": 61}, "60 %"), ({"sea": -1}, "60 %")],
)  # fmt: skip
def test_boards_that_cannot_be_are_refused(change: dict[str, int], told: str) -> None:
    with pytest.raises(MapError, match=told):
        Options(**{"width": 8, "height": 8, "players": 2} | change)


GOLDEN = {
    (8, 8, 2): "6ea104e604371ac1",
    (16, 12, 4): "704b2b572d78f308",
    (48, 48, 8): "0d24e0ea89ed09f1",
}


@pytest.mark.parametrize(("width", "height", "players"), GOLDEN)
def test_the_same_seed_gives_the_same_bytes(width: int, height: int, players: int) -> None:
    asked = Options(width=width, height=height, players=players)
    data = canonical(make_islands(asked, chance_of(7)))
    assert hashlib.sha256(data).hexdigest()[:16] == GOLDEN[width, height, players]
    assert data != canonical(make_islands(asked, chance_of(8)))
    assert canonical(from_json(data, Islands)) == data


def test_a_board_is_drawn_with_its_homes_in_words_and_colour() -> None:
    made = make_islands(Options(width=16, height=12, players=4), chance_of(3))
    scene = board_picture(made)
    words = " ".join(msgspec.json.encode(scene).decode().split())
    assert "16 x 12" in words and "player 4 around" in words and f"{made.evenness} %" in words
    assert to_png(scene).startswith(b"\x89PNG")
