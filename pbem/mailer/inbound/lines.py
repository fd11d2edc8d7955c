"""Lines of a mail's text with how deep they are quoted, from plain text (RFC 3676 too)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec

from pbem.mailer.inbound.cleaning import clean

Mark = Literal["text", "attribution", "signature", "struck"]

LONGEST_LINE = 4000
MOST_LINES = 10_000
_MOST_FLOWED = 5 * MOST_LINES
"""Lines before they are joined to paragraphs."""
MOST_CHARACTERS = 1_500_000


class TooLong(ValueError):
    """More text than a mail with orders has."""


class BodyLine(msgspec.Struct, frozen=True, gc=False):
    """One line. ``depth`` counts the quotes around it, ``text`` is without their marks.

    ``pieces`` are the physical lines of a paragraph that format=flowed joined;
    ``mark`` is what an HTML mail's own tags say of the line.
    """

    text: str
    depth: int = 0
    mark: Mark = "text"
    pieces: tuple[str, ...] = ()


_EMPHASIS = re.compile(r"(?<!\S)[*_]+(?=\w)|(?<=[\w.:!?])[*_]+(?!\S)")
_BULLETS = frozenset("-*+•‣▪●○■□·")
"""What programs that make text of HTML put before the items of a list."""


def key(line: str) -> str:
    """A line without emphasis and bullet and with single blanks, by which it is known again."""
    words = line.split()
    if len(words) > 1 and words[0] in _BULLETS:
        del words[0]
    joined = " ".join(words)
    if "*" in joined or "_" in joined:
        return " ".join(_EMPHASIS.sub("", joined).split())
    return joined


_QUOTED = re.compile(r"\s{0,3}((?:>\s?)+)|\s{0,3}[A-Z][A-Za-z]{0,3}((?:>\s?)+)")

_FRAMED = re.compile(r">>> .*@.* >>>\s*$")
"""How GroupWise introduces a quote; the signs are no mark of its own."""


def unquote(text: str) -> tuple[int, str]:
    """The depth of ``>`` marks before a line, and the line without them ("AB>" counts too)."""
    if ">" not in text[:8]:
        return 0, text
    if text[:2] == "> " and text[2:3] != ">":
        return 1, text[2:]
    if _FRAMED.match(text):
        return 0, text
    found = _QUOTED.match(text)
    if found is None:
        return 0, text
    return (found[1] or found[2]).count(">"), text[found.end() :]


def bounded(lines: Iterable[BodyLine]) -> tuple[BodyLine, ...]:
    """At most :data:`MOST_LINES` lines. Raises :class:`TooLong` beyond."""
    kept = tuple(islice(lines, MOST_LINES + 1))
    if len(kept) > MOST_LINES:
        raise TooLong(f"more than {MOST_LINES} lines")
    return kept


def plain_lines(text: str, *, flowed: bool = False, delsp: bool = False) -> tuple[BodyLine, ...]:
    """The lines of plain text. Raises :class:`TooLong`."""
    if len(text) > MOST_CHARACTERS:
        raise TooLong(f"more than {MOST_CHARACTERS} characters")
    if text.count("\n") > (_MOST_FLOWED if flowed else MOST_LINES):
        raise TooLong(f"more than {MOST_LINES} lines")
    if flowed:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        return bounded(_unflow(text.split("\n"), delsp))
    return bounded(map(_marked, _without_armour(clean(text).split("\n"))))


def _marked(line: str) -> BodyLine:
    depth, rest = unquote(line)
    return BodyLine(rest.rstrip()[:LONGEST_LINE], depth)


def _unflow(lines: Sequence[str], delsp: bool) -> Iterator[BodyLine]:
    """Paragraphs put together again (RFC 3676, section 4), within one depth of quotes."""
    pieces: list[str] = []
    current = 0
    for line in _without_armour(lines):
        body = line.lstrip(">")
        depth = len(line) - len(body)
        if body.startswith(" "):
            body = body[1:]
        soft = body.endswith(" ") and body != "-- "
        if pieces and depth != current:
            yield _paragraph(pieces, current, delsp)
            pieces = []
        current = depth
        if body == "-- " and pieces:
            yield _paragraph(pieces, current, delsp)
            pieces = []
        pieces.append(body)
        if not soft or len(pieces) > 200:
            yield _paragraph(pieces, current, delsp)
            pieces = []
    if pieces:
        yield _paragraph(pieces, current, delsp)


def _paragraph(pieces: list[str], depth: int, delsp: bool) -> BodyLine:
    joined = "".join(p[:-1] if delsp and p.endswith(" ") else p for p in pieces)
    deeper, text = unquote(clean(joined))
    text = text.replace("\n", " ").rstrip()[:LONGEST_LINE]
    if len(pieces) == 1:
        return BodyLine(text, depth + deeper)
    parts = tuple(clean(piece).replace("\n", " ").strip() for piece in pieces)
    return BodyLine(text, depth + deeper, pieces=parts)


_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_SIGNATURE_END = "-----END PGP SIGNATURE-----"


def _without_armour(lines: Sequence[str]) -> Iterable[str]:
    """Lines without the frame of a clear-signed text (RFC 9580, section 7), dashes unescaped."""
    return _unframed(lines) if any(line.startswith(_SIGNED) for line in lines) else lines


def _unframed(lines: Iterable[str]) -> Iterator[str]:
    where: Literal["outside", "head", "inside", "signature"] = "outside"
    for line in lines:
        mark = line.rstrip()
        if mark == _SIGNED:
            where = "head"
        elif where == "head":
            where = "inside" if not mark else "head"
        elif mark == _SIGNATURE:
            where = "signature"
        elif where == "signature":
            where = "outside" if mark == _SIGNATURE_END else "signature"
        elif where == "inside" and line.startswith("- "):
            yield line[2:]
        else:
            yield line
