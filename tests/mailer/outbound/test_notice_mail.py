"""All other mails share one shape."""

from __future__ import annotations

from datetime import timedelta

from icalendar import Calendar
from lxml import html
from msgspec import structs

from pbem.mailer.outbound.compose import notice_mail
from pbem.mailer.outbound.contents import Addressing, Chapter, Excerpt, Figure, File, Notice
from tests.mailer.outbound.samples import ADDRESSING, DEADLINE, NOTICE, NOW, PNG, body, parsed

REMINDER = structs.replace(
    NOTICE, answer=False, deadline=DEADLINE, deadline_of=("spring", 2), turn=4
)


def calendar(notice: Notice, addressing: Addressing) -> Calendar:
    parts = parsed(notice_mail(notice, addressing)).walk()
    (part,) = [p for p in parts if p.get_content_type() == "text/calendar"]
    assert part.get_param("method") == "PUBLISH"
    return Calendar.from_ical(part.get_payload(decode=True))


def test_a_notice_reads_well_as_text() -> None:
    assert body(notice_mail(NOTICE, ADDRESSING)) == (
        "How orders are written\n"
        "======================\n"
        "\n"
        "One order on each line.\n"
        "\n"
        "- HELP sends this again.\n"
        "- STATUS tells who is in.\n"
        "\n"
        "| Economy 60% coop 60 with 0-100\n"
        "| Environment 40%\n"
        "\n"
        "Good luck!\n"
    )


def test_order_lines_stand_below_their_captions_behind_the_gutter() -> None:
    held = structs.replace(
        NOTICE,
        excerpts=(Excerpt("Held:", ("Economy 60%", "PASS")), Excerpt("Kept:", ("Economy 5%",))),
    )
    assert (
        "| Environment 40%\n\nHeld:\n| Economy 60%\n| PASS\n\nKept:\n| Economy 5%\n\nGood luck!\n"
    ) in body(notice_mail(held, ADDRESSING))
    page = body(notice_mail(held, ADDRESSING), "html")
    assert "| </span>Economy 60%\n" in page
    assert "| </span>PASS</pre>" in page


def test_an_answer_and_a_message_of_our_own_are_told_apart() -> None:
    assert parsed(notice_mail(NOTICE, ADDRESSING))["Auto-Submitted"] == "auto-replied"
    assert parsed(notice_mail(REMINDER, ADDRESSING))["Auto-Submitted"] == "auto-generated"


def test_a_warning_is_marked_by_more_than_colour() -> None:
    warning = structs.replace(NOTICE, warning=True)
    assert "\n! One order on each line.\n" in body(notice_mail(warning, ADDRESSING))


def test_a_mail_without_a_game_needs_no_thread_and_no_tag() -> None:
    alone = structs.replace(ADDRESSING, tag="", references=(), in_reply_to=None, to_name="")
    mail = parsed(notice_mail(NOTICE, alone))
    assert mail["To"] == "anne@example.org"
    assert mail["Subject"] == NOTICE.title
    assert mail["In-Reply-To"] is mail["References"] is None


def test_a_deadline_travels_as_a_calendar_entry() -> None:
    (entry,) = calendar(REMINDER, ADDRESSING).walk("VEVENT")
    assert entry["UID"] == "deadline.spring.2@play.example.net"
    assert entry.decoded("DTEND") == DEADLINE
    assert entry.decoded("DTSTART") == DEADLINE - timedelta(minutes=30)
    assert entry["ORGANIZER"] == f"mailto:{ADDRESSING.from_address}"
    (alarm,) = entry.walk("VALARM")
    assert alarm.decoded("TRIGGER") == timedelta(hours=-2, minutes=-30)


def test_a_moved_deadline_moves_the_same_entry() -> None:
    later = structs.replace(ADDRESSING, date=NOW + timedelta(minutes=1))
    moved = structs.replace(REMINDER, deadline=DEADLINE + timedelta(days=1), turn=5)
    (first,) = calendar(REMINDER, ADDRESSING).walk("VEVENT")
    (second,) = calendar(moved, later).walk("VEVENT")
    assert second["UID"] == first["UID"]
    assert int(second.decoded("SEQUENCE")) > int(first.decoded("SEQUENCE"))


def test_nothing_that_anyone_wrote_is_markup() -> None:
    said = '<b>Eve</b> & "co" {{ 7 * 7 }}'
    for warning in (True, False):
        notice = Notice(
            title=said,
            paragraphs=(said, said),
            bullets=(said,),
            lines=(said,),
            excerpts=(Excerpt(said, (said,)),),
            closing=(said,),
            game_title=said,
            warning=warning,
        )
        mail = notice_mail(notice, ADDRESSING)
        page = html.fromstring(body(mail, "html"))
        assert "<b>Eve" not in body(mail, "html")
        assert page.text_content().count(said) >= 9
        assert body(mail).count(said) == 8


def test_who_wants_no_pictures_is_told_what_they_show_and_of_no_chart_or_film() -> None:
    """A chart shows what the text tells around it, as rows of figures that nobody reads."""
    fight = Figure(File("fight.png", "image/png", PNG), "Anna wins", "A fight.", 300)
    film = Figure(
        File("film.gif", "image/gif", b"GIF89a"), "Anna: 0, 3", "A film.", 300, None, True
    )
    chapters = (
        Chapter("How to fight", (fight,)),
        Chapter("The film", (film,)),
        Chapter("The end", ()),
    )
    addressing = structs.replace(ADDRESSING, omits=("pictures",))
    told = body(notice_mail(structs.replace(NOTICE, chapters=chapters), addressing))
    assert "How to fight\n------------\nA fight: Anna wins\n" in told
    assert "film" not in told
    drawn = body(notice_mail(structs.replace(NOTICE, chapters=chapters), ADDRESSING))
    assert "[Picture film.gif: A film.]\n" in drawn
    assert "Anna: 0, 3" not in drawn
    assert "The end" in told


def test_who_wants_no_attachments_is_told_which_files_were_left_out() -> None:
    file = File("orders.txt", "text/plain", b"Economy 60%")
    notice = structs.replace(NOTICE, files=(file,))
    without = structs.replace(ADDRESSING, omits=("attachments",))
    said = " ".join(body(notice_mail(notice, without)).split())
    assert "Left out, for your mails come without attachments: orders.txt." in said
    assert "orders.txt" not in [
        p.get_filename() for p in parsed(notice_mail(notice, without)).walk()
    ]
    assert "Left out" not in body(notice_mail(NOTICE, without))
    assert "Left out" not in body(notice_mail(notice, ADDRESSING))
