"""A plain board as a picture: land, sea, homes and the names of squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.drawing import palette, symbols
from pbem.drawing.grid import Frame, edge_names, grid_lines, tile_size
from pbem.drawing.tiling import Edge, boxes, dots_path, edges_path, tiles_path
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Circle, Group, Path, Point, Rect, Scene, Style, Text
from pbem.maps.board import LAND, ROCK, Board, column_name, square_name
from pbem.maps.grid import Square
from pbem.maps.islands import Home, Islands

SEA, SHALLOWS, SHORE = "#5f9fc8", "#7db6d8", "#94c8e3"
MEADOW, MEADOW_2 = "#dee9bd", "#d3dfab"
SOIL, CROWN, SHADE = "#5b7746", "#3f6a3a", "#22361f"
BEACH, SURF = "#f2e2b4", "#f7fbff"
INK = "#3b4a33"

_BOARD = 760
_SIDE, _TOP, _FOOT = 34.0, 62.0, 26.0
_ROW = 19.0
_TONE = 0.2
_DETAILED = 12.0
"""From this size on a wood's tile shows three crowns, below it one."""
_CROWNS = ((0.28, 0.36, 0.24), (0.73, 0.34, 0.2), (0.56, 0.72, 0.25))
"""Places and radii in tiles, the farthest first."""


def board_picture(islands: Islands) -> Scene:
    """The board with every seat's home zone, and how even the homes are."""
    board = islands.board
    tile = tile_size(board.width, board.height, _BOARD)
    frame = Frame((_SIDE, _TOP), tile, board.width, board.height)
    title = _("Board of {width} x {height} squares, {players} players").format(
        width=board.width, height=board.height, players=len(islands.homes)
    )
    rows = len(islands.homes)
    items = (
        Text(at=(14, 28), text=title, size=17.0, bold=True),
        *ground(board, frame),
        *grid_lines(frame, INK),
        *_zones(islands, frame),
        *edge_names(frame, column_name, palette.SOFT_INK),
        *_homes(islands, frame),
        *_legend(islands, frame.bottom + _FOOT + 20),
    )
    return Scene(
        width=max(480, round(frame.right + _SIDE)),
        height=round(frame.bottom + _FOOT + 20 + (rows + 1) * _ROW),
        items=items,
        title=title,
    )


def ground(board: Board, frame: Frame) -> list[AnyShape]:
    """Sea, land and the woods that nobody can enter, to draw upon. What a frame leaves out of
    a larger board is left out, but for what lies across its edges."""
    land = set(board.squares(LAND)) | set(board.squares(ROCK))
    rings = _around(land, board)
    odd = [(x, y) for x, y in land if (x + y) % 2]
    shapes: list[AnyShape] = [
        Rect(corner=frame.corner, size=frame.size, style=Style(fill=SEA)),
        _tiles(rings[1], frame, Style(fill=SHALLOWS)),
        _tiles(rings[0], frame, Style(fill=SHORE)),
        _grown(land, frame, max(2.4, frame.tile / 8), Style(fill=SURF)),
        _grown(land, frame, max(1.4, frame.tile / 15), Style(fill=BEACH)),
        _tiles(land, frame, Style(fill=MEADOW)),
        _tiles(odd, frame, Style(fill=MEADOW_2)),
    ]
    return [*shapes, *woods(board, frame)]


def _tiles(squares: Iterable[Square], frame: Frame, style: Style) -> Path:
    seen = (square for square in squares if square in frame)
    return tiles_path(seen, frame.origin, frame.tile, style)


