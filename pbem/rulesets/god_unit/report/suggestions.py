"""The order template: what the house bot would order in the reader's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.engine.i18n import _, ngettext
from pbem.engine.language import Refused
from pbem.engine.phrases import count_turns
from pbem.engine.planner import Step
from pbem.maps.board import square_name
from pbem.maps.paths import length
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots.search import Turn
from pbem.rulesets.god_unit.figures import Unit, unit_name
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.plans import Fire, Plan, Unfold, Walk, plan
from pbem.rulesets.god_unit.mechanics.position import Workshop, workshops
from pbem.rulesets.god_unit.orders import Act, AnyChoice, AnyOrder, Else, Produce, Team
from pbem.rulesets.god_unit.report.forces import odds_at
from pbem.rulesets.god_unit.view import View

_MOST_LINES = 20
"""So many lines for units are suggested."""
_MOST_TOGETHER = 8
"""So many units stand in one line."""
_WIDEST = 74
"""A longer line might be broken by a mail client, and its end be read as an order."""


def order_template(view: View, field: Field, advised: Turn) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    lines = _placement(advised) if view.is_placing else _turn(view, field, advised)
    return tuple(f"# {line}".rstrip() for line in lines)


def _placement(advised: Turn) -> Iterator[str]:
    yield _("To order, take the # away. The house bot would order in your place:")
    if advised.place is not None:
        yield written(advised.place)
    yield ""
    yield _("What the factories make from the first turn on:")
    for order in advised.produce.values():
        yield from _remarked(written(order), [_takes(order)])


def _takes(order: Produce) -> str:
    cost = order.product.cost if order.product is not None else 0
    return _("takes {turns}").format(turns=count_turns(cost))


def _turn(view: View, field: Field, advised: Turn) -> Iterator[str]:
    shops, products = workshops(view), advised.produce
    lines = list(_acts(view, field, advised.acts))
    if not shops and not lines:
        yield _("There is nothing that your units could do this turn but wait.")
        return
    yield _("To order, take the # away. The house bot would order in your place:")
    for shop in shops:
        yield from _produce(shop, products.get(shop.site.letter))
    for line in lines[:_MOST_LINES]:
        yield from line
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        yield ngettext(
            "Lines for others, {n} more, can be like these.",
            "Lines for others, {n} more, can be like these.",
            more,
        ).format(n=more)


def _produce(shop: Workshop, advised: Produce | None) -> Iterator[str]:
    """What to make now, or the present product."""
    if advised is not None:
        why = _("it idles") if shop.work is None else _("worth more than what it makes")
        yield from _remarked(written(advised), [why, _takes(advised)])
        return
    assert shop.work is not None, "a factory that idles is always told something"
    order = Produce(factory=shop.site.letter, product=shop.work.product, repeat=shop.work.repeat)
    yield from _remarked(
        written(order), [_("as now, appears in turn {turn}").format(turn=shop.due)]
    )


# Units --------------------------------------------------------------------------------


def _acts(view: View, field: Field, steps: Sequence[Step[AnyOrder]]) -> Iterator[Iterator[str]]:
    """Units that are to do the same stand in one line, as many as it bears."""
    found = [(step, order) for step in steps for order in step.proposal.orders]
    acts = [(step, order) for step, order in found if isinstance(order, Act)]
    for (choice, others), alike in groupby(acts, lambda one: (one[1].choice, one[1].others)):
        together = [*alike]
        while together:
            numbers = [act.unit for _step, act in together[:_MOST_TOGETHER]]
            line = _line(numbers, choice, others)
            while len(line) > _WIDEST and len(numbers) > 1:
                numbers.pop()
                line = _line(numbers, choice, others)
            step, act = together[0]
            unit = field.unit(unit_name(view.seat or 0, act.unit))
            yield _remarked(line, [] if unit is None else list(_remarks(field, unit, act, step)))
            together = together[len(numbers) :]


def _line(numbers: Sequence[int], choice: AnyChoice, others: tuple[Else, ...]) -> str:
    return written(Team(units=tuple(numbers), choice=choice, others=others))


def _remarks(field: Field, unit: Unit, act: Act, step: Step[AnyOrder]) -> Iterator[str]:
    """What it comes to as the board stands, and what speaks for it."""
    choices = (*act.prompt, *act.late)
    comes_to = next((done for one in choices if (done := _plan(field, unit, one))), None)
    match comes_to:
        case Fire(squares=squares):
            for square in squares:
                if field.holds_enemies(square, unit.seat):
                    yield odds_at(field, unit, square)
        case Walk(path=path):
            yield _("to {square}, {far}").format(
                square=square_name(path[-1]), far=naming.count_squares(length(path))
            )
            if step.gains.get("chance", 0.0) > 0:
                yield _("a better aim from there")
        case Unfold():
            yield _("it is ready in the turn after")
        case None:
            yield _("waits for whoever comes")


def _plan(field: Field, unit: Unit, choice: AnyChoice) -> Plan | None:
    try:
        return plan(field, unit, choice)
    except Refused:
        return None


def _remarked(line: str, remarks: Sequence[str]) -> Iterator[str]:
    """With what is remarked on it, where that is too long on a line of its own; as many remarks
    as that bears."""
    kept = list(remarks)
    if len(_with(line, kept)) <= _WIDEST:
        yield _with(line, kept)
        return
    yield line
    while kept and len(_with("", kept)) > _WIDEST:
        kept.pop()
    yield from [_with("", kept)] if kept else []


def _with(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(remarks)}" if remarks else line
