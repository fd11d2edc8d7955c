"""How a mail's lines become a player's orders (GU-7, GU-8).

What cannot be read, or can never be carried out in the open turn, is left out, and the rest counts.
What only waits for others to move is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.engine.api import Line, Parsed, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import ALL, Refusal, Row, Step, nothing_ordered, nothing_taken, taken
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.god_unit.language import TAKER, written
from pbem.rulesets.god_unit.mechanics.position import Position, Situation
from pbem.rulesets.god_unit.orders import (
    IDLE,
    Act,
    AnyChoice,
    AnyOrder,
    Orders,
    Pass,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.report.receipts import Noted, Notes
from pbem.rulesets.god_unit.view import View

_MOST_NOTED = 6
"""Of so many orders in one line each has its note."""


def read_orders(view: View, lines: Sequence[Line]) -> Parsed[Orders]:
    """The orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    if view.seat is None or not view.is_playing:
        # Spectators, the eliminated and games that are over order nothing (GU-13).
        return nothing_ordered(lines, _("you have nothing in this game that could be given orders"))
    position = Position(view, view.seat)
    rows = taken(_taken, lines, Situation(view, position))
    found = tuple(order for row in rows for order in _orders(row))
    if not found:
        verdicts = tuple(row.refused for row in rows if row.refused is not None)
        return Parsed(None, verdicts, remark=nothing_taken(bool(lines)))
    orders = IDLE if all(isinstance(order, Pass) for order in found) else Orders(found)
    notes = Notes(view, view.seat, orders, position.field)
    verdicts = tuple(row.refused or _verdict(row, orders, notes) for row in rows)
    return Parsed(orders, verdicts, remark=_remark(view, orders, notes))


def _taken(text: str, at: Situation) -> tuple[Step[Situation], ...]:
    return TAKER.take(text, replace(at, named=frozenset()))


def _orders(row: Row[Situation]) -> tuple[AnyOrder, ...]:
    return tuple(order for step in row.steps for order in step.done.orders)


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: Row[Situation], orders: Orders, notes: Notes) -> Verdict:
    """What is to be said of a line that is taken."""
    noted = [notes.tell(order) for order in _orders(row)]
    if orders == IDLE:
        noted = [Noted(_("you pass: nothing is ordered this turn"))]
    left_out = [_left_out(*one) for step in row.steps for one in step.done.left_out]
    warnings = (*left_out, *(one for found in noted for one in found.warnings))
    return row.accepted((_note(row, noted), *_repeated(row)), warnings)


def _left_out(choice: AnyChoice | None, why: Refusal) -> str:
    if choice is None:
        return _("{reason}, and is skipped").format(reason=why.text)
    return _("{choice} is left out: {reason}").format(choice=written(choice), reason=why.text)


def _note(row: Row[Situation], noted: Sequence[Noted]) -> str:
    """The note of a line's only order, or of each of its orders with its unit or factory."""
    if len(noted) == 1:
        told = noted[0].note
        return side_by_side((written(_orders(row)[0]), told)) if _is_guessed(row) else told
    if len(noted) > _MOST_NOTED:
        return _counted(_orders(row))
    pairs = zip(_labels(_orders(row)), noted, strict=True)
    return side_by_side(_labelled(label, found.note) for label, found in pairs)


def _is_guessed(row: Row[Situation]) -> bool:
    """Whether a line leaves out what its only order says."""
    said, order = row.steps[0].said, _orders(row)[0]
    if said is None or isinstance(order, Pass):
        return False
    if isinstance(order, Produce):
        return not {"factory", "design"} <= {*said.values} and said.verb != "stop"
    return isinstance(order, Act) and (not said.verb or ALL in said["units"])


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
    return tuple(map(written, orders))


def _counted(orders: Sequence[AnyOrder]) -> str:
    units = [str(order.unit) for order in orders if isinstance(order, Act)]
    return ngettext("{n} order: unit {units}", "{n} orders: units {units}", len(orders)).format(
        n=len(orders), units=", ".join(units)
    )


def _repeated(row: Row[Situation]) -> Iterator[str]:
    """What ``@`` means for a factory (GU-8)."""
    is_standing = "@" in row.line.source[: row.line.offset]
    if is_standing and any(isinstance(order, Produce) for order in _orders(row)):
        yield _("@ orders this anew every turn; REPEAT at the end goes on by itself")


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
            ).format(letters=in_a_row(idle))
        )
    return " ".join(told)
