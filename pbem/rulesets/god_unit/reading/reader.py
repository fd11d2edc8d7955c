"""A line's terms passed over one by one, and what may be wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.i18n import _
from pbem.engine.lexicon import LIKE
from pbem.engine.orders import OrderError
from pbem.maps.board import Board, Square, column_name, read_square
from pbem.rulesets.god_unit.orders import AnyOrder
from pbem.rulesets.god_unit.reading.words import LONGEST_FIGURE, Kind, Term, likely, spanning


@dataclass(frozen=True)
class Reading:
    """An order as a line gives it.

    ``marks`` are the terms that say a part of it ("unit"); ``guessed`` tells that
    something was filled in that the line does not say.
    """

    order: AnyOrder
    marks: Mapping[str, Term] = field(default_factory=dict)
    guessed: bool = False


class Misspelt(OrderError):
    """Words at fault for which others would do; ``suggestion`` is those alone, not the line."""


class Reader:
    """Passes over one line's terms; what does not fit raises :class:`OrderError`."""

    def __init__(self, text: str, terms: tuple[Term, ...]) -> None:
        self.text = text
        self._terms = terms
        self._next = 0

    def peek(self, ahead: int = 0) -> Term | None:
        """The next term, or one further on; None behind the end."""
        place = self._next + ahead
        return self._terms[place] if 0 <= place < len(self._terms) else None

    def rest(self) -> tuple[Term, ...]:
        """All terms from the next one on."""
        return self._terms[self._next :]

    def take(self) -> Term | None:
        """The next term, passed over."""
        term = self.peek()
        if term is not None:
            self._next += 1
        return term

    def skip(self, *particles: str) -> Term | None:
        """Pass over the next term where it may be one of these particles."""
        term = self.peek()
        return self.take() if term is not None and term.means(*particles) else None

    def pass_over(self, *particles: str) -> None:
        """Pass over all that may be one of these particles."""
        while self.skip(*particles):
            continue

    def means(self, *particles: str, ahead: int = 0) -> bool:
        """Whether the next term, or one further on, may be one of these particles."""
        term = self.peek(ahead)
        return term is not None and term.means(*particles)

    def next_is(self, kind: Kind, ahead: int = 0) -> bool:
        """Whether the next term, or one further on, may be a word of this kind."""
        term = self.peek(ahead)
        return term is not None and term.of(kind) is not None

    def next_is_figure(self, ahead: int = 0) -> bool:
        term = self.peek(ahead)
        return term is not None and term.is_figure

    def next_is_cell(self, ahead: int = 0) -> bool:
        """Whether a square's name (or a level) comes next, in one piece."""
        term = self.peek(ahead)
        return term is not None and term.is_cell

    def next_is_spaced_square(self) -> bool:
        """Whether a square's name comes next with a blank in it: "c 7"."""
        term, figure = self.peek(), self.peek(1)
        if term is None or figure is None or not figure.is_figure:
            return False
        return len(term.text) == 1 and term.is_letter and not term.of(Kind.VERB)

    def fail(self, message: str, at: Term | None = None) -> OrderError:
        """An error at a term, or behind the last one."""
        if at is None:
            return OrderError(message, len(self.text.rstrip()) + 1)
        return OrderError(message, at.column, len(at.text))

    def lost(self, wanted: str, *kinds: Kind) -> OrderError:
        """The next term is not what was `wanted` here: one of these kinds, or a particle."""
        term = self.peek()
        if term is None:
            return self.fail(_("{wanted} is missing").format(wanted=wanted))
        message = _("{found} is not understood here: {wanted} was expected").format(
            wanted=wanted, found=repr(term.text)
        )
        guess = None if term.is_known else likely(term.text, (*kinds, Kind.PARTICLE), LIKE)
        if guess is None:
            return self.fail(message, term)
        return Misspelt(message, term.column, len(term.text), guess)

    def figure(self, what: str) -> tuple[int, Term]:
        """A whole number; `what` names it in the error ("a unit's number")."""
        term = self.peek()
        if term is None or not term.is_figure:
            raise self.lost(what)
        if len(term.text) > LONGEST_FIGURE:
            raise self.fail(_("{what} has too many digits").format(what=what), term)
        self._next += 1
        return int(term.text), term

    def square(self, board: Board) -> tuple[Square, Term]:
        """A square of the board, written ``c7`` or ``c 7``."""
        term = self.peek()
        if self.next_is_spaced_square():
            letter, figure = self.take(), self.take()
            assert letter is not None and figure is not None
            term, name = spanning(self.text, letter, figure), letter.text + figure.text
        elif term is not None and term.is_cell:
            self.take()
            name = term.text
        else:
            raise self.lost(_("a square such as c7"))
        square = read_square(name)
        if square is None or square not in board:
            message = _(
                "there is no square {name}: the board's columns are a to {column}, "
                "its rows 1 to {rows}"
            )
            column = column_name(board.width - 1)
            name = name.lower()
            raise self.fail(message.format(name=name, column=column, rows=board.height), term)
        return square, term
