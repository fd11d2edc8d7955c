"""What came of the own orders (GU-7, GU-8, GU-9), and what everyone saw happen besides attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import bullets, few, only, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.events import (
    ChosenByLot,
    Finished,
    LineDone,
    LineLeft,
    ProductRefused,
    ProductSet,
    WishSkipped,
)
from pbem.rulesets.god_unit.figures import Name, banner
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics.errors import (
    ACTED,
    INVALID_DESIGN,
    NO_TARGET,
    NO_UNIT,
    NOBODY_BESIDE,
    NOBODY_NEAR,
    NOBODY_THERE,
    TARGET_AWAY,
    invalid_design,
)
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.report import lost_by
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Completed,
    Deploying,
    Entry,
    Fallen,
    Initiative,
    Moved,
    Placed,
    Taken,
    View,
    Wasted,
)

_MOST_REASONS = 12
"""Lines that came to nothing are told for so many reasons."""
_MOST_LINES = 4
"""So many lines are written out for one reason, and of those done by an alternative."""
_MOST_NUMBERS = 20

_WAITED = frozenset({NOBODY_BESIDE, NOBODY_NEAR, NOBODY_THERE, NO_TARGET, TARGET_AWAY})
"""Attacks that waited for somebody to come: nothing went wrong if nobody did, or fell before."""


def account_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """What could not be done first, then what the others did; a silent turn is told as such."""
    if view.seat is None or view.turn == 0:
        return
    told = [
        *_left(view, news),
        *bullets(
            (
                *_settled(news),
                *_lines(view, news),
                *_by_alternative(news),
                *_made(view, view.seat, news),
                *_products(view, news),
            )
        ),
    ]
    heard = any(
        isinstance(event, LineDone | LineLeft | ProductSet | ProductRefused) for event in news
    )
    if not heard and view.is_playing and view.units_of(view.seat):
        told.insert(0, Paragraph(_("No orders of yours were carried out this turn."), "warning"))
    yield from section(_("What your orders did"), told)


def failures(view: View, news: Sequence[Event]) -> tuple[LineLeft | ProductRefused, ...]:
    """Lines that went wrong: neither for want of a target nor as its unit fell or acted first."""
    fallen = _fell(view, news)
    left = (
        one
        for one in only(LineLeft, news)
        if one.refusal.message not in {*_WAITED, ACTED} and one.order.unit not in fallen
    )
    return (*only(ProductRefused, news), *left)


def _fell(view: View, news: Sequence[Event]) -> tuple[int, ...]:
    """Units with lines that were lost before these could be carried out."""
    lost = {loss.piece.name for loss in lost_by(view, view.seat)}
    left = [one.order.unit for one in only(LineLeft, news) if one.refusal.message == NO_UNIT]
    return tuple(sorted({unit for unit in left if str(unit) in lost}))


def _left(view: View, news: Sequence[Event]) -> Iterator[Block]:
    """Lines that came to nothing, those for the same reason together."""
    waited = [one for one in only(LineLeft, news) if one.refusal.message in _WAITED]
    yield from _for_reasons(view, failures(view, news), _("{lines}: not done, {reason}."), "bad")
    fallen = _fell(view, news)
    if fallen:
        yield Paragraph(
            ngettext(
                "Unit {numbers} fell before its line could be carried out.",
                "Units {numbers} fell before their lines could be carried out.",
                len(fallen),
            ).format(numbers=few([str(unit) for unit in fallen], _MOST_NUMBERS)),
            "bad",
        )
    yield from _for_reasons(view, waited, _("{lines}: waited in vain, {reason}."), "plain")
    spare = [one for one in only(LineLeft, news) if one.refusal.message == ACTED]
    yield from _for_reasons(view, spare, _("{lines}: not needed, {reason}."), "plain")


def _for_reasons(
    view: View, left: Sequence[LineLeft | ProductRefused], told: str, tone: Literal["plain", "bad"]
) -> Iterator[Block]:
    by_reason: dict[str, list[str]] = {}
    for one in left:
        by_reason.setdefault(_reason(view, one), []).append(naming.line(written(one.order)))
    for reason, lines in list(by_reason.items())[:_MOST_REASONS]:
        yield Paragraph(told.format(lines=few(lines, _MOST_LINES), reason=reason), tone)
    rest = sum(map(len, list(by_reason.values())[_MOST_REASONS:]))
    if rest:
        yield Paragraph(
            ngettext(
                "{n} more line came to nothing.", "{n} more lines came to nothing.", rest
            ).format(n=rest),
            tone,
        )


def _reason(view: View, left: LineLeft | ProductRefused) -> str:
    order = left.order
    if isinstance(order, Produce) and order.product and left.refusal.message == INVALID_DESIGN:
        return invalid_design(order.product, view.options.max_cost)
    return left.refusal.text


def _settled(news: Sequence[Event]) -> Iterator[str]:
    for skipped in only(WishSkipped, news):
        reason = (
            _("{square} was taken before your turn came.")
            if skipped.taken
            else _("{square} could not be had.")
        )
        yield reason.format(square=square_name(skipped.square))
    for lot in only(ChosenByLot, news):
        yield _("Factory {letter} stands at {square} by lot: your list was used up.").format(
            letter=lot.letter, square=square_name(lot.square)
        )


def _lines(view: View, news: Sequence[Event]) -> Iterator[str]:
    """How many lines were carried out, by what came of them."""
    entries = [view.log[done.entry] for done in only(LineDone, news)]
    moves = sum(isinstance(entry, Moved) for entry in entries)
    attacks = [entry for entry in entries if isinstance(entry, Attacked)]
    deployments = sum(isinstance(entry, Deploying) for entry in entries)
    parts = []
    if moves:
        parts.append(ngettext("{n} move", "{n} moves", moves).format(n=moves))
    if attacks:
        rolls = [roll for entry in attacks for roll in entry.rolls]
        parts.append(
            ngettext(
                "the attacks of {n} unit ({hits} of {all} hit)",
                "the attacks of {n} units ({hits} of {all} hit)",
                len(attacks),
            ).format(n=len(attacks), hits=sum(roll.hit for roll in rolls), all=len(rolls))
        )
    if deployments:
        parts.append(
            ngettext("{n} deployment", "{n} deployments", deployments).format(n=deployments)
        )
    if parts:
        yield _("Carried out: {what}.").format(what=in_a_row(parts))


def _by_alternative(news: Sequence[Event]) -> Iterator[str]:
    others = [done for done in only(LineDone, news) if done.choice]
    for done in others[:_MOST_LINES]:
        yield _("{order}: its alternative {choice} was done.").format(
            order=naming.line(written(done.order)),
            choice=naming.line(written(done.order.others[done.choice - 1].choice)),
        )
    if len(others) > _MOST_LINES:
        more = len(others) - _MOST_LINES
        yield ngettext(
            "{n} more line was done by an alternative.",
            "{n} more lines were done by an alternative.",
            more,
        ).format(n=more)


def _made(view: View, seat: Seat, news: Sequence[Event]) -> Iterator[str]:
    """What was completed before the own lines were carried out."""
    for entry in view.log:
        if isinstance(entry, Completed) and entry.unit.seat == seat:
            square = square_name(entry.square)
            if entry.factory is not None:
                yield _("Factory {letter} is deployed at {square}.").format(
                    letter=entry.factory.name, square=square
                )
            else:
                yield _("Unit {number} is deployed at {square} as {design}.").format(
                    number=entry.unit.name, square=square, design=naming.design(entry.design)
                )
    for made in only(Finished, news):
        told = _("Factory {letter} finished unit {number} ({design})").format(
            letter=made.letter, number=made.number, design=naming.design(made.design)
        )
        if made.due is not None:
            told = _("{told}; it makes another one, for turn {turn}").format(
                told=told, turn=made.due
            )
        yield f"{told}."


def _products(view: View, news: Sequence[Event]) -> Iterator[str]:
    """Of several orders for a factory the last one counts; at the end none does any more."""
    if view.ending is not None:
        return
    last = {one.order.factory: one for one in only(ProductSet, news)}
    for letter, done in last.items():
        lost = sum(one.lost for one in only(ProductSet, news) if one.order.factory == letter)
        yield _set(done, lost)


def _set(done: ProductSet, lost: int) -> str:
    order = done.order
    if order.product is None:
        told = _("Factory {letter} stops").format(letter=order.factory)
    else:
        sentence = (
            _("Factory {letter} makes {product} again and again, the next one for turn {turn}")
            if order.repeat
            else _("Factory {letter} makes {product} for turn {turn}")
        )
        told = sentence.format(
            letter=order.factory, product=naming.design(order.product), turn=done.due
        )
    if lost:
        told = _("{told}; other work of {turns} is given up").format(
            told=told, turns=count_turns(lost)
        )
    return f"{told}."


E = TypeVar("E", bound=Entry)

_MOST_TOLD = 25
"""So many things are told in one entry; the map shows all."""


def happenings_section(view: View) -> Iterator[Section]:
    """The turn's course, in its order."""
    yield from section(_("The turn"), bullets(_told(view)))


