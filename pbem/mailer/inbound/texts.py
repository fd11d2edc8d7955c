"""A mail's text as it is handed on: every line in its place, and what only one version holds.

All that can be told of a text without a game and without a record of other mails is told here,
where mails are read, so that whoever settles them has little left to do.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

import msgspec

from pbem.mailer.inbound.lines import BodyLine, Mark, key
from pbem.mailer.inbound.quoting import Placed, place


class Text(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The lines of a body or a file. ``missing`` are its sender's own lines in the other version
    of the text (plain, HTML) that this one has not, in a line or wrapped."""

    lines: tuple[Placed, ...] = ()
    missing: tuple[Placed, ...] = ()


NO_TEXT = Text()


def text_of(
    lines: Sequence[BodyLine], other: Sequence[BodyLine] = (), marks: Sequence[str] = ()
) -> Text:
    """The text that `lines` are; `other` is the same text in another version, and `marks` are
    what a quote would name (:func:`pbem.mailer.inbound.wordless.marks_of`)."""
    placed = tuple(map(_keyed, place(_informed(lines, other), marks)))
    return Text(placed, _missing(placed, other, marks))


def _keyed(line: Placed) -> Placed:
    found = key(line.text)
    return line if found == line.text else msgspec.structs.replace(line, key=found)


def _missing(
    placed: Sequence[Placed], other: Sequence[BodyLine], marks: Sequence[str]
) -> tuple[Placed, ...]:
    own = {key(line.text) for line in other if not line.depth}
    own -= {line.known_by for line in placed}
    if not own or not (own := own - keys_in(placed)):
        return ()
    return tuple(
        line
        for line in map(_keyed, place(other, marks))
        if not line.depth and line.kind == "text" and line.text and line.known_by in own
    )


def keys_in(lines: Sequence[Placed]) -> set[str]:
    """What a text's lines are known by, and their pieces, and any two of them joined."""
    here = {line.known_by for line in lines}
    here.update(key(piece) for line in lines for piece in line.pieces)
    return here | {key(f"{one.text} {two.text}") for one, two in pairwise(lines)}


def _informed(body: Sequence[BodyLine], other: Sequence[BodyLine]) -> Sequence[BodyLine]:
    """The lines with what another version of the text alone knows of them: that they are a
    signature or crossed out, or, where nothing is marked here, that they are quoted."""
    if not other:
        return body
    own = {key(line.text) for line in other if not line.depth and line.mark == "text"}
    marks: dict[str, Mark] = {
        found: line.mark
        for line in other
        if line.mark in ("signature", "struck") and (found := key(line.text)) not in own
    }
    marked = any(line.depth for line in body)
    quoted = set() if marked else {key(line.text) for line in other if line.depth} - own
    return [_told(line, marks, quoted) if line.text else line for line in body]


def _told(line: BodyLine, marks: Mapping[str, Mark], quoted: Container[str]) -> BodyLine:
    if line.depth or line.mark != "text":
        return line
    found = key(line.text)
    if found in marks:
        return BodyLine(line.text, line.depth, marks[found], line.pieces)
    return BodyLine(line.text, 1, line.mark, line.pieces) if found in quoted else line
