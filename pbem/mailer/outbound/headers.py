"""Header lines that no name, title or address can break out of (RFC 5322, 2047, 6532)."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from pbem.mailer.errors import MailError

_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff]+")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_ADDRESS = re.compile(
    r'(?P<local>[^\s<>()\[\],;:\\"@\x00-\x20\x7f-\xa0\ud800-\udfff]+'
    r'|"(?:[^"\\\x00-\x1f\x7f-\xa0\ud800-\udfff]|\\[\x20-\x7e])+")'
    r"@(?P<domain>[\w.-]+|\[[\w:.]+\])"
)
_LINE = 76
_WORD_OCTETS = 36
"""Octets in one encoded word: with its wrapping and a field name it stays within 76 columns."""
_NAME_LENGTH = 120
_ADDRESS_LENGTH = 254
"""Characters of the longest address that SMTP carries (RFC 5321, 4.5.3.1.3)."""


_PADDING = "X-Pbem-Padding:"
_FOLD = "\r\n "
LEAST_PADDING = len(_PADDING) + len(_FOLD) + 1 + len("\r\n")
"""Octets that a field of padding takes at least, with the end of its line."""


class UnusableAddress(MailError, ValueError):
    """Not an address that mail could be sent to."""


def clean(text: str) -> str:
    """`text` on one line: line breaks, control characters and runs of blanks become one blank."""
    return _UNPRINTABLE.sub(" ", text).strip()


def field(name: str, text: str, tag: str = "") -> str:
    """A field of free text, folded; `tag` comes last and is never encoded."""
    words = list(_words(clean(text)))
    if tag:
        words.append(clean(tag))
    return _fold(f"{name}:", words)


def mailbox_field(name: str, display: str, address: str) -> str:
    """A field with one address and the name shown with it. Raises :class:`UnusableAddress`."""
    return _fold(f"{name}:", [*_phrase(clean(display)[:_NAME_LENGTH]), f"<{usable(address)}>"])


def ids_field(name: str, ids: tuple[str, ...]) -> str:
    """A field of message ids, one a line where they do not fit on one."""
    return _fold(f"{name}:", [_UNPRINTABLE.sub("", one) for one in ids])


def padding(octets: int) -> str:
    """A field that says nothing and takes so many octets, with the end of its line; they are
    :data:`LEAST_PADDING` or more."""
    text, left = _PADDING, octets - len(_PADDING) - len("\r\n")
    while left:
        taken = min(left, _LINE + len(_FOLD))
        if 0 < left - taken <= len(_FOLD):
            taken -= len(_FOLD) + 1  # no fold without anything behind it
        text += _FOLD + "." * (taken - len(_FOLD))
        left -= taken
    return text


def usable(address: str) -> str:
    """The address with its domain in ASCII (IDNA), its local part as it is.

    Raises :class:`UnusableAddress`.
    """
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise UnusableAddress(f"{clean(address)[:80]!r} is not a mail address")
    local, domain = found["local"], found["domain"]
    try:
        known = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise UnusableAddress(f"{domain!r} is not a domain name: {error}") from error
    if len(local) + 1 + len(known) > _ADDRESS_LENGTH:
        raise UnusableAddress(f"{clean(address)[:80]!r}... is longer than any mail address can be")
    return f"{local}@{known}"


def _words(text: str) -> Iterator[str]:
    """The words of a header's free text: as they are where that is safe, else encoded."""
    plain = text.isascii() and "=?" not in text
    words = text.split(" ")
    if plain and all(len(word) < _LINE - 16 for word in words):
        yield from words
    else:
        yield from _encoded(text)


def _phrase(text: str) -> Iterator[str]:
    if not text:
        return
    if not text.isascii() or "=?" in text or len(text) > 60:
        yield from _encoded(text)
    elif _ATOMS.fullmatch(text):
        yield text
    else:
        yield '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _encoded(text: str) -> Iterator[str]:
    """Encoded words (RFC 2047), none of which splits a character."""
    octets = b""
    for character in text:
        added = character.encode()
        if len(octets) + len(added) > _WORD_OCTETS:
            yield _encoded_word(octets)
            octets = b""
        octets += added
    if octets:
        yield _encoded_word(octets)


def _encoded_word(octets: bytes) -> str:
    return f"=?utf-8?b?{base64.b64encode(octets).decode('ascii')}?="


def _fold(start: str, words: list[str]) -> str:
    lines = [start]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > _LINE and lines[-1] != start:
            lines.append("")
        lines[-1] += " " + word
    return "\r\n".join(lines)
