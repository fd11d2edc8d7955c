"""The steps of a player's turn: its orders, carried out one by one, where what breaks a rule is
skipped; the conflicts that they open, fought one clash after the other; and its end (PA-5 to
PA-14)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.engine.api import Seat
from pbem.engine.language.refusals import Refused
from pbem.maps.board import Square
from pbem.rulesets.parsec.events import (
    ArtifactHarvested,
    ConflictFellAway,
    ConflictFought,
    EndCause,
    Ending,
    Force,
    LeaderPlaced,
    LeaderRecalled,
    LineRefused,
    Passed,
    ShipsDrawn,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
)
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Clash, Counts, Dispute, Kind, counted, just
from pbem.rulesets.parsec.mechanics.conflicts import (
    decide,
    ships_sent,
    ships_to_tie,
    ships_to_win,
    stands,
    strengths,
)
from pbem.rulesets.parsec.mechanics.execution import (
    Means,
    check,
    destroy,
    harvestable,
    place_leader,
    recall,
    settle,
)
from pbem.rulesets.parsec.orders import (
    IDLE,
    Action,
    Destroy,
    Orders,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Stances,
    Swap,
)
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.turn import Play


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


def fight(play: Play, dispute: Dispute) -> bool:
    """Go on with a dispute; False: numbers are waited for (PA-12).

    Whoever is involved is asked whether its hand has ships or not, so that being asked, or
    answering, tells nobody anything.
    """
    if play.options.reactions == "standing":
        _fight_all(play, dispute, {})
        return True
    replies, play.replies = play.replies or {}, None
    if dispute.asked is None:
        play.dispute = msgspec.structs.replace(dispute, asked="attackers")
        return False
    if dispute.asked == "attackers":
        named = tuple(_named(play, dispute, clash, replies) for clash in dispute.clashes)
        play.dispute = msgspec.structs.replace(dispute, clashes=named, asked="defenders")
        return False
    _fight_all(play, dispute, replies)
    return True


def _fight_all(play: Play, dispute: Dispute, replies: Mapping[Seat, Orders]) -> None:
    for clash in dispute.clashes:
        if stands(play.space, dispute, clash):
            _fight(play, dispute, clash, replies)
        else:
            seats = (clash.attacker, clash.defender)
            play.note(ConflictFellAway(kind=clash.kind, seats=seats))
    play.dispute = None


def _stances(play: Play, seat: Seat, replies: Mapping[Seat, Orders]) -> Stances:
    """What a player does: its answer, and for what that leaves open its standing orders."""
    return play.holdings(seat).stances.following(replies.get(seat, IDLE).standing)


def _attacking_ships(
    play: Play, dispute: Dispute, clash: Clash, replies: Mapping[Seat, Orders]
) -> int:
    there = play.holdings(clash.attacker).hand.of(dispute.ships[clash.kind])
    if clash.sent is not None:
        return min(clash.sent, there)
    wish = _stances(play, clash.attacker, replies).attack.of(clash.kind)
    return ships_sent(wish, ships_to_win(strengths(play.space, dispute, clash)), there)


def _named(play: Play, dispute: Dispute, clash: Clash, replies: Mapping[Seat, Orders]) -> Clash:
    """The attacker names its number, as the board stands now (PA-10)."""
    sent = _attacking_ships(play, dispute, clash, replies)
    return msgspec.structs.replace(clash, sent=sent)


def _fight(play: Play, dispute: Dispute, clash: Clash, replies: Mapping[Seat, Orders]) -> None:
    seen = strengths(play.space, dispute, clash)
    ship = dispute.ships[clash.kind]
    attacking = _attacking_ships(play, dispute, clash, replies)
    defending = ships_sent(
        _stances(play, clash.defender, replies).defend.of(clash.kind),
        ships_to_tie(seen, attacking),
        play.holdings(clash.defender).hand.of(ship),
    )
    _send(play, clash.attacker, just(ship, attacking))
    _send(play, clash.defender, just(ship, defending))
    attacker = _force(play, clash.kind, clash.attacker, seen.attacker, attacking)
    defender = _force(play, clash.kind, clash.defender, seen.defender, defending)
    fought = decide(play.space, dispute, clash, attacker_wins=attacker.total > defender.total)
    play.gain(fought.winner, fought.resource, fought.gain)
    play.gone += just(clash.kind, len(fought.vacated))
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


def _send(play: Play, seat: Seat, ships: Counts) -> None:
    """Ships sent leave the game."""
    play.use(seat, ships)
    play.gone += ships


def end_turn(play: Play) -> None:
    """Refill, harvest, and the next player's turn."""
    turn = play.turn
    passed = turn.passed + FIGURES.orders - turn.done
    if passed:
        play.note(Passed(seat=turn.seat, count=passed))
    _refill(play, turn.seat)
    _harvest(play, turn.seat, turn.harvest)
    for seat in play.seats:
        holdings = play.holdings(seat)
        amounts = (*(holdings.resources.of(kind) for kind in KINDS), holdings.artifacts)
        play.change(seat, course=(*holdings.course, amounts))
    play.idle = 0 if play.turn.moved else play.idle + 1
    play.played += 1
    del play.queue[0]


def _refill(play: Play, active: Seat) -> None:
    """PA-9: the active player's whole hand first, then in seat order."""
    for seat in (active, *(other for other in play.seats if other != active)):
        drawn = play.draw(seat, play.missing(seat), f"refill/{active}/{seat}")
        if drawn.total:
            play.events.append(ShipsDrawn(audience=(seat,), ships=drawn))


def _harvest(play: Play, seat: Seat, wish: Square | None) -> None:
    """PA-13: one artifact for a merchant leader in a region with two or more."""
    found = harvestable(play.space, seat)
    if not found:
        return
    square = found[0] if wish is None or wish not in found else wish
    del play.space.artifacts[square]
    play.change(seat, artifacts=play.holdings(seat).artifacts + 1)
    play.note(ArtifactHarvested(seat=seat, square=square))


def judge(state: State) -> Ending | None:
    """PA-14: how the game has ended with this state, or None."""
    if len(state.galaxy.artifacts) <= FIGURES.few_artifacts:
        return _ended(state, "artifacts")
    if state.dry:
        return _ended(state, "pool")
    if state.idle >= FIGURES.idle_rounds * len(state.players):
        return _ended(state, "idle")
    return None


def _ended(state: State, cause: EndCause) -> Ending:
    scores = tuple(person.holdings.score for person in state.people)
    winners = tuple(p.seat for p in state.people if p.holdings.score == max(scores))
    return Ending(winners, cause, scores)
