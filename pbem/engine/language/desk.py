"""What the desks of all games have alike whose orders are declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from pbem.engine.api import Ask, Fit, Level, Line, Parsed
from pbem.engine.i18n import _
from pbem.engine.language.manual import manual
from pbem.engine.language.reading import Language
from pbem.engine.language.taking import Taker, taken
from pbem.engine.menu import Menu, payable
from pbem.engine.report import TextBlock
from pbem.engine.rng import Chance

O = TypeVar("O")  # noqa: E741  (orders, as in pbem.engine.api)
V = TypeVar("V", contravariant=True)


class LanguageDesk(Generic[O, V]):
    """The part of :class:`pbem.engine.api.Desk` that follows from a game's language.

    ``situation`` makes of a view what its lines are read in, ``nothing`` are orders that do
    nothing, and ``remarks`` is what the manual says beyond the forms. Orders have their lines'
    in ``orders``; a desk with others writes them itself.
    """

    language: ClassVar[Language]
    situation: ClassVar[Callable[..., Any]] = staticmethod(lambda view: view)
    nothing: ClassVar[Any]
    remarks: ClassVar[str]

    def fit(self, line: str, view: V | None = None) -> Fit:
        """Whether a mail's line is meant as an order; without a view by the words alone that every
        game has."""
        return self.language.fit(line, self._situation(view))

    def continues(self, before: str, rest: str, view: V | None = None) -> bool:
        """Whether a line is the rest of the order before it."""
        return self.language.continues(before, rest, self._situation(view))

    def _situation(self, view: V | None) -> Any:
        return None if view is None else self.situation(view)

    def write(self, view: V, ask: Ask, orders: O) -> tuple[str, ...]:
        """One line an order, or PASS."""
        given: Any = orders
        return tuple(map(self.language.write, given.orders)) or ("PASS",)

    def default(self, view: V, ask: Ask) -> O:
        """Nothing is ordered."""
        return self.idle(view, ask)

    def idle(self, view: V, ask: Ask) -> O:
        """Nothing is ordered."""
        idle: O = self.nothing
        return idle

    def unanswered(self, view: V, ask: Ask) -> str:
        """The lines of the default tell it."""
        return ""

    def parse(self, view: V, ask: Ask, lines: Sequence[Line], held: O | None = None) -> Parsed[O]:
        """Orders and a verdict for every line."""
        raise NotImplementedError

    def menu(self, view: V, ask: Ask, held: O | None = None) -> Menu:
        """What can be ordered now."""
        raise NotImplementedError

    def menu_lines(self, view: V, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        """They are written as the menu has them."""
        return tuple(lines)

    def manual(self, view: V | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        """The orders, then what their forms cannot say."""
        remarks = _(self.remarks)
        if view is None or ask is None:
            return manual(self.language, remarks, where=self._situation(view))
        takes = partial(self._takes, view, ask)
        menu = payable(self.menu(view, ask))
        return manual(self.language, remarks, menu, self._situation(view), takes)

    def _takes(self, view: V, ask: Ask, line: str) -> bool:
        """Whether a mail with this line alone would be taken."""
        parsed = self.parse(view, ask, (Line(1, line, line),))
        return all(verdict.level is not Level.REFUSED for verdict in parsed.verdicts)

    def reserved(self) -> frozenset[str]:
        """The words of all orders, in every language."""
        return self.language.words.reserved


class TakingDesk(LanguageDesk[O, V]):
    """A desk whose ``taker`` takes each line by itself, on its reader's situation, and whose orders
    are one line's: of several the last counts. A game that makes more of them says what in
    :meth:`gathered`, and writes them itself. A refused line does not keep the turn open where the
    others ``suffice``."""

    taker: ClassVar[Taker[Any]]
    suffice: ClassVar[bool] = False

    def gathered(self, view: V, orders: Sequence[Any]) -> tuple[O, str]:
        """What is held of the orders of a mail, one or more, and what is to be said of that."""
        return orders[-1], _("Only the last of these lines counts.") if len(orders) > 1 else ""

    def parse(self, view: V, ask: Ask, lines: Sequence[Line], held: O | None = None) -> Parsed[O]:
        """Good lines are gathered; each is carried out where those before it have led."""
        rows = taken(self.taker.take, lines, self.situation(view))
        verdicts = tuple(
            row.refused or row.accepted(step.done for step in row.steps) for row in rows
        )
        orders = [step.order for row in rows for step in row.steps]
        if not orders:
            return Parsed(None, verdicts)
        made, remark = self.gathered(view, orders)
        return Parsed(made, verdicts, remark, suffice=self.suffice)

    def write(self, view: V, ask: Ask, orders: O) -> tuple[str, ...]:
        """The line."""
        return (self.language.write(orders),)

    def sample(self, view: V, ask: Ask, chance: Chance) -> O:
        """One line of the menu that can be paid, whichever."""
        menu, stream = payable(self.menu(view, ask)), chance.stream("sample")
        return self.gathered(view, [self.taker.drawn(menu, self.situation(view), stream).order])[0]
