"""Small help for making the blocks of a report: tables, lists, sections that may be empty."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TypeVar

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Block, Bullets, Column, Paragraph, Section, Table

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

NONE = "–"
"""What stands in a cell that has nothing to say."""
WIDEST = 74
"""A longer line of a template might be broken by a mail client, and its end be read as an order."""


def turn_title(turn: int, last: int | None = None, *, is_over: bool) -> str:
    """What a report on a game after so many turns is called, where the `last` one may be known."""
    if is_over:
        return _("The end, after turn {turn}").format(turn=turn)
    if not turn:
        return _("Welcome")
    told = _("After turn {turn}") if last is None else _("After turn {turn} of {last}")
    return told.format(turn=turn, last=last)


def left(heading: str) -> Column:
    """A column of words."""
    return Column(heading)


def right(heading: str) -> Column:
    """A column of figures."""
    return Column(heading, "right")


def table(
    rows: Iterable[T],
    *columns: tuple[Column, Callable[[T], object]],
    caption: str = "",
    mark: Callable[[T], bool] = lambda _row: False,
) -> Table:
    """A table declared by its columns: each a heading, and what of a row stands below it. `mark`
    tells which rows stand out."""
    shown = tuple(rows)
    return Table(
        columns=tuple(column for column, _cell in columns),
        rows=tuple(tuple(str(cell(row)) for _column, cell in columns) for row in shown),
        caption=caption,
        mark=tuple(place for place, row in enumerate(shown) if mark(row)),
    )


def grouped(found: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """What is alike by its `key` together, in the order of the first of each."""
    groups: dict[K, list[T]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)
    return groups


def only(kind: type[T], found: Iterable[object]) -> tuple[T, ...]:
    """Those of one kind: of events, of entries of a log."""
    return tuple(one for one in found if isinstance(one, kind))


def section(
    heading: str,
    blocks: Iterable[Block],
    *,
    reference: bool = False,
    others: bool = False,
    short: int = 0,
) -> Iterator[Section]:
    """A section, if it has anything to say."""
    found = tuple(blocks)
    if found:
        yield Section(heading, found, reference=reference, others=others, short=short)


def bullets(sentences: Iterable[str]) -> Iterator[Block]:
    """A list, if it has any entries."""
    found = tuple(sentences)
    if found:
        yield Bullets(found)


def and_more(shown: int, total: int) -> Iterator[Block]:
    """How many rows were left off, if any."""
    if total > shown:
        more = total - shown
        yield Paragraph(ngettext("And {n} more.", "And {n} more.", more).format(n=more))


def listed(text: Sequence[str]) -> str:
    """Parts of a cell, one after the other; a dash where there are none."""
    return ", ".join(text) or NONE


def few(parts: Sequence[str], most: int) -> str:
    """The first `most` parts one after the other, and how many more there are."""
    told = list(parts[:most])
    if len(parts) > most:
        more = len(parts) - most
        told.append(ngettext("{n} more", "{n} more", more).format(n=more))
    return ", ".join(told)


def with_change(now: int, before: int) -> str:
    """A figure with what the turn changed: "7 (+3)"."""
    return f"{now} ({now - before:+})" if now != before else str(now)


def remarked(line: str, remarks: Iterable[str], least: int = 1) -> str:
    """A line of a template with as many remarks behind it as it bears, the weightiest first; one
    that is too long leaves its room to those behind it. Alone if these are fewer than `least`."""
    told: list[str] = []
    for remark in filter(None, remarks):
        if len(_with_remarks(line, [*told, remark])) <= WIDEST:
            told.append(remark)
    return _with_remarks(line, told) if len(told) >= max(least, 1) else line


def remarks_below(remarks: Iterable[str]) -> Iterator[str]:
    """Remarks on lines of their own below that of an order, as wide as a mail bears."""
    head = _with_remarks("", ())
    yield from (f"{head}{row}" for row in wrap(side_by_side(remarks), WIDEST - len(head)))


def _with_remarks(line: str, told: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(told)}"


def proposed() -> str:
    """What stands above the lines that the house bot would order: they count only once somebody
    sends them."""
    return _("To order, take the # away. Proposed by the house bot, sent only by you:")


def commented(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines that order nothing until the ``#`` is taken away."""
    return tuple(f"# {line}".rstrip() for line in lines)
