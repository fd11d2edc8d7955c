"""What a player can order now, as a tree whose every path is a line that the desk takes; and any
legal orders, by walking it: what tests play, and the weakest opponent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec

from pbem.engine.api import Ask, Seat
from pbem.engine.i18n import N_, _
from pbem.engine.language import Refused
from pbem.engine.menu import Choice, Item, Limit, Menu, Take, branch, explained, walk
from pbem.engine.phrases import side_by_side
from pbem.engine.rng import Stream
from pbem.maps.board import Square, square_items, square_ref
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, KINDS, SHIPS, Counts, Kind
from pbem.rulesets.parsec.language import TAKER
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.mechanics import Area, Space, Survey
from pbem.rulesets.parsec.mechanics.course import Course, course_of
from pbem.rulesets.parsec.mechanics.execution import Position, carry_out, harvestable
from pbem.rulesets.parsec.orders import IDLE, PASS, AnyOrder, Destroy, Orders, Pass
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
        return standing()
    course = course_of(view)
    for order in held.actions:
        with suppress(Refused):
            course, _step = course.take(order)
    orders = (item for verb in _BRANCHES for item in action(course, verb))
    return (*_foretold(course, tuple(orders)), *_to_harvest(view, course), *standing())


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
                label=naming.leader(kind),
                note=_held(position.hand, kind),
                then=tuple(square_items(squares, "TO")),
            )


def _recalls(position: Position) -> Iterator[Item]:
    for kind in KINDS:
        leader = position.space.leader(position.seat, kind)
        if leader is not None:
            refs = (square_ref(leader.square),)
            yield Item(words=kind, label=naming.leader(kind), refs=refs)


# Ships --------------------------------------------------------------------------------


def _settlements(position: Position) -> Iterator[Item]:
    """Where ships of the hand may settle; miners on other ground than the rest."""
    survey = Survey(position.space)
    near: dict[Square, list[Area]] = defaultdict(list)
    for area in survey.areas:
        for square in survey.grid.each(area.shore):
            near[square].append(area)
    for kind in KINDS:
        held, rock = position.hand.of(kind), survey.rock
        ground = survey.open & (rock if kind == "mining" else ~rock)
        if held and ground:
            squares = list(survey.grid.each(ground))
            notes = (_brings(kind, near[square], position.seat) for square in squares)
            offered = zip(square_items(squares, "AT"), notes, strict=True)
            yield Item(
                words=SHIPS[kind],
                label=naming.ship(kind),
                note=_held(position.hand, kind),
                takes=(_of_hand(position.hand, kind, 1),),
                then=tuple(msgspec.structs.replace(one, note=note) for one, note in offered),
            )


def _brings(kind: Kind, joined: Sequence[Area], seat: Seat) -> str:
    """What a settlement brings that touches these regions, and to whom (PA-7)."""
    led = [area for area in joined if area.leaders]
    if len(led) > 1:
        return _("joins two regions with leaders: no resource")
    earner = led[0].earner(kind) if led else None
    if earner is None:
        return ""
    told = _("{amount} for you") if earner.seat == seat else _("{amount} for a rival")
    return told.format(amount=naming.amount(kind, 1))


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
        yield from _swaps(hand, KINDS)
        held = (kind for kind in KINDS if hand.of(kind))
        yield Item(words="ALL", takes=tuple(_of_hand(hand, one, hand.of(one)) for one in held))


def _swaps(hand: Counts, kinds: Sequence[Kind]) -> Iterator[Item]:
    """So many of each kind of the hand, kind by kind; at least one ship is named."""
    for place, kind in enumerate(kinds):
        for number in range(1, hand.of(kind) + 1):
            words, label = f"{number} {SHIPS[kind]}", naming.count_kind(kind, number)
            words += "s" if number > 1 else ""
            one = Item(words=words, label=label, takes=(_of_hand(hand, kind, number),))
            yield one
            further = tuple(_swaps(hand, kinds[place + 1 :]))
            if further:
                yield msgspec.structs.replace(one, then=further)


def _foretold(course: Course, menu: Menu) -> Menu:
    """The same menu with what comes of each system's end."""
    position = course.next_at

    def told(item: Item) -> Item:
        (ref,) = item.refs
        return msgspec.structs.replace(item, note=_ends(position, squares[ref]))

    squares = {square_ref(one): one for one in position.space.squares()}
    return tuple(
        msgspec.structs.replace(verb, then=tuple(map(told, verb.branches)))
        if verb.words == "DESTROY"
        else verb
        for verb in menu
    )


