"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from pbem.engine.api import Ask
from pbem.engine.i18n import _
from pbem.engine.language.figures import FULL, plain
from pbem.engine.menu import Item, Limit, Menu, Take
from pbem.engine.phrases import decimal, side_by_side
from pbem.engine.rng import Stream
from pbem.rulesets.hegemon.language import Situation
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, NOTHING, Move, Range
from pbem.rulesets.hegemon.receipts import ITEM_TWICE, TAKER
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
    return (*items(view, IDLE), Item(words="PASS", label=_("give nothing away in this turn")))


def items(view: View, held: Move) -> Iterator[Item]:
    """What may be given to the items that are not ordered yet."""
    assert view.seat is not None
    left = int(FULL - held.allocated)
    ordered = {policy.item for policy in held.policies}
    waiting = [item for item in view.options.items if item not in ordered]
    shares = tuple(_shares(left, len(waiting)))
    for index, item in enumerate(view.options.items):
        if left and item in waiting:
            uses = tuple(_uses(view, index))
            amounts = (
                Item(
                    words=f"{share}%",
                    label=label,
                    takes=(Take("%", left, (share,), said=True, lapses=True),),
                    then=uses,
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


def _uses(view: View, index: int) -> Iterator[Item]:
    """To what an item's points go: competition, cooperation, or both; all of them, for what is
    left over is lost."""
    circles = tuple(_circles(view, index))
    yield from _competition(view, circles, 100)
    for share in _COOPERATING:
        left = 100 - share
        further = tuple(_competition(view, circles, left)) if left else ()
        yield Item(
            words=f"coop {share} with",
            label=_("{share} % of that for cooperation: with whom?").format(share=share),
            note=_("nothing without a partner"),
            then=tuple(Item(words=words, label=label, then=further) for words, label in circles),
        )


def _competition(view: View, circles: Sequence[tuple[str, str]], share: int) -> Iterator[Item]:
    """So many percent for defence, or against players who hold so many points."""
    options = view.options
    scores = _("counts as points, too") if options.competition_counts else ""
    yield Item(words=f"comp {share}", label=_("defence"), note=scores)
    malus = decimal(f"{options.malus_attack.normalize():f}")
    yield Item(
        words=f"comp {share} attack",
        label=_("competition that strikes: whom?"),
        note=side_by_side((scores, _("costs {malus} a point").format(malus=malus))),
        then=tuple(Item(words=words, label=label) for words, label in circles),
    )


def _circles(view: View, index: int) -> Iterator[tuple[str, str]]:
    """Ranges of the points that others hold in an item, with who is in them: all, all but those
    who hold most or least, and each alone."""
    names: dict[Decimal, list[str]] = {}
    for player in sorted(view.others, key=lambda one: view.now.of(one.seat, index)):
        names.setdefault(view.now.of(player.seat, index), []).append(player.name)
    yield str(EVERYONE), _("everyone")
    held = list(names)
    if len(held) > 2:
        for span in (Range(NOTHING, Fraction(held[-2])), Range(Fraction(held[1]), None)):
            inside = [name for points in held if span.holds(points) for name in names[points]]
            yield str(span), ", ".join(inside)
    for points, found in names.items():
        yield str(Range(Fraction(points), Fraction(points))), ", ".join(found)


def random_move(view: View, stream: Stream) -> Move:
    """Any legal move, by walking the menu: items in any order, each with what is offered for it.
    What tests play, and the weakest opponent of all."""
    at = Situation(view)
    for _item in range(stream.between(0, len(view.options.items))):
        menu = tuple(items(view, at.move))
        if menu:
            at = TAKER.drawn(menu, at, stream).after
    return at.move
