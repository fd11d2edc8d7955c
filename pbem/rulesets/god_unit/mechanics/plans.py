"""What a unit can do now: a way, an aim or a deployment, or the reason why not (GU-6, GU-11).

What may still come about is refused as :class:`NotYet` and lets a line wait; anything else can be
told at receipt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import msgspec

from pbem.engine.language import Refused
from pbem.maps.board import Square, distance, square_name
from pbem.maps.paths import STRAIGHT, needed, path, reach, regions, within
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import BANNERS, FIGURES, Name, Site, Unit
from pbem.rulesets.god_unit.mechanics import Field, errors
from pbem.rulesets.god_unit.mechanics.errors import NotYet
from pbem.rulesets.god_unit.orders import (
    AnyChoice,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Move,
    MoveTowards,
)


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


def plan(field: Field, unit: Unit, choice: AnyChoice) -> Plan:
    """What `choice` comes to for `unit` as the field stands. Raises :class:`Refused`."""
    match choice:
        case Move():
            return _move(field, unit, choice.to)
        case MoveTowards():
            return _move_towards(field, unit, choice.goal)
        case Deploy():
            return _deploy(field, unit)
    if not unit.levels.is_armed:
        folded = unit.phase == "undeployed" and unit.design.is_armed
        raise Refused(errors.FOLDED_UP if folded else errors.UNARMED, "units")
    if field.truce:
        raise Refused(errors.TRUCE, turn=FIGURES.truce)
    match choice:
        case AttackAt():
            return _attack_at(field, unit, choice.squares)
        case AttackNearest():
            return _attack_nearest(field, unit)
        case AttackPiece():
            return _attack_piece(field, unit, choice.target)


def refusal(field: Field, unit: Unit, choice: AnyChoice) -> Refused | None:
    """Why a choice cannot be done now; None where it can."""
    try:
        plan(field, unit, choice)
    except Refused as refused:
        return refused
    return None


def ruled_out(field: Field, unit: Unit, choice: AnyChoice) -> Refused | None:
    """Why a choice can be done neither now nor later in the turn; None where it may be."""
    try:
        if isinstance(choice, MoveTowards):
            # Which way it goes is looked for in the turn only: on a wide board that takes long.
            _check_goal(field, unit, choice.goal)
        else:
            plan(field, unit, choice)
    except NotYet:
        return None
    except Refused as refused:
        return refused
    return None


def may_come(field: Field, unit: Unit, choice: AnyChoice) -> bool:
    """Whether a choice can be done now or may be later in the turn."""
    return ruled_out(field, unit, choice) is None


def squares_in_range(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where enemies stand that the unit could attack, the nearest first."""
    enemies = field.enemy_squares(unit.seat)
    near = within(field.board, unit.square, unit.levels.range)
    return tuple(square for square in near if square in enemies)


