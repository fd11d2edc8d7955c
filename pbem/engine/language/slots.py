"""What an order leaves open: slots, which take a value from a line's terms and write it again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.engine.i18n import N_
from pbem.engine.language.refusals import Refused
from pbem.engine.language.words import Term

_MOST_DIGITS = 9


class Taken(NamedTuple):
    """A value found, from one term of a line up to before another. ``odd`` tells that the words
    are rather used for something else."""

    value: Any
    end: int
    odd: int = 0


class Wrong:
    """What is understood and cannot stand: why (a message with fields), and the value that may be
    meant."""

    __slots__ = ("fields", "instead", "message")

    def __init__(self, message: str, instead: Any = None, **fields: str | int) -> None:
        self.message = message
        self.instead = instead
        self.fields = fields

    def refused(self, slot: str, line: str) -> Refused:
        """The refusal of an order that has it in a slot; `line` is the order that may be meant."""
        return Refused(self.message, slot, line or None, (), **self.fields)


@dataclass(frozen=True, kw_only=True)
class Slot(ABC):
    """A place in a form that a value fills.

    ``question`` is what is asked where the value is missing ("where?"), and ``name`` what HELP
    calls it ("square"), empty where HELP does without it; both are to be translated. ``leads`` are
    particles that may stand before the value, besides those of the form. ``grows``: the value is a
    tuple to which further ones are added.
    """

    question: str = ""
    leads: tuple[str, ...] = ()
    grows: bool = False
    name: str = ""

    @abstractmethod
    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        """The value that begins at a term, or None. Looks at no more terms than it takes."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """The value as an order line has it."""


def passed_over(terms: Sequence[Term], at: int, *particles: str) -> int:
    """The place behind words that say nothing, of which a thing may have some before it, and behind
    such particles."""
    while at < len(terms) and (
        terms[at].means("filler") or (particles and terms[at].means("particle", *particles))
    ):
        at += 1
    return at


@dataclass(frozen=True)
class Thing(Slot):
    """One thing of the game by its name: a kind, an item, a player. Words of the sorts ``odd`` do
    if nothing else fits. With ``one`` a figure before it may say that it is a single one."""

    sorts: tuple[str, ...]
    odd: tuple[str, ...] = ()
    written: Callable[[str], str] = str
    one: bool = False

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        if self.one and terms[at].digits == "1":
            at = passed_over(terms, at + 1)
            if at == len(terms):
                return None
        term = terms[at]
        if term.senses:
            for odd, sorts in enumerate((self.sorts, self.odd)):
                for sort in sorts:
                    found = term.key(sort)
                    if found:
                        return Taken(found, at + 1, odd)
        return None

    def write(self, value: str) -> str:
        return self.written(value)


@dataclass(frozen=True)
class Number(Slot):
    """A whole number, in digits or letters."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        digits = terms[at].digits
        if not digits or len(digits) > _MOST_DIGITS or _is_part(terms, at):
            return None
        return Taken(int(digits), at + 1)

    def write(self, value: int) -> str:
        return str(value)


def _is_part(terms: Sequence[Term], at: int) -> bool:
    """Whether a figure is one side only of a decimal point, as in "6.5"."""
    return is_decimal(terms[at : at + 3]) or (at > 1 and is_decimal(terms[at - 2 : at + 1]))


def is_decimal(terms: Sequence[Term]) -> bool:
    """Whether these are a number with decimals: figures on both sides of a point."""
    if len(terms) != 3 or terms[1].text not in ".,":
        return False
    whole, point, part = terms
    digits = whole.text.isdecimal() and part.text.isdecimal()
    return digits and whole.end == point.column and point.end == part.column


