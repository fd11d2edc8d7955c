"""What a unit can do now: a way, an aim or a deployment, or the reason why not (GU-6, GU-11).

A refusal that is for now only lets a line wait; any other can be told at receipt.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import msgspec

from pbem.maps.board import Square, distance
from pbem.maps.paths import as_far_as, path, steps, within
from pbem.rulesets.god_unit.orders import (
    AnyChoice,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Move,
    MoveTowards,
)
from pbem.rulesets.god_unit.pieces import Site, Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.refusals import Refusal, Why


class Walk(msgspec.Struct, frozen=True):
    """A way, from where the unit stands to where it will."""

    path: tuple[Square, ...]


class Fire(msgspec.Struct, frozen=True):
    """Squares in range that are named, in that order; the first ones may be empty by now.
    ``nearest``: of several equally near squares a die picks one."""

    squares: tuple[Square, ...]
    nearest: bool = False


class Unfold(msgspec.Struct, frozen=True):
    """A deployment."""


Plan = Walk | Fire | Unfold


def plan(field: Field, unit: Unit, choice: AnyChoice) -> Plan | Refusal:
    """What `choice` comes to for `unit` as the field stands, or why it cannot be done."""
    match choice:
        case Move():
            return _move(field, unit, choice.to)
        case MoveTowards():
            return _move_towards(field, unit, choice.goal)
        case AttackAt() | AttackNearest() | AttackPiece():
            return _attack(field, unit, choice)
        case Deploy():
            return _deploy(field, unit)


def squares_in_range(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where enemies stand that the unit could attack, the nearest first."""
    near = within(field.board, unit.square, unit.levels.range)
    return tuple(square for square in near if field.holds_enemies(square, unit.seat))


# Moves (GU-6) -------------------------------------------------------------------------


def _no_step(field: Field, unit: Unit, goal: Square) -> Refusal | None:
    """Why no move to `goal` can be thought of."""
    if not field.board.is_land(goal):
        return Refusal(Why.NO_GROUND, square=goal)
    if unit.levels.m == 0:
        return Refusal(Why.IMMOBILE)
    if goal == unit.square:
        return Refusal(Why.HERE, square=goal)
    return None


def _move(field: Field, unit: Unit, goal: Square) -> Walk | Refusal:
    refusal = _no_step(field, unit, goal)
    if refusal is not None:
        return refusal
    most, far = unit.levels.walk, distance(unit.square, goal)
    if far > most:
        return Refusal(Why.TOO_FAR, square=goal, need=far, have=most)
    enemies = field.enemy_squares(unit.seat)
    if goal not in enemies:
        way = path(field.board, unit.square, goal, most, enemies)
        if way is not None:
            return Walk(way)
    free = path(field.board, unit.square, goal, most)
    if free is None:
        return Refusal(Why.TOO_FAR, square=goal, need=far, have=most)
    return _blocked(field, unit, goal, free)


def _blocked(field: Field, unit: Unit, goal: Square, way: tuple[Square, ...]) -> Refusal:
    """Who stands in the way, the goal itself before all; enemies are all that can bar it."""
    beside = (square for one, two in pairwise(way) for square in (*_flanks(one, two), two))
    square = next(square for square in (goal, *beside) if field.holds_enemies(square, unit.seat))
    pieces = tuple(piece.name for piece in field.at(square))
    return Refusal(Why.BLOCKED, square=square, pieces=pieces)


def _flanks(one: Square, two: Square) -> tuple[Square, ...]:
    """The squares that a diagonal step passes between."""
    if one[0] == two[0] or one[1] == two[1]:
        return ()
    return (one[0], two[1]), (two[0], one[1])


