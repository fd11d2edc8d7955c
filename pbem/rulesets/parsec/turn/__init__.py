"""A resolution while it goes on: the parts of the state, each replaced as it changes. The steps of
a player's turn are in ``ordering`` (PA-4 to PA-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.api import Event, Seat
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.figures import Counts, Kind, Leader, just
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.orders import Orders
from pbem.rulesets.parsec.state import State, Turn, draw
from pbem.rulesets.parsec.view import AnyEntry, Chapter, Holdings, LeaderHomeless

_CHAPTERS = 3
"""So many rounds are kept in the log."""


class Play:
    """The working copy of one resolution; nothing outlives it but its ``state`` and ``events``.

    ``space`` is the board while orders change it, and ``replies`` are what those asked have
    answered, None once it is used.
    """

    def __init__(self, state: State, replies: Mapping[Seat, Orders], chance: Chance) -> None:
        self.state = replace(state, turn=state.turn + 1)
        self.space = Space(state.galaxy)
        self.replies: Mapping[Seat, Orders] | None = replies
        self.chance = chance
        self.events: list[Event] = []

    def change(self, **changes: Any) -> None:
        """Replace parts of the state."""
        self.state = replace(self.state, **changes)

    # The turn under way ---------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The player's turn that is under way."""
        return self.state.queue[0]

    def change_turn(self, **changes: Any) -> None:
        turn, *others = self.state.queue
        self.change(queue=(replace(turn, **changes), *others))

    def note(self, *entries: AnyEntry) -> None:
        """Something that everyone saw, in this turn's chapter."""
        log, number = self.state.log, self.state.played + 1
        if not log or log[-1].number != number:
            log = (*log, Chapter(number, self.turn.seat))
        log = (*log[:-1], log[-1].noting(entries, self.state.turn))
        self.change(log=log[-_CHAPTERS * len(self.state.seats) :])

    def note_homeless(self, leaders: Iterable[Leader]) -> None:
        """PA-6."""
        self.note(*(LeaderHomeless(seat=o.seat, kind=o.kind, square=o.square) for o in leaders))

    # What players hold ----------------------------------------------------------------

    def holdings(self, seat: Seat) -> Holdings:
        return self.state.people[seat - 1].holdings

    def change_person(self, seat: Seat, **changes: Any) -> None:
        people = list(self.state.people)
        people[seat - 1] = replace(people[seat - 1], **changes)
        self.change(people=tuple(people))

    def change_holdings(self, seat: Seat, **changes: Any) -> None:
        self.change_person(seat, holdings=replace(self.holdings(seat), **changes))

    def gain(self, seat: Seat, kind: Kind, count: int = 1) -> None:
        """Resources of a kind."""
        self.change_holdings(seat, resources=self.holdings(seat).resources + just(kind, count))

    def use(self, seat: Seat, ships: Counts) -> None:
        """Ships leave a hand."""
        if ships.total:
            self.change_holdings(seat, hand=self.holdings(seat).hand - ships)
            self.change_turn(moved=True)

    def leave(self, ships: Counts) -> None:
        """Ships leave the game, as everyone sees."""
        self.change(gone=self.state.gone + ships)

    def draw(self, seat: Seat, count: int, label: str) -> Counts:
        """Ships come from the pool to a hand; from a short pool what is left (PA-9)."""
        if count <= 0:
            return Counts()
        pool = self.state.pool
        drawn = draw(pool, count, self.chance.stream(label))
        self.change(pool=pool - drawn, dry=self.state.dry or pool.total < count)
        if drawn.total:
            self.change_holdings(seat, hand=self.holdings(seat).hand + drawn)
            self.change_turn(moved=True)
        return drawn
