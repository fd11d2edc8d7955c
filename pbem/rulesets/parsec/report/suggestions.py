"""The order template: what the house bot would order in the reader's place, and why, as comments.

The first orders are a turn; those behind it could take the place of the last of them, and stand
in reserve where they are sent as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pbem.engine.blocks import commented, proposed, remarked, remarks_below
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.engine.planner import Reasons, Step
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import TurnPlan, advice, advised_answer
from pbem.rulesets.parsec.bots.evaluation import INCOME
from pbem.rulesets.parsec.bots.features import reach
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Stance, Stances
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics import Space, Survey
from pbem.rulesets.parsec.mechanics.conflicts import Prospect
from pbem.rulesets.parsec.mechanics.course import Way, attempt, ways_after
from pbem.rulesets.parsec.mechanics.execution import Done, Position, position_of
from pbem.rulesets.parsec.naming import count_systems, for_whom, up_to
from pbem.rulesets.parsec.orders import (
    PASS,
    Action,
    Attack,
    Defend,
    Harvest,
    Settle,
    Standing,
    Swap,
    following,
    standing_lines,
)
from pbem.rulesets.parsec.report.conflicts import outcome, questions
from pbem.rulesets.parsec.report.forecast import aftermath, homeless, left_behind
from pbem.rulesets.parsec.report.rivals import dangers_opened
from pbem.rulesets.parsec.view import LeaderPlaced, SystemDestroyed, SystemSettled, View

_TELLING = 0.02
"""What speaks for an order with less than this is not told."""


def order_template(view: View) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    if view.seat is None or view.own is None or view.ending is not None:
        return ()
    if view.is_asked:
        return commented(_answers(view))
    return commented(_turn(view) if view.is_moving else _pledges(view.own.stances))


def _turn(view: View) -> Iterator[str]:
    found = advice(view)
    orders = found.turn
    if not orders:
        yield _("Take the # away to order. Nothing better comes to mind than:")
        yield remarked(PASS, [_("both orders are left out")])
        return
    yield proposed()
    for n, step in enumerate(found.steps):
        yield from _line(view, found, step, orders[:n])
    yield from map(_pledge, found.attacks)
    if found.harvest is not None:
        taken = _("your merchant leader takes it when your turn ends")
        yield remarked(written(Harvest(square=found.harvest)), [taken])
    if found.reserves:
        yield ""
        yield _("Or instead of the second, behind the first:")
        for step in found.reserves:
            yield from _line(view, found, step, orders[:-1])


def _pledges(stances: Stances) -> Iterator[str]:
    yield _("Your standing orders. To change one, take its # away and write it anew:")
    yield from map(_pledge, standing_lines(stances))


def _pledge(order: Standing) -> str:
    """With what it means (PA-12), short enough for a line."""
    if order.ships is None:
        told = _("the fewest that tie, or none")
        if isinstance(order, Attack):
            told = _("the fewest that win, or none")
    elif not order.ships:
        told = _("no ships")
    else:
        told = ngettext(
            "{number} ship, if it is there", "{number} ships, or as many as are there", order.ships
        ).format(number=order.ships)
    return remarked(written(order), [told])


def _answers(view: View) -> Iterator[str]:
    """What the house bot would send into each conflict, and what else makes sense."""
    named = {order.kind: order.ships for order in advised_answer(view)}
    others = []
    yield _("To answer, take the # away. Proposed by the house bot, sent only by you:")
    for one in questions(view):
        first = named.get(one.clash.kind) or 0 if one.attacks else one.sends(Stances())
        yield _answer(view, one, first)
        others += [_answer(view, one, number) for number in _sensible(one) if number != first]
    if others:
        yield ""
        yield _("Or:")
        yield from others


def _answer(view: View, one: Prospect, ships: int) -> str:
    make = Attack if one.attacks else Defend
    return remarked(written(make(kind=one.clash.kind, ships=ships)), [outcome(view, one, ships)])


def _sensible(one: Prospect) -> Iterable[int]:
    """As many as are enough, all, and none; nothing that is lost in vain."""
    if one.enough > one.held:
        return (0,)
    return dict.fromkeys((one.enough, *([one.held] if one.attacks else []), 0))


def _line(
    view: View, plan: TurnPlan, step: Step[Action], before: Sequence[Action]
) -> Iterator[str]:
    """With what it comes to in all ways that the turn may go, the weightiest first, what speaks for
    it, and below it what could be lost by it, of which its answer would warn."""
    assert view.own is not None
    attacks = [following(view.own.stances, plan.attacks).attack]
    if view.options.reactions == "ask":
        attacks = [Stance(0), Stance(FIGURES.hand)]
    (order,), start = step.proposal.orders, Way(position_of(view))
    trials = [
        attempt(way, order, attack)
        for attack in attacks
        for way in ways_after([start], before, attack)
    ]
    ends = [trial.done for trial in trials]
    begun = ways_after([start], before, attacks[0])
    here = begun[0].position
    first, *others = (
        [] if done is None else [*_facts(view, here, done, is_behind=bool(before))] for done in ends
    )
    facts = [fact for fact in first if all(fact in told for told in others)]
    if first and not facts and {clash.attacker for clash, _won in begun[0].fought} == {view.seat}:
        facts = [_("if you win: {fact}").format(fact=first[0])]
    if before and attempt(start, order, attacks[0]).refusal is not None:
        facts.insert(0, _("only behind the first"))
    why = _why(view, order, step.gains, begun, ends[0])
    by_itself = any(d is not None and (isinstance(order, Settle) or d.prospects) for d in ends)
    yield remarked(written(order), (*facts, why) if by_itself else (why, *facts))
    yield from remarks_below(
        dict.fromkeys(chain.from_iterable(dangers_opened(view, trial) for trial in trials))
    )


def _why(
    view: View, order: Action, gains: Reasons, before: Sequence[Way], done: Done | None
) -> str:
    """The reason that won, in a few words; none for what an order brings by itself."""
    reason = max(gains, key=lambda name: gains[name])
    if gains[reason] < _TELLING:
        return ""
    if reason in INCOME.values():
        kinds = [kind for kind in KINDS if gains[INCOME[kind]] >= _TELLING]
        if len(kinds) == len(KINDS):
            return _("to earn all four resources")
        earned = in_a_row([naming.resource(kind) for kind in kinds])
        return _("to earn {resources}").format(resources=earned)
    if reason == "rivals":
        return _costs(view, before[0].position.space, done.position.space) if done else ""
    hand = _("to earn more with your ships next turn")
    if isinstance(order, Swap):
        hand = _("better ships for your next turn")
    return {
        "resources": "",
        "harvest": _("you take an artifact when your turn ends"),
        "artifacts": _("it brings artifacts nearer"),
        "hand": hand,
        "chances": _("you could attack in your next turn"),
        "dangers": _("your leaders stand safer"),
    }[reason]


def _costs(view: View, before: Space, after: Space) -> str:
    """The first rival who can earn something no more, or not so well; nothing where what it costs
    rivals is less plain than that."""
    then, now = Survey(before), Survey(after)
    for seat in view.seats:
        had, has = reach(then, seat), reach(now, seat)
        lost = [naming.resource(kind) for kind in KINDS if has[kind] < had[kind]]
        if lost and seat != view.seat:
            told = _("makes it harder for {name} to earn {resources}")
            return told.format(name=view.name(seat), resources=in_a_row(lost))
    return ""


def _facts(view: View, before: Position, done: Done, *, is_behind: bool) -> Iterator[str]:
    """What an order comes to, where the line stands `is_behind` others of the turn."""
    match done.entry:
        case SystemSettled(gains=seat, kind=kind) if seat is not None:
            amount, whom = naming.amount(kind, 1), for_whom(view, seat)
            yield _("{amount} {whom}").format(amount=amount, whom=whom)
        case LeaderPlaced(square=square, origin=origin):
            space, given_up = done.position.space, left_behind(before, done.position, origin)
            if given_up:
                yield _("gives up {systems}").format(systems=count_systems(given_up))
            if done.prospects:
                yield from _attacks(view, done, is_short=bool(given_up))
                return
            size, beside = len(space.region(square)), space.scientists_beside(square)
            told = _("region of {systems} then") if is_behind else _("region of {systems}")
            yield told.format(systems=count_systems(size))
            yield ngettext(
                "{number} beside it with scientists", "{number} beside it with scientists", beside
            ).format(number=beside)
        case SystemDestroyed() as entry:
            yield from aftermath(view, entry, homeless(done, entry), done.position, before)
    yield from _attacks(view, done)


def _attacks(view: View, done: Done, *, is_short: bool = False) -> Iterator[str]:
    """The own ones of the conflicts that an order opens."""
    told = _("you attack {name}, {strength} against {other}")
    if is_short:
        told = _("attack: {strength} against {other}")
    for one in done.prospects:
        if one.attacks:
            strength = up_to(one.own, one.held)
            yield told.format(name=view.name(one.rival), strength=strength, other=one.other)
