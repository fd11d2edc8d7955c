"""The source's tables, read once from ``data/``: terrains, forests, biomes, resources."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from pbem.engine.tables import read

T = TypeVar("T")

GOLD, WOOD, OYSTERS = "gold", "wood", "oysters"
GOLD_OR_OYSTERS = "gold_or_oysters"
SPACE_TERRAIN = "water"
SPACE_MASKS = ("DLC_BLACK", "evil fog")
"""Clause 6.B."""
INTERSECTION_TERRAIN = "rock"
"""Clause 6.C."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a table; a misspelt key is an error, not a missing figure."""


class Terrain(_Entry, frozen=True):
    """``letter`` stands for it in a finished map; ``colour`` is for pictures."""

    letter: str
    colour: str
    shallow: bool = False
    lake: bool = False


class Trees(_Entry, frozen=True):
    """A type of forest, likewise."""

    letter: str
    colour: str


class Mask(_Entry, frozen=True):
    """Terrains over the base: all of them, one, or one or none, with a chance in percent."""

    terrains: tuple[str, ...]
    take: Literal["all", "one", "one or none"] = "all"
    chance: int = 100


class Ground(_Entry, frozen=True):
    """A biome's terrain, forests (any of them) and possible resources.

    ``barrier`` lies along space, ``beside_forest`` next to trees, ``fields`` are a
    patchwork with the base, ``lakes`` what the planet's lakes are of. Trees are
    ``scattered``, or stand as in a ``maze``, or in woods.
    """

    base: str
    resources: tuple[str, ...]
    alien: bool = False
    masks: tuple[Mask, ...] = ()
    barrier: str | None = None
    beside_forest: str | None = None
    fields: tuple[str, ...] = ()
    lakes: str | None = None
    forests: tuple[str, ...] = ()
    scattered: bool = False
    maze: bool = False


class Biome(_Entry, frozen=True):
    """A row of tables 4.G and 5.A; ``elevated`` in percent, ``means`` one of which is drawn."""

    number: int
    name: str
    elevated: int
    means: tuple[int, ...]
    ground: tuple[Ground, ...]


class Resource(_Entry, frozen=True):
    """How much of a resource there is, and on what it stands; see ``data/resources.toml``."""

    per_mille: int
    group: int
    where: Literal["land", "lake", "shallows", "shore", "offshore"]
    kinds: tuple[str, ...] = ()
    antiquity: bool = False


class _Biomes(_Entry, frozen=True):
    biome: tuple[Biome, ...]


class _Resources(_Entry, frozen=True):
    planets: dict[str, Resource]
    space: dict[str, Resource]


_HERE = "pbem.maps.syzygy"
TERRAINS: dict[str, Terrain] = read(_HERE, "terrains.toml", dict[str, Terrain])
FORESTS: dict[str, Trees] = read(_HERE, "forests.toml", dict[str, Trees])
BIOMES: dict[str, Biome] = {
    biome.name: biome for biome in read(_HERE, "biomes.toml", _Biomes).biome
}
"""In the order of table 4.G."""
RESOURCES: dict[str, Resource] = read(_HERE, "resources.toml", _Resources).planets
SPACE_RESOURCES: dict[str, Resource] = read(_HERE, "resources.toml", _Resources).space

TERRAIN_OF: dict[str, str] = {terrain.letter: name for name, terrain in TERRAINS.items()}
FOREST_OF: dict[str, str] = {trees.letter: name for name, trees in FORESTS.items()}
"""The names that letters stand for."""


def ground_of(biome: str, alien: bool) -> Ground:
    """The biome's ground; only Cracked has an alien one."""
    return next(ground for ground in BIOMES[biome].ground if ground.alien == alien)


def highest(ceiling: int) -> int:
    """How high land may rise where its mean may be `ceiling`: 4, or 8 for 5 (SZ-3)."""
    return {2: 2, 3: 4, 5: 8}[ceiling]