def _move_towards(field: Field, unit: Unit, goal: Square) -> Walk | Refusal:
    """Along the shortest way round all enemies, in steps that the unit can make; if there is
    none, along the shortest one of all, up to whoever bars it."""
    refusal = _no_step(field, unit, goal)
    if refusal is not None:
        return refusal
    enemies, walk = field.enemy_squares(unit.seat), unit.levels.walk
    way = field.way(unit.seat, unit.square, goal, walk)
    if way is None:
        way = path(field.board, unit.square, goal, longest=walk)
    if way is None:
        return Refusal(Why.NO_WAY, square=goal)
    walked = as_far_as(_open_part(field, way, enemies), walk)
    return Walk(walked) if len(walked) > 1 else _blocked(field, unit, goal, way[:2])


def _open_part(
    field: Field, way: tuple[Square, ...], enemies: Collection[Square]
) -> tuple[Square, ...]:
    """A way up to the first step that enemies bar."""
    for count, (one, two) in enumerate(pairwise(way), start=1):
        if not any(near == two for near, _length in steps(field.board, one, enemies)):
            return way[:count]
    return way


# Attacks (GU-11) ----------------------------------------------------------------------


def _attack(
    field: Field, unit: Unit, choice: AttackAt | AttackNearest | AttackPiece
) -> Fire | Refusal:
    if not unit.levels.is_armed:
        return Refusal(Why.UNARMED)
    if field.truce:
        return Refusal(Why.TRUCE)
    match choice:
        case AttackAt():
            return _attack_at(field, unit, choice.squares)
        case AttackNearest():
            return _attack_nearest(field, unit)
        case AttackPiece():
            return _attack_piece(field, unit, choice)


def _attack_at(field: Field, unit: Unit, squares: tuple[Square, ...]) -> Fire | Refusal:
    """Squares out of range are skipped; one in range must hold an enemy."""
    if not squares:
        return Refusal(Why.NOBODY_THERE, square=unit.square)
    most = unit.levels.range
    near = tuple(square for square in squares if distance(unit.square, square) <= most)
    if not near:
        nearest = min(squares, key=lambda square: distance(unit.square, square))
        far = distance(unit.square, nearest)
        return Refusal(Why.OUT_OF_RANGE, square=nearest, need=far, have=most)
    if not any(field.holds_enemies(square, unit.seat) for square in near):
        return Refusal(Why.NOBODY_THERE, square=near[0])
    return Fire(near)


def _attack_nearest(field: Field, unit: Unit) -> Fire | Refusal:
    found = squares_in_range(field, unit)
    if not found:
        return Refusal(Why.NOBODY_NEAR, have=unit.levels.range)
    nearest = distance(unit.square, found[0])
    return Fire(
        tuple(square for square in found if distance(unit.square, square) == nearest), nearest=True
    )


def _attack_piece(field: Field, unit: Unit, choice: AttackPiece) -> Fire | Refusal:
    if choice.target.seat == unit.seat:
        return Refusal(Why.OWN_TARGET, pieces=(choice.target,))
    target = field.get(choice.target)
    if target is None:
        why = Why.UNSEEN if field.may_come(choice.target) else Why.NO_TARGET
        return Refusal(why, pieces=(choice.target,))
    far, most = distance(unit.square, target.square), unit.levels.range
    if far > most:
        return Refusal(
            Why.TARGET_AWAY, square=target.square, need=far, have=most, pieces=(choice.target,)
        )
    return Fire((target.square,))


# Deployments (GU-12) ------------------------------------------------------------------


def _deploy(field: Field, unit: Unit) -> Unfold | Refusal:
    if unit.phase != "undeployed":
        return Refusal(Why.NOT_UNDEPLOYED)
    if unit.design.is_factory:
        for piece in field.at(unit.square):
            if _is_factory_here(piece):
                return Refusal(Why.FACTORY_THERE, square=unit.square, pieces=(piece.name,))
    return Unfold()


def _is_factory_here(piece: Unit | Site) -> bool:
    """Whether a factory stands or deploys (GU-12)."""
    if isinstance(piece, Site):
        return True
    return piece.design.is_factory and piece.phase == "deploying"
