"""Which mails a person wrote, and which of them may be answered."""

from __future__ import annotations

import pytest

from pbem.mailer.inbound.guard import Guard
from pbem.mailer.inbound.reading import Unreadable
from tests.mailer.inbound.letters import ORDER, guard, intake, mail


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
