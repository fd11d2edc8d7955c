"""What a receipt says of each line that is taken."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Ask
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.orders import IDLE, AnyOrder, Attack, Defend, Harvest, Orders, Standing
from pbem.rulesets.parsec.reckoning.course import Step
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.foreseeing import Turn
from pbem.rulesets.parsec.telling.noting import Noted, note_harvest
from pbem.rulesets.parsec.telling.sending import Reserves, answered, pledged
from pbem.rulesets.parsec.view import View


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
