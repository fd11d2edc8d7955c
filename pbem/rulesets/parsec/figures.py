"""The figures of the game and its board, read once from ``data/``."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from pbem.rulesets.parsec.kinds import Counts


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a table; a misspelt key is an error, not a missing figure."""


class RandomFigures(_Entry, frozen=True):
    """PA-1: bounds of a drawn board. ``uninhabitable`` is in percent, ``apart`` in orthogonal
    steps, ``border`` the number of artifacts that are marked so."""

    smallest: int
    largest: int
    uninhabitable: tuple[int, int]
    artifacts: int
    apart: int
    border: int


class Figures(_Entry, frozen=True):
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


def _text(name: str) -> str:
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


FIGURES: Figures = msgspec.toml.decode(_text("figures.toml"), type=Figures)
BOARD: tuple[str, ...] = tuple(_text("board.txt").split())
"""The default board (PA-1), rows from the top: ``M`` uninhabitable, ``A`` and ``B`` with an
artifact, ``B`` marked border."""
