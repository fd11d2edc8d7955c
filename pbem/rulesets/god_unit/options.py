"""The settings of a game."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import OptionsError
from pbem.maps.errors import MapError
from pbem.maps.islands import LARGEST, MOST_SEA, SMALLEST, default_size
from pbem.maps.islands import Options as IslandsOptions
from pbem.maps.syzygy.options import BOARD_SIZE
from pbem.maps.syzygy.options import Options as SyzygyOptions

_CROWDED = 6
"""More players than this do not fit on a Syzygy board of the usual size (SZ-1)."""
_LARGER_SIZE = 40
_MOST_FACTORIES = 6
_MOST_COST = 21
"""What the dearest of all designs costs that break no other rule, as A6 D6 M6 R6 (GU-2)."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is set up. Raises :class:`OptionsError`, naming the key and the remedy.

    ``board``: "islands" is drawn as land and sea, ``width`` by ``height`` squares (None: by the
    number of players) with ``sea`` percent of sea (GU-5); "syzygy" is a Syzygy map of ``size``
    squares a side, with a nomad start (SZ-7). ``factories`` a player are placed in the home
    zone, or, with ``placement`` "open", on any land (GU-7). ``max_cost`` bounds designs (GU-2),
    ``max_turns`` the game (GU-13). ``victory`` "relics" adds a way to win on Syzygy (SZ-10).
    """

    board: Literal["islands", "syzygy"] = "islands"
    width: int | None = None
    height: int | None = None
    sea: int = 25
    size: int | None = None
    factories: int = 2
    placement: Literal["home", "open"] = "home"
    max_cost: int = 16
    max_turns: int = 60
    victory: Literal["last", "relics"] = "last"

    def __post_init__(self) -> None:
        for key, value in (("width", self.width), ("height", self.height)):
            if value is not None:
                _check_range(key, value, SMALLEST, LARGEST)
        _check_range("sea", self.sea, 0, MOST_SEA)
        _check_range("factories", self.factories, 1, _MOST_FACTORIES)
        _check_range("max_cost", self.max_cost, 1, _MOST_COST)
        _check_range("max_turns", self.max_turns, 1, 1000)
        if self.victory == "relics" and self.board != "syzygy":
            raise OptionsError(
                'options.victory: only a Syzygy map has relics; add board = "syzygy", or leave '
                'it at "last"'
            )

    def islands(self, players: int) -> IslandsOptions:
        """What the generator of islands is asked for. Raises :class:`OptionsError`."""
        width, height = default_size(players)
        try:
            return IslandsOptions(
                width=self.width or width,
                height=self.height or height,
                players=players,
                sea=self.sea,
            )
        except MapError as error:
            raise OptionsError(f"options: {error}") from error

    def syzygy(self, players: int) -> SyzygyOptions:
        """What the generator of Syzygy maps is asked for. Raises :class:`OptionsError`."""
        size = self.size or (BOARD_SIZE if players <= _CROWDED else _LARGER_SIZE)
        try:
            return SyzygyOptions(size=size, players=players)
        except MapError as error:
            raise OptionsError(f"options.size: {error}") from error


def _check_range(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise OptionsError(f"options.{key}: must be from {low} to {high}, is {value}")
