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
        self.rich = RichTable(box=rich.box.SIMPLE_HEAD, pad_edge=False)
        for number, heading in enumerate(headings):
            # The first column names what the row is about: it must stay in one piece.
            self.rich.add_column(heading, overflow="fold", no_wrap=number == 0)

    def add_row(self, *cells: str) -> None:
        self.rich.add_row(*(Text(plain(cell), style=COLOURS.get(cell, "")) for cell in cells))


def show_table(table: Table) -> None:
    """Print a table; columns without any cell filled are left out."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDTH_OF_A_PIPE)
    columns = table.rich.columns
    table.rich.columns = [c for c in columns if any(str(cell) for cell in c.cells)]
    console.print(table.rich)
