"""What the words of an order come to, for who orders (PA-5 to PA-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _
from pbem.engine.language import ALL, Refused, Said, Sum
from pbem.engine.phrases import in_a_row
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import KINDS, LEADER_NAMES, SHIPS, Counts, Kind
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.mechanics.course import Course, TurnLine, mended
from pbem.rulesets.parsec.orders import (
    Action,
    AnyOrder,
    Attack,
    Defend,
    Harvest,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Standing,
    Swap,
)
from pbem.rulesets.parsec.view import View

HOW_MANY = N_("how many ships?")


@dataclass(frozen=True)
class Situation:
    """Who reads or orders, and what is asked; `course` is the turn as the lines before leave it."""

    view: View
    ask: Ask | None = None
    course: Course | None = None

    @property
    def hand(self) -> Counts:
        return self.course.position.hand if self.course else Counts()

    def decides(self) -> bool:
        """Whether what words leave open shows by what can be carried out: in a turn that has
        come."""
        assert self.course is not None
        position = self.course.position
        return self.view.is_moving and position.is_sure and not position.swapped


def kind_of(key: str) -> Kind:
    return next(kind for kind in KINDS if kind == key)


def _from(said: Said, at: Situation) -> Kind:
    """The leader that stands where the line says it comes from. Raises :class:`Refused`."""
    origin: Square = said["origin"]
    leader = at.course.position.space.leaders.get(origin) if at.course else None
    if leader is None or leader.seat != at.view.seat:
        message = N_("no leader of yours stands on {square}")
        raise Refused(message, "origin", square=square_name(origin))
    kind = said.get("kind", leader.kind)
    if kind != leader.kind:
        message = N_("your {leader} stands on {square}")
        where, name = square_name(origin), LEADER_NAMES[leader.kind]
        raise Refused(message, "origin", leader=name, square=where)
    return leader.kind


def place(said: Said, at: Situation) -> PlaceLeader:
    kind = _from(said, at) if "origin" in said.values else kind_of(said["kind"])
    return PlaceLeader(kind=kind, to=said["to"])


def recall(said: Said, at: Situation) -> Recall:
    return Recall(kind=_from(said, at) if "origin" in said.values else kind_of(said["kind"]))


def refuse_settler(said: Said, _at: Situation) -> AnyOrder:
    order = PlaceLeader(kind=kind_of(said["kind"]), to=said["at"])
    raise Refused(N_("a leader does not settle: LEADER places it"), "kind", order)


def settle(said: Said, _at: Situation) -> Settle:
    first = tuple(dict.fromkeys(map(kind_of, said.get("first", ()))))
    return Settle(kind=kind_of(said["kind"]), at=said["at"], first=first)


def pass_turn(said: Said, _at: Situation) -> Pass:
    if said.get("half") and said.alone:
        raise Refused(N_("PASS alone passes both orders; name the other order too"), "half")
    return Pass()


def swap(said: Said, at: Situation) -> Swap:
    """PA-9: every kind has its own number, or ALL; a word for several wants one."""
    counts, hand = said["ships"], at.hand
    ships: list[Kind] = []
    whole: list[Kind] = []
    goes_on = False
    for count in counts:
        if count.thing is None:
            whole += KINDS
            continue
        kind = kind_of(count.thing)
        goes_on = count.number == ALL or (goes_on and count.number is None and count.many)
        if goes_on:
            whole.append(kind)
        elif count.number is None and count.many:
            raise Refused(_HOW_MANY_EACH, "ships", ship=SHIPS[kind])
        else:
            ships += [kind] * min(1 if count.number is None else int(count.number), 99)
    every = [kind for kind in KINDS if kind in whole for _ship in range(hand.of(kind))]
    if whole and not every:
        raise Refused(N_("you have no such ship in hand"), "ships")
    return Swap(ships=(*every, *(kind for kind in ships if kind not in whole)))


_HOW_MANY_EACH = N_("how many? As in “SWAP 2 {ship}s” or “SWAP ALL {ship}s”")


def refuse_wish(said: Said, at: Situation) -> AnyOrder:
    try:
        instead: Swap | None = swap(said, at)
    except Refused:
        instead = None
    raise Refused(N_("which ships come for others is chance"), "wish", instead)


def pledge(said: Said, at: Situation) -> Attack | Defend:
    """PA-12: ships to send, with every leader or with one."""
    if said.get("passing") and not at.view.is_asked:
        message = N_("a standing order holds until others are sent, not for one turn")
        raise Refused(message, "passing")
    kind, ships = _pledged(said, at)
    if _attacks(said, at, kind, ships):
        if ships == "tie":
            message = N_("a tie is won by the defender; attack to WIN, or WITH a number")
            raise Refused(message, "ships", Attack(kind=kind))
        return Attack(kind=kind, ships=_number(ships))
    return Defend(kind=kind, ships=_number(ships))


_MOST_NAMED = 999


def _number(ships: int | str | None) -> int | None:
    if isinstance(ships, int) and ships > _MOST_NAMED:
        raise Refused(N_("the number of ships has too many digits"), "ships")
    return ships if isinstance(ships, int) else None


def _pledged(said: Said, at: Situation) -> tuple[Kind | None, int | str | None]:
    """For which leader, and how many. Scientists are sent beside any leader, other ships for the
    leader of their kind."""
    sent: Sum = said["ships"]
    kind = kind_of(said["kind"]) if "kind" in said.values else None
    dispute = at.view.dispute if at.view.is_asked else None
    if sent.of is None or (kind is not None and dispute is None):
        return kind, sent.number
    ship = kind_of(sent.of)
    if dispute is not None:
        fought = (one for one, other in dispute.ships.items() if other == ship)
        return kind or next(fought, ship), sent.number
    if ship != "science":
        return ship, sent.number
    wanted, number = (Attack if said.verb == "attack" else Defend), _number(sent.number)
    either = (wanted(kind=ship, ships=number), wanted(ships=number))
    raise Refused(
        N_("for which leader? For your science leader, or for all:"), "ships", either=either
    )


def _attacks(said: Said, at: Situation, kind: Kind | None, ships: int | str | None) -> bool:
    """Whether it is an attack; REINFORCE is what the author is asked for."""
    if said.verb in ("attack", "defend"):
        return said.verb == "attack"
    if at.view.is_asked and at.view.dispute is not None:
        return at.view.dispute.asked == "attackers"
    number = _number(ships)
    either = (Attack(kind=kind, ships=number), Defend(kind=kind, ships=number))
    raise Refused(N_("when you attack, or when you are attacked?"), either=either)


def name_ships(said: Said, at: Situation) -> Attack | Defend:
    """Who is asked for ships may name them one by one."""
    kinds = {count.thing for count in said["sent"]}
    if not at.view.is_asked or len(kinds) != 1 or ALL in {count.number for count in said["sent"]}:
        raise Refused(HOW_MANY, "sent")
    number = sum(1 if count.number is None else count.number for count in said["sent"])
    return pledge(Said({"ships": Sum(number, *kinds)}, verb=said.verb), at)


def forgo(_said: Said, at: Situation) -> Attack:
    """ "Do not attack" asks for no ships, except in a turn of one's own: there it may be about the
    turn."""
    none = Attack(ships=0)
    if at.view.is_moving:
        raise Refused(HOW_MANY, instead=none)
    return none


def answers_alone(at: Situation | None) -> bool:
    """Who is asked for ships may name them without a verb."""
    return at is not None and at.view.is_asked


def carry_out(at: Situation, order: AnyOrder) -> tuple[Situation, TurnLine | None]:
    """Raises :class:`Refused` where this is not asked, or breaks a rule whatever comes before."""
    assert at.ask is not None and at.course is not None
    if at.ask.kind != "orders" and not isinstance(order, Attack | Defend | Pass):
        raise Refused(_why_not_asked(at.view, at.ask))
    if at.ask.kind == "reaction" and isinstance(order, Attack | Defend):
        _check_answer(at.view, order)
    position = at.course.position
    errors.check_board(position.space, order)
    if isinstance(order, Harvest) and order.square not in position.space.artifacts:
        nearest = mended(order, "square", position)
        raise Refused(errors.NO_ARTIFACT, "square", nearest, square=square_name(order.square))
    if not isinstance(order, Action) or at.ask.kind != "orders":
        return at, None
    course, step = at.course.take(order)
    return replace(at, course=course), step


def _why_not_asked(view: View, ask: Ask) -> str:
    """Why no orders of a turn are taken now."""
    if ask.kind == "reaction":
        return _("you are asked only for ships in this conflict: ATTACK or DEFEND")
    told = _("it is {name}'s turn; only standing orders, ATTACK and DEFEND, are taken at any time")
    names = [view.name(view.mover)]
    if view.dispute is not None:
        told = _(
            "a conflict waits for {names}; only standing orders, ATTACK and DEFEND, are taken now"
        )
        names = [view.name(seat) for seat in view.dispute.waits_for]
    return told.format(name=names[0], names=in_a_row(names))


def _check_answer(view: View, order: Standing) -> None:
    """Raises :class:`Refused` where one who is asked for ships in a conflict names some that
    nobody has asked for."""
    assert view.dispute is not None and view.seat is not None
    asked = Attack if view.dispute.asked == "attackers" else Defend
    if not isinstance(order, asked):
        meant = asked(kind=order.kind, ships=order.ships)
        message = N_("here it is {other} that you are asked for")
        raise Refused(message, instead=meant, other=asked.__name__.upper())
    kinds = [clash.kind for clash in view.dispute.asked_of(view.seat)]
    if order.kind is not None and order.kind not in kinds:
        told = in_a_row([naming.kind(kind) for kind in kinds])
        message = N_("you are asked of no {kind} conflict; there is: {kinds}")
        raise Refused(message, "kind", kind=naming.kind(order.kind), kinds=told)


def why_both(orders: Sequence[Any]) -> str:
    """Why a kind and a system do not tell whether a leader or a ship is meant; nothing of other
    orders."""
    leaders = {one.to for one in orders if isinstance(one, PlaceLeader)}
    ships = {one.at for one in orders if isinstance(one, Settle)}
    if not leaders & ships:
        return ""
    told = _("on {square} a leader could stand and a ship settle: which of them is meant?")
    return told.format(square=square_name(min(leaders & ships)))
