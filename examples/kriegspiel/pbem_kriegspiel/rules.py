"""The rules: the umpire, who alone sees the whole board."""

from collections.abc import Mapping, Sequence

import chess
import msgspec

from pbem.engine.api import Ask, Event, Outcome, Pace, Player, Seat
from pbem.engine.i18n import N_
from pbem.engine.rng import Chance, Stream
from pbem_kriegspiel.game import Ending, Lot, Options, Played, Spoke, Tries, View, Word, possible

CAUSES = {
    "CHECKMATE": N_("checkmate"),
    "STALEMATE": N_("stalemate"),
    "INSUFFICIENT_MATERIAL": N_("too few men for a mate"),
    "SEVENTYFIVE_MOVES": N_("75 moves without a capture or a pawn's move"),
}


class State(msgspec.Struct, frozen=True):
    """The whole truth. ``tried`` were in vain this move; ``seen`` are the positions that there were
    since a man was taken or a pawn moved."""

    options: Options
    players: tuple[Player, ...]
    fen: str = chess.STARTING_FEN
    seen: tuple[str, ...] = (chess.Board().epd(),)
    tried: tuple[str, ...] = ()
    log: tuple[Word, ...] = ()
    ending: Ending | None = None


def fen_parts(fen: str) -> dict[str, str]:
    """What a FEN says, part by part: each has its own secret."""
    board = chess.Board(fen)
    men = {chess.square_name(at): str(board.piece_at(at) or "") for at in chess.SQUARES}
    names = ("turn", "castling", "passant", "idle", "move")
    return men | dict(zip(names, fen.split()[1:], strict=True))


