"""What the open turn begins with (GU-9), and the order template: what the house bot would order in
the reader's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from pbem.engine.blocks import WIDEST, bullets, commented, few, proposed, remarked, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.engine.planner import Reasons, Step
from pbem.engine.report import Section
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots import Turn
from pbem.rulesets.god_unit.figures import Unit
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import threatens
from pbem.rulesets.god_unit.mechanics.plans import (
    Fire,
    Unfold,
    Walk,
    plan,
    refusal,
    squares_in_range,
)
from pbem.rulesets.god_unit.mechanics.position import Position, switched
from pbem.rulesets.god_unit.orders import Act, AnyOrder, Produce, Team
from pbem.rulesets.god_unit.report import passes_on
from pbem.rulesets.god_unit.report.forces import odds_at

_MOST_FOES = 2
_MOST_AIMS = 2

# The beginning of the open turn -------------------------------------------------------


def coming_up(position: Position) -> Iterator[Section]:
    """What will have appeared when the open turn's orders are carried out."""
    view = position.view
    told = bullets((*passes_on(view), *_deploying(position), *_appearing(position)))
    yield from section(_("First thing in turn {turn}").format(turn=view.open_turn), told)


def _deploying(position: Position) -> Iterator[str]:
    for unit in position.view.units_of(position.seat):
        if unit.phase == "deploying" and not unit.design.is_factory:
            yield _("Unit {number} is deployed at {square} as {design}.").format(
                number=unit.number,
                square=square_name(unit.square),
                design=naming.design(unit.design),
            )


def _appearing(position: Position) -> Iterator[str]:
    for shop in position.shops.values():
        letter, square, unit = shop.site.letter, square_name(shop.site.square), shop.comes
        if shop.fresh:
            told = _("Factory {letter} is deployed at {square}; it can be told what to make.")
            yield told.format(letter=letter, square=square)
        if unit is not None:
            told = _(
                "Unit {number} ({design}) appears at {square}, made by factory {letter}; it can "
                "have orders already."
            )
            design = naming.state(unit)
            yield told.format(number=unit.number, design=design, square=square, letter=letter)


_MOST_LINES = 8
"""So many lines for units are suggested."""
_MANY_SHOPS = 3
"""Of more than so many only those stand here that should make something else."""
_MANY_LINES = 6
"""Of more than so many only those have remarks that bear them."""
_MOST_TOGETHER = 8
"""So many units stand in one line."""


def order_template(position: Position, advised: Turn) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    is_placing = position.view.is_placing
    return commented(_placement(advised) if is_placing else _turn(position, advised))


def _placement(advised: Turn) -> Iterator[str]:
    yield proposed()
    if advised.place is not None:
        yield written(advised.place)
    for order in advised.produce.values():
        yield from _remarked(written(order), [_takes(order)])


def _takes(order: Produce) -> str:
    cost = order.product.cost if order.product is not None else 0
    return _("takes {turns}").format(turns=count_turns(cost))


def _turn(position: Position, advised: Turn) -> Iterator[str]:
    shops, lines = position.shops, list(_acts(position, advised.acts))
    if not shops and not lines:
        yield _("There is nothing that your units could do this turn but wait.")
        return
    yield proposed()
    for letter, shop in shops.items():
        order = advised.produce.get(letter)
        if order is not None:
            why = "" if shop.work is None else _("worth more than what it makes")
            lost = switched(shop.site, shop.work, order, position.view.open_turn).lost
            if shop.work is not None and lost:
                told = _("worth giving up {turns} of work on {product}")
                product = naming.design(shop.work.product)
                why = told.format(turns=count_turns(lost), product=product)
            yield from _remarked(written(order), [*filter(None, (why, _takes(order)))])
        elif shop.work is not None and len(shops) <= _MANY_SHOPS:  # what idles is told something
            work, why = shop.work, _("as now, appears in turn {turn}").format(turn=shop.due)
            order = Produce(factory=letter, product=work.product, repeat=work.repeat)
            yield from _remarked(written(order), [why])
    if any(_has_late(step) for step in advised.acts):
        yield _("ELSE: where that cannot be done. LATE: once nobody can do anything else.")
    for line, remarks in lines[:_MOST_LINES]:
        yield from _remarked(line, remarks, is_short=len(lines) > _MANY_LINES)
    more = len(lines[_MOST_LINES:])
    if more:
        yield ngettext(
            "Lines for others, {n} more, can be like these.",
            "Lines for others, {n} more, can be like these.",
            more,
        ).format(n=more)


