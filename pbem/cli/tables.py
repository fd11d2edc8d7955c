"""Tables for people, drawn with rich; imported only where one is shown."""

from __future__ import annotations

import rich.box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from pbem.cli.words import plain

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


class Table:
    """Rows of plain cells. Whatever players wrote is shown, never interpreted."""

    def __init__(self, *headings: str) -> None:
        self._headings = headings
        self._rows: list[tuple[str, ...]] = []

    def add_row(self, *cells: str) -> None:
        self._rows.append(cells)

    @property
    def rich(self) -> RichTable:
        """The table without the columns in which no cell is filled."""
        filled = [n for n, _heading in enumerate(self._headings) if any(r[n] for r in self._rows)]
        made = RichTable(box=rich.box.SIMPLE_HEAD, pad_edge=False)
        for number in filled:
            # The first column names what the row is about: it must stay in one piece.
            made.add_column(self._headings[number], overflow="fold", no_wrap=number == 0)
        for row in self._rows:
            cells = (row[number] for number in filled)
            made.add_row(*(Text(plain(cell), style=COLOURS.get(cell, "")) for cell in cells))
        return made


def show_table(table: Table) -> None:
    """Print a table."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDTH_OF_A_PIPE)
    console.print(table.rich)
