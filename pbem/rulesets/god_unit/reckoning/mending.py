"""The nearest order that would have been right."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.rulesets.god_unit.designs import (
    ARMAMENT,
    CHARACTERISTICS,
    Design,
    Rule,
    broken_rules,
)
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.orders import (
    AnyChoice,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Move,
    MoveTowards,
)
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.plans import may_come, refusal


def nearest_valid(design: Design, max_cost: int) -> Design:
    """A valid design much like this one: the highest levels lowered, or zeros raised, one by one
    until no rule is broken (GU-2)."""
    low, high = FIGURES.levels
    for name, level in design.levels.items():
        design = design.having(name, min(high, max(low, level)))
    while rules := broken_rules(design, max_cost):
        design = _a_step_nearer(design, rules)
    return design


def _a_step_nearer(design: Design, rules: Collection[Rule]) -> Design:
    levels = design.levels
    if Rule.ARMS_TOGETHER in rules:
        name = next(one for one in ARMAMENT if levels[one] == 0)
        return design.having(name, 1)
    if Rule.TOO_CHEAP in rules:
        name = min(CHARACTERISTICS, key=lambda one: levels[one])
        return design.having(name, levels[name] + 1)
    names = ARMAMENT if Rule.ARMAMENT in rules else CHARACTERISTICS
    name = max(names, key=lambda one: levels[one])
    return design.having(name, levels[name] - 1)


def mended_choice(field: Field, unit: Unit, choice: AnyChoice) -> AnyChoice | None:
    """What the unit could do instead of what it cannot; None where nothing is near."""
    if isinstance(choice, AttackAt):
        land = tuple(square for square in choice.squares if field.board.is_land(square))
        if land != choice.squares and land and may_come(field, unit, AttackAt(squares=land)):
            return AttackAt(squares=land)
    found = _instead(field, unit, choice)
    return next((one for one in found if refusal(field, unit, one) is None), None)


def _instead(field: Field, unit: Unit, choice: AnyChoice) -> Iterator[AnyChoice]:
    match choice:
        case Move(to=goal):
            yield MoveTowards(goal=goal)
        case AttackAt(squares=squares):
            yield AttackNearest()
            yield MoveTowards(goal=squares[0])
        case AttackPiece(target=name):
            target = field.get(name)
            if target is not None and name.seat != unit.seat:
                yield AttackNearest()
                yield MoveTowards(goal=target.square)
