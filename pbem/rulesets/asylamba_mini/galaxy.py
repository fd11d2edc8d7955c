"""The 36 sectors, where they lie and which share a border (AM-1)."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from pbem.rulesets.asylamba_mini.figures import Zone
from pbem.rulesets.asylamba_mini.holdings import Sector


class Place(msgspec.Struct, frozen=True):
    """A sector on the map: ``polygon`` and ``label`` in the galaxy's units, y downwards."""

    id: Sector
    zone: Zone
    label: tuple[float, float]
    polygon: tuple[tuple[float, float], ...]
    adjacent: tuple[Sector, ...]


class _File(msgspec.Struct, frozen=True):
    size: tuple[int, int]
    sectors: tuple[Place, ...]


def _read() -> _File:
    data: Any = (files(__package__) / "data" / "galaxy.json").read_bytes()
    return msgspec.json.decode(data, type=_File)


_GALAXY = _read()
SIZE = _GALAXY.size
"""Width and height of the map in its own units."""

PLACES: dict[Sector, Place] = {place.id: place for place in _GALAXY.sectors}
SECTORS: tuple[Sector, ...] = tuple(sorted(PLACES))


def is_sector(number: int) -> bool:
    return number in PLACES


def zone(sector: Sector) -> Zone:
    return PLACES[sector].zone


def neighbours(sector: Sector) -> tuple[Sector, ...]:
    """The sectors that share a border with this one, in ascending order."""
    return PLACES[sector].adjacent


def sectors_in(wanted: Zone) -> tuple[Sector, ...]:
    """The sectors of a zone, in ascending order."""
    return tuple(sector for sector in SECTORS if PLACES[sector].zone == wanted)
