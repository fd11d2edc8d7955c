"""The 36 sectors, which of them share a border (AM-1), and the ways between them (AM-18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType

import msgspec

from pbem.engine.api import Seat
from pbem.engine.tables import read
from pbem.rulesets.asylamba_mini.figures import FACTIONS, GAME, Sector, Zone


class Place(msgspec.Struct, frozen=True):
    """A sector on the map: ``polygon`` and ``label`` in the galaxy's units, y downwards."""

    id: Sector
    zone: Zone
    label: tuple[float, float]
    polygon: tuple[tuple[float, float], ...]
    adjacent: tuple[Sector, ...]


class _Galaxy(msgspec.Struct, frozen=True):
    size: tuple[int, int]
    sectors: tuple[Place, ...]


_GALAXY = read(GAME, "galaxy.json", _Galaxy)
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


_COLUMNS = 3


def in_columns(beside: Callable[[Sector], str]) -> list[tuple[str, ...]]:
    """All sectors in rows of three, in ascending order from the top, each with what stands
    `beside` its number, and its neighbours: "13 r20: 5 6 30 31"."""
    cells = [f"{n:>2}{beside(n)}: {' '.join(map(str, neighbours(n)))}" for n in SECTORS]
    deep = len(cells) // _COLUMNS
    columns = [cells[n : n + deep] for n in range(0, len(cells), deep)]
    wide = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    return [tuple(map(str.ljust, row, wide)) for row in rows]


Owners = tuple[Seat | None, ...]
"""The owner of sector n at index n - 1; None for rebels."""

_KEPT = 4096


class Route(msgspec.Struct, frozen=True):
    """A path from source to target, both included; ``halves`` is its time in half turns."""

    path: tuple[Sector, ...]
    halves: int

    @property
    def turns(self) -> int:
        """The duration: total time rounded up to whole turns."""
        return (self.halves + 1) // 2


@lru_cache(maxsize=_KEPT)
def routes(owners: Owners, mover: Seat, faction: str, source: Sector) -> Mapping[Sector, Route]:
    """The best route of `mover`, who leads that faction, from `source` to every other sector that
    it can reach.

    Least time, then fewest steps, then the lowest sector numbers. A step within the mover's
    own sectors takes half a turn, every step of a swift faction too, any other a whole
    one. No step leads from one enemy sector to another.
    """
    swift, found = FACTIONS[faction].swift, dict[Sector, Route]()
    waiting: list[tuple[int, int, tuple[Sector, ...]]] = [(0, 0, (source,))]
    while waiting:
        halves, steps, path = heappop(waiting)
        here = path[-1]
        if here in found:
            continue
        found[here] = Route(path, halves)
        for there in neighbours(here):
            ends = owners[here - 1], owners[there - 1]
            if there in found or all(_is_enemy(owner, mover) for owner in ends):
                continue
            takes = 1 if swift or ends == (mover, mover) else 2
            heappush(waiting, (halves + takes, steps + 1, (*path, there)))
    del found[source]
    return MappingProxyType(found)


def _is_enemy(owner: Seat | None, mover: Seat) -> bool:
    """Rebels are neutral; a faction that has fallen owns nothing."""
    return owner is not None and owner != mover
