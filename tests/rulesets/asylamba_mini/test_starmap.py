"""The galaxy map and the course of the game: what they show, to whom, and how legibly."""

from __future__ import annotations

import gettext
from itertools import combinations, pairwise
from math import dist

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing import palette
from pbem.drawing.palette import contrast, mixed
from pbem.drawing.png import to_png
from pbem.drawing.svg import to_svg
from pbem.engine.i18n import speaking
from pbem.engine.scene import Circle, Group, Polygon, Polyline, Scene, Text
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.chart import history_chart
from pbem.rulesets.asylamba_mini.figures import FACTIONS, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import Facilities, Fleets, Inside
from pbem.rulesets.asylamba_mini.telling import colours
from pbem.rulesets.asylamba_mini.telling.colours import BANNERS
from pbem.rulesets.asylamba_mini.telling.starmap import galaxy_map, geometry, icons, lanes
from pbem.rulesets.asylamba_mini.view import Standing
from tests.drawing.test_palette import SIGHT, seen
from tests.rulesets.asylamba_mini import table

MAIL_WIDTH = 608
"""Pixels that a mail has for a picture."""
OWNERS = {19: 1, 20: 1, 9: 1, 22: 2, 10: 2, 32: 4, 14: 4, 28: 3, 29: 3, 2: 2}
"""Who owns what beside the capitals in the game of these tests."""
SECRET = Inside(Facilities(refinery=3, hub=1), Fleets(light=2, heavy=5), resources=8)
STANDINGS = tuple(Standing(points, 3, 30) for points in (5, 6, 3, 3))
ROUTES = (
    (1, "conquer", (9, 2)),
    (1, "colonise", (18, 9, 8, 7)),
    (1, "reinforce", (18, 9)),
    (2, "conquer", (10, 2, 9)),
    (2, "colonise", (22, 23)),
    (3, "colonise", (28, 12, 4, 1)),
    (3, "return", (4, 12, 28)),
    (4, "colonise", (14, 6, 1)),
    (4, "reinforce", (32, 33)),
)


def game(seat, **changes):
    """The same game as another seat sees it; None: a spectator."""
    mine = [number for number, owner in OWNERS.items() if owner == seat]
    missions = [
        table.mission(
            i, owner=owner, kind=kind, path=path, launched=7, arrives=8 + len(path) // 2,
            fleets=Fleets(light=3 * i, medium=1), known=owner == seat,
        )
        for i, (owner, kind, path) in enumerate(ROUTES, start=1)
    ]  # fmt: skip
    given = {
        "seat": seat,
        "turn": 8,
        "own": dict.fromkeys(mine, SECRET),
        "foreign": {number: owner for number, owner in OWNERS.items() if owner != seat},
        "garrisons": {number: 7 for number, owner in OWNERS.items() if owner != seat},
        "bonuses": dict.fromkeys(mine, "university"),
        "built": {"Space Elevator": 18, "Ringworld": 21, "Dyson Sphere": 18},
        "missions": missions,
        "history": [STANDINGS] * 9,
    }
    return table.view(**{**given, **changes})


def scene_of(view) -> Scene:
    return galaxy_map(view).scene


def plain(shape):
    """A shape or scene without its tips."""
    if isinstance(shape, Scene | Group):
        shape = msgspec.structs.replace(shape, items=tuple(map(plain, shape.items)))
    return shape if isinstance(shape, Scene) else msgspec.structs.replace(shape, tip=None)


