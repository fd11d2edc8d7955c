"""What comes first in a turn (GU-9): deployments complete, attrition, finished units appear,
then PRODUCE orders take effect."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.api import Seat
from pbem.engine.language import Refusal
from pbem.rulesets.god_unit.events import Finished, ProductRefused, ProductSet
from pbem.rulesets.god_unit.figures import Name, Site, Unit, Work, is_valid
from pbem.rulesets.god_unit.mechanics.errors import INVALID_DESIGN, NO_FACTORY
from pbem.rulesets.god_unit.mechanics.position import due, emerging
from pbem.rulesets.god_unit.orders import Orders, Produce
from pbem.rulesets.god_unit.turn import Play, site_order, unit_order
from pbem.rulesets.god_unit.view import Appeared, Completed, Wasted


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
        has_factory = any(play.field.sites(seat)) or any(u.design.is_factory for u in units)
        if has_factory or not units:
            continue
        lost = play.chance.stream(f"attrition/{seat}").choice(units)
        play.destroy(lost.name)
        play.log.append(Wasted(unit=lost.name, design=lost.design, square=lost.square))


def finish(play: Play) -> None:
    """GU-9: finished units appear in their factory's square, and it goes on or idles."""
    for site in sorted(play.field.sites(), key=site_order):
        work = play.work.get(site.name)
        if work is None or due(site, work) != play.turn:
            continue
        unit = _emerge(play, site, work)
        again = play.set_work(site, work if work.repeat else None, play.turn)
        play.events.append(
            Finished(
                audience=(site.seat,),
                letter=site.letter,
                number=unit.number,
                design=unit.design,
                due=due(again, play.work.get(site.name)),
            )
        )


def _emerge(play: Play, site: Site, work: Work) -> Unit:
    unit = emerging(site.seat, play.next_unit(site.seat), work.product, site)
    play.field.put(unit)
    play.show(site.seat, unit.design)
    play.log.append(
        Appeared(unit=unit.name, design=unit.design, square=unit.square, factory=site.name)
    )
    return unit


def take_orders(play: Play, answers: Mapping[Seat, Orders]) -> None:
    """GU-8, GU-9: another product loses all progress; the present one named again, none."""
    for seat in sorted(answers):
        for order in answers[seat].products:
            _produce(play, seat, order)


def _produce(play: Play, seat: Seat, order: Produce) -> None:
    site = play.field.get(Name(seat, order.factory))
    message = "" if isinstance(site, Site) else NO_FACTORY
    if order.product is not None and not is_valid(order.product, play.options.max_cost):
        message = message or INVALID_DESIGN
    if message or not isinstance(site, Site):
        refused = ProductRefused(audience=(seat,), order=order, refusal=Refusal(message))
        play.events.append(refused)
        return
    before = play.work.get(site.name)
    same = before is not None and before.product == order.product
    lost = 0 if before is None or same or site.since is None else play.turn - site.since
    work = None if order.product is None else Work(order.product, order.repeat)
    after = play.set_work(site, work, site.since if same else play.turn)
    play.events.append(ProductSet(audience=(seat,), order=order, due=due(after, work), lost=lost))
