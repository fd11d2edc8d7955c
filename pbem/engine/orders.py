"""Order lines: prefixes, comments, and errors that tell where and what instead.

A mail's order lines make a :class:`Sheet`. Before a line may stand ``@`` (repeat
it every turn) or ``TURN 8:`` (keep it for turn 8), which on a line of its own is a heading of those
below it; after it a comment from ``#`` or ``;`` on, but not from a ``#`` that a figure follows
("unit #12"). What remains is the ruleset's (:mod:`pbem.engine.language`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from msgspec.structs import replace

from pbem.engine.api import Fit, Level, Line, Verdict
from pbem.engine.i18n import _

_PREFIX = re.compile(r"\s*(?:(?P<at>@)|(?:TURN|T)\s*(?P<turn>\d{1,6})\s*:)\s*", re.IGNORECASE)
_HEADING = re.compile(r"TURN\s*\d{1,6}\s*:", re.IGNORECASE)
_COMMENT = re.compile(r"^#.*$|(?<=\s)#(?!\d).*$|;.*$")
_SEMICOLONS = re.compile(r"\s*;[\s;]*")
LONGEST_ORDER = 300
"""Signs of an order line."""
MOST_ORDERS = 400
"""Order lines of a mail."""
_CLEAR = frozenset({"none", "nothing", "clear"})


@dataclass(frozen=True)
class Sheet:
    """A mail's order lines, sorted by when they count.

    ``now`` are the lines for the open turn, ``standing`` those marked ``@``
    (they count now too), ``later`` those kept for a turn to come. ``standing``
    is None where the mail says nothing of repeated lines; an empty tuple clears
    them (``@ NONE``), as an empty ``later`` entry clears that turn's. ``verdicts``
    are of lines that never reach a desk.
    """

    now: tuple[Line, ...]
    standing: tuple[Line, ...] | None = None
    later: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether any line of it orders or clears anything."""
        return bool(self.now or self.later) or self.standing is not None


def split_prefix(line: str) -> tuple[str, str]:
    """A line as (prefix, rest): the prefix is ``@``, ``TURN n:`` or empty."""
    found = _PREFIX.match(line)
    return (line[: found.end()], line[found.end() :]) if found else ("", line)


def is_heading(line: str) -> bool:
    """Whether a line names the turn of those below it, and nothing else: ``TURN 8:``."""
    return _HEADING.fullmatch(line.strip()) is not None


def without_comment(text: str) -> str:
    """A line's text less what is behind ``#`` or ``;``; within a line ``#9`` is a number."""
    return _COMMENT.sub("", text).rstrip()


def is_comment(line: str) -> bool:
    """Whether nothing stands before a line's comment."""
    return _COMMENT.match(line.lstrip()) is not None


def clears(rest: str) -> bool:
    """Whether what follows a prefix takes its orders back (``@ NONE``)."""
    return rest.strip(" .!").casefold() in _CLEAR


def no_order(_line: str) -> Fit:
    """A :meth:`Desk.fit` to which nothing is an order."""
    return Fit.NO


def read_sheet(sources: Sequence[str], turn: int, fit: Callable[[str], Fit] = no_order) -> Sheet:
    """Sort a mail's order lines for a game whose open turn is `turn`.

    A line is refused whole where by `fit` another order stands behind its ``;``: so many write
    who mean both. What stands behind ``#`` is a comment whatever it is. Lines that are too long
    are refused, and those beyond the most that a mail may have.
    """
    sorter = _Sorter(turn, fit)
    for number, source in enumerate(sources, start=1):
        sorter.add(number, source, goes_on=is_heading(source) and _goes_on(sources[number:]))
    return sorter.sheet()


def _goes_on(below: Sequence[str]) -> bool:
    """Whether there are lines for the turn of a heading among those `below` it."""
    own = takewhile(lambda line: not is_heading(line), below)
    return any(without_comment(line).strip() and not split_prefix(line)[0] for line in own)


