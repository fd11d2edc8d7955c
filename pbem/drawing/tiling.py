"""Many equal tiles as few shapes: runs of tiles merged into rectangles, one path a colour."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.drawing.grid import Square
from pbem.engine.scene import Path, Point, Style

Edge = tuple[Square, Square]
"""A side of a tile, from one corner to the next."""

Box = tuple[int, int, int, int]
"""Column, row, width and height in tiles."""


def boxes(squares: Iterable[Square]) -> list[Box]:
    """Rectangles that cover exactly these squares: runs along rows, joined with equal ones
    below."""
    found: list[Box] = []
    above: dict[tuple[int, int], int] = {}
    """Start and width of the last row's runs, with the place of their rectangle."""
    last = -1
    for y, runs in _runs(squares):
        here: dict[tuple[int, int], int] = {}
        for run in runs:
            place = above.get(run) if y == last + 1 else None
            if place is None:
                place = len(found)
                found.append((run[0], y, run[1], 1))
            else:
                x, top, wide, high = found[place]
                found[place] = (x, top, wide, high + 1)
            here[run] = place
        above, last = here, y
    return found


def _runs(squares: Iterable[Square]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Every row with its runs of neighbouring squares as (start, width)."""
    rows: dict[int, list[int]] = {}
    for x, y in squares:
        rows.setdefault(y, []).append(x)
    found = []
    for y in sorted(rows):
        runs: list[tuple[int, int]] = []
        for x in sorted(rows[y]):
            if runs and sum(runs[-1]) == x:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((x, 1))
        found.append((y, runs))
    return found


def tiles_path(
    squares: Iterable[Square], corner: Point, tile: float, style: Style, tip: str | None = None
) -> Path:
    """One shape that fills these squares of a map whose top left is at `corner`."""
    left, top = corner
    parts = [
        f"M{left + x * tile:g} {top + y * tile:g}h{wide * tile:g}v{high * tile:g}h{-wide * tile:g}z"
        for x, y, wide, high in boxes(squares)
    ]
    return Path(data="".join(parts), style=style, tip=tip)


def dots_path(
    squares: Iterable[tuple[float, float]], corner: Point, tile: float, radius: float, style: Style
) -> Path:
    """One shape of equal discs around places given in tiles (a tile's middle is .5)."""
    left, top = corner
    r = f"{radius:g}"
    parts = [
        f"M{left + x * tile - radius:.1f} {top + y * tile:.1f}"
        f"a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0 {-2 * radius:g} 0z"
        for x, y in squares
    ]
    return Path(data="".join(parts), style=style)


def edges_path(edges: Iterable[Edge], corner: Point, tile: float, style: Style) -> Path:
    """One shape of lines between corners of tiles; those that follow each other are joined."""
    left, top = corner
    parts = [
        f"M{left + x0 * tile:g} {top + y0 * tile:g}L{left + x1 * tile:g} {top + y1 * tile:g}"
        for (x0, y0), (x1, y1) in joined(edges)
    ]
    return Path(data="".join(parts), style=style)


def joined(edges: Iterable[Edge]) -> list[Edge]:
    """Edges one tile long as lines as long as they run straight."""
    lines: dict[tuple[bool, int], list[int]] = {}
    for (x0, y0), (x1, _y1) in edges:
        level = x0 != x1
        lines.setdefault((level, y0 if level else x0), []).append(x0 if level else y0)
    found: list[Edge] = []
    for (level, line), starts in sorted(lines.items()):
        for _y, runs in _runs((start, 0) for start in starts):
            for start, long in runs:
                ends = ((start, line), (start + long, line))
                found.append(ends if level else ((line, start), (line, start + long)))
    return found
