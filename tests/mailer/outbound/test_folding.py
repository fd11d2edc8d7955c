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
    Picture,
    Report,
    Section,
    Table,
)
from pbem.engine.scene import Scene
from pbem.mailer.outbound.folding import Room, facts_of, folded, without_hints

PLACES = (("Alba", "3"), ("Brim", "4"), ("Corn", "5"), ("Dune", "6"))


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
        "Left out": (
            Paragraph("Nothing has changed in: Places. REPORT FULL sends you the whole report."),
        ),
    }


def test_of_a_table_the_rows_come_that_have_changed_and_how_many_have_not() -> None:
    now = report(places((*PLACES[:3], ("Dune", "2"), ("Eden", "1"))))
    assert after(report(places()), now)["Places"] == (
        places((("Dune", "2"), ("Eden", "1"))),
        Paragraph("3 more as before: REPORT FULL shows them."),
    )


def test_what_is_listed_no_more_is_named_or_all_is_shown() -> None:
    assert after(report(places()), report(places(PLACES[:3])))["Places"] == (
        Paragraph("Gone or changed: Dune. 3 more as before: REPORT FULL shows them."),
    )
    four = Bullets(("One stands.", "Two stands.", "Three stands.", "Four stands."))
    three = Bullets(four.items[:3])
    assert after(report(four), report(three))["Places"] == (three,)


def test_two_rows_of_a_table_are_not_worth_the_line_that_says_they_are_left_out() -> None:
    now = report(places((*PLACES[:2], ("Corn", "6"), ("Dune", "7"))))
    assert after(report(places()), now)["Places"] == now.sections[1].blocks


def test_rows_that_are_marked_and_those_that_orders_name_stay() -> None:
    same = report(places(mark=(2,)))
    assert after(same, same)["Places"][0] == places((PLACES[2],), mark=(0,))
    longer = report(places((*PLACES, ("Brimstone", "9"))))
    told = after(longer, longer, "# ATTACK brim  ; it could go to Alba")["Places"]
    assert told[0] == places((PLACES[1],))


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


# Hints --------------------------------------------------------------------------------

HINT = Paragraph("Guns fire once.", "hint")


def test_a_hint_is_told_once_in_whatever_section_it_stands() -> None:
    first = report(places(), HINT)
    told = facts_of(first)
    second = facts_of(report(places()), told)
    assert HINT not in folded(report(HINT, heading="Guns"), second, ()).sections[-1].blocks
    other = Paragraph("Guns are heavy.", "hint")
    assert other in folded(report(other), second, ()).sections[-1].blocks


def test_a_reader_who_knows_the_game_gets_no_hint() -> None:
    assert without_hints(report(places(), HINT)) == report(places())
    assert len(without_hints(report(HINT)).sections) == 1


# Length -------------------------------------------------------------------------------


def test_of_a_long_report_the_last_lists_come_cut_short() -> None:
    many = tuple((f"Place {n}", "1") for n in range(40))
    warning = Paragraph("Place 3 is about to fall.", "warning")
    lists = (
        Section("First", (places(many[:20]),), reference=True),
        Section("News", (Bullets(("All was quiet.",) * 40),)),
        Section("Last", (places(many, mark=(7,)), warning, Paragraph("Old.")), reference=True),
    )
    told = folded(Report("Title", "Headline", lists), (), ("# ATTACK Place 5",), Room(92)).sections
    assert told[:2] == lists[:2]
    assert told[2].blocks == (places((many[5], many[7]), mark=(1,)), warning)
    assert told[3].blocks == (
        Paragraph(
            "Cut short, for this report was long: Last. REPORT FULL sends you the whole report."
        ),
    )


def test_pictures_count_by_what_they_take_of_a_page() -> None:
    rows = tuple((f"Place {n}", "1") for n in range(40))

    def told(high: float) -> list[str]:
        map_of = Section("Map", (Picture("map", Scene(600, high, ()), alt="A map."),))
        lists = Section("Places", (places(rows),), reference=True)
        shown = folded(Report("Title", "Headline", (map_of, lists)), (), ()).sections
        return [section.heading for section in shown]

    assert told(1600) == ["Map", "Places"]
    assert told(2600) == ["Map", "Left out"]


