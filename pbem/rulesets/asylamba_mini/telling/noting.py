"""What a receipt says of an order that can be carried out: its price, and what to think over."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.holdings import SHIPS, Sector
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling import refusing
from pbem.rulesets.asylamba_mini.view import View


def note(done: Done, turn: int) -> str:
    """What an order of turn `turn` does and costs, in a few words."""
    order = done.order
    match order:
        case Exchange():
            return _("{cost} for {gain}").format(
                cost=naming.amounts(done.cost), gain=naming.amounts(done.gain)
            )
        case Upgrade():
            return _raised(naming.facility(order.facility), done)
        case Research():
            return _raised(naming.technology(order.technology), done)
        case Build():
            return _("{fleets} for {cost}").format(
                fleets=naming.ships(order.ship, order.count), cost=naming.amounts(done.cost)
            )
        case Wonder():
            return _("{name} for {cost}, unless another faction has it").format(
                name=order.megastructure, cost=naming.amounts(done.cost)
            )
        case Send():
            return _mission(done, turn)
        case Autobuild():
            return _("sector {sector} builds {ship} from now on").format(
                sector=order.sector, ship=naming.ship(order.ship)
            )


def left(realm: Realm) -> str:
    """The running balance."""
    return _("left: {stocks}").format(stocks=naming.stocks(realm.balance))


def _raised(name: str, done: Done) -> str:
    price = _price(done)
    return _("{name} {before} to {after} for {price}").format(
        name=name, before=done.before, after=done.after, price=price
    )


def _price(done: Done) -> str:
    if done.token is not None:
        return _("a {token}").format(token=naming.token(done.token))
    return naming.amounts(done.cost)


def _mission(done: Done, turn: int) -> str:
    return _("{path}, arrives in turn {turn} ({turns}), {price}").format(
        path="-".join(map(str, done.path)),
        turn=turn + done.turns,
        turns=naming.count_turns(done.turns),
        price=_("costs nothing") if not done.cost and done.token is None else _price(done),
    )


def warnings(view: View, realm: Realm, done: Done) -> Iterator[str]:
    """What is allowed and yet most likely not meant, of an order that left this `realm`."""
    if done.stopped is not None:
        yield refusing.raised_only(done.stopped, done.after)
    order = done.order
    match order:
        case Exchange():
            yield from _kept(order, done)
        case Autobuild():
            yield from _lighter(realm, order)
        case Send():
            yield from _of_mission(view, realm, order, done)


def _kept(order: Exchange, done: Done) -> Iterator[str]:
    given = done.cost.of(order.give)
    if order.named == "give" and given < order.amount:
        yield _("{given} {give} are given for {got} {get}; {kept} {give} stay with you").format(
            given=given,
            give=order.give,
            got=done.gain.of(order.get),
            get=order.get,
            kept=order.amount - given,
        )


def _lighter(realm: Realm, order: Autobuild) -> Iterator[str]:
    heaviest = [ship for ship in SHIPS if realm.unlocked(ship)][-1]
    if order.ship != heaviest:
        told = _("{heaviest} ships are unlocked and cost the same")
        told = told.format(heaviest=naming.ship(heaviest))
        yield told[:1].upper() + told[1:]


def _of_mission(view: View, realm: Realm, order: Send, done: Done) -> Iterator[str]:
    if order.free and done.token is None:
        yield _("this mission costs nothing, so the token is kept")
    if order.kind != "reinforce":
        yield from _weaker(view, realm, order)
    if not realm.sectors[order.source].fleets:
        yield from _emptied(view, realm, order.source)
    last = view.options.max_turns
    if last is not None and realm.turn + done.turns > last:
        yield _("the game ends with turn {turn}, before they arrive").format(turn=last)


def _weaker(view: View, realm: Realm, order: Send) -> Iterator[str]:
    garrison = view.sector(order.target).garrison
    bound = sum(m.course.count for m in realm.under_way if m.course.target == order.target)
    bound += sum(one.fleets.total for one in realm.launches if one.target == order.target)
    if bound < garrison:
        yield ngettext(
            "{garrison} is seen in sector {sector}, {bound} of yours attack it",
            "{garrison} are seen in sector {sector}, {bound} of yours attack it",
            garrison,
        ).format(garrison=naming.count_fleets(garrison), sector=order.target, bound=bound)


def _emptied(view: View, realm: Realm, sector: Sector) -> Iterator[str]:
    if sector == realm.capital:
        yield _("no fleet stays in your capital, and who takes it eliminates you")
        return
    for neighbour in galaxy.neighbours(sector):
        owner: Seat | None = realm.owners[neighbour - 1]
        if owner is not None and owner != realm.seat:
            yield _("no fleet stays in sector {sector}, beside sector {other} of {faction}").format(
                sector=sector, other=neighbour, faction=view.faction(owner).name
            )
            return
