"""What came of the own orders (AM-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    FleetsLost,
    MegastructureLost,
    OrderDone,
    OrderRefused,
)
from pbem.rulesets.asylamba_mini.holdings import Fleets
from pbem.rulesets.asylamba_mini.language import written
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
from pbem.rulesets.asylamba_mini.telling.noting import raised_only
from pbem.rulesets.asylamba_mini.view import View


def account_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """Refused orders first, then what the others did; a silent turn is told as such."""
    me = view.me
    if me is None or view.turn == 0:
        return
    lost = {event.name for event in only(MegastructureLost, news)}
    fallen = bool(only(FleetsLost, news))
    done = [event.done for event in only(OrderDone, news)]
    told = (
        *_refused(view, news),
        *bullets(_done(view, one) for one in done if not _came_to_nothing(view, one, lost, fallen)),
    )
    if not told and not done and me.alive:
        told = (Paragraph(_("You gave no orders this turn."), "warning"),)
    yield from section(_("What your orders did"), told)


def _came_to_nothing(view: View, done: Done, lost: set[str], fallen: bool) -> bool:
    """What another had, or what was lost with the capital, is told among what failed; what a
    sector would build that was lost, with the fight for it."""
    match done.order:
        case Wonder(megastructure=name):
            return name in lost
        case Build():
            return fallen
        case Autobuild(sector=sector):
            return view.sector(sector).owner != view.seat
        case _:
            return False


def _refused(view: View, news: Sequence[Event]) -> Iterator[Block]:
    for refused in only(OrderRefused, news):
        yield Paragraph(
            _("{order}: not done, {reason}.").format(
                order=written(refused.order), reason=refused.refusal.text
            ),
            "bad",
        )
    for lost in only(MegastructureLost, news):
        yield Paragraph(
            _(
                "{name}: {faction} has it, by its higher spatial engineering, else by fewer points "
                "or by lot; {amount} R came back."
            ).format(name=lost.name, faction=view.faction(lost.winner).name, amount=lost.returned),
            "bad",
        )
    for gone in only(FleetsLost, news):
        yield Paragraph(
            _("The fleets that you ordered are lost with sector {number}: {fleets}.").format(
                number=gone.sector, fleets=naming.fleets(gone.fleets)
            ),
            "bad",
        )


def _done(view: View, done: Done) -> str:
    """An order and what it came to: "refinery from 4 to 6, for 110 R"."""
    match done.order:
        case Exchange():
            return _("Exchanged {cost} for {gain}.").format(
                cost=naming.amounts(done.cost), gain=naming.amounts(done.gain)
            )
        case Upgrade(facility=facility):
            return _raised(naming.facility(facility), done)
        case Research(technology=technology):
            return _raised(naming.technology(technology), done)
        case Build() as order:
            return _("Built {fleets} in your capital for {price}.").format(
                fleets=naming.fleets(Fleets.just(order.ship, order.count)),
                price=naming.amounts(done.cost),
            )
        case Wonder(megastructure=name):
            return _("{name} was built for {price}.").format(
                name=name, price=naming.amounts(done.cost)
            )
        case Autobuild() as order:
            return _("Sector {number} builds {type} fleets from now on.").format(
                number=order.sector, type=naming.ship(order.ship)
            )
        case Send() as order:
            return _sent(view, order, done)


def _raised(name: str, done: Done) -> str:
    told = _("{name} from {before} to {after} for {price}").format(
        name=capitalised(name), before=done.before, after=done.after, price=_price(done)
    )
    if done.stopped is None:
        return f"{told}."
    return f"{told}; {raised_only(done)}."


def _price(done: Done) -> str:
    if done.token is None:
        return naming.amounts(done.cost)
    return _("a token ({token})").format(token=naming.token(done.token))


def _sent(view: View, order: Send, done: Done) -> str:
    told = _("Sent {fleets} from {way}: {kind} of sector {target}, arrives in turn {turn}").format(
        fleets=naming.fleets(order.fleets),
        way=naming.path(done.path),
        kind=naming.mission(order.kind),
        target=order.target,
        turn=view.turn + done.turns,
    )
    if done.cost or done.token is not None:
        return _("{told}; it cost {price}.").format(told=told, price=_price(done))
    return f"{told}."
