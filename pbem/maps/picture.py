"""A plain board as a picture: land, sea, homes and the names of squares."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.drawing import palette, symbols
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Circle, Group, Point, Rect, Scene, Style, Text
from pbem.maps.board import LAND, ROCK, Board, square_name
from pbem.maps.frame import Frame, edge_names, grid_lines, tile_size
from pbem.maps.grid import Square
from pbem.maps.islands import Home, Islands
from pbem.maps.tiling import Edge, edges_path, tiles_path

SEA, SHALLOWS, SHORE = "#5f9fc8", "#7db6d8", "#94c8e3"
MEADOW, MEADOW_2 = "#dfe8bd", "#d7e2b0"
CLIFF = "#6f7a55"
BEACH, SURF = "#efe3b8", "#f7fbff"
INK = "#3b4a33"

_BOARD = 760
_SIDE, _TOP, _FOOT = 34.0, 62.0, 26.0
_ROW = 19.0
_TONE = 0.2


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
        *edge_names(frame, palette.SOFT_INK),
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
    """Sea, land and what nobody can enter, to draw upon."""
    land = set(board.squares(LAND)) | set(board.squares(ROCK))
    rings = _around(land, board)
    shapes: list[AnyShape] = [Rect(corner=frame.corner, size=frame.size, style=Style(fill=SEA))]
    for squares, colour in (
        (rings[1], SHALLOWS),
        (rings[0], SHORE),
        (land, MEADOW),
        ([(x, y) for x, y in land if (x + y) % 2], MEADOW_2),
        (board.squares(ROCK), CLIFF),
    ):
        shapes.append(tiles_path(squares, frame.corner, frame.tile, Style(fill=colour)))
    coast = _coast(land, board)
    for colour, width in ((SURF, frame.tile / 4), (BEACH, frame.tile / 7)):
        style = Style(stroke=colour, width=max(1.5, width))
        shapes.append(edges_path(coast, frame.corner, frame.tile, style))
    return shapes


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


def _coast(land: set[Square], board: Board) -> list[Edge]:
    """The edges between land and sea, not those of the board."""
    found: list[Edge] = []
    for x, y in board.squares():
        if x + 1 < board.width and ((x, y) in land) != ((x + 1, y) in land):
            found.append(((x + 1, y), (x + 1, y + 1)))
        if y + 1 < board.height and ((x, y) in land) != ((x, y + 1) in land):
            found.append(((x, y + 1), (x + 1, y + 1)))
    return found


def _zones(islands: Islands, frame: Frame) -> Iterator[AnyShape]:
    """Every home zone in a light tone of its seat's colour, with a clear outline."""
    for home in islands.homes:
        colour = palette.look(home.seat - 1).colour
        tip = _("home of player {seat}").format(seat=home.seat)
        tone = Style(fill=colour, opacity=_TONE)
        yield tiles_path(home.zone, frame.corner, frame.tile, tone, tip)
        line = Style(stroke=colour, width=max(1.5, frame.tile / 14), opacity=0.9)
        yield edges_path(_outline(set(home.zone)), frame.corner, frame.tile, line)


def _outline(zone: set[Square]) -> list[Edge]:
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
