"""What stands in a report as it stood in the last one is left out, and nothing else is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.engine.report import (
    Block,
    Bullets,
    Column,
    Form,
    Forms,
    Paragraph,
    Report,
    Section,
    Table,
)
from pbem.mailer.outbound.folding import facts_of, folded

PLACES = (("Alba", "3"), ("Brim", "4"), ("Corn", "5"))


def places(rows: Sequence[tuple[str, str]] = PLACES, mark: tuple[int, ...] = ()) -> Table:
    return Table((Column("Place"), Column("Guns", "right")), tuple(rows), mark=mark)


def report(*blocks: Block, heading: str = "Places", reference: bool = True) -> Report:
    news = Section("News", (Paragraph("All was quiet."),))
    return Report("Title", "Headline", (news, Section(heading, blocks, reference=reference)))


def after(before: Report, now: Report, *orders: str) -> dict[str, tuple[Block, ...]]:
    """What the sections of a report show to who got another one before."""
    return {one.heading: one.blocks for one in folded(now, facts_of(before), orders).sections}


def test_a_section_that_says_the_same_is_only_named() -> None:
    same = report(places(), Paragraph("Guns fire once."))
    assert after(same, same) == {
        "News": (Paragraph("All was quiet."),),
        "As in your last report": (
            Paragraph("Nothing has changed in: Places. REPORT FULL sends you the whole report."),
        ),
    }


def test_of_a_table_the_rows_come_that_have_changed_and_how_many_have_not() -> None:
    now = report(places((*PLACES[:2], ("Corn", "6"), ("Dune", "1"))))
    assert after(report(places()), now)["Places"] == (
        places((("Corn", "6"), ("Dune", "1"))),
        Paragraph("2 more as in your last report."),
    )


def test_what_is_listed_no_more_is_named_or_all_is_shown() -> None:
    assert after(report(places()), report(places(PLACES[:2])))["Places"] == (
        Paragraph("No longer listed: Corn. 2 more as in your last report."),
    )
    three = Bullets(("One stands.", "Two stands.", "Three stands."))
    two = Bullets(("One stands.", "Two stands."))
    assert after(report(three), report(two))["Places"] == (two,)


def test_one_row_in_a_table_is_not_worth_a_line_that_says_it_is_left_out() -> None:
    now = report(places((PLACES[0], ("Brim", "5"), ("Corn", "6"))))
    assert after(report(places()), now)["Places"] == now.sections[1].blocks


def test_rows_that_are_marked_and_those_that_orders_name_stay() -> None:
    same = report(places(mark=(2,)))
    assert after(same, same)["Places"] == (
        places((PLACES[2],), mark=(0,)),
        Paragraph("2 more as in your last report."),
    )
    longer = report(places((*PLACES, ("Brimstone", "9"))))
    assert after(longer, longer, "# ATTACK brim  ; it has 4 guns")["Places"] == (
        places((PLACES[1],)),
        Paragraph("3 more as in your last report."),
    )


def test_a_second_row_like_the_first_is_news() -> None:
    twice = report(places((*PLACES, PLACES[0])))
    assert after(report(places()), twice)["Places"][0] == places((PLACES[0],))


@pytest.mark.parametrize(
    "block",
    [
        Paragraph("Alba is about to fall.", "warning"),
        Paragraph("Alba has held out.", "good"),
        Forms((Form("FIRE Alba"),)),
    ],
)
def test_warnings_and_forms_are_never_left_out(block: Block) -> None:
    same = report(block, places())
    assert after(same, same)["Places"][0] == block


def test_only_sections_that_are_for_reference_are_folded() -> None:
    told = report(places(), reference=False)
    assert facts_of(told) == ()
    assert folded(told, facts_of(report(places())), ()) == told


def test_a_first_report_and_one_whose_columns_are_called_otherwise_are_whole() -> None:
    now = report(places())
    assert folded(now, (), ()) == now
    german = Table((Column("Ort"), Column("Kanonen", "right")), PLACES)
    assert folded(now, facts_of(report(german)), ()) == now
    assert folded(now, facts_of(report(places(), heading="Orte")), ()) == now
