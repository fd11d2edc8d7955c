"""Any legal orders: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.maps.board import LAND, Board, Square, distance
from pbem.maps.paths import STRAIGHT, steps
from pbem.rulesets.god_unit.designs import CHARACTERISTICS, FACTORY, GRUNT, Design, is_valid
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Orders,
    Pass,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.pieces import Unit, factory_letter
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import field_of, workshops
from pbem.rulesets.god_unit.reckoning.plans import plan
from pbem.rulesets.god_unit.reckoning.refusals import Refusal
from pbem.rulesets.god_unit.view import View

_RAISES = 5
"""So many times at most a random design is raised by a level or two."""


def random_orders(view: View, stream: Stream) -> Orders:
    """Legal orders at random; nothing for who has no part in the game."""
    if not view.is_playing:
        return Orders()
    if view.is_placing:
        return Orders(tuple(_placement(view, stream)))
    assert view.seat is not None
    field = field_of(view)
    army = _Army(field, view.seat, stream)
    produce = _production(view, stream)
    units = [unit for unit in field.units(view.seat) if stream.strikes(5, 6)]
    acts = [act for unit in stream.shuffled(units) if (act := army.act(unit))]
    passes: list[AnyOrder] = [Pass()] if acts and stream.strikes(1, 12) else []
    return Orders((*produce, *acts[: len(acts) // 2], *passes, *acts[len(acts) // 2 :]))


def _placement(view: View, stream: Stream) -> Iterator[AnyOrder]:
    assert view.seat is not None
    squares: Sequence[Square] = view.homes[view.seat - 1].zone
    if view.options.placement == "open":
        squares = tuple(view.board.squares(LAND))
    count = min(len(squares), stream.below(view.options.factories + 3))
    if count:
        yield Place(squares=tuple(stream.sample(squares, count)))
    for made in range(view.options.factories):
        if stream.strikes(5, 6):
            design = random_design(view.options.max_cost, stream)
            yield Produce(factory=factory_letter(made), product=design, repeat=stream.strikes(1, 2))


def random_design(max_cost: int, stream: Stream) -> Design:
    """A valid design, most often a cheap one."""
    design = GRUNT
    if stream.strikes(1, 8):
        design = Design(a=0, n=0, r=0) if stream.strikes(1, 3) else Design(m=0, r=2)
    for _raise in range(stream.below(_RAISES + 1)):
        name = stream.choice(CHARACTERISTICS)
        raised = design.having(name, design.levels[name] + stream.between(1, 2))
        if is_valid(raised, max_cost):
            design = raised
    return design if is_valid(design, max_cost) else GRUNT


def _production(view: View, stream: Stream) -> Iterator[AnyOrder]:
    """Factories that idle get something to do; now and then one changes its mind."""
    for shop in workshops(view):
        if shop.work is not None and not stream.strikes(1, 20):
            continue
        kind = stream.below(16)
        product: Design | None = random_design(view.options.max_cost, stream)
        if kind == 0:
            product = None
        elif kind == 1:
            product = FACTORY
        repeat = product is not None and stream.strikes(1, 2)
        yield Produce(factory=shop.site.letter, product=product, repeat=repeat)


class _Army:
    """Draws orders for units. Legality is cheap to tell for most choices; only a move to a
    square is tried on the board."""

    def __init__(self, field: Field, seat: Seat, stream: Stream) -> None:
        self._field = field
        self._stream = stream
        self._enemies = sorted(field.enemy_squares(seat))
        self._lands = _masses(field.board)

    def act(self, unit: Unit) -> Act | None:
        """An action of a unit, with alternatives now and then; None where it can do nothing."""
        choices = list(self._choices(unit))
        if not choices:
            return None
        others = tuple(
            Else(choice, late=self._stream.strikes(1, 3))
            for choice in choices[1:3]
            if self._stream.strikes(1, 2)
        )
        return Act(unit=unit.number, choice=choices[0], others=others)

    def _choices(self, unit: Unit) -> Iterator[AnyChoice]:
        """What a unit might do, in a random order in which attacks come first more often."""
        if unit.phase == "undeployed" and self._stream.strikes(1, 3):
            yield Deploy()
        found: list[AnyChoice] = []
        if unit.levels.is_armed and not self._field.truce:
            reach = unit.levels.range
            near = [square for square in self._enemies if distance(unit.square, square) <= reach]
            if near:
                yield self._strike(self._stream.choice(near))
            found += self._attacks(unit)
        if unit.levels.m:
            found += self._moves(unit)
        yield from self._stream.shuffled(found)

    def _strike(self, square: Square) -> AnyChoice:
        """At a square in which enemies stand, or at one of them."""
        if self._stream.strikes(2, 3):
            return AttackAt(squares=(square,))
        return AttackPiece(target=self._stream.choice(self._field.at(square)).name)

    def _attacks(self, unit: Unit) -> Iterator[AnyChoice]:
        yield AttackNearest()
        drawn = (self._square_within(unit, unit.levels.range) for _draw in range(2))
        squares = tuple(dict.fromkeys(square for square in drawn if square is not None))
        if squares:
            yield AttackAt(squares=squares)

    def _moves(self, unit: Unit) -> Iterator[AnyChoice]:
        square = self._square_within(unit, unit.levels.walk)
        if square is not None and self._may_move(unit, Move(to=square)):
            yield Move(to=square)
        mass = self._lands[unit.square]
        goals = [goal for goal in self._enemies if self._lands[goal] == mass]
        if goals:
            yield MoveTowards(goal=self._stream.choice(goals))

    def _may_move(self, unit: Unit, choice: Move) -> bool:
        found = plan(self._field, unit, choice)
        return not isinstance(found, Refusal) or found.is_for_now

    def _square_within(self, unit: Unit, limit: int) -> Square | None:
        """A square of land near a unit and not its own, if the draw hits one."""
        far, (x, y) = limit // STRAIGHT, unit.square
        square = x + self._stream.between(-far, far), y + self._stream.between(-far, far)
        near = square != unit.square and distance(unit.square, square) <= limit
        return square if near and self._field.board.is_land(square) else None


@lru_cache(maxsize=16)
def _masses(board: Board) -> Mapping[Square, int]:
    """Land by the mass that it hangs together with, orthogonally: even M1 can walk all of it."""
    masses: dict[Square, int] = {}
    for number, start in enumerate(board.squares(LAND)):
        front = [start] if start not in masses else []
        while front:
            square = front.pop()
            if square not in masses:
                masses[square] = number
                front += (near for near, _length in steps(board, square, longest=STRAIGHT))
    return masses
