"""A finished Syzygy map: plain frozen data, equal bytes for equal maps."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.maps.grid import Square
from pbem.maps.syzygy.geometry import PLANETS

UnitKind = Literal["villager", "photon man", "bactrian camel", "horse scout"]
BuildingKind = Literal["outpost", "house"]
NO_FOREST = "."


class Planet(msgspec.Struct, frozen=True):
    """What a planet is: its biome, and the highest mean elevation that was drawn for it."""

    biome: str
    ceiling: int
    alien: bool = False

    @property
    def name(self) -> str:
        return f"{self.biome} (alien)" if self.alien else self.biome


class Pile(msgspec.Struct, frozen=True):
    """One tile of a resource: a mine, a bush, an animal, a shoal."""

    kind: str
    square: Square


class Unit(msgspec.Struct, frozen=True):
    """What a player begins with (7.A)."""

    kind: UnitKind
    seat: int
    square: Square


class Building(msgspec.Struct, frozen=True):
    """A house is its player's and stays so; an outpost is no one's and can be captured (7.C.2)."""

    kind: BuildingKind
    square: Square
    seat: int | None = None

    @property
    def convertible(self) -> bool:
        return self.kind == "outpost"


class SyzygyMap(msgspec.Struct, frozen=True):
    """A map of ``size`` by ``size`` tiles, turned clockwise by ``turned`` degrees.

    Rows run from the top, one character a tile. ``zones``: ``.`` space, ``1`` to ``4`` the
    planets, ``a`` to ``f`` their intersections. ``terrain`` and ``forest`` (``.`` none) are
    the letters that ``key`` explains, ``elevation`` digits. ``left_out`` names what found no
    room, as ``planet 1: fish``.
    """

    size: int
    players: int
    antiquity: bool
    turned: int
    planets: tuple[Planet, Planet, Planet, Planet]
    key: dict[str, dict[str, str]]
    zones: tuple[str, ...]
    terrain: tuple[str, ...]
    elevation: tuple[str, ...]
    forest: tuple[str, ...]
    units: tuple[Unit, ...]
    buildings: tuple[Building, ...]
    relics: tuple[Square, ...]
    resources: tuple[Pile, ...]
    left_out: tuple[str, ...] = ()

    def zone(self, square: Square) -> str:
        return self.zones[square[1]][square[0]]

    def planet(self, zone: str) -> Planet:
        """The planet of a zone ``1`` to ``4``."""
        return self.planets[PLANETS.index(zone)]
