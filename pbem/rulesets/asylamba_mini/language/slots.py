"""What orders of this game leave open: sectors, fleets, levels, sums of resources, purposes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pbem.engine.i18n import N_
from pbem.engine.language import ALL, Count, Number, Term
from pbem.engine.language.slots import Slot, Taken, passed_over
from pbem.rulesets.asylamba_mini.figures import SHIPS, Fleets, Resource
from pbem.rulesets.asylamba_mini.orders import Extent, Sum

CAPITAL = "capital"
"""A sector that is named so."""
PURPOSES = ("colonise", "conquer", "reinforce", "attack")
"""Of missions; an attack is one of the first two, as fits its target."""
NUMBER = Number()
_TIMES = ("x", "X", "×", "*")


def _means(terms: Sequence[Term], at: int, *particles: str) -> bool:
    return 0 <= at < len(terms) and terms[at].means("particle", *particles)


def _figure(terms: Sequence[Term], at: int) -> int | None:
    found = NUMBER.take(terms, at) if at < len(terms) and terms[at].digits else None
    return None if found is None else int(found.value)


def _in_path(terms: Sequence[Term], at: int) -> bool:
    """Whether a sector is one of three or more in a row, as reports show a mission's way:
    "18-17-9"."""
    joins = [
        0 < place < len(terms) - 1
        and terms[place].text in "-–"
        and bool(terms[place - 1].digits and terms[place + 1].digits)
        for place in range(at - 3, at + 4, 2)
    ]
    return any(one and other for one, other in pairwise(joins))


_JOINING = ("-", "–", "->", "=>", "→", ">")


def _is_led(terms: Sequence[Term], at: int) -> bool:
    """Whether FROM stands before a sector."""
    return _means(terms, _before(terms, at), "from", "at")


def _before(terms: Sequence[Term], at: int) -> int:
    """The place before words that only say nothing."""
    at -= 1
    while at >= 0 and terms[at].means("filler") and not terms[at].means("particle"):
        at -= 1
    return at


def _is_placed(terms: Sequence[Term], at: int) -> bool:
    """Whether a figure stands where a sector does."""
    follows = passed_over(terms, at + 1)
    if follows < len(terms) and (terms[follows].means("ship") or _means(terms, follows, "fleet")):
        return False
    before = _before(terms, at)
    if before < 0 or terms[before].text in _JOINING or terms[before].means("verb"):
        return True
    if _means(terms, before, "from", "to", "at", "for"):
        return True
    return at + 1 < len(terms) and (
        terms[at + 1].text in _JOINING or _means(terms, at + 1, "to", "from")
    )


@dataclass(frozen=True, kw_only=True)
class SectorSlot(Slot):
    """A sector: "17", "sector 17", "s17", "the capital". A figure alone is one behind a verb or
    what leads it, or joined to another one, and not before what it counts; `always` does without,
    and one that must be `led` only behind FROM."""

    always: bool = False
    led: bool = False
    name: str = N_("sector")

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        first = terms[at]
        if not (first.digits or first.cell or first.means("particle", "sector", CAPITAL)):
            return None
        place = passed_over(terms, at, "sector")
        if place == len(terms) or (self.led and not _is_led(terms, at)):
            return None
        term = terms[place]
        if _means(terms, place, CAPITAL):
            return Taken(CAPITAL, place + 1)
        if term.cell[:1] == "s" and term.cell[1:].isdecimal():
            return Taken(int(term.cell[1:]), place + 1)
        number = _figure(terms, place)
        named = place > at or self.always
        if number is None or not (named or _is_placed(terms, at)) or _in_path(terms, place):
            return None
        return Taken(number, place + 1)

    def write(self, value: int | str) -> str:
        return str(value)


def _ends_range(terms: Sequence[Term], at: int) -> bool:
    """Whether a figure is the second of two: "2-3 light" leaves open how many."""
    return at > 1 and terms[at - 1].text in "-–" and bool(terms[at - 2].digits)


@dataclass(frozen=True, kw_only=True)
class FleetsSlot(Slot):
    """Fleets by type, in a row: "5 heavy and 3 light", "heavy 5", "ALL light", "ALL"; a number
    alone behind WITH, before "fleets", behind the verb before FROM, or `alone` with it. Each is a
    :class:`Count`."""

    leads: tuple[str, ...] = ("with",)
    grows: bool = True
    alone: bool = False
    name: str = N_("fleets")

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        first, place = terms[at], at
        number: int | str | None = None
        if first.means("particle", ALL):
            number, place = ALL, passed_over(terms, at + 1)
        elif not (first.digits or first.means("ship")):
            return None
        figure = None if _ends_range(terms, place) else _figure(terms, place)
        if figure is not None:
            number, place = figure, passed_over(terms, place + 1)
        counted = place
        place = passed_over(terms, place, "fleet")
        ship = terms[place].key("ship") if place < len(terms) else ""
        if not ship:
            bare = figure is None or place > counted or self._is_bare(terms, at)
            end = max(at + 1, counted) if place == counted else place
            return Taken((Count(number, None),), end) if number is not None and bare else None
        end = place + 1
        if number is None and at and terms[at - 1].text.casefold() in ("a", "an"):
            number = 1
        elif number is None and self._counts_before(terms, end):
            number, end = _figure(terms, end), end + 1
        while _means(terms, end, "fleet"):
            end += 1
        return Taken((Count(number, ship),), end)

    def _is_bare(self, terms: Sequence[Term], at: int) -> bool:
        """Whether a number without a type can only be one of fleets."""
        first = at > 0 and terms[at - 1].means("verb")
        if self.alone:
            return first and at + 1 == len(terms)
        starts = _means(terms, at + 1, "from")
        arrives = any(_means(terms, place, "to") for place in range(at + 2, at + 5))
        return _means(terms, at - 1, "with") or (first and starts and arrives)

    def _counts_before(self, terms: Sequence[Term], at: int) -> bool:
        """Whether the figure here counts the type before it, and not one behind it."""
        if _figure(terms, at) is None:
            return False
        named = at + 1 < len(terms) and terms[at + 1].means("ship")
        return not named or _figure(terms, at + 2) is not None

    def write(self, value: Any) -> str:
        if isinstance(value, Fleets):
            parts = [Count(value.of(ship), ship) for ship in reversed(SHIPS) if value.of(ship)]
        else:
            parts = list(value)
        words = (word for one in parts for word in (one.number, one.thing) if word is not None)
        return " ".join("ALL" if word == ALL else str(word) for word in words)


@dataclass(frozen=True, kw_only=True)
class ExtentSlot(Slot):
    """How far something is raised: "TO 8", "level 8", "BY 3", "+3", "3 levels", "MAX", and unless
    it is `clear`, "4 to 8", "+3" and a figure alone, which is left open."""

    clear: bool = False
    name: str = "TO n|BY n"

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        term = terms[at]
        number = _figure(terms, at)
        if self.clear and (number is not None or term.means("sign")):
            return None
        if number is not None:
            return self._counted(terms, at, number)
        if term.means("particle", "twice"):
            return Taken(Extent(levels=2), at + 1)
        if term.cell[:1] == "x" and term.cell[1:].isdecimal():
            return Taken(Extent(levels=int(term.cell[1:])), at + 1)
        if term.means("particle", "from"):
            start = passed_over(terms, at + 1, "level")
            if _figure(terms, start) is not None and _means(terms, start + 1, "to"):
                return self._up_to(terms, start + 1)
        if term.text in (*_TIMES, "+") or term.means("particle", "by"):
            return self._by(terms, passed_over(terms, at + 1, "level"))
        if term.means("particle", ALL):
            return Taken(Extent(highest=True), at + 1)
        if term.means("particle", "level") or (
            term.means("particle", "to")
            and not (term.means("particle", "at") and not _means(terms, at + 1, "level"))
        ):
            return self._up_to(terms, at)
        return None

    def _counted(self, terms: Sequence[Term], at: int, number: int) -> Taken | None:
        follows = passed_over(terms, at + 1)
        if _means(terms, follows, "level"):
            return Taken(Extent(levels=number), follows + 1)
        if _means(terms, at + 1, "to"):
            return self._up_to(terms, at + 1)
        if follows < len(terms) and terms[follows].means("ship"):
            return None
        return Taken(Extent(bare=number), at + 1)

    def _by(self, terms: Sequence[Term], at: int) -> Taken | None:
        number = _figure(terms, at)
        if number is None:
            return None
        end = at + 1
        while _means(terms, end, "level"):
            end += 1
        return Taken(Extent(levels=number), end)

    def _up_to(self, terms: Sequence[Term], at: int) -> Taken | None:
        place = passed_over(terms, at, "to", "level")
        if _means(terms, place, ALL):
            return Taken(Extent(highest=True), place + 1)
        number = _figure(terms, place)
        return None if number is None else Taken(Extent(to=number), place + 1)

    def write(self, value: Extent) -> str:
        if value.highest:
            return "MAX"
        if value.to is not None:
            return f"TO {value.to}"
        if value.bare is not None:
            return str(value.bare)
        return "" if value.levels == 1 else f"BY {value.levels}"


@dataclass(frozen=True, kw_only=True)
class SumSlot(Slot):
    """One side of an exchange: "40 R", "R", "ALL R", and behind it in digits, "R 40"."""

    name: str = N_("amount")

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        place, amount = at, _figure(terms, at)
        everything = amount is None and terms[at].means("particle", ALL)
        if everything or amount is not None:
            place = at + 1
        elif not terms[at].means("resource"):
            return None
        while place < len(terms) and terms[place].means("filler"):
            if terms[place].means("resource"):  # "X", which multiplies as well
                break
            place += 1
        key = terms[place].key("resource") if place < len(terms) else ""
        if not key:
            return None
        end = place + 1
        last = end == len(terms) - 1 and terms[end].text.isdecimal()
        if amount is None and not everything and last:
            amount, end = _figure(terms, end), end + 1
        return Taken(Sum(Resource(key), amount, everything=everything), end)

    def write(self, value: Sum) -> str:
        if value.everything:
            return f"ALL {value.resource}"
        return f"{value.resource}" if value.amount is None else f"{value.amount} {value.resource}"


@dataclass(frozen=True, kw_only=True)
class PurposeSlot(Slot):
    """What a mission is for, which may be its verb as well."""

    name: str = "COLONISE|CONQUER|REINFORCE"

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        found = next((key for key in terms[at].keys("verb") if key in PURPOSES), None)
        return None if found is None else Taken(found, at + 1)

    def write(self, value: str) -> str:
        return value.upper()
