"""Megastructures: those that stand, and those that can still be had (AM-12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import Cost, Resource
from pbem.rulesets.asylamba_mini.orders import Wonder
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.dealings import carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refused
from pbem.rulesets.asylamba_mini.telling import effects
from pbem.rulesets.asylamba_mini.telling.tables import left, right
from pbem.rulesets.asylamba_mini.view import View


def wonders_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All nine; prices are those of `realm`, without it the common ones."""
    to_be_had = _to_be_had(view, realm) if view.ending is None else ()
    yield Section(_("Megastructures"), (*_standing(view), *to_be_had))


def _standing(view: View) -> Iterator[Block]:
    found = []
    for sector in view.sectors:
        owner = _("rebels") if sector.owner is None else view.faction(sector.owner).name
        found += [
            _("{name} stands in sector {number} ({owner}): {effect}.").format(
                name=name, number=sector.number, owner=owner, effect=effects.megastructure(name)
            )
            for name in sector.megastructures
        ]
    yield Bullets(tuple(found)) if found else Paragraph(_("None is built yet."))


def _to_be_had(view: View, realm: Realm | None) -> Iterator[Block]:
    built = {name for sector in view.sectors for name in sector.megastructures}
    free = [name for name in MEGASTRUCTURES if name not in built]
    if not free:
        yield Paragraph(_("None is left to be built."))
        return
    columns = (
        left(_("To be had")),
        right(_("Engineering")),
        right(_("Cost")),
        left(_("Gives, beside 1 point")),
        *([left(_("Now"))] if realm is not None else ()),
    )
    yield Table(columns, tuple(_row(name, realm) for name in free))


def _row(name: str, realm: Realm | None) -> tuple[str, ...]:
    level = MEGASTRUCTURES[name].level
    common = Cost.just(Resource.R, MEGASTRUCTURES[name].cost)
    price = common if realm is None else prices.megastructure(realm.faction, name)
    first = (name, str(level), naming.amounts(price), effects.megastructure(name))
    return first if realm is None else (*first, _now(realm, name, price))


def _now(realm: Realm, name: str, price: Cost) -> str:
    try:
        carry_out(realm, Wonder(megastructure=name))
    except Refused:
        if realm.technologies.engineering < MEGASTRUCTURES[name].level:
            return _("not yet")
        return _("{amount} R short").format(amount=price.R - realm.balance.R)
    return _("payable")
