"""A turn while it is being played: the parts of the state, each replaced as it changes.

The steps, in their order, are in the modules beside (GU-7 to GU-13).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.rng import Chance, Stream
from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import (
    Design,
    Factory,
    Name,
    Piece,
    Site,
    Unit,
    Work,
    factory_letter,
)
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.position import is_truce
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import AnyLogEntry, Built, Taken

Rolled = tuple[tuple[Seat, tuple[int, ...]], ...]
"""Seats in their order, each with its dice."""


def roll_order(stream: Stream, seats: Sequence[Seat]) -> Rolled:
    """A die each, the highest first; those who tie roll again among themselves."""
    dice: dict[Seat, tuple[int, ...]] = dict.fromkeys(seats, ())
    tied = list(seats)
    while tied:
        for seat in tied:
            dice[seat] = (*dice[seat], stream.die())
        rolls = list(dice.values())
        tied = [seat for seat in seats if rolls.count(dice[seat]) > 1]
    return tuple(sorted(dice.items(), key=lambda item: item[1], reverse=True))


class Play:
    """The working copy of one resolution; nothing outlives it but :meth:`state` and ``events``."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.before = state
        self.chance = chance
        self.options = state.options
        self.turn = state.turn + 1
        pieces: list[Piece] = [*(factory.site for factory in state.factories), *state.units]
        self.field = Field(state.board, self.turn, pieces, truce=is_truce(state.options, self.turn))
        self.work = {one.site.name: one.work for one in state.factories if one.work is not None}
        self.sides = dict(zip(state.seats, state.sides, strict=True))
        self.holders = {thing.square: thing.holder for thing in state.things}
        self.built = {(one.seat, one.design): one for one in state.built}
        self.log: list[AnyLogEntry] = []
        self.events: list[Event] = []

    def state(self) -> State:
        """What stands now, as a state after this turn."""
        sites = sorted(self.field.sites(), key=site_order)
        return msgspec.structs.replace(
            self.before,
            turn=self.turn,
            sides=tuple(self.sides[seat] for seat in sorted(self.sides)),
            units=tuple(sorted(self.field.units(), key=unit_order)),
            factories=tuple(Factory(site, self.work.get(site.name)) for site in sites),
            things=tuple(
                msgspec.structs.replace(thing, holder=self.holders[thing.square])
                for thing in self.before.things
            ),
            built=tuple(self.built.values()),
            log=tuple(self.log),
        )

    def living(self) -> Iterator[Seat]:
        """The seats not eliminated before this turn."""
        return (seat for seat in sorted(self.sides) if self.sides[seat].out is None)

    def next_unit(self, seat: Seat) -> int:
        """A number for a new unit."""
        side = self.sides[seat]
        self.sides[seat] = msgspec.structs.replace(side, units=side.units + 1)
        return side.units + 1

    def set_up_factory(self, seat: Seat, square: Square) -> Site:
        """A factory begins to stand, with its seat's next letter; it idles (GU-12)."""
        side = self.sides[seat]
        self.sides[seat] = msgspec.structs.replace(side, factories=side.factories + 1)
        site = Site(seat, factory_letter(side.factories), square)
        self.field.put(site)
        return site

    def set_work(self, site: Site, work: Work | None) -> None:
        """What a factory makes from now on."""
        self.field.put(site)
        self.work.pop(site.name, None)
        if work is not None:
            self.work[site.name] = work

    def destroy(self, name: Name) -> None:
        """A piece is gone, and what it was working on."""
        self.field.remove(name)
        self.work.pop(name, None)

    def show(self, seat: Seat, design: Design) -> None:
        """Everyone has seen one more of this design."""
        known = self.built.get((seat, design), Built(seat, design, self.turn, 0))
        self.built[seat, design] = msgspec.structs.replace(known, count=known.count + 1)

    def occupy(self, seat: Seat, square: Square) -> None:
        """A relic or outpost belongs to who stands there: nobody else can (SZ-10)."""
        before = self.holders.get(square, seat)
        if before != seat:
            self.log.append(Taken(square=square, seat=seat, before=before))
            self.holders[square] = seat


def site_order(site: Site) -> tuple[Seat, int, str]:
    """Factories in ascending order of seat and letter: Z comes before AA."""
    return site.seat, len(site.letter), site.letter


def unit_order(unit: Unit) -> tuple[Seat, int]:
    """Units in ascending order of seat and number."""
    return unit.seat, unit.number
