"""Megastructures: those that stand, and those that can still be had (AM-12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.engine.language import Refused
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import Cost, Resource
from pbem.rulesets.asylamba_mini.orders import Wonder
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.dealings import carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling import effects
from pbem.rulesets.asylamba_mini.telling.phrases import holder
from pbem.rulesets.asylamba_mini.view import View


def wonders_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All nine; prices are those of `realm`, without it the common ones."""
    to_be_had = _to_be_had(view, realm) if view.ending is None else ()
    yield Section(_("Megastructures"), (*_standing(view), *to_be_had))


def _standing(view: View) -> Iterator[Block]:
    found = []
    for sector in view.sectors:
        owner = holder(view, sector.owner)
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
    if free:
        yield Paragraph(_("To be had, each for one point more:"))
        yield Bullets(tuple(_offer(name, realm) for name in free))
    else:
        yield Paragraph(_("None is left to be built."))


def _offer(name: str, realm: Realm | None) -> str:
    table = MEGASTRUCTURES[name]
    price = Cost.just(Resource.R, table.cost)
    if realm is not None:
        price = prices.megastructure(realm.faction, name)
    offer = _("{name}, {price} at engineering {level}: {effect}").format(
        name=name,
        price=naming.amounts(price),
        level=table.level,
        effect=effects.megastructure(name),
    )
    if realm is None:
        return f"{offer}."
    return _("{offer} ({now}).").format(offer=offer, now=_now(realm, name, price))


def _now(realm: Realm, name: str, price: Cost) -> str:
    try:
        carry_out(realm, Wonder(megastructure=name))
    except Refused:
        if realm.technologies.engineering < MEGASTRUCTURES[name].level:
            return _("not yet")
        return _("{amount} R short").format(amount=price.R - realm.balance.R)
    return _("payable")
