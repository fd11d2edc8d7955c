"""What is said of lines that name players where a range of points should stand (HG-5), and what is
meant by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from pbem.engine.api import Line, Seat, Verdict
from pbem.engine.i18n import _
from pbem.engine.language import Taker, Term, taken
from pbem.engine.language.slots import passed_over
from pbem.engine.phrases import decimal, in_a_row
from pbem.rulesets.hegemon.figures import item_name
from pbem.rulesets.hegemon.language import LANGUAGE, PARTNERS, Situation
from pbem.rulesets.hegemon.mechanics import within_range
from pbem.rulesets.hegemon.orders import EVERYONE, Policy, Range
from pbem.rulesets.hegemon.view import View

_SEVERAL = 2
_HUNDREDTH = Decimal("0.01")
"""Points are printed with two decimals: so far from somebody's ends a range without them."""


class _Named(NamedTuple):
    """Players who are named where a range of an item's points should stand, from one column of a
    line up to before another; ``but``: those of `span` without these are meant."""

    item: str
    seats: tuple[Seat, ...]
    but: bool
    start: int
    end: int
    span: Range = EVERYONE


def explained(taker: Taker[Situation], view: View, line: Line, refused: Verdict) -> Verdict:
    """What is wrong with a refused line; where it names several players for a range, or all but
    some, the points of these, and the line that is meant."""
    named = _named(view, line.text)
    if named is None:
        return _without_idle_range(taker, view, refused)
    span, told = _without(view, named) if named.but else _around(view, named)
    if span is not None:
        text = f"{line.text[: named.start]}{span}{line.text[named.end :]}"
        (row,) = taken(taker.take, (Line(1, text, text),), Situation(view))
        if row.refused is not None:
            return refused
        refused = structs.replace(refused, suggestion=LANGUAGE.write(row.steps[-1].order))
    return structs.replace(
        refused,
        message=told,
        column=line.offset + named.start + 1,
        length=named.end - named.start,
        suggestion=refused.suggestion if span is not None else None,
    )


def _around(view: View, named: _Named) -> tuple[Range, str]:
    """The range that holds those who are named, and what is said of it."""
    held = [Fraction(one) for one in _held(view, named.item, named.seats)]
    span = Range(min(held), max(held))
    inside = within_range(view, named.item, span)
    told = (
        _("a range names points, not players: in {item} {held}, and so their range holds {others}")
        if (others := [seat for seat in inside if seat not in named.seats])
        else _("a range names points, not players: in {item} {held}")
    )
    return span, told.format(
        item=item_name(named.item),
        held=_points_of(view, named.item, named.seats),
        others=in_a_row(_names(view, others)),
    )


def _without(view: View, named: _Named) -> tuple[Range | None, str]:
    """The range of all others but those who are named, or of as many of them as one can hold, and
    what is said of it. A move has one range of a kind in an item (HG-2)."""
    wanted = {one for one in within_range(view, named.item, named.span) if one not in named.seats}
    spans = list(_beside(named.span, sorted(set(_held(view, named.item, named.seats)))))
    best = max(
        spans, key=lambda span: len(wanted.intersection(within_range(view, named.item, span)))
    )
    found = wanted.intersection(within_range(view, named.item, best))
    if not found:
        told = _(
            "a range names points, not players: in {item} {held}; no range without that "
            "holds anybody"
        )
    elif wanted - found:
        told = _(
            "a range names points, not players: in {item} {held}; one without that holds only "
            "{found}"
        )
    else:
        told = _("a range names points, not players: in {item} {held}")
    return best if found else None, told.format(
        item=item_name(named.item),
        held=_points_of(view, named.item, named.seats),
        found=in_a_row(_names(view, sorted(found))),
    )


def _beside(span: Range, held: Sequence[Decimal]) -> Iterator[Range]:
    """What is left of a range, in pieces, without those who hold so much, from the lowest on."""
    low = span.low
    for one in held:
        high = Fraction(one - _HUNDREDTH)
        if low <= high:
            yield Range(low, high)
        low = max(low, Fraction(one + _HUNDREDTH))
    if span.high is None or low <= span.high:
        yield Range(low, span.high)


def _held(view: View, item: str, seats: Sequence[Seat]) -> list[Decimal]:
    index = view.options.items.index(item)
    return [view.now.of(seat, index) for seat in seats]


def _points_of(view: View, item: str, seats: Sequence[Seat]) -> str:
    points_of = _("{name} has {points}")
    held = zip(_names(view, seats), _held(view, item, seats), strict=True)
    return in_a_row([points_of.format(name=name, points=decimal(one)) for name, one in held])


def _names(view: View, seats: Sequence[Seat]) -> list[str]:
    return [view.name(seat) for seat in seats]


# Where they are named -----------------------------------------------------------------


def _named(view: View, text: str) -> _Named | None:
    """The first players of a line that stand together: two of them or more, or behind "all but"."""
    terms = LANGUAGE.analyse(text, Situation(view)).terms
    item = next(filter(None, (term.key("item") for term in terms)), "")
    at = 0
    while item and at < len(terms):
        but = terms[at].means("particle", "but")
        first = passed_over(terms, at + 1) if but else at
        seats, end = _in_a_row(terms, first)
        if len(seats) + but >= _SEVERAL:
            start, span = _said_before(terms, at) if but else (at, EVERYONE)
            columns = terms[start].column - 1, terms[end - 1].end - 1
            return _Named(item, seats, but, *columns, span)
        at = max(end, at + 1)
    return None


def _in_a_row(terms: Sequence[Term], at: int) -> tuple[tuple[Seat, ...], int]:
    """The players who are named one behind the other from here on, and the place behind them."""
    seats: list[Seat] = []
    end = at
    while at < len(terms):
        if name := terms[at].key("name"):
            seats.append(Seat(int(name)))
            end = at + 1
        elif not (seats and (terms[at].text == "," or terms[at].means("joint"))):
            break
        at += 1
    return tuple(seats), end


def _said_before(terms: Sequence[Term], at: int) -> tuple[int, Range]:
    """Of whom some are left out here, "all" or a range, and where it stands."""
    for start in range(max(0, at - _LONGEST), at):
        found = PARTNERS.take(terms, start)
        if found is not None and passed_over(terms, found.end) == at:
            return start, found.value if isinstance(found.value, Range) else EVERYONE
    return at, EVERYONE


_LONGEST = 8
"""Terms of a range and of what stands between it and those who are left out."""


# A figure alone -----------------------------------------------------------------------


def _without_idle_range(taker: Taker[Situation], view: View, refused: Verdict) -> Verdict:
    """Without a suggestion that makes of a single figure a range in which there is nobody."""
    if refused.suggestion is None:
        return refused
    suggested = Line(1, refused.suggestion, refused.suggestion)
    for row in taken(taker.take, (suggested,), Situation(view)):
        policies = (one.order for one in row.steps if isinstance(one.order, Policy))
        for policy in policies:
            spans = filter(None, (policy.partners, policy.targets))
            if any(
                span.low == span.high and not within_range(view, policy.item, span)
                for span in spans
            ):
                return structs.replace(refused, suggestion=None)
    return refused