def flat(items, shift=(0.0, 0.0)):
    """All shapes and where their group stands."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, (shift[0] + item.move[0], shift[1] + item.move[1]))
        else:
            yield item, shift


def texts(items) -> list[str]:
    return [shape.text for shape, _at in flat(items) if isinstance(shape, Text)]


def fields(scene) -> list[Polygon]:
    """The sectors, in ascending order."""
    return [item for item in scene.items if isinstance(item, Polygon) and item.tip]


def tipped_groups(scene) -> list[Group]:
    return [item for item in scene.items if isinstance(item, Group) and item.tip]


def words(scene, number) -> Group:
    """What is written in a sector."""
    at = geometry.label(number)
    return next(g for g in tipped_groups(scene) if g.move == at)


def lines(scene) -> list[Polyline]:
    """The ways of missions, in the order of the view."""
    groups = [g for g in tipped_groups(scene) if any(isinstance(i, Polyline) for i in g.items)]
    return [group.items[-1] for group in groups]


def badges(scene) -> list[Group]:
    return tipped_groups(scene)[-len(lines(scene)) :]


def frame(scene, group):
    """Left, top, right and bottom of a group's first rectangle."""
    rect, (x, y) = next((s, at) for s, at in flat((group,)) if hasattr(s, "corner"))
    left, top = rect.corner[0] + x, rect.corner[1] + y
    return left, top, left + rect.size[0], top + rect.size[1]


