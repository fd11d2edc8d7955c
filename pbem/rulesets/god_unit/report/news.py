"""What came of the own orders (GU-7, GU-8, GU-9), and what everyone saw happen besides attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import bullets, few, grouped, only, section
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
    TurnEnded,
    WishSkipped,
)
from pbem.rulesets.god_unit.figures import Name, banner
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.position import due as due_of
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.report import lost_by
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Completed,
    Deploying,
    Fallen,
    Initiative,
    LogEntry,
    Moved,
    OfUnit,
    Placed,
    Taken,
    View,
    Wasted,
)

E = TypeVar("E", bound=LogEntry)
Failed = LineLeft | ProductRefused

_MOST_REASONS = 12
"""Lines that came to nothing are told for so many reasons."""
_MOST_LINES = 3
"""So many lines are written out for one reason."""
_MOST_ALTERNATIVES = 1
"""Of lines done by an alternative so many are written out."""
_MOST_NUMBERS = 20
_MOST_TOLD = 25
"""So many things are told in one entry; the map shows all."""

_WAITED = frozenset(
    {
        errors.NOBODY_BESIDE,
        errors.NOBODY_NEAR,
        errors.NOBODY_THERE,
        errors.NO_TARGET,
        errors.TARGET_AWAY,
    }
)
"""Attacks that waited for somebody to come: nothing went wrong if nobody did, or fell before."""


def account_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """What could not be done first, then what the others did; a silent turn is told as such."""
    if view.seat is None or view.turn == 0:
        return
    told = [
        *_gone_wrong(view, news),
        *bullets(
            (
                *_in_vain(view, news),
                *_settled(news),
                *_done(view, news),
                *_by_alternative(news),
                *_made(view, view.seat, news),
                *_products(view, news),
            )
        ),
    ]
    heard = any(
        isinstance(event, LineDone | LineLeft | ProductSet | ProductRefused) for event in news
    )
    is_awake = view.is_playing and not view.passes_until(view.seat)
    if not heard and is_awake and view.units_of(view.seat):
        told.insert(0, Paragraph(_("No orders of yours were carried out this turn.")))
    yield from section(_("What your orders did"), told)


# What was not carried out -------------------------------------------------------------


def failures(view: View, news: Sequence[Event]) -> tuple[Failed, ...]:
    """Lines that went wrong: neither for want of a target nor as its unit fell or acted first."""
    fallen = _fell(view, news)
    left = (
        one
        for one in only(LineLeft, news)
        if one.refusal.message not in {*_WAITED, errors.ACTED} and one.order.unit not in fallen
    )
    return (*only(ProductRefused, news), *left)


def _fell(view: View, news: Sequence[Event]) -> tuple[int, ...]:
    """Units with lines that were lost before these could be carried out."""
    lost = {loss.piece.name for loss in lost_by(view, view.seat)}
    left = [one.order.unit for one in only(LineLeft, news) if one.refusal.message == errors.NO_UNIT]
    return tuple(sorted({unit for unit in left if str(unit) in lost}))


def _gone_wrong(view: View, news: Sequence[Event]) -> Iterator[Block]:
    """Lines that could not be carried out, those for the same reason together."""
    for one in _for_reasons(view, failures(view, news), _("{lines}: not done, {reason}.")):
        yield Paragraph(one, "bad")
    fallen = _fell(view, news)
    if fallen:
        told = ngettext(
            "Unit {numbers} fell before its line could be carried out.",
            "Units {numbers} fell before their lines could be carried out.",
            len(fallen),
        )
        yield Paragraph(told.format(numbers=few([*map(str, fallen)], _MOST_NUMBERS)), "bad")


def _in_vain(view: View, news: Sequence[Event]) -> Iterator[str]:
    """Lines that waited, and that were not needed."""
    left = only(LineLeft, news)
    waited = [one for one in left if one.refusal.message in _WAITED]
    if len(waited) > _MOST_LINES:
        told = _("Units {numbers} waited: no enemy came where their lines could strike.")
        units = [str(number) for number in sorted({one.order.unit for one in waited})]
        yield told.format(numbers=few(units, _MOST_NUMBERS))
    else:
        yield from _for_reasons(view, waited, _("{lines}: waited, {reason}."))
    spare = [one for one in left if one.refusal.message == errors.ACTED]
    yield from _for_reasons(view, spare, _("{lines}: not needed, {reason}."))


def _for_reasons(view: View, left: Sequence[Failed], told: str) -> Iterator[str]:
    by_reason = list(grouped(left, lambda one: _reason(view, one)).items())
    for reason, alike in by_reason[:_MOST_REASONS]:
        lines = [naming.line(written(one.order)) for one in alike]
        yield told.format(lines=few(lines, _MOST_LINES), reason=reason)
    rest = sum(len(alike) for _reason, alike in by_reason[_MOST_REASONS:])
    if rest:
        more = ngettext("{n} more line came to nothing.", "{n} more lines came to nothing.", rest)
        yield more.format(n=rest)


def _reason(view: View, left: Failed) -> str:
    order, why = left.order, left.refusal
    if isinstance(order, Produce) and order.product and why.message == errors.INVALID_DESIGN:
        return errors.invalid_design(order.product, view.options.max_cost)
    return why.text


# What was -----------------------------------------------------------------------------


def _settled(news: Sequence[Event]) -> Iterator[str]:
    for skipped in only(WishSkipped, news):
        reason = _("{square} could not be had.")
        if skipped.taken:
            reason = _("{square} was taken before your turn came.")
        yield reason.format(square=square_name(skipped.square))
    for lot in only(ChosenByLot, news):
        yield _("Factory {letter} stands at {square} by lot: your list was used up.").format(
            letter=lot.letter, square=square_name(lot.square)
        )


def _done(view: View, news: Sequence[Event]) -> Iterator[str]:
    """How many lines were carried out in the last turn, by what came of them: of the turns before
    that, which news may hold too where nobody waited for the reader, no log is left."""
    ended = [n for n, event in enumerate(news) if isinstance(event, TurnEnded)]
    last = news[ended[-2] + 1 :] if len(ended) > 1 else news
    entries = [view.log[done.entry] for done in only(LineDone, last)]
    attacks = [entry for entry in entries if isinstance(entry, Attacked)]
    moves, deployments = (
        sum(isinstance(entry, kind) for entry in entries) for kind in (Moved, Deploying)
    )
    parts = []
    if moves:
        parts.append(ngettext("{n} move", "{n} moves", moves).format(n=moves))
    if attacks:
        rolls = [roll for entry in attacks for roll in entry.rolls]
        told = ngettext(
            "the attacks of {n} unit ({hits} of {all} hit)",
            "the attacks of {n} units ({hits} of {all} hit)",
            len(attacks),
        )
        hits = sum(roll.hit for roll in rolls)
        parts.append(told.format(n=len(attacks), hits=hits, all=len(rolls)))
    if deployments:
        told = ngettext("{n} deployment", "{n} deployments", deployments)
        parts.append(told.format(n=deployments))
    if parts:
        yield _("Carried out: {what}.").format(what=in_a_row(parts))


def _by_alternative(news: Sequence[Event]) -> Iterator[str]:
    others = [done for done in only(LineDone, news) if done.choice]
    for done in others[:_MOST_ALTERNATIVES]:
        yield _("{order}: its alternative {choice} was done.").format(
            order=naming.line(written(done.order)),
            choice=naming.line(written(done.order.others[done.choice - 1].choice)),
        )
    more = len(others) - _MOST_ALTERNATIVES
    if more > 0:
        yield ngettext(
            "{n} more line was done by an alternative.",
            "{n} more lines were done by an alternative.",
            more,
        ).format(n=more)


def _made(view: View, seat: Seat, news: Sequence[Event]) -> Iterator[str]:
    """What was completed before the own lines were carried out."""
    for entry in only(Completed, view.log):
        if entry.unit.seat == seat:
            told = _("Unit {number} is deployed at {square} as {design}.")
            if entry.factory is not None:
                told = _("Factory {letter} is deployed at {square}.")
            yield told.format(
                letter=entry.factory and entry.factory.name,
                number=entry.unit.name,
                square=square_name(entry.square),
                design=naming.design(entry.design),
            )
    changed = {one.order.factory for one in only(ProductSet, news)}
    works = _works(view)
    for made in only(Finished, news):
        told = _("Factory {letter} finished unit {number} ({design})").format(
            letter=made.letter, number=made.number, design=naming.design(made.design)
        )
        # What was ordered since is told apart; what fell or is made by now no longer holds.
        holds = made.letter in works and made.letter not in changed
        if made.due is not None and holds and made.due > view.turn:
            again = _("{told}; it makes another one, for turn {turn}")
            told = again.format(told=told, turn=made.due)
        yield f"{told}."


def _works(view: View) -> dict[str, int | None]:
    """The factories that stand, each with the turn in which its product appears."""
    if view.ending is not None:
        return {}
    return {one.site.letter: due_of(one.site, one.work) for one in view.factories_of(view.seat)}


def _products(view: View, news: Sequence[Event]) -> Iterator[str]:
    """Of several orders for a factory the last one counts; of one that fell since none does, nor
    at the end. What is made by now is told as such."""
    works = _works(view)
    for letter, orders in grouped(only(ProductSet, news), lambda one: one.order.factory).items():
        order, due = orders[-1].order, orders[-1].due
        if letter not in works:
            continue
        if due is not None and due <= view.turn:
            due = works[letter]
            if due is None:
                continue
        told = _("Factory {letter} makes {product} for turn {turn}")
        if order.product is None:
            told = _("Factory {letter} stops")
        elif order.repeat:
            told = _(
                "Factory {letter} makes {product} again and again, the next one for turn {turn}"
            )
        product = order.product and naming.design(order.product)
        told = told.format(letter=letter, product=product, turn=due)
        lost = sum(one.lost for one in orders)
        if lost:
            given_up = _("{told}; other work of {turns} is given up")
            told = given_up.format(told=told, turns=count_turns(lost))
        yield f"{told}."


# What everyone saw --------------------------------------------------------------------


def happenings_section(view: View) -> Iterator[Section]:
    """The turn's course, in its order, besides attacks (GU-14): one entry a player and kind."""
    yield from section(_("The turn"), bullets(_happened(view)), others=True)


