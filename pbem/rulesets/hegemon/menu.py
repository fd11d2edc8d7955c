"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.engine.i18n import _
from pbem.engine.language.figures import FULL, plain
from pbem.engine.menu import Choice, Item, Menu, Take
from pbem.engine.rng import Stream
from pbem.rulesets.hegemon.language import Situation
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, Move
from pbem.rulesets.hegemon.taking import TAKER
from pbem.rulesets.hegemon.view import View

_DIVISORS = (1, 2, 3, 4)
"""What is left to give may go into an item whole, half, by a third or a quarter."""
_COOPERATING = (100, 80, 50, 20)
"""Percent of an item for cooperation."""


def menu_of(view: View, held: Move | None = None) -> Menu:
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
    shares = dict.fromkeys(left // divisor for divisor in _DIVISORS)
    for index, item in enumerate(view.options.items):
        if left and item not in ordered:
            uses = tuple(_uses(view, index))
            amounts = (
                Item(
                    words=f"{share}%",
                    label=_("of what you give in this turn"),
                    takes=(Take("%", left, (share,)),),
                    then=uses,
                )
                for share in shares
            )
            own = plain(Fraction(view.now.of(view.seat, index)))
            yield Item(
                words=item,
                label=_("you hold {points} there").format(points=own),
                then=tuple(amounts),
            )


def _uses(view: View, index: int) -> Iterator[Item]:
    """To what an item's points go: competition, cooperation, or both."""
    others = tuple(_others(view, index))
    yield from _competition(others, 100)
    everyone = Item(words=str(EVERYONE), label=_("everyone"))
    for share in _COOPERATING:
        left = 100 - share
        further = tuple(_competition(others, left)) if left else ()
        circles = (
            Item(words=one.words, label=one.label, then=further) for one in (everyone, *others)
        )
        yield Item(
            words=f"coop {share} with",
            label=_("{share} % of that for cooperation: with whom?").format(share=share),
            then=tuple(circles),
        )


def _competition(others: Sequence[Item], most: int) -> Iterator[Item]:
    """Up to so many percent for defence, or against those who hold as much as another player."""
    yield Item(words="comp", label=_("defence"), then=Choice(0, most, most))
    yield Item(
        words="attack",
        label=_("competition that strikes: whom?"),
        then=tuple(
            Item(
                words=one.words,
                label=one.label,
                then=(Item(words="comp", then=Choice(1, most, most)),),
            )
            for one in others
        ),
    )


def _others(view: View, index: int) -> Iterator[Item]:
    """The points that others hold in an item, with who they are."""
    names: dict[str, list[str]] = {}
    for player in view.others:
        held = plain(Fraction(view.now.of(player.seat, index)))
        names.setdefault(f"{held}-{held}", []).append(player.name)
    for words, found in names.items():
        yield Item(words=words, label=", ".join(found))


def random_move(view: View, stream: Stream) -> Move:
    """Any legal move, by walking the menu: items in any order, each with what is offered for it.
    What tests play, and the weakest opponent of all."""
    at = Situation(view)
    for _item in range(stream.between(0, len(view.options.items))):
        menu = tuple(items(view, at.move))
        if menu:
            at = TAKER.drawn(menu, at, stream).after
    return at.move
