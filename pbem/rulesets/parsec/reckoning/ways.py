"""The ways that a turn may go once its orders open conflicts.

Who wins hangs on others' hands, which nobody knows beforehand; what a win or a loss does to the
board is plain. Each way is a position of its own, and later orders are tried in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from pbem.engine.language.refusals import Refusal, Refused
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import Kind, just
from pbem.rulesets.parsec.orders import Action
from pbem.rulesets.parsec.reckoning.conflicts import (
    decide,
    ships_sent,
    ships_to_win,
    stands,
    strengths,
)
from pbem.rulesets.parsec.reckoning.means import Means
from pbem.rulesets.parsec.reckoning.position import Done, Position, carry_out
from pbem.rulesets.parsec.stance import Stance


class Way(NamedTuple):
    """A turn that has gone one way so far, with all its conflicts fought: the ``disputes`` are
    those of ``carried_out`` orders, and ``fought`` tells whether the attacker has won each clash
    that did not fall away. Among several ways the attackers have won all of them in the first,
    and the defenders in the last."""

    position: Position
    carried_out: int = 0
    disputes: tuple[Dispute, ...] = ()
    fought: tuple[tuple[Clash, bool], ...] = ()

    @property
    def own_ships(self) -> frozenset[Kind]:
        """The kinds of ships that the player could send into these conflicts; it never defends
        in those that it opens (PA-11)."""
        return frozenset(
            dispute.ships[clash.kind]
            for dispute in self.disputes
            for clash in dispute.clashes
            if clash.attacker == self.position.seat
        )


class Trial(NamedTuple):
    """An order in one way: what it comes to there, or why it cannot be; neither where the turn's
    two orders were carried out before. The turn goes on in one of the ways ``after`` it."""

    way: Way
    after: tuple[Way, ...]
    done: Done | None = None
    refusal: Refusal | None = None


def attempt(way: Way, order: Action, attack: Stance) -> Trial:
    """An order tried; `attack` tells what the player sends into conflicts."""
    if way.carried_out >= FIGURES.orders:
        return Trial(way, (way,))
    try:
        done = carry_out(way.position, order)
    except Refused as refused:
        return Trial(way, (way,), refusal=refused.refusal)
    onward = way._replace(position=done.position, carried_out=way.carried_out + 1)
    return Trial(way, _fought(onward, attack), done)


def ways_after(ways: Iterable[Way], orders: Iterable[Action], attack: Stance) -> tuple[Way, ...]:
    """All ways that a turn may go, one order after the other; those that cannot be are skipped."""
    found = tuple(ways)
    for order in orders:
        found = tuple(after for way in found for after in attempt(way, order, attack).after)
    return found


def _fought(way: Way, attack: Stance) -> tuple[Way, ...]:
    """Every end of the conflicts that the last order has opened, one clash after the other: only
    those are fought whose leaders both still stand (PA-11)."""
    dispute = way.position.dispute
    if dispute is None:
        return (way,)
    peaceful = way.position._replace(dispute=None)
    ways: tuple[Way, ...] = (way._replace(position=peaceful, disputes=(*way.disputes, dispute)),)
    for clash in dispute.clashes:
        ways = tuple(end for one in ways for end in _ends(one, dispute, clash, attack))
    return ways


def _ends(way: Way, dispute: Dispute, clash: Clash, attack: Stance) -> tuple[Way, ...]:
    """With the attacker as the winner, and with the defender."""
    if not stands(way.position.space, dispute, clash):
        return (way,)
    means = _without_sent(way.position, dispute, clash, attack)
    ends: list[Way] = []
    for attacker_wins in (True, False):
        space = way.position.space.copy()
        decide(space, dispute, clash, attacker_wins=attacker_wins)
        position = way.position._replace(space=space, means=means)
        ends.append(way._replace(position=position, fought=(*way.fought, (clash, attacker_wins))))
    return tuple(ends)


def _without_sent(position: Position, dispute: Dispute, clash: Clash, attack: Stance) -> Means:
    """What the player has left: ships that are sent leave the game (PA-10)."""
    if clash.attacker != position.seat:
        return position.means
    ship, hand = dispute.ships[clash.kind], position.means.hand
    wanted = ships_to_win(strengths(position.space, dispute, clash))
    sent = ships_sent(attack.of(clash.kind), wanted, hand.of(ship))
    return msgspec.structs.replace(position.means, hand=hand - just(ship, sent))
