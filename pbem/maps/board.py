"""A board of squares: what stands on each, its names, and how far things are apart (GU-5).

Distances are counted in half squares, so that they are exact whole numbers: a step
to the side is 2, a diagonal one 3, and the level-2 reach of 1.5 squares is 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from pbem.engine.menu import Item
from pbem.maps.grid import Square

__all__ = [
    "LAND",
    "ROCK",
    "SEA",
    "Board",
    "Square",
    "distance",
    "in_signs",
    "read_square",
    "square_items",
    "square_name",
    "square_ref",
]

LAND, SEA, ROCK = ".", "~", "^"
"""What a square is: land to walk on, sea, and land that nobody can enter."""

_LETTERS = 26
_LINE = 72
_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})")


class Board(msgspec.Struct, frozen=True):
    """A rectangle of squares. ``rows`` from the top, one character a square."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def __contains__(self, square: Square) -> bool:
        x, y = square
        return 0 <= x < self.width and 0 <= y < self.height

    def is_land(self, square: Square) -> bool:
        """Whether a unit can stand there; False beyond the edge."""
        x, y = square
        rows = self.rows  # asked for every step of every way that is sought
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] == LAND

    def squares(self, kind: str | None = None) -> Iterator[Square]:
        """All squares, or those of one kind, row by row."""
        for y, row in enumerate(self.rows):
            for x, found in enumerate(row):
                if kind is None or found == kind:
                    yield x, y


def board_of(width: int, height: int, land: Iterable[Square], rock: Iterable[Square] = ()) -> Board:
    """A board of that size, all sea but for these squares."""
    rows = [[SEA] * width for _y in range(height)]
    for kind, squares in ((LAND, land), (ROCK, rock)):
        for x, y in squares:
            rows[y][x] = kind
    return Board(tuple("".join(row) for row in rows))


def distance(one: Square, other: Square) -> int:
    """How far apart two squares are, in half squares: max(dx, dy) + min(dx, dy) / 2 (GU-5)."""
    dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
    return 2 * dx + dy if dx > dy else 2 * dy + dx


def steps(one: Square, other: Square) -> int:
    """How many orthogonal steps lead from one square to the other."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def column_name(x: int) -> str:
    """a to z, then aa, ab and so on."""
    lap, place = divmod(x, _LETTERS)
    return (column_name(lap - 1) if lap else "") + chr(ord("a") + place)


def square_name(square: Square) -> str:
    """What players call a square: its column's letters and its row from the top, as ``c7``."""
    x, y = square
    return f"{column_name(x)}{y + 1}" if min(x, y) >= 0 else f"({x + 1}, {y + 1})"


def square_ref(square: Square) -> str:
    """How a picture's shapes and menus refer to a square."""
    return f"square:{square_name(square)}"


def in_signs(first: Square, last: Square, sign: Callable[[Square], str]) -> tuple[str, ...]:
    """The board from one square to another as lines: the names of the columns, and row by row a
    `sign` for each square. Nothing, where that is more than a line of a mail has room for."""
    (left, top), (right, bottom) = first, last
    across, down = range(left, right + 1), range(top, bottom + 1)
    rows = {str(y + 1): [sign((x, y)) for x in across] for y in down}
    rows = {"": [column_name(x) for x in across], **rows}
    wide = max(len(one) for row in rows.values() for one in row)
    beside = len(str(bottom + 1))
    if beside + 2 + len(across) * (wide + 1) > _LINE:
        return ()
    return tuple(
        f"{name:>{beside}}  {' '.join(one.ljust(wide) for one in row)}".rstrip()
        for name, row in rows.items()
    )


def square_items(squares: Iterable[Square], lead: str = "") -> Iterator[Item]:
    """Squares as a menu offers them, each behind a word that may `lead` it."""
    for square in squares:
        name = square_name(square)
        yield Item(words=f"{lead} {name}".strip(), refs=(square_ref(square),))


def read_square(text: str) -> Square | None:
    """The square of that name, in capitals or not; None where it is no square's name."""
    found = _NAME.fullmatch(text.strip().lower())
    if found is None:
        return None
    x = 0
    for letter in found[1]:
        x = x * _LETTERS + ord(letter) - ord("a") + 1
    return x - 1, int(found[2]) - 1
