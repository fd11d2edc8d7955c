"""Tables for people: no word of them is broken, however narrow the terminal is."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pbem.cli.tables import Table
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


def drawn(table: Table, width: int) -> str:
    out = StringIO()
    Console(file=out, width=width).print(table.rich)
    return out.getvalue()


def test_where_it_fits_it_is_drawn_without_columns_that_are_empty() -> None:
    assert games().fits(80)
    assert "Empty" not in drawn(games(), 80)


def test_cells_are_wrapped_between_words() -> None:
    words = drawn(games(), 80).split()
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
    for shown in (drawn(table, 80), table.stacked(40)):
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
    assert {"a" * 20, "b" * 24, "c" * 20} <= set(drawn(table, width).split())
