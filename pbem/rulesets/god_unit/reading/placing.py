"""What a PLACE line says (GU-7)."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.maps.board import Square
from pbem.rulesets.god_unit.orders import Place
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reader, Reading
from pbem.rulesets.god_unit.reading.words import Kind, Term

_JOINS = ("also", "filler", "at", "to", "factory", "of", "from")


def read_placement(reader: Reader, position: Position) -> Reading:
    """The squares of a line, each marked with its place in the list. Raises
    :class:`OrderError`."""
    squares: list[Square] = []
    marks: dict[str, Term] = {}
    while reader.peek() is not None:
        spaced = reader.next_is_spaced_square()
        if spaced or reader.next_is_cell():
            square, mark = reader.square(position.view.board)
            marks[str(len(squares))] = mark
            squares.append(square)
        elif not _pass_over(reader, begins=not squares):
            raise reader.lost(_("a square such as c7"))
    if not squares:
        raise reader.fail(_("where to? Name squares, the dearest first, as in PLACE c4 f9 h2"))
    return Reading(Place(squares=tuple(squares)), marks)


def _pass_over(reader: Reader, *, begins: bool) -> bool:
    """Pass over what says nothing of a square: a word that joins them, the verb where it
    `begins`, a list's number and a factory's letter."""
    if reader.skip(*_JOINS) or (begins and reader.next_is(Kind.VERB) and reader.take()):
        return True
    sign, term = reader.peek(1), reader.peek()
    numbered = reader.next_is_figure() and sign is not None and sign.text in (".", ")", ":")
    lettered = term is not None and len(term.text) == 1 and reader.means("at", "to", ahead=1)
    return (numbered or lettered) and reader.take() is not None