def _happened(view: View) -> Iterator[str]:
    for gone in only(Fallen, view.log):
        told = _("{name} has neither units nor factories left and is out.")
        yield told.format(name=view.name(gone.seat))
    yield from _by_player(
        only(Placed, view.log),
        _("{who} set up {what}."),
        lambda one: (one.factory, _("at {square}").format(square=square_name(one.square))),
    )
    yield from _by_player(
        only(Completed, view.log),
        _("{who} deployed {what}."),
        lambda one: (one.factory or one.unit, _standing(one)[1]),
    )
    yield from _by_player(
        only(Wasted, view.log), _("{who}, without a factory, lost {what}."), _standing
    )
    yield from _by_player(only(Appeared, view.log), _("{who} finished {what}."), _appeared)
    yield from _begun_anew(view)
    for rolled in only(Initiative, view.log):
        # A die, and those that were rolled again after a tie: "4-6".
        dice = [f"{banner(seat)} {'-'.join(map(str, dice))}" for seat, dice in rolled.order]
        told = _("Initiative: {order}.")
        if any("-" in one for one in dice):
            told = _("Initiative: {order} (behind the - what was rolled again after a tie).")
        yield told.format(order=", ".join(dice))
    # Where from and where to; the map has the way.
    yield from _by_player(
        only(Moved, view.log),
        _("{who} moved {what}."),
        lambda one: (one.unit, f"({square_name(one.path[0])}-{square_name(one.path[-1])})"),
    )
    yield from _by_player(only(Deploying, view.log), _("{who} deploys {what}."), _standing)
    yield from _taken(view)