def _told(view: View) -> Iterator[str]:
    yield from _fallen(view)
    yield from _by_player(_entries(view, Placed), _("{who} set up {what}."), _placed)
    yield from _by_player(_entries(view, Completed), _("{who} deployed {what}."), _completed)
    yield from _by_player(
        _entries(view, Wasted), _("{who}, without a factory, lost {what}."), _standing
    )
    yield from _by_player(_entries(view, Appeared), _("{who} finished {what}."), _appeared)
    yield from _initiative(view)
    yield from _by_player(_entries(view, Moved), _("{who} moved {what}."), _moved)
    yield from _by_player(_entries(view, Deploying), _("{who} deploys {what}."), _standing)
    yield from _taken(view)


def _entries(view: View, kind: type[E]) -> tuple[E, ...]:
    return tuple(entry for entry in view.log if isinstance(entry, kind))


def _by_player(
    entries: Sequence[E], sentence: str, told: Callable[[E], tuple[Name, str]]
) -> Iterator[str]:
    """A sentence a player; pieces of which the same is told stand together, as "3+4 (a1-c2)"."""
    found: dict[Seat, dict[str, list[str]]] = {}
    for entry in entries:
        piece, what = told(entry)
        found.setdefault(piece.seat, {}).setdefault(what, []).append(piece.name)
    for seat in sorted(found):
        parts = [f"{'+'.join(names)} {what}" for what, names in found[seat].items()]
        yield sentence.format(who=banner(seat), what=few(parts, _MOST_TOLD))


