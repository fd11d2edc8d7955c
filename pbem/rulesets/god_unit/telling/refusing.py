"""Why a design is not valid (GU-2), as a clause for its author."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.i18n import _
from pbem.engine.phrases import count_turns, in_a_row, side_by_side
from pbem.rulesets.god_unit.designs import ARMAMENT, Design, Rule, broken_rules
from pbem.rulesets.god_unit.figures import FIGURES


def invalid_design(design: Design, max_cost: int) -> str:
    """Every rule that a design breaks, with its cost and the sum of its armament (GU-2)."""
    rules = broken_rules(design, max_cost)
    told = [clause for rule in rules for clause in _BREACHES[rule](design, max_cost)]
    if Rule.LEVEL not in rules:
        if Rule.ARMAMENT not in rules and design.armament:
            told.append(_("A, N and R add up to {total}").format(total=design.armament))
        if not {Rule.TOO_DEAR, Rule.TOO_CHEAP} & {*rules}:
            told.append(_would_take(design))
    return _("{design}: {reasons}").format(design=design, reasons=side_by_side(told))


def _would_take(design: Design) -> str:
    return _("it would take {turns}").format(turns=count_turns(design.cost))


def _level(design: Design, max_cost: int) -> Iterator[str]:
    low, high = FIGURES.levels
    wrong = [f"{name}{level}" for name, level in design.levels.items() if not low <= level <= high]
    yield _("levels go from {low} to {high}, not {wrong}").format(
        low=low, high=high, wrong=in_a_row(wrong)
    )


def _arms_together(design: Design, max_cost: int) -> Iterator[str]:
    yield _("A, N and R are all 0 or none of them is")


def _too_cheap(design: Design, max_cost: int) -> Iterator[str]:
    yield _("it would take {cost} turns, and 1 is the least").format(cost=design.cost)


def _too_dear(design: Design, max_cost: int) -> Iterator[str]:
    yield _("it would take {cost} turns, {most} at most").format(cost=design.cost, most=max_cost)


def _armament(design: Design, max_cost: int) -> Iterator[str]:
    raised = [name for name in ARMAMENT if design.levels[name] > 1]
    yield _("{names} add up to {total}, {most} at most").format(
        names=in_a_row(raised), total=design.armament, most=FIGURES.armament
    )


_BREACHES: Mapping[Rule, Callable[[Design, int], Iterator[str]]] = {
    Rule.LEVEL: _level,
    Rule.ARMS_TOGETHER: _arms_together,
    Rule.TOO_CHEAP: _too_cheap,
    Rule.TOO_DEAR: _too_dear,
    Rule.ARMAMENT: _armament,
}
