"""What a turn and the end come to (HG-4 to HG-10). Blind to names and mail.

The turn itself is reckoned in fractions, exactly; whoever only thinks of one may do it in floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Generic, Literal, TypeVar

from pbem.engine.api import Seat
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import NOTHING, Policy, Range, amount
from pbem.rulesets.hegemon.view import Ending, View

N = TypeVar("N", Fraction, float)
"""Points: exact, or near enough to think with."""

Table = tuple[tuple[Fraction, ...], ...]
"""Exact points by seat (seat s at index s - 1) and item."""


@dataclass(frozen=True)
class Terms(Generic[N]):
    """What a point is worth, by the settings (HG-1): one of one's own in the pool on top of the
    share, one in an attack to its maker as a loss, and one of competition, which may count."""

    bonus: N
    malus: N
    competition: N


def terms(options: Options) -> Terms[Fraction]:
    return Terms(
        Fraction(options.bonus_coop),
        Fraction(options.malus_attack),
        Fraction(options.competition_counts),
    )


@dataclass(frozen=True)
class Stake(Generic[N]):
    """A player's points in one item this turn (HG-4), and whom they are meant for: those who are
    welcome as ``partners``, and the ``targets`` of an attack (HG-5)."""

    allocated: N
    coop: N
    comp: N
    partners: Set[Seat] = frozenset()
    targets: Set[Seat] = frozenset()


@dataclass(frozen=True)
class Group(Generic[N]):
    """A cooperation group (HG-6): who is in it, who is partner of whom, the common pool, and what
    every member gets of it."""

    partners: Mapping[Seat, tuple[Seat, ...]]
    pool: N
    share: N


@dataclass(frozen=True)
class Strike(Generic[N]):
    """One attacker's share against one target (HG-8). No damage: it failed."""

    attacker: Seat
    target: Seat
    share: N
    damage: N


@dataclass(frozen=True)
class Settlement(Generic[N]):
    """All that came of one item."""

    stakes: Mapping[Seat, Stake[N]]
    groups: tuple[Group[N], ...]
    strikes: tuple[Strike[N], ...]
    gain: Mapping[Seat, N]
    malus: Mapping[Seat, N]
    damage: Mapping[Seat, N]
    after: Mapping[Seat, N]


def stake(
    policy: Policy, points_per_turn: int, seat: Seat, printed: Mapping[Seat, Decimal]
) -> Stake[Fraction]:
    """HG-4: mov_alloc, mov_coop and mov_comp. `printed` are the points that ranges see (HG-5)."""
    allocated = amount(policy.allocation, points_per_turn)
    return Stake(
        allocated,
        coop=amount(policy.coop, allocated),
        comp=amount(policy.comp, allocated),
        partners=within(policy.partners, seat, printed),
        targets=within(policy.targets, seat, printed),
    )


def within(span: Range | None, seat: Seat, printed: Mapping[Seat, Decimal]) -> Set[Seat]:
    """HG-5: the others who are in a range of `seat`; nobody where there is none."""
    if span is None:
        return frozenset()
    return frozenset(other for other in printed if other != seat and span.holds(printed[other]))


def within_range(view: View, item: str, span: Range | None) -> Sequence[Seat]:
    """The others who are in a range as the points stand (HG-5), by their seats."""
    index = view.options.items.index(item)
    printed = {player.seat: view.now.of(player.seat, index) for player in view.players}
    return sorted(within(span, view.seat or 0, printed))


def settle(
    stakes: Mapping[Seat, Stake[N]], before: Mapping[Seat, N], terms: Terms[N]
) -> Settlement[N]:
    """HG-9: every player's points in the item, all at once. `before` are those that the turn began
    with."""
    groups = cooperation_groups(stakes)
    strikes = attacks(stakes)
    nothing = terms.malus * 0
    gain = dict.fromkeys(stakes, nothing)
    malus, damage = dict(gain), dict(gain)
    for group in groups:
        for seat in group.partners:
            gain[seat] = group.share + stakes[seat].coop * terms.bonus
    for strike in strikes:
        malus[strike.attacker] = stakes[strike.attacker].comp * terms.malus
        damage[strike.target] += strike.damage
    after = {}
    for seat, own in stakes.items():
        scored = own.comp * terms.competition
        left = before[seat] + gain[seat] + scored - malus[seat] - damage[seat]
        after[seat] = max(nothing, left)
    return Settlement(stakes, groups, strikes, gain, malus, damage, after)


def cooperation_groups(stakes: Mapping[Seat, Stake[N]]) -> tuple[Group[N], ...]:
    """HG-6: the connected sets of partners, each with its pool, by their lowest seat."""
    willing = [seat for seat, own in stakes.items() if own.coop > 0]
    partners = {
        seat: tuple(
            other
            for other in willing
            if other in stakes[seat].partners and seat in stakes[other].partners
        )
        for seat in willing
    }
    groups = []
    waiting = [seat for seat in sorted(willing) if partners[seat]]
    while waiting:
        first, *others = waiting
        members = _connected(first, partners)
        waiting = [seat for seat in others if seat not in members]
        pool = stakes[first].coop
        for seat in members - {first}:
            pool += stakes[seat].coop
        linked = {seat: partners[seat] for seat in sorted(members)}
        groups.append(Group(linked, pool, pool / len(members)))
    return tuple(groups)


def _connected(start: Seat, partners: Mapping[Seat, tuple[Seat, ...]]) -> frozenset[Seat]:
    reached = {start}
    edge = [start]
    while edge:
        fresh = set(partners[edge.pop()]) - reached
        reached |= fresh
        edge.extend(fresh)
    return frozenset(reached)


def attacks(stakes: Mapping[Seat, Stake[N]]) -> tuple[Strike[N], ...]:
    """HG-7, HG-8: every attacker's share against every target in its range, by seats."""
    strikes = []
    for attacker, own in sorted(stakes.items(), key=lambda one: one[0]):
        if own.comp > 0:
            for target in sorted(own.targets):
                share = own.comp / len(own.targets)
                damage = max(share - stakes[target].comp, share * 0)
                strikes.append(Strike(attacker, target, share, damage))
    return tuple(strikes)


def judge_ending(points: Table) -> Ending:
    """HG-10: the highest score; on a tie more items led, joint leads counting; then shared."""
    scores = [sum(row, NOTHING) for row in points]
    best = [max(column) for column in zip(*points, strict=True)]
    leads = tuple(sum(own == top for own, top in zip(row, best, strict=True)) for row in points)
    first = [index for index, score in enumerate(scores) if score == max(scores)]
    most = max(leads[index] for index in first)
    winners = [index for index in first if leads[index] == most]
    return Ending(
        winners=tuple(index + 1 for index in winners),
        decided_by=_deciding(len(first), len(winners)),
        leads=leads,
    )


def _deciding(best_scores: int, winners: int) -> Literal["score", "leads", "shared"]:
    if best_scores == 1:
        return "score"
    return "leads" if winners < best_scores else "shared"
