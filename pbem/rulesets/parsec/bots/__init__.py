"""Automatic players of all levels: a turn thought through, the ways that its conflicts may go, and
the turn that is best of all (PA-5, PA-10 to PA-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from pbem.engine import planner
from pbem.engine.api import Ask, Seat
from pbem.engine.identity import IdentityCache
from pbem.engine.language.refusals import Refused
from pbem.engine.planner import Branch, Line, Proposal, Reasons, Step
from pbem.engine.rng import Chance, Stream
from pbem.engine.tables import read
from pbem.maps.board import Square
from pbem.rulesets.parsec.bots.candidates import candidates
from pbem.rulesets.parsec.bots.evaluation import evaluate
from pbem.rulesets.parsec.bots.features import (
    BEATEN_LEADER,
    BotParams,
    Draft,
    Outlook,
    begun,
    features,
    look,
)
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Clash, Dispute, Kind, Stance, Stances, just
from pbem.rulesets.parsec.mechanics.conflicts import Strengths, stands, strengths
from pbem.rulesets.parsec.mechanics.course import Way, both_ends, ways_after
from pbem.rulesets.parsec.mechanics.execution import Position, carry_out, harvestable
from pbem.rulesets.parsec.orders import (
    IDLE,
    Action,
    Attack,
    Harvest,
    Orders,
    PlaceLeader,
    Settle,
    Standing,
    Swap,
    following,
)
from pbem.rulesets.parsec.view import SystemSettled, View

_SHIP = 0.06
"""What a ship in the hand is worth, in resources all around."""
_UNLIKELY = 0.04
_OTHERS = 0.8
"""How often the visibly stronger one wins where others fight."""
_AS_GOOD = 0.05
"""A conflict comes second if the turn is worth no more than so much less."""


class TurnPlan(NamedTuple):
    """``steps`` are the orders of a turn and what speaks for each, ``reserves`` the next best
    ones in the place of the last of them, ``attacks`` the ships for the conflicts that they open.
    ``harvest`` is the artifact that is taken at its end, if one is for certain."""

    steps: tuple[Step[Action], ...]
    reserves: tuple[Step[Action], ...]
    attacks: tuple[Standing, ...]
    harvest: Square | None

    @property
    def turn(self) -> tuple[Action, ...]:
        """Its orders without the reserves."""
        return tuple(step.proposal.orders[0] for step in self.steps)

    @property
    def orders(self) -> Orders:
        """As it is sent (PA-5)."""
        actions = (*self.turn, *(step.proposal.orders[0] for step in self.reserves))
        wishes = () if self.harvest is None else (Harvest(square=self.harvest),)
        return Orders((*actions, *self.attacks, *wishes))


class Thinker:
    """Implements :class:`pbem.engine.planner.Thinker` for a player's turn."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook

    def candidates(self, draft: Draft) -> Sequence[Proposal[Action]]:
        return candidates(features(self._outlook, draft))

    def evaluate(self, draft: Draft, parameters: BotParams) -> Reasons:
        return evaluate(features(self._outlook, draft))

    def carry_out(self, draft: Draft, proposal: Proposal[Action]) -> Sequence[Branch[Draft]]:
        """All ways that an order and the conflicts that it opens may go, but for what is very
        unlikely."""
        try:
            done = carry_out(draft.position, *proposal.orders)
        except Refused:
            return ()
        draft = draft._replace(position=done.position)
        if isinstance(done.entry, SystemSettled) and done.entry.gains is not None:
            draft = self._gained(draft, done.entry.gains, done.entry.kind, 1)
        dispute = done.position.dispute
        if dispute is None:
            return (Branch(1.0, draft),)
        found = sorted(self._fought(draft, dispute, dispute.clashes), key=lambda b: -b.chance)
        total = sum(branch.chance for branch in found)
        return tuple(Branch(branch.chance / total, branch.position) for branch in found)

    def _gained(self, draft: Draft, seat: Seat, kind: Kind, count: int) -> Draft:
        if seat == self._outlook.seat:
            return draft._replace(resources=draft.resources + just(kind, count))
        return draft._replace(harm=draft.harm + count)

    def _fought(
        self, draft: Draft, dispute: Dispute, clashes: Sequence[Clash]
    ) -> Iterator[Branch[Draft]]:
        if not clashes:
            yield Branch(1.0, draft)
            return
        clash, *rest = clashes
        space = draft.position.space
        if not stands(space, dispute, clash):
            yield from self._fought(draft, dispute, rest)
            return
        seen, sent = strengths(space, dispute, clash), 0
        chance = _OTHERS if seen.attacker > seen.defender else 1 - _OTHERS
        if clash.attacker == self._outlook.seat:
            sent, chance = self.ships_to_send(draft, dispute, clash.kind, seen)
            most = max(sent, draft.sends.get(clash.kind, 0))
            draft = draft._replace(sends={**draft.sends, clash.kind: most})
        for fought, is_won, position in both_ends(draft.position, dispute, clash, sent):
            likely = chance if is_won else 1 - chance
            if likely > _UNLIKELY:
                after = draft._replace(position=position)
                after = self._gained(after, fought.winner, fought.resource, fought.gain)
                for branch in self._fought(after, dispute, rest):
                    yield Branch(likely * branch.chance, branch.position)

    def ships_to_send(
        self, draft: Draft, dispute: Dispute, kind: Kind, seen: Strengths
    ) -> tuple[int, float]:
        """How many ships an attack is worth, and its chance then. The defender is taken to send
        what ties if it is there."""
        outlook, ship, gain, lost = self._outlook, dispute.ships[kind], 1, 1
        if not dispute.is_internal:
            gain, lost = seen.defender + 1, seen.attacker + 1
        before = outlook.utility(draft.resources, draft.artifacts)
        after = outlook.utility(draft.resources + just(ship, gain), draft.artifacts)
        at_stake = after - before + outlook.share + lost * outlook.share + BEATEN_LEADER
        options = []
        for count in range(draft.position.hand.of(ship) + 1):
            chance = 1 - outlook.odds.at_least(ship, seen.attacker + count - seen.defender)
            options.append((chance * at_stake - count * _SHIP, -count, chance))
        _value, sent, chance = max(options)
        return -sent, chance


