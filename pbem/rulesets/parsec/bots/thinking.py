"""A turn thought through: promising orders, what may come of them, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

import msgspec

from pbem.engine.language.refusals import Refused
from pbem.engine.rng import Stream
from pbem.rulesets.parsec.bots.fights import Branch, branches
from pbem.rulesets.parsec.bots.glance import glance
from pbem.rulesets.parsec.bots.idea import best
from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import Outlook
from pbem.rulesets.parsec.bots.posting import postings
from pbem.rulesets.parsec.bots.scheming import schemes
from pbem.rulesets.parsec.bots.settling import settlements
from pbem.rulesets.parsec.bots.worth import worth
from pbem.rulesets.parsec.disputes import Dispute
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.orders import Action, Pass, Settle
from pbem.rulesets.parsec.reckoning.deeds import Placed, Settled
from pbem.rulesets.parsec.reckoning.position import carry_out

_GRAIN = 1000
"""Whims come in so many steps either way."""


def ideas(outlook: Outlook, line: Line, most: int) -> list[Action]:
    """The most promising orders; doing nothing is always among them."""
    at = glance(outlook, line)
    found = [*settlements(at), *postings(at)]
    if outlook.temper.schemes:
        found += schemes(at)
    return [*(idea.order for idea in best(found, most)), Pass()]


class Thought:
    """An order thought through: all ways that it may go, and what they are worth together."""

    def __init__(self, outlook: Outlook, line: Line, order: Action) -> None:
        """Raises :class:`Refused` where the order cannot be carried out."""
        self.order = order
        self.before = line
        self.dispute, after = _after(outlook, line, order)
        self.branches: Sequence[Branch] = branches(outlook, after, self.dispute)
        self.values = [worth(outlook, branch.line) for branch in self.branches]
        self.value = sum(
            branch.chance * value for branch, value in zip(self.branches, self.values, strict=True)
        )

    @property
    def likeliest(self) -> Line:
        return self.branches[0].line

    def with_second(self, value: float) -> float:
        """The worth of all ways, with an order more after the likeliest one."""
        return self.value + self.branches[0].chance * (value - self.values[0])


def plan(outlook: Outlook, line: Line, stream: Stream) -> Line:
    """The best two orders that come to mind, and some more in reserve where the second may
    prove to be impossible when it is reached (PA-5)."""
    temper = outlook.temper
    best, found = float("-inf"), line
    firsts = _thoughts(outlook, line, temper.ideas, stream)
    for first in firsts[: temper.pairs]:
        seconds = _thoughts(outlook, first.likeliest, temper.seconds, stream)
        value = first.with_second(seconds[0].value)
        if value > best:
            best, found = value, _with_reserves(seconds)
    return found


def _thoughts(outlook: Outlook, line: Line, most: int, stream: Stream) -> list[Thought]:
    """What comes to mind, the best first."""
    found: list[Thought] = []
    for order in ideas(outlook, line, most):
        for way in _ways(outlook, line, order):
            way.value += _whim(outlook, stream)
            found.append(way)
    return sorted(found, key=lambda thought: -thought.value)


def _ways(outlook: Outlook, line: Line, order: Action) -> Iterator[Thought]:
    """An order, and, where it opens several conflicts, the same with each of them first."""
    try:
        thought = Thought(outlook, line, order)
    except Refused:
        return
    yield thought
    if not outlook.temper.schemes or thought.dispute is None or not isinstance(order, Settle):
        return
    for clash in thought.dispute.clashes[1:]:
        yield Thought(outlook, line, msgspec.structs.replace(order, first=(clash.kind,)))


def _with_reserves(seconds: Sequence[Thought]) -> Line:
    """The best second order; the next best ones behind it, if what comes before is not sure."""
    best, *others = seconds
    line = best.likeliest
    if best.before.position.is_sure or isinstance(best.order, Pass):
        return line
    room = FIGURES.lines - len(line.orders)
    spare = takewhile(lambda order: not isinstance(order, Pass), (one.order for one in others))
    return line._replace(orders=(*line.orders, *islice(spare, room)))


def _whim(outlook: Outlook, stream: Stream) -> float:
    if not outlook.temper.whims:
        return 0.0
    return outlook.temper.whims * stream.between(-_GRAIN, _GRAIN) / _GRAIN


def _after(outlook: Outlook, line: Line, order: Action) -> tuple[Dispute | None, Line]:
    """The conflicts that an order opens, and what stands before they are fought."""
    line = line._replace(orders=(*line.orders, order))
    if isinstance(order, Pass):
        return None, line
    done = carry_out(line.position, order)
    line, deed = line.at(done.position), done.deed
    if isinstance(deed, Settled) and deed.gains == outlook.seat:
        line = line.gaining(deed.kind, 1)
    elif isinstance(deed, Settled) and deed.gains is not None:
        line = line._replace(harm=line.harm + 1)
    return deed.dispute if isinstance(deed, Placed | Settled) else None, line
