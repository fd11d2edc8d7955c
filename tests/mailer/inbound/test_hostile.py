"""Mails meant to do harm, or that nobody wrote: each gets the right verdict, in bounded work."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.bounces import read_bounce
from pbem.mailer.inbound.guard import Guard, inspect
from pbem.mailer.inbound.intake import Intake, take
from pbem.mailer.inbound.reading import Unreadable
from pbem.mailer.settings import MailSettings

SETTINGS = MailSettings()
ORDER = "Economy 60% coop 70 with 0-200"
MEGABYTE = 1_000_000
TOP = (
    "From: Anna <anna@example.org>\r\nTo: orders@pbem.localhost\r\nMessage-ID: <1@example.org>\r\n"
)


def fit(line: str) -> Fit:
    return load("hegemon").desk.fit(line)


def mail(headers: str = "", body: str = ORDER, top: str = TOP) -> bytes:
    return f"{top}{headers}\r\n{body}\r\n".encode()


def intake(raw: bytes, size: int | None = None) -> Intake:
    """The intake of `raw`, within two seconds of processor time."""
    before = time.process_time()
    found = take(raw, fit, SETTINGS, size=size)
    assert time.process_time() - before < 2
    return found


def guard(raw: bytes) -> Guard:
    return inspect(raw, settings=SETTINGS)


def test_an_ordinary_mail_may_be_answered_and_hold_orders() -> None:
    found = intake(mail())
    assert found.guard == Guard(True, True)
    assert found.extraction is not None
    assert found.extraction.taken == (ORDER,)


NOT_FROM_A_PERSON = {
    "RFC 3834 auto-replied": ("Auto-Submitted: auto-replied (vacation)\r\n", "auto-submitted"),
    "RFC 3834 commented": ("Auto-Submitted: (no) auto-replied\r\n", "auto-submitted"),
    "RFC 3834 auto-generated": ("Auto-Submitted: auto-generated\r\n", "auto-submitted"),
    "precedence auto_reply": ("Precedence: auto_reply\r\n", "automatic reply"),
    "preference auto_reply": ("Preference: auto_reply\r\n", "automatic reply"),
    "Zoho": ("X-ZohoMail-AutoReply: yes\r\n", "automatic reply"),
    "canned response": ("X-Canned-Response: true\r\n", "automatic reply"),
    "autoreply": ("X-Autoreply: yes\r\n", "automatic reply"),
    "autorespond": ("X-Autorespond: away\r\n", "automatic reply"),
    "null path": ("Return-Path: <>\r\n", "null return path"),
    "RFC 3464 report": (
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n",
        "delivery report",
    ),
    "RFC 8098 read receipt": (
        "Content-Type: multipart/report;\r\n report-type=disposition-notification; boundary=b\r\n",
        "automatic report",
    ),
    "RFC 8098 notification alone": (
        "Content-Type: message/disposition-notification\r\n",
        "automatic report",
    ),
    "our own mark": ("X-Pbem: report\r\n", "our own mail"),
    "hops": ("Received: from a by b; x\r\n" * 61, "too many hops"),
    "exim": ("X-Failed-Recipients: anna@example.org\r\n", "failed recipients"),
}


@pytest.mark.parametrize("name", NOT_FROM_A_PERSON)
def test_what_no_person_wrote_is_neither_answered_nor_obeyed(name: str) -> None:
    headers, reason = NOT_FROM_A_PERSON[name]
    found = intake(mail(headers))
    assert not found.guard.may_answer
    assert not found.guard.may_hold_orders
    assert reason in found.guard.reasons
    assert found.extraction is None


BULK = {
    "precedence bulk": ("Precedence: bulk\r\n", "bulk precedence"),
    "precedence junk": ("Precedence: Junk\r\n", "bulk precedence"),
    "precedence list": ("Precedence: list\r\n", "bulk precedence"),
    "RFC 2919 list": ("List-Id: <players.example.org>\r\n", "mailing list"),
    "RFC 2369 list": ("List-Unsubscribe: <mailto:x@example.org>\r\n", "mailing list"),
}


@pytest.mark.parametrize("name", BULK)
def test_mail_with_the_marks_of_a_list_is_read_for_a_player_may_have_sent_it(name: str) -> None:
    headers, reason = BULK[name]
    found = guard(mail(headers))
    assert (found.bulk, found.may_answer, found.may_hold_orders) == (True, False, True)
    assert reason in found.reasons
    assert guard(mail(f"Auto-Submitted: auto-replied\r\n{headers}")).bulk is False


@pytest.mark.parametrize(
    "label",
    [
        "Auto reply: ",
        "AutoReply: ",
        "[Auto-Reply] ",
        "Abwesend: ",
        "Absent: ",
        "[AUTO GENERATED] ",
        "Αυτόματη απάντηση: ",
        "Εκτός γραφείου: ",
        "Răspuns automat: ",
        "Absență din birou: ",
        "Otomatik yanıt: ",
        "Ofis dışında: ",
        "Automatikus válasz: ",
        "Házon kívül: ",
        "自動応答: ",
        "自動返信：",
        "【不在】",
        "Auto: Out of office: ",
        "Auto: ",
        "Re: Automatic reply: ",
        "AW: Abwesenheitsnotiz: ",
        "OOO: ",
        "Auto-Antwort: ",
        "Réponse auto : ",
        "Read: ",
    ],
)
def test_an_answering_machine_is_known_by_its_label_before_the_subject(label: str) -> None:
    said = mail(f"Subject: {label}Hegemon turn 3\r\n", "Gone fishing.")
    assert intake(said).guard.may_answer is False
    ordered = intake(mail(f"Subject: {label}Hegemon turn 3\r\n"))
    assert (ordered.guard.may_answer, ordered.guard.may_hold_orders) == (True, True)


@pytest.mark.parametrize(
    "subject",
    ["Absent", "Absence of orders", "My holiday: Urlaubsplanung", "Autobahn: ha", "Read this: now"],
)
def test_a_person_may_write_of_an_absence(subject: str) -> None:
    assert guard(mail(f"Subject: {subject}\r\n", "Gone fishing.")) == Guard(True, True)


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@example.org",
        "postmaster@example.org",
        "no-reply@example.org",
        "noreply@example.org",
        "do-not-reply@example.org",
        "bounces+77@example.org",
        "orders@pbem.localhost",
        "orders+spring.1.2.abc@PBEM.localhost",
    ],
)
def test_daemons_and_ourselves_are_never_answered(sender: str) -> None:
    found = guard(mail(top=f"From: <{sender}>\r\n"))
    assert (found.may_answer, found.may_hold_orders) == (False, False)


@pytest.mark.parametrize("value", ["no", "NO", "no (a comment)", "no; by=hand", "no(really)"])
def test_auto_submitted_no_is_a_person(value: str) -> None:
    assert guard(mail(f"Auto-Submitted: {value}\r\n")) == Guard(True, True)


@pytest.mark.parametrize("words", ["All", "DR, OOF, AutoReply", "oof"])
def test_auto_response_suppress_forbids_the_answer_only(words: str) -> None:
    found = intake(mail(f"X-Auto-Response-Suppress: {words}\r\n"))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (False, True)
    assert found.extraction is not None
    assert found.extraction.taken == (ORDER,)


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Automatic reply: Hegemon turn 3", "I am out of the office until Monday."),
        ("Abwesenheitsnotiz: Re: Hegemon", "Ich bin bis Montag nicht im Büro."),
        ("Réponse automatique : Hegemon", "Je suis absent jusqu'à lundi."),
        ("Respuesta automática: Hegemon", "Estoy de vacaciones."),
        ("Risposta automatica: Hegemon", "Sono in ferie."),
        ("Autosvar: Hegemon", "Jag är på semester."),
        ("Автоответ: Hegemon", "Я в отпуске до понедельника."),
        ("Re: Automatic reply", "I am out of the office until Monday."),
        ("AW: Abwesenheitsnotiz", "Ich bin bis Montag nicht im Büro."),
    ],
)
def test_a_vacation_notice_is_known_by_subject_and_text(subject: str, body: str) -> None:
    first = guard(mail(f"Subject: {subject}\r\n", body))
    assert (first.may_answer, first.may_hold_orders) == (False, True)
    found = intake(mail(f"Subject: {subject}\r\n", body)).guard
    assert (found.may_answer, found.may_hold_orders) == (False, False)
    assert found.reasons == ("vacation notice",)


AWAY = "Subject: Out of office next week, my orders\r\n"


@pytest.mark.parametrize("line", [ORDER, "STATUS"])
def test_who_orders_something_is_no_vacation_notice(line: str) -> None:
    found = intake(mail(AWAY, f"I am away next week.\r\n{line}"))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (True, True)
    assert found.extraction is not None
    assert found.extraction.taken == (line,)


def test_who_is_away_and_wants_no_automatic_answer_gets_none_though_orders_count() -> None:
    found = intake(mail(f"{AWAY}X-Auto-Response-Suppress: All\r\n"))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (False, True)
    assert found.extraction is not None
    assert found.extraction.taken == (ORDER,)


def test_a_vacation_notice_with_the_mark_of_a_rule_is_not_read() -> None:
    found = intake(mail(f"{AWAY}X-Loop: anna@example.org\r\n"))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (False, False)
    assert found.extraction is None


CALENDARS = {
    "alone": (
        "Content-Type: TEXT/Calendar; charset=utf-8;\r\n\tmethod=REPLY\r\n",
        "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR",
    ),
    "beside a note": (
        "Content-Type: multipart/alternative; boundary=b\r\n",
        "--b\r\nContent-Type: text/plain\r\n\r\n{note}\r\n"
        '--b\r\nContent-Type: text/calendar; method="REPLY"\r\n\r\nBEGIN:VCALENDAR\r\n--b--',
    ),
    "by its class": ("Content-Class: urn:content-classes:calendarmessage\r\n", "{note}"),
}


@pytest.mark.parametrize("name", CALENDARS)
def test_rfc6047_a_calendars_answer_is_left_alone(name: str) -> None:
    headers, body = CALENDARS[name]
    found = intake(mail(headers, body.format(note="Anna has accepted.")))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (False, False)
    assert found.guard.reasons == ("calendar answer",)


@pytest.mark.parametrize("name", ["beside a note", "by its class"])
def test_orders_in_the_note_of_a_calendars_answer_count(name: str) -> None:
    headers, body = CALENDARS[name]
    found = intake(mail(headers, body.format(note=ORDER)))
    assert (found.guard.may_answer, found.guard.may_hold_orders) == (True, True)
    assert found.extraction is not None
    assert found.extraction.taken == (ORDER,)


def test_an_invitation_that_a_player_sends_along_is_no_answer() -> None:
    _headers, body = CALENDARS["beside a note"]
    raw = mail(
        "Content-Type: multipart/alternative; boundary=b\r\n",
        body.format(note=ORDER).replace("REPLY", "REQUEST"),
    )
    assert guard(raw) == Guard(True, True)


@pytest.mark.parametrize(
    "subject", ["Vacation plans and my orders", "Re: out of office", "Absence of pity"]
)
def test_a_subject_alone_makes_no_vacation_notice(subject: str) -> None:
    assert guard(mail(f"Subject: {subject}\r\n")) == Guard(True, True)


def test_an_empty_mail_is_answered_by_nobody() -> None:
    for raw in (b"", b"\r\n\r\n", b"\n", b"garbage"):
        found = intake(raw)
        assert not found.guard.may_answer
        assert "no sender" in found.guard.reasons


def test_a_mail_without_text_may_be_answered() -> None:
    found = intake(mail(body=""))
    assert found.guard.may_answer
    assert found.unreadable is Unreadable.NO_TEXT
    assert found.problem


def test_outlooks_own_format_alone_is_told_apart() -> None:
    """MS-OXTNEF: behind some gateways the text is in ``winmail.dat`` and nowhere else."""
    headers = "Content-Type: multipart/mixed; boundary=b\r\n"
    file = "--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\n\r\neJ8+IgAA\r\n--b--"
    alone = intake(mail(headers, f"--b\r\nContent-Type: text/plain\r\n\r\n\r\n{file}"))
    assert alone.guard.may_answer
    assert alone.unreadable is Unreadable.WINMAIL
    assert "winmail.dat" in alone.problem
    beside = intake(mail(headers, f"--b\r\nContent-Type: text/plain\r\n\r\n{ORDER}\r\n{file}"))
    assert beside.extraction is not None
    assert beside.extraction.taken == (ORDER,)


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
