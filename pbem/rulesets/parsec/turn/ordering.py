"""The steps of a player's turn: its orders, carried out one by one, where what breaks a rule is
skipped; the conflicts that they open, fought one clash after the other; and its end (PA-5 to
PA-14)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Clash, Counts, Dispute, Kind, just
from pbem.rulesets.parsec.mechanics.conflicts import decide, prospects, stands, strengths
from pbem.rulesets.parsec.mechanics.execution import Position, carry_out, harvestable
from pbem.rulesets.parsec.orders import IDLE, Orders, following
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.turn import Play
from pbem.rulesets.parsec.view import (
    ArtifactHarvested,
    ConflictFellAway,
    ConflictFought,
    EndCause,
    Ending,
    Force,
    Passed,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
)

Replies = Mapping[Seat, Orders]
"""What those who are asked for ships have answered."""


def take_line(play: Play) -> None:
    """Look at the next line of the turn under way: carry it out, or tell why not."""
    turn, person = play.turn, play.state.people[play.turn.seat - 1]
    order, *rest = turn.lines
    play.change_turn(lines=tuple(rest))
    hand, seats = person.holdings.hand, play.state.seats
    at = Position(turn.seat, seats, play.space, hand, person.weapons, turn.swapped)
    try:
        done = carry_out(at, order)
    except Refused as refused:
        play.events.append(LineRefused(audience=(turn.seat,), order=order, refusal=refused.refusal))
        return
    after = done.position
    play.space = after.space
    play.change(dispute=after.dispute)
    play.change_person(turn.seat, weapons=after.weapons)
    play.use(turn.seat, hand - after.hand)
    match done.entry:  # what is gained or lost comes before any conflict (PA-7)
        case SystemSettled(gains=seat, kind=kind) if seat is not None:
            play.gain(seat, kind)
        case SystemDestroyed(settlement=kind) if kind is not None:
            play.leave(just(kind))
        case ShipsSwapped(count=count):
            _draw_anew(play, turn.seat, count, hand - after.hand)
    if done.entry is not None:
        play.note(done.entry)
        play.note_homeless(done.homeless)
    passed = turn.passed + (done.entry is None)
    play.change_turn(done=turn.done + 1, passed=passed, swapped=after.swapped)


def _draw_anew(play: Play, seat: Seat, count: int, left: Counts) -> None:
    """PA-9: as many as were swapped, at once."""
    play.change_holdings(seat, swapped=play.holdings(seat).swapped + left)
    drawn = play.draw(seat, count, f"swap/{seat}")
    play.events.append(ShipsDrawn(audience=(seat,), ships=drawn, swapped=left))


# Conflicts ----------------------------------------------------------------------------


def fight(play: Play, dispute: Dispute) -> bool:
    """Go on with a dispute; False: numbers are waited for (PA-12).

    Whoever is involved is asked whether its hand has ships or not, so that being asked, or
    answering, tells nobody anything.
    """
    if play.state.options.reactions == "standing":
        _fight_all(play, dispute, {})
        return True
    replies, play.replies = play.replies or {}, None
    if dispute.asked is None:
        play.change(dispute=replace(dispute, asked="attackers"))
        return False
    if dispute.asked == "attackers":
        named = tuple(  # as the board stands now (PA-10)
            replace(clash, sent=_sent(play, dispute, clash, clash.attacker, replies))
            for clash in dispute.clashes
        )
        play.change(dispute=replace(dispute, clashes=named, asked="defenders"))
        return False
    _fight_all(play, dispute, replies)
    return True


def _fight_all(play: Play, dispute: Dispute, replies: Replies) -> None:
    for clash in dispute.clashes:
        if stands(play.space, dispute, clash):
            _fight(play, dispute, clash, replies)
        else:
            seats = (clash.attacker, clash.defender)
            play.note(ConflictFellAway(kind=clash.kind, seats=seats))
    play.change(dispute=None)


def _sent(play: Play, dispute: Dispute, clash: Clash, seat: Seat, replies: Replies) -> int:
    """The ships of one side: by its answer, and for what that leaves open its standing orders."""
    holdings = play.holdings(seat)
    (one,) = prospects(play.space, dispute, [clash], seat, holdings.hand)
    return one.sends(following(holdings.stances, replies.get(seat, IDLE).standing))


def _fight(play: Play, dispute: Dispute, clash: Clash, replies: Replies) -> None:
    seen, ship = strengths(play.space, dispute, clash), dispute.ships[clash.kind]
    attacking = clash.sent
    if attacking is None:
        attacking = _sent(play, dispute, clash, clash.attacker, replies)
    attacking = min(attacking, play.holdings(clash.attacker).hand.of(ship))
    clash = replace(clash, sent=attacking)
    defending = _sent(play, dispute, clash, clash.defender, replies)
    attacker = _force(play, clash.kind, clash.attacker, seen.attacker, attacking)
    defender = _force(play, clash.kind, clash.defender, seen.defender, defending)
    for force in (attacker, defender):  # ships sent leave the game
        play.use(force.seat, just(ship, force.ships))
        play.leave(just(ship, force.ships))
    fought = decide(play.space, dispute, clash, attacker_wins=attacker.total > defender.total)
    play.gain(fought.winner, fought.resource, fought.gain)
    play.leave(just(clash.kind, len(fought.vacated)))
    play.note(
        ConflictFought(
            cause=dispute.cause,
            kind=clash.kind,
            square=dispute.square,
            attacker=attacker,
            defender=defender,
            winner=fought.winner,
            vacated=fought.vacated,
            resource=fought.resource,
            gain=fought.gain,
        )
    )
    play.note_homeless(fought.homeless)


def _force(play: Play, kind: Kind, seat: Seat, strength: int, ships: int) -> Force:
    leader = play.space.leader(seat, kind)
    assert leader is not None, "a clash that stands has both its leaders (PA-11)"
    return Force(seat, strength, ships, leader.square)


# The end ------------------------------------------------------------------------------


def end_turn(play: Play) -> None:
    """Refill, harvest, and the next player's turn."""
    turn = play.turn
    passed = turn.passed + FIGURES.orders - turn.done
    if passed:
        play.note(Passed(seat=turn.seat, count=passed))
    _refill(play, turn.seat)
    _harvest(play, turn.seat, turn.harvest)
    for seat in play.state.seats:
        holdings = play.holdings(seat)
        amounts = (*(holdings.resources.of(kind) for kind in KINDS), holdings.artifacts)
        play.change_holdings(seat, course=(*holdings.course, amounts))
    idle = 0 if play.turn.moved else play.state.idle + 1
    play.change(idle=idle, played=play.state.played + 1, queue=play.state.queue[1:])