def best_turn(view: View, params: BotParams, stream: Stream) -> TurnPlan:
    """What such a bot does in its turn. Raises ValueError for spectators."""
    assert view.own is not None
    thinker, start = Thinker(look(view, params)), begun(view)
    found = planner.plan(thinker, start, params, params.search, stream)
    line = _conflict_last(thinker, start, params, found.line)
    others = found.others if line is found.line else ()
    attacks = tuple(_attacks(view.own.stances.attack, line.position))
    sent = Orders((*line.orders, *attacks))
    harvest = _harvest(start.position, sent, view.own.stances)
    reserves: Iterator[Step[Action]] = iter(())
    if len(line.steps) == FIGURES.orders:
        is_sure = start.position.is_sure and _is_sure(line, start)
        found_others = _reserves(line, others, is_sure=is_sure)
        reserves = islice(found_others, FIGURES.lines - len(line.steps))
    return TurnPlan(line.steps, tuple(reserves), attacks, harvest)


def _reserves(
    line: Line[Draft, Action], others: Sequence[Line[Draft, Action]], *, is_sure: bool
) -> Iterator[Step[Action]]:
    """Of each sort the best, if it is better than nothing; of the last order's own sort only where
    that may prove impossible."""
    sorts = {_sort(step) for step in (line.steps if is_sure else line.steps[:1])}
    for step in (other.steps[-1] for other in others):
        if sum(step.gains.values()) > 0 and _sort(step) not in sorts:
            sorts.add(_sort(step))
            yield step


def _sort(step: Step[Action]) -> object:
    order = step.proposal.orders[0]
    return type(order), order.kind if isinstance(order, Settle | PlaceLeader) else None


