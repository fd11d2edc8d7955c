"""Games of bots against each other, against players of one design, and against the unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.api import Ask, Player
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.bots import Bot, advice
from pbem.rulesets.god_unit.events import ProductRefused
from pbem.rulesets.god_unit.figures import Design, Unit
from pbem.rulesets.god_unit.mechanics.position import Position, workshops
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AttackNearest,
    Deploy,
    Else,
    MoveTowards,
    Orders,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.report.suggestions import order_template
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.table import design


class Unread:
    """A player who sends the template's lines back without a look at them."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        template: tuple[str, ...] = ()
        if seen.seat is not None and seen.is_playing:
            template = order_template(Position(seen, seen.seat), advice(seen))
        lines = [line[2:] for line in template if not line.endswith((":", ".", "#"))]
        parsed = RULESET.desk.parse(seen, ask, read_sheet(lines, seen.open_turn).now)
        return parsed.orders or Orders()


@dataclass(frozen=True)
class Fixed:
    """One design over and over; its units attack the nearest, else go at the nearest factory."""

    design: Design
    is_near: bool = False
    """Whether its factories stand as near to the rival as they may."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        if not seen.is_playing:
            return Orders()
        if seen.is_placing:
            return Orders((self._places(seen), *map(self._produces, "AB")))
        idle = (shop.site.letter for shop in workshops(seen) if shop.work is None)
        goals = [one.site.square for one in seen.factories if one.site.seat != seen.seat]
        goals += [one.square for one in seen.units if one.seat != seen.seat] if not goals else []
        acts = (self._act(one, goals) for one in seen.units_of(seen.seat) if goals)
        return Orders((*map(self._produces, idle), *acts))

    def _places(self, seen: View) -> Place:
        (other,) = {1, 2} - {seen.seat}
        centre = seen.homes[other - 1].zone[0]
        zone = sorted(seen.homes[(seen.seat or 0) - 1].zone, key=lambda s: distance(s, centre))
        return Place(squares=tuple((zone if self.is_near else zone[::-1])[:6]))

    def _produces(self, letter: str) -> Produce:
        return Produce(factory=letter, product=self.design, repeat=True)

    def _act(self, one: Unit, goals: Sequence[Square]) -> Act:
        if one.phase == "undeployed":
            return Act(unit=one.number, choice=Deploy())
        goal = min(goals, key=lambda square: (distance(one.square, square), square))
        on = (Else(MoveTowards(goal=goal)),)
        return Act(unit=one.number, choice=AttackNearest(), others=on)


class AtRandom:
    """The desk's random legal orders, as a bot."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        return RULESET.desk.sample(seen, ask, chance)


Decider = Bot | AtRandom | Unread | Fixed


def begin(players: int, number: int, options: Options) -> State:
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    return RULESET.rules.setup(options, seats, Chance(number.to_bytes(32, "big"), 0))


def play(deciders: Sequence[Decider], number: int, options: Options | None = None) -> State:
    """One game to its end. No product that a commander orders may be refused."""
    secret = number.to_bytes(32, "big")
    state = begin(len(deciders), number, options or Options())
    while state.ending is None:
        turn = state.turn + 1
        answers = {
            ask.seat: deciders[ask.seat - 1].decide(
                RULESET.rules.view(state, ask.seat), ask, Chance(secret, turn, f"seat {ask.seat}")
            )
            for ask in RULESET.rules.asks(state)
        }
        state, events = RULESET.rules.resolve(state, answers, Chance(secret, turn))
        refused = [event.audience for event in events if isinstance(event, ProductRefused)]
        assert not any(isinstance(deciders[seat - 1], Bot) for (seat,) in refused)
    return state


def victories(
    one: Decider,
    other: Decider,
    players: int,
    numbers: Sequence[int],
    options: Options | None = None,
) -> float:
    """The share that `one` wins of paired games: every game twice, with seats exchanged."""
    won = 0.0
    for number in numbers:
        for shift in (0, 1):
            table = [(one, other)[(seat + shift) % 2] for seat in range(players)]
            ending = play(table, number, options).ending
            assert ending is not None
            winners = ending.winners or tuple(range(1, players + 1))
            won += sum(table[seat - 1] is one for seat in winners) / len(winners)
    return won / (2 * len(numbers))


MAPS = {
    "8x8": Options(),
    "12x12": Options(width=12, height=12),
    "syzygy": Options(board="syzygy"),
}
FIXED = {
    "sniper": Fixed(design("A3 D0 R5")),
    "grunts": Fixed(design("grunt")),
    "bombers": Fixed(design("D0 N2")),
    "near snipers": Fixed(design("A3 D0 R5"), is_near=True),
    "near grunts": Fixed(design("grunt"), is_near=True),
    "near bombers": Fixed(design("D0 N2"), is_near=True),
}
