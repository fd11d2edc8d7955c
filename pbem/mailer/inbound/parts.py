"""A mail cut into its parts (RFC 2046), each with its few fields and its content.

The standard library's parser looks at every line of every picture. Here a part is what stands
between two lines that are its parent's boundary, whatever it holds: one search for each
multipart, of which :func:`pbem.mailer.inbound.guard.is_bomb` allows a few. Nothing raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from functools import cached_property

from pbem.mailer.inbound.decoding import unbase64, unquoted_printable
from pbem.mailer.inbound.head import split_value

_HEADER = re.compile(rb"(?:(?:From |[!-9;-~]*:|[ \t])[^\r\n]*(?:\r\n|\r|\n|\Z))*")
"""Lines that are fields or go on from one; the first that is none belongs to the content."""
_BEHIND_BOUNDARY = re.compile(rb"(--)?[ \t]*(?:\r\n|\r|\n|\Z)")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NEXT_FIELD = re.compile(r"(?:\r\n|\r(?!\n)|\n)(?![ \t])")
_FOLDS = re.compile(r"[\r\n]+")
_KIND = re.compile(r"[\w.+-]+/[\w.+-]+")


@dataclass(frozen=True)
class Part:
    """A mail or a part of one: its header block, and all that stands below."""

    header: str
    body: bytes

    @cached_property
    def _type(self) -> tuple[str, dict[str, str]]:
        return self.field("content-type")

    @property
    def kind(self) -> str:
        """The media type; what is none is plain text (RFC 2045, 5.2)."""
        kind = self._type[0]
        return kind if _KIND.fullmatch(kind) else "text/plain"

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of the media type."""
        return self._type[1]

    def field(self, name: str) -> tuple[str, dict[str, str]]:
        """The first field of that name: its main word and its parameters."""
        return split_value(self._raw(name))

    def _raw(self, name: str) -> str:
        """A field as it stands, unfolded; halves of surrogate pairs are what is not ASCII."""
        for line in _NEXT_FIELD.split(self.header):
            if line[: len(name)].lower() == name and line[len(name) : len(name) + 1] == ":":
                return _FOLDS.sub("", line[len(name) + 1 :]).lstrip(" \t")
        return ""

    @property
    def file_name(self) -> str:
        """The name of the file that the part is, if it is one."""
        named = self.field("content-disposition")[1].get("filename")
        return (named or self.parameters.get("name") or "")[:200]

    @property
    def content(self) -> bytes:
        """What the part holds, with its transfer encoding undone."""
        encoding = self._raw("content-transfer-encoding").partition(";")[0].strip().lower()
        if encoding == "base64":
            return unbase64(self.body)
        if encoding == "quoted-printable":
            return unquoted_printable(self.body)
        return self.body

    def children(self) -> list[Part]:
        """The parts of a multipart; none where it is one by name only."""
        holder = Message()
        holder["Content-Type"] = self._raw("content-type")
        boundary = holder.get_boundary()
        return list(map(part_of, _between(self.body, boundary))) if boundary else []


def part_of(raw: bytes) -> Part:
    """A mail, or what stands between two boundaries."""
    found = _HEADER.match(raw)
    end = found.end() if found else 0
    blank = _LINE_END.match(raw, end)
    return Part(raw[:end].decode("ascii", "surrogateescape"), raw[blank.end() if blank else end :])


def _between(body: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the lines of a boundary, up to the one that closes or to the end; the
    line end before a boundary is its own."""
    mark = f"--{boundary}".encode("ascii", "surrogateescape")
    start, at = -1, body.find(mark)
    while at >= 0:
        rest = _BEHIND_BOUNDARY.match(body, at + len(mark))
        if rest is not None and (not at or body[at - 1] in b"\r\n"):
            if 0 <= start < at:
                yield _less_line_end(body[start:at])
            if rest[1]:
                return
            start = rest.end()
        at = body.find(mark, at + len(mark))
    if 0 <= start < len(body):
        yield _less_line_end(body[start:])


def _less_line_end(data: bytes) -> bytes:
    if data.endswith(b"\r\n"):
        return data[:-2]
    return data[:-1] if data.endswith((b"\r", b"\n")) else data
