"""A receipt: what became of every line, and what counts now."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from msgspec import structs

from pbem.engine.api import Level, Verdict
from pbem.mailer.outbound.compose import receipt_mail
from pbem.mailer.outbound.contents import Excerpt, Outcome
from pbem.mailer.outbound.phrases import clock, soon, span, until, when
from tests.mailer.outbound.samples import ADDRESSING, DEADLINE, NOW, RECEIPT, body, parsed

GOLDEN = Path(__file__).parent / "golden"


def text(**changes: object) -> str:
    return body(receipt_mail(structs.replace(RECEIPT, **changes), ADDRESSING))


def test_the_text_is_as_kept(update: bool) -> None:
    shown, path = text(), GOLDEN / "receipt.txt"
    if update:
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_it_says_that_it_answers_a_mail_by_itself() -> None:
    mail = parsed(receipt_mail(RECEIPT, ADDRESSING))
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["In-Reply-To"] == ADDRESSING.in_reply_to
    assert mail["Subject"] == f"Spring campaign, turn 4: orders saved {ADDRESSING.tag}"


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"verdicts": ()}, "Saved: your orders for turn 4, 2 lines."),
        (
            {"held": ("PASS",) * 9},
            "Saved: your orders for turn 4, 9 lines as written out below. 1 line was refused",
        ),
        ({"outcome": Outcome.SAME, "verdicts": ()}, "are the same as before."),
        ({"outcome": Outcome.NOTHING, "held": None}, "You hold no orders for turn 4."),
        ({"outcome": Outcome.NOTHING}, "still stand."),
        ({"outcome": Outcome.NOTHING, "verdicts": ()}, "no orders were found in your mail"),
        ({"outcome": Outcome.PREVIEW, "verdicts": ()}, "and nothing was saved."),
        ({"outcome": Outcome.NOTHING, "outrun": True}, "a mail that you sent later is already in"),
        (
            {"outcome": Outcome.NOTHING, "verdicts": (), "done": True, "held": None},
            "DONE changes nothing yet: it says that the orders that you hold are meant as they "
            "stand. You hold no orders for turn 4.",
        ),
        (
            {"outcome": Outcome.NOTHING, "verdicts": (), "done": True},
            "something that is asked of you is still missing.",
        ),
        ({"outcome": Outcome.DONE, "verdicts": ()}, "Done: your orders for turn 4 are played"),
        ({"outcome": Outcome.LATE, "turn": 3}, "Too late: turn 3 is closed"),
        (
            {"outcome": Outcome.LATE, "turn": 3, "late_by": timedelta(minutes=3)},
            "It arrived 3 minutes after the turn was closed. Turn 4 is open.",
        ),
        ({"outcome": Outcome.LATE, "turn": 3, "is_over": True}, "The game is over."),
        (
            {"outcome": Outcome.LATE, "late_by": timedelta(hours=2, seconds=5)},
            "Too late: your mail arrived 2 hours after the deadline of turn 4",
        ),
        ({"outcome": Outcome.WITHDRAWN, "held": None}, "Withdrawn: you now hold no orders"),
    ],
)
def test_the_first_sentence_is_the_outcome(changes: dict[str, object], first: str) -> None:
    opening = " ".join(text(**changes).split("\n\n")[0].split())
    assert first in opening


def test_refused_lines_for_which_the_turn_waits_are_named_as_the_reason_near_the_top() -> None:
    second = text().split("\n\n")[1]
    assert second.startswith("Because of that the game goes on waiting for you")
    assert "goes on waiting" not in text(to_mend=False)


@pytest.mark.parametrize(
    ("verdicts", "to_mend", "last"),
    [
        (RECEIPT.verdicts[:2], False, "To have these orders count, send them again without the"),
        (RECEIPT.verdicts, True, "Mend what was refused, or leave it out, before you send"),
        (RECEIPT.verdicts, False, "What was refused would be refused without the word PREVIEW"),
        (RECEIPT.verdicts[2:], False, "What was refused would be refused without the word"),
        ((), False, "Reply with PREVIEW and your orders"),
    ],
)
def test_a_preview_ends_with_what_would_make_its_orders_count(
    verdicts: tuple[Verdict, ...], to_mend: bool, last: str
) -> None:
    shown = text(outcome=Outcome.PREVIEW, verdicts=verdicts, to_mend=to_mend)
    assert " ".join(shown.split("\n\n")[-1].split()).startswith(last)
    assert ("send them again without" in shown) == (not to_mend and len(verdicts) == 2)


def test_what_is_played_instead_stands_where_the_orders_would() -> None:
    instead = Excerpt("Without orders from you this is played:", ("Economy 5%",))
    shown = text(outcome=Outcome.LATE, verdicts=(), held=None, instead=instead)
    assert f"{instead.caption}\n{'-' * len(instead.caption)}\n| Economy 5%\n" in shown


@pytest.mark.parametrize(
    ("away", "said"),
    [
        (timedelta(minutes=10), "in 10 minutes"),
        (timedelta(minutes=9, seconds=59), "in 10 minutes"),
        (timedelta(seconds=1), "in 1 minute"),
        (timedelta(0), "now past"),
    ],
)
def test_a_minute_that_has_begun_counts_as_a_whole(away: timedelta, said: str) -> None:
    assert soon(NOW + away, NOW) == said


def test_a_moment_that_is_near_is_told_by_the_clock_alone() -> None:
    assert clock(DEADLINE, DEADLINE - timedelta(minutes=10), "en") == "20:00 CET"
    assert clock(DEADLINE, DEADLINE - timedelta(days=1), "en") == when(DEADLINE, "en")


@pytest.mark.parametrize("verdicts", [(), RECEIPT.verdicts])
@pytest.mark.parametrize("outcome", [Outcome.SAVED, Outcome.NOTHING, Outcome.LATE])
def test_where_the_turn_closes_now_nothing_is_said_of_what_could_still_be_done(
    outcome: Outcome, verdicts: tuple[Verdict, ...]
) -> None:
    changes: dict[str, object] = {"outcome": outcome, "verdicts": verdicts, "deadline": None}
    shown = text(**changes, to_mend=False, closes_now=True)
    for promise in ("To change", "To mend", "To order", "Reply with", "closes:"):
        assert promise not in shown
    assert shown.endswith("| Anne\n")


def test_the_carets_stand_below_the_words_at_fault() -> None:
    lines = text().splitlines()
    at = next(n for n, line in enumerate(lines) if "Envirnment" in line)
    word = lines[at].index("Envirnment")
    assert lines[at + 1] == "|" + " " * (word - 1) + "^" * len("Envirnment")
    assert lines[at + 2].endswith("Did you mean “Environment”?")


def test_carets_reckon_with_tabs_wide_characters_and_very_long_lines() -> None:
    wide = Verdict(1, "\t日本 foo", Level.REFUSED, "?", 5, 3)
    long = Verdict(2, "x" * 5000 + " foo " + "y" * 5000, Level.REFUSED, "?", 5002, 3)
    for verdict in (wide, long):
        lines = text(verdicts=(verdict,)).splitlines()
        at = next(n for n, line in enumerate(lines) if "foo" in line)
        wider = 2 if verdict is wide else 0
        assert lines[at + 1].index("^") == lines[at].index("foo") + wider
        assert lines[at + 1].count("^") == 3
        assert len(lines[at]) < 140


def test_every_line_that_could_be_taken_for_an_order_stands_behind_the_gutter() -> None:
    for line in text().splitlines():
        assert line.startswith("| ") or "Economy" not in line


@given(
    st.builds(
        Verdict,
        st.just(1),
        st.text(max_size=300),
        st.sampled_from(Level),
        st.text(max_size=100),
        st.integers(-5, 400),
        st.integers(0, 400),
        st.none() | st.text(max_size=30),
        st.text(max_size=100),
    )
)
def test_any_verdict_can_be_shown(verdict: Verdict) -> None:
    shown = text(verdicts=(verdict,), ignored=(verdict.text,), held=(verdict.text,), before=())
    assert "What became of your lines" in shown


def test_ignored_lines_are_shown_back_up_to_a_bound() -> None:
    shown = text(ignored=tuple(f"line {n}" for n in range(100)))
    assert "| line 39\n| ... and 60 more lines\n" in shown


def test_the_html_shows_the_same_lines() -> None:
    page = html.fromstring(body(receipt_mail(RECEIPT, ADDRESSING), "html"))
    shown = [line for pre in page.xpath("//pre") for line in pre.text_content().splitlines()]
    assert shown == [line for line in text().splitlines() if line.startswith("| ")]


def test_what_a_narrow_screen_breaks_hangs_below_the_words_and_not_below_their_mark() -> None:
    page = html.fromstring(body(receipt_mail(RECEIPT, ADDRESSING), "html"))
    verdicts, held = page.xpath("//pre")[:2]
    assert {row.get("class") for row in verdicts} == {"hang4"}
    assert {row.get("class") for row in held} == {"hang0"}


def test_the_same_input_gives_the_same_bytes() -> None:
    assert receipt_mail(RECEIPT, ADDRESSING) == receipt_mail(RECEIPT, ADDRESSING)


def test_times_are_told_in_the_readers_zone_and_language() -> None:
    assert when(DEADLINE, "en") == "Sunday, 22 November 2026, 20:00 CET"
    assert when(DEADLINE, "de") == "Sonntag, 22. November 2026, 20:00 CET"
    assert when(DEADLINE, "xx-nowhere") == when(DEADLINE, "en")


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (timedelta(days=1, hours=4, minutes=3), "1 day 4 hours"),
        (timedelta(days=2, minutes=3), "2 days"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=59, seconds=59), "59 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(seconds=-1), "less than a minute"),
    ],
)
def test_spans_are_told_by_their_two_largest_units(length: timedelta, said: str) -> None:
    assert span(length) == said


def test_a_deadline_that_has_passed_is_said_to_be_past() -> None:
    assert until(NOW, NOW) == "now past"


def test_nothing_that_anyone_wrote_is_markup() -> None:
    said = '<b>Eve</b> & "co" {{ 7 * 7 }}'
    receipt = structs.replace(
        RECEIPT,
        game_title=said,
        verdicts=tuple(
            Verdict(n, said, level, said, note=said) for n, level in enumerate(Level, start=1)
        ),
        ignored=(said,),
        held=(said, "PASS"),
        before=("PASS", f"{said} once"),
        standing=(said,),
        later={7: (said,)},
        remark=said,
        notices=(said,),
        waiting=said,
    )
    page = body(receipt_mail(receipt, ADDRESSING), "html")
    assert "<b>Eve" not in page
    shown = " ".join(html.fromstring(page).text_content().split())
    fields = 8
    assert shown.count(said) > fields


def button(**changes: object) -> tuple[str, str]:
    """What a receipt's button says, and the body of the mail that it opens; both empty where there
    is none."""
    page = html.fromstring(
        body(receipt_mail(structs.replace(RECEIPT, **changes), ADDRESSING), "html")
    )
    found = page.xpath("//a[@class='button']")
    if not found:
        return "", ""
    link = urlsplit(found[0].get("href"))
    assert unquote(link.path) == ADDRESSING.reply_to
    query = parse_qs(link.query)
    assert query["subject"] == [f"Orders for turn 4 {ADDRESSING.tag}"]
    return found[0].text, "".join(query.get("body", [""])).replace("\r\n", "\n")


def test_its_button_opens_a_mail_with_what_is_held_and_what_is_to_be_mended() -> None:
    refused = [one.text for one in RECEIPT.verdicts if one.level is Level.REFUSED]
    assert refused
    label, lines = button()
    assert label == "Change orders for turn 4"
    assert lines.splitlines() == [*(RECEIPT.held or ()), *refused, *RECEIPT.unread]


def test_where_nothing_was_taken_its_button_has_all_lines_of_the_mail() -> None:
    label, lines = button(outcome=Outcome.NOTHING, held=None, unread=("FLY 3 TO c4",))
    assert label == "Write orders for turn 4"
    assert lines.splitlines() == [*(one.text for one in RECEIPT.verdicts), "FLY 3 TO c4"]


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": Outcome.LATE},
        {"outcome": Outcome.UNDONE},
        {"outcome": Outcome.NOT_ASKED},
        {"closes_now": True},
        {"is_over": True},
        {"results_wait": True},
        {"given_for": 2},
        {"outcome": Outcome.NOTHING, "outrun": True},
    ],
)
def test_there_is_no_button_where_no_order_of_the_reader_would_count(
    changes: dict[str, object],
) -> None:
    assert button(**changes) == ("", "")


def test_its_button_never_drops_lines_of_a_set_that_is_too_long_for_a_link() -> None:
    assert button(held=tuple(f"MOVE {n} TO a1" for n in range(200))) == (
        "Change orders for turn 4",
        "",
    )


def test_no_line_is_said_to_be_in_order_where_another_spoils_the_whole_mail() -> None:
    spoilt = text(outcome=Outcome.NOTHING, held=None, taken=False)
    accepted = [one.text for one in RECEIPT.verdicts if one.level is Level.ACCEPTED]
    assert accepted
    for line in accepted:
        assert f"| ok  {line}\n" in text()
        assert f"| -   {line}\n" in spoilt
    assert "| ok " not in spoilt
