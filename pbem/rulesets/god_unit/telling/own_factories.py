"""One's own factories: what each makes and when it comes, for the owner's eyes only (GU-14)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, left, right
from pbem.engine.i18n import _
from pbem.engine.report import Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.reckoning.outlook import Workshop, due, workshops
from pbem.rulesets.god_unit.view import SeenFactory, View


def factories_section(view: View, seat: Seat) -> Iterator[Section]:
    """As they stand now."""
    factories = view.factories_of(seat)
    if not factories:
        return
    shops = {shop.site.letter: shop for shop in workshops(view)}
    columns = (
        left(_("Factory")),
        left(_("Square")),
        left(_("Makes")),
        right(_("Turns worked")),
        left(_("Appears")),
        left(_("Repeats")),
    )
    rows = tuple(_row(view, factory, shops[factory.site.letter]) for factory in factories)
    yield Section(_("Your factories"), (Table(columns, rows),))


def _row(view: View, factory: SeenFactory, shop: Workshop) -> tuple[str, ...]:
    site, work = factory.site, factory.work
    turn = due(site, work)
    if work is None or site.since is None or turn is None:
        return site.letter, square_name(site.square), _("nothing"), NONE, NONE, NONE
    progress = _("{done} of {cost}").format(
        done=view.open_turn - site.since, cost=work.product.cost
    )
    appears = _("turn {turn}").format(turn=turn)
    if shop.comes is not None:
        appears = _("turn {turn}, as unit {number}").format(turn=turn, number=shop.comes.number)
    return (
        site.letter,
        square_name(site.square),
        naming.design(work.product),
        progress,
        appears,
        _("yes") if work.repeat else _("no"),
    )
