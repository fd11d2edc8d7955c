"""How orders are thought of: what bots of every level play, and what a report advises.

A game gives its :class:`Thinker`: which proposals come to mind on a position, the ways that it may
go when one is carried out, and what a position is worth, by named reasons. The search is a beam
search: it keeps the best few lines of proposals and lengthens them as far as a level allows, within
a bound of evaluations and never of time. The same position, level and stream give the same plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from pbem.engine.rng import Stream

P = TypeVar("P")
"""A position in thought: whatever the game needs to go on from."""
O = TypeVar("O")  # noqa: E741  (the contract's own letter for orders)
W_contra = TypeVar("W_contra", contravariant=True)
"""A level's parameters: what its evaluation weighs."""

Reasons = Mapping[str, float]
"""What a position is worth, by reason; their sum is its value, in a unit of the game's own."""

_GRAIN = 1000
"""Errors of judgement come in so many steps either way."""


class Proposal(NamedTuple, Generic[O]):
    """Orders that belong together, and what they promise at first sight, in the unit of values."""

    promise: float
    orders: tuple[O, ...]


class Branch(NamedTuple, Generic[P]):
    """One way that things may go, and how likely it is."""

    chance: float
    position: P


class Thinker(Protocol[P, O, W_contra]):
    """What a game knows about playing it well. Pure, and made from a view alone."""

    def candidates(self, position: P) -> Sequence[Proposal[O]]:
        """What could be ordered next, the most promising first; nothing: a line ends here."""
        ...

    def carry_out(self, position: P, proposal: Proposal[O]) -> Sequence[Branch[P]]:
        """All ways that it may go, the likeliest first; none where it cannot be done."""
        ...

    def evaluate(self, position: P, parameters: W_contra) -> Reasons:
        """What a position is worth, and why."""
        ...


