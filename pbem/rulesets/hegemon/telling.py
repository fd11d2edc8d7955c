"""Who is told what of a turn (HG-11): settlements turned into events for their owners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event, Seat
from pbem.rulesets.hegemon.events import (
    AttackMade,
    AttackSuffered,
    Contribution,
    Cooperated,
    ItemResult,
    OwnResult,
)
from pbem.rulesets.hegemon.figures import as_printed
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.reckoning import Group, Settlement
from pbem.rulesets.hegemon.standing import Standings


def told(options: Options, before: Standings, settlements: Sequence[Settlement]) -> Iterator[Event]:
    """The personal events of a turn; one settlement an item, in the order of the options."""
    seats = range(1, len(before.scores) + 1)
    named = tuple(zip(options.items, settlements, strict=True))
    for seat in seats:
        yield _own_result(seat, options, before, settlements)
    for item, settlement in named:
        for group in settlement.groups:
            yield from _cooperation(item, group, settlement)
    for item, settlement in named:
        yield from _attacks_made(item, settlement)
    for item, settlement in named:
        yield from _attacks_suffered(item, settlement, signed=options.attacks_signed)


def _own_result(
    seat: Seat, options: Options, before: Standings, settlements: Sequence[Settlement]
) -> OwnResult:
    rows = tuple(
        ItemResult(
            item=item,
            before=before.of(seat, index),
            allocated=as_printed(settlement.stakes[seat].allocated),
            coop=as_printed(settlement.stakes[seat].coop),
            gain=as_printed(settlement.gain[seat]),
            comp=as_printed(settlement.stakes[seat].comp),
            malus=as_printed(settlement.malus[seat]),
            damage=as_printed(settlement.damage[seat]),
            after=as_printed(settlement.after[seat]),
        )
        for index, (item, settlement) in enumerate(zip(options.items, settlements, strict=True))
    )
    return OwnResult(audience=(seat,), items=rows)


def _cooperation(item: str, group: Group, settlement: Settlement) -> Iterator[Cooperated]:
    for seat, partners in group.partners.items():
        yield Cooperated(
            audience=(seat,),
            item=item,
            members=len(group.partners),
            pool=as_printed(group.pool),
            partners=tuple(
                Contribution(partner, as_printed(settlement.stakes[partner].coop))
                for partner in partners
            ),
        )


def _attacks_made(item: str, settlement: Settlement) -> Iterator[AttackMade]:
    for strike in settlement.strikes:
        yield AttackMade(
            audience=(strike.attacker,),
            item=item,
            target=strike.target,
            share=as_printed(strike.share),
            damage=as_printed(strike.damage),
        )


def _attacks_suffered(
    item: str, settlement: Settlement, *, signed: bool
) -> Iterator[AttackSuffered]:
    suffered = [
        AttackSuffered(
            audience=(strike.target,),
            item=item,
            attacker=strike.attacker if signed else None,
            damage=as_printed(strike.damage),
        )
        for strike in settlement.strikes
    ]
    # Heaviest first: in the order of the attackers' seats, unsigned attacks would name them.
    yield from sorted(suffered, key=lambda event: event.damage, reverse=True)
