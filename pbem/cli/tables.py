"""Tables for people, drawn with rich; imported only where one is shown."""

from __future__ import annotations

from collections.abc import Sequence

import click
import rich.box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from pbem.cli.words import plain, wrapped

COLOURS = {
    "in": "green",
    "ok": "green",
    "running": "green",
    "owed": "yellow",
    "held": "yellow",
    "paused": "yellow",
    "bad": "red",
    "failed": "red",
    "quarantined": "red",
}
"""Words that stand out; the word itself says the same without colour."""

WIDTH_OF_A_PIPE = 200
"""Columns where the output is no terminal, so that nothing is cut or wrapped early."""


LONGEST_WORD = 24
"""Columns that a column of a table has at least for a word of it; addresses may be broken."""
BETWEEN = 3
"""Columns that are empty between two of a table."""


class Table:
    """Rows of plain cells. Whatever players wrote is shown, never interpreted."""

    def __init__(self, *headings: str) -> None:
        self._headings = headings
        self._rows: list[tuple[str, ...]] = []

    def add_row(self, *cells: str) -> None:
        self._rows.append(cells)

    def _filled(self) -> list[tuple[str, list[str]]]:
        """Heading and cells of every column in which a cell is filled."""
        columns = zip(self._headings, zip(*self._rows, strict=True), strict=True)
        return [(head, list(map(plain, cells))) for head, cells in columns if any(cells)]

    def fits(self, width: int) -> bool:
        """Whether so many columns hold it without a broken word."""
        return sum(_least(*column) + BETWEEN for column in self._filled()) <= width

    @property
    def rich(self) -> RichTable:
        """The table without the columns in which no cell is filled."""
        made = RichTable(box=rich.box.SIMPLE_HEAD, pad_edge=False)
        filled = self._filled()
        for number, (heading, cells) in enumerate(filled):
            # The first column names what the row is about: it must stay in one piece.
            least = _least(heading, cells)
            made.add_column(heading, overflow="fold", no_wrap=number == 0, min_width=least)
        for row in zip(*(cells for _heading, cells in filled), strict=True):
            made.add_row(*(Text(cell, style=COLOURS.get(cell, "")) for cell in row))
        return made

    def stacked(self, width: int) -> str:
        """For a narrow terminal: what each row is about, and its other cells below, by heading."""
        (_head, names), *others = self._filled()
        return "\n".join(
            f"{name}\n"
            + wrapped(
                "; ".join(f"{heading}: {cells[row]}" for heading, cells in others if cells[row]),
                width,
                first="  ",
            )
            for row, name in enumerate(names)
        )


def _least(heading: str, cells: Sequence[str]) -> int:
    longest = max(len(word) for cell in (heading, *cells) for word in cell.split() or [""])
    return min(longest, LONGEST_WORD)


def show_table(table: Table) -> None:
    """Print a table; a pipe gets it whole, a narrow terminal row below row."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDTH_OF_A_PIPE)
    if table.fits(console.width):
        console.print(table.rich)
    else:
        click.echo(f"\n{table.stacked(console.width)}\n")
