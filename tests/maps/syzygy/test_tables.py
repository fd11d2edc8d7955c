"""The data files say what the source's tables say."""

from __future__ import annotations

import pytest

from pbem.maps.syzygy.picture import SYMBOLS
from pbem.maps.syzygy.resources import listed
from pbem.maps.syzygy.tables import (
    BIOMES,
    FORESTS,
    RESOURCES,
    SPACE_RESOURCES,
    TERRAINS,
    Ground,
    ground_of,
    highest,
)

TABLE_5A = {
    "Barren": (55, (3,)),
    "Bogland/Mangrove": (0, (2,)),
    "City": (10, (3,)),
    "Cracked": (50, (3,)),
    "Desert": (30, (3,)),
    "Dirt": (100, (3, 5)),
    "Dirt 4": (10, (3,)),
    "Dirt/Mud/Mangrove Maze": (0, (2,)),
    "Farmland": (10, (3,)),
    "Heavy Snow": (100, (5,)),
    "Lakes": (25, (3,)),
    "Leaves": (15, (3,)),
    "Plains": (40, (3,)),
    "Radioactive": (55, (3,)),
    "Savannah": (30, (3,)),
    "Snow": (15, (3,)),
}

TABLE_7B1 = {
    "Barren": "gold, stone",
    "Bogland/Mangrove": "herdables, huntables, lurables, berries, gold/oysters, stone, shore fish",
    "City": "berries, herdables, lurables, huntables, gold, stone",
    "Cracked": "gold, stone",
    "Cracked (alien)": "gold, forage, baobab stragglers, oysters",
    "Desert": "huntables, lurables, gold, stone",
    "Dirt": "huntables, lurables, gold, stone, berries",
    "Dirt 4": "stone, huntables, lurables, gold",
    "Dirt/Mud/Mangrove Maze": (
        "herdables, gold/oysters, berries, lurables, huntables, stone, shore fish"
    ),
    "Farmland": "berries, herdables, gold, stone",
    "Heavy Snow": "herdables, huntables, gold, stone, berries",
    "Lakes": "fish, herdables, huntables, lurables, berries, gold, stone",
    "Leaves": "herdables, huntables, gold, berries",
    "Plains": "gold, stone, buffalo",
    "Radioactive": "gold, stone",
    "Savannah": "huntables, lurables, gold, stone",
    "Snow": "huntables, herdables, gold, berries, lurables",
}

FORESTS_6A = {
    "Barren": 0, "Bogland/Mangrove": 1, "City": 1, "Cracked": 0, "Cracked (alien)": 1, "Desert": 1,
    "Dirt": 1, "Dirt 4": 1, "Dirt/Mud/Mangrove Maze": 1, "Farmland": 1, "Heavy Snow": 1,
    "Lakes": 1, "Leaves": 10, "Plains": 0, "Radioactive": 0, "Savannah": 1, "Snow": 3,
}  # fmt: skip
"""How many types of forest each biome lists."""


def grounds() -> dict[str, Ground]:
    return {
        f"{biome.name} (alien)" if ground.alien else biome.name: ground
        for biome in BIOMES.values()
        for ground in biome.ground
    }


def test_4g_sixteen_biomes_in_their_order() -> None:
    assert [biome.number for biome in BIOMES.values()] == list(range(1, 17))
    assert list(BIOMES) == list(TABLE_5A)


def test_5a_chances_and_means() -> None:
    assert {b.name: (b.elevated, b.means) for b in BIOMES.values()} == TABLE_5A
    assert {mean: highest(mean) for mean in (2, 3, 5)} == {2: 2, 3: 4, 5: 8}


def test_6a_forests() -> None:
    assert {name: len(ground.forests) for name, ground in grounds().items()} == FORESTS_6A


def test_6a_every_terrain_and_tree_is_known_and_has_a_letter_of_its_own() -> None:
    for ground in grounds().values():
        named = {ground.base, *ground.fields, ground.barrier, ground.beside_forest, ground.lakes}
        named |= {terrain for mask in ground.masks for terrain in mask.terrains}
        assert named - {None} <= set(TERRAINS)
        assert set(ground.forests) <= set(FORESTS)
    for table in (TERRAINS, FORESTS):
        letters = [entry.letter for entry in table.values()]
        assert len(set(letters)) == len(letters)
        assert all(len(letter) == 1 and letter != "." for letter in letters)


def test_7b1_resources() -> None:
    found = {
        name: ", ".join(ground.resources).replace("gold_or_oysters", "gold/oysters")
        for name, ground in grounds().items()
    }
    assert found == TABLE_7B1


@pytest.mark.parametrize("antiquity", [False, True])
def test_sz4_oysters_are_for_antiquity_and_gold_stands_in_for_them(antiquity: bool) -> None:
    bogland = listed(ground_of("Bogland/Mangrove", False).resources, antiquity)
    assert ("oysters" in bogland, "gold" in bogland) == (antiquity, not antiquity)
    alien = listed(ground_of("Cracked", True).resources, antiquity)
    assert ("oysters" in alien, "gold" in alien) == (antiquity, True)


def test_every_resource_can_be_drawn_and_weighed() -> None:
    for ground in grounds().values():
        assert set(listed(ground.resources, True)) <= set(RESOURCES)
    kinds = {kind for name, entry in RESOURCES.items() for kind in entry.kinds or (name,)}
    assert kinds | set(SPACE_RESOURCES) | {"wood"} == set(SYMBOLS)
