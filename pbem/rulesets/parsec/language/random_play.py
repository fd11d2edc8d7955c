"""Any legal orders, by walking the menu: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.api import Ask
from pbem.engine.menu import Menu, branch, walk
from pbem.engine.rng import Stream
from pbem.maps.board import square_ref
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS
from pbem.rulesets.parsec.language import TAKER
from pbem.rulesets.parsec.language.foretelling import harvests
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.language.menu import action, menu_of, standing
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.mechanics.course import course_of
from pbem.rulesets.parsec.orders import IDLE, PASS, AnyOrder, Orders, Pass
from pbem.rulesets.parsec.view import View

_VERBS = ("LEADER",) * 5 + ("SETTLE",) * 12 + ("SWAP", "DESTROY", "RECALL")
"""What is thought of, most often a settlement."""
_SELDOM = frozenset({"DESTROY", "RECALL"})
_TRIES = 4


def random_orders(view: View, ask: Ask, stream: Stream) -> Orders:
    """An answer to `ask` at random; nothing for who has no part in the game."""
    if view.own is None or view.ending is not None:
        return IDLE
    course = course_of(view)
    at = Situation(view, ask, course)
    if ask.kind == "reaction":
        return _made(_numbers(menu_of(view, ask), at, stream))
    if ask.kind != "orders":
        return _made(_standing(standing(view), at, stream))
    orders: list[AnyOrder] = [*_turn(at, stream)] or [Pass()]
    if view.galaxy.artifacts and stream.strikes(1, 6):
        orders.append(TAKER.drawn(tuple(harvests(view, course.position)), at, stream).order)
    return _made((*orders, *_standing(standing(view), at, stream)))


def _made(orders: Iterable[AnyOrder]) -> Orders:
    found = tuple(orders)
    return IDLE if found == (Pass(),) else Orders(found)


def _standing(menu: Menu, at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Now and then numbers of ships, in general or for one kind of leader."""
    for _line in range(stream.between(1, 3)) if stream.strikes(1, 12) else ():
        verb = "ATTACK" if stream.strikes(1, 2) else "DEFEND"
        yield TAKER.drawn(branch(menu, verb), at, stream).order


def _numbers(menu: Menu, at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Numbers of ships for the conflicts in question, for some of them or for all (PA-12)."""
    for _line in range(stream.below(4)):
        yield TAKER.drawn(menu[:1], at, stream).order


def _turn(at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """A turn's two orders, each carried out on what the one before leaves, and now and then
    reserves for the second of them."""
    reserves = stream.below(FIGURES.lines - FIGURES.orders + 1) if stream.strikes(1, 4) else 0
    for _number in range(FIGURES.orders + reserves):
        for _attempt in range(_TRIES):
            line = _idea(at, stream)
            if not line:
                continue
            (step,) = TAKER.take(line, at)
            if step.done is not None and step.done.place != "doubtful":
                at = step.after
                yield step.order
                break


def _idea(at: Situation, stream: Stream) -> str:
    """A line that comes to mind, if any does."""
    assert at.course is not None
    if stream.strikes(1, 200):
        return PASS
    verb = stream.choice(_VERBS)
    if verb in _SELDOM and not stream.strikes(1, 3):
        return ""
    menu = tuple(action(at.course, verb))
    if verb == "SETTLE" and menu and not stream.strikes(1, 8):
        menu = _beside(menu, at.course.position.space) or menu
    if verb == "SWAP":
        menu = _said_once(menu)
    line = walk(menu, stream) if menu else ""
    if verb == "SETTLE" and menu and stream.strikes(1, 8):
        line += f" FIRST {' '.join(stream.sample(KINDS, stream.between(1, 3)))}"
    return line


def _beside(menu: Menu, space: Space) -> Menu:
    """The settlements beside something, if there are any: of them conflicts come."""
    occupied = (*space.settled, *space.leaders)
    near = {square_ref(beside) for one in occupied for beside in space.neighbours(one)}

    def kept(items: Menu) -> Menu:
        found = (msgspec.structs.replace(one, then=kept(one.branches)) for one in items)
        return tuple(one for one in found if one.then or near.intersection(one.refs))

    return kept(menu)


def _said_once(menu: Menu) -> Menu:
    """Swaps with their kinds in one order, or else those of many kinds would come to mind as often
    as there are ways to say them."""
    named = {SHIPS[kind]: place for place, kind in enumerate(KINDS)}

    def kept(items: Menu, after: int) -> Menu:
        found = []
        for item in items:
            place = named.get(item.words.partition(" ")[2].removesuffix("s"), 0)
            then = kept(item.branches, place)
            if place > after and (then or not item.then):
                found.append(msgspec.structs.replace(item, then=then))
        return tuple(found)

    return tuple(msgspec.structs.replace(swap, then=kept(swap.branches, -1)) for swap in menu)
