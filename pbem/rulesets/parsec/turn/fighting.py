"""Conflicts: numbers are named, and one clash after the other is decided (PA-10 to PA-12)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Counts, Kind, just
from pbem.rulesets.parsec.log import ConflictFellAway, ConflictFought, Force
from pbem.rulesets.parsec.orders import IDLE, Orders
from pbem.rulesets.parsec.reckoning.conflicts import (
    decide,
    ships_sent,
    ships_to_tie,
    ships_to_win,
    stands,
    strengths,
)
from pbem.rulesets.parsec.stance import Stances
from pbem.rulesets.parsec.turn.play import Play


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
