"""The words of one order: what they name, whatever their order. What they come to is
``acting``'s and ``pledging``'s concern."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from pbem.maps.board import Square
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.reading.reader import Reader
from pbem.rulesets.parsec.reading.splitting import main_verb, occasion
from pbem.rulesets.parsec.reading.words import Sort, Term
from pbem.rulesets.parsec.reckoning.space import Space

_FLAGS = ("with", "all", "none", "not", "win", "tie", "home", "leader", "ship", "artifact")
_SILENT = ("also", "filler", "to", "from", "first", "aim", "when", "article")
_SETTLES = ("", "settle", "place")
_TIMES = re.compile(r"[xX]([0-9]{1,2})")


@dataclass(frozen=True)
class Named:
    """One of the four kinds as a line names it, and how many of it (None: not said)."""

    kind: Kind
    term: Term
    count: int | None = None

    @property
    def is_leader(self) -> bool:
        """Whether the word names a leader only."""
        return self.term.of(Sort.LEADER) is not None

    @property
    def is_ship(self) -> bool:
        """Whether the word names a ship only, or the line counts it."""
        return self.term.of(Sort.SHIP) is not None or self.count is not None


@dataclass
class Wording:
    """What an order says, as far as it has been read.

    ``first`` are the kinds behind FIRST, ``origins`` the squares behind FROM, ``numbers`` the
    figures that count no kind; ``flags`` are particles that matter, by key; ``occasion`` is the
    side of a conflict that ships are for, where the verb does not tell it.
    """

    verb: str = ""
    verb_term: Term | None = None
    occasion: str = ""
    occasion_term: Term | None = None
    named: list[Named] = field(default_factory=list)
    first: list[Named] = field(default_factory=list)
    squares: list[tuple[Square, Term]] = field(default_factory=list)
    origins: list[tuple[Square, Term]] = field(default_factory=list)
    numbers: list[tuple[int, Term]] = field(default_factory=list)
    flags: dict[str, Term] = field(default_factory=dict)


def read_wording(reader: Reader, space: Space) -> Wording:
    """All of a clause. Raises :class:`OrderError`."""
    return _Collector(reader, space).wording


class _Collector:
    """Passes over the parts of an order and keeps what they say."""

    def __init__(self, reader: Reader, space: Space) -> None:
        self._reader = reader
        self._space = space
        self._in_first = False
        self._from = False
        self._verb = main_verb(reader.terms)
        self._occasion = occasion(reader.terms)
        self.wording = Wording()
        while (term := reader.peek()) is not None:
            self._read_part(term)

    def _read_part(self, term: Term) -> None:
        reader, wording = self._reader, self.wording
        times = _TIMES.fullmatch(term.text)
        if times and self._swaps and wording.named:
            reader.take()
            wording.named[-1] = replace(wording.named[-1], count=int(times[1]))
        elif term.is_cell or (not self._swaps and reader.next_is_spaced_square()):
            self._read_square()
        elif term is self._verb:
            reader.take()
            wording.verb, wording.verb_term = term.of(Sort.VERB) or "", term
        elif term is self._occasion:
            reader.take()
            wording.occasion, wording.occasion_term = term.of(Sort.OCCASION) or "", term
        elif reader.next_counts_kinds():
            self._read_counted()
        elif term.kind is not None:
            reader.take()
            self._keep(Named(term.kind, term))
            self._flag(term)
        elif term.digits:
            wording.numbers.append((reader.ships(), term))
        elif self._is_particle(term):
            self._read_particle(term)
        else:
            raise reader.lost(term)

    @property
    def _swaps(self) -> bool:
        return self._verb is not None and self._verb.of(Sort.VERB) == "swap"

    def _is_particle(self, term: Term) -> bool:
        """Whether it may stand in an order: "against" in a swap alone."""
        known = term.means(*_FLAGS, *_SILENT) or term.of(Sort.ASIDE) == "modal"
        return known or (self._swaps and term.means("against"))

    def _read_square(self) -> None:
        found = self._reader.square(self._space)
        (self.wording.origins if self._from else self.wording.squares).append(found)
        self._in_first = self._from = False

    def _read_counted(self) -> None:
        """ "2 scientists", "2 x scientists"."""
        count = self._reader.ships()
        while (term := self._reader.take()) is not None:
            if term.kind is not None:
                self._keep(Named(term.kind, term, count))
                return

    def _keep(self, named: Named) -> None:
        (self.wording.first if self._in_first else self.wording.named).append(named)

    def _read_particle(self, term: Term) -> None:
        self._reader.take()
        self._flag(term)
        if term.means("to", "with"):
            self._in_first = False
        if term.means("first") and self.wording.verb in _SETTLES:
            self._in_first = True
        self._from = term.means("from")

    def _flag(self, term: Term) -> None:
        for flag in _FLAGS:
            if term.means(flag):
                self.wording.flags.setdefault(flag, term)
