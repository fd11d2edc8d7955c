"""How a mail's lines become a player's orders (PA-5, PA-12), and what is answered.

What cannot be read, or cannot be carried out whatever others do, is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask, Line, Parsed, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import (
    ALL,
    Row,
    nothing_ordered,
    nothing_taken,
    quoted,
    taken,
)
from pbem.engine.language import Step as Read
from pbem.engine.phrases import side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.language import TAKER, written
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.mechanics.course import Step, course_of
from pbem.rulesets.parsec.mechanics.execution import comes_first
from pbem.rulesets.parsec.mechanics.space import Space
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
)
from pbem.rulesets.parsec.report.conflicts import Reserves, answered, pledged
from pbem.rulesets.parsec.report.forecast import Noted, Turn, note_harvest
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


class Teller:
    """Tells of a mail's orders one by one, in the order of its lines: those `sent`, where
    `orders` are all that then stand."""

    def __init__(self, view: View, ask: Ask, sent: Orders, orders: Orders) -> None:
        assert view.own is not None and view.seat is not None
        self._view = view
        self._ask = ask
        self._sent = sent
        self._seat, self._own = view.seat, view.own
        self._turn = Turn(view, orders.actions, view.own.stances.following(orders.standing))
        self._stances = view.own.stances
        """As the lines told of so far leave them."""
        self._harvests = sum(isinstance(order, Harvest) for order in sent.orders)

    def tell(self, order: AnyOrder, step: Step | None) -> Noted:
        """The next order's note and warnings; ``step`` is its place in the turn."""
        if isinstance(order, Attack | Defend):
            return self._tell_standing(order)
        if isinstance(order, Harvest):
            self._harvests -= 1
            ways = self._turn.ends
            return note_harvest(self._view, ways, order.square, counts=not self._harvests)
        if self._sent == IDLE:
            return Noted(self._passed())
        if step is None:
            return Noted(_("PASS says nothing beside other lines"))
        return self._turn.tell(step)

    def _passed(self) -> str:
        if self._ask.kind == "orders":
            return _("you pass: nothing is ordered this turn")
        if self._ask.kind == "reaction":
            return _("you say nothing: your standing orders answer")
        return _("your standing orders stay as they are")

    def _tell_standing(self, order: Standing) -> Noted:
        before = self._stances
        self._stances = before.following([order])
        if self._ask.kind != "reaction":
            return Noted(pledged(order, before))
        return Noted(side_by_side(self._answer(order)), tuple(self._too_many(order)))

    # Answers in a conflict ------------------------------------------------------------

    def _answer(self, order: Standing) -> Iterator[str]:
        dispute = self._view.dispute
        assert dispute is not None
        own = Reserves(self._view, self._seat, self._own.hand, self._stances)
        space = Space(self._view.galaxy)
        for clash in dispute.asked_of(self._seat):
            if order.kind in (None, clash.kind):
                yield answered(dispute, clash, space, own)

    def _too_many(self, order: Standing) -> Iterator[str]:
        dispute = self._view.dispute
        assert dispute is not None
        for clash in dispute.asked_of(self._seat):
            held = self._own.hand.of(dispute.ships[clash.kind])
            if order.kind == clash.kind and held < (order.ships or 0):
                yield ngettext(
                    "you have {ships} in hand, which is sent",
                    "you have {ships} in hand, which are sent",
                    held,
                ).format(ships=naming.count_kind(dispute.ships[clash.kind], held))


def remark(view: View, ask: Ask, sent: Orders, orders: Orders) -> str:
    """What the verdicts leave unsaid; `orders` are those `sent` with what is kept of a mail
    before."""
    return " ".join((*_kept(sent, orders), *_remarks(view, ask, orders)))


def _kept(sent: Orders, orders: Orders) -> Iterator[str]:
    """Lines of a mail before, which stay until others come (PA-12)."""
    kept = [order for order in orders.orders if order not in sent.orders and order != Pass()]
    if kept:
        yield _("This stays as you sent it before: {orders}.").format(
            orders=", ".join(quoted(written(order)) for order in kept)
        )


def _remarks(view: View, ask: Ask, orders: Orders) -> Iterator[str]:
    if ask.kind == "reaction":
        yield from _left_open(view, orders)
    if ask.kind != "orders" or orders == IDLE:
        return
    if not orders.is_turn:
        yield _(
            "The orders of your turn are still to come: the game waits for them, or for PASS. "
            "If none come by the deadline, you pass."
        )
    elif len(orders.actions) < FIGURES.orders:
        yield _("This is one order; the other one of your turn is passed.")
    if not comes_first(view):
        yield _(
            "Others come before you in this round, so what is said here holds for the board as "
            "it stands now."
        )


def _left_open(view: View, orders: Orders) -> Iterator[str]:
    """Conflicts of which the lines say nothing: standing orders answer (PA-12)."""
    assert view.dispute is not None and view.own is not None and view.seat is not None
    attackers = view.dispute.asked == "attackers"
    stances = view.own.stances
    told = {order.kind for order in orders.standing if isinstance(order, Attack) == attackers}
    own = Reserves(view, view.seat, view.own.hand, stances)
    space = Space(view.galaxy)
    left = [
        answered(view.dispute, clash, space, own)
        for clash in view.dispute.asked_of(view.seat)
        if clash.kind not in told and None not in told
    ]
    if left:
        yield _("Your standing orders answer: {conflicts}.").format(conflicts=side_by_side(left))


def what_stays(ask: Ask) -> str:
    """What happens where nothing of a mail counts."""
    return {
        "orders": _(
            "What you sent before for this turn still holds; if there is nothing, the game waits "
            "for your orders."
        ),
        "reaction": _(
            "What you sent before for this conflict still holds; if there is nothing, your "
            "standing orders answer."
        ),
    }.get(ask.kind, _("Your standing orders stay as they are."))
