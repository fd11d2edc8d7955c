"""What conflicts may come to, and how many ships to send into them (PA-10 to PA-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pbem.rulesets.parsec.bots.line import Line
from pbem.rulesets.parsec.bots.outlook import BEATEN_LEADER, Outlook
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Kind, just
from pbem.rulesets.parsec.reckoning.conflicts import Strengths, decide, stands, strengths

_SHIP = 0.06
"""What a ship in the hand is worth, in resources all around."""
_UNLIKELY = 0.04
_OTHERS = 0.8
"""How often the visibly stronger one wins where others fight."""


class Branch(msgspec.Struct, frozen=True):
    """One way that an order's conflicts may go, and how likely it is."""

    chance: float
    line: Line


def branches(outlook: Outlook, line: Line, dispute: Dispute | None) -> tuple[Branch, ...]:
    """All ways that are not very unlikely, the likeliest first."""
    if dispute is None:
        return (Branch(1.0, line),)
    found = sorted(_fight(outlook, line, dispute, dispute.clashes), key=lambda b: -b.chance)
    total = sum(branch.chance for branch in found)
    return tuple(Branch(branch.chance / total, branch.line) for branch in found)


def _fight(
    outlook: Outlook, line: Line, dispute: Dispute, clashes: Sequence[Clash]
) -> Iterator[Branch]:
    if not clashes:
        yield Branch(1.0, line)
        return
    clash, *rest = clashes
    space = line.position.space
    if not stands(space, dispute, clash):
        yield from _fight(outlook, line, dispute, rest)
        return
    seen = strengths(space, dispute, clash)
    ship = dispute.ships[clash.kind]
    if clash.attacker == outlook.seat:
        sent, chance = ships_to_send(outlook, line, dispute, clash.kind, seen)
        line = _sending(line, clash.kind, ship, sent)
    else:
        chance = _OTHERS if seen.attacker > seen.defender else 1 - _OTHERS
    for is_won, likely in ((True, chance), (False, 1 - chance)):
        if likely > _UNLIKELY:
            after = _decided(outlook, line, dispute, clash, is_won=is_won)
            for branch in _fight(outlook, after, dispute, rest):
                yield Branch(likely * branch.chance, branch.line)


def ships_to_send(
    outlook: Outlook, line: Line, dispute: Dispute, kind: Kind, seen: Strengths
) -> tuple[int, float]:
    """How many ships an attack is worth, and its chance then. The defender is taken to send
    what ties if it is there."""
    ship = dispute.ships[kind]
    have = line.position.means.hand.of(ship)
    prize, loss = _stakes(outlook, line, dispute, kind, seen)
    options = []
    for count in range(have + 1):
        chance = 1 - outlook.odds.at_least(ship, seen.attacker + count - seen.defender)
        options.append((chance * (prize + loss) - count * _SHIP, -count, chance))
    _value, sent, chance = max(options)
    return -sent, chance


def _stakes(
    outlook: Outlook, line: Line, dispute: Dispute, kind: Kind, seen: Strengths
) -> tuple[float, float]:
    """What is won, and lost, in resources all around."""
    resource: Kind = "science" if dispute.is_internal else kind
    gain = 1 if dispute.is_internal else seen.defender + 1
    lost = 1 if dispute.is_internal else seen.attacker + 1
    before = outlook.utility(line.amounts, line.artifacts)
    won = outlook.utility(line.gaining(resource, gain).amounts, line.artifacts) - before
    return won + outlook.share, lost * outlook.share + BEATEN_LEADER


def _sending(line: Line, kind: Kind, ship: Kind, count: int) -> Line:
    means = line.position.means
    left = msgspec.structs.replace(means, hand=means.hand - just(ship, count))
    sends = {**line.sends, kind: max(count, line.sends.get(kind, 0))}
    return line._replace(position=line.position._replace(means=left), sends=sends)


def _decided(outlook: Outlook, line: Line, dispute: Dispute, clash: Clash, *, is_won: bool) -> Line:
    space = line.position.space.copy()
    fought = decide(space, dispute, clash, attacker_wins=is_won)
    line = line.at(line.position._replace(space=space))
    if fought.winner == outlook.seat:
        return line.gaining(fought.resource, fought.gain)
    return line._replace(harm=line.harm + fought.gain)
