"""The whole truth of a game, and another that a seat cannot tell from it (PA-15).

The ships that it cannot see are in others' hands, in the pool, or were swapped: they are dealt
anew among these, as many to each. What others own, have planned or have in store is drawn anew.
Each of these is changed or left as it is, so that there are truths that differ in little.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import (
    FIGURES,
    KINDS,
    Counts,
    Kind,
    Ships,
    Stance,
    Stances,
    counted,
)
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.view import Holdings, Public


class Turn(msgspec.Struct, frozen=True):
    """A player's turn under way: ``lines`` still to be looked at, and so many orders ``done``, of
    which so many were ``passed``. ``moved`` tells whether a ship has left a hand or the pool."""

    seat: Seat
    lines: tuple[Action, ...] = ()
    harvest: Square | None = None
    done: int = 0
    passed: int = 0
    swapped: bool = False
    moved: bool = False


class Person(msgspec.Struct, frozen=True):
    """A player: what it holds, and its prototype weapons."""

    seat: Seat
    weapons: int
    holdings: Holdings


class State(Public, frozen=True, kw_only=True):
    """A game between two resolutions. ``people`` are by seat, ``queue`` are turns under way;
    ``dry`` tells that a ship had to be drawn from an empty pool."""

    people: tuple[Person, ...]
    pool: Counts
    queue: tuple[Turn, ...] = ()
    dry: bool = False


def draw(pool: Counts, count: int, stream: Stream) -> Counts:
    """So many ships of the pool at random, each as likely; what is left where it is short (PA-2,
    PA-9)."""
    left = list(pool.each())
    return counted(left.pop(stream.below(len(left))) for _ship in range(min(count, len(left))))


# Another truth ------------------------------------------------------------------------

_MOST = 9
"""Resources of others are drawn up to this."""


def scramble(state: State, seat: Seat, stream: Stream) -> State:
    """Other hands, pool, resources, artifacts, standing orders and lines still to come. At the
    end nothing is secret but what is left in the pool and was never carried out."""
    if state.ending is not None:
        return state
    if stream.strikes(1, 2):
        state = _with_other_ships(state, seat, stream)
    people = (_other_person(person, seat, stream) for person in state.people)
    queue = (_turn(state, turn, seat, stream) for turn in state.queue)
    return replace(state, people=tuple(people), queue=tuple(queue))


def _with_other_ships(state: State, seat: Seat, stream: Stream) -> State:
    """All ships that the seat cannot see, dealt anew."""
    hidden = state.pool
    for person in state.people:
        if person.seat != seat:
            hidden = hidden + person.holdings.hand + person.holdings.swapped
    people = []
    for person in state.people:
        if person.seat != seat:
            old = person.holdings
            hand = draw(hidden, old.hand.total, stream)
            swapped = draw(hidden - hand, old.swapped.total, stream)
            person, hidden = _holding(person, hand=hand, swapped=swapped), hidden - hand - swapped
        people.append(person)
    return replace(state, people=tuple(people), pool=hidden)


def _other_person(person: Person, seat: Seat, stream: Stream) -> Person:
    """Other resources and artifacts, and other standing orders."""
    if person.seat == seat:
        return person
    if stream.strikes(1, 2):
        course = tuple(_amounts(stream) for _turn_played in person.holdings.course)
        last = course[-1]
        resources = Counts(*last[:4])
        person = _holding(person, resources=resources, artifacts=last[4], course=course)
    if stream.strikes(1, 2):
        person = _holding(person, stances=Stances(_stance(stream), _stance(stream)))
    return person


def _holding(person: Person, **changes: Any) -> Person:
    holdings = replace(person.holdings, **changes)
    return replace(person, holdings=holdings)


def _amounts(stream: Stream) -> tuple[int, int, int, int, int]:
    a, b, c, d, e = (stream.below(_MOST) for _amount in range(5))
    return a, b, c, d, e


def _stance(stream: Stream) -> Stance:
    kinds = stream.sample(KINDS, stream.below(len(KINDS)))
    return Stance(_ships(stream), {kind: _ships(stream) for kind in kinds})


def _ships(stream: Stream) -> Ships:
    return stream.choice((None, 0, 1, 2, 3))


def _turn(state: State, turn: Turn, seat: Seat, stream: Stream) -> Turn:
    """The lines that another player has still to be looked at are its secret, how many too; and
    until the turn ends, how many it has passed. Whether a ship was moved everyone has seen."""
    if turn.seat == seat or not stream.strikes(1, 2):
        return turn
    seen = turn.done - turn.passed
    passed = stream.between(0, FIGURES.orders - seen)
    return replace(
        turn,
        lines=tuple(_line(state, stream) for _line_ in range(stream.below(4))),
        harvest=stream.choice((None, *(one.square for one in state.galaxy.artifacts))),
        done=seen + passed,
        passed=passed,
    )


def _line(state: State, stream: Stream) -> Action:
    galaxy = state.galaxy
    square = stream.below(galaxy.width), stream.below(galaxy.height)
    kind: Kind = stream.choice(KINDS)
    kinds = tuple(stream.sample(KINDS, stream.below(3)))
    made: tuple[Action, ...] = (
        PlaceLeader(kind=kind, to=square),
        Settle(kind=kind, at=square, first=kinds),
        Recall(kind=kind),
        Destroy(at=square),
        Swap(ships=kinds or (kind,)),
        Pass(),
    )
    return stream.choice(made)
