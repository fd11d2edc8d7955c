"""Any legal orders: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Ask
from pbem.engine.language.refusals import Refused
from pbem.engine.rng import Stream
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import (
    IDLE,
    Action,
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Standing,
    Swap,
)
from pbem.rulesets.parsec.reckoning.course import Course, course_of
from pbem.rulesets.parsec.reckoning.harvest import harvestable
from pbem.rulesets.parsec.reckoning.position import Position, position_of
from pbem.rulesets.parsec.view import View

_TRIES = 4
"""So often something is thought of for a line before it is left out."""
_MOST_SENT = 4


def random_orders(view: View, ask: Ask, stream: Stream) -> Orders:
    """An answer to `ask` at random; nothing for who has no part in the game."""
    if view.own is None or view.ending is not None:
        return IDLE
    if view.is_asked:
        return Orders(tuple(_answers(view, stream)))
    if ask.kind != "orders":
        return Orders(tuple(_standing(stream)))
    orders: list[AnyOrder] = [*_turn(course_of(view), stream)] or [Pass()]
    if stream.strikes(1, 6):
        orders += _harvest(view, stream)
    orders += _standing(stream)
    return IDLE if orders == [Pass()] else Orders(tuple(orders))


def _standing(stream: Stream) -> Iterator[Standing]:
    """Now and then numbers of ships, in general or for one kind of leader."""
    if not stream.strikes(1, 12):
        return
    for _line in range(stream.between(1, 3)):
        kind = stream.choice(KINDS) if stream.strikes(1, 2) else None
        yield _pledge(Attack if stream.strikes(1, 2) else Defend, kind, stream)


def _answers(view: View, stream: Stream) -> Iterator[Standing]:
    """Numbers of ships for the conflicts in question, for some of them or for all (PA-12)."""
    dispute = view.dispute
    assert dispute is not None and view.seat is not None
    what: type[Attack | Defend] = Attack if dispute.asked == "attackers" else Defend
    if stream.strikes(1, 4):
        yield _pledge(what, None, stream)
    for clash in dispute.asked_of(view.seat):
        if stream.strikes(2, 3):
            yield _pledge(what, clash.kind, stream)


def _pledge(what: type[Attack | Defend], kind: Kind | None, stream: Stream) -> Standing:
    ships = stream.below(_MOST_SENT) if stream.strikes(2, 3) else None
    return what(kind=kind, ships=ships)


def _harvest(view: View, stream: Stream) -> Iterator[Harvest]:
    assert view.seat is not None
    found = harvestable(position_of(view).space, view.seat)
    wishes = found or tuple(one.square for one in view.galaxy.artifacts)
    if wishes:
        yield Harvest(square=stream.choice(wishes))


def _turn(course: Course, stream: Stream) -> Iterator[Action]:
    """A turn's two orders, each carried out on what the one before leaves, and now and then
    reserves for the second of them."""
    reserves = stream.below(FIGURES.lines - FIGURES.orders + 1) if stream.strikes(1, 4) else 0
    for _number in range(FIGURES.orders + reserves):
        for _attempt in range(_TRIES):
            idea = _idea(course, stream)
            taken = None if idea is None else _taken(course, idea)
            if idea is not None and taken is not None:
                course = taken
                yield idea
                break


def _taken(course: Course, order: Action) -> Course | None:
    """The course with this order; None where it would break a rule."""
    try:
        longer, step = course.take(order)
    except Refused:
        return None
    return None if step.done is None else longer


def _idea(course: Course, stream: Stream) -> Action | None:
    """Something to order, most often a settlement; it may break a rule."""
    position = course.spot if course.carried_out >= FIGURES.orders else course.position
    pick = stream.below(20)
    if pick < 5:
        return _leader(position, stream)
    if pick < 17:
        return _settlement(position, stream)
    if pick == 17:
        return _swap(position, stream)
    if pick == 18 and position.means.weapons and stream.strikes(1, 3):
        return Destroy(at=stream.choice(tuple(position.space.squares())))
    if pick == 19:
        return Recall(kind=stream.choice(KINDS)) if stream.strikes(1, 3) else None
    return Pass() if stream.strikes(1, 12) else None


def _leader(position: Position, stream: Stream) -> Action | None:
    space = position.space
    scientists = [square for square, kind in space.settled.items() if kind == "science"]
    if not scientists:
        return None
    beside = space.neighbours(stream.choice(sorted(scientists)))
    return _placed(stream.choice(KINDS), [s for s in beside if space.is_free(s)], stream)


def _placed(kind: Kind, squares: Sequence[Square], stream: Stream) -> Action | None:
    return PlaceLeader(kind=kind, to=stream.choice(squares)) if squares else None


def _settlement(position: Position, stream: Stream) -> Action | None:
    """Most often beside something; now and then with an order of conflicts."""
    space = position.space
    hand = tuple(position.means.hand.each())
    if not hand:
        return None
    kind = stream.choice(hand)
    occupied = sorted((*space.settled, *space.leaders))
    near = space.neighbours(stream.choice(occupied)) if occupied else ()
    wide = tuple(space.squares()) if stream.strikes(1, 8) or not near else near
    fitting = [
        s for s in wide if space.is_free(s) and space.is_inhabitable(s) != (kind == "mining")
    ]
    if not fitting:
        return None
    first = stream.sample(KINDS, stream.between(1, 3)) if stream.strikes(1, 8) else ()
    return Settle(kind=kind, at=stream.choice(fitting), first=tuple(first))


def _swap(position: Position, stream: Stream) -> Action | None:
    hand = tuple(position.means.hand.each())
    if not hand or position.means.swapped:
        return None
    return Swap(ships=tuple(stream.sample(hand, stream.between(1, len(hand)))))
