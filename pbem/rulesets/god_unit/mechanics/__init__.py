"""The board with all that stands on it, as it changes from one action to the next.

Everything here is public (GU-14), so the turn and the players' side use the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Board, Square
from pbem.rulesets.god_unit.figures import Name, Phase, Piece, Site, Unit


class Field:
    """Pieces by name and by square. A square never holds pieces of two seats (GU-6).

    ``turn`` is the one being played, ``truce`` whether nobody may attack in it (SZ-8). ``unseen``
    are units that may yet appear before the turn's actions, for all that is known.
    """

    def __init__(
        self,
        board: Board,
        turn: int,
        pieces: Iterable[Piece],
        *,
        truce: bool = False,
        unseen: Iterable[Name] = (),
    ) -> None:
        self.board = board
        self.turn = turn
        self.truce = truce
        self._unseen = frozenset(unseen)
        self._pieces: dict[Name, Piece] = {}
        self._at: dict[Square, dict[Name, Piece]] = {}
        self._enemies: dict[Seat, frozenset[Square]] = {}
        for piece in pieces:
            self.put(piece)

    def get(self, name: Name) -> Piece | None:
        """The piece of that name; None where there is none."""
        return self._pieces.get(name)

    def may_come(self, name: Name) -> bool:
        """Whether a unit that nobody has seen may be there when the actions begin (GU-8)."""
        return name in self._unseen

    def unit(self, name: Name) -> Unit | None:
        """The unit of that name; None where there is none."""
        piece = self._pieces.get(name)
        return piece if isinstance(piece, Unit) else None

    def units(self, seat: Seat | None = None) -> Iterator[Unit]:
        """All units, or those of a seat, in the order in which they came."""
        for piece in self._pieces.values():
            if isinstance(piece, Unit) and seat in (None, piece.seat):
                yield piece

    def sites(self, seat: Seat | None = None) -> Iterator[Site]:
        """All deployed factories, or those of a seat."""
        for piece in self._pieces.values():
            if isinstance(piece, Site) and seat in (None, piece.seat):
                yield piece

    def at(self, square: Square) -> tuple[Piece, ...]:
        """All that stands in a square."""
        return tuple(self._at.get(square, {}).values())

    def owner(self, square: Square) -> Seat | None:
        """Whose pieces stand in a square."""
        pieces = self._at.get(square)
        return next(iter(pieces.values())).seat if pieces else None

    def holds_enemies(self, square: Square, seat: Seat) -> bool:
        """Whether pieces of others stand there."""
        return self.owner(square) not in (None, seat)

    def held(self) -> Iterator[tuple[Square, Seat]]:
        """Every square that anything stands in, and whose it is."""
        for square, pieces in self._at.items():
            yield square, next(iter(pieces.values())).seat

    def enemy_squares(self, seat: Seat) -> frozenset[Square]:
        """Where others stand, which bars the way (GU-6)."""
        if seat not in self._enemies:
            self._enemies[seat] = frozenset(
                square for square, owner in self.held() if owner != seat
            )
        return self._enemies[seat]

    def put(self, piece: Piece) -> None:
        """A piece comes to the board, or changes."""
        old = self._pieces.get(piece.name)
        if old is not None and old.square != piece.square:
            self.remove(piece.name)
        self._pieces[piece.name] = piece
        if piece.square not in self._at:
            self._at[piece.square] = {}
            self._enemies.clear()
        self._at[piece.square][piece.name] = piece

    def remove(self, name: Name) -> Piece:
        """A piece leaves the board."""
        piece = self._pieces.pop(name)
        there = self._at[piece.square]
        del there[name]
        if not there:
            del self._at[piece.square]
            self._enemies.clear()
        return piece

    def move(self, unit: Unit, square: Square) -> None:
        """A unit stands elsewhere now."""
        self.put(msgspec.structs.replace(unit, square=square))

    def turn_to(self, unit: Unit, phase: Phase) -> None:
        """A unit begins to deploy, or is ready."""
        self.put(msgspec.structs.replace(unit, phase=phase))
