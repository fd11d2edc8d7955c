"""The figures of the game and its board, read once from ``data/``."""

from __future__ import annotations

from pbem.engine.tables import TableEntry, read, text
from pbem.rulesets.parsec.kinds import Counts


class RandomFigures(TableEntry, frozen=True):
    """PA-1: bounds of a drawn board. ``uninhabitable`` is in percent, ``apart`` in orthogonal
    steps, ``border`` the number of artifacts that are marked so."""

    smallest: int
    largest: int
    uninhabitable: tuple[int, int]
    artifacts: int
    apart: int
    border: int


class Figures(TableEntry, frozen=True):
    """PA-2, PA-4, PA-5, PA-13, PA-14. ``pool`` are all the civilian ships of the game."""

    hand: int
    weapons: int
    orders: int
    lines: int
    few_artifacts: int
    idle_rounds: int
    artifacts_to_harvest: int
    pool: Counts
    random: RandomFigures


_GAME = "pbem.rulesets.parsec"
FIGURES = read(_GAME, "figures.toml", Figures)
BOARD = tuple(text(_GAME, "board.txt").split())
"""The default board (PA-1), rows from the top: ``M`` uninhabitable, ``A`` and ``B`` with an
artifact, ``B`` marked border."""