class Search(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a level thinks.

    ``widths``: how many proposals it looks at closely behind each line, step by step; as many
    steps are the longest line, unless the last width goes for ``depth`` steps. ``beam``: how many
    lines it goes on with. ``evaluations``: how many positions it judges at most; behind them the
    first proposal is taken at its word, if it promises anything. ``error``: how far its judgement
    of a line goes astray at most, in the unit of values.
    """

    widths: tuple[int, ...]
    depth: int = 0
    beam: int = 1
    evaluations: int
    error: float = 0.0

    @property
    def steps(self) -> int:
        return max(self.depth, len(self.widths))

    def width(self, step: int) -> int:
        return self.widths[min(step, len(self.widths) - 1)]


class Step(NamedTuple, Generic[O]):
    """A proposal in its place, and what it adds to each reason."""

    proposal: Proposal[O]
    gains: Reasons

    @property
    def reason(self) -> str:
        """The one that won: what it adds most to."""
        return max(self.gains, key=lambda name: self.gains[name], default="")


@dataclass(frozen=True)
class Line(Generic[P, O]):
    """Proposals one behind the other. ``branches`` are the ways that they may go, the likeliest
    first, ``reasons`` what is to be expected of them, and ``value`` as it was judged."""

    branches: tuple[Branch[P], ...]
    reasons: Reasons
    value: float
    steps: tuple[Step[O], ...] = ()

    @property
    def position(self) -> P:
        """The likeliest one at its end."""
        return self.branches[0].position

    @property
    def orders(self) -> tuple[O, ...]:
        return tuple(order for step in self.steps for order in step.proposal.orders)


@dataclass(frozen=True)
class Plan(Generic[P, O]):
    """The best ``line``, and ``others`` that differ from it in their last step alone, the best
    first."""

    line: Line[P, O]
    others: tuple[Line[P, O], ...]


class _Judge(Generic[P, O, W_contra]):
    """Judges lines as long as the bound allows."""

    def __init__(
        self, thinker: Thinker[P, O, W_contra], parameters: W_contra, search: Search, stream: Stream
    ) -> None:
        self.thinker = thinker
        self._parameters = parameters
        self._error = search.error
        self._stream = stream
        self.left = search.evaluations

    def start(self, position: P) -> Line[P, O]:
        reasons = self.thinker.evaluate(position, self._parameters)
        return Line((Branch(1.0, position),), reasons, sum(reasons.values()))

    def lengthened(self, line: Line[P, O], proposal: Proposal[O]) -> Line[P, O] | None:
        """None where it cannot be done whichever way the line goes, or must be left unjudged."""
        branches = _carried_out(self.thinker, line, proposal)
        if not branches or len(branches) > self.left:
            return None
        self.left -= len(branches)
        reasons = _expected(
            [(b.chance, self.thinker.evaluate(b.position, self._parameters)) for b in branches]
        )
        gains = {name: worth - line.reasons.get(name, 0.0) for name, worth in reasons.items()}
        value = sum(reasons.values()) + self._astray()
        return Line(branches, reasons, value, (*line.steps, Step(proposal, gains)))

    def _astray(self) -> float:
        if not self._error:
            return 0.0
        return self._error * self._stream.between(-_GRAIN, _GRAIN) / _GRAIN


def plan(
    thinker: Thinker[P, O, W_contra],
    position: P,
    parameters: W_contra,
    search: Search,
    stream: Stream,
) -> Plan[P, O]:
    """The best line found. It ends where nothing betters it."""
    judge = _Judge(thinker, parameters, search, stream)
    beam = [judge.start(position)]
    best, rivals = beam[0], beam[:0]
    for step in range(search.steps):
        lines = [longer for line in beam for longer in _longer(judge, line, search.width(step))]
        if not lines:
            break
        lines.sort(key=lambda line: -line.value)
        beam = lines[: search.beam]
        if beam[0].value > best.value:
            best, rivals = beam[0], lines
    before = [step.proposal for step in best.steps[:-1]]
    others = [line for line in rivals if line is not best and _begins(line, before)]
    if best in beam:
        best = _at_its_word(judge, best, search)
    return Plan(best, tuple(others))


def judged(
    thinker: Thinker[P, O, W_contra],
    position: P,
    parameters: W_contra,
    proposals: Sequence[Proposal[O]],
) -> Line[P, O] | None:
    """These proposals one behind the other, judged without error; None where one cannot be."""
    judge = _Judge(thinker, parameters, _UNBOUND, Stream(b""))
    line: Line[P, O] | None = judge.start(position)
    for proposal in proposals:
        line = None if line is None else judge.lengthened(line, proposal)
    return line


def remedy(
    thinker: Thinker[P, O, W_contra],
    position: P,
    parameters: W_contra,
    search: Search,
    reason: str,
) -> Step[O] | None:
    """What a warning advises: of all that comes to mind at first what mends this reason most;
    None where nothing does, or all of it costs more than it mends."""
    judge = _Judge(thinker, parameters, msgspec.structs.replace(search, error=0.0), Stream(b""))
    lines = _longer(judge, judge.start(position), search.width(0))
    steps = [line.steps[0] for line in lines if sum(line.steps[0].gains.values()) > 0]
    best = max(steps, key=lambda step: step.gains.get(reason, 0.0), default=None)
    return best if best is not None and best.gains.get(reason, 0.0) > 0 else None


_UNBOUND = Search(widths=(1,), evaluations=1_000_000)


def _longer(judge: _Judge[P, O, W_contra], line: Line[P, O], width: int) -> Sequence[Line[P, O]]:
    if not judge.left:
        return ()
    proposals = islice(judge.thinker.candidates(line.position), width)
    found = (judge.lengthened(line, proposal) for proposal in proposals)
    return [longer for longer in found if longer is not None]


def _begins(line: Line[P, O], before: Sequence[Proposal[O]]) -> bool:
    return [step.proposal for step in line.steps[:-1]] == before


def _at_its_word(judge: _Judge[P, O, W_contra], line: Line[P, O], search: Search) -> Line[P, O]:
    """Where the bound is reached, the line goes on with what promises most."""
    thinker = judge.thinker
    while not judge.left and len(line.steps) < search.steps:
        for proposal in thinker.candidates(line.position):
            branches = _carried_out(thinker, line, proposal) if proposal.promise > 0 else ()
            if branches:
                step = Step(proposal, {})
                line = Line(branches, line.reasons, line.value, (*line.steps, step))
                break
        else:
            break
    return line


def _carried_out(
    thinker: Thinker[P, O, W_contra], line: Line[P, O], proposal: Proposal[O]
) -> tuple[Branch[P], ...]:
    """All ways of all ways, the likeliest first; none where it cannot be done in one of them."""
    found: list[Branch[P]] = []
    for chance, position in line.branches:
        ways = thinker.carry_out(position, proposal)
        if not ways:
            return ()
        found += [Branch(chance * way.chance, way.position) for way in ways]
    return tuple(sorted(found, key=lambda branch: -branch.chance))


def _expected(weighed: Sequence[tuple[float, Reasons]]) -> Reasons:
    if len(weighed) == 1:
        return weighed[0][1]
    found: dict[str, float] = {}
    for chance, reasons in weighed:
        for name, worth in reasons.items():
            found[name] = found.get(name, 0.0) + chance * worth
    return found