def _ends(position: Position, square: Square) -> str:
    """What goes with a system that is destroyed (PA-8), and for whom."""
    space, found = position.space, []
    if not (space.is_occupied(square) or square in space.artifacts):
        return ""
    done = carry_out(position, Destroy(at=square))
    if square in space.settled:
        found.append(naming.ship(space.settled[square]))
    if square in space.artifacts:
        found.append(_("the artifact there is lost"))
    lost = [space.leaders[square]] if square in space.leaders else []
    for leader in (*lost, *done.homeless):
        told = _("a rival's {leader} goes home")
        if leader.seat == position.seat:
            told = _("your own {leader} goes home")
        found.append(told.format(leader=naming.leader(leader.kind)))
    parts = len(done.position.space.regions_beside(square))
    if parts > 1 and space.is_occupied(square):
        found.append(_("its region falls into {number} parts").format(number=parts))
    return side_by_side(found)


def harvests(view: View) -> Iterator[Item]:
    """The artifacts that may be wished for (PA-13)."""
    found = (artifact.square for artifact in view.galaxy.artifacts)
    squares = sorted(found, key=lambda one: (one[1], one[0]))
    if squares:
        yield Item(words="HARVEST", then=tuple(square_items(squares)))


def _to_harvest(view: View, course: Course) -> Iterator[Item]:
    """Those that may be taken as things stand; where there is none, all that there are, for the
    turn's orders may still change that."""
    now = harvestable(course.position.space, course.position.seat)
    for item in harvests(view):
        if now:
            item = msgspec.structs.replace(item, then=tuple(square_items(now)))
        else:
            told = _("not as things stand: your merchant leader needs a region with {number}")
            note = told.format(number=naming.count_artifacts(FIGURES.artifacts_to_harvest))
            item = msgspec.structs.replace(item, note=note)
        yield item


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


def standing() -> Menu:
    """Standing orders, which may be sent at any time (PA-12)."""
    return tuple(_pledges(verb, KINDS) for verb in ("ATTACK", "DEFEND"))


def _pledges(verb: str, kinds: Iterable[Kind]) -> Item:
    fewest = (
        Item(words="WIN", label=_("the fewest with which you win, or none"))
        if verb == "ATTACK"
        else Item(words="TIE", label=_("the fewest that make a tie, which you win, or none"))
    )
    amounts = (
        fewest,
        Item(words="NONE", label=_("send none")),
        Item(words="WITH", label=_("so many ships"), then=Choice(1, FIGURES.hand, 2)),
    )
    of_kinds = (Item(words=kind, label=naming.leader(kind), then=amounts) for kind in kinds)
    return Item(words=verb, then=(*amounts, *of_kinds))


def _answers(view: View) -> Iterator[Item]:
    """Ships for the conflicts in question (PA-12)."""
    dispute = view.dispute
    assert dispute is not None and view.seat is not None
    verb = "ATTACK" if dispute.asked == "attackers" else "DEFEND"
    yield _pledges(verb, [clash.kind for clash in dispute.asked_of(view.seat)])
    yield Item(words="PASS")


# Any legal orders ---------------------------------------------------------------------

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
        return _made(_numbers(menu_of(view, ask), at, stream))
    if ask.kind != "orders":
        return _made(_standing(standing(), at, stream))
    orders: list[AnyOrder] = [*_turn(at, stream)] or [Pass()]
    if view.galaxy.artifacts and stream.strikes(1, 6):
        orders.append(TAKER.drawn(tuple(harvests(view)), at, stream).order)
    return _made((*orders, *_standing(standing(), at, stream)))


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
