"""What a mail is made of looks alike in all kinds of mail, as text and as HTML."""

from __future__ import annotations

import re

from lxml import html
from msgspec import structs

from pbem.engine.report import Bullets, Column, Form, Forms, Paragraph, Report, Section, Table
from pbem.mailer.outbound.compose import notice_mail, report_mail
from pbem.mailer.outbound.contents import Chapter, Excerpt, Notice
from pbem.mailer.outbound.layout_html import HTML_OCTETS
from pbem.mailer.outbound.layout_text import WIDTH
from tests.mailer.outbound.samples import ADDRESSING, CONTEXT, body

FORMS = Forms(
    (
        Form("REPORT 3", says="REPORT sends your last report again, REPORT 3 that of turn 3."),
        Form("JOIN spring AS Anna", says="JOIN <game> AS <name> takes a free seat."),
        Form("MOVE 12 TO c7", pattern="MOVE unit ... TO square [ELSE order]"),
        Form("SEND 5 light FROM 18 TO 17", pattern="SEND fleets ... FROM sector TO sector [FREE]"),
        Form(pattern="PASS"),
    )
)
BLOCKS = (
    Paragraph("Look out.", "warning"),
    Bullets(("one", "two")),
    Table((Column("Player"), Column("Points", "right")), (("Anna", "7"),), mark=(0,)),
    FORMS,
)
LAST_ROW = "→ Anna         7\n\n"
NOTICE = Notice(title="All of it", chapters=(Chapter("Blocks", BLOCKS),))


def inner(page: str) -> str:
    """What stands below the heading, without the table that frames the mail."""
    text = re.split(r"</h2>", re.sub(r' style="[^"]*"', "", page))[1]
    return re.sub(r"\s+", "", text.partition("</td></tr></tbody></table></td>")[0].split("<h2")[0])


def test_a_form_is_told_with_its_example_where_that_is_not_told() -> None:
    assert body(notice_mail(NOTICE, ADDRESSING)).partition(LAST_ROW)[2] == (
        "- REPORT sends your last report again, REPORT 3 that of turn 3.\n"
        "- JOIN <game> AS <name> takes a free seat.\n"
        "| JOIN spring AS Anna\n"
        "| MOVE unit ... TO square [ELSE order]        MOVE 12 TO c7\n"
        "| SEND fleets ... FROM sector TO sector [FREE]\n"
        "|     SEND 5 light FROM 18 TO 17\n"
        "| PASS\n"
    )


def test_each_form_is_a_row_of_the_page_that_begins_with_its_example() -> None:
    page = html.fromstring(body(notice_mail(NOTICE, ADDRESSING), "html"))
    rows = [row.findall("td") for row in page.iterfind(".//table//table//table//tr")][-5:]
    assert [row[0].text_content() for row in rows] == [
        "| REPORT 3",
        "| JOIN spring AS Anna",
        "| MOVE 12 TO c7",
        "| SEND 5 light FROM 18 TO 17",
        "| PASS",
    ]
    assert [len(row) for row in rows] == [2, 2, 2, 2, 1]


def test_a_report_shows_the_same_blocks_in_the_same_way() -> None:
    report = Report(title="All", headline="It.", sections=(Section("Blocks", BLOCKS),))
    bare = structs.replace(CONTEXT, players=(), standing=(), commitment="", secret="")
    of_report = body(report_mail(report, {}, {}, bare, ADDRESSING), "html")
    of_notice = body(notice_mail(NOTICE, ADDRESSING), "html")
    told = inner(of_notice)
    assert told.count("<tr>") == 7
    assert inner(of_report).startswith(told)


def test_a_chapter_within_a_chapter_has_a_smaller_heading() -> None:
    within = structs.replace(NOTICE, chapters=(Chapter("One", ()), Chapter("Two", BLOCKS, level=2)))
    page = html.fromstring(body(notice_mail(within, ADDRESSING), "html"))
    assert [one.text for one in page.iter("h2", "h3")] == ["One", "Two"]
    assert "\nOne\n---\n\nTwo\n---\n" in body(notice_mail(within, ADDRESSING))


def test_a_page_that_is_too_long_leaves_the_rest_to_the_text() -> None:
    rows = tuple((f"Player {n}", str(n)) for n in range(3000))
    table = Table((Column("Player"), Column("Points", "right")), rows)
    lines = Excerpt("Sent:", tuple(f"line {n}" for n in range(3000)))
    mail = notice_mail(
        structs.replace(NOTICE, chapters=(Chapter("Long", (table, lines)),)), ADDRESSING
    )
    assert len(body(mail, "html").encode()) <= HTML_OCTETS
    assert "in the plain text of this mail" in body(mail, "html")
    assert "Player 2999" in body(mail)
    assert "| line 2999" in body(mail)


def test_a_table_that_misses_a_line_by_a_little_stands_closer() -> None:
    columns = tuple(Column("heading 10", "right") for _one in range(7))
    table = Table(columns, (("7",) * 7,))
    text = body(notice_mail(structs.replace(NOTICE, chapters=(Chapter("", (table,)),)), ADDRESSING))
    assert " ".join(["heading 10"] * 7) in text
    assert all(len(line) <= WIDTH for line in text.splitlines())
