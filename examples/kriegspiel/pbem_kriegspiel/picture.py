"""The board as its owner sees it, from their own side of the table, on the map kit."""

import chess

from pbem.drawing.grid import SIDE, WIDTH, Frame, edge_names, fitted
from pbem.drawing.legends import flow, shown
from pbem.drawing.sheet import Inks, Panel, sheet
from pbem.drawing.tokens import told, words
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Point, Rect, Style
from pbem_kriegspiel.game import COLOURS, MEN, View

INKS = Inks("#fbfaf7", "#26231d", "#6b6557")
LIGHT, DARK = "#f0e4cf", "#c8ab83"
TAKEN = Style(stroke="#b5402a", width=4)
TILE, SIZE = 68, 52


def board_picture(view: View) -> Picture:
    """KS-1: one's own men, and where the last man was taken."""
    frame = fitted(8, 8, TILE)
    taken = view.last.taken
    men = dict(view.board.piece_map())
    squares = [_tile(view, frame, square) for square in chess.SQUARES]
    mark = [_rect(view, frame, chess.parse_square(taken), TAKEN)] if taken else []
    signs = [
        words(_middle(view, frame, at), man.unicode_symbol(), INKS.ink, SIZE, anchor="middle")
        for at, man in men.items()
    ]
    files, ranks = ("hgfedcba", "12345678") if view.seat == 2 else ("abcdefgh", "87654321")
    names = edge_names(frame, files.__getitem__, INKS.ink, row_name=ranks.__getitem__)
    sign = Rect(corner=(-9, -9), size=(18, 18), style=TAKEN)
    legend = flow(shown(mark, sign, 24.0, _("here a man was taken last")), 600.0, INKS.ink)
    panel = Panel((SIDE, frame.bottom + 30), WIDTH - 2 * SIDE, (legend,) if mark else ())
    title = _("All men") if view.ending else _("Your men") if view.seat else _("The board")
    return Picture(
        name="board",
        scene=sheet(title, INKS, (squares, mark, signs, names), panel),
        alt=f"{title}: {_listed(men) or '-'}.",
        svg=True,
    )


def _middle(view: View, frame: Frame, square: chess.Square) -> Point:
    """Black has its own men below, too."""
    x, y = chess.square_file(square), 7 - chess.square_rank(square)
    return frame.middle((7 - x, 7 - y) if view.seat == 2 else (x, y))


def _rect(view: View, frame: Frame, square: chess.Square, style: Style) -> Rect:
    x, y = _middle(view, frame, square)
    side = frame.tile
    return Rect(corner=(x - side / 2, y - side / 2), size=(side, side), style=style)


def _tile(view: View, frame: Frame, square: chess.Square) -> AnyShape:
    name = chess.square_name(square)
    light = (chess.square_file(square) + chess.square_rank(square)) % 2
    style = Style(fill=LIGHT if light else DARK)
    return told(_rect(view, frame, square, style), name, f"square:{name}")


def _listed(men: dict[chess.Square, chess.Piece]) -> str:
    """The facts of the picture for who cannot see it."""
    found: dict[str, list[str]] = {}
    for square, piece in sorted(men.items()):
        side = _(COLOURS[1 if piece.color else 2])
        name = f"{side} {_(MEN[piece.symbol().lower()])}"
        found.setdefault(name, []).append(chess.square_name(square))
    return "; ".join(f"{name} {' '.join(where)}" for name, where in found.items())
