"""What a list of mails shows of a report."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from pbem.engine.report import Report
from pbem.mailer.outbound.contents import ReportContext
from pbem.mailer.outbound.phrases import near
from pbem.mailer.outbound.subject import report_subject
from tests.mailer.outbound.samples import CONTEXT, DEADLINE, NOW, REPORT

OWING = structs.replace(CONTEXT, owes=True)
LEADING = structs.replace(REPORT, standing="you lead with 412")


def subject(report: Report = REPORT, context: ReportContext = OWING, language: str = "en") -> str:
    return report_subject(report, context, NOW, language)


def test_who_owes_orders_reads_by_when_in_their_own_zone() -> None:
    assert subject() == "Spring campaign: your move by Sun 20:00"
    elsewhere = DEADLINE.astimezone(ZoneInfo("America/New_York"))
    there = structs.replace(OWING, deadline=elsewhere)
    assert subject(context=there, language="en-US") == (
        "Spring campaign: your move by Sun 2:00\u202fPM"
    )


@pytest.mark.parametrize(("language", "told"), [("de", "So 20:00"), ("fr", "dimanche à 20\u00a0h")])
def test_the_moment_is_written_as_the_reader_does(language: str, told: str) -> None:
    assert near(DEADLINE, NOW, language) == told


def test_a_moment_next_week_is_told_by_its_date() -> None:
    assert near(DEADLINE + timedelta(days=6), NOW, "en") == "28 Nov 20:00"


def test_where_no_clock_runs_it_is_still_the_readers_move() -> None:
    assert subject(context=structs.replace(OWING, deadline=None)) == "Spring campaign: your move"


def test_who_owes_nothing_or_has_sent_it_gets_news() -> None:
    assert subject(context=CONTEXT) == "News from Spring campaign"


def test_how_one_stands_comes_behind() -> None:
    assert subject(LEADING) == "Spring campaign: your move by Sun 20:00, you lead with 412"
    assert subject(LEADING, CONTEXT) == "News from Spring campaign: you lead with 412"


def test_the_last_one_is_called_what_its_game_calls_it() -> None:
    over = structs.replace(CONTEXT, secret="cd" * 32)
    ended = structs.replace(REPORT, title="The end, after turn 12")
    assert subject(ended, over) == "Spring campaign: The end, after turn 12"
    placed = structs.replace(ended, standing="you are in place 2 of 3 with 6")
    assert subject(placed, over) == (
        "Spring campaign: The end, after turn 12, you are in place 2 of 3 with 6"
    )
