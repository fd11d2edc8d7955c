"""A line's terms passed over one by one, and what may be wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.orders import AnyOrder
from pbem.rulesets.asylamba_mini.reading.words import LONGEST_FIGURE, Kind, Term, likely
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm

_THOUSANDS = re.compile(r"\d{1,3}[.,]\d{3}")


@dataclass(frozen=True)
class Reading:
    """An order as a line gives it.

    ``marks`` are the terms that say a part of it ("source"); ``guessed`` tells that
    something was filled in that the line does not say.
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
        self._terms = terms
        self._next = 0

    def peek(self, ahead: int = 0) -> Term | None:
        """The next term, or one further on; None behind the end."""
        place = self._next + ahead
        return self._terms[place] if place < len(self._terms) else None

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

    def pass_over(self, *particles: str, but: Kind | None = None) -> None:
        """Pass over all that may be one of these particles, and not a word of kind `but`."""
        while (term := self.peek()) is not None and term.means(*particles):
            if but is not None and term.of(but) is not None:
                return
            self._next += 1

    def skip_before(self, last: str, *particles: str) -> Term | None:
        """Pass over `particles` and the `last` behind them, only where all of that is there."""
        ahead = 0
        while (term := self.peek(ahead)) is not None and not term.means(last):
            if not term.means(*particles):
                return None
            ahead += 1
        if not ahead or term is None:
            return None
        self._next += ahead
        return self.take()

    def skip_up_to(self, kind: Kind, *particles: str) -> bool:
        """Pass over `particles`, one at least, only where a word of `kind` stands behind them."""
        ahead = 0
        while (term := self.peek(ahead)) is not None and term.of(kind) is None:
            if not term.means(*particles):
                return False
            ahead += 1
        if not ahead or term is None or (term.means("sector") and self.next_is_figure(ahead + 1)):
            return False
        self._next += ahead
        return True

    def skip_again(self, kind: Kind, key: str) -> None:
        """Pass over what names the same thing once more: "hub" behind "comm."."""
        ahead = 1 if (dot := self.peek()) is not None and dot.text == "." else 0
        term = self.peek(ahead)
        if term is not None and term.of(kind) == key:
            self._next += ahead + 1

    def next_is(self, *kinds: Kind, ahead: int = 0) -> bool:
        """Whether the next term, or one further on, may be a word of one of these kinds."""
        term = self.peek(ahead)
        return term is not None and any(term.of(kind) is not None for kind in kinds)

    def next_is_figure(self, ahead: int = 0) -> bool:
        term = self.peek(ahead)
        return term is not None and term.is_figure

    def holds(self, *kinds: Kind) -> bool:
        """Whether any term from the next on may be a word of one of these kinds."""
        return any(term.of(kind) for term in self._terms[self._next :] for kind in kinds)

    def still_means(self, particle: str) -> bool:
        """Whether any term from the next on may be this particle."""
        return any(term.means(particle) for term in self._terms[self._next :])

    def ends_with_figure(self) -> bool:
        """Whether the last term of all is a figure."""
        return self._terms[-1].is_figure

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
        guess = None if term.is_known else likely(term.text, (*kinds, Kind.PARTICLE))
        if guess is None:
            return self.fail(message, term)
        return Misspelt(message, term.column, len(term.text), guess)

    def figure(self, what: str) -> tuple[int, Term]:
        """A whole number; `what` names it in the error ("the level")."""
        term = self.peek()
        if term is None or not term.is_figure:
            raise self.lost(what)
        digits = term.digits
        if "." in digits or "," in digits:
            message = _("{what} must be a whole number, found {found}")
            message = message.format(what=what, found=term.text)
            if _THOUSANDS.fullmatch(digits):
                digits = digits.replace(",", "").replace(".", "")
                raise Misspelt(message, term.column, len(term.text), digits)
            raise self.fail(message, term)
        if len(digits) > LONGEST_FIGURE:
            raise self.fail(_("{what} has too many digits").format(what=what), term)
        self._next += 1
        return int(digits), term

    def sector(self, realm: Realm) -> tuple[Sector, Term]:
        """A sector's number, with or without the word, or the capital."""
        self.pass_over("sector", "filler")
        capital = self.skip("capital")
        return (realm.capital, capital) if capital else self.figure(_("a sector's number"))

    def in_capital(self, realm: Realm, otherwise: str) -> None:
        """Pass over the capital; any other sector is an error: `otherwise`, with both numbers."""
        number, term = self.sector(realm)
        if number != realm.capital:
            raise self.fail(otherwise.format(capital=realm.capital, sector=number), term)

    def word(self, kind: Kind, wanted: str) -> tuple[str, Term]:
        """The key of a thing of that kind."""
        term = self.peek()
        key = None if term is None else term.of(kind)
        if term is None or key is None:
            raise self.lost(wanted, kind)
        self._next += 1
        return key, term
