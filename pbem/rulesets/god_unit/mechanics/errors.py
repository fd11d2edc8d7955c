"""The rules that an order may break, each as what its author is told; and why a design is not
valid (GU-2)."""

from __future__ import annotations

from pbem.engine.i18n import N_, _
from pbem.engine.language import Refused
from pbem.engine.phrases import count_turns, in_a_row, side_by_side
from pbem.rulesets.god_unit.figures import ARMAMENT, FIGURES, Design, Rule, broken_rules


class NotYet(Refused):
    """What may still become possible before the turn is over, so that the line waits (GU-8)."""


NO_UNIT = N_("the unit is not on the board")
NO_GROUND = N_("{square} cannot be entered: it is no land")
NOBODY_STANDS = N_("nobody can stand at {square}: it is no land")
HERE = N_("the unit stands at {square} already")
IMMOBILE = N_("the unit has M0 and cannot move")
TOO_FAR = N_("{square} is {need} away, {level} moves {have}")
WAY_TOO_FAR = N_("the way to {square} is longer than the {have} that {level} moves")
NO_WAY = N_("no way leads to {square} that the unit could walk")
BLOCKED = N_("the way is blocked at {square} by {colour} {piece}")
BLOCKED_BY_MORE = N_("the way is blocked at {square} by {colour} {piece} and others")
UNARMED = N_("the unit is unarmed: A, N and R are 0")
FOLDED_UP = N_("the unit is undeployed and cannot attack yet: DEPLOY sets it up")
TRUCE = N_("nobody may attack up to turn {turn}")
OUT_OF_RANGE = N_("{square} is {need} away, {level} reaches {have}")
NOBODY_THERE = N_("no enemy is at {square}")
NOBODY_NEAR = N_("no enemy is within {have} squares")
NOBODY_BESIDE = N_("no enemy is within 1 square")
OWN_TARGET = N_("{colour} {piece} is one's own")
NO_TARGET = N_("{colour} {piece} is not on the board")
UNSEEN = N_("{colour} {piece} has not been seen yet")
TARGET_AWAY = N_("{colour} {piece} is at {square}, {need} away; {level} reaches {have}")
NOT_UNDEPLOYED = N_("the unit is not undeployed; only a design with M0 or a factory comes out so")
FACTORY_THERE = N_("{colour} {piece} is at {square}, and a square holds one factory")
ACTED = N_("the unit has acted already: once a turn")
NO_FACTORY = N_("there is no such factory")
INVALID_DESIGN = N_("the design is not valid")
NOT_PLACING = N_(
    "factories were placed before the first turn; later ones are made by PRODUCE and set up by "
    "DEPLOY"
)
OUTSIDE_ZONE = N_("{square} is not in the home zone")


def invalid_design(design: Design, max_cost: int) -> str:
    """Every rule that a design breaks, with its cost and the sum of its armament (GU-2)."""
    rules, (low, high) = broken_rules(design, max_cost), FIGURES.levels
    levels = design.levels.items()
    told = [
        _(rule).format(
            low=low,
            high=high,
            wrong=in_a_row(
                [f"{name}{level}" for name, level in levels if not low <= level <= high]
            ),
            cost=design.cost,
            most=FIGURES.armament if rule is Rule.ARMAMENT else max_cost,
            names=in_a_row([name for name in ARMAMENT if design.levels[name] > 1]),
            total=design.armament,
        )
        for rule in rules
    ]
    if Rule.LEVEL not in rules:
        if Rule.ARMAMENT not in rules and design.armament:
            told.append(_("A, N and R add up to {total}").format(total=design.armament))
        if not {Rule.TOO_DEAR, Rule.TOO_CHEAP} & {*rules}:
            told.append(_("it would take {turns}").format(turns=count_turns(design.cost)))
    return _("{design}: {reasons}").format(design=design, reasons=side_by_side(told))