class KriegspielRules:
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """KS-1."""
        return State(options, tuple(players))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """KS-3: a move of whose turn it is; once more, within what is left of the deadline."""
        if state.ending is not None:
            return ()
        seat = 1 if chess.Board(state.fen).turn else 2
        return (Ask(seat, "again", Pace.REST) if state.tried else Ask(seat, "move"),)

    def view(self, state: State, seat: Seat | None) -> View:
        """KS-1, KS-4."""
        board = chess.Board(state.fen)
        own, mine = _only(board, seat), board.turn == (seat == 1)
        men = (board if state.ending else own).board_fen()
        castling = own.castling_xfen() if seat else "-"
        tried, captures = state.tried if seat and mine else (), _pawn_captures(board)
        known = (board.ply() + 1, men, castling, tried, captures, state.log, state.ending)
        return View(seat, state.options, state.players, *known)

    def resolve(
        self, state: State, answers: Mapping[Seat, Tries], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """KS-2 to KS-6."""
        board = chess.Board(state.fen)
        seat = 1 if board.turn else 2
        ply, tries = board.ply() + 1, answers[seat]
        if tries.resigns:
            lost = Ending(3 - seat, N_("the other side resigned"))
            return msgspec.structs.replace(state, ending=lost), ()
        legal = {move.uci(): move for move in board.legal_moves}
        vain: list[str] = []
        for one in tries.orders:
            drawn = isinstance(one, Lot)
            uci = chance.stream("lot").choice(sorted(legal)) if isinstance(one, Lot) else one.uci
            if uci in legal:
                word = _played(board, legal[uci], Word(ply, len(vain)))
                played = Played(audience=(seat,), ply=ply, uci=uci, drawn=drawn)
                seen = (*(state.seen if board.halfmove_clock else ()), board.epd())
                log, ending = (*state.log, word), _ending(board, state.options, seen)
                after = State(state.options, state.players, _fen(board), seen, (), log, ending)
                return after, (played, Spoke(word=word))
            vain.append(uci)
        tried = tuple(dict.fromkeys((*state.tried, *vain)))
        word = Word(ply, len(vain), moved=False)
        after = msgspec.structs.replace(state, tried=tried, log=(*state.log, word))
        return after, (Spoke(word=word),)

    def outcome(self, state: State) -> Outcome | None:
        """KS-6: a draw has no winners, and half a point for both."""
        if state.ending is None:
            return None
        winner, seats = state.ending.winner, (1, 2)
        scores = {seat: 0.5 if winner is None else float(winner == seat) for seat in seats}
        return Outcome((winner,) if winner else (), scores, state.ending.cause)

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """KS-1: the other side's men elsewhere, wherever the umpire has the same to say then, and
        other tries of theirs in vain."""
        if state.ending is not None:
            return state
        stream, mine, board = chance.stream("scramble"), seat == 1, chess.Board(state.fen)
        said = _said_now(board)
        for _attempt in range(6):
            shifted = _shifted(board, not mine, stream)
            if shifted.is_valid() and _said_now(shifted) == said:
                board = shifted
        if board.turn == mine:  # what they did last is theirs to know
            board.halfmove_clock = stream.below(board.halfmove_clock + 1)
            if board.ep_square is not None and not board.has_legal_en_passant():
                board.ep_square = None
        seen = (*stream.shuffled(state.seen[:-1]), board.epd())
        other = msgspec.structs.replace(state, fen=_fen(board), seen=seen, tried=())
        legal = {move.uci() for move in board.legal_moves}
        vain = [uci for uci in possible(self.view(other, 3 - seat)) if uci not in legal]
        theirs = board.turn != mine and len(vain) > len(state.tried)
        tried = tuple(stream.sample(vain, len(state.tried))) if theirs else state.tried
        return msgspec.structs.replace(other, tried=tried)


def _only(board: chess.Board, seat: Seat | None) -> chess.Board:
    """The men of one side alone."""
    own = board.copy(stack=False)
    for square in chess.SQUARES:
        if seat is None or board.color_at(square) != (seat == 1):
            own.remove_piece_at(square)
    own.castling_rights = own.clean_castling_rights()
    return own


def _played(board: chess.Board, move: chess.Move, word: Word) -> Word:
    """Carries a move out; KS-4 says what is told of it."""
    taken = move.to_square if board.is_capture(move) else None
    if taken is not None and board.is_en_passant(move):
        taken = chess.square(chess.square_file(taken), chess.square_rank(move.from_square))
    pawn = taken is not None and board.piece_type_at(taken) == chess.PAWN
    board.push(move)
    name = "" if taken is None else chess.square_name(taken)
    return msgspec.structs.replace(word, taken=name, pawn=pawn, checks=_checks(board))


def _checks(board: chess.Board) -> tuple[str, ...]:
    """KS-4: whence the side to move is in check."""
    king = board.king(board.turn)
    assert king is not None
    return tuple(sorted({_whence(king, other, board) for other in board.checkers()}))


def _whence(king: chess.Square, other: chess.Square, board: chess.Board) -> str:
    if board.piece_type_at(other) == chess.KNIGHT:
        return N_("by a knight")
    file, rank = chess.square_file(king), chess.square_rank(king)
    across, up = chess.square_file(other) - file, chess.square_rank(other) - rank
    if not across or not up:
        return N_("on the rank") if across else N_("on the file")
    rising = abs(file - rank) < abs(file + rank - 7)
    is_long = rising == (across * up > 0)
    return N_("on the long diagonal") if is_long else N_("on the short diagonal")


def _pawn_captures(board: chess.Board) -> int:
    """KS-4."""
    pawns = board.pieces(chess.PAWN, board.turn)
    found = board.generate_legal_captures(from_mask=int(pawns))
    return len({(move.from_square, move.to_square) for move in found})


def _ending(board: chess.Board, options: Options, seen: Sequence[str]) -> Ending | None:
    """KS-6."""
    over = board.outcome()
    if over is not None:
        winner = None if over.winner is None else 2 - over.winner
        return Ending(winner, CAUSES[over.termination.name])
    if seen.count(board.epd()) == 3:
        return Ending(None, N_("the same position for the third time"))
    last = board.ply() >= 2 * options.moves
    return Ending(None, N_("as many moves as were agreed")) if last else None


def _fen(board: chess.Board) -> str:
    return board.fen(en_passant="fen")


def _said_now(board: chess.Board) -> object:
    """All that the umpire has said of the position as it is."""
    return _checks(board), _pawn_captures(board), board.is_game_over()


def _shifted(board: chess.Board, colour: chess.Color, stream: Stream) -> chess.Board:
    """One man of a side somewhere else."""
    other = board.copy(stack=False)
    start = stream.choice([at for at in chess.SQUARES if board.color_at(at) == colour])
    end = stream.choice([at for at in chess.SQUARES if board.piece_at(at) is None])
    other.set_piece_at(end, other.remove_piece_at(start))
    other.castling_rights = other.clean_castling_rights()
    return other
