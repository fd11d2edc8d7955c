"""How a mail's lines become a move, all of them or none (HG-2, HG-3), and what each means to its
writer: points for percent, and players for ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from pbem.engine.api import Ask, Line, Parsed, Seat, Verdict
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.language import Refused, Row, Taker, taken
from pbem.engine.language.figures import FULL, plain
from pbem.engine.phrases import counted_as, decimal, in_a_row
from pbem.rulesets.hegemon.figures import points
from pbem.rulesets.hegemon.language import LANGUAGE, Situation, which_items
from pbem.rulesets.hegemon.mechanics import within_range
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import IDLE, NOTHING, Move, Policy, amount
from pbem.rulesets.hegemon.refusals import explained
from pbem.rulesets.hegemon.view import View


def read_move(
    view: View, ask: Ask, lines: Sequence[Line], held: Move | None = None
) -> Parsed[Move]:
    """The move that the lines make; None where any of them is in error (HG-3), and then what is
    played in its place: what is `held`, or the last valid move."""
    rows = taken(TAKER.take, lines, Situation(view, alone=len(lines) == 1))
    verdicts = [
        _verdict(view, row)
        if row.refused is None
        else explained(TAKER, view, row.line, row.refused)
        for row in rows
    ]
    if not rows or any(row.refused for row in rows):
        return Parsed(None, tuple(verdicts), remark=_what_is_played(view, held, bool(lines)))
    move = rows[-1].steps[-1].after.move
    lost = _lost(view, move)
    return Parsed(move, tuple(verdicts), remark=lost, undone=bool(lost))


ITEM_TWICE = N_("{item} is ordered in another line already; one line an item")


def _carry_out(at: Situation, order: Policy | Move) -> tuple[Situation, None]:
    """Raises :class:`Refused` where the move so far has no room for it (HG-2)."""
    if isinstance(order, Move):
        return at, None
    if any(order.item == policy.item for policy in at.move.policies):
        raise Refused(ITEM_TWICE, "item", item=order.item)
    used, left = order.coop + order.comp, FULL - at.move.allocated
    if used > FULL:
        message = N_("coop and comp sum to {sum}%; 100% is the most, so {left} is left for comp")
        rest = FULL - order.coop
        instead = structs.replace(order, comp=rest)
        raise Refused(message, "comp", instead, sum=plain(used), left=plain(rest))
    if order.allocation > left:
        message = N_("the allocations sum to {sum}%; 100% is the most, so {left}% is left here")
        total = plain(at.move.allocated + order.allocation)
        instead = structs.replace(order, allocation=left)
        raise Refused(message, "allocation", instead, sum=total, left=plain(left))
    return Situation(at.view, Move((*at.move.policies, order)), at.alone), None


TAKER: Taker[Situation] = Taker(LANGUAGE, _carry_out, begins=which_items)


# Verdicts -----------------------------------------------------------------------------


def _verdict(view: View, row: Row[Situation]) -> Verdict:
    """How a line that is taken was understood."""
    (step,) = row.steps
    if isinstance(step.order, Move):
        return row.accepted([_("you pass: nothing is allocated this turn")])
    return row.accepted([read_back(step.order, view)], _warnings(view, step.order))


def _warnings(view: View, policy: Policy) -> Iterator[str]:
    """What is allowed and yet most likely not meant."""
    used = policy.coop + policy.comp
    if policy.allocation and used < FULL:
        lost = amount(FULL - used, amount(policy.allocation, view.options.points_per_turn))
        yield ngettext(
            "coop and comp sum to {sum}%: {points} point is lost",
            "coop and comp sum to {sum}%: {points} points are lost",
            1 if lost == 1 else 2,
        ).format(sum=plain(used), points=points(lost))
    if policy.coop and policy.partners is None:
        yield _("without a range this cooperates with nobody: add {example}").format(
            example="with 0-*"
        )
    if policy.partners is not None:
        if not policy.coop:
            yield _("the range after with does nothing without coop")
        elif not within_range(view, policy.item, policy.partners):
            yield _("as the points stand nobody else is in {range}: nobody can cooperate").format(
                range=policy.partners
            )
    if policy.targets is not None:
        if not policy.comp:
            yield _("the range after attack does nothing without comp")
        elif not within_range(view, policy.item, policy.targets):
            yield _("as the points stand nobody else is in {range}: it stays defence").format(
                range=policy.targets
            )


def _lost(view: View, move: Move) -> str:
    """What of the turn's points goes to no item, or to neither use of one (HG-2): told above all
    lines, for nothing of it is kept."""
    used = sum((amount(p.allocation, p.coop + p.comp) for p in move.policies), NOTHING)
    lost = amount(FULL - used, view.options.points_per_turn)
    if not move.policies or not lost:
        return ""
    return ngettext(
        "Of this turn's {whole} points {points} is put to no use and lost.",
        "Of this turn's {whole} points {points} are put to no use and lost.",
        counted_as(lost),
    ).format(whole=view.options.points_per_turn, points=points(lost))


def _what_is_played(view: View, held: Move | None, something: bool) -> str:
    """HG-3: an invalid move is replaced as a whole."""
    reason = (
        _("A move with an error is invalid as a whole, so nothing of it counts.")
        if something
        else _("There is no order to read.")
    )
    if held is not None:
        return reason
    # Its lines stand in the report: here a line break would make orders of them again.
    instead = (
        _("Without a move nothing is allocated.")
        if view.move is None or view.move == IDLE
        else _("Without a move your last one is played again.")
    )
    return f"{reason} {instead}"


# What a line means --------------------------------------------------------------------


def read_back(policy: Policy, view: View) -> str:
    """As the points stand: "60 points: 42 to cooperation with Bruno (50.00), 18 ..."."""
    allocated = amount(policy.allocation, view.options.points_per_turn)
    uses = [
        use
        for use in (_cooperation(policy, view, allocated), _competition(policy, view, allocated))
        if use
    ]
    whole = ngettext("{points} point", "{points} points", counted_as(allocated)).format(
        points=points(allocated)
    )
    if not uses:
        return whole
    return _("{whole}: {uses}").format(whole=whole, uses=", ".join(uses))


def _cooperation(policy: Policy, view: View, allocated: Fraction) -> str:
    if not policy.coop:
        return ""
    into = points(amount(policy.coop, allocated))
    partners = within_range(view, policy.item, policy.partners)
    if not partners:
        return _("{points} to cooperation with nobody").format(points=into)
    if len(partners) == len(view.others) > 1:
        return _("{points} to cooperation with everyone").format(points=into)
    names = in_a_row(_with_points(view, policy.item, partners))
    return _("{points} to cooperation with {names}").format(points=into, names=names)


def _competition(policy: Policy, view: View, allocated: Fraction) -> str:
    """An attack is told with its price (HG-7)."""
    if not policy.comp:
        return ""
    into = amount(policy.comp, allocated)
    targets = within_range(view, policy.item, policy.targets)
    if not targets:
        return _("{points} to competition as defence").format(points=points(into))
    strike = strike_of(view.options, into, len(targets))
    sentence = ngettext(
        "{points} to competition: hits {names}, costs {malus}",
        "{points} to competition: hits {names} with {share} each, costs {malus}",
        len(targets),
    )
    return sentence.format(
        points=points(into),
        names=in_a_row(_with_points(view, policy.item, targets)),
        share=points(strike.share),
        malus=points(strike.malus),
    )


class Strike(NamedTuple):
    """What an attack hits each of its targets with, and what it costs (HG-7)."""

    share: Fraction
    malus: Fraction


def strike_of(options: Options, into: Fraction, targets: int) -> Strike:
    """An attack with so many points on so many."""
    return Strike(into / targets, into * Fraction(options.malus_attack))


def _with_points(view: View, item: str, seats: Sequence[Seat]) -> list[str]:
    index = view.options.items.index(item)
    return [
        _("{name} ({points})").format(
            name=view.name(seat), points=decimal(view.now.of(seat, index))
        )
        for seat in seats
    ]
