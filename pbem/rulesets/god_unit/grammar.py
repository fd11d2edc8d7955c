"""How a mail's lines become a player's orders (GU-7, GU-8).

A line: ``ATTACK 12 AT d8, d9 ELSE NEAREST``. What cannot be read, or can never be carried out
in the open turn, is left out, and the rest counts. What only waits for others to move is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from pbem.engine.api import Fit, Level, Line, Parsed, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.engine.orders import OrderError
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.fit import fit
from pbem.rulesets.god_unit.orders import IDLE, Act, AnyOrder, Orders, Pass, Place, Produce
from pbem.rulesets.god_unit.reading.checking import check
from pbem.rulesets.god_unit.reading.clauses import read_line
from pbem.rulesets.god_unit.reading.position import Position
from pbem.rulesets.god_unit.reading.reader import Misspelt, Reading
from pbem.rulesets.god_unit.reading.wrapping import Whole, whole_lines
from pbem.rulesets.god_unit.telling.noting import Noted, Notes
from pbem.rulesets.god_unit.view import View

_MOST_CORRECTIONS = 4
_MOST_NOTED = 6
"""Of so many orders in one line each has its note."""
_NUMBERED = re.compile(r"\s*#\d")


def read_orders(view: View, lines: Sequence[Line]) -> Parsed[Orders]:
    """The orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    if view.seat is None or not view.is_playing:
        return _without_part(lines)
    position = Position(view, view.seat)
    busy: set[int] = set()
    rows = [_take(position, whole, busy) for whole in whole_lines(lines, position.names)]
    taken = tuple(order for row in rows for order in row.orders)
    if not taken:
        verdicts = tuple(found for row in rows for found in _refused(row))
        return Parsed(None, verdicts, remark=_nothing_taken(bool(lines)))
    orders = IDLE if all(isinstance(order, Pass) for order in taken) else Orders(taken)
    notes = Notes(view, view.seat, orders, position.field)
    verdicts = tuple(found for row in rows for found in _verdicts(row, orders, notes))
    return Parsed(orders, verdicts, remark=_remark(view, orders, notes))


@dataclass(frozen=True)
class _Row:
    """What a line came to: orders, or the verdict of its refusal; ``rest`` are lines that only
    go on with it."""

    line: Line
    rest: tuple[Line, ...] = ()
    readings: tuple[Reading, ...] = ()
    verdict: Verdict | None = None

    @property
    def orders(self) -> tuple[AnyOrder, ...]:
        return tuple(reading.order for reading in self.readings)


def _take(position: Position, whole: Whole, busy: set[int]) -> _Row:
    """Read a line; all of its orders count, or none."""
    line, rest = whole.line, whole.rest
    try:
        readings = _read(position, line.text, busy)
        check(position, line.text, readings)
    except OrderError as error:
        return _Row(line, rest, verdict=_hinted(error.verdict(line), line))
    busy.update(r.order.unit for r in readings if isinstance(r.order, Act))
    return _Row(line, rest, readings)


def _read(position: Position, text: str, busy: set[int]) -> tuple[Reading, ...]:
    try:
        return read_line(text, position, busy)
    except Misspelt as error:
        whole = _corrected(position, text, busy, error)
        raise OrderError(error.message, error.column, error.length, whole) from error


def _corrected(position: Position, text: str, busy: set[int], error: OrderError) -> str | None:
    """The whole line with its misspelt words replaced, where that makes it readable; else the
    word alone that was probably meant."""
    word = error.suggestion
    for _attempt in range(_MOST_CORRECTIONS):
        if error.suggestion is None:
            break
        start = error.column - 1
        text = f"{text[:start]}{error.suggestion}{text[start + error.length :]}"
        try:
            read_line(text, position, busy)
        except Misspelt as another:
            error = another
        except OrderError:
            break
        else:
            return " ".join(text.split())
    return word


# Verdicts -----------------------------------------------------------------------------


def _verdicts(row: _Row, orders: Orders, notes: Notes) -> Iterator[Verdict]:
    """A line's, and those of lines that go on with it."""
    if row.verdict is not None:
        yield from _refused(row)
        return
    yield _verdict(row, orders, notes)
    for line in row.rest:
        yield Verdict(line=line.number, text=line.source, note=_goes_on())


def _refused(row: _Row) -> Iterator[Verdict]:
    if row.verdict is not None:
        yield row.verdict
        for line in row.rest:
            yield Verdict(line.number, line.source, Level.REFUSED, message=_goes_on())


def _goes_on() -> str:
    return _("goes on with the line above, as one order")


