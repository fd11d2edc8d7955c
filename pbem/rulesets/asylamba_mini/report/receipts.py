"""How a mail's lines become a faction's orders, each tried on its author's own position (AM-14),
and what is answered: what an order does and costs, and what to think over.

What cannot be read or carried out is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from pbem.engine.api import Ask, Line, Parsed, Seat, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import Row, Step, nothing_ordered, nothing_taken, quoted, taken
from pbem.engine.orders import OrderError
from pbem.engine.phrases import count_turns, side_by_side
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES, Sector
from pbem.rulesets.asylamba_mini.language import TAKER, written
from pbem.rulesets.asylamba_mini.language.meaning import Situation, is_filled_in
from pbem.rulesets.asylamba_mini.mechanics import Realm, own_realm, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.mechanics.forecast import attacks_on, bound_for, guard, prospect
from pbem.rulesets.asylamba_mini.naming import coming_turn, place
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Orders,
    Pass,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report.news import raised_only
from pbem.rulesets.asylamba_mini.view import View


def read_orders(
    view: View, ask: Ask, lines: Sequence[Line], held: Orders | None = None
) -> Parsed[Orders]:
    """AM-14: the orders that can be read and carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    realm = own_realm(view)
    if realm is None:
        # Spectators and factions that have fallen order nothing (AM-24).
        message = _("you have no faction in this game that could be given orders")
        return nothing_ordered(lines, message)
    take = partial(_taken, alone=len(lines) == 1)
    rows = taken(take, lines, Situation(view, ask, realm))
    orders = [step.order for row in rows for step in row.steps]
    if not orders:
        return nothing_taken(rows)
    given = tuple(order for order in orders if not isinstance(order, Pass))
    end = next(row for row in reversed(rows) if row.steps).steps[-1].after.position
    odds = _Odds(view)
    verdicts = tuple(
        _verdict(row, end, odds) if row.refused is None else _in_place(rows[n:], row.refused)
        for n, row in enumerate(rows)
    )
    return Parsed(Orders(given), verdicts)


def _in_place(rows: Sequence[Row[Situation]], refused: Verdict) -> Verdict:
    """A refusal, with the line below that must stand above it where that is all that is wrong:
    orders are carried out from the top (AM-14)."""
    first, *below = rows
    for row in below:
        if row.refused is None and any(isinstance(step.order, Research) for step in row.steps):
            try:
                TAKER.take(first.line.text, row.steps[-1].after)
            except OrderError:
                continue
            told = _("put it below {order}, which comes after it here")
            order = written(row.steps[0].order)
            return replace(
                refused,
                message=side_by_side((refused.message, told.format(order=quoted(order)))),
                suggestion=None,
            )
    return refused


def _taken(text: str, at: Situation, *, alone: bool) -> tuple[Step[Situation], ...]:
    steps = TAKER.take(text, at)
    passing = [isinstance(step.order, Pass) for step in steps]
    if any(passing) and not (alone and all(passing)):
        raise OrderError(_("PASS stands alone; the other lines count"), 1, len(text))
    return steps


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: Row[Situation], end: Realm, odds: _Odds) -> Verdict:
    """What is to be said of a line that is taken, in a mail whose orders come to that `end`."""
    dones = [step.done for step in row.steps if step.done is not None]
    at = row.steps[-1].after
    if not dones:
        return row.accepted([_("you pass: nothing is ordered this turn")])
    warned = warnings(at.view, at.position, *dones, end=end)
    chances = dict.fromkeys(odds.of(dones, at.position))
    then = _then(at.position, dones)
    return row.accepted([*map(_note, row.steps), *chances, *then, left(at.position)], warned)


class _Odds:
    """How the attacks of a mail would end as they look now, with all that fights together. What
    they rest on is said once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._told: set[bool] = set()

    def of(self, dones: Sequence[Done], realm: Realm) -> Iterator[str]:
        for done in dones:
            order = done.order
            if not isinstance(order, Send) or order.kind == "reinforce":
                continue
            turn = realm.turn + done.turns
            seen = prospect(self._view, realm, order.target, bound_for(realm, order, turn))
            if seen.garrison:
                yield self._sentence(known=seen.kinds_known).format(
                    fleets=naming.fleets(seen.fleets),
                    garrison=seen.garrison,
                    percent=seen.percent,
                    turn=turn,
                )

    def _sentence(self, *, known: bool) -> str:
        if known in self._told:
            return _(
                "{fleets} against {garrison} win about {percent} times in 100, likewise until turn "
                "{turn}"
            )
        self._told.add(known)
        if known:
            return _(
                "{fleets} against {garrison} win about {percent} times in 100, if nothing is "
                "added there until turn {turn}"
            )
        return _(
            "{fleets} against {garrison} win about {percent} times in 100, if those are "
            "light, as most are, and nothing is added there until turn {turn}"
        )


def _then(realm: Realm, dones: Sequence[Done]) -> Iterator[str]:
    """What conquests cost once they are learned (AM-17)."""
    if any(isinstance(one.order, Research) and one.order.technology == "conquest" for one in dones):
        told = _("each conquest then costs {price} at present, {each} X for every sector of yours")
        price = naming.amounts(prices.conquest(len(realm.sectors)))
        yield told.format(price=price, each=FIGURES.missions.cost)


def _note(step: Step[Situation]) -> str:
    told = note(step.done, step.after.position.turn)
    if not is_filled_in(step):
        return told
    return _("{order}: {meaning}").format(order=written(step.order), meaning=told)


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


def warnings(view: View, realm: Realm, *dones: Done, end: Realm | None = None) -> Iterator[str]:
    """What is allowed and yet most likely not meant, of a line's orders that left this `realm`, in
    a mail whose last one leaves this `end`."""
    end = end or realm
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
                    weaker = tuple(_weaker(view, end, order, done))
                    warned.update(order.target for _told in weaker)
                    yield from weaker
    for source in dict.fromkeys(
        done.order.source for done in dones if isinstance(done.order, Send)
    ):
        yield from _exposed(view, end, source)


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
    bound = bound_for(realm, order, arrives).total
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
