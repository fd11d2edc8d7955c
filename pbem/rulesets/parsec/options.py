"""The settings of a game, and what its board may be."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import OptionsError
from pbem.engine.tables import TableEntry, read, text


class DrawnBoard(TableEntry, frozen=True):
    """PA-1: bounds of a drawn board. ``uninhabitable`` is in percent, ``apart`` in orthogonal
    steps, ``border`` the number of artifacts that are marked so."""

    smallest: int
    largest: int
    uninhabitable: tuple[int, int]
    artifacts: int
    apart: int
    border: int


_GAME = "pbem.rulesets.parsec"
DRAWN = read(_GAME, "drawn_board.toml", DrawnBoard)
BOARD = tuple(text(_GAME, "board.txt").split())
"""The default board (PA-1), rows from the top: ``M`` uninhabitable, ``A`` and ``B`` with an
artifact, ``B`` marked border."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is set up. Raises :class:`OptionsError`, naming the key and the remedy.

    ``board``: "default", or "random" with ``width`` by ``height`` systems (PA-1). ``pace``:
    one player's turn after the other, or everyone's at once and resolved round by round (PA-4).
    ``reactions``: conflicts are fought by standing orders, or those involved are asked (PA-12).
    """

    board: Literal["default", "random"] = "default"
    width: int | None = None
    height: int | None = None
    pace: Literal["sequential", "round"] = "sequential"
    reactions: Literal["standing", "ask"] = "standing"

    def __post_init__(self) -> None:
        for key, value in (("width", self.width), ("height", self.height)):
            if value is not None and self.board != "random":
                raise OptionsError(
                    f"options.{key}: the default board has its own size; leave it out, or choose "
                    'board = "random"'
                )
            if value is not None and not DRAWN.smallest <= value <= DRAWN.largest:
                raise OptionsError(
                    f"options.{key}: must be from {DRAWN.smallest} to {DRAWN.largest}, is {value}"
                )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a board that is drawn; by default those of the default board."""
        return self.width or len(BOARD[0]), self.height or len(BOARD)
