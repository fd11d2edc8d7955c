"""What a player can order now, as a tree whose every path is a line that the desk takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import msgspec

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _
from pbem.engine.language import Refused
from pbem.engine.menu import Choice, Item, Limit, Menu, Take, explained
from pbem.maps.board import square_items, square_name, square_ref
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS, Counts, Kind, Leader
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.language.foretelling import foretold, harvests
from pbem.rulesets.parsec.mechanics import Survey
from pbem.rulesets.parsec.mechanics.course import Course, course_of
from pbem.rulesets.parsec.mechanics.execution import Position
from pbem.rulesets.parsec.orders import IDLE, Orders, Standing, standing_lines
from pbem.rulesets.parsec.view import View


def menu_of(view: View, ask: Ask, held: Orders | None = None) -> Menu:
    """Made from the view alone; `held` are the orders composed so far, on which it goes on."""
    if view.own is None or view.ending is not None:
        return ()
    return explained(_menu_of(view, ask, held or IDLE), DOES)


def _menu_of(view: View, ask: Ask, held: Orders) -> Menu:
    if ask.kind == "reaction":
        return tuple(_answers(view))
    if ask.kind != "orders":
        return standing(view)
    course = course_of(view)
    for order in held.actions:
        with suppress(Refused):
            course, _step = course.take(order)
    orders = (item for verb in _BRANCHES for item in action(course, verb))
    told = foretold(view, course.next_at, tuple(orders))
    return (*told, *harvests(view, course.position), *standing(view))


def action(course: Course, verb: str) -> Iterator[Item]:
    """What may be ordered with one verb, on the position that the orders before leave; behind the
    second of them what would take its place."""
    if course.is_full:
        return
    position = course.next_at
    found = tuple(_BRANCHES[verb](position))
    if found or verb == "PASS":
        beyond = _("in reserve, should a line above fail: two orders are a turn")
        yield Item(
            words=verb,
            takes=_weapon(position) if verb == "DESTROY" else (),
            limits=(Limit("orders", FIGURES.orders, beyond),),
            then=found,
        )


# Leaders ------------------------------------------------------------------------------


def _leaders(position: Position) -> Iterator[Item]:
    """Where a leader may come to stand, row by row."""
    for kind in KINDS:
        leader, space = position.space.leader(position.seat, kind), position.space
        if leader is not None:  # moving lifts it first (PA-6)
            space = space.copy()
            space.lift(leader)
        survey = Survey(space)
        squares = list(survey.grid.each(survey.seats))
        if leader is not None and leader.square in squares:
            squares.remove(leader.square)
        if squares:
            yield Item(
                words=kind,
                label=naming.leader(kind) if leader is None else _at(leader),
                note=_held(position.hand, kind),
                refs=() if leader is None else (square_ref(leader.square),),
                then=tuple(square_items(squares, "TO")),
            )


def _recalls(position: Position) -> Iterator[Item]:
    for kind in KINDS:
        leader = position.space.leader(position.seat, kind)
        if leader is not None:
            yield Item(words=kind, label=_at(leader), refs=(square_ref(leader.square),))


def _at(leader: Leader) -> str:
    told = _("{leader} on {square}")
    return told.format(leader=naming.leader(leader.kind), square=square_name(leader.square))


# Ships --------------------------------------------------------------------------------


def _settlements(position: Position) -> Iterator[Item]:
    """Where ships of the hand may settle; miners on other ground than the rest."""
    survey = Survey(position.space)
    for kind in KINDS:
        held, rock = position.hand.of(kind), survey.rock
        ground = survey.open & (rock if kind == "mining" else ~rock)
        if held and ground:
            yield Item(
                words=SHIPS[kind],
                label=naming.ship(kind),
                note=_held(position.hand, kind),
                takes=(_of_hand(position.hand, kind, 1),),
                then=tuple(square_items(survey.grid.each(ground), "AT")),
            )


def _held(hand: Counts, kind: Kind) -> str:
    return _("you have {ships}").format(ships=naming.count_kind(kind, hand.of(kind)))


def _of_hand(hand: Counts, kind: Kind, number: int) -> Take:
    """So many ships of a kind leave the hand. What comes for those swapped is drawn later."""
    return Take(naming.ship(kind, number=2), hand.of(kind), (number,))


def _weapon(position: Position) -> tuple[Take, ...]:
    return (Take(_("weapons"), position.weapons, (1,)),)


def _systems(position: Position) -> Iterator[Item]:
    if position.weapons:
        space = position.space
        yield from square_items(one for one in space.squares() if one not in space.destroyed)


def _swapped(position: Position) -> Iterator[Item]:
    if position.hand.total and not position.swapped:
        hand = position.hand
        yield from _swaps(hand)
        held = (kind for kind in KINDS if hand.of(kind))
        yield Item(words="ALL", takes=tuple(_of_hand(hand, one, hand.of(one)) for one in held))


def _swaps(hand: Counts) -> Menu:
    """So many of each kind of the hand, in any order; at least one ship is named. What may stand
    behind some kinds is one branch, whichever of them came first."""

    @cache
    def of(kinds: frozenset[Kind]) -> Menu:
        return tuple(one for kind in KINDS if kind in kinds for one in numbers(kind, kinds))

    def numbers(kind: Kind, kinds: frozenset[Kind]) -> Iterator[Item]:
        further = of(kinds - {kind})
        for number in range(1, hand.of(kind) + 1):
            words, label = f"{number} {SHIPS[kind]}", naming.count_kind(kind, number)
            words += "s" if number > 1 else ""
            one = Item(words=words, label=label, takes=(_of_hand(hand, kind, number),))
            yield one
            if further:
                yield msgspec.structs.replace(one, then=further)

    return of(frozenset(kind for kind in KINDS if hand.of(kind)))


_BRANCHES: Mapping[str, Callable[[Position], Iterator[Item]]] = {
    "LEADER": _leaders,
    "RECALL": _recalls,
    "SETTLE": _settlements,
    "DESTROY": _systems,
    "SWAP": _swapped,
    "PASS": lambda _position: iter(()),
}


DOES: Mapping[str, str] = {
    "LEADER": N_(
        "place or move a leader: ships of its kind that settle its region then bring you points"
    ),
    "RECALL": N_("take a leader off the map"),
    "SETTLE": N_("a ship of your hand on a free system"),
    "DESTROY": N_("a system for good, with one of your weapons"),
    "SWAP": N_("ships of your hand, which leave the game, for as many drawn from the pool"),
    "HARVEST": N_("the artifact that your merchant leader is to take, where it may take one"),
    "ATTACK": N_("how many ships you send into conflicts that you begin, from now on"),
    "DEFEND": N_("how many ships you send into conflicts that others begin, from now on"),
    "PASS": N_("let one of your two orders go by; alone: both"),
}


# Standing orders and answers ----------------------------------------------------------


def standing(view: View) -> Menu:
    """Standing orders, which may be sent at any time (PA-12), with those in force."""
    assert view.own is not None
    hand, lines = view.own.hand, standing_lines(view.own.stances)
    leaders = [_Fighting(kind, _fights(hand, kind), hand.of(kind)) for kind in KINDS]
    return tuple(
        Item(
            words=verb,
            note=_("now {orders}").format(orders=_in_force(verb, lines)),
            then=_pledges(verb, leaders),
        )
        for verb in ("ATTACK", "DEFEND")
    )


def _in_force(verb: str, lines: Iterable[Standing]) -> str:
    """ "WIN, merchant WITH 2"."""
    told = (written(order).partition(" ") for order in lines)
    return ", ".join(rest for begins, _blank, rest in told if begins == verb)


def _fights(hand: Counts, kind: Kind) -> str:
    """The ships of the hand that may be sent beside a leader (PA-10, PA-11)."""
    if kind == "science":
        return _held(hand, kind)
    told = _("where regions are joined {ships}, where a leader comes to another {scientists}")
    ships, scientists = (naming.count_kind(one, hand.of(one)) for one in (kind, "science"))
    return told.format(ships=ships, scientists=scientists)


class _Fighting(NamedTuple):
    """A leader that ships are sent beside: what is told of it, and how many there are."""

    kind: Kind
    note: str
    held: int


def _pledges(verb: str, leaders: Sequence[_Fighting]) -> Menu:
    """So many ships beside every leader, or beside one of them."""
    fewest = (
        ("WIN", _("the fewest with which you win, or none"))
        if verb == "ATTACK"
        else ("TIE", _("the fewest that make a tie, which you win, or none"))
    )
    amounts = (fewest, ("NONE", _("send none")), ("WITH", _("so many ships, or all that you have")))

    def offered(label: str, held: int) -> Menu:
        return tuple(
            Item(
                words=words,
                label=label.format(ships=told),
                then=Choice(1, FIGURES.hand, max(1, held)) if words == "WITH" else (),
            )
            for words, told in amounts
        )

    every = offered(_("for every leader: {ships}"), max(one.held for one in leaders))
    return (
        *every,
        *(
            Item(
                words=one.kind,
                label=naming.leader(one.kind),
                note=one.note,
                then=offered("{ships}", one.held),
            )
            for one in leaders
        ),
    )


def _answers(view: View) -> Iterator[Item]:
    """Ships for the conflicts in question (PA-12)."""
    dispute = view.dispute
    assert dispute is not None and view.seat is not None and view.own is not None
    verb = "ATTACK" if dispute.asked == "attackers" else "DEFEND"
    hand, ships = view.own.hand, dispute.ships
    kinds = [clash.kind for clash in dispute.asked_of(view.seat)]
    leaders = [_Fighting(k, _held(hand, ships[k]), hand.of(ships[k])) for k in kinds]
    yield Item(words=verb, then=_pledges(verb, leaders))
    yield Item(words="PASS")
