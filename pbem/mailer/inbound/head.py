"""The header block of a mail that came in: fields, addresses and parameters, within bounds.

The standard library's parsers recurse on nested comments and take quadratic
time on long parameters; what stands here is linear and never raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote_to_bytes

from pbem.mailer.inbound.cleaning import one_line
from pbem.mailer.inbound.decoding import decode, header_text

LONGEST_BLOCK = 128 * 1024
"""Octets of header that any honest mail stays far below."""
MOST_FIELDS = 500
_LONGEST_VALUE = 16 * 1024
_MOST_ADDRESSES = 200

_END = re.compile(rb"\r?\n\r?\n|\r\r")
_BREAK = re.compile(r"\r?\n(?![ \t])|\r(?![ \t\n])")
_FIELD = re.compile(r"([!-9;-~]{1,80})[ \t]*:(.*)", re.DOTALL)
_ADDR_SPEC = re.compile(r'(?:"[^"\s@]{1,100}"|[^\s@<>()",;:\\\[\]]{1,250})@[^\s@<>()",;:\\]{1,250}')
_ANGLE_ADDRESS = re.compile(rf"<({_ADDR_SPEC.pattern})>")
_SEVERAL = re.compile(r'[,;:"\\(]')
"""What divides mailboxes, or may keep them together."""
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,500}>")


@dataclass(frozen=True)
class Fields:
    """The fields of one header block: (name in lower case, unfolded raw value), in order."""

    items: tuple[tuple[str, str], ...]

    def all(self, *names: str) -> tuple[str, ...]:
        """The raw values of all fields of these names, in the mail's order."""
        if len(names) == 1:
            return tuple(self._by_name.get(names[0], ()))
        return tuple(value for name, value in self.items if name in names)

    def first(self, name: str) -> str:
        """The raw value of the first field of that name, or ''."""
        return next(iter(self._by_name.get(name, ())), "")

    def text(self, name: str) -> str:
        """The first value of that name, decoded, on one line, without control characters."""
        return one_line(header_text(self.first(name)))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, value in self.items:
            found.setdefault(name, []).append(value)
        return found


def block_of(raw: bytes) -> bytes:
    """The header block: everything before the first empty line."""
    if raw[:1] == b"\n" or raw[:2] == b"\r\n":
        return b""
    end = _END.search(raw, 0, 4 * LONGEST_BLOCK)
    return raw[: end.start()] if end else raw[: 4 * LONGEST_BLOCK]


def read_fields(raw: bytes) -> Fields:
    """The fields of a mail's header block, at most :data:`MOST_FIELDS` of them, without NULs,
    which no text may hold in PostgreSQL."""
    block = decode(block_of(raw)[:LONGEST_BLOCK].replace(b"\0", b""))
    items: list[tuple[str, str]] = []
    for line in _BREAK.split(block):
        found = _FIELD.match(line)
        if found is None:
            continue
        value = found[2].replace("\n", "").replace("\r", "")[:_LONGEST_VALUE]
        items.append((found[1].lower(), value.strip()))
        if len(items) >= MOST_FIELDS:
            break
    return Fields(tuple(items))


_WRITTEN = ("message-id", "from", "to", "cc", "subject", "resent-message-id")


def is_copy(raw: bytes, other: bytes) -> bool:
    """Whether two mails are one that was delivered twice: relays that do so put another trace on
    each (RFC 5321, 4.4 and 6.1), and leave what was written as it is; but where there is no Date
    each copy gets its own (RFC 6409, 8.1)."""
    if _behind(raw) != _behind(other):
        return False
    one, two = read_fields(raw), read_fields(other)
    return one.first("message-id") != "" and one.all(*_WRITTEN) == two.all(*_WRITTEN)


def _behind(raw: bytes) -> bytes:
    return raw[len(block_of(raw)) :].strip()


def message_ids(value: str) -> tuple[str, ...]:
    """The ids in a Message-ID, In-Reply-To or References field."""
    return tuple(_MESSAGE_ID.findall(value))


def addresses(value: str) -> tuple[tuple[str, str], ...]:
    """The (name, address) pairs of an address field; addresses in lower case.

    Comments may nest as deep as they like, groups are opened, and what is no
    address is left out.
    """
    found: list[tuple[str, str]] = []
    for mailbox in _split_mailboxes(value[:_LONGEST_VALUE]):
        pair = _read_mailbox(mailbox)
        if pair is not None:
            found.append(pair)
        if len(found) >= _MOST_ADDRESSES:
            break
    if not found and (bare := _ANGLE_ADDRESS.search(value[:_LONGEST_VALUE])):
        found.append(("", bare[1].lower()))  # behind a comment that never closes
    return tuple(found)


def _split_mailboxes(value: str) -> list[str]:
    """Cut at commas and semicolons, and behind a group's name, outside quotes and angles."""
    if _SEVERAL.search(value) is None:
        return [value]  # as in most mails
    parts: list[str] = []
    current: list[str] = []
    depth = 0
    quoted = angle = escaped = False
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
            continue
        elif quoted:
            quoted = sign != '"'
        elif depth:
            depth += (sign == "(") - (sign == ")")
            continue
        elif sign == "(":
            depth = 1
            continue
        elif sign == '"':
            quoted = True
        elif sign in "<>":
            angle = sign == "<"
        elif not angle and sign in ",;:":
            parts.append("".join(current))
            current = []
            continue
        current.append(sign)
    parts.append("".join(current))
    return parts


def _read_mailbox(mailbox: str) -> tuple[str, str] | None:
    name, angle, rest = mailbox.rpartition("<")
    spec = (rest.partition(">")[0] if angle else mailbox).strip()
    if ":" in spec:
        spec = spec.rpartition(":")[2]  # an obsolete source route
    if not _ADDR_SPEC.fullmatch(spec):
        return None
    return one_line(header_text(name.replace('"', ""))), spec.lower()


_PARAMETER = re.compile(
    r""";\s*([!#$&-+.\w^{|}~-]{1,60}?)(\*\d{1,2})?(\*)?\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s]*)"""
)


def split_value(value: str) -> tuple[str, dict[str, str]]:
    """A Content-Type or Content-Disposition: its main word, lower case, and its parameters.

    Parameters in pieces and with a charset (RFC 2231) are put together; encoded
    words, which have no business there but come all the same, are decoded.
    """
    value = value[:_LONGEST_VALUE]
    main = value.partition(";")[0].strip().lower()
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for name, section, extended, text in _PARAMETER.findall(value):
        if text.startswith('"'):
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        pieces.setdefault(name.lower(), []).append((int(section[1:] or 0), bool(extended), text))
    return main, {name: _joined(found) for name, found in pieces.items()}


def _joined(pieces: list[tuple[int, bool, str]]) -> str:
    pieces.sort(key=lambda piece: piece[0])
    if not any(extended for _section, extended, _text in pieces):
        return one_line(header_text("".join(text for _section, _extended, text in pieces)))
    charset, data = "", b""
    for index, (_section, extended, text) in enumerate(pieces):
        if index == 0 and extended and text.count("'") >= 2:
            charset, _language, text = text.split("'", 2)
        encoded = text.encode("utf-8", "replace")
        data += unquote_to_bytes(encoded) if extended else encoded
    return one_line(decode(data, charset))
