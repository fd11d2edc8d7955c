"""The board map: how legible it is, for every eye."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from pbem.drawing.grid import WIDTH
from pbem.drawing.palette import contrast
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.api import Seat
from pbem.engine.scene import Text
from pbem.rulesets.parsec.figures import KINDS
from pbem.rulesets.parsec.map import frame_of, signs
from pbem.rulesets.parsec.map.signs import ARTIFACT, DYES, player_dye
from pbem.rulesets.parsec.turn.setup import default_galaxy
from tests.drawing.test_palette import SIGHT, Matrix, seen
from tests.rulesets.parsec.pictures import LOG, SEATS, flat, game, plain, scene_of
from tests.rulesets.parsec.table import drawn, rules, state, view

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""
LEAST_WORDS = 11


# How legibly --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 16, 26])
def test_all_words_can_be_read_in_a_mail(size: int) -> None:
    row = " ".join(["s*", "G2"] + ["."] * (size - 2))
    scene = scene_of(view(row, players=2, log=LOG[1:2]))
    smallest = min(shape.size for shape in flat(*scene.items) if isinstance(shape, Text))
    assert smallest * 700 / scene.width >= LEAST_WORDS


@pytest.mark.parametrize("size", [8, 16, 26])
def test_a_phone_has_room_for_every_sign(size: int) -> None:
    rows = "\n".join([" ".join(["."] * size)] * size)
    frame = frame_of(view(rows).galaxy)
    assert frame.tile * 360 / WIDTH >= 12


def test_the_picture_is_a_small_one_that_any_viewer_can_draw() -> None:
    png = to_png(plain(scene_of(game())))
    assert png.startswith(b"\x89PNG") and len(png) < 200_000


def test_the_picture_has_few_shapes() -> None:
    full = view("\n".join([" ".join(["s*", "m", "g"] * 4)] * 11), players=2)
    assert to_svg(scene_of(full)).count("<") < 2500


BOARD_COLOURS = {
    **{kind: DYES[kind].fill for kind in KINDS},
    **{str(seat): player_dye(seat).fill for seat in SEATS},
    "artifact": ARTIFACT.fill,
}
CHART_COLOURS = (
    [DYES[kind].line.colour for kind in KINDS] + [ARTIFACT.line.colour],
    [player_dye(seat).line.colour for seat in SEATS],
)


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_any_two_colours_of_the_board_are_told_apart(sight: Matrix) -> None:
    places = [seen(colour, sight) for colour in BOARD_COLOURS.values()]
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 0.11


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
@pytest.mark.parametrize("column", CHART_COLOURS, ids=["resources", "players"])
def test_any_two_lines_of_a_chart_are_told_apart(column: list[str], sight: Matrix) -> None:
    places = [seen(colour, sight) for colour in column]
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 0.08


@pytest.mark.parametrize("kind", KINDS)
def test_signs_stand_out_from_settlements_and_settlements_from_the_ground(kind) -> None:  # type: ignore[no-untyped-def]
    """WCAG 2.2, 1.4.11: 3:1; the edge, not the filling, marks a dark plate off the dark."""
    dye = DYES[kind]
    assert contrast(dye.ink, dye.fill) >= 3
    for ground in (signs.SPACE, signs.NIGHT, signs.NEBULA):
        assert contrast(dye.edge, ground) >= 3


@pytest.mark.parametrize("seat", SEATS)
def test_numbers_are_legible_on_tokens_and_tokens_stand_out(seat: Seat) -> None:
    dye = player_dye(seat)
    assert contrast(dye.ink, dye.fill) >= 4.5
    for ground in (signs.SPACE, signs.NIGHT, signs.NEBULA):
        assert contrast(dye.fill, ground) >= 3


@pytest.mark.parametrize("ink", [signs.LIGHT, signs.SOFT])
def test_words_are_legible_on_space(ink: str) -> None:
    assert contrast(ink, signs.SPACE) >= 4.5


def test_players_are_lighter_than_settlements_for_who_sees_no_colour() -> None:
    tokens = [contrast(player_dye(seat).fill, "#000000") for seat in SEATS]
    plates = [contrast(dye.fill, "#000000") for dye in DYES.values()]
    assert min(tokens) > 1.1 * max(plates)


def test_the_view_of_a_real_game_is_drawn() -> None:
    ready = state(drawn(default_galaxy()), players=4)
    assert len(scene_of(rules.view(ready, 1)).items) > 20