def _harvest(start: Position, turn: Orders, own: Stances) -> Square | None:
    """PA-13: named where there is a choice, if it can be taken whoever wins, and whatever is sent
    by who is asked."""
    attack = following(own, turn.standing).attack
    ways = (
        way
        for stance in (attack, Stance(0), Stance(FIGURES.hand))
        for way in ways_after([Way(start)], turn.actions, stance)
    )
    first, *others = (harvestable(way.position.space, start.seat) for way in ways)
    return next((square for square in first if all(square in one for one in others)), None)


def _is_sure(line: Line[Draft, Action], start: Draft) -> bool:
    return carry_out(start.position, line.orders[0]).position.is_sure


def _conflict_last(
    thinker: Thinker, start: Draft, params: BotParams, line: Line[Draft, Action]
) -> Line[Draft, Action]:
    """A conflict comes second where that costs little, for what stands behind it hangs on it."""
    if len(line.steps) != FIGURES.orders or _is_sure(line, start):
        return line
    first, second = (step.proposal for step in line.steps)
    if isinstance(second.orders[0], Swap):
        return line
    other = planner.judged(thinker, start, params, (second, first))
    if other is None or other.value < line.value - _AS_GOOD or not _is_sure(other, start):
        return line
    return other


def _attacks(held: Stance, draft: Draft) -> Iterator[Standing]:
    """What to send into the conflicts of this turn, and otherwise what wins."""
    if held != Stance():
        yield Attack()
    for kind in KINDS:
        if kind in draft.sends:
            yield Attack(kind=kind, ships=draft.sends[kind])


def answer(view: View, params: BotParams) -> Iterator[Standing]:
    """Attackers name their ships; a defender's standing order, to tie where it can, is right
    in every conflict as it comes."""
    dispute = view.dispute
    assert dispute is not None
    if dispute.asked != "attackers":
        return
    thinker, draft = Thinker(look(view, params)), begun(view)
    for clash in dispute.clashes:
        if clash.attacker == view.seat:
            seen = strengths(draft.position.space, dispute, clash)
            sent, _chance = thinker.ships_to_send(draft, dispute, clash.kind, seen)
            yield Attack(kind=clash.kind, ships=sent)


# The players --------------------------------------------------------------------------


LEVELS = read("pbem.rulesets.parsec", "levels.toml", dict[str, BotParams])
"""By name, the weakest first."""
HOUSE = "governor"
"""Who fills seats without a player, and whose orders the reports advise."""


@dataclass(frozen=True)
class Bot:
    """Implements :class:`pbem.engine.api.Bot`; the parameters make the level."""

    params: BotParams

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Orders of a turn, ships for a conflict, or nothing where nothing is asked."""
        if view.own is None or view.ending is not None:
            return IDLE
        if view.is_asked:
            return Orders(tuple(answer(view, self.params)))
        if not view.is_moving:
            return IDLE
        return best_turn(view, self.params, chance.stream("errors")).orders


BOTS = {name: Bot(params) for name, params in LEVELS.items()}


def _advice(view: View) -> TurnPlan:
    """What the house bot would do in the turn of the view's seat. It takes back nothing that the
    player has said of conflicts for good, but for the kinds of this turn's."""
    assert view.own is not None
    found, held = best_turn(view, LEVELS[HOUSE], Stream(b"")), view.own.stances.attack
    new = (o for o in found.attacks if o.kind is not None and o.ships != held.of(o.kind))
    return found._replace(attacks=tuple(new))


advice = IdentityCache(_advice, most=8)
"""The same, thought through once for a report that speaks of it in several places."""


def advised_answer(view: View) -> tuple[Standing, ...]:
    """The ships that the house bot would name for the conflicts in question."""
    return tuple(answer(view, LEVELS[HOUSE]))


def remedy(view: View) -> Action | None:
    """What would make the own leaders safest, as the house bot thinks, if anything does that pays.
    Raises ValueError for spectators."""
    params = LEVELS[HOUSE]
    thinker = Thinker(look(view, params))
    found = planner.remedy(thinker, begun(view), params, params.search, "dangers")
    return None if found is None else found.proposal.orders[0]
