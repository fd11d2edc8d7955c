"""How orders, squares and designs are written in tests of God Unit."""

from __future__ import annotations

import msgspec

from pbem.maps.board import Square, read_square
from pbem.rulesets.god_unit.figures import (
    BANNERS,
    FACTORY,
    GRUNT,
    Characteristic,
    Design,
    Name,
)
from pbem.rulesets.god_unit.orders import (
    Act,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Place,
    Produce,
)

# How things are written in tests ------------------------------------------------------


def square(name: str) -> Square:
    found = read_square(name)
    assert found is not None, f"{name!r} names no square"
    return found


def squares(names: str) -> tuple[Square, ...]:
    return tuple(map(square, names.split()))


def piece_name(text: str) -> Name:
    """``Red 7`` or ``Blue B``."""
    colour, name = text.split()
    return Name(BANNERS.index(colour) + 1, name)


def design(text: str) -> Design:
    """``D2 R3``, ``factory``, or ``grunt``."""
    if text == "factory":
        return FACTORY
    made = GRUNT
    for word in text.replace("grunt", "").split():
        letter: Characteristic = word[0]  # type: ignore[assignment]  # a letter
        made = made.having(letter, int(word[1:]))
    return made


def move(unit: int, to: str) -> Act:
    return Act(unit=unit, choice=Move(to=square(to)))


def towards(unit: int, goal: str) -> Act:
    return Act(unit=unit, choice=MoveTowards(goal=square(goal)))


def attack(unit: int, at: str) -> Act:
    """At one square or several, as ``d8 d9``."""
    return Act(unit=unit, choice=AttackAt(squares=squares(at)))


def attack_nearest(unit: int) -> Act:
    return Act(unit=unit, choice=AttackNearest())


def attack_piece(unit: int, target: str) -> Act:
    return Act(unit=unit, choice=AttackPiece(target=piece_name(target)))


def deploy(unit: int) -> Act:
    return Act(unit=unit, choice=Deploy())


def otherwise(line: Act, *others: Act, late: bool = False) -> Act:
    """The line with the choices of others after it: ELSE, or ELSE LATE."""
    more = tuple(Else(other.choice, late=late) for other in others)
    return msgspec.structs.replace(line, others=(*line.others, *more))


def produce(factory: str, product: str | None, *, repeat: bool = False) -> Produce:
    return Produce(
        factory=factory, product=None if product is None else design(product), repeat=repeat
    )


def place(names: str) -> Place:
    return Place(squares=squares(names))