def _grown(squares: Iterable[Square], frame: Frame, by: float, style: Style) -> Path:
    """Squares with a seam of so many pixels around them, cut off at the frame's edges."""
    (x0, y0), tile = frame.origin, frame.tile
    parts = []
    for x, y, wide, high in boxes(squares):
        left, top = (
            max(frame.corner[0], x0 + x * tile - by),
            max(frame.corner[1], y0 + y * tile - by),
        )
        right = min(frame.right, x0 + (x + wide) * tile + by)
        bottom = min(frame.bottom, y0 + (y + high) * tile + by)
        if left < right and top < bottom:
            parts.append(f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z")
    return Path(data="".join(parts), style=style)


def woods(board: Board, frame: Frame) -> Iterator[AnyShape]:
    """Trees on dark soil, where nobody can enter."""
    squares = [square for square in board.squares(ROCK) if square in frame]
    if not squares:
        return
    yield _tiles(squares, frame, Style(fill=SOIL))
    crowns = _CROWNS if frame.tile >= _DETAILED else ((0.5, 0.5, 0.4),)
    style = Style(fill=CROWN, stroke=SHADE, width=max(0.5, frame.tile / 36))
    for dx, dy, radius in crowns:
        places = [(x + dx, y + dy) for x, y in squares]
        yield dots_path(places, frame.origin, frame.tile, radius * frame.tile, style)


def _around(land: set[Square], board: Board) -> tuple[set[Square], set[Square]]:
    """The sea squares next to land, and those next to them."""
    near: list[set[Square]] = []
    inner = land
    for _ring in range(2):
        ring = {
            (x + dx, y + dy)
            for x, y in inner
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (x + dx, y + dy) in board
        }
        near.append(ring - land - inner)
        inner = near[-1]
    return near[0], near[1] - near[0]


def _zones(islands: Islands, frame: Frame) -> Iterator[AnyShape]:
    """Every home zone in a light tone of its seat's colour, with a clear outline."""
    for home in islands.homes:
        colour = palette.look(home.seat - 1).colour
        tip = _("home of player {seat}").format(seat=home.seat)
        tone = Style(fill=colour, opacity=_TONE)
        yield tiles_path(home.zone, frame.corner, frame.tile, tone, tip)
        line = Style(stroke=colour, width=max(1.5, frame.tile / 14), opacity=0.9)
        yield edges_path(outline(set(home.zone)), frame.corner, frame.tile, line)


def outline(zone: set[Square]) -> list[Edge]:
    """The edges around a set of squares."""
    return [
        edge
        for x, y in zone
        for edge, beyond in (
            (((x, y), (x + 1, y)), (x, y - 1)),
            (((x, y + 1), (x + 1, y + 1)), (x, y + 1)),
            (((x, y), (x, y + 1)), (x - 1, y)),
            (((x + 1, y), (x + 1, y + 1)), (x + 1, y)),
        )
        if beyond not in zone
    ]


def _homes(islands: Islands, frame: Frame) -> Iterator[AnyShape]:
    radius = min(12.0, max(5.5, frame.tile * 0.36))
    for home in islands.homes:
        yield home_symbol(home.seat, frame.middle(home.square), radius)


def home_symbol(seat: int, at: Point, radius: float) -> AnyShape:
    """A seat's marker on a light disc."""
    look = palette.look(seat - 1)
    back = Circle(centre=at, radius=radius * 1.4, style=Style(fill=palette.GROUND, opacity=0.92))
    return Group(items=(back, symbols.marker(look.marker, at, radius * 0.9, look.colour)))


def _legend(islands: Islands, top: float) -> Iterator[AnyShape]:
    for row, home in enumerate(islands.homes):
        y = top + row * _ROW
        yield home_symbol(home.seat, (_SIDE + 8, y - 4), 6.0)
        yield Text(at=(_SIDE + 24, y), text=_told(home), size=12.0)
    words = _("The homes are alike by {share} % (land within 7, distance to the nearest rival).")
    yield Text(
        at=(_SIDE, top + len(islands.homes) * _ROW),
        text=words.format(share=islands.evenness),
        size=12.0,
        style=Style(fill=palette.SOFT_INK),
    )


def _told(home: Home) -> str:
    return _("player {seat} around {square}: {land} land within 7, next rival {far} away").format(
        seat=home.seat,
        square=square_name(home.square),
        land=home.worth.land,
        far=f"{home.worth.rival / 2:g}",
    )
