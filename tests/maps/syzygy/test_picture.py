"""What a player sees of a map."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from pbem.drawing.palette import contrast
from pbem.drawing.png import to_png
from pbem.engine.scene import AnyShape, Group, Scene, Text
from pbem.maps.syzygy import ground
from pbem.maps.syzygy import picture as drawing
from pbem.maps.syzygy.picture import picture
from pbem.maps.syzygy.tables import FORESTS, TERRAINS
from tests.maps.syzygy.makes import made

EVERYTHING = ("City", "Lakes", "Dirt/Mud/Mangrove Maze", "Plains")


def all_shapes(items: tuple[AnyShape, ...]) -> Iterator[AnyShape]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from all_shapes(item.items)


def words(scene: Scene) -> list[str]:
    return [shape.text for shape in all_shapes(scene.items) if isinstance(shape, Text)]


def tips(scene: Scene) -> list[str]:
    return [shape.tip for shape in all_shapes(scene.items) if shape.tip]


def test_the_legend_names_what_is_there_and_counts_it() -> None:
    chart = made(48, 6, 3, EVERYTHING, antiquity=True)
    said = words(picture(chart))
    for number, biome in enumerate(EVERYTHING, start=1):
        assert f"{number} {biome}" in said
    assert {f"player {seat}" for seat in range(1, 7)} <= set(said)
    assert any(word.endswith(" relics") and word[0] == str(len(chart.relics)) for word in said)
    gold = sum(pile.kind == "gold" for pile in chart.resources)
    assert f"gold: {gold}" in said
    assert "horse scout: 1 each" in said
    assert "antiquity" in picture(chart).title


@pytest.mark.parametrize("size", [26, 48])
def test_every_thing_has_a_tip_that_names_it_and_its_square(size: int) -> None:
    chart = made(size, 4, 1, EVERYTHING)
    found = " / ".join(tips(picture(chart)))
    assert found.count("relic at ") == len(chart.relics)
    assert found.count("outpost at ") == sum(b.kind == "outpost" for b in chart.buildings)
    assert found.count("gold at ") == sum(p.kind == "gold" for p in chart.resources)
    assert found.count("player 4: ") == len({u.square for u in chart.units if u.seat == 4})


def test_unusual_units_have_letters_of_their_own_beside_their_players_marker() -> None:
    kinds = ("villager", "photon man", "bactrian camel", "horse scout")
    assert [drawing.unit_badge(kind) for kind in kinds] == ["", "P", "C", "H"]


def test_words_can_be_read_on_the_night() -> None:
    assert contrast(drawing.SOFT, ground.NIGHT) >= 4.5
    assert contrast(drawing.LIGHT, ground.NIGHT) >= 7
    # On space, too, in all its terrains.
    for terrain in ("water", "DLC_BLACK", "evil fog"):
        assert contrast(drawing.LIGHT, ground.of_space(terrain)) >= 4.5


def test_woods_are_darker_than_any_ground_that_can_be_walked_on() -> None:
    def brightness(colour: str) -> float:
        return contrast(colour, "#000000")

    darkest = min(
        brightness(terrain.colour)
        for name, terrain in TERRAINS.items()
        if name not in ("water", "DLC_BLACK", "evil fog")
    )
    assert all(brightness(ground.under_trees(name)) < darkest for name in FORESTS)


def test_fog_of_a_planet_is_told_from_that_of_space_which_nobody_enters() -> None:
    for terrain in ("DLC_BLACK", "evil fog"):
        land, space = ground.of_land(terrain, 2), ground.of_space(terrain)
        assert contrast(land, "#ffffff") < contrast(space, "#ffffff")
    assert contrast(ground.of_land("evil fog", 2), ground.of_space("evil fog")) > 1.6


def test_the_legend_tells_what_nobody_enters_apart_and_how_high_the_land_is() -> None:
    chart = made(48, 4, 3, ("Radioactive", "Snow", "Desert", "Plains"))
    said = words(picture(chart))
    ground, barriers, height = map(said.index, ("Ground", "Nobody can enter", "Height"))
    assert ground < barriers < height
    assert "deep space" in said[barriers:height] and "grass" in said[ground:barriers]
    highest = max(int(one) for row in chart.elevation for one in row)
    assert f"height {highest}" in said[height:]


@pytest.mark.parametrize(("size", "players"), [(26, 4), (32, 6), (120, 8)])
def test_a_picture_is_small_enough_for_mail_and_large_enough_to_plan_on(
    size: int, players: int
) -> None:
    scene = picture(made(size, players, 7))
    data = to_png(scene)
    with Image.open(BytesIO(data)) as image:
        assert image.width >= 1400 and image.height >= 1100
    assert len(data) < 400_000
    assert len(list(all_shapes(scene.items))) < 4_000


def test_equal_maps_make_equal_pictures() -> None:
    assert picture(made(26, 4, 5)) == picture(made(26, 4, 5))
