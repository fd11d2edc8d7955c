"""What can be asked of the generator."""

from __future__ import annotations

import difflib

import msgspec

from pbem.maps.errors import MapError
from pbem.maps.syzygy.geometry import LARGEST, SMALLEST, most_players
from pbem.maps.syzygy.tables import BIOMES

FULL_SIZE, BOARD_SIZE = 120, 32
"""The default of a map for its own sake, and of a God Unit board (SZ-1)."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """``biomes`` forces those of planets 1 to 4, in order (SZ-2).

    Raises :class:`MapError` for what no map can have.
    """

    size: int = FULL_SIZE
    players: int = 4
    antiquity: bool = False
    biomes: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise MapError(
                f"SZ-1: a Syzygy map has {SMALLEST} to {LARGEST} tiles a side, not {self.size}"
            )
        most = most_players(self.size)
        if not 2 <= self.players <= most:
            raise MapError(f"SZ-1: a map of {self.size} tiles a side is for 2 to {most} players")
        if self.biomes is not None:
            _check(self.biomes)


def _check(biomes: tuple[str, ...]) -> None:
    for name in biomes:
        if name not in BIOMES:
            near = difflib.get_close_matches(name, BIOMES, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(BIOMES)}"
            raise MapError(f"4.G: there is no biome {name!r}; {hint}")
    if len(biomes) != 4 or len(set(biomes)) != 4:
        raise MapError("4.G: four different biomes make a map, one for each planet")