# Units --------------------------------------------------------------------------------


def _has_late(step: Step[AnyOrder]) -> bool:
    return any(isinstance(order, Act) and order.late for order in step.proposal.orders)


def _acts(position: Position, steps: Sequence[Step[AnyOrder]]) -> Iterator[tuple[str, list[str]]]:
    """Lines with what is to be remarked on them. Units that are to do the same stand in one, as
    many as it bears."""
    found = [(step, order) for step in steps for order in step.proposal.orders]
    acts = [(step, order) for step, order in found if isinstance(order, Act)]
    for (choice, others), alike in groupby(acts, lambda one: (one[1].choice, one[1].others)):
        together = [*alike]
        while together:
            most = min(_MOST_TOGETHER, len(together))
            for number in range(most, 0, -1):
                units = tuple(act.unit for _step, act in together[:number])
                line = written(Team(units=units, choice=choice, others=others))
                if len(line) <= WIDEST:
                    break
            step, act = together[0]
            unit = position.units.get(act.unit)
            yield line, [] if unit is None else [*_remarks(position.field, unit, act, step)]
            together = together[number:]


def _remarks(field: Field, unit: Unit, act: Act, step: Step[AnyOrder]) -> Iterator[str]:
    """What it comes to as the board stands, and what speaks for it."""
    choices = (one for one in (*act.prompt, *act.late) if refusal(field, unit, one) is None)
    choice = next(choices, None)
    match plan(field, unit, choice) if choice is not None else None:
        case Fire(squares=squares):
            for square in squares:
                if field.holds_enemies(square, unit.seat):
                    yield odds_at(field, unit, square)
        case Walk(path=path):  # the line says where to
            yield from _risk(field, unit, path[-1])
            yield _why(field, msgspec.structs.replace(unit, square=path[-1]), step.gains)
        case Unfold():
            yield _("it is ready in the turn after")
        case None:
            yield _("waits for whoever comes")


def _why(field: Field, unit: Unit, gains: Reasons) -> str:
    """What speaks most for going where the unit then stands."""
    best = max(gains, key=lambda name: gains[name], default="")
    aims = [square_name(square) for square in squares_in_range(field, unit)]
    aim = _("{squares} in range from there").format(squares=few(aims, _MOST_AIMS))
    told = {
        "chance": aim if aims else _("nearer to a good aim"),
        "risk": _("safer there"),
        "nearer": _("nearer to the enemy"),
    }
    return told.get(best, "") if gains.get(best, 0.0) > 0 else ""


def _risk(field: Field, unit: Unit, goal: Square) -> Iterator[str]:
    """Who could destroy it there, as the board stands."""
    moved = msgspec.structs.replace(unit, square=goal)
    foes = [foe for foe in field.units() if foe.seat != unit.seat and threatens(foe, moved)]
    if foes and not field.truce:
        told = [*map(str, sorted(foe.name for foe in foes))]
        yield _("in range of {foes} there").format(foes=few(told, _MOST_FOES))


def _remarked(line: str, remarks: Sequence[str], *, is_short: bool = False) -> Iterator[str]:
    """With what is remarked on it; where that is too long, on a line of its own, unless it must be
    short."""
    told = remarked(line, remarks, least=1 if is_short else len(remarks))
    yield told
    if not is_short and remarks and told == line and (besides := remarked("", remarks)):
        yield besides
