"""A conflict in which a player names ships, and what each number of them comes to (PA-12)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pbem.engine.api import Seat
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Counts, Kind
from pbem.rulesets.parsec.orders import Attack, Defend, Standing
from pbem.rulesets.parsec.reckoning.conflicts import (
    Strengths,
    ships_sent,
    ships_to_tie,
    ships_to_win,
    strengths,
)
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.stance import Stances

Result = Literal["win", "tie", "loss"]
"""How it ends if no more ships are sent on the other side; a tie is the defender's."""


class Question(NamedTuple):
    """A conflict in which a player is to name ships: ``held`` of them are in its hand."""

    dispute: Dispute
    clash: Clash
    seen: Strengths
    ship: Kind
    held: int
    attacks: bool

    @property
    def own(self) -> int:
        """The player's strength without ships."""
        return self.seen.attacker if self.attacks else self.seen.defender

    @property
    def other(self) -> int:
        """The other side's strength, with the ships that it has named already."""
        return self.seen.defender if self.attacks else self.seen.attacker + (self.clash.sent or 0)

    @property
    def enough(self) -> int:
        """The fewest ships that win, or win if no more are sent against them."""
        if self.attacks:
            return ships_to_win(self.seen)
        return ships_to_tie(self.seen, self.clash.sent or 0)

    @property
    def rival(self) -> Seat:
        return self.clash.defender if self.attacks else self.clash.attacker

    @property
    def is_first(self) -> bool:
        """Whether no conflict comes before it that could change its strengths (PA-11)."""
        return self.clash == self.dispute.clashes[0]

    def sends(self, stances: Stances) -> int:
        """How many ships these standing orders send."""
        stance = stances.attack if self.attacks else stances.defend
        return ships_sent(stance.of(self.clash.kind), self.enough, self.held)

    def result(self, ships: int) -> Result:
        """What so many ships come to."""
        mine = self.own + ships
        if mine == self.other:
            return "tie"
        return "win" if mine > self.other else "loss"

    def answer(self, ships: int) -> Standing:
        """The order that sends so many."""
        make = Attack if self.attacks else Defend
        return make(kind=self.clash.kind, ships=ships)


def question_of(dispute: Dispute, clash: Clash, space: Space, seat: Seat, hand: Counts) -> Question:
    """The question that a clash puts to one of those involved.

    While numbers are waited for none is fought, so that all of them stand.
    """
    ship = dispute.ships[clash.kind]
    return Question(
        dispute=dispute,
        clash=clash,
        seen=strengths(space, dispute, clash),
        ship=ship,
        held=hand.of(ship),
        attacks=clash.attacker == seat,
    )
