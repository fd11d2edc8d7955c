"""Which lines of a mail look like orders and do not count, and which are worth naming at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.mailer.inbound.grammar import Row, is_shown
from pbem.mailer.markers import SHOWN

_SHORT = 8
"""Words of a line that, not understood, may be an order if it is like those around it."""
_TERSE = 4
"""Words of a line that, not understood, may be an order if it stands among such."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_COUNT = re.compile(r"\(?\d{1,2}[.):]?")
"""A number alone, as a list's or a table's rows have it."""
_SHOWN = SHOWN.strip()


def looks_like_one(row: Row, answered: int | None) -> bool:
    """Whether a row that does not count looks like an order of the sender's: where the mail that
    is quoted is not known, or in a signature, only what is one for certain."""
    if row.ours or row.placed.kind in ("divider", "device"):
        return False
    if row.orders:
        return not row.command or row.placed.depth == answered
    return row.near and row.placed.depth in (0, answered) and row.placed.kind == "text"


def beside(rows: Sequence[Row], chosen: set[int]) -> frozenset[int]:
    """The short lines with a figure that were not understood and are like those that count, or
    stand among them."""
    words = {word for index in chosen for line in rows[index].orders for word in _words(line)}
    found = (
        index
        for index, row in enumerate(rows)
        if not row.ours
        and index not in chosen
        and _is_short(row)
        and (_is_alike(row, words) or _is_among(rows, chosen, index))
    )
    return frozenset(found)


def _words(line: str) -> list[str]:
    return _WORD.findall(line.casefold())


def _is_short(row: Row) -> bool:
    line = row.placed
    if line.depth or line.kind != "text" or row.ours or row.orders or is_shown(line.text):
        return False
    has_figure = any(map(str.isdecimal, line.text)) and not _COUNT.fullmatch(line.text.strip())
    return has_figure and "?" not in line.text and len(line.text.split()) <= _SHORT


def _is_alike(row: Row, words: set[str]) -> bool:
    own = _words(row.placed.text)
    return bool(own) and 2 * sum(word in words for word in own) >= len(own)


def _is_among(rows: Sequence[Row], chosen: set[int], index: int) -> bool:
    """Whether lines that count stand directly above and below."""
    terse = len(_words(rows[index].placed.text)) <= _TERSE
    return terse and {index - 1, index + 1} <= chosen and not rows[index].template >= 0


def worth_naming(row: Row) -> bool:
    """Whether an ignored line is the sender's own: not a quote's, a signature's or ours."""
    line = row.placed
    if line.depth or not line.text.strip() or line.kind in ("divider", "device") or row.ours:
        return False
    if line.text.startswith(_SHOWN):
        return False
    if row.template >= 0 and row.is_comment:
        return False
    return line.kind == "text" or bool(row.orders)
