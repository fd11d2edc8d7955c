"""What a game is made of: the four kinds that everything comes in (PA-2), the board with all that
stands on it, the conflicts under way, and the figures, read once from ``data/``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from pbem.engine.amounts import Amounts
from pbem.engine.api import Seat
from pbem.engine.i18n import N_
from pbem.engine.tables import TableEntry, read
from pbem.maps.board import Square

Kind = Literal["government", "science", "merchant", "mining"]
KINDS: tuple[Kind, ...] = ("government", "science", "merchant", "mining")
"""In the order in which ties among them are settled (PA-11)."""

SHIPS: dict[Kind, str] = {
    "government": "settler",
    "science": "scientist",
    "merchant": "merchant",
    "mining": "miner",
}
"""A kind's civilian ship in order lines; its leader is written as the kind."""


SHIP_NAMES: dict[Kind, str] = {
    "government": N_("settlers"),
    "science": N_("scientists"),
    "merchant": N_("merchants"),
    "mining": N_("miners"),
}
LEADER_NAMES: dict[Kind, str] = {
    "government": N_("government leader"),
    "science": N_("science leader"),
    "merchant": N_("merchant leader"),
    "mining": N_("mining leader"),
}
"""A kind's ships and leader, to be translated where they are told."""


def in_turn(seats: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """All seats in turn order, beginning with this one."""
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


class Counts(Amounts, frozen=True, forbid_unknown_fields=True):
    """So many of each kind: ships of a hand or of the pool, or resources."""

    government: int = 0
    science: int = 0
    merchant: int = 0
    mining: int = 0

    def each(self) -> Iterator[Kind]:
        """Every single one, kind by kind."""
        for kind in KINDS:
            yield from [kind] * self.of(kind)


just = Counts.just


def counted(kinds: Iterable[Kind]) -> Counts:
    """How many there are of each."""
    found = list(kinds)
    return Counts(*(found.count(kind) for kind in KINDS))


INHABITABLE, UNINHABITABLE = ".", "M"
"""What a system is: for all ships but miners, or for miners alone."""


class Settlement(msgspec.Struct, frozen=True):
    """A settled system; ``kind`` is that of the ship that settled it."""

    square: Square
    kind: Kind


class Leader(msgspec.Struct, frozen=True):
    """A leader on the board."""

    seat: Seat
    kind: Kind
    square: Square


class Artifact(msgspec.Struct, frozen=True):
    """An artifact that is still there; ``border`` ones are taken first (PA-13)."""

    square: Square
    border: bool = False


class Galaxy(msgspec.Struct, frozen=True):
    """The whole board between two orders: ``rows`` from the top, one character a system.

    What stands on it is sorted, so that equal boards are equal values.
    """

    rows: tuple[str, ...]
    settlements: tuple[Settlement, ...] = ()
    leaders: tuple[Leader, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    destroyed: tuple[Square, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


Cause = Literal["leader", "settlement"]
"""What opened it: a leader put beside its like (internal), or a settlement that joined two
regions (external)."""


class Clash(msgspec.Struct, frozen=True):
    """Two leaders of a ``kind`` in one region; ``sent`` are the ships that the attacker has
    named, None: none yet."""

    kind: Kind
    attacker: Seat
    defender: Seat
    sent: int | None = None


class Dispute(msgspec.Struct, frozen=True):
    """All the clashes of one order, in the order in which they are fought (PA-10, PA-11).

    ``square`` is the leader's or the joining settlement's, ``sides`` are the two regions before
    the union (external only). ``asked`` tells whose numbers are waited for (PA-12), ``first``
    which of several clashes come first by the settling player's choice.
    """

    cause: Cause
    seat: Seat
    square: Square
    clashes: tuple[Clash, ...]
    sides: tuple[tuple[Square, ...], ...] = ()
    asked: Literal["attackers", "defenders"] | None = None
    first: tuple[Kind, ...] = ()

    @property
    def is_internal(self) -> bool:
        return self.cause == "leader"

    @property
    def ships(self) -> dict[Kind, Kind]:
        """The kind of ship that each clash is fought with: scientists in internal ones."""
        return {c.kind: "science" if self.is_internal else c.kind for c in self.clashes}

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """Who is to name numbers now, by seat."""
        if self.asked is None:
            return ()
        return tuple(sorted({self._asked(clash) for clash in self.clashes}))

    def asked_of(self, seat: Seat) -> tuple[Clash, ...]:
        """The clashes for which this seat is to name ships now."""
        return tuple(clash for clash in self.clashes if self._asked(clash) == seat)

    def _asked(self, clash: Clash) -> Seat:
        return clash.attacker if self.asked == "attackers" else clash.defender


Ships = int | None
"""How many to send; None: the fewest that win (attacking) or tie (defending), else none."""


class Stance(msgspec.Struct, frozen=True):
    """For attacks and for defences: ``ships`` in general, and what goes for one kind of leader
    where that is something else."""

    ships: Ships = None
    by_kind: dict[Kind, Ships] = {}

    def of(self, kind: Kind) -> Ships:
        """What goes for this kind."""
        return self.by_kind.get(kind, self.ships)

    def told(self, kind: Kind | None, ships: Ships) -> Stance:
        """With another order: for one kind, or for all, which takes those for one kind back."""
        if kind is None:
            return Stance(ships)
        by_kind = {**self.by_kind, kind: ships}
        return Stance(self.ships, {one: n for one, n in by_kind.items() if n != self.ships})


class Stances(msgspec.Struct, frozen=True):
    """A player's standing orders."""

    attack: Stance = Stance()
    defend: Stance = Stance()


class Figures(TableEntry, frozen=True):
    """PA-2, PA-4, PA-5, PA-13, PA-14. ``pool`` are all the civilian ships of the game."""

    hand: int
    weapons: int
    orders: int
    lines: int
    few_artifacts: int
    idle_rounds: int
    artifacts_to_harvest: int
    pool: Counts


FIGURES = read("pbem.rulesets.parsec", "figures.toml", Figures)
