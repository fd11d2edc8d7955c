"""The tables of the game, read once from ``data/``: what the source and the rulings give."""

from __future__ import annotations

from pbem.engine.tables import TableEntry, read


class FactoryFigures(TableEntry, frozen=True):
    """GU-4, GU-12: turns that it takes to make one, and its level of defence."""

    cost: int
    d: int


class StarterFigures(TableEntry, frozen=True):
    """Levels of a Syzygy map's starting unit (SZ-7)."""

    a: int = 1
    d: int = 1
    m: int = 1
    n: int = 1
    r: int = 1


class Figures(TableEntry, frozen=True):
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


class _Banners(TableEntry, frozen=True):
    names: tuple[str, ...]


_GAME = "pbem.rulesets.god_unit"
FIGURES = read(_GAME, "figures.toml", Figures)
BANNERS = read(_GAME, "banners.toml", _Banners).names
"""What a seat's units are called by, as in ``Red 7``: seat s at index s - 1."""
