"""Automatic players: three tempers, and random legal moves, the weakest opponent of all.

They decide from what a player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.engine.api import Ask, Seat
from pbem.engine.language.figures import FULL
from pbem.engine.menu import walk
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.hegemon.language import Situation
from pbem.rulesets.hegemon.menu import items
from pbem.rulesets.hegemon.orders import EVERYONE, NOTHING, Move, Policy, Range
from pbem.rulesets.hegemon.taking import TAKER
from pbem.rulesets.hegemon.view import View

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


def random_move(view: View, stream: Stream) -> Move:
    """Any items in any order, each with what the menu offers for it."""
    at = Situation(view)
    for _item in range(stream.between(0, len(view.options.items))):
        menu = tuple(items(view, at.move))
        if menu:
            (step,) = TAKER.take(walk(menu, stream), at)
            at = step.after
    return at.move
