"""The arithmetic of a turn and of the end (HG-4 to HG-10). Exact, and blind to names and mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pbem.engine.api import Seat
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import NOTHING, Policy, Range, amount
from pbem.rulesets.hegemon.view import Ending

Table = tuple[tuple[Fraction, ...], ...]
"""Exact points by seat (seat s at index s - 1) and item."""


@dataclass(frozen=True)
class Stake:
    """A player's points in one item this turn (HG-4), and whom they are meant for."""

    allocated: Fraction
    coop: Fraction
    comp: Fraction
    partners: Range | None
    targets: Range | None


@dataclass(frozen=True)
class Group:
    """A cooperation group (HG-6): who is in it, who is partner of whom, and the common pool."""

    partners: Mapping[Seat, tuple[Seat, ...]]
    pool: Fraction

    @property
    def share(self) -> Fraction:
        """What every member gets of the pool."""
        return self.pool / len(self.partners)


@dataclass(frozen=True)
class Strike:
    """One attacker's share against one target (HG-8). No damage: it failed."""

    attacker: Seat
    target: Seat
    share: Fraction
    damage: Fraction


@dataclass(frozen=True)
class Settlement:
    """All that came of one item."""

    stakes: Mapping[Seat, Stake]
    groups: tuple[Group, ...]
    strikes: tuple[Strike, ...]
    gain: Mapping[Seat, Fraction]
    malus: Mapping[Seat, Fraction]
    damage: Mapping[Seat, Fraction]
    after: Mapping[Seat, Fraction]


def stake(policy: Policy, points_per_turn: int) -> Stake:
    """HG-4: mov_alloc, mov_coop and mov_comp."""
    allocated = amount(policy.allocation, points_per_turn)
    return Stake(
        allocated=allocated,
        coop=amount(policy.coop, allocated),
        comp=amount(policy.comp, allocated),
        partners=policy.partners,
        targets=policy.targets,
    )


def settle(
    stakes: Mapping[Seat, Stake],
    before: Mapping[Seat, Fraction],
    printed: Mapping[Seat, Decimal],
    options: Options,
) -> Settlement:
    """HG-9: every player's points in the item, all at once.

    `before` are the exact points that the turn began with, `printed` the same
    as ranges compare with them (HG-5).
    """
    groups = cooperation_groups(stakes, printed)
    strikes = attacks(stakes, printed)
    gain = dict.fromkeys(stakes, NOTHING)
    for group in groups:
        for seat in group.partners:
            gain[seat] = group.share + stakes[seat].coop * Fraction(options.bonus_coop)
    malus = dict.fromkeys(stakes, NOTHING)
    damage = dict.fromkeys(stakes, NOTHING)
    for strike in strikes:
        malus[strike.attacker] = stakes[strike.attacker].comp * Fraction(options.malus_attack)
        damage[strike.target] += strike.damage
    after = {}
    for seat, own in stakes.items():
        scored = own.comp if options.competition_counts else NOTHING
        after[seat] = max(NOTHING, before[seat] + gain[seat] + scored - malus[seat] - damage[seat])
    return Settlement(stakes, groups, strikes, gain, malus, damage, after)


def cooperation_groups(
    stakes: Mapping[Seat, Stake], printed: Mapping[Seat, Decimal]
) -> tuple[Group, ...]:
    """HG-6: the connected sets of partners, each with its pool, by their lowest seat."""
    partners = {
        seat: tuple(
            other
            for other in stakes
            if other != seat
            and _welcomes(stakes[seat], printed[other])
            and _welcomes(stakes[other], printed[seat])
        )
        for seat in stakes
    }
    groups = []
    waiting = [seat for seat in sorted(stakes) if partners[seat]]
    while waiting:
        members = _connected(waiting[0], partners)
        waiting = [seat for seat in waiting if seat not in members]
        pool = sum((stakes[seat].coop for seat in members), NOTHING)
        groups.append(Group({seat: partners[seat] for seat in sorted(members)}, pool))
    return tuple(groups)


def _welcomes(own: Stake, printed: Decimal) -> bool:
    return own.coop > 0 and own.partners is not None and own.partners.holds(printed)


def _connected(start: Seat, partners: Mapping[Seat, tuple[Seat, ...]]) -> frozenset[Seat]:
    reached = {start}
    edge = [start]
    while edge:
        fresh = set(partners[edge.pop()]) - reached
        reached |= fresh
        edge.extend(fresh)
    return frozenset(reached)


def attacks(stakes: Mapping[Seat, Stake], printed: Mapping[Seat, Decimal]) -> tuple[Strike, ...]:
    """HG-7, HG-8: every attacker's share against every target in its range, by seats."""
    strikes = []
    for attacker, own in sorted(stakes.items()):
        if own.targets is None or own.comp <= 0:
            continue
        hit = [s for s in sorted(stakes) if s != attacker and own.targets.holds(printed[s])]
        for target in hit:
            share = own.comp / len(hit)
            damage = max(NOTHING, share - stakes[target].comp)
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
