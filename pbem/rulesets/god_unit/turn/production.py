"""What comes first in a turn (GU-9): deployments complete, attrition, finished units appear,
then PRODUCE orders take effect."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.api import Event, Seat
from pbem.engine.language import Refusal
from pbem.rulesets.god_unit.events import Finished, ProductRefused, ProductSet
from pbem.rulesets.god_unit.figures import Name, Site, is_valid
from pbem.rulesets.god_unit.mechanics.errors import INVALID_DESIGN, NO_FACTORY
from pbem.rulesets.god_unit.mechanics.position import due, emerging, finished, switched
from pbem.rulesets.god_unit.orders import Orders, Produce
from pbem.rulesets.god_unit.turn import Play, site_order, unit_order
from pbem.rulesets.god_unit.view import Appeared, Completed, Wasted, wastes_away


def complete_deployments(play: Play) -> None:
    """GU-12: what deployed last turn is what it was made to be; a factory has its letter."""
    for unit in sorted(play.field.units(), key=unit_order):
        if unit.phase != "deploying":
            continue
        factory = None
        if unit.design.is_factory:
            play.field.remove(unit.name)
            factory = play.set_up_factory(unit.seat, unit.square).name
        else:
            play.field.turn_to(unit, "ready")
        play.log.append(
            Completed(unit=unit.name, design=unit.design, square=unit.square, factory=factory)
        )


def waste_away(play: Play) -> None:
    """GU-13: who has no factory, not even an undeployed one, loses a unit."""
    for seat in play.living():
        units = sorted(play.field.units(seat), key=unit_order)
        if wastes_away(tuple(play.field.sites(seat)), units):
            lost = play.chance.stream(f"attrition/{seat}").choice(units)
            play.destroy(lost.name)
            play.log.append(Wasted(unit=lost.name, design=lost.design, square=lost.square))


def finish(play: Play) -> None:
    """GU-9: finished units appear in their factory's square, and it goes on or idles."""
    for site in sorted(play.field.sites(), key=site_order):
        work = play.work.get(site.name)
        if work is None or due(site, work) != play.turn:
            continue
        unit = emerging(site.seat, play.next_unit(site.seat), work.product, site)
        play.field.put(unit)
        play.show(site.seat, unit.design)
        play.log.append(
            Appeared(unit=unit.name, design=unit.design, square=unit.square, factory=site.name)
        )
        shop = finished(site, work, play.turn)
        play.set_work(shop.site, shop.work)
        play.events.append(
            Finished(
                audience=(site.seat,),
                letter=site.letter,
                number=unit.number,
                design=unit.design,
                due=shop.due,
            )
        )


def take_orders(play: Play, answers: Mapping[Seat, Orders]) -> None:
    """GU-8, GU-9."""
    for seat in sorted(answers):
        for order in answers[seat].products:
            play.events.append(_produce(play, seat, order))


def _produce(play: Play, seat: Seat, order: Produce) -> Event:
    site = play.field.get(Name(seat, order.factory))
    if not isinstance(site, Site):
        return ProductRefused(audience=(seat,), order=order, refusal=Refusal(NO_FACTORY))
    if order.product is not None and not is_valid(order.product, play.options.max_cost):
        return ProductRefused(audience=(seat,), order=order, refusal=Refusal(INVALID_DESIGN))
    shop = switched(site, play.work.get(site.name), order, play.turn)
    play.set_work(shop.site, shop.work)
    return ProductSet(audience=(seat,), order=order, due=shop.due, lost=shop.lost)
