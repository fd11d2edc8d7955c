"""The settings of a game."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import OptionsError
from pbem.rulesets.parsec.figures import BOARD, FIGURES


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
        low, high = FIGURES.random.smallest, FIGURES.random.largest
        for key, value in (("width", self.width), ("height", self.height)):
            if value is None:
                continue
            if self.board != "random":
                raise OptionsError(
                    f"options.{key}: the default board has its own size; leave it out, or choose "
                    'board = "random"'
                )
            if not low <= value <= high:
                raise OptionsError(f"options.{key}: must be from {low} to {high}, is {value}")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a board that is drawn; by default those of the default board."""
        return self.width or len(BOARD[0]), self.height or len(BOARD)
