"""What both sides of the game know: settings, tries, what the umpire says, and a seat's view."""

from functools import lru_cache
from typing import Annotated

import chess
import msgspec

from pbem.engine.api import Event, Player, Seat
from pbem.engine.i18n import N_

COLOURS = {1: N_("White"), 2: N_("Black")}
KINDS = (N_("pawn"), N_("knight"), N_("bishop"), N_("rook"), N_("queen"), N_("king"))
MEN = dict(zip("pnbrqk", KINDS, strict=True))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """KS-6: after so many moves of either side the game is a draw."""

    moves: Annotated[int, msgspec.Meta(ge=1, le=300)] = 100


class Try(msgspec.Struct, frozen=True, tag=True):
    """One move to be tried; ``man`` is what a pawn becomes on the last rank."""

    start: str
    end: str
    man: str = ""

    @property
    def uci(self) -> str:
        return self.start + self.end + self.man

    @classmethod
    def of(cls, uci: str) -> "Try":
        return cls(uci[:2], uci[2:4], uci[4:])


class Lot(msgspec.Struct, frozen=True, tag=True):
    """KS-2: whatever is legal, by lot."""


class Tries(msgspec.Struct, frozen=True):
    """KS-2, KS-6: in order of preference; or the player has given the game up."""

    orders: tuple[Try | Lot, ...] = ()
    resigns: bool = False


class Word(msgspec.Struct, frozen=True):
    """What the umpire said (KS-4): no to so many tries, then of a move, if one was made. ``ply``
    counts the moves of both sides from 1."""

    ply: int
    noes: int = 0
    moved: bool = True
    taken: str = ""
    pawn: bool = False
    checks: tuple[str, ...] = ()

    @property
    def seat(self) -> Seat:
        """Of whom it was said."""
        return 2 - self.ply % 2


class Ending(msgspec.Struct, frozen=True):
    """KS-6: a ``winner`` of None is a draw; ``cause`` is to be translated, as ``checks`` are."""

    winner: Seat | None
    cause: str


class Spoke(Event, frozen=True, kw_only=True):
    """KS-4: said aloud."""

    word: Word


class Played(Event, frozen=True, kw_only=True):
    """Their move, told to who made it; ``drawn`` by lot."""

    ply: int
    uci: str
    drawn: bool


class View(msgspec.Struct, frozen=True):
    """What one seat, or a spectator, may know (KS-1, KS-4). ``men`` are one's own, at the end all,
    as FEN has them, ``castling`` whither one may still castle; ``tried`` were in vain this move;
    ``captures`` have the pawns of whoever is to move."""

    seat: Seat | None
    options: Options
    players: tuple[Player, ...]
    ply: int
    men: str
    castling: str
    tried: tuple[str, ...]
    captures: int
    log: tuple[Word, ...]
    ending: Ending | None

    @property
    def to_move(self) -> Seat:
        return 2 - self.ply % 2

    @property
    def last(self) -> Word:
        """What was said of the last move."""
        return next((word for word in reversed(self.log) if word.moved), Word(0))

    @property
    def board(self) -> chess.Board:
        """One's own men, with nothing else on the board."""
        board = chess.Board(None)
        board.set_board_fen(self.men)
        board.set_castling_fen(self.castling)
        board.turn = self.seat != 2
        return board


@lru_cache(maxsize=256)
def possible(view: View) -> dict[str, str]:
    """KS-2: every move that one's own men allow and that was not tried in vain, by its name, with
    what moves. Pawns may capture wherever nobody of one's own stands."""
    board = view.board
    moves = set(board.pseudo_legal_moves)
    for start in board.pieces(chess.PAWN, board.turn):
        for end in board.attacks(start) - board.occupied:
            last = chess.square_rank(end) in (0, 7)
            moves |= {chess.Move(start, end, man) for man in ((5, 2, 3, 4) if last else (None,))}
    men = {move.uci(): board.piece_type_at(move.from_square) or 0 for move in moves}
    fresh = sorted(uci for uci in men if uci not in view.tried)
    return {uci: chess.piece_symbol(men[uci]) for uci in fresh}