def _placed(entry: Placed) -> tuple[Name, str]:
    return entry.factory, _("at {square}").format(square=square_name(entry.square))


def _completed(entry: Completed) -> tuple[Name, str]:
    name, what = _standing(entry)
    return entry.factory or name, what


def _standing(entry: Completed | Wasted | Deploying) -> tuple[Name, str]:
    return entry.unit, _("({design}) at {square}").format(
        design=naming.design(entry.design), square=square_name(entry.square)
    )


def _appeared(entry: Appeared) -> tuple[Name, str]:
    return entry.unit, _("({design}) in {factory} at {square}").format(
        design=naming.design(entry.design),
        factory=entry.factory.name,
        square=square_name(entry.square),
    )


def _moved(entry: Moved) -> tuple[Name, str]:
    """Where from and where to; the map has the way."""
    return entry.unit, f"({square_name(entry.path[0])}-{square_name(entry.path[-1])})"


def _initiative(view: View) -> Iterator[str]:
    for entry in _entries(view, Initiative):
        told = [f"{banner(seat)} {_dice(dice)}" for seat, dice in entry.order]
        yield _("Initiative: {order}.").format(order=", ".join(told))


def _dice(dice: Sequence[int]) -> str:
    """A die, and those that were rolled again after a tie: "4-6"."""
    return "-".join(map(str, dice))


def _taken(view: View) -> Iterator[str]:
    kinds = {thing.square: thing.kind for thing in view.things}
    for entry in _entries(view, Taken):
        relic = kinds.get(entry.square) == "relic"
        if entry.before is None:
            sentence = (
                _("{who} holds the relic at {square} now.")
                if relic
                else _("{who} holds the outpost at {square} now.")
            )
        else:
            sentence = (
                _("{who} took the relic at {square} from {before}.")
                if relic
                else _("{who} took the outpost at {square} from {before}.")
            )
        yield sentence.format(
            who=banner(entry.seat),
            square=square_name(entry.square),
            before=banner(entry.before) if entry.before else "",
        )


def _fallen(view: View) -> Iterator[str]:
    for entry in _entries(view, Fallen):
        yield _("{name} has neither units nor factories left and is out.").format(
            name=view.name(entry.seat)
        )
