"""Tables for people: no word of them is broken, however narrow the terminal is."""

from __future__ import annotations

import pytest
from click import style, unstyle
from hypothesis import given
from hypothesis import strategies as st

from pbem.cli.tables import BETWEEN, Table
from pbem.cli.words import wrapped


def games() -> Table:
    table = Table("Game", "Title", "Ruleset", "Status", "Turn", "Empty", "Deadline")
    table.add_row(
        "asylamba-mini-1",
        "The long winter campaign",
        "asylamba-mini",
        "running",
        "1",
        "",
        "Wed 25 Nov 2026 09:32 UTC",
    )
    table.add_row("spring", "Spring", "hegemon", "forming", "0", "", "")
    return table


def test_where_it_fits_it_is_drawn_without_columns_that_are_empty() -> None:
    assert games().fits(80)
    assert "Empty" not in games().drawn(80)


def test_in_columns_it_reads_like_this() -> None:
    assert unstyle(games().drawn(80)).splitlines() == [
        "Game              Title           Ruleset         Status    Turn   Deadline",
        "─" * 80,
        "asylamba-mini-1   The long        asylamba-mini   running   1      Wed 25 Nov",
        "                  winter                                           2026 09:32",
        "                  campaign                                         UTC",
        "spring            Spring          hegemon         forming   0",
    ]


def test_a_word_that_stands_out_is_coloured_alone() -> None:
    assert style("running", fg="green") + " " * 3 in games().drawn(200)
    assert games().drawn(80).count("\x1b[32m") == 1


def test_letters_that_take_two_columns_leave_the_others_in_line() -> None:
    table = Table("Name", "Turn")
    table.add_row("Anna", "1")
    table.add_row("\N{CJK UNIFIED IDEOGRAPH-68EE}" * 3, "2")
    assert [line[-1] for line in table.drawn(80).splitlines()[2:]] == ["1", "2"]
    assert table.drawn(80).splitlines()[3].count(" ") == BETWEEN


def test_a_name_longer_than_any_word_may_be_is_broken() -> None:
    table = Table("Seat", "Address")
    table.add_row("1", "a" * 30 + "@example.org")
    assert table.fits(31)
    assert table.drawn(31).splitlines()[2:] == [
        "1      " + "a" * 24,
        " " * 7 + "a" * 6 + "@example.org",
    ]


def test_cells_are_wrapped_between_words() -> None:
    words = unstyle(games().drawn(80)).split()
    assert {"asylamba-mini", "campaign", "running", "Deadline"} <= set(words)


def test_where_it_does_not_fit_each_row_stands_below_the_other() -> None:
    assert not games().fits(50)
    assert games().stacked(50).splitlines() == [
        "asylamba-mini-1",
        "  Title: The long winter campaign; Ruleset:",
        "  asylamba-mini; Status: running; Turn: 1;",
        "  Deadline: Wed 25 Nov 2026 09:32 UTC",
        "spring",
        "  Title: Spring; Ruleset: hegemon; Status:",
        "  forming; Turn: 0",
    ]


def test_what_a_player_wrote_is_harmless_in_either() -> None:
    table = Table("Name", "Said")
    table.add_row("[bold]Eve", "\x1b[2J")
    for shown in (table.drawn(80), table.stacked(40)):
        assert "[bold]Eve" in shown
        assert "\x1b[2J" not in shown


@given(st.lists(st.text("abc", min_size=1, max_size=20), min_size=1), st.integers(24, 100))
def test_no_line_is_wider_than_it_may_be_and_no_word_is_lost(words: list[str], width: int) -> None:
    lines = wrapped(" ".join(words), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert " ".join(lines).split() == words


@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_table_that_fits_breaks_no_word(width: int) -> None:
    table = Table("One", "Two")
    table.add_row("a" * 20, "b" * 24 + " " + "c" * 20)
    assert table.fits(width)
    assert {"a" * 20, "b" * 24, "c" * 20} <= set(table.drawn(width).split())
