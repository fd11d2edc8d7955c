"""The order template: what the house bot would order in the reader's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil

from pbem.engine.blocks import commented, proposed, remarked
from pbem.engine.i18n import _
from pbem.engine.phrases import count_turns, in_a_row
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.bots import Advised, Aside, Turn
from pbem.rulesets.asylamba_mini.bots.candidates import Project
from pbem.rulesets.asylamba_mini.bots.evaluation import danger
from pbem.rulesets.asylamba_mini.figures import Resource
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import Realm, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import Done, tried
from pbem.rulesets.asylamba_mini.mechanics.forecast import bound_for, prospect
from pbem.rulesets.asylamba_mini.orders import (
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import View

_MOST_INSTEAD = 3
"""So many lines of other projects are told, but none beside a long list of what is advised."""
_LONG = 5


def order_template(view: View, realm: Realm, advised: Turn) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    lines: list[str] = []
    if advised.lines:
        lines.append(proposed())
        lines += _lines(view, realm, advised.lines)
    else:
        lines.append(_("The house bot proposes nothing for this turn."))
    most = _MOST_INSTEAD if len(advised.lines) < _LONG else 0
    instead = [one for one in islice(advised.instead, most) if len(one.orders) <= most]
    if instead:
        lines += ("", _("Instead of these it would think of:") if advised.lines else _("Possible:"))
    for project in instead:
        more = [Advised(order, project) for order in project.orders]
        if len(more) <= most:
            most -= len(more)
            lines += _lines(view, realm, more)
    if advised.saved_for is not None:
        lines += ("", _kept(view, advised.end.realm, advised.saved_for))
    return commented(lines)


def _wait(realm: Realm, aside: Aside) -> int:
    """In how many turns it can be paid by what comes in, if need be behind exchanges (AM-11)."""
    cost, gains, rate = aside.project.cost, realm.income, prices.exchange_rate(realm.faction)
    for turns in range(ceil(aside.turns)):
        over = {
            one: realm.balance.of(one) + turns * gains.of(one) - cost.of(one) for one in Resource
        }
        lacking = -sum(min(0, left) for left in over.values())
        if sum(max(0, left) // rate for left in over.values()) >= lacking:
            return turns
    return ceil(aside.turns)


def _kept(view: View, realm: Realm, aside: Aside) -> str:
    """What it saves for, what that costs with all that must be learned for it, and when it can be
    paid."""
    project, turn = aside.project, view.open_turn + _wait(realm, aside)
    learned = [
        f"{naming.technology(order.technology)} {order.to}"
        for order in project.orders[:-1]
        if isinstance(order, Research) and order.to is not None
    ]
    aim = _aim(project)
    if isinstance(project.goal, Build) and project.about is not None:
        aim = _("fleets against {place}").format(place=aim)
    if learned:
        aim = _("{aim} with {learned}").format(aim=aim, learned=in_a_row(learned))
    return _("It saves for {aim}: {price} in all, to be had about turn {turn}.").format(
        aim=aim, price=naming.amounts(project.cost), turn=turn
    )


def _lines(view: View, realm: Realm, lines: Sequence[Advised]) -> Iterator[str]:
    """One behind the other, each on what those before leave."""
    for line in lines:
        dealt = tried(realm, line.order)
        assert dealt is not None, "what is advised has been tried"
        realm = dealt.realm
        order, remarks = written(line.order), [*_remarks(view, realm, line, dealt.done)]
        told = remarked(order, remarks)
        yield told
        if told == order:
            yield remarked("", remarks[:1])


def _remarks(view: View, realm: Realm, line: Advised, done: Done) -> Iterator[str]:
    """Why it is done, its price, and what it would come to."""
    yield _why(view, line)
    if done.cost:
        yield naming.amounts(done.cost)
    if done.token is not None:
        yield naming.token(done.token)
    match line.order:
        case Upgrade() | Research():
            yield _("to level {level}").format(level=done.after)
        case Send() as order:
            if order.kind != "reinforce":
                fleets = bound_for(realm, order, realm.turn + done.turns)
                seen = prospect(view, realm, order.target, fleets)
                yield _("{fleets} against {garrison}: {percent} %").format(
                    fleets=fleets.total, garrison=seen.garrison, percent=seen.percent
                )
            yield _("in turn {turn}").format(turn=view.open_turn + done.turns)


def _why(view: View, line: Advised) -> str:
    """The reason that won, in a few words."""
    project, goal = line.project, line.project.goal
    is_means = isinstance(line.order, Exchange) or (
        isinstance(line.order, Research) and not isinstance(goal, Research)
    )
    if project.about is not None and project.reason == danger(project.about):
        return _("{place} is in danger").format(place=naming.sector(project.about))
    if isinstance(line.order, Exchange) and isinstance(goal, Build):
        return _("for fleets")
    if isinstance(goal, Build) and project.reason == "reach":
        return _("enough against {place}").format(place=_aim(project))
    if is_means or project.reason == "reach":
        return _("for {aim}").format(aim=_aim(project))
    match project.reason:
        case "points":
            return naming.count_points(project.points)
        case "income":
            return _income(view, project)
        case "spoils":
            return _("for the X of the fight")
        case "harm":
            return _("a blow to a rival")
        case "gathering":
            return _("to stand together")
        case _:
            return _("for stronger fleets")


def _income(view: View, project: Project) -> str:
    match project.goal:
        case Wonder(megastructure=name):
            return naming.megastructure_does(name)
        case Send(target=target):
            bonus = view.sector(target).bonus
            return _("for its bonus") if bonus is None else naming.bonus(bonus)
        case _:
            turns = count_turns(round(project.payback))
            return _("pays back in {turns}").format(turns=turns)


def _aim(project: Project) -> str:
    """What a project is for: "sector 17", "Ringworld"."""
    match project.goal:
        case Wonder(megastructure=name):
            return name
        case Upgrade(facility=facility):
            return naming.facility(facility)
        case Research(technology=technology):
            return naming.technology(technology)
        case _ if project.about is not None:
            return naming.sector(project.about)
        case _:
            return _("fleets")
