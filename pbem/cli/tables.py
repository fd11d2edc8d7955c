"""Tables for people; imported only where one is shown."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import click
from rich.cells import cell_len, chop_cells

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
        return _across(_least(self._filled())) <= width

    def drawn(self, width: int) -> str:
        """In so many columns, where it :meth:`fits`; cells that are too long go on in the next
        line. Columns in which no cell is filled are left out."""
        # Not by rich, whose table of all games took a third of the time of `pbem list`.
        filled = self._filled()
        widths = _widths(filled, width)
        headings = [heading for heading, _cells in filled]
        lines = [_line(headings, widths), "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * _across(widths)]
        for row in zip(*(cells for _heading, cells in filled), strict=True):
            colours = [COLOURS.get(cell, "") for cell in row]
            folded = map(_folded, row, widths)
            lines += (_line(part, widths, colours) for part in zip_longest(*folded, fillvalue=""))
        return "\n".join(lines)

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


Column = tuple[str, Sequence[str]]
"""A heading and the cells below it."""


def _least(columns: Sequence[Column]) -> list[int]:
    """How narrow each can be drawn: the first stays in one piece, for it names what a row is
    about; the others break no word."""
    (name, names), *others = columns
    return [
        max(map(cell_len, (name, *names))),
        *(min(LONGEST_WORD, max(_words(heading, *cells))) for heading, cells in others),
    ]


def _words(*cells: str) -> Iterator[int]:
    """How wide each word is."""
    yield 0
    for cell in cells:
        yield from map(cell_len, cell.split())


def _widths(columns: Sequence[Column], width: int) -> list[int]:
    """How wide each is drawn: as its longest cell, unless that is too much for so many columns of
    a terminal; then the widest give way."""
    widths = [max(map(cell_len, (heading, *cells))) for heading, cells in columns]
    least = _least(columns)
    while _across(widths) > width and widths != least:
        room = [(wide, n) for n, wide in enumerate(widths) if wide > least[n]]
        widths[max(room)[1]] -= 1
    return widths


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + BETWEEN * (len(widths) - 1)


def _line(cells: Sequence[str], widths: Sequence[int], colours: Sequence[str] = ()) -> str:
    blanks = [" " * (wide - cell_len(cell)) for cell, wide in zip(cells, widths, strict=True)]
    if any(colours):
        pairs = zip(cells, colours, strict=True)
        cells = [click.style(cell, fg=one) if cell and one else cell for cell, one in pairs]
    between = " " * BETWEEN
    return between.join(map(str.__add__, cells, blanks)).rstrip()


def _folded(cell: str, width: int) -> list[str]:
    """A cell in lines that are no wider than that, broken between words where that can be."""
    if cell_len(cell) <= width:
        return [cell]
    lines: list[str] = []
    for part in (part for word in cell.split() for part in chop_cells(word, width)):
        if lines and cell_len(lines[-1]) + 1 + cell_len(part) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def show_table(table: Table) -> None:
    """Print a table; a pipe gets it whole, a narrow terminal row below row."""
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else WIDTH_OF_A_PIPE
    shown = table.drawn(width) if table.fits(width) else table.stacked(width)
    # https://no-color.org; click itself leaves colours out of a pipe.
    click.echo(f"\n{shown}\n", color=False if os.environ.get("NO_COLOR") else None)