class _Sorter:
    """Puts lines where they count, one by one."""

    def __init__(self, turn: int, fit: Callable[[str], Fit]) -> None:
        self._turn = turn
        self._fit = fit
        self._now: list[Line] = []
        self._standing: list[Line] | None = None
        self._later: dict[int, list[Line]] = {}
        self._verdicts: list[Verdict] = []
        self._count = 0
        self._heading: int | None = None

    def add(self, number: int, source: str, *, goes_on: bool) -> None:
        """The next line; `goes_on` where a heading would have lines below it."""
        prefix = _PREFIX.match(source)
        start = prefix.end() if prefix else len(source) - len(source.lstrip())
        text = without_comment(source[start:])
        line = Line(number=number, text=text, source=source, offset=start)
        self._count += bool(text)
        if text and (len(text) > LONGEST_ORDER or self._count > MOST_ORDERS):
            self._verdicts.append(_too_much(line))
            return
        second = self._second(source, start + len(text))
        if text and second is not None:
            self._verdicts.append(_two_orders(line, second))
        elif prefix is None:
            if text:
                self._keep(line, self._turn if self._heading is None else self._heading)
        elif not text:
            if goes_on:
                self._heading = int(prefix["turn"])
            else:
                self._verdicts.append(_empty(line, prefix))
        elif prefix["at"]:
            self._stand(line)
        else:
            self._keep(line, int(prefix["turn"]), prefix.span("turn"))

    def _second(self, source: str, end: int) -> int | None:
        """The column before an order that stands behind a semicolon, which is no comment then;
        with a blank before it, as comments have, only what is one for certain."""
        gap = _SEMICOLONS.match(source, end)
        if gap is None:
            return None
        orders = (Fit.ORDER,) if gap[0][0].isspace() else (Fit.ORDER, Fit.NEARLY)
        found = (self._fit(one.strip()) for one in source[gap.end() :].split(";"))
        return gap.end() if any(one in orders for one in found) else None

    def _stand(self, line: Line) -> None:
        self._standing = self._standing or []
        if clears(line.text):
            note = _("nothing is repeated any more")
            self._verdicts.append(_cleared(line, note, self._standing))
        else:
            self._standing.append(line)
            self._now.append(line)

    def _keep(self, line: Line, wanted: int, span: tuple[int, int] | None = None) -> None:
        """Put a line to its turn; `span` is where it names it, None where a heading does."""
        if wanted == self._turn:
            self._now.append(line)
        elif wanted < self._turn:
            self._verdicts.append(_too_late(line, wanted, self._turn, span))
        elif clears(line.text):
            note = _("orders for turn {turn} cleared").format(turn=wanted)
            self._verdicts.append(_cleared(line, note, self._later.setdefault(wanted, [])))
        else:
            self._later.setdefault(wanted, []).append(line)
            kept = _("kept for turn {turn}, checked when that turn opens")
            self._verdicts.append(_noted(line, kept.format(turn=wanted)))

    def sheet(self) -> Sheet:
        return Sheet(
            now=tuple(self._now),
            standing=None if self._standing is None else tuple(self._standing),
            later={turn: tuple(lines) for turn, lines in sorted(self._later.items())},
            verdicts=tuple(self._verdicts),
        )


def _refused(line: Line, message: str, column: int, length: int = 0) -> Verdict:
    """The refusal of a line before it reaches a desk; `column` is one of the line as written."""
    return Verdict(
        line=line.number,
        text=line.source,
        level=Level.REFUSED,
        message=message,
        column=column,
        length=length,
    )


def _empty(line: Line, prefix: re.Match[str]) -> Verdict:
    message = _("an order must follow, or NONE to clear what was kept")
    return _refused(line, message, prefix.start() + 1, len(prefix.group().strip()))


def _two_orders(line: Line, column: int) -> Verdict:
    message = _("two orders on one line: write one order on each line")
    return _refused(line, message, column + 1, len(line.source.rstrip()) - column)


def _too_much(line: Line) -> Verdict:
    """The refusal of a line that is too long, or one too many."""
    if len(line.text) > LONGEST_ORDER:
        message = _("an order line has {most} signs at the most").format(most=LONGEST_ORDER)
        return _refused(line, message, line.offset + LONGEST_ORDER + 1)
    message = _("a mail has {most} order lines at the most").format(most=MOST_ORDERS)
    return _refused(line, message, line.offset + 1)


def _noted(line: Line, note: str) -> Verdict:
    return Verdict(line=line.number, text=line.source, note=note)


def _cleared(line: Line, note: str, given: Sequence[Line]) -> Verdict:
    """What was held before is cleared; what this mail itself ordered further up is not."""
    if not given:
        return _noted(line, note)
    message = _("this clears nothing: line {line} of this mail orders something and counts")
    told = message.format(line=given[-1].number)
    return Verdict(line=line.number, text=line.source, level=Level.WARNED, message=told)


def _too_late(line: Line, past: int, turn: int, span: tuple[int, int] | None) -> Verdict:
    message = _("turn {past} is over; the open turn is {turn}").format(past=past, turn=turn)
    start, end = span or (line.offset, line.offset + len(line.text))
    return _refused(line, message, start + 1, end - start)


class OrderError(Exception):
    """A line cannot be carried out as it stands.

    ``message`` says why and what would be right; ``column`` and ``length`` frame
    the words at fault in the line's text, from 1; ``for_good``: it never will be again.
    """

    def __init__(
        self,
        message: str,
        column: int = 1,
        length: int = 0,
        suggestion: str | None = None,
        *,
        for_good: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.length = length
        self.suggestion = suggestion
        self.for_good = for_good

    def verdict(self, line: Line) -> Verdict:
        """The refusal of `line`, its column moved to where the line was written."""
        found = _refused(line, self.message, line.offset + self.column, self.length)
        lasting = "" if self.for_good else None
        return replace(found, suggestion=self.suggestion, lasting=lasting)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word most like `word`, upper and lower case alike, or None."""
    return _nearest(word, tuple(known), cutoff)


@lru_cache(maxsize=4096)
def _nearest(word: str, known: tuple[str, ...], cutoff: float) -> str | None:
    by_key = {k.casefold(): k for k in known}
    found = difflib.get_close_matches(word.casefold(), by_key, n=1, cutoff=cutoff)
    return by_key[found[0]] if found else None
