"""Mails meant to cost much to read, of any size: each takes the octets that it shall have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

TOP = (
    "From: Anna <anna@example.org>\r\nTo: orders@pbem.localhost\r\n"
    "Message-ID: <1@example.org>\r\nSubject: orders\r\n"
)
BOUNCE = (
    "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.org\r\nTo: orders@pbem.localhost\r\n"
    "Subject: Undelivered Mail\r\n"
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
)
ORDERS = {
    "hegemon": "Economy {n}% coop 70 with 0-200 comp 30 attack 100-150",
    "asylamba-mini": "SEND 5 heavy 3 light FROM {n} TO 9 COLONISE",
    "god-unit": "ATTACK {n} AT d8, d9 ELSE MOVE 12-15 TO c7",
    "parsec": "SETTLE merchant AT g{n} FIRST science merchant",
}
"""An order line of each game, ever another."""

Generator = Callable[[int], bytes]


def repeated(piece: str, octets: int) -> str:
    return piece * (octets // len(piece.encode()))


def numbered(piece: str, octets: int) -> str:
    """`piece` again and again, each time with another number in the place of {n}."""
    return "".join(_until(octets, (piece.replace("{n}", str(n)) for n in count())))


def _until(octets: int, pieces: Iterable[str]) -> Iterable[str]:
    for piece in pieces:
        octets -= len(piece)
        if octets < 0:
            return
        yield piece


def plain(text: str, headers: str = "") -> bytes:
    return f"{TOP}{headers}\r\n{text}\r\n".encode()


def html(source: str) -> bytes:
    return plain(source, "Content-Type: text/html; charset=utf-8\r\n")


def both(text: str, source: str) -> bytes:
    """A plain text and its HTML version."""
    parts = f"--b\r\n\r\n{text}\r\n--b\r\nContent-Type: text/html\r\n\r\n{source}\r\n--b--"
    return plain(parts, "Content-Type: multipart/alternative; boundary=b\r\n")


def of_lines(piece: str, headers: str = "") -> Generator:
    return lambda octets: plain(repeated(f"{piece}\r\n", octets), headers)


def of_numbers(piece: str) -> Generator:
    return lambda octets: plain(numbered(f"{piece}\r\n", octets))


def of_markup(piece: str) -> Generator:
    return lambda octets: html(numbered(piece, octets))


def of_headers(field: str) -> Generator:
    return lambda octets: plain("PASS", numbered(field, octets))


def boundaries(octets: int) -> bytes:
    """As many boundaries as lines that could be one."""
    fields = numbered("Content-Type: x/y; boundary=b{n}\r\n", octets // 2)
    return plain(numbered("--b{n}\r\n", octets // 2), fields)


def boundaries_in_parts(octets: int) -> bytes:
    part = "--b\r\nContent-Type: multipart/mixed; boundary=b{n}\r\n\r\n"
    return plain(numbered(part, octets), "Content-Type: multipart/mixed; boundary=b\r\n")


def nested(octets: int) -> bytes:
    """As deep as is allowed, then lines that are compared with every boundary open."""
    levels = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(39)
    )
    lines = repeated("x" * 60 + "\n", octets)
    return f"{TOP}{levels}\r\n{lines}".encode()


MESSAGE = "Content-Type: message/rfc822\r\n\r\n"


def forwarded(octets: int) -> bytes:
    return f"{TOP}{repeated(MESSAGE, octets)}PASS".encode()


def attributes(octets: int) -> bytes:
    return html(f"<p {numbered('a{n} ', octets)}>PASS</p>")


def in_base64(octets: int) -> bytes:
    return plain(repeated("QUFB" * 19 + "\r\n", octets), "Content-Transfer-Encoding: base64\r\n")


def in_charset(charset: str, piece: str) -> Generator:
    headers = f"Content-Type: text/plain; charset={charset}\r\n"
    return lambda octets: plain(repeated(piece, octets), headers)


def bounce(piece: str) -> Generator:
    return lambda octets: f"{BOUNCE}{numbered(piece, octets)}".encode()


def vouched(octets: int) -> bytes:
    results = "Authentication-Results: mx.example.org;" + repeated(" dmarc=pass (", octets)
    return plain("PASS", f"{results}\r\n")


PLAIN_FLOWED = "Content-Type: text/plain; format=flowed\r\n"

HOSTILE: dict[str, Generator] = {
    "boundaries": boundaries,
    "boundaries in parts": boundaries_in_parts,
    "parts": lambda octets: plain(
        repeated("--b\r\n\r\n", octets), "Content-Type: multipart/mixed; boundary=b\r\n"
    ),
    "a boundary in pieces": lambda octets: plain(
        repeated("--b\r\n\r\n", octets), "Content-Type: multipart/mixed; boundary*0=b\r\n"
    ),
    "parts that end in bare CR": lambda octets: plain(
        repeated("--b\r\r", octets), "Content-Type: multipart/mixed; boundary=b\r\r"
    ),
    "nesting": nested,
    "forwards in forwards": forwarded,
    "header fields": of_headers("X-{n}: y\r\n"),
    "folding": lambda octets: plain("PASS", "Subject: a" + repeated("\r\n b", octets) + "\r\n"),
    "comments in To": lambda octets: plain("PASS", f"To: {repeated('(', octets)}\r\n"),
    "encoded words": lambda octets: plain(
        "PASS", f"Subject: {repeated('=?utf-8?q?a?= ', octets)}\r\n"
    ),
    "parameters": of_headers("Content-Type: text/plain; name*{n}=x\r\n"),
    "results of a host": vouched,
    "charset utf-7": in_charset("utf-7", "+AGE-"),
    "charset iso-2022-jp": in_charset("iso-2022-jp", "\x1b$B$\x22\x1b(B"),
    "charset hz": in_charset("hz-gb-2312", "~{VPND~}"),
    "a lying charset": in_charset("shift_jis", "\u00e9\u3042"),
    "letters that expand": lambda octets: plain(repeated("\ufdfa\r\n", octets)),
    "base64": in_base64,
    "quoted-printable": of_lines(
        "=3D" * 25 + "=", "Content-Transfer-Encoding: quoted-printable\r\n"
    ),
    "blanks at ends": of_lines(
        "=20" + " " * 900, "Content-Transfer-Encoding: quoted-printable\r\n"
    ),
    "flowed": of_lines("a ", PLAIN_FLOWED),
    "flowed quotes": of_lines(">>> a ", PLAIN_FLOWED),
    "a giant line": lambda octets: plain("x" * octets),
    "quote marks": lambda octets: plain(repeated("> ", octets)),
    "lines of quote marks": of_lines("> " * 100),
    "rising quotes": lambda octets: plain(
        "".join(_until(octets, (">" * (n % 300) + "a\r\n" for n in count())))
    ),
    "attributions": of_numbers("On 3.5.2026 10:{n} a@b.c wrote:"),
    "half attributions": of_numbers("On 3.5.2026 10:{n} a@b.c and"),
    "announcements": of_lines("-----Original Message-----"),
    "labels": of_lines("From: a@b.c\r\nSent: 3.5.2026\r\nTo: b\r\nSubject: c\r\n"),
    "dashes": of_lines("-" * 990),
    "templates": of_lines("--- orders: write below this line ---\r\nPASS"),
    "armour": of_lines("-----BEGIN PGP SIGNED MESSAGE-----"),
    "attributes of a tag": attributes,
    "many tags of many attributes": of_markup(f"<p {' '.join(f'a{n}' for n in range(450))}>"),
    "a tag that never ends": of_markup('<p a="'),
    "open tags": of_markup("<b>"),
    "quotes in HTML": of_markup('<blockquote type="cite">a'),
    "wrapped quotes": of_markup('<div class="gmail_quote"><p>a'),
    "rests": of_markup('<hr id="stopSpelling">a'),
    "tables in cells": of_markup("<table><tr><td>"),
    "unclosed paragraphs": of_markup("<p><font><a href=x>{n}"),
    "styles": of_markup('<i style="color:#{n}">a</i>'),
    "entities": of_markup("&amp;&#x41;&nosuch;"),
    "comments": of_markup("<!-- a -- b -->"),
    "HTML beside plain text": lambda octets: both("PASS", repeated("<blockquote>a<br>", octets)),
    "a bounce of newlines": bounce("\r\n"),
    "a bounce of addresses": bounce("<a{n}@example.org>: host said: 550 no\r\n"),
    "a bounce of recipients": bounce("\r\nFinal-Recipient: rfc822; a{n}@b.c\r\nAction: failed\r\n"),
    "a calendar": lambda octets: plain(
        repeated("\r\nContent-Type: text/calendar;", octets // 2) + repeated("\r\n x", octets // 2)
    ),
} | {f"orders of {game}": of_numbers(line) for game, line in ORDERS.items()}
