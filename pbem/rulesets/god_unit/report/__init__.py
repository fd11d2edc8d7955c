"""What players are told of a turn, a module each part of a report. Here is what several share: who
lost what and to whom, as the log adds up, in few words; passing until a turn to come (GU-10); and
whether an order is advice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, in_a_row
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots import advice
from pbem.rulesets.god_unit.figures import banner
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics.forecast import is_in_contact
from pbem.rulesets.god_unit.mechanics.position import Position
from pbem.rulesets.god_unit.orders import PassUntil, Produce
from pbem.rulesets.god_unit.view import Loss, View, losses


def lost_by(view: View, seat: Seat | None) -> tuple[Loss, ...]:
    """What a seat lost."""
    return tuple(loss for loss in losses(view.log) if loss.piece.seat == seat)


def who(view: View, seats: Iterable[Seat]) -> str:
    """ "Red (Ada) and Blue (Bob)"."""
    return in_a_row([view.name(seat) for seat in sorted(set(seats))])


def gone(lost: Sequence[Loss]) -> str:
    """What was lost, in few words, factories by their letter: "factory B and 3 units"; a single
    unit by its number: "unit 7 (D2 R3)"."""
    letters = [loss.piece.name for loss in lost if loss.piece.is_factory]
    units = [loss for loss in lost if not loss.piece.is_factory]
    parts = []
    if letters:
        told = ngettext("factory {letters}", "factories {letters}", len(letters))
        parts.append(told.format(letters=in_a_row(letters)))
    if len(units) == 1:
        told, one = _("unit {number} ({design})"), units[0]
        parts.append(told.format(number=one.piece.name, design=naming.design(one.design)))
    elif units:
        parts.append(naming.count_units(len(units)))
    return in_a_row(parts)


def gone_of(lost: Sequence[Loss]) -> str:
    """The same of several owners: "Blue's factory B and 3 units, Green's unit 7 (grunt)"."""
    told = []
    for seat in sorted({loss.piece.seat for loss in lost}):
        own = gone([loss for loss in lost if loss.piece.seat == seat])
        told.append(_("{colour}'s {losses}").format(colour=banner(seat), losses=own))
    return in_a_row(told)


def is_advised(view: View, order: Produce) -> bool:
    """Whether the house bot would have a factory make that: nobody is warned of advice."""
    return advice(view).produce.get(order.factory) == order


def pass_told(position: Position, order: PassUntil) -> tuple[str, tuple[str, ...]]:
    """What such an order comes to, and what could end it at once."""
    following = position.view.open_turn + 1
    if order.turn == following:
        return _("you are asked again in turn {turn}, as usual").format(turn=order.turn), ()
    told = _(
        "from turn {following} on the game goes on without waiting for you: you are asked again in "
        "turn {turn}, or as soon as an enemy is in range"
    )
    if is_in_contact(position.field, position.seat):
        told = _(
            "an enemy is in range now: if one still is when this turn is over, you are asked in "
            "turn {following}, as usual; else in turn {turn}, or as soon as one is in range"
        )
        return "", (told.format(following=following, turn=order.turn),)
    return told.format(following=following, turn=order.turn), ()


def passes_on(view: View) -> Iterator[str]:
    """Told to who passes already."""
    if not view.passes_until(view.seat):
        return
    until, following = view.passes_until(view.seat), view.open_turn + 1
    told = _(
        "You pass until turn {turn} or until an enemy is in range: nobody waits for you. Orders "
        "count all the same. With {order} you are asked again in turn {following}, and the pass "
        "is over."
    )
    if until == following:
        told = _(
            "You pass this turn, unless an enemy is in range: nobody waits for you, and in turn "
            "{turn} you are asked again. Orders count all the same."
        )
    order = naming.line(written(PassUntil(turn=following)))
    yield told.format(turn=until, order=order, following=following)


def production(order: Produce, same: bool, appears: int | None) -> str:
    """What a factory makes by an order, and when it appears (GU-9)."""
    design = order.product
    if design is None or appears is None:
        return _("factory {letter} stops").format(letter=order.factory)
    takes = _("{design} takes {turns}: appears in turn {turn}")
    told = _("{design} goes on: appears in turn {turn}") if same else takes
    turns = count_turns(design.cost)
    told = told.format(design=naming.design(design), turns=turns, turn=appears)
    if order.repeat:
        told = ngettext(
            "{told}, then one every turn", "{told}, then one every {turns} turns", design.cost
        ).format(told=told, turns=design.cost)
    return _("{told}; DEPLOY sets it up").format(told=told) if design.unfolds else told
