"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pbem.engine.api import Ask
from pbem.engine.i18n import _, ngettext
from pbem.engine.language.figures import FULL, plain
from pbem.engine.menu import Item, Limit, Menu, Take
from pbem.engine.phrases import decimal, side_by_side
from pbem.engine.rng import Stream
from pbem.rulesets.hegemon.figures import points
from pbem.rulesets.hegemon.language import PASS_ALONE, Situation
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, NOTHING, Move, Range, amount
from pbem.rulesets.hegemon.receipts import ITEM_TWICE, TAKER, strike_of
from pbem.rulesets.hegemon.view import View

_DIVISORS = (1, 2, 3, 4)
"""What is left to give may go into an item whole, half, by a third or a quarter."""
_COOPERATING = (100, 80, 50, 1)
"""Percent of an item for cooperation; the least draws on what others give."""


def menu_of(view: View, ask: Ask, held: Move | None = None) -> Menu:
    """Made from the view alone; `held` is the move composed so far, to which a line is added."""
    if view.seat is None or view.ending is not None:
        return ()
    if held:
        return tuple(items(view, held))
    alone = Limit("PASS", 1, _(PASS_ALONE), refused=True, alone=True)
    label = _("give nothing away in this turn")
    return (*items(view, IDLE), Item(words="PASS", label=label, limits=(alone,)))


def items(view: View, held: Move) -> Iterator[Item]:
    """What may be given to the items that are not ordered yet."""
    assert view.seat is not None
    left = int(FULL - held.allocated)
    ordered = {policy.item for policy in held.policies}
    waiting = [item for item in view.options.items if item not in ordered]
    shares = tuple(_shares(left, len(waiting)))
    for index, item in enumerate(view.options.items):
        if left and item in waiting:
            circles = tuple(_circles(view, index))
            sharing = tuple(_cooperation(view, circles))
            amounts = (
                Item(
                    words=f"{share}%",
                    label=label,
                    takes=(Take(_("% to give"), left, (share,), said=True, lapses=True),),
                    then=(*_competition(view, circles, 100, within=share), *sharing),
                )
                for share, label in shares
            )
            own = plain(Fraction(view.now.of(view.seat, index)))
            yield Item(
                words=item,
                label=_("you hold {points} there").format(points=own),
                limits=(Limit(item, 1, _(ITEM_TWICE).format(item=item), refused=True),),
                then=tuple(amounts),
            )


def _shares(left: int, items: int) -> Iterator[tuple[int, str]]:
    """Parts of what is left for so many items, in percent of the turn's points, each with what it
    is."""
    third = left // 3
    rest = left - 2 * third
    told = dict.fromkeys((left // part for part in _DIVISORS), _("of what you give in this turn"))
    if 0 < third < rest and items > 2:
        told[rest] = _("what {share} percent for each of two others leaves").format(share=third)
    yield from sorted((one for one in told.items() if one[0]), reverse=True)


class _Circle(NamedTuple):
    """A range of points, and how many others are in it, by their names."""

    span: str
    names: str
    many: int


def _cooperation(view: View, circles: Sequence[_Circle]) -> Iterator[Item]:
    """A share of an item's points, with what is left of them for competition, for what is left
    over is lost."""
    for share in _COOPERATING:
        left = 100 - share
        further = tuple(_competition(view, circles, left)) if left else ()
        least = _("the least that takes part: all partners get as much of the pool")
        notes = (_("nothing without a partner"), least if share == min(_COOPERATING) else "")
        yield Item(
            words=f"coop {share} with",
            label=_("{share} % of that for cooperation: with whom?").format(share=share),
            note=side_by_side(notes),
            then=tuple(Item(words=one.span, label=one.names, then=further) for one in circles),
        )


def _competition(
    view: View, circles: Sequence[_Circle], share: int, *, within: int = 0
) -> Iterator[Item]:
    """So many percent for defence, or against players who hold so many points; of an item that is
    given so many percent (`within`), where that is known."""
    options = view.options
    scores = _("counts as points, too") if options.competition_counts else ""
    yield Item(words=f"comp {share}", label=_("competition, as defence"), note=scores)
    malus = decimal(f"{options.malus_attack.normalize():f}")
    into = amount(Fraction(share), amount(Fraction(within), options.points_per_turn))
    yield Item(
        words=f"comp {share} attack",
        label=_("competition that strikes: whom?"),
        note=side_by_side((scores, _("costs {malus} a point").format(malus=malus))),
        then=tuple(
            Item(words=one.span, label=one.names, note=_hits(view, one, into)) for one in circles
        ),
    )


def _hits(view: View, circle: _Circle, into: Fraction) -> str:
    """What an attack with so many points comes to, as its receipt has it; without them, how it is
    divided."""
    if not into:
        told = _("1/{number} of it hits each") if circle.many > 1 else ""
        return told.format(number=circle.many)
    strike = strike_of(view.options, into, circle.many)
    return ngettext(
        "hits with {share}, costs {malus}", "hits each with {share}, costs {malus}", circle.many
    ).format(share=points(strike.share), malus=points(strike.malus))


def _circles(view: View, index: int) -> Iterator[_Circle]:
    """Ranges of the points that others hold in an item, with who is in them: all, all but those
    who hold most or least, and each alone."""
    names: dict[Decimal, list[str]] = {}
    for player in sorted(view.others, key=lambda one: view.now.of(one.seat, index)):
        names.setdefault(view.now.of(player.seat, index), []).append(player.name)
    yield _Circle(str(EVERYONE), _("everyone"), len(view.others))
    held = list(names)
    if len(held) > 2:
        for span in (Range(NOTHING, Fraction(held[-2])), Range(Fraction(held[1]), None)):
            inside = [name for one in held if span.holds(one) for name in names[one]]
            yield _Circle(str(span), ", ".join(inside), len(inside))
    for held_points, found in names.items():
        span = Range(Fraction(held_points), Fraction(held_points))
        yield _Circle(str(span), ", ".join(found), len(found))


def random_move(view: View, stream: Stream) -> Move:
    """Any legal move, by walking the menu: items in any order, each with what is offered for it.
    What tests play, and the weakest opponent of all."""
    at = Situation(view)
    for _item in range(stream.between(0, len(view.options.items))):
        menu = tuple(items(view, at.move))
        if menu:
            at = TAKER.drawn(menu, at, stream).after
    return at.move
