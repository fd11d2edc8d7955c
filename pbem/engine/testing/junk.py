"""What players, mail clients and mischief write where orders should be."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Line
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Stream

HOSTILE: tuple[str, ...] = (
    "hello there",
    "-",
    "%",
    "*",
    "...",
    "?!?",
    "0",
    "-1",
    "1e999",
    "NaN",
    "infinity",
    "1/0",
    "0x10",
    "1,5,7.5.2",
    "9" * 5000,
    "7" * 400 + "." + "7" * 400,
    "a" * 10_000,
    "a b " * 1500,
    "100-",
    "-100",
    "100--200",
    "200-100",
    "²",
    "½ 50%",
    "٣٤",
    "Ⅷ",
    "１００％",
    "\x00\x01\x02",
    "\x1b[31mred\x1b[0m",
    "\ufeffbyte order mark",
    "\u202eright to left",
    "a\u0301\u0301\u0301\u0301",
    "zero\u200bwidth",
    "no\u00a0break\u2003space",
    "\U0001f480\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "ﬁﬂ ß ẞ ı İ",
    "'\"`´’",
    "(((((((((((((((",
    "]]]]]}}}}}>>>>>",
    "${jndi:ldap://x}",
    "{0.__class__}",
    "%s %d %n",
    "'; DROP TABLE orders; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "=?utf-8?q?=00?=",
    "On Monday someone wrote:",
    "> Economy 60",
    "--",
    "Sent from my phone",
    "@ @ @",
    "TURN 999999:",
    "NONE",
    "PASS PASS PASS",
    "\t\ttabs\tand\ttabs",
)
"""Lines that must be answered like any other, one by one and all together."""


def spoiled(line: str, stream: Stream) -> str:
    """The line with one small thing wrong: a letter, a word or a sign too few or too many."""
    if not line:
        return "?"
    at = stream.below(len(line))
    words = line.split()
    match stream.below(6):
        case 0:
            return line[:at] + line[at + 1 :]
        case 1:
            return line[:at] + line[at] + line[at:]
        case 2:
            return line[:at] + stream.choice("0123456789-%.,*xé ") + line[at:]
        case 3:
            return " ".join(stream.shuffled(words))
        case 4:
            return " ".join(words[:-1]) or "?"
        case _:
            return f"{line} {stream.choice(words) if words else '?'}"


def as_lines(sources: Sequence[str], turn: int) -> tuple[Line, ...]:
    """What reaches a desk of a mail with these lines."""
    return read_sheet(sources, turn).now


def raw_lines(sources: Sequence[str]) -> tuple[Line, ...]:
    """Lines that reach a desk just as they were written."""
    return tuple(Line(number=n, text=s, source=s) for n, s in enumerate(sources, start=1))
