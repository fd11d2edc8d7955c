"""The galaxy map and the course of the game: what they show, to whom, and how legibly."""

from __future__ import annotations

import gettext
from itertools import combinations
from math import dist

import pytest

from pbem.drawing.areas import border, is_inside
from pbem.drawing.svg import to_svg
from pbem.engine.i18n import speaking
from pbem.engine.scene import Group
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import Fleets
from pbem.rulesets.asylamba_mini.map import galaxy_map, signs
from pbem.rulesets.asylamba_mini.map.lanes import cell
from pbem.rulesets.asylamba_mini.map.signs import BANNERS
from tests.rulesets.asylamba_mini import table
from tests.rulesets.asylamba_mini.starmaps import (
    fields,
    flat,
    game,
    lines,
    plain,
    scene_of,
    texts,
    tipped_groups,
    words,
)


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
        letters = [signs.LETTERS[name] for name in sector.megastructures]
        assert shown == [str(sector.number), str(sector.garrison), *letters]


def test_sectors_have_their_factions_colour_and_capitals_a_brighter_one():
    view = game(None)
    for sector, field in zip(view.sectors, fields(scene_of(view)), strict=True):
        if sector.owner is None:
            assert field.style.fill == signs.REBELS[galaxy.zone(sector.number)]
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
            is_inside(point, cell(s)) for point in line.points
        )]  # fmt: skip
        assert passed == list(course.path)
        assert is_inside(line.points[0], cell(course.source))
        assert is_inside(line.points[-1], cell(course.target))
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
    (x0, y0), (x1, y1) = border(cell(9), cell(18))
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


def test_two_missions_that_look_alike_have_tips_of_their_own():
    def tips(seat):
        alike = [
            table.mission(1, path=(18, 9), fleets=Fleets(light=4), known=seat == 1),
            table.mission(2, path=(18, 9), fleets=Fleets(heavy=4), known=seat == 1),
        ]
        return [badge.tip for badge in badges(scene_of(table.view(seat=seat, missions=alike)))]

    first, second = tips(1)
    assert "4 light" in first and "4 heavy" in second
    assert "4 fleets" in tips(2)[0] and len(set(tips(2))) == 1


def test_sectors_and_missions_bear_the_references_that_menus_name():
    refs = {item.ref for item in scene_of(game(1)).items if item.ref}
    assert refs == {f"sector:{n}" for n in galaxy.SECTORS} | {f"mission:{n}" for n in range(1, 10)}


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


def test_the_drawing_is_made_once_for_all_seats():
    one, other = scene_of(game(1)), scene_of(game(2))
    assert one.items[-1] is other.items[-1]


def test_the_drawing_speaks_the_readers_language():
    class German(gettext.NullTranslations):
        def gettext(self, message):
            return message.replace("Rebels", "Rebellen")

        def info(self):
            return {"language": "de"}

    with speaking(German()):
        assert "Rebellen" in texts(scene_of(game(1)).items)
    assert "Rebels" in texts(scene_of(game(1)).items)
