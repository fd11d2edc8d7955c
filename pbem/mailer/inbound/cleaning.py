"""Characters as a player meant them: what mail clients and keyboards put in, taken out again."""

from __future__ import annotations

import re
import unicodedata

_SPACES = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000\u2800\u3164"
)
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2e3a\u2e3b\ufe58\ufe63\uff0d\u2500"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u0060\u2039\u203a"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d"
_BREAKS = "\u2028\u2029\u0085\v\f\x1c\x1d\x1e"
_STARS = "\u2217\u2731\u2732\u066d\u22c6"
_GONE = (
    *range(0x09),
    *range(0x0E, 0x1C),
    0x1F,
    *range(0x7F, 0x85),
    *range(0x86, 0xA0),
    *(0xAD, 0x034F, 0x061C, 0x180E, 0xFEFF),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *range(0xFFF9, 0xFFFD),
    *range(0xD800, 0xE000),
)
"""Controls, joiners, direction marks, variation selectors and halves of surrogate pairs."""
_MAP: dict[int, str | None] = {
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, _BREAKS), "\n"),
    **dict.fromkeys(map(ord, _STARS), "*"),
    **dict.fromkeys(_GONE, None),
    0x2026: "...",
    0x2044: "/",
    0x2215: "/",
    0x066A: "%",
    0x2052: "%",
    0x09: " ",
}
_NOT_PRINTABLE_ASCII = re.compile(r"[^\x20-\x5f\x61-\x7e\n]")


def clean(text: str) -> str:
    """`text` with plain blanks, quotes and dashes, nothing invisible, in the NFKC form.

    Line ends become ``\\n``. The explicit map comes first: NFKC alone would leave
    dashes and curly quotes as they are.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    odd = _NOT_PRINTABLE_ASCII.search
    if odd(text) is None:
        return text
    return "\n".join(
        line if odd(line) is None else unicodedata.normalize("NFKC", line.translate(_MAP))
        for line in text.split("\n")
    )


def one_line(text: str) -> str:
    """`text` cleaned, on one line and with single blanks: for header values."""
    return " ".join(clean(text).split())