@dataclass(frozen=True)
class Place(Slot):
    """A place of a grid, written ``c7`` or ``c 7``. `read` gives None for what is none."""

    read: Callable[[str], Any]
    written: Callable[[Any], str]
    name: str = field(default=N_("square"), kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        term, end = terms[at], at + 1
        name = term.cell
        if not name and len(term.text) == 1 and term.text.isascii() and term.text.isalpha():
            figure = terms[end].text if end < len(terms) else ""
            if not figure.isdecimal():
                return None
            name, end = f"{term.text.lower()}{figure.lstrip('0')}", end + 1
        found = self.read(name) if name else None
        return None if found is None else Taken(found, end)

    def write(self, value: Any) -> str:
        return self.written(value)


ALL = "all"


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount: a number, or what a word for one stands for; ``of`` what, if that is said."""

    number: Any
    of: str | None = None


@dataclass(frozen=True)
class Amount(Slot):
    """A figure, or a word that stands for one (`words`, by particle); `things` may be counted by
    it: "2 merchants"."""

    words: Mapping[str, Any]
    things: Thing | None = None
    digits: int = _MOST_DIGITS
    leads: tuple[str, ...] = field(default=("with",), kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        term, number = terms[at], Number().take(terms, at)
        said = next((key for key in self.words if term.means("particle", key)), None)
        if said is None and (number is None or len(term.digits) > self.digits):
            return None
        value = self.words[said] if said is not None else number.value if number else None
        end = at + 1
        if self.things is not None and said in (None, ALL):
            thing = passed_over(terms, end)
            found = self.things.take(terms, thing) if thing < len(terms) else None
            if found is not None and not found.odd:
                return Taken(Sum(value, found.value), found.end)
        return Taken(Sum(value), end)

    def write(self, value: Any) -> str:
        sent = value if isinstance(value, Sum) else Sum(value)
        of = f" {self.things.write(sent.of)}" if self.things is not None and sent.of else ""
        for key, number in self.words.items():
            if (number, type(number)) == (sent.number, type(sent.number)) and key != ALL:
                return f"{key.upper()}{of}"
        return f"WITH {sent.number}{of}"


@dataclass(frozen=True, slots=True)
class Count:
    """So many of a thing: a number, ALL, or None where none is said; a thing of None is anything.
    ``many`` tells that the word is for several."""

    number: int | str | None
    thing: str | None
    many: bool = False


@dataclass(frozen=True)
class Counted(Slot):
    """Things, each with its number, in a row: "2 scientists and a miner", "ALL miners", "ALL"."""

    things: Thing
    grows: bool = field(default=True, kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        number: int | str | None = None
        place, everything = at, terms[at].means("particle", ALL)
        if everything:
            number, place = ALL, passed_over(terms, place + 1)
        if place < len(terms) and terms[place].digits:
            counted = Number().take(terms, place)
            if counted is None:
                return None
            # "all 2 merchants" are two: whether these are all shows in the position
            number, place = counted.value, passed_over(terms, place + 1)
        found = self.things.take(terms, place) if place < len(terms) else None
        if found is None:
            return Taken((Count(ALL, None),), at + 1) if everything else None
        many = terms[place].means("several", "many") or (
            terms[place].means("several", "perhaps")
            and place > 0
            and terms[place - 1].means("filler", "article")
        )
        end = found.end
        times = terms[end].text.casefold() if end < len(terms) else ""
        if number is None and times[:1] in ("x", "×") and times[1:].isdecimal():
            number, end = int(times[1:]), end + 1
        elif number is None and _is_alone(terms, at, end):  # "scientists 2"
            number, end = int(terms[end].digits), end + 1
        return Taken((Count(number, found.value, many),), end, found.odd)

    def write(self, value: Sequence[Count | str]) -> str:
        return " ".join(map(self._written, value))

    def _written(self, counted: Count | str) -> str:
        count = counted if isinstance(counted, Count) else Count(None, counted)
        if count.thing is None:
            return "ALL"
        name = self.things.write(count.thing)
        return name if count.number is None else f"{str(count.number).upper()} {name}"


def _is_alone(terms: Sequence[Term], at: int, end: int) -> bool:
    """Whether nothing but a figure stands behind a thing, and nothing before it."""
    first = not at or terms[at - 1].means("verb")
    return first and end == len(terms) - 1 and bool(terms[end].digits)


@dataclass(frozen=True)
class Several(Slot):
    """One value or more of another slot, in a row; written with this `between` them. What that one
    asks is asked here."""

    slot: Slot
    grows: bool = field(default=True, kw_only=True)
    between: str = field(default=" ", kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "question", self.question or self.slot.question)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        found = self.slot.take(terms, at)
        if found is None or isinstance(found.value, Wrong):
            return None
        return Taken((found.value,), found.end, found.odd)

    def write(self, value: Sequence[Any]) -> str:
        return self.between.join(map(self.slot.write, value))


@dataclass(frozen=True)
class Otherwise(Slot):
    """What is done where an order cannot be: behind the word that leads it ("else") stands another
    choice of the same subject, a clause of its own. Its value are readings of such clauses, or, to
    be written, their lines."""

    leads: tuple[str, ...] = field(default=("else",), kw_only=True)
    name: str = field(default=N_("order"), kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        return None

    def write(self, value: Sequence[Any]) -> str:
        lines = (one if isinstance(one, str) else one.write(carried=False) for one in value)
        return " ELSE ".join(lines)


@dataclass(frozen=True)
class Flag(Slot):
    """A word that is there or not."""

    particle: str

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        return Taken(True, at + 1) if terms[at].means("particle", self.particle) else None

    def write(self, value: bool) -> str:
        return self.particle.upper() if value else ""
