"""What the map and the chart show can be read, and told apart by all eyes."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing import palette
from pbem.drawing.areas import outline
from pbem.drawing.grid import WIDTH
from pbem.drawing.labels import Box
from pbem.drawing.palette import contrast, mixed
from pbem.drawing.png import to_png
from pbem.engine.scene import Circle, Text
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.chart import history_chart
from pbem.rulesets.asylamba_mini.figures import FACTIONS, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.map import lanes, signs
from pbem.rulesets.asylamba_mini.map.lanes import FIELD, cell, label
from pbem.rulesets.asylamba_mini.map.signs import BANNERS
from tests.drawing.test_palette import SIGHT, seen
from tests.rulesets.asylamba_mini import table
from tests.rulesets.asylamba_mini.starmaps import (
    fields,
    flat,
    game,
    history,
    lines,
    plain,
    scene_of,
    texts,
)

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""


def test_a_game_that_begins_has_a_map_too():
    scene = scene_of(table.view(turn=0, players=7))
    assert scene.title == "The galaxy at the start"
    assert len(fields(scene)) == 36 and not lines(scene)


def test_all_words_can_be_read_in_a_mail():
    scene = scene_of(game(1))
    smallest = min(s.size for s, _at in flat(scene.items) if isinstance(s, Text))
    assert smallest * MAIL_WIDTH / scene.width >= 10.9


def test_the_picture_is_a_small_one_that_any_viewer_can_draw():
    png = to_png(plain(scene_of(game(1))))
    assert png.startswith(b"\x89PNG") and len(png) < 200_000


def test_long_names_end_within_the_picture():
    view = game(1)
    players = tuple(msgspec.structs.replace(p, name="Wilhelmine " * 20) for p in view.players)
    scene = scene_of(msgspec.structs.replace(view, players=players))
    assert not any("Wilhelmine " * 3 in text for text in texts(scene.items))


@pytest.mark.parametrize("column", ["bright", "strong"])
@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
def test_any_two_factions_colours_are_told_apart(column, sight):
    places = [seen(getattr(banner, column), sight) for banner in BANNERS.values()]
    nearest = min(dist(a, b) for a, b in combinations(places, 2))
    assert nearest > (0.08 if column == "bright" else 0.06)


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT.keys())
@pytest.mark.parametrize(
    ("bright", "dark"),
    [
        ("Aphera", "Neo-Humaniste"),
        ("Nerve", "Nouvelle-Nerve"),
        ("Negore", "Imperialistes"),
        ("Cardan", "Magoth"),
    ],
)
def test_sectors_of_a_bright_colour_are_told_from_those_of_the_same_in_dark(bright, dark, sight):
    one, other = (seen(BANNERS[name].field, sight) for name in (bright, dark))
    assert dist(one, other) > 0.12


def test_every_faction_has_an_emblem_of_its_own():
    assert list(BANNERS) == list(FACTIONS)
    assert len({banner.emblem for banner in BANNERS.values()}) == len(BANNERS)


@pytest.mark.parametrize("banner", BANNERS.values(), ids=BANNERS.keys())
def test_colours_stand_out_and_words_upon_them_are_legible(banner):
    """WCAG 2.2: 3:1 for signs, 4.5:1 for words."""
    assert contrast(banner.bright, signs.SPACE) >= 3
    assert contrast(banner.bright, signs.DARK) >= 3
    assert contrast(banner.strong, palette.GROUND) >= 3
    assert contrast(banner.words, banner.field) >= 4.5
    assert contrast(banner.ink, banner.capital) >= 4.5
    assert contrast(banner.capital, banner.field) >= 1.4


@pytest.mark.parametrize("ground", [signs.SPACE, signs.DARK, *signs.REBELS.values()])
def test_words_are_legible_on_space_and_on_rebel_sectors(ground):
    assert contrast(signs.LIGHT, ground) >= 4.5
    assert contrast(signs.SOFT, ground) >= 4.5


def test_letters_of_megastructures_are_legible_and_all_different():
    assert contrast(signs.DARK, signs.GOLD) >= 4.5
    assert set(signs.LETTERS) == set(MEGASTRUCTURES)
    assert len(set(signs.LETTERS.values())) == len(MEGASTRUCTURES)


def area(loop) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*loop, loop[0]))) / 2


@given(st.frozensets(st.sampled_from(galaxy.SECTORS), min_size=1))
def test_a_territorys_outline_encloses_exactly_its_sectors(sectors):
    cells = [cell(sector) for sector in sectors]
    loops = outline(cells)
    whole = sum(map(area, cells))
    assert sum(map(area, loops)) == pytest.approx(whole, abs=1.0)
    inner = outline(cells, 2.0)
    assert sum(map(area, inner)) < whole


@given(
    st.lists(st.sampled_from(galaxy.SECTORS), min_size=2, max_size=5),
    st.integers(0, 6),
)
def test_lines_and_badges_stay_within_the_galaxy(stops, elapsed):
    path = tuple(_walk(stops))
    course = table.mission(1, path=path, launched=3, arrives=10).course
    boxes = {n: Box(label(n), (27.0, 24.0)) for n in galaxy.SECTORS}
    (line,) = lanes.lines((course,), boxes)
    (spot,) = lanes.badges((course,), (line,), ((40.0, 10.0),), boxes.values(), 3 + elapsed)
    assert spot is not None
    for x, y in (*line, spot.at):
        assert 0 <= x <= WIDTH
        assert FIELD.corner[1] - 8 <= y <= FIELD.bottom + 8


def _walk(stops):
    """A path over shared borders that begins at the first stop; no sector twice in a row."""
    yield stops[0]
    here = stops[0]
    for stop in stops[1:]:
        near = galaxy.neighbours(here)
        here = near[stop % len(near)]
        yield here


def test_mixing_and_contrast_agree_with_their_definitions():
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert mixed("#ff0000", "#0000ff", 0.0) == "#0000ff"
    assert mixed("#ff0000", "#0000ff", 1.0) == "#ff0000"
    assert mixed("#ffffff", "#000000", 0.5) == "#808080"


def test_the_chart_names_factions_in_their_own_colours_and_draws_the_aim():
    view = table.view(turn=5, history=history(6))
    picture = history_chart(view)
    shown = texts(picture.scene.items)
    assert {"Victory points", "Sectors", "Fleets", "12 points win"} <= set(shown)
    assert {"Empire", "Cardan", "Kovahk", "Synelle"} <= set(shown)
    strokes = {shape.style.stroke for shape, _at in flat(picture.scene.items)}
    used = {BANNERS[faction.name].strong for faction in view.factions}
    assert used <= strokes
    assert not strokes & (set(palette.COLOURS) - used)
    assert "Empire: 1, 2, 3, 5, 6" in picture.alt


def test_the_chart_is_made_once_for_all_seats_and_shows_no_aim_before_the_first_turn():
    one, other = (history_chart(table.view(seat=seat, history=history(6))) for seat in (1, 2))
    assert one.scene is other.scene
    first = history_chart(table.view(turn=0, history=history(1)))
    assert "12 points win" not in texts(first.scene.items)
    assert any(isinstance(shape, Circle) for shape, _at in flat(first.scene.items))