def overlap(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_every_sector_shows_its_number_and_its_garrison():
    view = game(1)
    scene = scene_of(view)
    for sector in view.sectors:
        shown = texts((words(scene, sector.number),))
        letters = [icons.LETTERS[name] for name in sector.megastructures]
        assert shown == [str(sector.number), str(sector.garrison), *letters]


def test_sectors_have_their_factions_colour_and_capitals_a_brighter_one():
    view = game(None)
    for sector, field in zip(view.sectors, fields(scene_of(view)), strict=True):
        if sector.owner is None:
            assert field.style.fill == colours.REBELS[galaxy.zone(sector.number)]
            continue
        faction = view.faction(sector.owner)
        banner = BANNERS[faction.name]
        is_capital = sector.number == faction.capital
        assert field.style.fill == (banner.capital if is_capital else banner.field)


def test_a_fallen_factions_capital_is_no_longer_a_bright_one():
    view = table.view(seat=1, players=4, fallen=(3,), foreign={27: 2})
    scene = scene_of(view)
    assert fields(scene)[26].style.fill == BANNERS["Cardan"].field
    crown = next(s for s, _at in flat((words(scene, 27),)) if hasattr(s, "data"))
    assert crown.style.fill is None
    assert "fallen" in texts(scene.items)
    assert "Kovahk: fallen" in galaxy_map(view).alt


def test_a_missions_line_follows_its_path():
    view = game(1)
    for mission, line in zip(view.missions, lines(scene_of(view)), strict=True):
        course = mission.course
        passed = [s for s in course.path if any(
            geometry.is_inside(point, geometry.polygon(s)) for point in line.points
        )]  # fmt: skip
        assert passed == list(course.path)
        assert geometry.is_inside(line.points[0], geometry.polygon(course.source))
        assert geometry.is_inside(line.points[-1], geometry.polygon(course.target))
        assert line.arrow
        assert line.style.stroke == BANNERS[view.faction(course.owner).name].bright


def test_a_badge_tells_how_many_fleets_and_in_how_many_turns():
    view = game(1)
    for mission, badge in zip(view.missions, badges(scene_of(view)), strict=True):
        course = mission.course
        assert texts((badge,)) == [str(course.count), f"▸{course.arrives - view.turn}"]


def test_missions_over_the_same_border_cross_it_in_lanes_of_their_own():
    missions = [
        table.mission(1, path=(18, 9)),
        table.mission(2, path=(18, 9, 8)),
        table.mission(3, owner=2, path=(8, 9, 18)),
    ]
    view = table.view(missions=missions)
    drawn = [set(line.points) for line in lines(scene_of(view))]
    (x0, y0), (x1, y1) = geometry.border(9, 18)
    run = dist((x0, y0), (x1, y1))

    def from_border(point):
        return abs((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) / run

    crossings = [min(points, key=from_border) for points in drawn]
    assert all(dist(a, b) > 7 for a, b in combinations(crossings, 2))


def test_badges_cover_neither_words_nor_each_other():
    scene = scene_of(game(1))
    pills = [frame(scene, words(scene, number)) for number in galaxy.SECTORS]
    boxes = [frame(scene, badge) for badge in badges(scene)]
    assert not any(overlap(box, pill) for box in boxes for pill in pills)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


def test_words_lie_above_the_lines_of_missions():
    scene = scene_of(game(1))
    groups = tipped_groups(scene)
    last_line = max(i for i, group in enumerate(groups) if group.items[-1] in lines(scene))
    first_words = min(groups.index(words(scene, number)) for number in galaxy.SECTORS)
    assert last_line < first_words


def test_the_visible_picture_is_the_same_for_all_seats_and_for_spectators():
    pictures = [galaxy_map(game(seat)) for seat in (1, 2, 3, 4, None)]
    assert len({to_svg(plain(picture.scene)) for picture in pictures}) == 1
    assert len({picture.alt for picture in pictures}) == 1


@pytest.mark.parametrize("seat", [1, 2, 3, 4, None])
def test_the_tips_tell_secrets_to_their_owner_only(seat):
    """AM-27: types, facilities, resources and bonuses are their owner's."""
    view = game(seat)
    for sector, field in zip(view.sectors, fields(scene_of(view)), strict=True):
        told = any(word in field.tip for word in ("refinery", "university", "light", "0 R"))
        assert told == (seat is not None and sector.owner == seat)
    for mission, badge in zip(view.missions, badges(scene_of(view)), strict=True):
        assert ("light" in badge.tip) == (mission.course.owner == seat)


def test_an_own_sectors_tip_tells_all_of_it():
    tip = fields(scene_of(game(1)))[18].tip
    assert tip == (
        "Sector 19, peripheral, 1 point · Empire (Anna): 7 fleets · bonus: university · "
        "5 heavy, 2 light · refinery 3, commercial hub 1 · 8 R · builds 3 light each turn"
    )


def test_a_tip_counts_the_points_that_its_reader_knows_of():
    bonuses = {19: "governor"}
    own = fields(scene_of(game(1, bonuses=bonuses)))[18].tip
    assert own.startswith("Sector 19, peripheral, 2 points")
    other = fields(scene_of(game(2)))[18].tip
    assert other.startswith("Sector 19, peripheral, 1 point ·")


def test_tips_of_public_things_tell_what_everyone_knows():
    scene = scene_of(game(3))
    assert fields(scene)[0].tip == "Sector 1, centre, 3 points · rebels: 45 fleets"
    assert fields(scene)[17].tip == (
        "Sector 18, peripheral, 4 points · Empire (Anna): 4 fleets · "
        "capital of Empire (Anna) · Space Elevator · Dyson Sphere"
    )
    assert badges(scene)[1].tip == (
        "Empire (Anna), colonisation: 7 fleets, 18-9-8-7, there in turn 10 (2 turns)"
    )
    assert badges(scene)[6].tip == (
        "Kovahk (Carla), return: 1 medium, 21 light, 4-12-28, there in turn 9 (1 turn)"
    )


def test_the_legend_names_factions_players_points_and_what_is_built():
    shown = texts(scene_of(game(2)).items)
    for faction, player, points in (("Empire", "Anna", 5), ("Cardan", "Bruno", 6)):
        assert {faction, player, f"{points} points"} <= set(shown)
    assert {"colonisation", "conquest", "reinforcement", "return", "Rebels"} <= set(shown)
    assert "Dyson Sphere" in shown and "Planet Gaia" not in shown


def test_the_alternative_text_states_the_facts_in_few_words():
    alt = galaxy_map(game(1)).alt
    assert alt.startswith("The galaxy after turn 8. Empire: capital 18, 3 sectors, 5 points.")
    assert alt.endswith("Rebels: 22 sectors. Missions under way: 9.")
    crowd = table.view(seat=None, players=7)
    assert len(galaxy_map(crowd).alt) < 400


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


def test_the_drawing_is_made_once_for_all_seats():
    one, other = scene_of(game(1)), scene_of(game(2))
    assert one.items[-1] is other.items[-1]


def test_the_drawing_speaks_the_readers_language():
    class German(gettext.NullTranslations):
        def gettext(self, message):
            return message.replace("Rebels", "Rebellen")

    with speaking(German()):
        assert "Rebellen" in texts(scene_of(game(1)).items)
    assert "Rebels" in texts(scene_of(game(1)).items)


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


def test_every_faction_has_an_emblem_of_its_own():
    assert list(BANNERS) == list(FACTIONS)
    assert len({banner.emblem for banner in BANNERS.values()}) == len(BANNERS)


@pytest.mark.parametrize("banner", BANNERS.values(), ids=BANNERS.keys())
def test_colours_stand_out_and_words_upon_them_are_legible(banner):
    """WCAG 2.2: 3:1 for signs, 4.5:1 for words."""
    assert contrast(banner.bright, colours.SPACE) >= 3
    assert contrast(banner.bright, colours.DARK) >= 3
    assert contrast(banner.strong, palette.GROUND) >= 3
    assert contrast(colours.LIGHT, banner.field) >= 4.5
    assert contrast(banner.ink, banner.capital) >= 4.5
    assert contrast(banner.capital, banner.field) >= 1.4


@pytest.mark.parametrize("ground", [colours.SPACE, colours.DARK, *colours.REBELS.values()])
def test_words_are_legible_on_space_and_on_rebel_sectors(ground):
    assert contrast(colours.LIGHT, ground) >= 4.5
    assert contrast(colours.SOFT, ground) >= 4.5


def test_letters_of_megastructures_are_legible_and_all_different():
    assert contrast(colours.DARK, colours.GOLD) >= 4.5
    assert set(icons.LETTERS) == set(MEGASTRUCTURES)
    assert len(set(icons.LETTERS.values())) == len(MEGASTRUCTURES)


def area(loop) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*loop, loop[0]))) / 2


