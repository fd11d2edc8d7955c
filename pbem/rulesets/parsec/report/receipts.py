"""How a mail's lines become a player's orders (PA-5, PA-12), and what is answered.

What cannot be read, or cannot be carried out whatever others do, is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Line, Parsed, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import (
    ALL,
    Noted,
    Row,
    Step,
    nothing_ordered,
    nothing_taken,
    quoted,
    taken,
)
from pbem.engine.phrases import side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.language import TAKER, written
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.mechanics.conflicts import Prospect
from pbem.rulesets.parsec.mechanics.course import TurnLine, course_of
from pbem.rulesets.parsec.mechanics.execution import comes_first
from pbem.rulesets.parsec.orders import (
    IDLE,
    AnyOrder,
    Attack,
    Defend,
    Harvest,
    Orders,
    Pass,
    Standing,
    Swap,
    following,
)
from pbem.rulesets.parsec.report.conflicts import answered, pledged, questions
from pbem.rulesets.parsec.report.forecast import Forecast
from pbem.rulesets.parsec.view import View


def read_orders(
    view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
) -> Parsed[Orders]:
    """PA-5: the orders that can be read and may be carried out, and a verdict for every line.

    None where there is none: what was sent before for this ask then stays. Of those `held` the
    new ones leave what they say nothing of: a HARVEST and standing orders stay (PA-12).
    """
    if view.own is None or view.ending is not None:
        return nothing_ordered(lines, _("you have nothing in this game that could be given orders"))
    rows = taken(TAKER.take, lines, Situation(view, ask, course_of(view)))
    found = tuple(step.order for row in rows for step in row.steps)
    if not found:
        return nothing_taken(rows, _what_stays(ask, held))
    sent = _orders(ask, found)
    orders = sent if held is None else _joined(ask, sent, held)
    is_standing = all(isinstance(order, Attack | Defend) for order in found)
    teller = _Teller(view, ask, sent, orders)
    refused = any(row.refused for row in rows)
    return Parsed(
        orders,
        tuple(row.refused or teller.verdict(row) for row in rows),
        remark=" ".join(_remark(view, ask, sent, orders, refused=refused)),
        undone=_is_half(ask, orders),
        answers=ask.kind != "orders" or sent.is_turn,
        lasting=ask.kind == "orders" and all(row.steps for row in rows) and is_standing,
    )


def _orders(ask: Ask, found: tuple[AnyOrder, ...]) -> Orders:
    """What is sent: PASS alone is nothing, and says nothing beside ships for conflicts."""
    if found == (Pass(),):
        return IDLE
    if ask.kind != "orders":
        found = tuple(order for order in found if not isinstance(order, Pass))
    return Orders(found)


def _joined(ask: Ask, sent: Orders, held: Orders) -> Orders:
    """What is held with what is sent. PASS alone takes an answer in a conflict back, and says
    nothing out of turn."""
    if sent == IDLE and ask.kind != "orders":
        return IDLE if ask.kind == "reaction" else held
    return sent.over(held)


# Verdicts -----------------------------------------------------------------------------


class _Teller:
    """Tells of a mail's orders one by one, in the order of its lines: those `sent`, where
    `orders` are all that then stand."""

    def __init__(self, view: View, ask: Ask, sent: Orders, orders: Orders) -> None:
        assert view.own is not None
        self._view, self._ask, self._sent = view, ask, sent
        stances = following(view.own.stances, orders.standing)
        self._forecast = Forecast(view, orders.actions, stances)
        self._stances = view.own.stances
        """As the lines told of so far leave them."""
        self._harvests = sum(isinstance(order, Harvest) for order in sent.orders)

    def verdict(self, row: Row[Situation]) -> Verdict:
        """What is to be said of a line that is taken."""
        notes: list[str] = []
        warnings: list[str] = []
        for step in row.steps:
            told = self._tell(step.order, step.done)
            note = told.note
            if len(row.steps) > 1 or step.guessed or _says_all(step):
                note = _("{order}: {note}").format(order=written(step.order), note=note)
            notes.append(note)
            warnings += told.warnings
        return row.accepted(notes, warnings)

    def _tell(self, order: AnyOrder, step: TurnLine | None) -> Noted:
        """The next order's note and warnings; `step` is its place in the turn."""
        if isinstance(order, Attack | Defend):
            before, self._stances = self._stances, following(self._stances, [order])
            if self._ask.kind != "reaction":
                return Noted(pledged(order, before))
            asked = [one for one in questions(self._view) if order.kind in (None, one.clash.kind)]
            told = (answered(self._view, one, self._stances) for one in asked)
            return Noted(side_by_side(told), tuple(_too_many(order, asked)))
        if isinstance(order, Harvest):
            self._harvests -= 1
            if self._harvests:
                return Noted(warnings=(_("a later line names another artifact, which counts"),))
            return self._forecast.tell_harvest(order.square)
        if self._sent == IDLE:
            passed = {
                "orders": _("you pass: nothing is ordered this turn"),
                "reaction": _("you say nothing: your standing orders answer"),
            }
            return Noted(passed.get(self._ask.kind, _("your standing orders stay as they are")))
        if step is None:
            return Noted(_("PASS says nothing beside other lines"))
        return self._forecast.tell(step)


