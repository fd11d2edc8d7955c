"""A line's terms passed over one by one, and what may be wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.maps.board import Square, column_name, read_square
from pbem.rulesets.parsec.orders import AnyOrder
from pbem.rulesets.parsec.reading.counting import slip_before
from pbem.rulesets.parsec.reading.splitting import main_verb
from pbem.rulesets.parsec.reading.words import KINDS, LONGEST_FIGURE, Sort, Term, likely, spanning
from pbem.rulesets.parsec.reckoning.space import Space

_OF = frozenset({"of", "de", "von"})
_SIGNS = frozenset("-−–+±~<>≤≥")


@dataclass(frozen=True)
class Reading:
    """An order as a line gives it.

    ``marks`` are the terms that say a part of it ("square"); ``guessed`` tells that something
    was filled in that the line does not say.
    """

    order: AnyOrder
    marks: Mapping[str, Term] = field(default_factory=dict)
    guessed: bool = False


class Misspelt(OrderError):
    """Words at fault for which others would do; ``suggestion`` is those alone, not the line."""


class Reader:
    """Passes over one clause's terms; what does not fit raises :class:`OrderError`."""

    def __init__(self, text: str, terms: tuple[Term, ...]) -> None:
        self.text = text
        self.terms = terms
        self._next = 0

    def peek(self, ahead: int = 0) -> Term | None:
        """The next term, or one further on; None behind the end."""
        place = self._next + ahead
        return self.terms[place] if place < len(self.terms) else None

    def take(self) -> Term | None:
        """The next term, passed over."""
        term = self.peek()
        if term is not None:
            self._next += 1
        return term

    def next_is_spaced_square(self) -> bool:
        """Whether a square's name comes next with a blank in it: "c 7"."""
        term, figure = self.peek(), self.peek(1)
        if term is None or figure is None:
            return False
        return term.is_letter and figure.text.isdecimal()

    def next_counts_kinds(self) -> bool:
        """Whether a figure comes next that counts a kind: "2 scientists", "two of my miners"."""
        term = self.peek()
        if term is None or not term.digits:
            return False
        ahead = 1
        while (counted := self.peek(ahead)) is not None and _joins_count(counted):
            ahead += 1
        return counted is not None and counted.kind is not None

    def behind(self, term: Term) -> Term | None:
        """The word that a kind stands behind, articles, numbers and the like passed over: "all"
        of "all of my miners"."""
        place = self.terms.index(term)
        before = (one for one in reversed(self.terms[:place]) if not _leads_kind(one))
        return next(before, None)

    def fail(self, message: str, at: Term | None = None) -> OrderError:
        """An error at a term, or behind the last one."""
        if at is None:
            return OrderError(message, len(self.text.rstrip()) + 1)
        return OrderError(message, at.column, len(at.text))

    def refuse_signs(self) -> None:
        """Raises :class:`OrderError` at a figure with a sign: "-1", "2+", "<3"."""
        for before, term in pairwise(self.terms):
            clings = before.end == term.column and not self._is_glued(before)
            signed = before.text in _SIGNS and (clings or self._is_behind_with(before))
            if term.text.isdecimal() and signed:
                raise self.fail(
                    _("ships are counted with plain figures: {number}, no sign").format(
                        number=term.text
                    ),
                    before,
                )
            if before.text.isdecimal() and term.text == "+":
                raise self.fail(
                    _("ships are counted with plain figures: {number}, no sign").format(
                        number=before.text
                    ),
                    term,
                )

    def _is_glued(self, sign: Term) -> bool:
        """Whether it joins what stands before it: "scientist+2"."""
        return any(term.end == sign.column for term in self.terms)

    def _is_behind_with(self, sign: Term) -> bool:
        place = self.terms.index(sign)
        return place > 0 and self.terms[place - 1].means("with")

    def lost(self, term: Term) -> OrderError:
        """A term that means nothing here."""
        message = _("{found} is not understood here").format(found=repr(term.text))
        guess = None
        sorts: tuple[Sort, ...]
        if not term.is_known:
            sorts = (*KINDS, Sort.PARTICLE)
            if main_verb(self.terms) is None:
                sorts = (Sort.VERB, *sorts)
            guess = likely(term.text, sorts, text=self.text)
        guess = guess or slip_before(self.terms, self.terms.index(term))
        if guess is None:
            return self.fail(message, term)
        return Misspelt(message, term.column, len(term.text), guess)

    def ships(self) -> int:
        """A number of ships; a figure must be the next."""
        term = self.take()
        assert term is not None
        if len(term.digits) > LONGEST_FIGURE:
            raise self.fail(_("the number of ships has too many digits"), term)
        return int(term.digits)

    def square(self, space: Space) -> tuple[Square, Term]:
        """A system of the board, written ``c7`` or ``c 7``; it must be the next."""
        term = self.take()
        assert term is not None
        name = term.cell
        if not term.is_cell:
            figure = self.take()
            assert figure is not None
            term, name = spanning(self.text, term, figure), term.text + figure.text.lstrip("0")
        square = read_square(name)
        if square is None or square not in space:
            message = _(
                "there is no system {name}: the board's columns are a to {column}, "
                "its rows 1 to {rows}"
            )
            column, rows = column_name(len(space.rows[0]) - 1), len(space.rows)
            raise self.fail(message.format(name=name.lower(), column=column, rows=rows), term)
        return square, term


def _leads_kind(term: Term) -> bool:
    """Whether it belongs to the kind that it stands before: "my", "2", "of"."""
    leads = term.digits or term.means("filler", "article") or term.text.casefold() in _OF
    return bool(leads) and term.kind is None and not term.means("all")


def _joins_count(term: Term) -> bool:
    """ "2 x scientists", "two of my miners", "deux de mes mineurs"."""
    is_sign = not term.text[0].isalpha() and term.text != "×"
    return term.means("filler", "article", "from") and term.kind is None and not is_sign