def _refill(play: Play, active: Seat) -> None:
    """PA-9: the active player's whole hand first, then in seat order."""
    for seat in (active, *(other for other in play.state.seats if other != active)):
        missing = FIGURES.hand - play.holdings(seat).hand.total
        drawn = play.draw(seat, missing, f"refill/{active}/{seat}")
        if drawn.total:
            play.events.append(ShipsDrawn(audience=(seat,), ships=drawn))


def _harvest(play: Play, seat: Seat, wish: Square | None) -> None:
    """PA-13: one artifact for a merchant leader in a region with two or more."""
    found = harvestable(play.space, seat)
    if not found:
        return
    square = found[0] if wish is None or wish not in found else wish
    del play.space.artifacts[square]
    play.change_holdings(seat, artifacts=play.holdings(seat).artifacts + 1)
    play.note(ArtifactHarvested(seat=seat, square=square))


def judge(state: State) -> Ending | None:
    """PA-14: how the game has ended with this state, or None."""
    causes: Mapping[EndCause, bool] = {
        "artifacts": len(state.galaxy.artifacts) <= FIGURES.few_artifacts,
        "pool": state.dry,
        "idle": state.idle >= FIGURES.idle_rounds * len(state.players),
    }
    cause = next((cause for cause, has_come in causes.items() if has_come), None)
    if cause is None:
        return None
    scores = tuple(person.holdings.score for person in state.people)
    winners = tuple(p.seat for p in state.people if p.holdings.score == max(scores))
    return Ending(winners, cause, scores)