def _says_all(step: Step[Situation]) -> bool:
    """Whether it is left to the position which ships are meant."""
    named = step.said.get("ships") if step.said is not None else None
    return isinstance(step.order, Swap) and any(one.number == ALL for one in named or ())


def _too_many(order: Standing, asked: Sequence[Prospect]) -> Iterator[str]:
    for one in asked:
        if order.kind is not None and one.held < (order.ships or 0):
            yield ngettext(
                "you have {ships} in hand, which is sent",
                "you have {ships} in hand, which are sent",
                one.held,
            ).format(ships=naming.count_kind(one.ship, one.held))


# Of the mail as a whole ---------------------------------------------------------------


def _remark(view: View, ask: Ask, sent: Orders, orders: Orders, *, refused: bool) -> Iterator[str]:
    """What the verdicts leave unsaid: which lines of a mail before stay until others come (PA-12),
    and what is still open. For a line that is `refused` another may come."""
    kept = [order for order in orders.orders if order not in sent.orders and order != Pass()]
    if kept:
        yield _("This stays as you sent it before: {orders}.").format(
            orders=", ".join(quoted(written(order)) for order in kept)
        )
    if ask.kind == "reaction":
        yield from _left_open(view, orders)
    if ask.kind != "orders" or orders == IDLE:
        return
    if not orders.is_turn:
        yield _(
            "The orders of your turn are still to come: the game waits for them, or for PASS. "
            "If none come by the deadline, you pass."
        )
    elif _is_half(ask, orders) and not refused:
        yield _("This is one order; the other one of your turn is passed.")
    if not comes_first(view):
        yield _(
            "Others come before you in this round, so what is said here holds for the board as "
            "it stands now."
        )


def _is_half(ask: Ask, orders: Orders) -> bool:
    """Whether these are the orders of a turn, and one of them is passed unsaid."""
    return ask.kind == "orders" and 0 < len(orders.actions) < FIGURES.orders


def _left_open(view: View, orders: Orders) -> Iterator[str]:
    """Conflicts of which the lines say nothing: standing orders answer (PA-12)."""
    assert view.own is not None
    told = [(type(order) is Attack, order.kind) for order in orders.standing]
    left = [
        answered(view, one, view.own.stances)
        for one in questions(view)
        if not {(one.attacks, one.clash.kind), (one.attacks, None)}.intersection(told)
    ]
    if left:
        yield _("Your standing orders answer: {conflicts}.").format(conflicts=side_by_side(left))


def _what_stays(ask: Ask, held: Orders | None) -> str:
    """What happens where nothing of a mail counts and that is not told with what is held."""
    if ask.kind == "orders":
        return ""
    if ask.kind != "reaction":
        return _("Your standing orders stay as they are.")
    if held is None:
        return _("Without an answer from you your standing orders answer.")
    return _("What you sent before for this conflict still holds.")
