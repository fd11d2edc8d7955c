"""What one version of a mail's text (RFC 2046, multipart/alternative) tells of another."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from pbem.mailer.inbound.exchange import key
from pbem.mailer.inbound.lines import BodyLine, Mark


def informed(body: Sequence[BodyLine], other: Sequence[BodyLine]) -> Sequence[BodyLine]:
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
