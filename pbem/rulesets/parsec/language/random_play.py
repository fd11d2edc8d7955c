"""Any legal orders, by walking the menu: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from pbem.engine.api import Ask
from pbem.engine.language import Refused
from pbem.engine.menu import Choice, Menu, branch, walk
from pbem.engine.rng import Stream
from pbem.maps.board import square_ref
from pbem.rulesets.parsec.figures import FIGURES, KINDS
from pbem.rulesets.parsec.language import TAKER
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.language.menu import action, harvests, menu_of, standing
from pbem.rulesets.parsec.mechanics.course import Course, course_of
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.orders import IDLE, Action, AnyOrder, Orders, Pass, Settle
from pbem.rulesets.parsec.view import View

_VERBS = ("LEADER",) * 5 + ("SETTLE",) * 12 + ("SWAP", "DESTROY", "RECALL")
"""What is thought of, most often a settlement."""
_SELDOM = frozenset({"DESTROY", "RECALL"})
_TRIES = 4


def random_orders(view: View, ask: Ask, stream: Stream) -> Orders:
    """An answer to `ask` at random; nothing for who has no part in the game."""
    if view.own is None or view.ending is not None:
        return IDLE
    at = Situation(view, ask, course_of(view))
    if ask.kind == "reaction":
        return _made(_answers(menu_of(view, ask), at, stream))
    if ask.kind != "orders":
        return _made(_standing(standing(), at, stream))
    orders: list[AnyOrder] = [*_turn(at, stream)] or [Pass()]
    if view.galaxy.artifacts and stream.strikes(1, 6):
        orders.append(_read(tuple(harvests(view)), at, stream))
    return _made((*orders, *_standing(standing(), at, stream)))


def _made(orders: Iterable[AnyOrder]) -> Orders:
    found = tuple(orders)
    return IDLE if found == (Pass(),) else Orders(found)


def _read(menu: Menu, at: Situation, stream: Stream) -> AnyOrder:
    """The order of a line of the menu at random."""
    (step,) = TAKER.take(walk(menu, stream), at)
    order: AnyOrder = step.order
    return order


def _standing(menu: Menu, at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Now and then numbers of ships, in general or for one kind of leader."""
    for _line in range(stream.between(1, 3)) if stream.strikes(1, 12) else ():
        verb = "ATTACK" if stream.strikes(1, 2) else "DEFEND"
        yield _read(branch(menu, verb), at, stream)


def _answers(menu: Menu, at: Situation, stream: Stream) -> Iterator[AnyOrder]:
    """Numbers of ships for the conflicts in question, for some of them or for all (PA-12)."""
    for _line in range(stream.below(4)):
        yield _read(menu[:1], at, stream)


def _turn(at: Situation, stream: Stream) -> Iterator[Action]:
    """A turn's two orders, each carried out on what the one before leaves, and now and then
    reserves for the second of them."""
    reserves = stream.below(FIGURES.lines - FIGURES.orders + 1) if stream.strikes(1, 4) else 0
    for _number in range(FIGURES.orders + reserves):
        for _attempt in range(_TRIES):
            order = _idea(at, stream)
            course = None if order is None else _taken(at, order)
            if order is not None and course is not None:
                at = replace(at, course=course)
                yield order
                break


def _taken(at: Situation, order: Action) -> Course | None:
    """The course with this order; None where it would be doubtful."""
    assert at.course is not None
    try:
        course, step = at.course.take(order)
    except Refused:
        return None
    return None if step.place == "doubtful" else course


def _idea(at: Situation, stream: Stream) -> Action | None:
    assert at.course is not None
    if stream.strikes(1, 200):
        return Pass()
    verb = stream.choice(_VERBS)
    if verb in _SELDOM and not stream.strikes(1, 3):
        return None
    menu = tuple(action(at.course, verb))
    if not menu:
        return None
    if verb == "SETTLE" and not stream.strikes(1, 8):
        menu = _beside(menu, at.course.position.space) or menu
    order = _read(menu, at, stream)
    assert isinstance(order, Action)
    if isinstance(order, Settle) and stream.strikes(1, 8):
        first = tuple(stream.sample(KINDS, stream.between(1, 3)))
        return msgspec.structs.replace(order, first=first)
    return order


def _beside(menu: Menu, space: Space) -> Menu:
    """The settlements beside something, if there are any: of them conflicts come."""
    occupied = (*space.settled, *space.leaders)
    near = {square_ref(beside) for one in occupied for beside in space.neighbours(one)}

    def kept(items: Menu | Choice) -> Menu:
        assert not isinstance(items, Choice)
        found = (msgspec.structs.replace(one, then=kept(one.then)) for one in items)
        return tuple(one for one in found if one.then or near.intersection(one.refs))

    return kept(menu)
