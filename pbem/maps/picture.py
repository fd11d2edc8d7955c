"""A plain board as a picture: land, sea, homes and the names of squares."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from pbem.drawing import palette, symbols
from pbem.drawing.areas import contour
from pbem.drawing.grid import FOOT, TOP, Frame, edge_names, grid_lines, tile_size
from pbem.drawing.legends import Phrase, Sign, grid, lines
from pbem.drawing.sheet import KEPT, Inks, Panel, sheet
from pbem.drawing.tiling import boxes, dots_path, tiles_path
from pbem.drawing.tokens import Part, disc, placed, told
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Group, Path, Polygon, Rect, Scene, Style
from pbem.maps.board import LAND, ROCK, Board, column_name, square_name, square_ref
from pbem.maps.grid import Square
from pbem.maps.islands import Home, Islands

SEA, SHALLOWS, SHORE = "#5f9fc8", "#7db6d8", "#94c8e3"
MEADOW, MEADOW_2 = "#dee9bd", "#d3dfab"
SOIL, CROWN, SHADE = "#5b7746", "#3f6a3a", "#22361f"
BEACH, SURF = "#f2e2b4", "#f7fbff"
INK = "#3b4a33"

_INKS = Inks(palette.GROUND, palette.INK, palette.SOFT_INK)
_SIDE = 34.0
_DETAILED = 12.0
"""From this size on a wood's tile shows three crowns, below it one."""
_CROWNS = ((0.28, 0.36, 0.24), (0.73, 0.34, 0.2), (0.56, 0.72, 0.25))
"""Places and radii in tiles, the farthest first."""


def board_picture(islands: Islands) -> Scene:
    """The board with every seat's home zone, and how even the homes are."""
    board, homes = islands.board, islands.homes
    frame = Frame(
        (_SIDE, TOP), tile_size(board.width, board.height, 760), board.width, board.height
    )
    title = _("Board of {width} x {height} squares, {players} players").format(
        width=board.width, height=board.height, players=len(homes)
    )
    even = _("The homes are alike by {share} % (land within 7, distance to the nearest rival).")
    even = even.format(share=islands.evenness)
    across = max(640.0, frame.right + _SIDE)
    seats = [Sign(Part(player_symbol(home.seat, 6.0), 18.0), _told(home)) for home in homes]
    legend = (
        grid(seats, across - 2 * _SIDE, palette.INK, columns=1),
        lines([Phrase(even, palette.SOFT_INK)], across - 2 * _SIDE, 12.0),
    )
    radius = min(12.0, max(5.5, frame.tile * 0.36))
    layers = (
        ground(board, frame),
        grid_lines(frame, INK),
        (_zone(home, frame) for home in homes),
        edge_names(frame, column_name, palette.SOFT_INK),
        (placed(frame.middle(one.square), player_symbol(one.seat, radius)) for one in homes),
    )
    panel = Panel((_SIDE, frame.bottom + FOOT), across - 2 * _SIDE, legend)
    return sheet(title, _INKS, layers, panel, size=(across, 0.0), side=14.0)


@lru_cache(maxsize=KEPT)
def ground(board: Board, frame: Frame) -> tuple[AnyShape, ...]:
    """Sea, land and the woods that nobody can enter, to draw upon. What a frame leaves out of
    a larger board is left out, but for what lies across its edges."""
    rock = list(board.squares(ROCK))
    land = {*board.squares(LAND), *rock}
    near, far = _around(land, board)
    odd = [(x, y) for x, y in land if (x + y) % 2]
    return (
        Rect(corner=frame.corner, size=frame.size, style=Style(fill=SEA)),
        _tiles(far, frame, SHALLOWS),
        _tiles(near, frame, SHORE),
        _grown(land, frame, max(2.4, frame.tile / 8), SURF),
        _grown(land, frame, max(1.4, frame.tile / 15), BEACH),
        _tiles(land, frame, MEADOW),
        _tiles(odd, frame, MEADOW_2),
        *woods(rock, frame, SOIL, Style(fill=CROWN, stroke=SHADE, width=max(0.5, frame.tile / 36))),
    )