def _begun_anew(view: View) -> Iterator[str]:
    """Factories that begin with another product in the turn told: whoever has counted their turns
    counts anew (GU-14). What is finished is followed by the next, which is no news."""
    finished = {entry.factory for entry in only(Appeared, view.log)}
    if view.turn == 1:
        return
    begun = [
        factory.site
        for factory in view.factories
        if factory.site.since == view.turn and factory.site.name not in finished
    ]
    for seat, sites in sorted(grouped(begun, lambda site: site.seat).items()):
        told = _("{letter} at {square}")
        yield _("{who} began with another product, and counts anew, in {what}.").format(
            who=banner(seat),
            what=", ".join(
                told.format(letter=site.letter, square=square_name(site.square)) for site in sites
            ),
        )


def _by_player(
    entries: Sequence[E], sentence: str, told: Callable[[E], tuple[Name, str]]
) -> Iterator[str]:
    """A sentence a player; pieces of which the same is told stand together, as "3+4 (a1-c2)"."""
    for seat, own in sorted(grouped(map(told, entries), lambda one: one[0].seat).items()):
        parts = [
            f"{'+'.join(piece.name for piece, _what in alike)} {what}"
            for what, alike in grouped(own, lambda one: one[1]).items()
        ]
        yield sentence.format(who=banner(seat), what=few(parts, _MOST_TOLD))


def _standing(entry: OfUnit) -> tuple[Name, str]:
    design, square = naming.design(entry.design), square_name(entry.square)
    return entry.unit, _("({design}) at {square}").format(design=design, square=square)


def _appeared(entry: Appeared) -> tuple[Name, str]:
    return entry.unit, _("({design}) in {factory} at {square}").format(
        design=naming.design(entry.design),
        factory=entry.factory.name,
        square=square_name(entry.square),
    )


def _taken(view: View) -> Iterator[str]:
    kinds = {thing.square: thing.kind for thing in view.things}
    held = {
        "relic": _("{who} holds the relic at {square} now."),
        "outpost": _("{who} holds the outpost at {square} now."),
    }
    taken = {
        "relic": _("{who} took the relic at {square} from {before}."),
        "outpost": _("{who} took the outpost at {square} from {before}."),
    }
    for entry in only(Taken, view.log):
        yield (taken if entry.before else held)[kinds.get(entry.square, "outpost")].format(
            who=banner(entry.seat),
            square=square_name(entry.square),
            before=banner(entry.before) if entry.before else "",
        )
