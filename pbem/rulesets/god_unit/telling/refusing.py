"""Why an order cannot be carried out, as a clause for its author.

A clause says what was wrong and what would be right, so that it can stand behind the line in a
receipt ("is refused: ...") and in a report ("came to nothing: ..."). Its figures are the
refusal's own, which come from the author's view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.i18n import _
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.designs import ARMAMENT, Design, Rule, broken_rules
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.reckoning.refusals import Refusal, Why


def sentence(refusal: Refusal) -> str:
    """The reason, with its figures, and what would be right."""
    return _SENTENCES[refusal.why](refusal)


def invalid_design(design: Design, max_cost: int) -> str:
    """Every rule that a design breaks, with its cost and the sum of its armament (GU-2)."""
    rules = broken_rules(design, max_cost)
    told = [clause for rule in rules for clause in _BREACHES[rule](design, max_cost)]
    if Rule.LEVEL not in rules:
        if Rule.ARMAMENT not in rules and design.armament:
            told.append(_("A, N and R add up to {total}").format(total=design.armament))
        if not {Rule.TOO_DEAR, Rule.TOO_CHEAP} & {*rules}:
            told.append(_would_take(design))
    return _("{design}: {reasons}").format(design=design, reasons=naming.side_by_side(told))


def _would_take(design: Design) -> str:
    return _("it would take {turns}").format(turns=naming.count_turns(design.cost))


# Designs (GU-2) ---------------------------------------------------------------------------


def _level(design: Design, max_cost: int) -> Iterator[str]:
    low, high = FIGURES.levels
    wrong = [f"{name}{level}" for name, level in design.levels.items() if not low <= level <= high]
    yield _("levels go from {low} to {high}, not {wrong}").format(
        low=low, high=high, wrong=naming.in_a_row(wrong)
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
        names=naming.in_a_row(raised), total=design.armament, most=FIGURES.armament
    )


_BREACHES: Mapping[Rule, Callable[[Design, int], Iterator[str]]] = {
    Rule.LEVEL: _level,
    Rule.ARMS_TOGETHER: _arms_together,
    Rule.TOO_CHEAP: _too_cheap,
    Rule.TOO_DEAR: _too_dear,
    Rule.ARMAMENT: _armament,
}


# Refusals ---------------------------------------------------------------------------------


def _square(refusal: Refusal) -> str:
    return "" if refusal.square is None else square_name(refusal.square)


def _pieces(refusal: Refusal) -> str:
    """Who stands there; of many the first."""
    names = [str(name) for name in refusal.pieces]
    return (
        _("{name} and others").format(name=names[0]) if len(names) > 2 else naming.in_a_row(names)
    )


def _reach(letter: str, distance: int) -> str:
    """A distance as the level that gives it: "R3"."""
    levels = range(FIGURES.levels[0], FIGURES.levels[1] + 1)
    found = next((level for level in levels if FIGURES.reach(level) == distance), 0)
    return f"{letter}{found}"


def _no_unit(refusal: Refusal) -> str:
    return _("the unit is not on the board")


def _no_ground(refusal: Refusal) -> str:
    return _("{square} cannot be entered: it is no land").format(square=_square(refusal))


def _here(refusal: Refusal) -> str:
    return _("the unit stands at {square} already").format(square=_square(refusal))


def _immobile(refusal: Refusal) -> str:
    return _("the unit has M0 and cannot move")


def _too_far(refusal: Refusal) -> str:
    level, have = _reach("M", refusal.have), naming.far(refusal.have)
    if refusal.need <= refusal.have:
        return _("the way to {square} is longer than the {have} that {level} moves").format(
            square=_square(refusal), have=have, level=level
        )
    return _("{square} is {need} away, {level} moves {have}").format(
        square=_square(refusal), need=naming.far(refusal.need), level=level, have=have
    )


def _no_way(refusal: Refusal) -> str:
    return _("no way leads to {square} that the unit could walk").format(square=_square(refusal))


def _blocked(refusal: Refusal) -> str:
    return _("the way is blocked at {square} by {pieces}").format(
        square=_square(refusal), pieces=_pieces(refusal)
    )


def _unarmed(refusal: Refusal) -> str:
    return _("the unit is unarmed: A, N and R are 0")


def _truce(refusal: Refusal) -> str:
    return _("nobody may attack up to turn {turn}").format(turn=FIGURES.truce)


def _out_of_range(refusal: Refusal) -> str:
    return _("{square} is {need} away, {level} reaches {have}").format(
        square=_square(refusal),
        need=naming.far(refusal.need),
        level=_reach("R", refusal.have),
        have=naming.far(refusal.have),
    )


def _nobody_there(refusal: Refusal) -> str:
    return _("no enemy is at {square}").format(square=_square(refusal))


def _nobody_near(refusal: Refusal) -> str:
    return _("no enemy is within {have}").format(have=naming.count_squares(refusal.have))


def _own_target(refusal: Refusal) -> str:
    return _("{piece} is one's own").format(piece=_pieces(refusal))


def _no_target(refusal: Refusal) -> str:
    return _("{piece} is not on the board").format(piece=_pieces(refusal))


def _unseen(refusal: Refusal) -> str:
    return _("{piece} has not been seen yet").format(piece=_pieces(refusal))


def _target_away(refusal: Refusal) -> str:
    return _("{piece} is at {square}, {need} away; {level} reaches {have}").format(
        piece=_pieces(refusal),
        square=_square(refusal),
        need=naming.far(refusal.need),
        level=_reach("R", refusal.have),
        have=naming.far(refusal.have),
    )


def _not_undeployed(refusal: Refusal) -> str:
    return _("the unit is not undeployed; only a design with M0 or a factory comes out so")


def _factory_there(refusal: Refusal) -> str:
    return _("{piece} is at {square}, and a square holds one factory").format(
        piece=_pieces(refusal), square=_square(refusal)
    )


def _acted(refusal: Refusal) -> str:
    return _("the unit has acted already: once a turn")


def _no_factory(refusal: Refusal) -> str:
    return _("there is no such factory")


def _invalid_design(refusal: Refusal) -> str:
    return _("the design is not valid")


def _not_placing(refusal: Refusal) -> str:
    return _(
        "factories were placed before the first turn; later ones are made by PRODUCE and set up "
        "by DEPLOY"
    )


def _outside_zone(refusal: Refusal) -> str:
    return _("{square} is not in the home zone").format(square=_square(refusal))


_SENTENCES: Mapping[Why, Callable[[Refusal], str]] = {
    Why.NO_UNIT: _no_unit,
    Why.NO_GROUND: _no_ground,
    Why.HERE: _here,
    Why.IMMOBILE: _immobile,
    Why.TOO_FAR: _too_far,
    Why.NO_WAY: _no_way,
    Why.BLOCKED: _blocked,
    Why.UNARMED: _unarmed,
    Why.TRUCE: _truce,
    Why.OUT_OF_RANGE: _out_of_range,
    Why.NOBODY_THERE: _nobody_there,
    Why.NOBODY_NEAR: _nobody_near,
    Why.OWN_TARGET: _own_target,
    Why.NO_TARGET: _no_target,
    Why.UNSEEN: _unseen,
    Why.TARGET_AWAY: _target_away,
    Why.NOT_UNDEPLOYED: _not_undeployed,
    Why.FACTORY_THERE: _factory_there,
    Why.ACTED: _acted,
    Why.NO_FACTORY: _no_factory,
    Why.INVALID_DESIGN: _invalid_design,
    Why.NOT_PLACING: _not_placing,
    Why.OUTSIDE_ZONE: _outside_zone,
}