def _tiles(squares: Iterable[Square], frame: Frame, colour: str) -> Path:
    seen = (square for square in squares if square in frame)
    return tiles_path(seen, frame.origin, frame.tile, Style(fill=colour))


def _grown(squares: Iterable[Square], frame: Frame, by: float, colour: str) -> Path:
    """Squares with a seam of so many pixels around them, cut off at the frame's edges."""
    (x0, y0), (least_x, least_y), tile = frame.origin, frame.corner, frame.tile
    parts = []
    for x, y, wide, high in boxes(squares):
        left, top = max(least_x, x0 + x * tile - by), max(least_y, y0 + y * tile - by)
        right = min(frame.right, x0 + (x + wide) * tile + by)
        bottom = min(frame.bottom, y0 + (y + high) * tile + by)
        if left < right and top < bottom:
            parts.append(f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z")
    return Path(data="".join(parts), style=Style(fill=colour))


def woods(squares: Iterable[Square], frame: Frame, soil: str, crown: Style) -> Iterator[AnyShape]:
    """Trees on dark soil, where nobody can enter."""
    seen = [square for square in squares if square in frame]
    if seen:
        yield _tiles(seen, frame, soil)
        crowns = _CROWNS if frame.tile >= _DETAILED else ((0.5, 0.5, 0.41),)
        for dx, dy, radius in crowns:
            places = [(x + dx, y + dy) for x, y in seen]
            yield dots_path(places, frame.origin, frame.tile, radius * frame.tile, crown)


def _around(land: set[Square], board: Board) -> tuple[set[Square], set[Square]]:
    """The sea squares next to land, and those next to them."""
    near = _ring(land, board) - land
    return near, _ring(near, board) - near - land


def _ring(squares: Collection[Square], board: Board) -> set[Square]:
    steps = (-1, 0, 1)
    around = {(x + dx, y + dy) for x, y in squares for dx in steps for dy in steps}
    return {square for square in around if square in board}


def _zone(home: Home, frame: Frame) -> AnyShape:
    """A home zone in a light tone of its seat's colour, with a clear outline."""
    colour = palette.look(home.seat - 1).colour
    line = Style(stroke=colour, width=max(1.5, frame.tile / 14), opacity=0.9)
    tone = tiles_path(home.zone, frame.corner, frame.tile, Style(fill=colour, opacity=0.2))
    edge = Path(data=contour(home.zone, frame), style=line)
    tip = _("home of player {seat}").format(seat=home.seat)
    return told(Group(items=(tone, edge)), tip, square_ref(home.square))


def player_symbol(seat: int, radius: float, edge: str | None = None) -> AnyShape:
    """A seat's marker on a light disc."""
    look = palette.look(seat - 1)
    back = disc(radius * 1.4, Style(fill=palette.GROUND, stroke=edge, opacity=0.92))
    marker = symbols.marker(look.marker, (0, 0), radius * 0.9, look.colour)
    return placed((0, 0), back, marker)


def tower(radius: float, fill: str, edge: str) -> AnyShape:
    """An outpost: a tower with battlements."""
    right = ((0.18, -1.1), (0.18, -0.8), (0.4, -0.8), (0.4, -1.1), (0.75, -1.1), (0.75, -0.3),
             (0.5, -0.1), (0.6, 1.1))  # fmt: skip
    left = tuple((-x, y) for x, y in reversed(right))
    points = tuple((x * radius, y * radius) for x, y in (*right, *left))
    return Polygon(points=points, style=Style(fill=fill, stroke=edge, width=1.2))


def _told(home: Home) -> str:
    return _("player {seat} around {square}: {land} land within 7, next rival {far} away").format(
        seat=home.seat,
        square=square_name(home.square),
        land=home.worth.land,
        far=f"{home.worth.rival / 2:g}",
    )
