"""What a desk has to offer before its game declares its orders; it goes when all of them do."""

from __future__ import annotations

from typing import Any

from pbem.engine.api import Ask, Fit
from pbem.engine.menu import Menu


class Undeclared:
    """A desk whose orders are read by a grammar of its own."""

    def fit(self, line: str, view: Any = None) -> Fit:
        raise NotImplementedError

    def continues(self, before: str, rest: str, view: Any = None) -> bool:
        """By the line itself, whatever stands before it."""
        return self.fit(rest, view) is Fit.CONTINUES

    def menu(self, view: Any, ask: Ask, held: Any = None) -> Menu:
        """Nothing is offered."""
        return ()
