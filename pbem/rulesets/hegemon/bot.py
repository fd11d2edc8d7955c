"""Automatic players: three tempers, and random legal moves, the weakest opponent of all.

They decide from what a player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from pbem.engine.api import Ask, Seat
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import EVERYONE, FULL, NOTHING, Move, Policy, Range
from pbem.rulesets.hegemon.view import Standings, View

_FEELER = Fraction(20)
"""Percent of an item that keeps the door to cooperation open."""


class Reciprocator:
    """Gives as much to cooperation as the others gave last time, and begins trusting."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        policies = []
        for index, (item, share) in enumerate(_shares(view.options.items, chance)):
            coop = min(Fraction(80), max(_FEELER, self._returned(view, index)))
            policies.append(Policy(item, share, coop, FULL - coop, partners=EVERYONE))
        return Move(tuple(policies))

    def _returned(self, view: View, index: int) -> Fraction:
        """The average that came back from the pool last turn, in percent of the own allocation.

        Told from the growth of the own points: what damage took counts as not given.
        """
        before = _own_policy(view, index)
        if view.turn == 0 or not before.allocation:
            return Fraction(80)
        options = view.options
        allocated = options.points_per_turn * before.allocation / FULL
        coop = allocated * before.coop / FULL
        comp = allocated * before.comp / FULL if options.competition_counts else NOTHING
        pooled = _growth(view, index) - comp - coop * Fraction(options.bonus_coop)
        return Fraction(round(FULL * pooled / allocated))


class Hedger:
    """Half to cooperation, half to defence, more of it where it leads; breaks faith at the end."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        policies = []
        for index, (item, share) in enumerate(_shares(view.options.items, chance)):
            coop = Fraction(5) if self._is_last(view) else Fraction(50)
            if view.turn and not self._is_last(view) and self._leads(view, index):
                coop = Fraction(35)
            policies.append(Policy(item, share, coop, FULL - coop, partners=EVERYONE))
        return Move(tuple(policies))

    def _is_last(self, view: View) -> bool:
        return view.turn + 1 == view.options.last_turn

    def _leads(self, view: View, index: int) -> bool:
        own = view.now.of(_seat(view), index)
        return all(own > view.now.of(player.seat, index) for player in view.others)


class Raider:
    """Strikes the strongest rival where it holds most, and cooperates only to draw on the pools."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Move:
        prey = self._prey(view)
        policies = []
        for index, (item, share) in enumerate(_shares(view.options.items, chance)):
            held = Fraction(view.now.of(prey, index))
            target = Range(held, held) if held else None
            policies.append(
                Policy(item, share, Fraction(10), Fraction(90), EVERYONE, targets=target)
            )
        return Move(tuple(policies))

    def _prey(self, view: View) -> Seat:
        return max(view.others, key=lambda player: view.now.score(player.seat)).seat


def _shares(items: Sequence[str], chance: Chance) -> tuple[tuple[str, Fraction], ...]:
    """All of the turn's points, with an emphasis that nobody can foresee: an item may get up to
    half as much again as another."""
    stream = chance.stream("shares")
    weights = [stream.between(8, 12) for _item in items]
    shares = [100 * weight // sum(weights) for weight in weights]
    shares[stream.below(len(items))] += 100 - sum(shares)
    return tuple((item, Fraction(share)) for item, share in zip(items, shares, strict=True))


def _seat(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator's view has no move to decide on")
    return view.seat


def _own_policy(view: View, index: int) -> Policy:
    item = view.options.items[index]
    return view.move.policy(item) if view.move else Policy(item, NOTHING)


def _growth(view: View, index: int) -> Fraction:
    seat = _seat(view)
    before = view.history[-2].of(seat, index)
    return Fraction(view.now.of(seat, index) - before)


def random_move(options: Options, now: Standings, stream: Stream) -> Move:
    """Any items in any order, any split, ranges that often hold somebody."""
    items = stream.sample(options.items, stream.between(0, len(options.items)))
    left = Fraction(100)
    policies = []
    for item in items:
        allocation = _percent(left, stream)
        left -= allocation
        column = [row[options.items.index(item)] for row in now.points]
        policies.append(_policy(item, allocation, column, stream))
    return Move(tuple(policies))


def _policy(item: str, allocation: Fraction, column: Sequence[Decimal], stream: Stream) -> Policy:
    coop = _percent(Fraction(100), stream)
    comp = _percent(100 - coop, stream)
    return Policy(
        item=item,
        allocation=allocation,
        coop=coop,
        comp=comp,
        partners=_range(column, stream) if stream.strikes(3, 4) else None,
        targets=_range(column, stream) if stream.strikes(1, 2) else None,
    )


def _percent(most: Fraction, stream: Stream) -> Fraction:
    """From 0 to `most`; now and then with one or two decimals, now and then all of it."""
    if stream.strikes(1, 6):
        return most
    steps = stream.choice((1, 1, 1, 10, 100))
    return Fraction(stream.between(0, floor(most * steps)), steps)


def _range(column: Sequence[Decimal], stream: Stream) -> Range:
    """Around somebody's points as they stand, exactly on them, or anywhere."""
    centre = Fraction(stream.choice(column))
    if stream.strikes(1, 8):
        return Range(centre, centre)
    low = max(NOTHING, Fraction(floor(centre) - stream.between(0, 40)))
    if stream.strikes(1, 4):
        return Range(low, None)
    return Range(low, Fraction(ceil(centre) + stream.between(0, 40)))
