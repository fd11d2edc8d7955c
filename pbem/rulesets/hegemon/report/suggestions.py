"""The order template: what the house bot would order in the reader's place, and why; and what is
wrong with the last move, which is played again where none is sent (HG-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.blocks import WIDEST, commented, proposed, remarks_below
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.engine.planner import Step
from pbem.rulesets.hegemon.bots import Turn, advice
from pbem.rulesets.hegemon.figures import item_name
from pbem.rulesets.hegemon.language import LANGUAGE
from pbem.rulesets.hegemon.mechanics import within_range
from pbem.rulesets.hegemon.orders import Policy
from pbem.rulesets.hegemon.view import View

_FEELER = 5
"""Percent: who gives no more to cooperation draws on what others give."""


def advised(view: View) -> Turn | None:
    """What the house bot would do; nothing for spectators and after the end."""
    return None if view.seat is None or view.ending is not None else advice(view)


# Lines --------------------------------------------------------------------------------


def order_template(view: View, turn: Turn | None) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    if turn is None:
        return ()
    # What is played without a mail, the last move or what is held, is told at the report's top.
    return commented((proposed(), *_suggestions(view, turn)))


def _suggestions(view: View, turn: Turn) -> Iterator[str]:
    """What speaks for several lines alike is told once."""
    told: list[list[str]] = []
    lines = [step for step in turn.steps if step.proposal.orders[0].allocation]
    for step in lines:
        (policy,) = step.proposal.orders
        remarks = list(_remarks(view, turn, step))
        same = remarks in told
        told.append(remarks)
        yield from _remarked(
            LANGUAGE.write(policy), [_("for the same reason")] if same else remarks
        )
    yield from _left_out(turn)


def _left_out(turn: Turn) -> Iterator[str]:
    """Why an item gets nothing."""
    orders = [order for step in turn.steps for order in step.proposal.orders]
    names = [order.item for order in orders if not order.allocation]
    if names:
        struck = [
            item_name(order.item)
            for order in orders
            if order.allocation and order.targets is not None
        ]
        why = (
            _("the strike in {items} takes it all").format(items=in_a_row(struck))
            if struck
            else _("points count as much elsewhere, and thin ones defend little")
        )
        told = _("nothing for {items}").format(items=in_a_row([*map(item_name, names)]))
        yield from remarks_below([told, why])


def _remarks(view: View, turn: Turn, step: Step[Policy]) -> Iterator[str]:
    """Whom the line is about, and what speaks for it."""
    (policy,) = step.proposal.orders
    index = view.options.items.index(policy.item)
    away = view.kept_out(index)
    if policy.targets is not None:
        yield from _struck(view, within_range(view, policy.item, policy.targets), away)
    elif not policy.coop:
        yield _held(view, turn, away)
    if 0 < policy.coop <= _FEELER:
        yield _("draws on what others give")
    if policy.coop <= _FEELER:
        return
    if policy.partners is not None:
        welcome = within_range(view, policy.item, policy.partners)
        yield from _givers(view, turn, [seat for seat in welcome if seat in turn.partners], away)
        if kept_out := tuple(_kept_out(view, turn, policy.item, welcome)):
            yield from kept_out
            return
        if any(seat in away for seat in welcome):
            yield _("who gives may be let in again")
            return
    if step.gains.get("trust", 0.0) > 0:
        yield _("who gives stays welcome")


def _struck(view: View, targets: Sequence[Seat], away: Sequence[Seat]) -> Iterator[str]:
    """Whom a line strikes, and why there, where others may share with them elsewhere."""
    names = in_a_row(_names(view, targets))
    yield _("strikes {names}, at more cost to them than to you").format(names=names)
    if any(seat in away for seat in targets):
        yield _("who did not share with you there")
    else:
        yield _("as a rival for the first place")


def _held(view: View, turn: Turn, away: Sequence[Seat]) -> str:
    """Why a line keeps all for its owner."""
    if turn.is_last:
        return _("in a last turn hardly anybody gives; it counts as yours, and defends")
    if len(away) == len(view.others):
        return _("nobody shared with you there; it counts as yours, and defends")
    return _("your own, and defended")


def _givers(view: View, turn: Turn, givers: Sequence[Seat], away: Sequence[Seat]) -> Iterator[str]:
    """Who of those whom a line welcomes gives: in that item, where that is known (HG-11), and else
    how much, as far as their points tell of all items together."""
    if not view.turn:
        yield _("nobody has taken anything yet")
        return
    there = [seat for seat in givers if seat not in away]
    if there and len(there) < len(givers):
        yield ngettext(
            "only {names} shared with you there", "only {names} shared with you there", len(there)
        ).format(names=in_a_row(_names(view, there)))
    elif there:
        yield ngettext(
            "{names} seems to give as well (of {whole} last turn)",
            "{names} seem to give as well (of {whole} last turn)",
            len(there),
        ).format(
            names=in_a_row(_with_gifts(view, there, turn.gifts)),
            whole=view.options.points_per_turn,
        )


def _kept_out(view: View, turn: Turn, item: str, welcome: Sequence[Seat]) -> Iterator[str]:
    """Who is not in a range, and why: for what they are seen to give, or because no range of
    points holds them without somebody else (HG-5)."""
    index = view.options.items.index(item)
    others = [player.seat for player in view.others if player.seat not in welcome]
    takers = [seat for seat in others if seat not in turn.partners]
    if takers:
        whole = view.options.points_per_turn
        yield ngettext(
            "{names} seems to give you less (of {whole} in all)",
            "{names} seem to give you less (of {whole} in all)",
            len(takers),
        ).format(names=in_a_row(_with_gifts(view, takers, turn.given)), whole=whole * view.turn)
    for seat in others:
        if seat in turn.partners:
            held = sorted(view.now.of(one, index) for one in (*welcome, seat))
            between = [one for one in takers if held[0] <= view.now.of(one, index) <= held[-1]]
            yield _("{name} would come only with {others}").format(
                name=view.name(seat), others=in_a_row(_names(view, between))
            )


def _remarked(line: str, remarks: Sequence[str]) -> Iterator[str]:
    """With what is remarked on it, where that is too long on lines of its own."""
    if len(_with(line, remarks)) <= WIDEST:
        yield _with(line, remarks)
        return
    yield line
    yield from remarks_below(remarks)


def _with(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {side_by_side(remarks)}" if remarks else line


def _names(view: View, seats: Sequence[Seat]) -> list[str]:
    return [view.name(seat) for seat in seats]


def _with_gifts(view: View, seats: Sequence[Seat], gifts: Mapping[Seat, float]) -> list[str]:
    """Players, each with the points that it seems to have given to cooperation: "Bruno (97)"."""
    whole = view.options.points_per_turn
    return [
        _("{name} ({points})").format(name=view.name(seat), points=round(gifts[seat] * whole))
        for seat in seats
    ]


# Warnings -----------------------------------------------------------------------------


def warnings(view: View, turn: Turn | None) -> Iterator[str]:
    """What the last move would do if it was played again as the points stand, and where there
    is a better line in the template."""
    if turn is None or view.move is None:
        return
    remedies = {order.item: order for step in turn.steps for order in step.proposal.orders}
    faults: dict[_Fault, list[str]] = {}
    for policy in view.move.policies:
        fault = _fault(view, turn, policy)
        remedy = remedies.get(policy.item)
        if fault is not None and (remedy is None or _fault(view, turn, remedy) != fault):
            faults.setdefault(fault, []).append(policy.item)
    for fault, items in faults.items():
        warning = fault.sentence.format(item=in_a_row([*map(item_name, items)]), names=fault.names)
        # The lines themselves stand in the template: here they would be read as orders.
        yield _("{warning} What the house bot would order does better.").format(warning=warning)


class _Fault(NamedTuple):
    """Why lines had better not be played again: a sentence that speaks of their items, and of
    players."""

    sentence: str
    names: str = ""


def _fault(view: View, turn: Turn, policy: Policy) -> _Fault | None:
    """None where the line can well be played again."""
    if not policy.allocation:
        return None
    if policy.comp and policy.targets and not within_range(view, policy.item, policy.targets):
        return _Fault(_("Played again, your last move would hit nobody in {item}."))
    if policy.coop <= _FEELER or policy.partners is None:
        return None
    welcome = within_range(view, policy.item, policy.partners)
    if not welcome:
        return _Fault(_("Played again, your last move would find no partner in {item}."))
    takers = _names(view, [seat for seat in welcome if seat not in turn.partners])
    if not takers:
        return None
    sentence = ngettext(
        "Played again, your last move would be open in {item} to {names}, who seems to give you "
        "less than others do.",
        "Played again, your last move would be open in {item} to {names}, who seem to give you "
        "less than others do.",
        len(takers),
    )
    return _Fault(sentence, in_a_row(takers))
