"""What orders leave open, besides squares: units, others' pieces, factories, designs, sites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.engine.language import ALL, Place, Term
from pbem.engine.language.slots import Slot, Taken
from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import CHARACTERISTICS, Design, Name

LONGEST_FIGURE = 4
"""Digits of a figure; none of the game's has more."""
NOTHING = "nothing"
_RANGE = ("-", "–", "—", "..", "...", "…")
_EQUALS = ("=", ":")


@dataclass(frozen=True)
class Aim:
    """A piece as a line names it: a unit's number or a factory's letter, and its `owner`, by seat
    or by the letter of a colour; "" where none is said."""

    owner: int | str
    name: str


def _at(terms: Sequence[Term], place: int) -> Term | None:
    return terms[place] if place < len(terms) else None


def _behind(terms: Sequence[Term], place: int, *particles: str, fillers: bool = True) -> int:
    """The place behind such words."""
    while (term := _at(terms, place)) is not None and (
        term.means("particle", *particles) or (fillers and term.means("filler"))
    ):
        if term.digits or len(term.text) == 1 or term.means("particle", "else"):
            break
        place += 1
    return place


def _owner(term: Term | None) -> int | str:
    """Whose colour or own name it is; "" for nobody's."""
    found = (term.key("colour") or term.key("name")) if term is not None else ""
    return int(found) if found else ""


def _names_piece(term: Term) -> bool:
    """Whether words about a piece may begin with it."""
    return bool(term.key("colour") or term.key("name")) or term.means("particle", "unit", "factory")


def _is_letter(term: Term | None) -> bool:
    return term is not None and len(term.text) == 1 and term.text.isascii() and term.text.isalpha()


@dataclass(frozen=True)
class UnitsSlot(Slot):
    """Own units by their numbers: "12", "12-15" (those of them that are there), "Red 12", "ALL"."""

    named: bool = True

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        begins = terms[at]
        if begins.means("particle", ALL) and not begins.text.isdecimal():
            return Taken((ALL,), at + 1)
        if not (begins.digits or begins.cell or begins.text == "#" or _names_piece(begins)):
            return None
        if at and terms[at - 1].text == "×":  # so many, as reports count them
            return None
        place = _behind(terms, at, "unit")
        if place < len(terms) and terms[place].text == "#":
            place += 1
        term = _at(terms, place)
        if term is None or (place > at and term.means("particle", ALL)):
            return None
        if term.digits:
            return self._numbered(terms, place)
        if term.cell[:1] == "u" and term.cell[1:].isdecimal():  # "u12"
            return Taken((int(term.cell[1:]),), place + 1, 1)
        owner = _owner(term) if self.named else ""
        number = _at(terms, _behind(terms, place + 1, "unit"))
        if not owner or number is None or not number.digits:
            return None
        return Taken((Name(int(owner), number.digits),), _behind(terms, place + 1, "unit") + 1)

    def _numbered(self, terms: Sequence[Term], place: int) -> Taken | None:
        """A number, a range, or several with nothing but commas between: "1,2,3"."""
        first, sign, last = terms[place], _at(terms, place + 1), _at(terms, place + 2)
        if len(first.digits) > LONGEST_FIGURE:
            return None
        number = int(first.digits)
        if sign is None or last is None or not 0 < len(last.digits) <= LONGEST_FIGURE:
            return Taken((number,), place + 1)
        if sign.text in _RANGE or sign.means("particle", "to"):
            return Taken(((number, int(last.digits)),), place + 3)
        if sign.text != "," or last.column != sign.end:
            return Taken((number,), place + 1)
        found = self._numbered(terms, place + 2)
        assert found is not None
        return Taken((number, *found.value), found.end)

    def write(self, value: Sequence[int | tuple[int, int] | str | Name]) -> str:
        ranges = (f"{one[0]}-{one[1]}" if isinstance(one, tuple) else one for one in value)
        return " ".join(one.upper() if isinstance(one, str) else str(one) for one in ranges)


