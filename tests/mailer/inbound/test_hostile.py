"""Mails meant to do harm, or that nobody wrote: each gets the right verdict, in bounded work."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pbem.engine.api import Fit
from pbem.mailer.inbound.bounces import read_bounce
from pbem.mailer.inbound.intake import take
from pbem.mailer.inbound.reading import Unreadable
from tests.mailer.inbound.letters import ORDER, SETTINGS, TOP, guard, intake, mail

MEGABYTE = 1_000_000


def test_a_mail_without_message_id_is_read() -> None:
    found = intake(mail(top="From: anna@example.org\r\n"))
    assert found.head.message_id == ""
    assert found.extraction is not None
    assert found.extraction.taken == (ORDER,)


def test_fifty_megabytes_are_known_by_their_size_alone() -> None:
    found = intake(mail()[:150], size=50 * MEGABYTE)
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (True, False)
    assert found.guard.oversize
    assert found.unreadable is Unreadable.OVERSIZE
    assert found.head.sender == "anna@example.org"


@pytest.mark.parametrize("kind", ["encrypted", "smime", "inline"])
def test_encrypted_mail_is_told_so(kind: str) -> None:
    types = {
        "encrypted": 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
        "smime": "application/pkcs7-mime; smime-type=enveloped-data",
        "inline": "text/plain",
    }
    bodies = {
        "encrypted": "--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--",
        "smime": "MIIB",
        "inline": "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n-----END PGP MESSAGE-----",
    }
    found = intake(mail(f"Content-Type: {types[kind]}\r\n", bodies[kind]))
    assert found.guard.may_answer
    assert found.unreadable is Unreadable.ENCRYPTED


def nested_multiparts(depth: int) -> bytes:
    parts = [
        f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(depth)
    ]
    return f"{TOP}{''.join(parts)}\r\n{ORDER}".encode()


def flat_parts(count: int) -> bytes:
    return mail("Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\n\r\n" * count)


def nested_messages(depth: int) -> bytes:
    return (TOP + "Content-Type: message/rfc822\r\n\r\n" * depth + ORDER).encode()


BOMBS: dict[str, Callable[[], bytes]] = {
    "1000 multiparts deep": lambda: nested_multiparts(1000),
    "100000 parts": lambda: flat_parts(100_000),
    "1000 messages deep": lambda: nested_messages(1000),
    "endless parameter": lambda: mail("Content-Type: text/plain" + ';"' * 20_000 + "\r\n"),
    "endless parameter inside": lambda: mail(
        "Content-Type: multipart/mixed; boundary=b\r\n",
        "--b\r\nContent-Type: multipart/x" + ';"' * 400_000 + f"\r\n\r\n{ORDER}\r\n--b--",
    ),
    "delivery status of nothing": lambda: mail(
        "Content-Type: message/delivery-status\r\n", "\r\n" * 450_000
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_known_before_anything_parses_it(name: str) -> None:
    found = intake(BOMBS[name]())
    assert found.guard.complex
    assert found.unreadable is Unreadable.COMPLEX
    assert not found.guard.may_hold_orders
    assert found.guard.may_answer


def test_absurd_headers_get_no_answer() -> None:
    many = "".join(f"X-{n}: y\r\n" for n in range(20_000))
    for raw in (mail(many), mail(f"X-Long: {'x' * 500_000}\r\n"), b"a" * MEGABYTE):
        found = intake(raw)
        assert (found.guard.may_answer, found.guard.may_hold_orders) == (False, False)


ENDURED: dict[str, Callable[[], bytes]] = {
    "nested comments in From": lambda: mail(top=f"From: {'(' * 10_000} <anna@example.org>\r\n"),
    "commas in To": lambda: mail(f"To: {',' * 16_000}\r\n"),
    "angles in To": lambda: mail(f"To: {'<' * 16_000}\r\n"),
    "encoded words": lambda: mail(f"Subject: {'=?utf-8?q?a?= ' * 5_000}\r\n"),
    "half an encoded word": lambda: mail(f"Subject: {'=?' * 8_000}\r\n"),
    "NULs": lambda: mail(body="\x00" * 500_000 + ORDER),
    "a giant line": lambda: mail(body="x" * 900_000),
    "a giant order": lambda: mail(body="Economy 60% " * 75_000),
    "a line of quotes": lambda: mail(body="> " * 450_000),
    "a line of angles": lambda: mail(body=">" * 900_000),
    "blank lines": lambda: mail(body="\r\n" * 450_000),
    "short lines": lambda: mail(body="1\r\n" * 300_000),
    "order lines": lambda: mail(body="".join(f"Economy {n}%\r\n" for n in range(9_000))),
    "attributions": lambda: mail(body="On 3.5.2026 10:00 a@b.c wrote:\r\n" * 9_000),
    "half attributions": lambda: mail(body="On 3.5.2026 10:00 a@b.c and\r\n" * 9_000),
    "labels": lambda: mail(body="From: a\r\nTo: b\r\n" * 4_900),
    "markers": lambda: mail(body="--- orders: write below this line ---\r\n" * 9_000),
    "quotes above own lines": lambda: mail(body="> a\r\n" * 4_900 + "b\r\n" * 4_900),
    "labels of nothing": lambda: mail(body="hi\r\n\r\n" + "a: b@c.d\r\n" * 9_000),
    "dates and addresses": lambda: mail(
        body="hi\r\n\r\n" + "1.1.2026 <a@b.c> x y z w v u t s\r\n\r\n" * 4_900
    ),
    "framed lines": lambda: mail(body=(">>> " + "@ >>" * 200 + "\r\n") * 900),
    "calendars": lambda: mail(body="\r\nContent-Type: text/calendar;" * 30_000),
    "an endless calendar": lambda: mail(
        body="\r\nContent-Type: text/calendar;" + "\r\n x" * 200_000
    ),
    "dashes": lambda: mail(body=("-" * 990 + "\r\n") * 900),
    "flowed": lambda: mail("Content-Type: text/plain; format=flowed\r\n", "a \r\n" * 200_000),
    "100000 divs": lambda: html("<div>" * 100_000 + ORDER),
    "100000 quotes": lambda: html("<blockquote>" * 60_000 + ORDER),
    "gmail quotes": lambda: html('<div class="gmail_quote">' * 20_000 + ORDER),
    "flat gmail quotes": lambda: html('<div class="gmail_quote"><p>a</div>' * 20_000 + ORDER),
    "breaks": lambda: html("<br>" * 200_000 + ORDER),
    "rests": lambda: html('<hr id="stopSpelling">a' * 30_000),
    "long style": lambda: html(f'<div style="{" " * 900_000}">{ORDER}</div>'),
    "entities": lambda: html("&amp;" * 180_000),
    "unclosed tags": lambda: html("<a" * 300_000),
    "lying charset": lambda: mail("Content-Type: text/plain; charset=utf-16\r\n", ORDER),
    "punycode": lambda: mail("Content-Type: text/plain; charset=punycode\r\n", "a" * 300_000),
    "zlib": lambda: mail("Content-Type: text/plain; charset=zlib\r\n"),
    "idna": lambda: mail("Content-Type: text/plain; charset=idna\r\n"),
    "utf-7": lambda: mail("Content-Type: text/plain; charset=utf-7\r\n", "+" * 100_000),
    "expanding": lambda: mail(body="\ufdfa" * 300_000),
    "broken base64": lambda: mail("Content-Transfer-Encoding: base64\r\n", "=A" * 100_000),
    "broken quoted-printable": lambda: mail(
        "Content-Transfer-Encoding: quoted-printable\r\n", "=" * 500_000
    ),
    "uuencode": lambda: mail("Content-Transfer-Encoding: x-uuencode\r\n", "begin 644 x\r\n\x00"),
    "boundary of nothing": lambda: mail('Content-Type: multipart/mixed; boundary=""\r\n'),
    "no boundary": lambda: mail("Content-Type: multipart/mixed\r\n"),
    "bad parameters": lambda: mail("Content-Type: text/plain; name*0*=x'; name*999=; =;;\r\n"),
}


def html(source: str) -> bytes:
    return mail("Content-Type: text/html; charset=utf-8\r\n", source[:950_000])


@pytest.mark.parametrize("name", ENDURED)
def test_a_strange_mail_ends_in_a_verdict_within_bounds(name: str) -> None:
    found = intake(ENDURED[name]())
    assert found.letter is not None or found.unreadable is not None


def test_the_ruleset_is_asked_a_bounded_number_of_times() -> None:
    asked: list[str] = []

    def counting(line: str) -> Fit:
        asked.append(line)
        return Fit.NO

    take(mail(body="".join(f"line {n}\r\n" for n in range(9_900))), counting, SETTINGS)
    assert len(asked) <= 60_000
    assert all(len(line) <= 300 for line in asked)


def test_header_line_breaks_never_survive() -> None:
    subject = "=?utf-8?q?a=0D=0ABcc:_evil=40example.org=0D=0A=0D=0Abody?="
    raw = mail(f"Subject: {subject}\r\n", top=f"From: {subject} <anna@example.org>\r\n")
    head = intake(raw).head
    for value in (head.subject, head.sender_name, head.sender, head.message_id):
        assert "\r" not in value
        assert "\n" not in value
    assert head.sender == "anna@example.org"


@pytest.mark.parametrize(
    "charset", ["us-ascii", "iso-8859-1", "x-none", "utf-8", "koi8-q", "base64"]
)
def test_utf8_is_read_whatever_it_is_declared_as(charset: str) -> None:
    raw = mail(f"Content-Type: text/plain; charset={charset}\r\n", f"Grüße\r\n{ORDER}")
    found = intake(raw).extraction
    assert found is not None
    assert found.taken == (ORDER,)
    assert found.ignored == ("Grüße",)


def test_a_bounce_names_the_failed_address_and_the_mail() -> None:
    raw = bounce("5.1.1", "failed")
    assert guard(raw).bounce
    found = read_bounce(raw)
    assert found is not None
    assert found.failed == ("anna@example.org",)
    assert found.permanent
    assert found.original_id == "<report.7@pbem.localhost>"
    assert found.recipients == ("orders+b.7.abcd@pbem.localhost",)
    assert found.status == "5.1.1"


@pytest.mark.parametrize("name", ["blank lines", "short lines", "nested comments in From"])
def test_a_hostile_bounce_is_read_in_bounded_work(name: str) -> None:
    raw = b"Return-Path: <>\r\nSubject: Delivery failed\r\n" + ENDURED[name]()
    before = time.process_time()
    assert read_bounce(raw) is None
    assert time.process_time() - before < 2


def test_a_delay_is_no_permanent_failure() -> None:
    found = read_bounce(bounce("4.4.1", "delayed"))
    assert found is not None
    assert not found.permanent


def test_a_report_of_success_is_no_bounce() -> None:
    assert read_bounce(bounce("2.0.0", "delivered")) is None
    assert read_bounce(mail()) is None


def bounce(status: str, action: str) -> bytes:
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.org (Mail Delivery System)\r\n"
        "To: orders+b.7.abcd@pbem.localhost\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b/x"\r\n\r\n'
        "--b/x\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you.\r\n\r\n"
        "--b/x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; anna@example.org\r\nAction: {action}\r\nStatus: {status}\r\n"
        "Diagnostic-Code: smtp; 550 no such user\r\n\r\n"
        "--b/x\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        "From: orders@pbem.localhost\r\nMessage-ID: <report.7@pbem.localhost>\r\n\r\n--b/x--\r\n"
    ).encode()
