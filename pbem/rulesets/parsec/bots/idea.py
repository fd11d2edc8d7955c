"""An order that comes to mind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import Action


class Idea(NamedTuple):
    """An order, and what it promises in resources all around."""

    promise: float
    order: Action


def best(found: Iterable[Idea], most: int) -> list[Idea]:
    """The most promising ones; those that promise as much by how they are written, so that the
    same position always gives the same."""
    return sorted(found, key=lambda idea: (-idea.promise, written(idea.order)))[:most]
