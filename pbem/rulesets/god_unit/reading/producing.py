"""What a PRODUCE line says, its parts in almost any order (GU-4, GU-8).

``PRODUCE A D2 R3 REPEAT``, ``a: d2r3, repeat``, ``make defence 2 range 3 in factory A`` and
``BAUE A D=2 R=3 IMMER`` are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters
from typing import cast

from pbem.engine.i18n import _
from pbem.engine.orders import OrderError
from pbem.rulesets.god_unit.designs import CHARACTERISTICS, FACTORY, GRUNT, Characteristic, Design
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reader, Reading
from pbem.rulesets.god_unit.reading.words import LONGEST_FIGURE, Kind, Term, spanning

_VERBS = ("produce", "stop", "keep")
_JOINS = ("=", ":")


def read_production(reader: Reader, position: Position) -> Iterator[Reading]:
    """The orders of a clause, one for each factory named. Raises :class:`OrderError`."""
    return _Product(reader, position).readings()


def begins_level(reader: Reader) -> bool:
    """Whether a characteristic and its level come next: ``D2``, ``D 2``, ``D=2``, ``range 3``."""
    term = reader.peek()
    if term is None:
        return False
    if term.is_cell:
        return True
    named = term.of(Kind.CHARACTERISTIC) or term.text.upper() in CHARACTERISTICS
    return bool(named) and reader.next_is_figure(_figure_ahead(reader))


def _figure_ahead(reader: Reader) -> int:
    """Where the level of the characteristic that comes next is looked for."""
    ahead = 1
    while (term := reader.peek(ahead)) is not None and (
        term.text in _JOINS or term.means("level", "of")
    ):
        ahead += 1
    return ahead


class _Product:
    """Collects the parts of an order up to the next factory behind a product."""

    def __init__(self, reader: Reader, position: Position) -> None:
        self._reader = reader
        self._position = position
        self._verb = ""
        self._factories: dict[str, Term] = {}
        self._article: str | None = None
        self._levels: dict[Characteristic, int] = {}
        self._named: Design | None = None
        self._nothing = False
        self._repeat: bool | None = None
        self._behind_at = False
        self._all = False
        self._product: Term | None = None
        while self._read_part():
            continue

    # Reading ----------------------------------------------------------------------

    @property
    def _has_product(self) -> bool:
        return self._product is not None

    def _read_part(self) -> bool:
        """Read one part more; False at the end."""
        reader = self._reader
        term = reader.peek()
        if term is None or self._next_begins():
            return False
        if reader.means("else"):
            raise reader.fail(_("ELSE is for units; a factory is told one thing"), term)
        if begins_level(reader):
            self._level()
        elif self._is_article():
            reader.take()
        elif self._is_letter():
            self._factory()
        elif self._verb == "" and term.of(Kind.VERB) in _VERBS and not reader.means("repeat"):
            reader.take()
            self._verb = term.of(Kind.VERB) or ""
        elif reader.means("factory"):
            self._factory_or_product(term)
        elif term.of(Kind.PRODUCT):
            self._set_product(term, None if term.of(Kind.PRODUCT) == "nothing" else GRUNT)
        elif reader.skip("all"):
            self._all = True
            reader.skip("factory")
        elif reader.skip("repeat"):
            self._repeat = True
        elif reader.skip("once"):
            self._repeat = False
        elif reader.skip("at", "from", "with", "of"):
            self._behind_at = True
        elif not reader.skip("also", "filler", "to"):
            wanted = _("a design such as D2 R3, GRUNT, FACTORY or NOTHING")
            raise reader.lost(wanted, Kind.PRODUCT, Kind.CHARACTERISTIC)
        return True

    def _next_begins(self) -> bool:
        """Whether another factory's order follows: ", B GRUNT"."""
        reader = self._reader
        if not self._has_product or (not self._factories and not self._all):
            return False
        if self._behind_at and set(self._factories) == {self._article}:
            return False
        head = reader.peek()
        if head is not None and head.of(Kind.VERB) and not reader.means("repeat"):
            return bool(self._verb) or head.of(Kind.VERB) not in _VERBS
        return self._is_letter() and (self._verb != "" or not reader.means("filler"))

    def _is_letter(self) -> bool:
        """Whether a factory's letter comes next."""
        term = self._reader.peek()
        if term is None or not term.is_letter or begins_level(self._reader):
            return False
        return len(term.text) == 1 or term.text.upper() in self._position.letters

    def _is_article(self) -> bool:
        """Whether "a" says no more than in "B builds a factory"."""
        reader = self._reader
        term = reader.peek()
        if term is None or term.text != "a" or not self._factories:
            return False
        is_another = reader.means("also", ahead=-1)
        makes = reader.next_is(Kind.PRODUCT, 1) or reader.means("factory", ahead=1)
        return makes and not is_another

    def _factory(self, *, sure: bool = False) -> None:
        term = self._reader.take()
        assert term is not None
        letter = term.text.upper()
        if term.text == "a" and not sure and not self._factories:
            self._article = letter
        elif letter == self._article:
            self._article = None
        self._factories[letter] = term

    def _factory_or_product(self, term: Term) -> None:
        """``FACTORY A`` tells which one, ``A FACTORY`` what it makes."""
        reader = self._reader
        reader.take()
        if self._is_letter() and not (self._has_product and self._factories):
            self._factory(sure=True)
        else:
            self._set_product(term, FACTORY, taken=True)

    def _set_product(self, term: Term, design: Design | None, *, taken: bool = False) -> None:
        if self._has_product:
            message = _("a factory makes one thing at a time: {one} or {other}")
            first = cast(Term, self._product)
            raise self._reader.fail(message.format(one=first.text, other=term.text), term)
        if not taken:
            self._reader.take()
        self._product, self._named, self._nothing = term, design, design is None

    def _level(self) -> None:
        reader = self._reader
        if self._has_product and not self._levels:
            term = reader.peek()
            assert term is not None and self._product is not None
            message = _("a factory makes one thing at a time: {one} or {other}")
            raise reader.fail(message.format(one=self._product.text, other=term.text), term)
        first = reader.take()
        assert first is not None
        last, digits = first, first.text.lstrip(ascii_letters)
        name = first.of(Kind.CHARACTERISTIC) or first.text.upper()
        if first.is_cell:
            name = first.text[: -len(digits)].upper()
        else:
            while not reader.next_is_figure():
                reader.take()
            last = cast(Term, reader.take())
            digits = last.text
        mark = spanning(reader.text, first, last)
        if name not in CHARACTERISTICS:
            message = _("there is no characteristic {name}: a design has A, D, M, N and R")
            raise reader.fail(message.format(name=name), mark)
        if len(digits) > LONGEST_FIGURE:
            raise reader.fail(_("a level has one digit, 0 to 6"), mark)
        self._set_level(name, int(digits), mark)

    def _set_level(self, name: Characteristic, level: int, mark: Term) -> None:
        if name in self._levels:
            message = _("{name} is given twice; once is enough")
            raise self._reader.fail(message.format(name=name), mark)
        self._levels[name] = level
        first = self._product or mark
        self._product = spanning(self._reader.text, first, mark)

    # What it comes to ----------------------------------------------------------------

    def readings(self) -> Iterator[Reading]:
        """The order for each factory that is meant."""
        if self._article is not None and len(self._factories) > 1:
            del self._factories[self._article]
        guessed = not self._factories
        for letter, mark in self._meant().items():
            product = self._made(letter, mark)
            repeat = product is not None and self._repeats(product, letter)
            marks = {"factory": mark}
            if self._product is not None:
                marks["product"] = self._product
            order = Produce(factory=letter, product=product, repeat=repeat)
            yield Reading(order, marks, guessed or not self._has_product)

    def _meant(self) -> dict[str, Term]:
        if self._factories:
            return self._factories
        letters = self._position.letters
        whole = Term(self._reader.text.strip(), 1 + _indent(self._reader.text))
        if self._all or len(letters) == 1:
            return dict.fromkeys(letters, whole)
        if not letters:
            raise self._reader.fail(_("you have no factory that could make anything"), whole)
        message = _("which factory? Yours are {letters}").format(letters=", ".join(letters))
        suggestion = None
        if self._has_product:
            design = None if self._nothing else self._design()
            suggestion = str(Produce(factory=letters[0], product=design))
        raise OrderError(message, whole.column, len(whole.text), suggestion)

    def _design(self) -> Design:
        design = self._named or GRUNT
        for name, level in self._levels.items():
            design = design.having(name, level)
        return design

    def _made(self, letter: str, mark: Term) -> Design | None:
        """What the factory is told to make; what it makes now where the line names nothing."""
        if self._nothing or (self._verb == "stop" and not self._has_product):
            return None
        if self._has_product:
            return self._design()
        shop = self._position.shops.get(letter)
        if self._verb != "keep" and self._repeat is None:
            message = _(
                "what is factory {letter} to make? A design such as D2 R3, GRUNT, FACTORY or "
                "NOTHING"
            )
            raise self._reader.fail(message.format(letter=letter))
        work = None if shop is None else shop.work
        if work is not None:
            return work.product
        if shop is not None and shop.comes is not None:
            return shop.comes.design
        message = _("factory {letter} makes nothing that could go on: name a design such as D2 R3")
        raise self._reader.fail(message.format(letter=letter), mark)

    def _repeats(self, product: Design, letter: str) -> bool:
        """REPEAT, also by KEEP and CONTINUE, unless ONCE is said."""
        return self._repeat if self._repeat is not None else self._verb == "keep"


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
