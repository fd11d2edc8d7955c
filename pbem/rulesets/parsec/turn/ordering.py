"""A player's orders, carried out one by one; what breaks a rule is skipped (PA-5 to PA-9)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn
from pbem.rulesets.parsec.kinds import counted, just
from pbem.rulesets.parsec.log import (
    LeaderPlaced,
    LeaderRecalled,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
)
from pbem.rulesets.parsec.orders import Action, Destroy, Pass, PlaceLeader, Recall, Settle, Swap
from pbem.rulesets.parsec.reckoning.deeds import destroy, place_leader, recall, settle
from pbem.rulesets.parsec.reckoning.means import Means, check
from pbem.rulesets.parsec.turn.play import Play


def take_line(play: Play) -> None:
    """Look at the next line of the turn under way: carry it out, or tell why not."""
    turn = play.turn
    order, *rest = turn.lines
    play.change_turn(lines=tuple(rest))
    try:
        _carry_out(play, turn.seat, order)
    except Refused as refused:
        play.events.append(LineRefused(audience=(turn.seat,), order=order, refusal=refused.refusal))
    else:
        passed = turn.passed + isinstance(order, Pass)
        play.change_turn(done=turn.done + 1, passed=passed)


def _carry_out(play: Play, seat: Seat, order: Action) -> None:
    person = play.people[seat]
    check(Means(person.holdings.hand, person.weapons, play.turn.swapped), order)
    match order:
        case PlaceLeader():
            _place_leader(play, seat, order)
        case Recall():
            leader = recall(play.space, seat, order)
            play.note(LeaderRecalled(seat=seat, kind=leader.kind, square=leader.square))
        case Settle():
            _settle(play, seat, order)
        case Destroy():
            _destroy(play, seat, order)
        case Swap():
            _swap(play, seat, order)
        case Pass():
            return


def _place_leader(play: Play, seat: Seat, order: PlaceLeader) -> None:
    """PA-6; beside its like it opens a conflict (PA-10)."""
    placed = place_leader(play.space, seat, order)
    play.dispute = placed.dispute
    play.note(LeaderPlaced(seat=seat, kind=order.kind, square=order.to, origin=placed.origin))


def _settle(play: Play, seat: Seat, order: Settle) -> None:
    """PA-7: the resource comes before any conflict."""
    done = settle(play.space, seat, order, play.seats)
    play.use(seat, just(order.kind))
    if done.gains is not None:
        play.gain(done.gains, order.kind)
    play.dispute = done.dispute
    play.note(
        SystemSettled(
            seat=seat,
            kind=order.kind,
            square=order.at,
            gains=done.gains,
            is_union=done.is_union,
            first=() if done.dispute is None else done.dispute.first,
        )
    )


def _destroy(play: Play, seat: Seat, order: Destroy) -> None:
    """PA-8: what stood there leaves the game, but for a leader, who goes home."""
    ruined = destroy(play.space, order)
    play.use_weapon(seat)
    if ruined.settlement is not None:
        play.gone += just(ruined.settlement)
    leader = ruined.leader
    play.note(
        SystemDestroyed(
            seat=seat,
            square=order.at,
            settlement=ruined.settlement,
            leader=None if leader is None else (leader.seat, leader.kind),
            artifact=ruined.artifact is not None,
        )
    )
    play.note_homeless(ruined.homeless)


def _swap(play: Play, seat: Seat, order: Swap) -> None:
    """PA-9: as many are drawn at once."""
    left = counted(order.ships)
    play.use(seat, left)
    play.change(seat, swapped=play.holdings(seat).swapped + left)
    play.change_turn(swapped=True)
    drawn = play.draw(seat, left.total, f"swap/{seat}")
    play.events.append(ShipsDrawn(audience=(seat,), ships=drawn, swapped=left))
    play.note(ShipsSwapped(seat=seat, count=left.total))