@given(st.frozensets(st.sampled_from(galaxy.SECTORS), min_size=1))
def test_a_territorys_outline_encloses_exactly_its_sectors(sectors):
    loops = geometry.outlines(sectors, 0.0)
    whole = sum(area(geometry.polygon(sector)) for sector in sectors)
    assert sum(map(area, loops)) == pytest.approx(whole, abs=1.0)
    inner = geometry.outlines(sectors, 2.0)
    assert sum(map(area, inner)) < whole


@given(
    st.lists(st.sampled_from(galaxy.SECTORS), min_size=2, max_size=5),
    st.integers(0, 6),
)
def test_lines_and_badges_stay_within_the_galaxy(stops, elapsed):
    path = tuple(_walk(stops))
    course = table.mission(1, path=path, launched=3, arrives=10).course
    boxes = {n: geometry.Box(geometry.label(n), (27.0, 24.0)) for n in galaxy.SECTORS}
    (line,) = lanes.lines((course,), boxes)
    (place,) = lanes.badges((course,), (line,), ((80.0, 20.0),), boxes.values(), 3 + elapsed)
    for x, y in (*line, place.at):
        assert 0 <= x <= geometry.WIDTH
        assert geometry.TOP - 8 <= y <= geometry.BOTTOM + 8


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


def history(turns):
    return [tuple(Standing(t + s, 1 + t, 4 * s) for s in (1, 2, 3, 4)) for t in range(turns)]


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
    assert "Empire: 1, 2, 3, 4, 5, 6" in picture.alt


def test_the_chart_is_made_once_for_all_seats_and_shows_no_aim_before_the_first_turn():
    one, other = (history_chart(table.view(seat=seat, history=history(6))) for seat in (1, 2))
    assert one.scene is other.scene
    first = history_chart(table.view(turn=0, history=history(1)))
    assert "12 points win" not in texts(first.scene.items)
    assert any(isinstance(shape, Circle) for shape, _at in flat(first.scene.items))
