"""What a PLACE line says (GU-7)."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.maps.board import Square
from pbem.rulesets.god_unit.orders import Place
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Reader, Reading
from pbem.rulesets.god_unit.reading.words import Kind, Term


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
        elif not (
            reader.skip("also", "filler", "at", "to", "factory", "of", "from")
            or (reader.next_is(Kind.VERB) and not squares and reader.take())
        ):
            raise reader.lost(_("a square such as c7"))
    if not squares:
        raise reader.fail(_("where to? Name squares, the dearest first, as in PLACE c4 f9 h2"))
    return Reading(Place(squares=tuple(squares)), marks)
