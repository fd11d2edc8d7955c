"""Bytes to text where the declared charset may lie, and RFC 2047 headers.

Candidates in order: the declared charset, UTF-8, Windows-1252, Latin-1. A
single-byte charset decodes anything, so bytes that are well-formed UTF-8 beat it.
"""

from __future__ import annotations

import binascii
import codecs
import re
from functools import lru_cache
from itertools import pairwise

_ALIASES = {
    "utf8mb4": "utf-8",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "unicode-1-1-utf-7": "utf-7",
    "cp-850": "cp850",
    "x-mac-roman": "mac-roman",
    "ansi_x3.110-1983": "latin-1",
    "x-unknown": "utf-8",
    "unknown-8bit": "utf-8",
}
_REAL_CHARSET = re.compile(
    r"ascii|utf-(?:7|8|8-sig|16|16-le|16-be|32|32-le|32-be)|iso8859-\d+|cp\d+|koi8-[rtu]"
    r"|iso2022_\w+|shift_jis\w*|euc_\w+|gb\w+|big5\w*|hz|johab|tis-620|mac-\w+|kz1048|ptcp154"
)
"""What text may be declared as: Python knows other codecs, slow or unfit for mail."""
_SINGLE_BYTE = re.compile(r"iso8859-\d+|cp(?:125\d|437|85\d|86\d)|mac-\w+|ascii")
_WIDER = {"iso8859-1": "cp1252", "iso2022_jp": "iso2022_jp_ext", "gb2312": "gb18030"}
"""The charset of which the declared one is a part, and which clients really use."""


@lru_cache(maxsize=256)
def _codec(charset: str) -> str | None:
    """Python's name for a charset that may be declared in mail; None for any other."""
    name = charset.strip(" \t\"'").lower()
    if len(name) > 40:
        return None
    try:
        found = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError):
        return None
    return found if _REAL_CHARSET.fullmatch(found) else None


def decode(data: bytes, charset: str = "") -> str:
    """`data` as text, by the first charset that fits. Never raises."""
    declared = _codec(charset) if charset else None
    if declared and declared.startswith(("utf-16", "utf-32")) and _has_narrow_lines(data):
        declared = None
    if data.startswith(codecs.BOM_UTF8):
        return data[3:].decode("utf-8", "replace")
    candidates = []
    if declared is not None:
        if _SINGLE_BYTE.fullmatch(declared) and not data.isascii():
            candidates.append("utf-8")
        candidates += [declared, _WIDER.get(declared, "utf-8")]
        if declared == "iso8859-1":
            candidates.insert(-2, "cp1252")
    candidates += ["utf-8", "cp1252"]
    for candidate in candidates:
        try:
            return data.decode(candidate)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("latin-1")


def _has_narrow_lines(data: bytes) -> bool:
    """Whether lines end in single octets: in UTF-16 and UTF-32 a line break has a zero in it."""
    return b"\n" in data and b"\0" not in data


def unbase64(data: bytes) -> bytes:
    """The content of base64, as much as there is of it, whatever else stands between."""
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", data.partition(b"=")[0])
    kept = kept[: len(kept) - 1] if len(kept) % 4 == 1 else kept
    return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4))


def unquoted_printable(data: bytes) -> bytes:
    """The content of quoted-printable; what is not well-formed stays as it is."""
    data = re.sub(rb"[ \t]+(?=\r?\n|\Z)", b"", data) if data.count(b"=20") else data
    return binascii.a2b_qp(data)


_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{1,20})?\?([bBqQ])\?([^?\n]{0,2000})\?=")


def header_text(value: str) -> str:
    """A header value with its encoded words (RFC 2047) decoded. Never raises.

    Words next to each other in one charset are joined as bytes first: many
    clients cut characters in two.
    """
    if "=?" not in value:
        return value
    words = list(_WORD.finditer(value))
    if not words:
        return value
    parts = [value[: words[0].start()]]
    pending = (words[0][1], _word_bytes(words[0]))
    for before, word in pairwise(words):
        between = value[before.end() : word.start()]
        adjacent = not between.strip()
        if adjacent and word[1].lower() == pending[0].lower():
            pending = (pending[0], pending[1] + _word_bytes(word))
            continue
        parts.append(decode(pending[1], pending[0]))
        if not adjacent:
            parts.append(between)
        pending = (word[1], _word_bytes(word))
    parts.append(decode(pending[1], pending[0]))
    parts.append(value[words[-1].end() :])
    return "".join(parts)


def _word_bytes(word: re.Match[str]) -> bytes:
    content = word[3].encode("utf-8", "replace")
    if word[2] in "bB":
        return unbase64(content)
    return binascii.a2b_qp(content, header=True)
