"""The rules of Hegemon: the only module that sees every move, and says who hears what of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor

import msgspec

from pbem.engine.api import Ask, Event, Outcome, Player, Seat
from pbem.engine.i18n import _
from pbem.engine.language.figures import FULL
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon.events import (
    AttackMade,
    AttackSuffered,
    Contribution,
    Cooperated,
    GameEnded,
    ItemResult,
    MoveRejected,
    OwnResult,
    TurnEnded,
)
from pbem.rulesets.hegemon.figures import as_printed
from pbem.rulesets.hegemon.mechanics import (
    Group,
    Settlement,
    Table,
    judge_ending,
    settle,
    stake,
    terms,
)
from pbem.rulesets.hegemon.menu import random_move
from pbem.rulesets.hegemon.options import HIDDEN_CHANCE, HIDDEN_FROM, Options
from pbem.rulesets.hegemon.orders import (
    EVERYONE,
    IDLE,
    NOTHING,
    Move,
    Policy,
    amount,
    faults,
)
from pbem.rulesets.hegemon.state import State
from pbem.rulesets.hegemon.view import Standings, View

_LEAST = Fraction(1)
"""Percent: who is to share in another truth gives so much at least."""


class HegemonRules:
    """Implements :class:`pbem.engine.api.Rules`."""

    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """Everyone starts with nothing in every item. Nothing is left to chance."""
        points = tuple((NOTHING,) * len(options.items) for _seat in players)
        return State(
            options=options,
            players=tuple(players),
            turn=0,
            points=points,
            history=(_standings(points),),
            moves=(IDLE,) * len(players),
        )

    def asks(self, state: State) -> tuple[Ask, ...]:
        """One move of everybody, every turn."""
        if state.ending is not None:
            return ()
        return tuple(Ask(player.seat, "move") for player in state.players)

    def view(self, state: State, seat: Seat | None) -> View:
        """HG-11: the points of all, and of the moves only the seat's own and who shared with it."""
        return View(
            seat=seat,
            options=state.options,
            players=state.players,
            turn=state.turn,
            history=state.history,
            move=None if seat is None else state.moves[seat - 1],
            ending=state.ending,
            shared=() if seat is None else _shared(state, seat),
        )

    def resolve(
        self, state: State, answers: Mapping[Seat, Move], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """HG-3 to HG-10. A move that breaks a rule is replaced and its owner told."""
        if state.ending is not None:
            return state, ()
        moves, events = _moves_played(state, answers)
        settlements = _settle_all(state, moves)
        points = tuple(
            tuple(settlement.after[player.seat] for settlement in settlements)
            for player in state.players
        )
        turn = state.turn + 1
        events += told(state.options, state.history[-1], settlements)
        events.append(TurnEnded(turn=turn))
        ending = None
        if _is_last(state.options, turn, chance):
            ending = judge_ending(points)
            events.append(GameEnded(ending=ending))
        after = State(
            options=state.options,
            players=state.players,
            turn=turn,
            points=points,
            history=(*state.history, _standings(points)),
            moves=moves,
            ending=ending,
        )
        return after, tuple(events)

    def outcome(self, state: State) -> Outcome | None:
        """HG-10: score is the sum of a player's items."""
        if state.ending is None:
            return None
        reasons = {
            "score": _("the highest score"),
            "leads": _("an equal score, but more items led"),
            "shared": _("an equal score and as many items led"),
        }
        return Outcome(
            winners=state.ending.winners,
            scores={
                player.seat: float(sum(row))
                for player, row in zip(state.players, state.points, strict=True)
            },
            reason=reasons[state.ending.decided_by],
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """HG-11: other moves for all others, that share as much with the seat; their points are
        public and stay."""
        stream = chance.stream(f"scramble/{seat}")
        known = self.view(state, seat)
        moves = tuple(
            own
            if player.seat == seat
            else _sharing(known, player.seat, random_move(self.view(state, player.seat), stream))
            for player, own in zip(state.players, state.moves, strict=True)
        )
        return msgspec.structs.replace(state, moves=moves)


def _shared(state: State, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """The partners of a seat in the turn that was played last, by item (HG-6)."""
    if not state.turn:
        return ()
    return tuple(
        tuple(
            other
            for other in range(1, len(state.players) + 1)
            if other != seat
            and _gives(state, seat, other, index)
            and _gives(state, other, seat, index)
        )
        for index in range(len(state.options.items))
    )


def _gives(state: State, seat: Seat, other: Seat, index: int) -> bool:
    """Whether a seat's last move put points into cooperation for another one."""
    policy = state.moves[seat - 1].policy(state.options.items[index])
    span = policy.partners
    willing = policy.allocation > 0 and policy.coop > 0 and span is not None
    return willing and span is not None and span.holds(state.history[-2].of(other, index))


def _sharing(known: View, other: Seat, move: Move) -> Move:
    """The move, changed so that it shares with the seat of a view where that knows it to, and
    does not where the seat would know of it."""
    room = FULL - len(known.options.items)
    policies = []
    for index, item in enumerate(known.options.items):
        policy = move.policy(item)
        allocation = Fraction(floor(amount(policy.allocation, room)))
        if known.shared and other in known.shared[index]:
            coop = max(policy.coop, _LEAST)
            comp = min(policy.comp, FULL - coop)
            policy = Policy(item, allocation + _LEAST, coop, comp, EVERYONE, policy.targets)
        elif other in known.welcomed(index):
            policy = msgspec.structs.replace(policy, allocation=allocation, partners=None)
        else:
            policy = msgspec.structs.replace(policy, allocation=allocation)
        policies.append(policy)
    return Move(tuple(policies))


def _is_last(options: Options, turn: int, chance: Chance) -> bool:
    """HG-1: a known last turn, or from turn 8 on each with the same small chance."""
    if options.last_turn is not None:
        return turn >= options.last_turn
    return turn >= HIDDEN_FROM and chance.stream("ending").strikes(*HIDDEN_CHANCE)


def _moves_played(
    state: State, answers: Mapping[Seat, Move]
) -> tuple[tuple[Move, ...], list[Event]]:
    """HG-3: the answer where it is valid, else the last valid move; rejections as events."""
    moves: list[Move] = []
    events: list[Event] = []
    for player, last in zip(state.players, state.moves, strict=True):
        answer = answers.get(player.seat, last)
        wrong = faults(answer, state.options.items)
        moves.append(last if wrong else answer)
        if wrong:
            events.append(MoveRejected(audience=(player.seat,), faults=wrong))
    return tuple(moves), events


def _settle_all(state: State, moves: Sequence[Move]) -> tuple[Settlement[Fraction], ...]:
    """One settlement an item, in the order of the options."""
    options, now = state.options, state.history[-1]
    settlements = []
    for index, item in enumerate(options.items):
        printed = {player.seat: now.of(player.seat, index) for player in state.players}
        stakes = {
            seat: stake(move.policy(item), options.points_per_turn, seat, printed)
            for seat, move in zip(printed, moves, strict=True)
        }
        before = {seat: state.points[seat - 1][index] for seat in stakes}
        settlements.append(settle(stakes, before, terms(options)))
    return tuple(settlements)


def _standings(points: Table) -> Standings:
    return Standings(
        points=tuple(tuple(as_printed(value) for value in row) for row in points),
        scores=tuple(as_printed(sum(row, NOTHING)) for row in points),
    )


def told(
    options: Options, before: Standings, settlements: Sequence[Settlement[Fraction]]
) -> Iterator[Event]:
    """The personal events of a turn; one settlement an item, in the order of the options."""
    seats = range(1, len(before.scores) + 1)
    named = tuple(zip(options.items, settlements, strict=True))
    for seat in seats:
        yield _own_result(seat, options, before, settlements)
    for item, settlement in named:
        for group in settlement.groups:
            yield from _cooperation(item, group, settlement)
    for item, settlement in named:
        yield from _attacks_made(item, settlement)
    for item, settlement in named:
        yield from _attacks_suffered(item, settlement, signed=options.attacks_signed)


def _own_result(
    seat: Seat, options: Options, before: Standings, settlements: Sequence[Settlement[Fraction]]
) -> OwnResult:
    rows = tuple(
        ItemResult(
            item=item,
            before=before.of(seat, index),
            allocated=as_printed(settlement.stakes[seat].allocated),
            coop=as_printed(settlement.stakes[seat].coop),
            gain=as_printed(settlement.gain[seat]),
            comp=as_printed(settlement.stakes[seat].comp),
            malus=as_printed(settlement.malus[seat]),
            damage=as_printed(settlement.damage[seat]),
            after=as_printed(settlement.after[seat]),
        )
        for index, (item, settlement) in enumerate(zip(options.items, settlements, strict=True))
    )
    return OwnResult(audience=(seat,), items=rows)


def _cooperation(
    item: str, group: Group[Fraction], settlement: Settlement[Fraction]
) -> Iterator[Cooperated]:
    for seat, partners in group.partners.items():
        yield Cooperated(
            audience=(seat,),
            item=item,
            members=len(group.partners),
            pool=as_printed(group.pool),
            partners=tuple(
                Contribution(partner, as_printed(settlement.stakes[partner].coop))
                for partner in partners
            ),
        )


def _attacks_made(item: str, settlement: Settlement[Fraction]) -> Iterator[AttackMade]:
    for strike in settlement.strikes:
        yield AttackMade(
            audience=(strike.attacker,),
            item=item,
            target=strike.target,
            share=as_printed(strike.share),
            damage=as_printed(strike.damage),
        )


def _attacks_suffered(
    item: str, settlement: Settlement[Fraction], *, signed: bool
) -> Iterator[AttackSuffered]:
    suffered = [
        AttackSuffered(
            audience=(strike.target,),
            item=item,
            attacker=strike.attacker if signed else None,
            damage=as_printed(strike.damage),
        )
        for strike in settlement.strikes
    ]
    # Heaviest first: in the order of the attackers' seats, unsigned attacks would name them.
    yield from sorted(suffered, key=lambda event: event.damage, reverse=True)
