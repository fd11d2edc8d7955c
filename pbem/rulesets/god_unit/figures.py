"""The tables of the game, read once from ``data/``: what the source and the rulings give."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a table; a misspelt key is an error, not a missing figure."""


class FactoryFigures(_Entry, frozen=True):
    """GU-4, GU-12: turns that it takes to make one, and its level of defence."""

    cost: int
    d: int


class StarterFigures(_Entry, frozen=True):
    """Levels of a Syzygy map's starting unit (SZ-7)."""

    a: int = 1
    d: int = 1
    m: int = 1
    n: int = 1
    r: int = 1


class Figures(_Entry, frozen=True):
    """``levels`` are the lowest and the highest; ``strength`` (A, D, N) and ``distance`` (M, R,
    in squares) are by level from 0. ``armament`` is the most that A, N and R may add up to,
    ``truce`` the turns without an attack and ``relic_turns`` the reign that wins (Syzygy)."""

    levels: tuple[int, int]
    strength: tuple[int, ...]
    distance: tuple[float, ...]
    armament: int
    truce: int
    relic_turns: int
    factory: FactoryFigures
    starters: dict[str, StarterFigures]

    def reach(self, level: int) -> int:
        """How far a level of M or R goes, in half squares (see ``pbem.maps.board``)."""
        return round(2 * self.distance[level])


class _Banners(_Entry, frozen=True):
    names: tuple[str, ...]


def _read(name: str, kind: type[T]) -> T:
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    read: T = msgspec.toml.decode(text, type=kind)
    return read


FIGURES: Figures = _read("figures.toml", Figures)
BANNERS: tuple[str, ...] = _read("banners.toml", _Banners).names
"""What a seat's units are called by, as in ``Red 7``: seat s at index s - 1."""
