"""The pictures of boards of every size can be read, in a mail and by all eyes."""

from __future__ import annotations

from itertools import combinations
from math import dist

import msgspec
import pytest

from pbem.drawing.grid import SIDE, WIDTH
from pbem.drawing.palette import contrast
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.scene import Text
from pbem.maps import picture as land
from pbem.maps.board import Board
from pbem.rulesets.god_unit.figures import BANNERS
from pbem.rulesets.god_unit.map import LARGEST, board_maps, colours, whole
from pbem.rulesets.god_unit.map.colours import banner_of
from tests.drawing.test_palette import SIGHT, Matrix, seen
from tests.rulesets.god_unit.boardmaps import card, crowd, flat, plain, scene_of, texts, tipped
from tests.rulesets.god_unit.table import unit, view

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""


LEAST_SIZE = 11


# Large boards -----------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "pictures"), [(8, 1), (16, 1), (20, 1), (22, 1)])
def test_boards_with_room_for_words_are_one_picture(size: int, pictures: int) -> None:
    assert len(board_maps(crowd(size, 2, 12))) == pictures


def test_a_large_board_is_an_overview_and_sheets_around_ones_own_pieces() -> None:
    units = [unit(1, 1, "e5"), unit(2, 1, "ar40"), unit(1, 2, "g6", "A3")]
    maps = board_maps(view(rows=("." * 48,) * 48, units=units))
    assert len(maps) == 2
    overview, sheet = maps
    assert "A3" not in texts(*overview.scene.items)
    assert texts(card(sheet.scene, "g6")) == ["2", "A3"]
    assert not [tip for tip in tipped(sheet.scene) if tip.startswith("ar40")]


def test_sheets_are_the_same_for_all_seats() -> None:
    """Who gets which differs, but each is rendered once."""
    shown = crowd(40, 4, 30)
    maps = [
        picture
        for seat in (1, 2, 3, 4, None)
        for picture in board_maps(msgspec.structs.replace(shown, seat=seat))
    ]
    drawn = {(picture.name, to_svg(plain(picture.scene))) for picture in maps}
    assert len(drawn) == len({name for name, _svg in drawn})
    assert all(len(board_maps(msgspec.structs.replace(shown, seat=s))) <= 5 for s in (1, None))


def test_a_sheet_has_words_of_its_own_for_who_cannot_see_it() -> None:
    units = [unit(1, 1, "e5"), unit(2, 1, "ar40")]
    sheet = board_maps(view(turn=3, rows=("." * 48,) * 48, units=units))[1]
    assert sheet.alt.startswith("Squares a1 to k11 after turn 3. Red: unit e5.")
    assert "ar40" not in sheet.alt


@pytest.mark.parametrize("size", [8, 13, 22, 23, 48, 120, 240])
def test_the_whole_board_fits_into_its_picture(size: int) -> None:
    frame = whole(Board(("." * size,) * size))
    assert frame.corner[0] >= SIDE and frame.right <= WIDTH - SIDE
    assert frame.tile <= LARGEST


def test_a_sheet_names_its_own_columns_and_rows() -> None:
    units = [unit(1, 1, "ae31"), unit(2, 1, "b2")]
    sheet = board_maps(view(rows=("." * 40,) * 40, units=units))[1]
    names = texts(*sheet.scene.items)
    assert "ae" in names and "31" in names and "b" not in names


def test_placing_on_a_large_board_one_gets_ones_own_home() -> None:
    """GU-7."""
    placing = view(turn=0, players=2, rows=("." * 40,) * 40, seat=2)
    assert len(board_maps(placing)) == 2
    assert "an40" in board_maps(placing)[1].name


# Legibility -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 12, 16, 20, 32, 48])
def test_every_word_is_large_enough_in_a_mail(size: int) -> None:
    for picture in board_maps(crowd(size, 4, 30)):
        shown = flat(picture.scene.items)
        least = min(shape.size for shape in shown if isinstance(shape, Text))
        assert least * MAIL_WIDTH / picture.scene.width >= LEAST_SIZE


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_the_colours_of_two_banners_differ_for_all_eyes(sight: Matrix) -> None:
    banners = [banner_of(seat) for seat in range(1, 9)]
    for column, least in (
        ([banner.colour for banner in banners], 0.095),
        ([banner.line.colour for banner in banners], 0.08),
    ):
        places = [seen(colour, sight) for colour in column]
        assert min(dist(a, b) for a, b in combinations(places, 2)) > least


def test_the_banners_differ_in_emblem_and_in_the_letter_of_their_name() -> None:
    assert len({banner_of(seat).emblem for seat in range(1, 9)}) == len(BANNERS)
    assert len({name[0] for name in BANNERS}) == len(BANNERS)


@pytest.mark.parametrize("seat", range(1, 9))
def test_words_on_pieces_are_legible(seat: int) -> None:
    banner = banner_of(seat)
    assert contrast(banner.ink, banner.colour) >= 4.5
    assert contrast(colours.INK, banner.body) >= 4.5
    assert contrast(colours.INK, banner.faded) >= 4.5
    assert contrast(colours.LIGHT, colours.INK) >= 4.5


@pytest.mark.parametrize("ground", [land.MEADOW, land.MEADOW_2, land.SHORE, land.SURF, land.BEACH])
def test_pieces_have_an_edge_that_stands_out_from_the_ground(ground: str) -> None:
    """So that White and Yellow do not drown in a meadow."""
    assert contrast(colours.INK, ground) >= 4.5


@pytest.mark.parametrize("ground", [land.MEADOW, land.MEADOW_2])
@pytest.mark.parametrize("seat", range(1, 9))
def test_lines_or_their_casing_stand_out_from_the_ground(seat: int, ground: str) -> None:
    banner = banner_of(seat)
    assert max(contrast(banner.colour, ground), contrast(banner.casing, ground)) >= 3.0


@pytest.mark.parametrize("ink", [colours.INK, colours.SOFT, colours.GONE])
def test_words_beside_the_board_are_legible(ink: str) -> None:
    assert contrast(ink, colours.PAPER) >= 4.5


def test_a_crowded_board_stays_a_small_scene_and_can_be_rendered() -> None:
    scene = scene_of(crowd(20, 6, 25))
    assert len(flat(scene.items)) < 2500
    assert len(to_svg(plain(scene))) < 400_000
    assert len(to_png(scene)) < 200_000


def test_pictures_have_names_of_their_own() -> None:
    names = [picture.name for picture in board_maps(crowd(48, 4, 40))]
    assert len(set(names)) == len(names) <= 5 and "".join(names).replace("-", "").isalnum()