def _verdict(row: _Row, orders: Orders, notes: Notes) -> Verdict:
    """What is to be said of a line that is taken."""
    noted = [notes.tell(order) for order in row.orders]
    if orders == IDLE:
        noted = [Noted(_("you pass: nothing is ordered this turn"))]
    warnings = dict.fromkeys(
        (*_cut_off(row.line), *(one for found in noted for one in found.warnings))
    )
    return Verdict(
        line=row.line.number,
        text=row.line.source,
        level=Level.WARNED if warnings else Level.ACCEPTED,
        message=naming.side_by_side(warnings),
        note=naming.side_by_side((_note(row, noted), *_repeated(row))),
    )


def _note(row: _Row, noted: Sequence[Noted]) -> str:
    """The note of a line's only order, or of each of its orders with its unit or factory."""
    if len(noted) == 1:
        guessed = bool(row.readings) and row.readings[0].guessed
        told = noted[0].note
        return naming.side_by_side((str(row.orders[0]), told)) if guessed else told
    if len(noted) > _MOST_NOTED:
        return _counted(row.orders)
    pairs = zip(_labels(row.orders), noted, strict=True)
    return naming.side_by_side(_labelled(label, found.note) for label, found in pairs)


def _labelled(label: str, note: str) -> str:
    return _("{order}: {meaning}").format(order=label, meaning=note) if note else label


def _labels(orders: Sequence[AnyOrder]) -> tuple[str, ...]:
    """What to call a line's orders: by the unit or factory alone where all say the same."""
    acts = [order for order in orders if isinstance(order, Act)]
    works = [order for order in orders if isinstance(order, Produce)]
    if len(acts) == len(orders) and len({(act.choice, act.others) for act in acts}) == 1:
        return tuple(_("unit {number}").format(number=act.unit) for act in acts)
    if len(works) == len(orders) and len({(work.product, work.repeat) for work in works}) == 1:
        return tuple(_("factory {letter}").format(letter=work.factory) for work in works)
    return tuple(map(str, orders))


def _counted(orders: Sequence[AnyOrder]) -> str:
    units = [str(order.unit) for order in orders if isinstance(order, Act)]
    return ngettext("{n} order: unit {units}", "{n} orders: units {units}", len(orders)).format(
        n=len(orders), units=", ".join(units)
    )


def _repeated(row: _Row) -> Iterator[str]:
    """What ``@`` means for a factory (GU-8)."""
    is_standing = "@" in row.line.source[: row.line.offset]
    if is_standing and any(isinstance(order, Produce) for order in row.orders):
        yield _("@ orders this anew every turn; REPEAT at the end goes on by itself")


def _hinted(verdict: Verdict, line: Line) -> Verdict:
    """A figure behind ``#`` was cut off with the comment; its author may have meant it."""
    if not _NUMBERED.match(line.source[line.offset + len(line.text) :]):
        return verdict
    hint = _("# begins a comment: write numbers without it")
    return msgspec.structs.replace(verdict, message=naming.side_by_side((verdict.message, hint)))


def _cut_off(line: Line) -> tuple[str, ...]:
    """A warning where an order stands behind ``;`` and thus in a comment."""
    comment = line.source[line.offset + len(line.text) :].lstrip()
    if not comment.startswith(";") or fit(comment.lstrip("; ")) is not Fit.ORDER:
        return ()
    return (_("; begins a comment: what stands behind it does not count; give it its own line"),)


# The whole mail -----------------------------------------------------------------------


def _remark(view: View, orders: Orders, notes: Notes) -> str:
    """What the lines leave undone."""
    told = []
    if view.is_placing and not any(isinstance(order, Place) for order in orders.orders):
        told.append(_("No squares are named: a die places your factories."))
    idle = notes.idle_factories()
    if idle:
        told.append(
            ngettext(
                "Factory {letters} has nothing to do: PRODUCE gives it work.",
                "Factories {letters} have nothing to do: PRODUCE gives them work.",
                len(idle),
            ).format(letters=naming.in_a_row(idle))
        )
    return " ".join(told)


def _without_part(lines: Sequence[Line]) -> Parsed[Orders]:
    """Spectators, the eliminated and games that are over order nothing (GU-13)."""
    message = _("you have nothing in this game that could be given orders")
    return Parsed(
        None,
        tuple(
            Verdict(line=line.number, text=line.source, level=Level.REFUSED, message=message)
            for line in lines
        ),
    )


def _nothing_taken(something: bool) -> str:
    reason = (
        _("None of these lines can be carried out.")
        if something
        else _("There is no order to read.")
    )
    rest = _(
        "What you sent before for this turn still holds; if there is nothing, nothing is ordered."
    )
    return f"{reason} {rest}"
