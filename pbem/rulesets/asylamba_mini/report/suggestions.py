"""The order template: what could sensibly be ordered in this very position, as comments.

Every line was tried on the position before it is offered. Those of the first group can be
paid all together, from the top; the others stand for themselves, instead of some of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.execution import Done, tried
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report.advice import advice, alternatives, saving_for
from pbem.rulesets.asylamba_mini.view import View

_MOST = 12
"""So many orders are suggested in all."""

_MOST_TOGETHER = 8

_WIDEST = 74
"""A longer line might be broken by a mail client, and its end be read as an order."""


class Suggestions(NamedTuple):
    """``together`` can all be carried out, from the top; ``instead`` each by itself.

    ``saving_for`` is the megastructure that what R ``together`` leaves can soon pay.
    """

    together: tuple[Done, ...]
    instead: tuple[Done, ...]
    saving_for: str | None


def suggest(view: View, realm: Realm) -> Suggestions:
    """What could be ordered now, the best first."""
    plan, now = advice(view), realm
    together: list[Done] = []
    for step in plan:
        for order in step(view, now):
            dealt = tried(now, order)
            if dealt is not None and len(together) < _MOST_TOGETHER:
                now = dealt.realm
                together.append(dealt.done)
    told = {_topic(done.order) for done in together}
    instead: dict[object, Done] = {}
    for step in (*plan, *alternatives(view)):
        for order in step(view, realm):
            dealt = tried(realm, order)
            if dealt is not None and _topic(order) not in told:
                instead.setdefault(_topic(order), dealt.done)
    return Suggestions(
        together=tuple(together),
        instead=tuple(instead.values())[: _MOST - len(together)],
        saving_for=saving_for(view, now),
    )


def _topic(order: AnyOrder) -> object:
    """What an order is about: two suggestions of one topic are one too many."""
    match order:
        case Upgrade(facility=about) | Research(technology=about) | Wonder(megastructure=about):
            return type(order), about
        case Send(target=about) | Autobuild(sector=about):
            return type(order), about
        case Exchange(get=about):
            return type(order), about
        case Build():
            return type(order), order.with_credits


def order_template(view: View, realm: Realm) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    found = suggest(view, realm)
    together = _("To order, take the # away. These can be paid together:")
    instead = (
        _("Each of these could be ordered instead:")
        if found.together
        else _("To order, take the # away. Each of these can be paid, one of them alone:")
    )
    lines: list[str] = []
    if found.together:
        lines += (together, *_lines(view, found.together))
    if found.instead:
        lines += ("",) if lines else ()
        lines += (instead, *_lines(view, found.instead))
    if found.saving_for is not None:
        lines += ("",) if lines else ()
        saved = _("If you keep what R is left, it soon pays the {name}.")
        lines.append(saved.format(name=found.saving_for))
    if not lines:
        lines.append(_("There is nothing that could be paid this turn."))
    return tuple(f"# {line}".rstrip() for line in lines)


def _lines(view: View, found: tuple[Done, ...]) -> Iterator[str]:
    for done in found:
        line, remarks = written(done.order), list(_remarks(view, done))
        while remarks and len(_with(line, remarks)) > _WIDEST:
            remarks.pop()
        yield _with(line, remarks)


def _with(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(remarks)}" if remarks else line


def _remarks(view: View, done: Done) -> Iterator[str]:
    """The price of a suggestion, and what it would come to; the weightiest first."""
    if done.cost:
        yield naming.amounts(done.cost)
    if done.token is not None:
        yield naming.token(done.token)
    match done.order:
        case Upgrade() | Research():
            yield _("to level {level}").format(level=done.after)
        case Send() as order:
            if order.kind != "reinforce":
                yield _("{fleets} against {garrison}").format(
                    fleets=order.fleets.total, garrison=view.sector(order.target).garrison
                )
            yield _("in turn {turn}").format(turn=view.open_turn + done.turns)
