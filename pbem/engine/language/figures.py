"""Exact figures in orders: shares in percent, and ranges from one number to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pbem.engine.i18n import N_
from pbem.engine.language.slots import Slot, Taken, Wrong, is_decimal, passed_over
from pbem.engine.language.words import Term

DECIMALS = 6
"""The most decimals that a figure may have, so that every order can be written out."""
FULL = Fraction(100)
HIGHEST = Fraction(10**12)
"""No range needs to reach further; a star is there for all who are above."""
_DASHES = frozenset("-–—−‒―")
_STARS = frozenset("*∞")
_MOST_DIGITS = 30
_THOUSANDS = 3
_PIECES = 3
"""Terms of a fraction, and of a range of whole figures."""
_NOTHING = Fraction(0)


NEGATIVE = N_("no figure of an order is negative")
TOO_EXACT = N_("a figure has {most} decimals at the most")
PART = N_("a figure in percent is wanted here, such as {percent}%")


def is_plain(value: Fraction) -> bool:
    """Whether `value` can be written exactly with at most :data:`DECIMALS` decimals."""
    scale: int = 10**DECIMALS
    return scale % value.denominator == 0


def plain(value: Fraction) -> str:
    """`value` as an exact decimal without idle zeros: ``60``, ``12.5``.

    Raises ValueError for a value that :func:`is_plain` denies.
    """
    if value.denominator == 1:
        return str(value.numerator)
    if not is_plain(value):
        raise ValueError(f"{value} has no exact form with {DECIMALS} decimals")
    whole, rest = divmod(abs(value.numerator) * 10**DECIMALS // value.denominator, 10**DECIMALS)
    decimals = f"{rest:0{DECIMALS}d}".rstrip("0")
    return f"{'-' if value < 0 else ''}{whole}.{decimals}"


def rounded(value: Fraction) -> Fraction:
    """`value` with as many decimals as a figure may have, the rest cut off."""
    return Fraction(int(value * 10**DECIMALS), 10**DECIMALS)


@lru_cache(maxsize=4096)
def _fraction(text: str) -> Fraction:
    return Fraction(text)


def _figure(terms: Sequence[Term], at: int) -> tuple[Fraction, int]:
    """A number with what stands behind its point, and the place behind it; `at` where there is
    none."""
    whole = terms[at].digits if at < len(terms) else ""
    if not whole or len(whole) > _MOST_DIGITS:
        return _NOTHING, at
    found = terms[at : at + 3]
    if is_decimal(found) and len(found[2].text) <= _MOST_DIGITS:
        return _fraction(f"{whole}.{found[2].text}"), at + 3
    return _fraction(whole), at + 1


@dataclass(frozen=True)
class Percent(Slot):
    """A share from 0 to 100, with or without a percent sign: "60%", "12.5", "12,5 percent", "1/2";
    `words` are particles that stand for one."""

    words: Mapping[str, Fraction] = field(default_factory=dict)
    sign: str = "%"
    name: str = field(default=N_("percent"), kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        first = terms[at]
        if first.digits:
            return self._figure(terms, at)
        for particle in first.keys("particle"):
            if particle in self.words:
                return self._judged(self.words[particle], terms, at + 1, PART)
        signed = first.means("sign") and first.text != "~" and at + 1 < len(terms)
        found = self._figure(terms, at + 1) if signed and terms[at + 1].digits else None
        if found is not None and first.text in _DASHES:
            return Taken(Wrong(NEGATIVE), found.end)
        return found if first.text == "+" else None

    def _figure(self, terms: Sequence[Term], at: int) -> Taken | None:
        value, end = _figure(terms, at)
        if end == at:
            return None
        if _is_fraction(terms[at : at + 3]):
            value, end = 100 * value / int(terms[end + 1].text), end + 2
            return self._judged(value, terms, end, PART)
        return self._judged(value, terms, end)

    def _judged(
        self, value: Fraction, terms: Sequence[Term], end: int, endless: str = TOO_EXACT
    ) -> Taken:
        follows = terms[end] if end < len(terms) else None
        if follows is not None and follows.means("particle", "percent"):
            end += 1
        if value.numerator > 100 * value.denominator:
            message = N_("{found}% is too much; 100% is the most")
            return Taken(Wrong(message, found=plain(rounded(value))), end)
        if not is_plain(value):
            instead = rounded(value) if endless == TOO_EXACT else Fraction(int(value))
            return Taken(Wrong(endless, instead, most=DECIMALS, percent=plain(instead)), end)
        return Taken(value, end)

    def write(self, value: Fraction) -> str:
        return f"{plain(value)}{self.sign}"


def _is_fraction(terms: Sequence[Term]) -> bool:
    """Whether these are a part of a whole, as "2/3"; "50/50" are two shares."""
    if len(terms) < _PIECES or terms[1].text != "/":
        return False
    part, whole = terms[0].text, terms[2].text
    return part.isdecimal() and whole.isdecimal() and len(whole) == 1 and 0 < int(part) < int(whole)


def span(value: tuple[Fraction, Fraction | None]) -> str:
    """A range as an order line has it."""
    low, high = value
    return f"{plain(low)}-{'*' if high is None else plain(high)}"


@dataclass(frozen=True)
class Range(Slot):
    """From a number to another, both included: "0-200", "100 to 150", "100+", "at least 100", "up
    to 70"; a star leaves an end open (None). `made` makes the value. The particle `unit` behind it
    says nothing."""

    made: Callable[[Fraction, Fraction | None], Any] = lambda low, high: (low, high)
    written: Callable[[Any], str] = span
    unit: str = ""
    name: str = field(default=N_("from-to"), kw_only=True)

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        first = terms[at]
        if first.digits:
            return self._from(terms, at, "")
        if first.means("particle", "everyone"):
            behind = passed_over(terms, at + 1)
            more = behind < len(terms) and terms[behind].means("particle", *_BOUNDS)
            return (self.take(terms, behind) if more else None) or Taken(
                self.made(_NOTHING, None), at + 1
            )
        if first.means("sign") and first.text in _DASHES and at + 1 < len(terms):
            found = self.take(terms, at + 1) if terms[at + 1].digits else None
            return None if found is None else Taken(Wrong(NEGATIVE), found.end)
        bound = next((one for one in _BOUNDS if first.means("particle", one)), "")
        return self._from(terms, passed_over(terms, at + 1) if bound else at, bound)

    def _from(self, terms: Sequence[Term], start: int, bound: str) -> Taken | None:
        """A range whose first figure stands here, behind a word for a bound or none."""
        low, end = _end(terms, start)
        if end == start:
            return None
        if self.unit and _is_upward(terms, end + 1) and terms[end].means("particle", self.unit):
            end += 1  # "279 points or more"
        joint = _joint(terms, end, bound)
        high, last = _end(terms, joint) if joint > end else (None, joint)
        if bound == "most":
            low, high = None, low
        elif bound == "least" or _is_upward(terms, end):
            end += bound != "least"
        elif last > joint:
            end = last
        elif low is not None:
            message = N_("a range has two ends, as in {example}")
            return Taken(Wrong(message, self.made(low, low), example="100-150"), end)
        return self._judged(low or _NOTHING, high, terms, start, end)

    def _judged(
        self, low: Fraction, high: Fraction | None, terms: Sequence[Term], at: int, end: int
    ) -> Taken:
        """A range that stands between these terms, with its unit."""
        found = terms[at:end]
        value = self.made(low, high)
        follows = terms[end] if end < len(terms) else None
        if follows is not None and self.unit and follows.means("particle", self.unit):
            end += 1
        doubtful = _in_thousands(found) if len(found) > _PIECES else ()
        wrong: Wrong | None = None
        if follows is not None and follows.means("particle", "percent"):
            end, wrong = end + 1, Wrong(N_("a range is in points, not in percent"), value)
        elif doubtful:
            message = N_("{found} could be meant in thousands; write it without a sign")
            meant = {one: one * 1000 for one in map(_fraction, doubtful)}
            value = self.made(meant.get(low, low), None if high is None else meant.get(high, high))
            wrong = Wrong(message, value, found=doubtful[0])
        elif not (is_plain(low) and (high is None or is_plain(high))):
            wrong = Wrong(TOO_EXACT, most=DECIMALS)
        elif high is not None and low > high:
            message = N_("the range is reversed: the lower end comes first")
            wrong = Wrong(message, self.made(high, low))
        elif (low if high is None else high) > HIGHEST:
            message = N_("nobody has so many points; write * for no end")
            wrong = Wrong(message, self.made(min(low, HIGHEST), None))
        return Taken(wrong or value, end)

    def write(self, value: Any) -> str:
        return self.written(value)


_BOUNDS = ("least", "most", "between", "from")


def _in_thousands(terms: Sequence[Term]) -> list[str]:
    """Figures that may be meant in thousands, "1,000", with a point."""
    threes = zip(terms, terms[1:], terms[2:], strict=False)
    return [
        f"{three[0].text}.{three[2].text}"
        for three in threes
        if is_decimal(three) and len(three[2].text) == _THOUSANDS
    ]


def _end(terms: Sequence[Term], at: int) -> tuple[Fraction | None, int]:
    """One end of a range, and the place behind it; `at` where there is none."""
    if at < len(terms) and terms[at].text in _STARS:
        return None, at + 1
    value, end = _figure(terms, at)
    return (None if end == at else value), end


def _is_upward(terms: Sequence[Term], at: int) -> bool:
    return at < len(terms) and (terms[at].text == "+" or terms[at].means("particle", "upward"))


def _joint(terms: Sequence[Term], at: int, bound: str) -> int:
    """The place behind what joins the ends of a range; `at` where there is nothing."""
    if at == len(terms):
        return at
    term = terms[at]
    joins = term.text in _DASHES or term.text == "…" or term.text.startswith("..")
    joins = joins or term.means("particle", "to", "most") or (bool(bound) and term.means("joint"))
    return at + 1 if joins else at
