"""How a mail's lines become a player's orders (PA-5, PA-12).

What cannot be read, or cannot be carried out whatever others do, is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.api import Ask, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.language import ALL, Refused, Row, Taker, nothing_ordered, nothing_taken, taken
from pbem.engine.language import Step as Read
from pbem.maps.board import column_name, square_name
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.language import LANGUAGE, written
from pbem.rulesets.parsec.meaning import Situation
from pbem.rulesets.parsec.orders import (
    IDLE,
    Action,
    AnyOrder,
    Attack,
    Defend,
    Harvest,
    Orders,
    Pass,
    Swap,
)
from pbem.rulesets.parsec.reckoning.course import Step, course_of
from pbem.rulesets.parsec.reckoning.mending import mended
from pbem.rulesets.parsec.reckoning.refusals import NO_ARTIFACT
from pbem.rulesets.parsec.telling.lines import Teller
from pbem.rulesets.parsec.telling.remarking import (
    NO_SUCH_SYSTEM,
    TOO_MANY,
    check_answer,
    not_asked,
    remark,
    what_stays,
)
from pbem.rulesets.parsec.view import View


def read_orders(
    view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
) -> Parsed[Orders]:
    """The orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this ask then stays. Of those `held` the
    new ones leave what they say nothing of.
    """
    if view.own is None or view.ending is not None:
        return nothing_ordered(lines, _("you have nothing in this game that could be given orders"))
    rows = taken(TAKER.take, lines, Situation(view, ask, course_of(view)))
    found = tuple(step.order for row in rows for step in row.steps)
    if not found:
        verdicts = tuple(row.refused for row in rows if row.refused is not None)
        return Parsed(None, verdicts, remark=nothing_taken(bool(lines), what_stays(ask)))
    sent = _orders(ask, found)
    orders = sent if held is None else _joined(ask, sent, held)
    teller = Teller(view, ask, sent, orders)
    return Parsed(
        orders,
        tuple(row.refused or _verdict(row, teller) for row in rows),
        remark=remark(view, ask, sent, orders),
        answers=ask.kind != "orders" or sent.is_turn,
        lasting=ask.kind == "orders" and _is_standing(rows),
    )


def _is_standing(rows: Sequence[Row[Situation]]) -> bool:
    """Whether every line is a standing order, and none is refused."""
    return all(row.steps for row in rows) and all(
        isinstance(step.order, Attack | Defend) for row in rows for step in row.steps
    )


def _orders(ask: Ask, taken: tuple[AnyOrder, ...]) -> Orders:
    """What is sent: PASS alone is nothing, and says nothing beside ships for conflicts."""
    if all(isinstance(order, Pass) for order in taken) and len(taken) == 1:
        return IDLE
    if ask.kind != "orders":
        taken = tuple(order for order in taken if not isinstance(order, Pass))
    return Orders(taken)


def _joined(ask: Ask, sent: Orders, held: Orders) -> Orders:
    """What is held with what is sent. PASS alone takes an answer in a conflict back, and says
    nothing out of turn."""
    if sent == IDLE and ask.kind != "orders":
        return IDLE if ask.kind == "reaction" else held
    return sent.over(held)


# Line by line -------------------------------------------------------------------------


def _carry_out(at: Situation, order: AnyOrder) -> tuple[Situation, Step | None]:
    """Raises :class:`Refused` where this is not asked, or breaks a rule whatever comes before."""
    assert at.ask is not None and at.course is not None
    if at.ask.kind != "orders" and not isinstance(order, Attack | Defend | Pass):
        raise Refused(not_asked(at.view, at.ask))
    if at.ask.kind == "reaction" and isinstance(order, Attack | Defend):
        check_answer(at.view, order)
    _check_board(at, order)
    space = at.course.position.space
    if isinstance(order, Harvest) and order.square not in space.artifacts:
        nearest = mended(order, "square", at.course.position)
        raise Refused(NO_ARTIFACT, "square", nearest, square=square_name(order.square))
    if not isinstance(order, Action) or at.ask.kind != "orders":
        return at, None
    if at.course.is_full:
        raise Refused(TOO_MANY, most=FIGURES.lines)
    try:
        course, step = at.course.take(order)
    except Refused as refused:
        refused.instead = mended(order, refused.refusal.slot, at.course.position)
        raise
    return replace(at, course=course), step


def _check_board(at: Situation, order: AnyOrder) -> None:
    """Raises :class:`Refused` with the board's bounds for a system beyond them."""
    assert at.course is not None
    space = at.course.position.space
    for slot in ("to", "at", "square"):
        square = getattr(order, slot, None)
        if square is not None and square not in space:
            column, rows = column_name(len(space.rows[0]) - 1), len(space.rows)
            name = square_name(square)
            raise Refused(NO_SUCH_SYSTEM, slot, name=name, column=column, rows=rows)


def _decides(at: Situation) -> bool:
    """Whether what words leave open shows by what can be carried out: in a turn that has come."""
    assert at.course is not None
    position = at.course.position
    return at.view.is_moving and position.is_sure and not position.means.swapped


TAKER: Taker[Situation] = Taker(LANGUAGE, _carry_out, _decides)


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: Row[Situation], teller: Teller) -> Verdict:
    """What is to be said of a line that is taken."""
    told = [teller.tell(step.order, step.done) for step in row.steps]
    notes = (_note(row, step, one.note) for step, one in zip(row.steps, told, strict=True))
    return row.accepted(notes, (warning for one in told for warning in one.warnings))


def _note(row: Row[Situation], step: Read[Situation], note: str) -> str:
    if len(row.steps) > 1 or step.guessed or _says_all(step):
        return _("{order}: {note}").format(order=written(step.order), note=note)
    return note


def _says_all(step: Read[Situation]) -> bool:
    """Whether it is left to the position which ships are meant."""
    named = step.said.get("ships") if step.said is not None else None
    return isinstance(step.order, Swap) and any(one.number == ALL for one in named or ())
