"""What a receipt says of an order that can be carried out: its price, and what to think over."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.holdings import Sector
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
from pbem.rulesets.asylamba_mini.telling.guarding import guard
from pbem.rulesets.asylamba_mini.telling.phrases import coming_turn, place
from pbem.rulesets.asylamba_mini.telling.threats import attacks_on
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
        path=naming.path(done.path),
        turn=turn + done.turns,
        turns=count_turns(done.turns),
        price=_("costs nothing") if not done.cost and done.token is None else _price(done),
    )


def raised_only(done: Done) -> str:
    """Why an order for several levels stopped where it did (AM-7, AM-8)."""
    reason = "" if done.stopped is None else done.stopped.text
    return _("raised to {level} only: {reason}").format(level=done.after, reason=reason)


def warnings(view: View, realm: Realm, *dones: Done) -> Iterator[str]:
    """What is allowed and yet most likely not meant, of a line's orders that left this `realm`."""
    warned: set[Sector] = set()
    for done in dones:
        if done.stopped is not None:
            yield raised_only(done)
        match done.order:
            case Exchange() as order:
                yield from _kept(order, done)
            case Autobuild() as order:
                yield from _outdated(realm, order)
            case Send() as order:
                yield from _of_mission(view, realm, order, done)
                if order.target not in warned:
                    weaker = tuple(_weaker(view, realm, order, done))
                    warned.update(order.target for _told in weaker)
                    yield from weaker
    for source in dict.fromkeys(
        done.order.source for done in dones if isinstance(done.order, Send)
    ):
        yield from _exposed(view, realm, source)


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


def _outdated(realm: Realm, order: Autobuild) -> Iterator[str]:
    """Medium beats light; heavy beats medium and loses to light, so that each has its use."""
    if order.ship == "light" and realm.unlocked("medium"):
        yield _("medium ships cost the same and beat light ones")


def _of_mission(view: View, realm: Realm, order: Send, done: Done) -> Iterator[str]:
    if order.free and done.token is None:
        yield _("this mission costs nothing, so the token is kept")
    last = view.options.max_turns
    if last is not None and realm.turn + done.turns > last:
        yield _("the game ends with turn {turn}, before they arrive").format(turn=last)


def _weaker(view: View, realm: Realm, order: Send, done: Done) -> Iterator[str]:
    """Missions of one kind that arrive in the same turn fight as one (AM-15)."""
    if order.kind == "reinforce":
        return
    garrison = view.sector(order.target).garrison
    arrives = realm.turn + done.turns
    courses = [m.course for m in realm.under_way]
    bound = sum(
        course.count
        for course in courses
        if (course.kind, course.target, course.arrives) == (order.kind, order.target, arrives)
    )
    bound += sum(
        one.fleets.total
        for one in realm.launches
        if (one.kind, one.target, realm.turn + one.turns) == (order.kind, order.target, arrives)
    )
    if bound < garrison:
        yield ngettext(
            "{garrison} is seen in sector {sector}, {bound} of yours attack it in turn {turn}",
            "{garrison} are seen in sector {sector}, {bound} of yours attack it in turn {turn}",
            garrison,
        ).format(
            garrison=naming.count_fleets(garrison), sector=order.target, bound=bound, turn=arrives
        )


def _exposed(view: View, realm: Realm, sector: Sector) -> Iterator[str]:
    """What sending fleets away opens to the attacks under way, or to any that could still come:
    those that are launched now strike in the turn after this one at the soonest (AM-15)."""
    coming = [(key, count) for key, count in attacks_on(view).items() if key[2] == sector]
    for (arrives, owner, _sector), count in coming:
        held = guard(realm, sector, arrives)
        if held <= count:
            yield ngettext(
                "{fleets} of {faction} reaches {place} in {turn}; to meet it: {held}",
                "{fleets} of {faction} reach {place} in {turn}; to meet them: {held}",
                count,
            ).format(
                fleets=naming.count_fleets(count),
                faction=view.faction(owner).name,
                place=place(view, sector),
                turn=coming_turn(view, arrives),
                held=naming.count_fleets(held) if held else _("no fleet"),
            )
            return
    if not guard(realm, sector, realm.turn + 1):
        yield from _emptied(view, realm, sector)


def _emptied(view: View, realm: Realm, sector: Sector) -> Iterator[str]:
    if sector == realm.capital:
        yield _(
            "no fleet stays in your capital unless you build some this turn, and who takes it "
            "eliminates you"
        )
        return
    for neighbour in galaxy.neighbours(sector):
        owner: Seat | None = realm.owners[neighbour - 1]
        if owner is not None and owner != realm.seat:
            yield _("no fleet stays in sector {sector}, beside sector {other} of {faction}").format(
                sector=sector, other=neighbour, faction=view.faction(owner).name
            )
            return
