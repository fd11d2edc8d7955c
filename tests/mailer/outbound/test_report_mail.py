"""A report: its parts, its text, its size, and the same bytes every time."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from icalendar import Calendar
from lxml import html
from msgspec import structs

from pbem.engine.report import Bullets, Paragraph, Picture, Report, Section, Table
from pbem.mailer.markers import frame_in
from pbem.mailer.outbound.compose import report_mail
from pbem.mailer.outbound.layout_html import MAILTO_BODY, REPORT_OCTETS
from tests.mailer.outbound.samples import (
    ADDRESSING,
    CONTEXT,
    PNG,
    REPORT,
    STANDINGS,
    body,
    parsed,
)

TEMPLATE_BEGIN, TEMPLATE_END = frame_in("en")
GOLDEN = Path(__file__).parent / "golden"
MAIL = report_mail(REPORT, {"points": PNG}, {"points": b"<svg/>"}, CONTEXT, ADDRESSING)


def with_sections(*sections: Section) -> bytes:
    report = structs.replace(REPORT, sections=sections)
    return report_mail(report, {}, {}, CONTEXT, ADDRESSING)


def golden(name: str, shown: str, update: bool) -> None:
    path = GOLDEN / name
    if update:
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_the_text_is_as_kept(update: bool) -> None:
    golden("report.txt", body(MAIL), update)


def test_a_game_that_is_named_as_its_ruleset_is_named_once() -> None:
    context = structs.replace(CONTEXT, game_title="Hegemon")
    mail = report_mail(REPORT, {}, {}, context, ADDRESSING)
    assert "Spring campaign (Hegemon), for Änne" in body(MAIL)
    assert "\nHegemon, for Änne" in body(mail)
    assert "Hegemon (Hegemon)" not in body(mail)


def test_the_parts_are_nested_as_mail_programs_expect() -> None:
    mail = parsed(MAIL)
    assert [(p.get_content_type(), p.get_filename()) for p in mail.walk()] == [
        ("multipart/mixed", None),
        ("multipart/alternative", None),
        ("text/plain", None),
        ("multipart/related", None),
        ("text/html", None),
        ("image/png", "points.png"),
        ("image/svg+xml", "points.svg"),
        ("application/json", "report.json"),
        ("text/calendar", "deadline.ics"),
    ]
    assert not [defect for part in mail.walk() for defect in part.defects]


def test_it_is_ascii_with_crlf_and_short_lines() -> None:
    assert MAIL.isascii()
    assert b"\n" not in MAIL.replace(b"\r\n", b"")
    assert all(len(line) <= 998 for line in MAIL.split(b"\r\n"))


def test_the_header_says_who_what_and_that_nobody_typed_it() -> None:
    mail = parsed(MAIL)
    assert mail["Message-ID"] == ADDRESSING.message_id
    assert mail["In-Reply-To"] == "<mine@example.org>"
    assert mail["References"].split() == list(ADDRESSING.references)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["List-Id"] is mail["List-Unsubscribe"] is None  # it is to one person
    assert mail["Reply-To"].addresses[0].addr_spec == ADDRESSING.reply_to
    assert mail["Subject"].endswith(ADDRESSING.tag)
    assert mail["Date"].datetime == ADDRESSING.date


def test_the_same_input_gives_the_same_bytes_and_another_id_other_boundaries() -> None:
    again = report_mail(REPORT, {"points": PNG}, {"points": b"<svg/>"}, CONTEXT, ADDRESSING)
    assert again == MAIL
    other = structs.replace(ADDRESSING, message_id="<other@play.example.net>")
    edges = re.findall(rb'boundary="([^"]+)"', MAIL)
    changed = report_mail(REPORT, {"points": PNG}, {}, CONTEXT, other)
    assert len(set(edges)) == 3
    assert not any(edge in changed for edge in edges)


def test_the_order_template_comes_last_in_the_text() -> None:
    lines = body(MAIL).rstrip("\n").splitlines()
    begin = lines.index(TEMPLATE_BEGIN)
    assert lines[begin + 1 :] == [*REPORT.template, TEMPLATE_END]


@pytest.mark.parametrize(("language", "word"), [("de", "Befehle"), ("fr-CA", "ordres")])
def test_the_template_is_framed_in_the_readers_language(language: str, word: str) -> None:
    addressing = structs.replace(ADDRESSING, language=language)
    lines = body(report_mail(REPORT, {}, {}, CONTEXT, addressing)).rstrip("\n").splitlines()
    begin, end = frame_in(language)
    assert word in begin
    assert lines[lines.index(begin) + 1 :] == [*REPORT.template, end]


def test_the_html_has_the_template_too_line_by_line() -> None:
    shown = html.fromstring(body(MAIL, "html")).xpath("//pre[last()]")[-1].text_content()
    assert shown.splitlines() == [TEMPLATE_BEGIN, *REPORT.template, TEMPLATE_END]


def test_a_final_report_asks_for_no_orders_and_lays_the_secret_open() -> None:
    over = structs.replace(CONTEXT, deadline=None, without_orders="", secret="cd" * 32)
    mail = report_mail(structs.replace(REPORT, template=()), {}, {}, over, ADDRESSING)
    assert TEMPLATE_BEGIN not in body(mail)
    assert "mailto:" not in body(mail, "html")
    assert "cd" * 32 in body(mail)
    assert "ab" * 32 in body(mail)


def test_the_last_report_takes_the_deadline_out_of_the_calendar() -> None:
    over = structs.replace(CONTEXT, deadline=None, secret="cd" * 32)
    mail = parsed(report_mail(REPORT, {}, {}, over, ADDRESSING))
    (part,) = [p for p in mail.walk() if p.get_content_type() == "text/calendar"]
    (entry,) = Calendar.from_ical(part.get_payload(decode=True)).walk("VEVENT")
    assert part.get_param("method") == "CANCEL"
    assert entry["STATUS"] == "CANCELLED"
    assert entry["UID"] == f"deadline.{CONTEXT.game}.{CONTEXT.seat}@play.example.net"


def test_pictures_are_shown_inline_and_their_facts_told() -> None:
    page = html.fromstring(body(MAIL, "html"))
    (image,) = page.xpath("//img")
    ids = [p["Content-ID"] for p in parsed(MAIL).walk() if p["Content-ID"]]
    assert [f"<{image.get('src').removeprefix('cid:')}>"] == ids
    assert image.get("alt").startswith("Your total rose")
    assert "Your total rose" in body(MAIL)


def test_a_picture_that_was_not_drawn_leaves_its_facts() -> None:
    page = body(report_mail(REPORT, {}, {}, CONTEXT, ADDRESSING), "html")
    assert "<img" not in page
    assert "Your total rose" in page


def test_the_html_is_told_its_language_and_its_heads_their_scope() -> None:
    page = html.fromstring(body(MAIL, "html"))
    assert page.get("lang") == "en"
    assert page.xpath("//meta[@name='color-scheme']/@content") == ["light dark"]
    assert all(head.get("scope") == "col" for head in page.xpath("//th"))
    assert all(t.get("role") == "presentation" for t in page.xpath("//table[not(.//th)]"))


def test_the_box_says_until_when_and_what_is_played_without_orders() -> None:
    (box,) = html.fromstring(body(MAIL, "html")).xpath("//div[@class='box']")
    told = " ".join(box.text_content().split())
    assert (
        "Orders for turn 4 are due: Sunday, 22 November 2026, 20:00 CET (in 1 day 7 hours)" in told
    )
    assert "Write orders for turn 4" in told
    assert CONTEXT.without_orders in told
    assert CONTEXT.played[0] in told


def test_the_hidden_first_line_is_the_headline() -> None:
    first = html.fromstring(body(MAIL, "html")).xpath("//td[@class='inner']/*")[0]
    assert first.text_content() == REPORT.headline
    assert "display:none" in first.get("style")


def test_styles_are_written_into_the_elements_and_nothing_is_loaded_from_afar() -> None:
    page = body(MAIL, "html")
    assert all(
        element.get("style")
        for element in html.fromstring(page).xpath("//p | //h2 | //th | //pre | //body")
    )
    assert "@media (prefers-color-scheme: dark)" in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_button_opens_a_reply_that_mail_programs_bear() -> None:
    (link,) = html.fromstring(body(MAIL, "html")).xpath("//a/@href")
    parts = urlsplit(link)
    asked = parse_qs(parts.query)
    assert parts.path == ADDRESSING.reply_to
    assert asked["subject"] == [f"Orders for turn 4 {ADDRESSING.tag}"]
    assert asked["body"][0].split("\r\n")[:2] == list(REPORT.template)
    long = structs.replace(REPORT, template=tuple(f"# Überfall {n}" for n in range(500)))
    mail = report_mail(long, {}, {}, CONTEXT, ADDRESSING)
    (link,) = html.fromstring(body(mail, "html")).xpath("//a/@href")
    assert 1000 < len(urlsplit(link).query.partition("&body=")[2]) <= MAILTO_BODY


def test_what_players_are_called_is_never_markup() -> None:
    name = '<b>Eve</b> & "co" {{ 7 * 7 }}'
    mail = with_sections(Section(name, (Paragraph(name), Bullets((name,)))))
    assert "<b>Eve" not in body(mail, "html")
    assert html.fromstring(body(mail, "html")).xpath("//h2")[0].text_content() == name
    assert name in body(mail)


LONG_TEXT = "All work and no play makes a long report. " * 60
HUGE = {
    "rows": Section("Rows", (structs.replace(STANDINGS, rows=STANDINGS.rows * 400, mark=(1999,)),)),
    "tables": Section("Tables", (STANDINGS,) * 100),
    "bullets": Section("Bullets", (Bullets(tuple(f"point {n}" for n in range(20_000))),)),
    "prose": Section("Prose", (Paragraph(LONG_TEXT, "bad"),) * 200),
    "cells": Section("Cells", (Table(STANDINGS.columns, ((LONG_TEXT,) * 9,) * 9),)),
    "pictures": Section(
        "Pictures",
        tuple(Picture(f"p{n}", REPORT.pictures()[0].scene, LONG_TEXT) for n in range(99)),
    ),
    "heading": Section(LONG_TEXT * 50, ()),
}


@pytest.mark.parametrize("kind", HUGE)
def test_however_large_a_report_its_html_stays_below_80_kb_and_its_text_is_whole(
    kind: str,
) -> None:
    mail = with_sections(HUGE[kind], Section("The end", (Paragraph("Last words."),)))
    page = body(mail, "html")
    assert len(page.encode()) <= REPORT_OCTETS
    assert html.fromstring(page).xpath("//pre[last()]")[-1].text_content().endswith(TEMPLATE_END)
    assert "Last words." in body(mail)
    if kind in ("rows", "bullets"):
        assert "more lines are in the plain text of this mail" in page


def test_a_shortened_table_still_shows_the_players_own_row() -> None:
    rows = (*STANDINGS.rows * 400, ("2001", "Änne Müller", *["1"] * 7))
    mail = with_sections(Section("Rows", (structs.replace(STANDINGS, rows=rows, mark=(2000,)),)))
    own = html.fromstring(body(mail, "html")).xpath("//td[contains(@class, 'own')]")
    assert [cell.text for cell in own][:2] == ["2001", "Änne Müller"]


def test_a_hundred_sections_and_long_lists_around_them_fit_too() -> None:
    context = structs.replace(
        CONTEXT,
        players=tuple(LONG_TEXT for _ in range(200)),
        notices=(LONG_TEXT,) * 100,
        standing=(LONG_TEXT,) * 100,
    )
    sections = tuple(Section(f"Section {n}", (Paragraph(LONG_TEXT),)) for n in range(100))
    report = Report("T" * 5000, "H" * 9000, sections, ("# " + "x" * 900,) * 900)
    mail = report_mail(report, {}, {}, context, ADDRESSING)
    page = body(mail, "html")
    assert len(page.encode()) <= REPORT_OCTETS
    assert "more sections are in the plain text" in page
