"""What a move is worth in the turn that it is for, and in those to come, and why."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from pbem.engine.planner import Reasons
from pbem.rulesets.hegemon.bots.features import Outlook
from pbem.rulesets.hegemon.mechanics import Settlement, Stake, settle

_STRIKE = 0.6
"""Of a turn's points, what somebody strikes with."""


class Worth(NamedTuple):
    """What one line comes to, in turns' points: to its owner, and to rivals by how they count."""

    cooperation: float = 0.0
    competition: float = 0.0
    losses: float = 0.0
    strikes: float = 0.0
    rivals: float = 0.0
    given: float = 0.0
    """What is given in the sight of partners."""

    def plus(self, other: Worth) -> Worth:
        return Worth(*map(add, self, other))


def worth(outlook: Outlook, index: int, own: Stake[float]) -> Worth:
    """Of what the seat stakes in an item, with all others doing what they are expected to."""
    danger = outlook.dangers[index]
    calm = _worth(outlook, index, own, struck=False)
    if not danger:
        return calm
    struck = _worth(outlook, index, own, struck=True)
    return Worth(*((1 - danger) * a + danger * b for a, b in zip(calm, struck, strict=True)))


def _worth(outlook: Outlook, index: int, own: Stake[float], *, struck: bool) -> Worth:
    stakes = {seat: plan[index] for seat, plan in outlook.expected.items()}
    if struck:
        striker = max(outlook.rivals, key=lambda seat: outlook.weights[seat])
        stakes[striker] = Stake(_STRIKE, 0.0, _STRIKE, frozenset(), frozenset((outlook.seat,)))
    stakes[outlook.seat] = own
    before = outlook.holdings[index]
    done = settle(stakes, before, outlook.terms)
    seat = outlook.seat
    scored = own.comp * outlook.terms.competition
    gained = done.after[seat] - before[seat]
    rivals = sum(w * (done.after[s] - before[s]) for s, w in outlook.weights.items())
    dealt = _dealt(outlook, done)
    partners = outlook.circle
    # Who keeps the seat out there does not see what it gives to others.
    seen_by = own.partners & outlook.sharing[index]
    welcome = len(seen_by) / len(partners) if partners else 0.0
    return Worth(
        cooperation=done.gain[seat],
        competition=scored,
        losses=gained - done.gain[seat] - scored + done.malus[seat],
        strikes=dealt - done.malus[seat],
        rivals=-rivals - dealt,
        given=own.coop * welcome,
    )


def _dealt(outlook: Outlook, done: Settlement[float]) -> float:
    """The damage that the seat does, no more than its target has to lose."""
    return sum(
        outlook.weights[strike.target] * strike.damage
        for strike in done.strikes
        if strike.attacker == outlook.seat
    )


def reasons(outlook: Outlook, found: Worth) -> Reasons:
    """With what the move does to the trust of others, for the turns that are left."""
    params, partners = outlook.params, outlook.circle
    wanted = params.gift * outlook.best_giver
    seen = min(1.0, found.given / wanted) if wanted > 0 else 0.0
    ahead = min(outlook.left, params.horizon)
    # A single partner would lose as much as oneself.
    without = 1.0 if len(partners) > 1 else 1 - sum(outlook.weights[seat] for seat in partners)
    return {
        "cooperation": found.cooperation,
        "competition": found.competition,
        "losses": found.losses,
        "strikes": found.strikes,
        "rivals": found.rivals,
        "trust": params.trust * ahead * outlook.terms.bonus * without * seen,
    }
