"""A resolution while it goes on: the parts of the state, each replaced as it changes. The steps of
a player's turn are in ``ordering`` (PA-4 to PA-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.parsec.figures import Counts, Dispute, Kind, Leader, counted, just
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.state import State, Turn
from pbem.rulesets.parsec.view import AnyEntry, Chapter, Holdings, LeaderHomeless


def draw(pool: Counts, count: int, stream: Stream) -> Counts:
    """So many ships of the pool at random, each as likely; what is left where it is short (PA-2,
    PA-9)."""
    left = list(pool.each())
    return counted(left.pop(stream.below(len(left))) for _ship in range(min(count, len(left))))


_CHAPTERS = 3
"""So many rounds are kept in the log."""


class Play:
    """The working copy of one resolution; nothing outlives it but :meth:`state` and ``events``."""

    def __init__(self, state: State, replies: Mapping[Seat, Orders], chance: Chance) -> None:
        self._before = state
        self.chance = chance
        self.options = state.options
        self.seats = state.seats
        self.replies: Mapping[Seat, Orders] | None = replies
        """What those asked have answered; None once it is used."""
        self.space = Space(state.galaxy)
        self.people = {person.seat: person for person in state.people}
        self.pool, self.gone = state.pool, state.gone
        self.queue = list(state.queue)
        self.dispute: Dispute | None = state.dispute
        self.mover, self.played = state.mover, state.played
        self.idle, self.dry = state.idle, state.dry
        self.log = list(state.log)
        self.events: list[Event] = []

    def state(self) -> State:
        """What stands now."""
        return msgspec.structs.replace(
            self._before,
            turn=self._before.turn + 1,
            played=self.played,
            mover=self.mover,
            galaxy=self.space.galaxy(),
            people=tuple(self.people[seat] for seat in self.seats),
            pool=self.pool,
            gone=self.gone,
            queue=tuple(self.queue),
            dispute=self.dispute,
            idle=self.idle,
            dry=self.dry,
            log=tuple(self.log[-_CHAPTERS * len(self.seats) :]),
        )

    # The turn under way ---------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The player's turn that is under way."""
        return self.queue[0]

    def change_turn(self, **changes: Any) -> None:
        self.queue[0] = msgspec.structs.replace(self.queue[0], **changes)

    def note(self, *entries: AnyEntry) -> None:
        """Something that everyone saw, in this turn's chapter."""
        number = self.played + 1
        if not self.log or self.log[-1].number != number:
            self.log.append(Chapter(number, self.turn.seat))
        self.log[-1] = self.log[-1].noting(entries, self._before.turn + 1)

    def note_homeless(self, leaders: Iterable[Leader]) -> None:
        """PA-6."""
        for one in leaders:
            self.note(LeaderHomeless(seat=one.seat, kind=one.kind, square=one.square))

    # What players hold ----------------------------------------------------------------

    def holdings(self, seat: Seat) -> Holdings:
        return self.people[seat].holdings

    def change(self, seat: Seat, **changes: Any) -> None:
        """Replace parts of what a player holds."""
        person = self.people[seat]
        holdings = msgspec.structs.replace(person.holdings, **changes)
        self.people[seat] = msgspec.structs.replace(person, holdings=holdings)

    def gain(self, seat: Seat, kind: Kind, count: int = 1) -> None:
        """Resources of a kind."""
        self.change(seat, resources=self.holdings(seat).resources + just(kind, count))

    def use(self, seat: Seat, ships: Counts) -> None:
        """Ships leave a hand."""
        if ships.total:
            self.change(seat, hand=self.holdings(seat).hand - ships)
            self.change_turn(moved=True)

    def use_weapon(self, seat: Seat) -> None:
        person = self.people[seat]
        self.people[seat] = msgspec.structs.replace(person, weapons=person.weapons - 1)

    def draw(self, seat: Seat, count: int, label: str) -> Counts:
        """Ships come from the pool to a hand; from a short pool what is left (PA-9)."""
        if count <= 0:
            return Counts()
        self.dry = self.dry or self.pool.total < count
        drawn = draw(self.pool, count, self.chance.stream(label))
        if drawn.total:
            self.pool = self.pool - drawn
            self.change(seat, hand=self.holdings(seat).hand + drawn)
            self.change_turn(moved=True)
        return drawn
