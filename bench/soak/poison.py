"""Mails that do harm where they can."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from random import Random

from pbem.service.intake.recording import HEAD_BYTES

_JUNK = 4000
_DEEP = 400
_WIDE = 20_000


_LINE_END = re.compile(rb"\r\n|\r|\n")
MOST_READ = 1_000_000
"""Octets of a mail beyond which only its head is fetched: ``mail.max_bytes``."""


def poisoned(chance: Random, number: int, service: str, victim: str) -> bytes:
    """The `number`-th of them, in the name of somebody who plays."""
    write = KINDS[number % len(KINDS)]
    head, body = write(chance)
    common = f"From: {victim}\r\nTo: {service}\r\nMessage-ID: <poison{number}@evil.example>\r\n"
    # Line ends as IMAP has them: imaplib would change others on the way.
    return _LINE_END.sub(b"\r\n", f"{common}{head}\r\n".encode() + body)


def digest_of(raw: bytes) -> str:
    """Under which a mail is on record."""
    return hashlib.sha256(raw[:HEAD_BYTES] if len(raw) > MOST_READ else raw).hexdigest()


def _nested(_chance: Random) -> tuple[str, bytes]:
    parts = "".join(
        f"--b{n}\r\nContent-Type: multipart/mixed; boundary=b{n + 1}\r\n\r\n" for n in range(_DEEP)
    )
    return "Content-Type: multipart/mixed; boundary=b0\r\n", parts.encode() + b"HELP\r\n"


def _many_parts(_chance: Random) -> tuple[str, bytes]:
    return "Content-Type: multipart/mixed; boundary=b\r\n", b"--b\r\n\r\nx\r\n" * _WIDE


def _junk(chance: Random) -> tuple[str, bytes]:
    return "Content-Type: text/plain; charset=utf-16\r\n", chance.randbytes(_JUNK)


def _compressed(_chance: Random) -> tuple[str, bytes]:
    bomb = base64.encodebytes(zlib.compress(bytes(10**7)))
    return "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n", bomb


def _long_line(chance: Random) -> tuple[str, bytes]:
    line = chance.choice(["> ", "ECON ", "@", "((((", "TURN 9: "])
    return "Subject: orders\r\n", (line * 60_000).encode() + b"\r\n"


def _long_head(_chance: Random) -> tuple[str, bytes]:
    return "".join(f"Received: from a{n} by b\r\n" for n in range(3000)), b"STATUS\r\n"


def _tables(_chance: Random) -> tuple[str, bytes]:
    page = b"<table><tr><td>" * 5000 + b"HELP"
    return "Content-Type: text/html\r\n", page


def _lies(_chance: Random) -> tuple[str, bytes]:
    return "Content-Type: text/plain; charset=rot13\r\nX-Pbem: report\r\n", b"UNXR ZR BJARE\r\n"


def _forged_tag(_chance: Random) -> tuple[str, bytes]:
    return "Subject: Re: [g1.1.1.aaaaaaaaaaaaaaaa]\r\n", b"REPORT FULL\r\nRESIGN\r\n"


def _too_large(chance: Random) -> tuple[str, bytes]:
    return "Subject: holiday pictures\r\n", chance.randbytes(750).hex().encode() * 1000


def _nothing(_chance: Random) -> tuple[str, bytes]:
    return "", b""


KINDS = (
    *(_nested, _junk, _forged_tag, _many_parts, _long_line, _compressed, _long_head),
    *(_tables, _lies, _too_large, _nothing),
)