@dataclass(frozen=True)
class PieceSlot(Slot):
    """Somebody's unit or factory: "UNIT Red 7", "Ada's 7", "FACTORY R B", "UNIT 7 OF Red"."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        if not _names_piece(terms[at]):
            return None
        kind = terms[at].key("particle") if terms[at].means("particle", "unit", "factory") else ""
        lettered = terms[at].means("particle", "factory")
        place = _behind(terms, at + 1) if kind else at
        term, behind = _at(terms, place), _behind(terms, place + 1, "unit", "factory")
        if term is None:
            return None
        follows = _at(terms, behind)
        lettered = lettered or any(
            one.means("particle", "factory") for one in terms[place + 1 : behind]
        )
        owner = _owner(term)
        initial = term.text.upper() if kind and _is_letter(term) else ""
        if (owner or initial) and _names(follows, lettered=lettered):
            assert follows is not None
            named = follows.digits or follows.text.upper()
            return Taken(Aim(owner or initial, named), behind + 1)
        if kind and term.cell and not lettered:
            return Taken(Aim(term.cell[0].upper(), term.cell[1:]), place + 1)
        if kind and not owner and _names(term, lettered=lettered):
            of = _at(terms, _behind(terms, place + 1, "from"))
            end = _behind(terms, place + 1, "from") + 1 if _owner(of) else place + 1
            return Taken(Aim(_owner(of), term.digits or term.text.upper()), end)
        return None

    def write(self, value: Aim | Name) -> str:
        if isinstance(value, Name):
            return f"{'FACTORY' if value.is_factory else 'UNIT'} {value.ordered}"
        return f"{'FACTORY' if value.name.isalpha() else 'UNIT'} {value.owner} {value.name}"


def _names(term: Term | None, *, lettered: bool) -> bool:
    """Whether it is a factory's letter, or, if it is not called one, a unit's number."""
    return _is_letter(term) or (term is not None and bool(term.digits) and not lettered)


@dataclass(frozen=True)
class FactoriesSlot(Slot):
    """Own factories by their letters: "A", "factory B", "ALL". An "a" may be an article as well."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        place = _behind(terms, at, "factory", fillers=False)
        term = _at(terms, place)
        if term is None:
            return None
        if term.means("particle", ALL) and not term.text.isdecimal():
            return Taken((ALL,), _behind(terms, place + 1, "factory"))
        is_double = len(term.text) == 2 and term.text.isascii() and term.text.isalpha()
        if not (_is_letter(term) or (is_double and term.text.isupper() and not term.senses)):
            return None
        told = place > at or not term.means("filler") or term.text.isupper()
        if _level(terms, place) is not None or not (told or self._is_no_article(terms, place)):
            return None
        return Taken((term.text.upper(),), place + 1, 0 if told else 1)

    def _is_no_article(self, terms: Sequence[Term], place: int) -> bool:
        follows = _at(terms, place + 1)
        if follows is None:
            return True
        makes = follows.means("product") or follows.means("particle", "factory", "unit")
        return not (makes or follows.means("filler"))

    def write(self, value: Sequence[str] | str) -> str:
        return " ".join(value).upper() if isinstance(value, tuple) else str(value)


def _level(terms: Sequence[Term], at: int) -> tuple[tuple[str, str], int] | None:
    """A characteristic's letter with its level, and the place behind: "D2", "D = 2", "range 3"."""
    term = terms[at]
    if term.cell[:1].upper() in CHARACTERISTICS and term.cell[1:].isdecimal():
        return (term.cell[0].upper(), term.cell[1:]), at + 1
    name = term.key("characteristic") or (term.text.upper() if _is_letter(term) else "")
    if name not in CHARACTERISTICS:
        return None
    place = at + 1
    while (sign := _at(terms, place)) is not None and (
        sign.text in _EQUALS or sign.means("particle", "level") or sign.means("filler", "any")
    ):
        place += 1
    figure = _at(terms, place)
    return ((name, figure.text), place + 1) if figure and figure.text.isdecimal() else None


@dataclass(frozen=True)
class LevelsSlot(Slot):
    """A design by its levels, each as (letter, digits)."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        found = _level(terms, at)
        return None if found is None else Taken((found[0],), found[1])

    def write(self, value: Design | str | Sequence[tuple[str, str]]) -> str:
        if isinstance(value, tuple):
            return " ".join(map("".join, value))
        return str(value).upper()


@dataclass(frozen=True)
class ProductSlot(Slot):
    """A design that has a name: GRUNT, FACTORY, or NOTHING."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        if terms[at].digits == "1" and at + 1 < len(terms):  # "eine Fabrik"
            at += 1
        word = terms[at].key("product")
        if not word and terms[at].means("particle", "factory"):
            word = "factory"
        return Taken(word, at + 1) if word else None

    def write(self, value: str) -> str:
        return value.upper()


@dataclass(frozen=True)
class SitesSlot(Slot):
    """Squares in a row, which a list's numbers or the factories' letters may stand before."""

    square: Place = field(kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        found = self.square.take(terms, at)
        if found is not None:
            return Taken((found.value,), found.end)
        place = _behind(terms, at, "factory", fillers=False)
        term, follows = _at(terms, place), _at(terms, place + 1)
        lettered = _is_letter(term) and follows is not None and follows.means("particle", "at")
        numbered = (
            term is not None
            and term.text.isdecimal()
            and (follows is None or self.square.take(terms, place + 1) is not None)
        )
        return Taken((), place + 1) if lettered or numbered else None

    def write(self, value: Sequence[Square]) -> str:
        return " ".join(map(self.square.write, value))


@dataclass(frozen=True)
class WaySlot(Slot):
    """From a square to another: "c4-c5", "from c4 to c5", "c4 -> c5"."""

    square: Place = field(kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        origin = self.square.take(terms, at)
        sign = _at(terms, origin.end) if origin is not None else None
        if origin is None or sign is None or origin.end + 1 == len(terms):
            return None
        leads = sign.text in _RANGE or (sign.means("particle", "to") and sign.text not in "aA")
        to = self.square.take(terms, origin.end + 1) if leads else None
        return None if to is None else Taken((origin.value, to.value), to.end)

    def write(self, value: tuple[Square, Square]) -> str:
        origin, to = map(self.square.write, value)
        return f"FROM {origin} TO {to}"
