"""What came of the own orders (AM-14), and what else happened: arrivals, bonuses, fleets built,
megastructures and falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised, in_a_row, side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    BonusFound,
    Eliminated,
    FleetsJoined,
    FleetsLost,
    MegastructureBuilt,
    MegastructureLost,
    MissionTurnedBack,
    OrderDone,
    OrderRefused,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import MEGASTRUCTURES, TECHNOLOGIES, Fleets
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report import bonus_given
from pbem.rulesets.asylamba_mini.report.battles import found_in
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
        *bullets(_all_done(view, [d for d in done if not _to_nothing(view, d, lost, fallen)])),
    )
    if not told and not done and me.alive:
        told = (Paragraph(_("You ordered nothing this turn.")),)
    yield from section(_("What your orders did"), told)


def _to_nothing(view: View, done: Done, lost: set[str], fallen: bool) -> bool:
    """What another had, or what was lost with the capital, is told among what failed; what a
    sector would build that was lost, with the fight for it."""
    match done.order:
        case Wonder(megastructure=name):
            return name in lost
        case Autobuild(sector=sector):
            return view.sector(sector).owner != view.seat
        case order:
            return fallen and isinstance(order, Build)


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
            _("{name}: {faction} has it, {why}; {amount} R came back.").format(
                name=lost.name,
                faction=view.faction(lost.winner).name,
                why=_why_lost(view, lost),
                amount=lost.returned,
            ),
            "bad",
        )
    for gone in only(FleetsLost, news):
        yield Paragraph(
            _("The fleets that you ordered are lost with sector {number}: {fleets}.").format(
                number=gone.sector, fleets=naming.fleets(gone.fleets)
            ),
            "bad",
        )


def _why_lost(view: View, lost: MegastructureLost) -> str:
    """AM-12, as far as its owner can know: what all had of points before the turn is public."""
    own, other = (view.history[-2][seat - 1].points for seat in (view.seat or 0, lost.winner))
    if other > own:
        return _("by its higher spatial engineering")
    if other < own:
        return _("by its higher spatial engineering or, with as much, by fewer points")
    return _("by its higher spatial engineering or, with as much, by lot")


def _all_done(view: View, dones: Sequence[Done]) -> Iterator[str]:
    """All exchanges in one sentence."""
    told = _("{cost} for {gain}")
    deals = [
        told.format(cost=naming.amounts(one.cost), gain=naming.amounts(one.gain))
        for one in dones
        if isinstance(one.order, Exchange)
    ]
    if deals:
        yield _("Exchanged {deals}.").format(deals=in_a_row(deals))
    yield from (_done(view, one) for one in dones if not isinstance(one.order, Exchange))


def _done(view: View, done: Done) -> str:
    """An order and what it came to: "refinery from 4 to 6, for 110 R"."""
    match done.order:
        case Exchange():
            raise ValueError("exchanges are told together")
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
            return _("{name} was built for {price}: {effect}.").format(
                name=name, price=naming.amounts(done.cost), effect=_effect_of(view, name)
            )
        case Autobuild() as order:
            return _("Sector {number} builds {type} fleets from now on.").format(
                number=order.sector, type=naming.ship(order.ship)
            )
        case Send() as order:
            return _sent(view, order, done)


def _effect_of(view: View, name: str) -> str:
    """What a megastructure did, with the level that it raised a technology to."""
    figures = MEGASTRUCTURES[name]
    means = None if view.me is None else view.me.means
    if figures.doubles_fleets:
        return _("all fleets that stayed in the capital are twice as many")
    told = [naming.megastructure_does(name)]
    for technology in TECHNOLOGIES:
        if means is not None and figures.grant.technologies.of(technology):
            raised = _("{technology} is {level} now")
            told.append(
                raised.format(
                    technology=naming.technology(technology),
                    level=means.technologies.of(technology),
                )
            )
    return ", ".join(told)


def _raised(name: str, done: Done) -> str:
    told = _("{name} from {before} to {after} for {price}").format(
        name=capitalised(name), before=done.before, after=done.after, price=_price(done)
    )
    stopped = "" if done.stopped is None else raised_only(done)
    return f"{side_by_side((told, stopped))}."


def _price(done: Done) -> str:
    if done.token is None:
        return naming.amounts(done.cost)
    return _("a token ({token})").format(token=naming.token(done.token))


def _sent(view: View, order: Send, done: Done) -> str:
    told = _(
        "Sent {fleets} by way of {way}: {kind} of sector {target}, arrives in turn {turn}"
    ).format(
        fleets=naming.fleets(order.fleets),
        way=naming.path(done.path),
        kind=naming.mission(order.kind),
        target=order.target,
        turn=view.turn + done.turns,
    )
    if done.cost or done.token is not None:
        return _("{told}; it cost {price}.").format(told=told, price=_price(done))
    return f"{told}."


def raised_only(done: Done) -> str:
    """Why an order for several levels stopped where it did (AM-7, AM-8)."""
    reason = "" if done.stopped is None else done.stopped.text
    return _("raised to {level} only: {reason}").format(level=done.after, reason=reason)


def news_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """The weightiest first."""
    told = (*_falls(view, news), *_returns(news), *bullets(_rest(view, news)))
    yield from section(_("News"), told)


def _falls(view: View, news: Sequence[Event]) -> Iterator[Block]:
    for fall in only(Eliminated, news):
        name, by = view.faction(fall.seat).name, view.faction(fall.by).name
        if fall.seat == view.seat:
            continue  # the farewell tells it
        if fall.by == view.seat:
            sentence = _("You captured the capital of {name}, which is out of the game.")
            yield Paragraph(sentence.format(name=name), "good")
        else:
            sentence = _(
                "{by} captured the capital of {name}, which is out of the game: its other "
                "sectors are rebels now."
            )
            yield Paragraph(sentence.format(name=name, by=by))


def _returns(news: Sequence[Event]) -> Iterator[Block]:
    for back in only(MissionTurnedBack, news):
        sentence, token = _turned_back(back), back.refunded.token
        if back.refunded:
            returned = naming.amounts(back.refunded.cost) if token is None else naming.token(token)
            refund = _("Its price is yours again: {returned}.").format(returned=returned)
            sentence = f"{sentence} {refund}"
        yield Paragraph(sentence, "bad" if back.home is None else "warning")


def _turned_back(back: MissionTurnedBack) -> str:
    """AM-19: a colonisation that found a faction, or fleets whose target was lost."""
    why = (
        _("Your {kind} of sector {sector} found a faction there and turned back.")
        if back.kind == "colonise"
        else _("Your {kind} to sector {sector} found it lost.")
    ).format(kind=naming.mission(back.kind), sector=back.sector)
    fleets = naming.fleets(back.fleets)
    if back.home is None:
        way = _("There was no way home: it disbanded ({fleets}).").format(fleets=fleets)
    else:
        way = _("On their way to sector {home}, there in turn {turn}: {fleets}.").format(
            home=back.home, turn=back.arrives, fleets=fleets
        )
    return f"{why} {way}"


def _rest(view: View, news: Sequence[Event]) -> Iterator[str]:
    for built in only(MegastructureBuilt, news):
        if built.seat != view.seat:
            yield _("{faction} built {name} in sector {sector}: {effect}.").format(
                faction=view.faction(built.seat).name,
                name=built.name,
                sector=built.sector,
                effect=naming.megastructure_does(built.name),
            )
    told = [one for fight in view.battles for one in found_in(view, news, fight)]
    for found in only(BonusFound, news):
        if found not in told:
            yield _bonus(view, found)
    for joined in only(FleetsJoined, news):
        yield _("{fleets} arrived in sector {sector}.").format(
            fleets=naming.fleets(joined.fleets), sector=joined.sector
        )
    capital = None if view.me is None else view.me.capital  # what is built there was ordered
    for made in only(Produced, news):
        sites = [
            _("{fleets} in {sector}").format(fleets=naming.fleets(fleets), sector=number)
            for number, fleets in made.built
            if number != capital
        ]
        if sites:
            yield _("New fleets: {sites}.").format(sites=side_by_side(sites))


def _bonus(view: View, found: BonusFound) -> str:
    sentence = (
        _("You found the bonus of sector {sector}: {bonus}.")
        if found.seat == view.seat
        else _("{faction} found the bonus of sector {sector}: {bonus}.")
    )
    return sentence.format(
        faction=view.faction(found.seat).name, sector=found.sector, bonus=bonus_given(found)
    )
