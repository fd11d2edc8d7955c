"""What came of the own orders (AM-14), and what else happened: arrivals, bonuses, fleets built,
megastructures and falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import and_more, bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised, in_a_row, side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
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
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import Cost, Fleets
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.mechanics.forecast import won_of_rebels
from pbem.rulesets.asylamba_mini.naming import who
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report import effects
from pbem.rulesets.asylamba_mini.view import Battle, View

_MOST = 15
"""So many fights of others are told."""


def battles_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """Own fights in sentences, then those of others, in numbers."""
    own, others = list[Block](), list[str]()
    for order, fight in enumerate(view.battles):
        if view.seat is not None and view.seat in (fight.attacker.seat, fight.defender.seat):
            mood: Literal["good", "bad"] = "good" if winner(fight) == view.seat else "bad"
            own.append(Paragraph(" ".join(_own(view, news, order, fight)), mood))
        else:
            others.append(_told(view, fight))
    shown = (*bullets(others[:_MOST]), *and_more(_MOST, len(others)))
    yield from section(_("Battles"), (*own, *shown))


def winner(fight: Battle) -> Seat | None:
    """Who won; None: rebels."""
    return fight.attacker.seat if fight.taken else fight.defender.seat


def _own(view: View, news: Sequence[Event], order: int, fight: Battle) -> Iterator[str]:
    yield _course(view, fight, attacking=fight.attacker.seat == view.seat)
    yield from _losses(view, news, order, fight)
    if winner(fight) == view.seat:
        yield from _gains(news, order)


def _course(view: View, fight: Battle, *, attacking: bool) -> str:
    """What happened, in a sentence."""
    own, foe = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    match fight.was_fought, attacking, fight.taken:
        case False, True, _taken:
            sentence = _("You took {place} from {foe} without a fight: nobody guarded it.")
        case False, False, _taken:
            sentence = _("{foe} took {place} from you without a fight: nobody guarded it.")
        case True, True, True:
            sentence = _(
                "You took {place} from {foe}: {fleets} against {others}, {left} came through."
            )
        case True, True, False:
            sentence = _("Your attack on {place} failed: {fleets} against {others} of {foe}.")
        case True, False, True:
            sentence = _("{foe} took {place} from you: {others} against your {fleets}.")
        case _:
            sentence = _(
                "You held {place} against {foe}: {fleets} against {others}, {left} came through."
            )
    told = sentence.format(
        place=naming.sector(fight.sector),
        foe=who(view, foe.seat),
        fleets=naming.count_fleets(own.before),
        others=foe.before,
        left=own.after - fight.captured,
    )
    return capitalised(told)


def _losses(view: View, news: Sequence[Event], order: int, fight: Battle) -> Iterator[str]:
    """By type; the fleets that the winner captured stand among its own afterwards."""
    for types in only(BattleTypes, news):
        if types.order == order and fight.was_fought:
            prize = types.captured
            attackers = types.attackers - types.attackers_left
            defenders = types.defenders - types.defenders_left
            if fight.taken:
                attackers += prize
            else:
                defenders += prize
            attacking = fight.attacker.seat == view.seat
            own, others = (attackers, defenders) if attacking else (defenders, attackers)
            yield _("You lost {own}; they lost {others}.").format(
                own=naming.fleets(own), others=naming.fleets(others)
            )
            yield from _captured(view, fight, prize)
            yield from _luck(view, fight, types)


_RARE = 25
"""Times in 100; what happens no oftener is told."""


def _luck(view: View, fight: Battle, types: BattleTypes) -> Iterator[str]:
    """How likely a surprising end was, of attacks on rebels."""
    if view.me is None or fight.defender.seat is not None:
        return
    won = won_of_rebels(view, view.me, types.attackers, types.defenders)
    if fight.taken and won <= _RARE:
        yield _("Lucky: such a fight is won {percent} times in 100.").format(percent=won)
    if not fight.taken and won >= 100 - _RARE:
        yield _("Unlucky: such a fight is won {percent} times in 100.").format(percent=won)


def _captured(view: View, fight: Battle, prize: Fleets) -> Iterator[str]:
    if not prize:
        return
    if winner(fight) == view.seat:
        yield _("Of these you captured {fleets}.").format(fleets=naming.fleets(prize))
    else:
        yield _("{faction} captured {fleets} of yours.").format(
            faction=who(view, winner(fight)), fleets=naming.fleets(prize)
        )


def _gains(news: Sequence[Event], order: int) -> Iterator[str]:
    for spoils in only(Spoils, news):
        if spoils.order == order:
            gains = [naming.amounts(Cost(X=spoils.experience))]
            if spoils.reward is not None:
                gains.append(effects.granted(spoils.reward))
            yield _("You gain {gains}.").format(gains=in_a_row(gains))


def _told(view: View, fight: Battle) -> str:
    """A fight of others, in numbers (AM-27)."""
    sentence = _("{attacker} took {place} from {defender} without a fight.")
    if fight.was_fought and fight.taken:
        sentence = _(
            "{attacker} took {place} from {defender}: {fleets} against {others}, {left} left."
        )
    elif fight.was_fought:
        sentence = _(
            "{defender} held {place} against {attacker}: {others} against {fleets}, {left} left."
        )
    best = fight.attacker if fight.taken else fight.defender
    told = sentence.format(
        attacker=who(view, fight.attacker.seat),
        defender=who(view, fight.defender.seat),
        place=naming.sector(fight.sector),
        fleets=naming.count_fleets(fight.attacker.before),
        others=fight.defender.before,
        left=best.after - fight.captured,
    )
    if not fight.was_fought or not fight.captured:
        return capitalised(told) if fight.was_fought else told
    prize = naming.count_fleets(fight.captured)
    captured = _("{faction} captured {fleets}.").format(faction=who(view, best.seat), fleets=prize)
    return f"{capitalised(told)} {captured}"


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
        told = (
            Paragraph(_("Nothing was ordered: you passed, or no orders came from you."), "warning"),
        )
    yield from section(_("What your orders did"), told)


def _came_to_nothing(view: View, done: Done, lost: set[str], fallen: bool) -> bool:
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
                effect=effects.megastructure(built.name),
            )
    for found in only(BonusFound, news):
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
    """AM-3: what the bonus lastingly gives, and what was given just now."""
    sentence = (
        _("You found the bonus of sector {sector}: {bonus}{effect}.")
        if found.seat == view.seat
        else _("{faction} found the bonus of sector {sector}: {bonus}{effect}.")
    )
    once = effects.bonus_once(found.bonus)
    gained = [effects.bonus_lasting(found.bonus), once if found.granted else ""]
    effect = ", ".join(part for part in gained if part)
    if once and not found.granted:
        effect = _("granted to an earlier owner")
    return sentence.format(
        faction=view.faction(found.seat).name,
        sector=found.sector,
        bonus=naming.bonus(found.bonus),
        effect=f" ({effect})" if effect else "",
    )
