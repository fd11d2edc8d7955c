"""The order template: what could sensibly be ordered in this very position, as comments.

Every line was tried on the position before it is offered. Those of the first group can be
paid all together, from the top; the others stand for themselves, instead of some of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Send
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done, carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refused
from pbem.rulesets.asylamba_mini.telling.advice import advice
from pbem.rulesets.asylamba_mini.view import View

_MOST = 12
"""So many orders are suggested in all."""

_MOST_TOGETHER = 8


class Suggestion(NamedTuple):
    """An order that can be carried out, and what it would come to."""

    order: AnyOrder
    done: Done


class Suggestions(NamedTuple):
    """``together`` can all be paid, one after the other; ``instead`` each by itself."""

    together: tuple[Suggestion, ...]
    instead: tuple[Suggestion, ...]


def suggest(view: View, realm: Realm) -> Suggestions:
    """What could be ordered now, the best first."""
    together: list[Suggestion] = []
    instead: list[Suggestion] = []
    known: set[AnyOrder] = set()
    now = realm
    for step in advice(view):
        for order in step(now):
            if order in known:
                continue
            known.add(order)
            if len(together) < _MOST_TOGETHER and (dealt := _tried(now, order)) is not None:
                now = dealt[0]
                together.append(dealt[1])
            elif (alone := _tried(realm, order)) is not None:
                instead.append(alone[1])
    return Suggestions(tuple(together), tuple(instead[: _MOST - len(together)]))
