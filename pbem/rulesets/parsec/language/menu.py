"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pbem.engine.api import Ask
from pbem.engine.language import Refused
from pbem.engine.menu import Choice, Item, Menu
from pbem.maps.board import Square, square_name, square_ref
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS, Kind
from pbem.rulesets.parsec.mechanics.course import Course, course_of
from pbem.rulesets.parsec.mechanics.execution import Position, check_ground, check_seat
from pbem.rulesets.parsec.mechanics.space import Space, Still
from pbem.rulesets.parsec.orders import IDLE, Action, Orders
from pbem.rulesets.parsec.view import View


def menu_of(view: View, ask: Ask, held: Orders = IDLE) -> Menu:
    """Made from the view alone; `held` are the orders composed so far, on which it goes on."""
    if view.own is None or view.ending is not None:
        return ()
    if ask.kind == "reaction":
        return tuple(_answers(view))
    if ask.kind != "orders":
        return standing()
    course = course_of(view)
    for order in held.actions:
        course = _longer(course, order)
    return (*actions(course), *harvests(view), *standing())


def _longer(course: Course, order: Action) -> Course:
    try:
        return course.take(order)[0]
    except Refused:
        return course


def actions(course: Course) -> Iterator[Item]:
    """The orders of a turn, on the position that those before leave; behind the second of them
    what would take its place."""
    for verb in _BRANCHES:
        yield from action(course, verb)


def action(course: Course, verb: str) -> Iterator[Item]:
    """What may be ordered with one verb."""
    if course.is_full:
        return
    position = course.spot if course.carried_out >= FIGURES.orders else course.position
    found = tuple(_BRANCHES[verb](position))
    if found:
        yield Item(words=verb, then=found)
    elif verb == "PASS":
        yield Item(words=verb)


def _nothing(_position: Position) -> Iterator[Item]:
    yield from ()


def _squares(lead: str, squares: Iterable[Square]) -> Iterator[Item]:
    for square in squares:
        name = square_name(square)
        yield Item(words=f"{lead} {name}".strip(), refs=(square_ref(square),))


# Leaders ------------------------------------------------------------------------------


def _leaders(position: Position) -> Iterator[Item]:
    for kind in KINDS:
        leader = position.space.leader(position.seat, kind)
        space = position.space
        if leader is not None:  # moving lifts it first (PA-6)
            space = space.copy()
            space.lift(leader)
        squares = [
            square for square in _seats(Still(space)) if leader is None or square != leader.square
        ]
        if squares:
            yield Item(words=kind, label=naming.leader(kind), then=tuple(_squares("TO", squares)))


def _seats(space: Space) -> Iterator[Square]:
    """Where a leader may come to stand, row by row."""
    near = {
        beside
        for square, kind in space.settled.items()
        if kind == "science"
        for beside in space.neighbours(square)
    }
    for square in sorted(near, key=lambda one: (one[1], one[0])):
        try:
            check_seat(space, square)
        except Refused:
            continue
        yield square


def _recalls(position: Position) -> Iterator[Item]:
    for kind in KINDS:
        leader = position.space.leader(position.seat, kind)
        if leader is not None:
            refs = (square_ref(leader.square),)
            yield Item(words=kind, label=naming.leader(kind), refs=refs)


# Ships --------------------------------------------------------------------------------


def _settlements(position: Position) -> Iterator[Item]:
    """Where ships of the hand may settle; miners on other ground than the rest."""
    grounds: dict[bool, tuple[Square, ...]] = {}
    for kind in KINDS:
        held = position.means.hand.of(kind)
        if not held:
            continue
        mines = kind == "mining"
        if mines not in grounds:
            grounds[mines] = tuple(_ground(Still(position.space), kind))
        if grounds[mines]:
            yield Item(
                words=SHIPS[kind],
                label=naming.ship(kind),
                note=naming.count_kind(kind, held),
                then=tuple(_squares("AT", grounds[mines])),
            )


def _ground(space: Space, kind: Kind) -> Iterator[Square]:
    for square in space.squares():
        if not space.is_free(square) or space.is_inhabitable(square) == (kind == "mining"):
            continue
        try:
            check_ground(space, kind, square)
        except Refused:
            continue
        yield square


def _systems(position: Position) -> Iterator[Item]:
    if position.means.weapons:
        space = position.space
        yield from _squares("", (one for one in space.squares() if one not in space.destroyed))


def _swapped(position: Position) -> Iterator[Item]:
    if position.means.hand.total and not position.means.swapped:
        yield from _swaps(position, KINDS)
        yield Item(words="ALL")


def _swaps(position: Position, kinds: Sequence[Kind]) -> Iterator[Item]:
    """So many of each kind of the hand, kind by kind; at least one ship is named."""
    for place, kind in enumerate(kinds):
        rest = kinds[place + 1 :]
        for number in range(1, position.means.hand.of(kind) + 1):
            words = f"{number} {SHIPS[kind]}{'s' if number > 1 else ''}"
            further = tuple(_swaps(position, rest))
            yield Item(words=words, label=naming.count_kind(kind, number))
            if further:
                yield Item(words=words, label=naming.count_kind(kind, number), then=further)


def harvests(view: View) -> Iterator[Item]:
    """The artifacts that may be wished for (PA-13)."""
    found = (artifact.square for artifact in view.galaxy.artifacts)
    squares = sorted(found, key=lambda one: (one[1], one[0]))
    if squares:
        yield Item(words="HARVEST", then=tuple(_squares("", squares)))


_BRANCHES: Mapping[str, Callable[[Position], Iterator[Item]]] = {
    "LEADER": _leaders,
    "RECALL": _recalls,
    "SETTLE": _settlements,
    "DESTROY": _systems,
    "SWAP": _swapped,
    "PASS": _nothing,
}


# Standing orders and answers ----------------------------------------------------------


@lru_cache(maxsize=8)
def _amounts(verb: str) -> Menu:
    return (
        Item(words="WIN" if verb == "ATTACK" else "TIE"),
        Item(words="NONE"),
        Item(words="WITH", then=Choice(1, FIGURES.hand, 2)),
    )


def standing() -> Menu:
    """Standing orders, which may be sent at any time (PA-12)."""
    return tuple(map(_pledges, ("ATTACK", "DEFEND")))


def _pledges(verb: str) -> Item:
    kinds = (Item(words=kind, label=naming.leader(kind), then=_amounts(verb)) for kind in KINDS)
    return Item(words=verb, then=(*_amounts(verb), *kinds))


def _answers(view: View) -> Iterator[Item]:
    """Ships for the conflicts in question (PA-12)."""
    dispute = view.dispute
    assert dispute is not None and view.seat is not None
    verb = "ATTACK" if dispute.asked == "attackers" else "DEFEND"
    kinds = (
        Item(words=clash.kind, label=naming.leader(clash.kind), then=_amounts(verb))
        for clash in dispute.asked_of(view.seat)
    )
    yield Item(words=verb, then=(*_amounts(verb), *kinds))
    yield Item(words="PASS")
