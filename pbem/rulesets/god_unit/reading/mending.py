"""The nearest order that would have been right."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from pbem.rulesets.god_unit.designs import (
    ARMAMENT,
    CHARACTERISTICS,
    Design,
    Rule,
    broken_rules,
)
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.orders import Act, AnyChoice, AttackNearest, MoveTowards
from pbem.rulesets.god_unit.pieces import Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.plans import plan
from pbem.rulesets.god_unit.reckoning.refusals import Refusal, Why


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


def mended_choice(field: Field, unit: Unit, refusal: Refusal) -> AnyChoice | None:
    """What the unit could do instead of what was refused; None where nothing is near."""
    for choice in _instead(refusal):
        found = plan(field, unit, choice)
        if not isinstance(found, Refusal):
            return choice
    return None


def _instead(refusal: Refusal) -> Iterator[AnyChoice]:
    if refusal.square is None:
        return
    if refusal.why is Why.TOO_FAR:
        yield MoveTowards(goal=refusal.square)
    if refusal.why in (Why.OUT_OF_RANGE, Why.TARGET_AWAY):
        yield AttackNearest()
        yield MoveTowards(goal=refusal.square)


def line_for(units: Sequence[int], act: Act) -> str:
    """An order as one line for several units."""
    verb, _unit, rest = _parts(act)
    return " ".join((verb, *map(str, units), rest)).rstrip()


def with_choice(act: Act, choice: AnyChoice) -> Act:
    """The same order with another first choice."""
    return msgspec.structs.replace(act, choice=choice)


def _parts(act: Act) -> tuple[str, str, str]:
    verb, _blank, rest = str(act).partition(" ")
    unit, _blank, what = rest.partition(" ")
    return verb, unit, what
