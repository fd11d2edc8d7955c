"""What is to be foreseen in the open turn: how likely an attack wins (GU-11), which units could
attack one's own, and who could spoil a move (GU-6, GU-10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language import Refused
from pbem.maps.board import Square, distance
from pbem.maps.paths import length, needed, path, reach
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Name, Piece, Site, Unit
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.plans import Walk, plan
from pbem.rulesets.god_unit.orders import Move, MoveTowards

_SIDES = range(1, 7)


@cache
def chance_to_hit(attack: int, defence: int) -> Fraction:
    """The chance that a die times `attack` beats a die times `defence`, a tie being even odds.
    Against no defence there is no roll."""
    if defence == 0:
        return Fraction(1)
    wins = sum(
        Fraction(1, 2) if a * attack == d * defence else Fraction(a * attack > d * defence)
        for a in _SIDES
        for d in _SIDES
    )
    return Fraction(wins, len(_SIDES) ** 2)


_MOST_GUARDS = 6
"""With more pieces beside it nobody works out how likely one falls."""
_AS_GOOD_AS_GONE = 1e-4


def chance_to_fall(
    defence: int, guards: Sequence[int], volleys: Sequence[tuple[int, int]]
) -> float | None:
    """How likely a piece of this strength of defence falls, with others of those strengths in its
    square, when all these volleys (the strength of an attack, how many) are upon that square: each
    attack is drawn among all that is left there (GU-11). None where too many stand there."""
    if len(guards) > _MOST_GUARDS:
        return None
    standing: dict[tuple[int, ...], float] = {tuple(sorted(guards)): 1.0}
    fallen = 0.0
    for attack in (attack for attack, number in volleys for _one in range(number)):
        if 1 - fallen < _AS_GOOD_AS_GONE:
            break
        after: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for beside, likely in standing.items():
            drawn = likely / (len(beside) + 1)
            hit = float(chance_to_hit(attack, defence))
            fallen += drawn * hit
            after[beside] += drawn * (1 - hit)
            for place, other in enumerate(beside):
                hit = float(chance_to_hit(attack, other))
                after[beside[:place] + beside[place + 1 :]] += drawn * hit
                after[beside] += drawn * (1 - hit)
        standing = after
    return fallen


class Threat(msgspec.Struct, frozen=True):
    """An own piece and the units that have it in range, the strongest first."""

    piece: Site | Unit
    foes: tuple[Unit, ...]

    @property
    def is_factory(self) -> bool:
        """Whether it is one, undeployed ones too."""
        return isinstance(self.piece, Site) or self.piece.design.is_factory


def threats(field: Field, seat: Seat) -> tuple[Threat, ...]:
    """Own pieces in range of others that could destroy them, where they stand now (a unit moves or
    attacks, never both): factories, undeployed ones too, then units by cost."""
    foes = [unit for unit in field.units() if unit.seat != seat]
    foes.sort(key=lambda foe: (-foe.levels.attack * foe.levels.attacks, foe.name))
    own: list[Piece] = [*field.sites(seat), *field.units(seat)]
    own.sort(key=_urgency)
    found = (Threat(one, tuple(foe for foe in foes if threatens(foe, one))) for one in own)
    return () if field.truce else tuple(threat for threat in found if threat.foes)


def _urgency(piece: Piece) -> tuple[int, int]:
    if isinstance(piece, Site):
        return 0, 0
    return (1 if piece.design.is_factory else 2), -piece.design.cost


def threatens(foe: Unit, piece: Piece) -> bool:
    """Whether it has a piece in range, and an attack could destroy that at all."""
    gun = foe.levels
    in_range = gun.is_armed and distance(foe.square, piece.square) <= gun.range
    return in_range and chance_to_hit(gun.attack, piece.levels.defence) > 0


def is_in_contact(field: Field, seat: Seat) -> bool:
    """Whether a unit of this seat has an enemy in range, or an enemy has one of its pieces."""
    pieces: list[Piece] = [*field.sites(), *field.units()]
    return any(
        threatens(gun, target)
        for gun in field.units()
        for target in pieces
        if gun.seat != target.seat and seat in (gun.seat, target.seat)
    )


class Rivalry:
    """Where the enemies of a seat could walk in the open turn."""

    def __init__(self, field: Field, seat: Seat) -> None:
        self._field = field
        self._seat = seat
        self._reaches: dict[Name, Collection[Square]] = {}

    def told(self, unit: Unit, choice: Move | MoveTowards) -> str:
        """What a receipt would say of a move: who could be there first, or how far it gets."""
        try:
            found = plan(self._field, unit, choice)
        except Refused:  # as where the way there is closed
            return ""
        assert isinstance(found, Walk)
        end = found.path[-1]
        if isinstance(choice, MoveTowards):
            return naming.gets_to(end, length(found.path), unit.levels.walk)
        rival = self.could_be_first(unit, found.path)
        return "" if rival is None else naming.could_be_first(*rival, end)

    def could_be_first(self, unit: Unit, way: tuple[Square, ...]) -> tuple[Name, Square] | None:
        """An enemy that could stand on the goal of a way before the unit gets there, or where
        it would cut every way to it, and that square."""
        board, goal, walk = self._field.board, way[-1], unit.levels.walk
        enemies = self._field.enemy_squares(unit.seat)
        for square in (goal, *needed(way)):
            for name in self._walkers(square):
                if square == goal or not path(board, unit.square, goal, walk, enemies | {square}):
                    return name, square
        return None

    def _walkers(self, square: Square) -> Iterator[Name]:
        """Enemies that could walk to a square this turn, as the board stands."""
        if self._field.owner(square) == self._seat:
            return
        for enemy in self._field.units():
            walk = enemy.levels.walk
            if enemy.seat == self._seat or distance(enemy.square, square) > walk:
                continue
            if enemy.square != square and square in self._reach(enemy):
                yield enemy.name

    def _reach(self, enemy: Unit) -> Collection[Square]:
        if enemy.name not in self._reaches:
            blocked = self._field.enemy_squares(enemy.seat)
            found = reach(self._field.board, enemy.square, enemy.levels.walk, blocked)
            self._reaches[enemy.name] = frozenset(found)
        return self._reaches[enemy.name]
