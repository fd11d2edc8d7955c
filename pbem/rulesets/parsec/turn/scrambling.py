"""Another truth that a seat cannot tell from the real one (PA-15).

The ships that it cannot see are in others' hands, in the pool, or were swapped: they are dealt
anew among these, as many to each. What others own, have planned or have in store is drawn anew.
"""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.rulesets.parsec.kinds import KINDS, Counts, Kind
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.stance import Ships, Stance, Stances
from pbem.rulesets.parsec.state import Person, State, Turn
from pbem.rulesets.parsec.turn.drawing import draw
from pbem.rulesets.parsec.view import Holdings

_MOST = 9
"""Resources of others are drawn up to this."""


def scramble(state: State, seat: Seat, stream: Stream) -> State:
    """Other hands, pool, resources, artifacts, standing orders and lines still to come. At the
    end nothing is secret but what is left in the pool and was never carried out."""
    if state.ending is not None:
        return state
    hidden = state.pool
    for person in state.people:
        if person.seat != seat:
            hidden = hidden + person.holdings.hand + person.holdings.swapped
    people = []
    for person in state.people:
        if person.seat == seat:
            people.append(person)
            continue
        dealt, hidden = _dealt(person, hidden, stream)
        people.append(dealt)
    return msgspec.structs.replace(
        state,
        people=tuple(people),
        pool=hidden,
        queue=tuple(_turn(state, turn, seat, stream) for turn in state.queue),
    )


def _dealt(person: Person, hidden: Counts, stream: Stream) -> tuple[Person, Counts]:
    """Another hand for this player, and the ships that are left."""
    old = person.holdings
    hand = draw(hidden, old.hand.total, stream)
    swapped = draw(hidden - hand, old.swapped.total, stream)
    course = tuple(_amounts(stream) for _turn_played in old.course)
    last = course[-1]
    holdings = Holdings(
        hand=hand,
        resources=Counts(*last[:4]),
        artifacts=last[4],
        stances=Stances(_stance(stream), _stance(stream)),
        swapped=swapped,
        course=course,
    )
    return msgspec.structs.replace(person, holdings=holdings), hidden - hand - swapped


def _amounts(stream: Stream) -> tuple[int, int, int, int, int]:
    a, b, c, d, e = (stream.below(_MOST) for _amount in range(5))
    return a, b, c, d, e


def _stance(stream: Stream) -> Stance:
    kinds = stream.sample(KINDS, stream.below(len(KINDS)))
    return Stance(_ships(stream), {kind: _ships(stream) for kind in kinds})


def _ships(stream: Stream) -> Ships:
    return stream.choice((None, 0, 1, 2, 3))


def _turn(state: State, turn: Turn, seat: Seat, stream: Stream) -> Turn:
    """The lines that another player has still to be looked at are its secret, how many too."""
    if turn.seat == seat:
        return turn
    lines = tuple(_line(state, stream) for _line_ in range(stream.below(4)))
    harvest = stream.choice((None, *(one.square for one in state.galaxy.artifacts)))
    return msgspec.structs.replace(turn, lines=lines, harvest=harvest)


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
