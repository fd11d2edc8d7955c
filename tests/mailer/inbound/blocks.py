"""What the clients' mails are built from: encodings, parts, and the report that they quote."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

import base64
import html
import quopri
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mailer.markers import frame_in

TEMPLATE_BEGIN, TEMPLATE_END = frame_in("en")
PLAYER = "anna@example.org"
SERVICE = "orders+spring.3.1.k5x2m7q4n6p3r8t1@pbem.localhost"
SUBJECT = "Re: Hegemon: turn 3 [spring.3.1.k5x2m7q4n6p3r8t1]"

ECONOMY = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"
ENVIRONMENT = "Environment 40 coop 100 with *-*"
DEFENSE = "Defense 25,5% comp 100 attack 10-*"
TWO = (ECONOMY, ENVIRONMENT)
OLD = "Economy 10% coop 10 with 0-10"

REPORT = f"""Hegemon: turn 2 is over

Anna leads with 143.50 points; Bruno follows.

Standings
=========
    player    Economy  Environment  Defense   total
1   Anna        60.00        50.00    33.50  143.50
2   Bruno       44.25        50.00    40.00  134.25

Held now:
| {OLD}
| Defense 90% comp 100

Orders are due on Friday, 8 May 2026 at 20:00.

{TEMPLATE_BEGIN}
# Economy 40% coop 60 with 0-100 comp 40
# Environment 30% coop 100 with 0-100
{TEMPLATE_END}
""".split("\n")


def filled(*orders: str, report: Sequence[str] = REPORT) -> list[str]:
    """The report with orders written into the template's place."""
    at = report.index(TEMPLATE_END)
    return [*report[:at], *orders, *report[at:]]


@dataclass(frozen=True)
class Case:
    """One mail. ``ignored`` and ``unread`` are exact; None leaves them open."""

    name: str
    raw: bytes
    taken: tuple[str, ...]
    ignored: tuple[str, ...] | None = None
    unread: tuple[str, ...] | None = None


def quote(lines: Sequence[str], mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in lines)


def escape(lines: Sequence[str], line_break: str = "<br>") -> str:
    return line_break.join(html.escape(line, quote=False) for line in lines)


def part(text: str, kind: str, charset: str = "utf-8", encoding: str = "quoted-printable") -> str:
    """One leaf with its own headers. `kind` may carry parameters ("plain; format=flowed")."""
    subtype, _semicolon, more = kind.partition(";")
    return f"{leaf_headers(subtype, charset, encoding, more)}\r\n{body(text, charset, encoding)}"


def leaf_headers(subtype: str, charset: str, encoding: str, more: str = "") -> str:
    extra = f";{more}" if more else ""
    return (
        f'Content-Type: text/{subtype}; charset="{charset}"{extra}\r\n'
        f"Content-Transfer-Encoding: {encoding}\r\n"
    )


def body(text: str, charset: str, encoding: str) -> str:
    data = text.encode(charset)
    if encoding == "base64":
        return base64.encodebytes(data.replace(b"\n", b"\r\n")).decode().replace("\n", "\r\n")
    if encoding == "quoted-printable":
        lines = [_quoted(line) for line in data.split(b"\n")]
        return "\r\n".join(lines) + "\r\n"
    return data.decode("latin-1").replace("\n", "\r\n") + "\r\n"


def _quoted(line: bytes) -> str:
    return quopri.encodestring(line).decode().replace("\n", "\r\n").removesuffix("\r\n")


def multipart(kind: str, boundary: str, *parts: str, more: str = "") -> str:
    """A multipart's headers and body."""
    inner = "".join(f"--{boundary}\r\n{one}\r\n" for one in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}\r\n'
    return f"{head}\r\n{inner}--{boundary}--\r\n"


def mail(
    content: str, *, headers: str = "", sender: str = "Anna Müller", subject: str = SUBJECT
) -> bytes:
    """A whole mail: `content` begins with its own MIME headers."""
    name = f"=?UTF-8?B?{base64.b64encode(sender.encode()).decode()}?="
    top = (
        f"Return-Path: <{PLAYER}>\r\n"
        f"Received: from mail.example.org (mail.example.org [192.0.2.7]) by pbem.localhost with ESMTPS;"
        f" Sun, 3 May 2026 10:00:05 +0000\r\n"
        f"From: {name} <{PLAYER}>\r\n"
        f"To: Play by mail <{SERVICE}>\r\n"
        f"Subject: {subject}\r\n"
        f"Date: Sun, 3 May 2026 12:00:00 +0200\r\n"
        f"In-Reply-To: <report.spring.3.1@pbem.localhost>\r\n"
        f"References: <report.spring.3.1@pbem.localhost>\r\n"
    )
    head = "".join(f"{line}\r\n" for line in headers.strip().split("\n") if line)
    return f"{top}{head}MIME-Version: 1.0\r\n{content}".encode("latin-1")