def test_what_its_reader_chooses_from_is_cut_last_of_all() -> None:
    rows = tuple((f"Place {n}", "1") for n in range(20))
    lists = (
        Section("Standing", (places(rows),), reference=True),
        Section("To be had", (places(rows),), reference=True, kept=True),
    )
    told, said = shown_in(40, lists)
    assert [one.heading for one in told.sections] == ["To be had", "Left out"]
    assert "Standing" in said and "To be had" not in said
    told, said = shown_in(10, lists)
    assert [one.heading for one in told.sections] == ["Left out"]


def shown_in(room: int, sections: tuple[Section, ...], *template: str) -> tuple[Report, str]:
    """The report in so many lines, and what it says that it leaves out."""
    told = folded(Report("Title", "Headline", sections, template), (), template, Room(room))
    (paragraph,) = told.sections[-1].blocks
    assert isinstance(paragraph, Paragraph)
    return told, paragraph.text


def test_of_what_passed_among_others_the_first_is_cut_before_the_rest() -> None:
    news = tuple(
        Section(f"Turn of {name}", (Bullets(("All was quiet.",) * 20),), others=True)
        for name in ("Boris", "Chiara")
    )
    told, said = shown_in(40, (*news, Section("Own", (Paragraph("You won."),))))
    assert [one.heading for one in told.sections] == ["Turn of Chiara", "Own", "Left out"]
    assert said.startswith("Not shown, for this report was long: Turn of Boris.")


def test_where_no_list_is_left_to_cut_the_choices_go_and_then_what_orders_name() -> None:
    quiet = Section("News", (Bullets(("All was quiet.",) * 20),))
    lists = Section("Last", (places(),), reference=True)
    orders = ("# FIRE Alba", "#", "# Or instead:", "# FIRE Corn")
    both = (
        "Not shown, for this report was long: Last. "
        "Cut short, for this report was long: Your orders."
    )
    told, said = shown_in(31, (quiet, lists), *orders)
    assert told.template == ("# FIRE Alba",)
    assert said.startswith(both)
    told, said = shown_in(20, (quiet, lists), *orders)
    assert [one.heading for one in told.sections] == ["News", "Left out"]
    assert said.startswith(both)


def test_a_table_that_stands_together_comes_whole_where_any_of_it_has_changed() -> None:
    def together(*rows: tuple[str, str]) -> Report:
        section = Section("Places", (places(rows),), reference=True, together=True)
        return Report("Title", "Headline", (section,))

    now = together(*PLACES[:3], ("Dune", "7"))
    assert after(together(*PLACES), now)["Places"] == now.sections[0].blocks
    assert after(together(*PLACES), together(*PLACES[:3]))["Places"] == (places(PLACES[:3]),)
    assert "Places" not in after(together(*PLACES), together(*PLACES))


def test_what_has_a_short_form_comes_down_to_that_before_it_goes() -> None:
    rows = tuple((f"Place {n}", str(n)) for n in range(40))
    deciding = Section(
        "Aims", (Paragraph("Near ones first."), places(rows)), reference=True, short=2
    )
    listed = Section("Places", (places(rows),), reference=True)
    long = Report("Title", "Headline", (deciding, listed), ("# one", "#", "# more"))

    def shown(lines: int, *orders: str) -> dict[str, tuple[Block, ...]]:
        found = folded(long, (), orders, Room(lines, 100_000))
        return {one.heading: one.blocks for one in found.sections}

    assert shown(60)["Aims"] == deciding.blocks
    assert "Places" not in shown(60)
    assert shown(30, "ATTACK Place 7")["Aims"] == (
        Paragraph("Near ones first."),
        places((*rows[:2], rows[7])),
    )
    assert "Aims" not in shown(5)


def test_charts_go_first_where_the_page_is_too_high_and_alone() -> None:
    """Text leaves them out anyway; the picture with which a page opens stays."""
    scene = Scene(600, 400, ())
    board = Section("Board", (Picture("board", scene, "A map."),))
    course = Picture("course", scene, "A chart.", chart=True)
    chart = Section("Course", (course,), reference=True)
    listed = Section("Places", (places(),), reference=True)
    long = Report("Title", "Headline", (board, listed, chart))
    told = {one.heading for one in folded(long, (), (), Room(100, 900)).sections}
    assert told == {"Board", "Places", "Left out"}
    opened = Report("Title", "Headline", (chart, listed))
    assert "Course" in {one.heading for one in folded(opened, (), (), Room(100, 300)).sections}