def empty_in_range(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where nobody stands and somebody may come that the unit could then attack, the nearest
    first."""
    held = {square for square, _seat in field.held()}
    near = within(field.board, unit.square, unit.levels.range)
    return tuple(one for one in near if one not in held and field.board.is_land(one))


def nearest(unit: Unit, squares: Sequence[Square]) -> tuple[Square, ...]:
    """The first of these squares, which are in order of their distance, and those as near."""
    far = [distance(unit.square, square) for square in squares]
    return tuple(squares[: far.count(far[0])]) if far else ()


# Moves (GU-6) -------------------------------------------------------------------------


def _check_step(field: Field, unit: Unit, goal: Square, slot: str) -> None:
    """Raises :class:`Refused` where no move to `goal` can be thought of."""
    if not field.board.is_land(goal):
        raise Refused(errors.NO_GROUND, slot, square=square_name(goal))
    if unit.levels.m == 0:
        raise Refused(errors.IMMOBILE, "units")
    if goal == unit.square:
        raise Refused(errors.HERE, slot, square=square_name(goal))


def _move(field: Field, unit: Unit, goal: Square) -> Walk:
    _check_step(field, unit, goal, "to")
    most = unit.levels.walk
    if distance(unit.square, goal) > most:
        raise _too_far(unit, goal)
    enemies = field.enemy_squares(unit.seat)
    if goal not in enemies:
        way = path(field.board, unit.square, goal, most, enemies)
        if way is not None:
            return Walk(way)
    free = path(field.board, unit.square, goal, most)
    if free is None:
        raise _too_far(unit, goal)
    raise _blocked(field, unit, goal, free)


def _too_far(unit: Unit, goal: Square) -> Refused:
    fields = _distances(unit, goal, "M", unit.levels.walk)
    beeline = distance(unit.square, goal) > unit.levels.walk
    return Refused(errors.TOO_FAR if beeline else errors.WAY_TOO_FAR, "to", **fields)


def _distances(unit: Unit, square: Square, letter: str, have: int) -> dict[str, Any]:
    """How far a square is away, and how far a level of that letter gets the unit: "R3"."""
    levels = range(FIGURES.levels[0], FIGURES.levels[1] + 1)
    level = next((level for level in levels if FIGURES.reach(level) == have), 0)
    return {
        "square": square_name(square),
        "need": naming.far(distance(unit.square, square)),
        "have": naming.far(have),
        "level": f"{letter}{level}",
    }


def _told(name: Name) -> dict[str, Any]:
    """Its colour apart, which is said in the language of whoever reads of it later."""
    return {"colour": BANNERS[name.seat - 1], "piece": name.name}


def _blocked(field: Field, unit: Unit, goal: Square, way: tuple[Square, ...]) -> NotYet:
    """Who stands in the way, the goal itself before all; enemies are all that can bar it."""
    barred = (goal, *needed(way))
    square = next(square for square in barred if field.holds_enemies(square, unit.seat))
    pieces = field.at(square)
    message = errors.BLOCKED if len(pieces) == 1 else errors.BLOCKED_BY_MORE
    return NotYet(message, "to", square=square_name(square), **_told(pieces[0].name))


def _check_goal(field: Field, unit: Unit, goal: Square) -> None:
    """Raises :class:`Refused` where no turn brings the unit nearer to `goal`."""
    _check_step(field, unit, goal, "goal")
    region = regions(field.board)
    if region.get(unit.square) != region[goal]:
        raise Refused(errors.NO_WAY, "goal", square=square_name(goal))


def _move_towards(field: Field, unit: Unit, goal: Square) -> Walk:
    """As far as it gets: of all that it can walk to now the square from which the way on, round
    enemies where they leave one, is the shortest, and of several the nearest."""
    _check_goal(field, unit, goal)
    enemies, walk = field.enemy_squares(unit.seat), unit.levels.walk
    found = reach(field.board, unit.square, walk, enemies)
    left = _ways_left(field, unit, goal, found.keys())
    best = min(found, key=lambda square: (left.get(square, _NEVER), found[square], square))
    way = path(field.board, unit.square, best, walk, enemies)
    if way is None or best == unit.square:
        free = path(field.board, unit.square, goal, longest=walk) or (unit.square, goal)
        raise _blocked(field, unit, goal, free[:2])
    return Walk(way)


def _ways_left(
    field: Field, unit: Unit, goal: Square, squares: Set[Square]
) -> Mapping[Square, int]:
    """How far it is to the goal from the nearest of these squares, which the unit can walk to:
    round enemies, but for who stands on the goal, or through them where there is no other way."""
    walk = unit.levels.walk
    others = field.enemy_squares(unit.seat) - {goal}
    left = reach(field.board, goal, blocked=others, longest=walk, until=squares)
    if squares.isdisjoint(left):
        left = reach(field.board, goal, longest=walk, until=squares)
    return left


_NEVER = 1 << 30


# Attacks (GU-11) ----------------------------------------------------------------------


def _attack_at(field: Field, unit: Unit, squares: tuple[Square, ...]) -> Fire:
    """Squares out of range are skipped; one in range must hold an enemy."""
    near = tuple(s for s in squares if distance(unit.square, s) <= unit.levels.range)
    if not near:
        closest = min(squares, key=lambda one: distance(unit.square, one), default=unit.square)
        raise out_of_range(unit, closest)
    if not any(field.holds_enemies(square, unit.seat) for square in near):
        raise NotYet(errors.NOBODY_THERE, "squares", square=square_name(near[0]))
    return Fire(near)


def out_of_range(unit: Unit, square: Square) -> Refused:
    """What is said of a square that a unit cannot reach."""
    fields = _distances(unit, square, "R", unit.levels.range)
    return Refused(errors.OUT_OF_RANGE, "squares", **fields)


def _attack_nearest(field: Field, unit: Unit) -> Fire:
    found = squares_in_range(field, unit)
    if not found:
        have = unit.levels.range
        message = errors.NOBODY_BESIDE if have == STRAIGHT else errors.NOBODY_NEAR
        raise NotYet(message, have=naming.far(have))
    return Fire(nearest(unit, found), nearest=True)


def _attack_piece(field: Field, unit: Unit, name: Name) -> Fire:
    if name.seat == unit.seat:
        raise Refused(errors.OWN_TARGET, "target", **_told(name))
    target = field.get(name)
    if target is None and field.may_come(name):
        raise NotYet(errors.UNSEEN, "target", **_told(name))
    if target is None:
        raise Refused(errors.NO_TARGET, "target", **_told(name))
    if distance(unit.square, target.square) > unit.levels.range:
        fields = _distances(unit, target.square, "R", unit.levels.range)
        away = Refused if isinstance(target, Site) else NotYet
        raise away(errors.TARGET_AWAY, "target", **_told(name), **fields)
    return Fire((target.square,))


# Deployments (GU-12) ------------------------------------------------------------------


def _deploy(field: Field, unit: Unit) -> Unfold:
    if unit.phase != "undeployed":
        raise Refused(errors.NOT_UNDEPLOYED, "units")
    for piece in field.at(unit.square) if unit.design.is_factory else ():
        if isinstance(piece, Site) or (piece.design.is_factory and piece.phase == "deploying"):
            where = square_name(unit.square)
            raise NotYet(errors.FACTORY_THERE, "units", **_told(piece.name), square=where)
    return Unfold()
