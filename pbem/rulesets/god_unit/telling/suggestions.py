"""The order template: what could sensibly be ordered in this very position, as comments.

Every line was tried on the position before it is offered (see ``advice``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.maps.board import square_name
from pbem.maps.paths import length
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.orders import Produce, Team
from pbem.rulesets.god_unit.pieces import factory_letter
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import Workshop, workshops
from pbem.rulesets.god_unit.reckoning.plans import Fire, Unfold, Walk
from pbem.rulesets.god_unit.telling.advice import (
    Advice,
    good_squares,
    stock_design,
    unit_advice,
)
from pbem.rulesets.god_unit.telling.army import odds_at
from pbem.rulesets.god_unit.view import View

_MOST_LINES = 20
"""So many lines for units are suggested."""
_MOST_TOGETHER = 8
"""So many units stand in one line."""
_WIDEST = 74
"""A longer line might be broken by a mail client, and its end be read as an order."""


def order_template(view: View, seat: Seat, field: Field) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    lines = [*_placement(view, seat)] if view.is_placing else [*_turn(view, seat, field)]
    return tuple(f"# {line}".rstrip() for line in lines)


def _placement(view: View, seat: Seat) -> Iterator[str]:
    yield _("To order, take the # away. The dearest square comes first:")
    yield written(good_squares(view, seat))
    yield ""
    yield _("What the factories make from the first turn on:")
    for place in range(view.options.factories):
        product = stock_design(view.options, place)
        order = Produce(factory=factory_letter(place), product=product, repeat=place == 0)
        yield _remarked(written(order), [_takes(order)])


def _takes(order: Produce) -> str:
    cost = order.product.cost if order.product is not None else 0
    return _("takes {turns}").format(turns=count_turns(cost))


def _turn(view: View, seat: Seat, field: Field) -> Iterator[str]:
    shops = workshops(view)
    found = unit_advice(view, seat, field)
    lines = [line for advice in found for line in _act_lines(field, advice)]
    if shops:
        yield _("To order, take the # away. What your factories make:")
        yield from (_produce(view, shop, place) for place, shop in enumerate(shops))
    if lines:
        yield from [""] if shops else []
        yield (
            _("What your units could do as the board stands:")
            if shops
            else _("To order, take the # away. What your units could do:")
        )
        yield from lines[:_MOST_LINES]
        if len(lines) > _MOST_LINES:
            more = len(lines) - _MOST_LINES
            yield ngettext(
                "Lines for others, {n} more, can be like these.",
                "Lines for others, {n} more, can be like these.",
                more,
            ).format(n=more)
    if not shops and not lines:
        yield _("There is nothing that your units could do this turn but wait.")


def _produce(view: View, shop: Workshop, place: int) -> str:
    """The present product; to a factory that idles, something to make."""
    if shop.work is None:
        product = stock_design(view.options, place)
        order = Produce(factory=shop.site.letter, product=product)
        return _remarked(written(order), [_("it idles"), _takes(order)])
    order = Produce(factory=shop.site.letter, product=shop.work.product, repeat=shop.work.repeat)
    return _remarked(written(order), [_("as now, appears in turn {turn}").format(turn=shop.due)])


def _act_lines(field: Field, advice: Advice) -> Iterator[str]:
    """Units that are alike stand in one line, as many as it bears."""
    for start in range(0, len(advice.units), _MOST_TOGETHER):
        units = advice.units[start : start + _MOST_TOGETHER]
        team = Team(units=tuple(unit.number for unit in units), choice=advice.choice)
        yield _remarked(written(team), list(_remarks(field, advice)))


def _remarks(field: Field, advice: Advice) -> Iterator[str]:
    """What it comes to, the weightiest first."""
    unit = advice.units[0]
    match advice.comes_to:
        case Walk(path=path):
            yield _("to {square}, {far}").format(
                square=square_name(path[-1]), far=naming.count_squares(length(path))
            )
        case Fire(squares=squares):
            for square in squares:
                if field.holds_enemies(square, unit.seat):
                    yield odds_at(field, unit, square)
        case Unfold():
            yield _("it is ready in the turn after")


def _remarked(line: str, remarks: Sequence[str]) -> str:
    """As many remarks as the line bears."""
    kept = list(remarks)
    while kept and len(_with(line, kept)) > _WIDEST:
        kept.pop()
    return _with(line, kept)


def _with(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(remarks)}" if remarks else line
