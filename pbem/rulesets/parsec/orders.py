"""A player's orders (PA-5), what each is, and standing orders, which hold in conflicts (PA-12)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.maps.board import Square
from pbem.rulesets.parsec.figures import KINDS, Kind, Stances

PASS = "PASS"


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of orders."""


class PlaceLeader(Order, frozen=True):
    """PA-6: a leader comes to the board, or moves."""

    kind: Kind
    to: Square


class Recall(Order, frozen=True):
    """A leader leaves the board."""

    kind: Kind


class Settle(Order, frozen=True):
    """PA-7; ``first`` are the conflicts that are to come first, in this order (PA-11)."""

    kind: Kind
    at: Square
    first: tuple[Kind, ...] = ()


class Destroy(Order, frozen=True):
    """PA-8, with a prototype weapon."""

    at: Square


class Swap(Order, frozen=True):
    """PA-9: these ships leave the game for as many others."""

    ships: tuple[Kind, ...]


class Pass(Order, frozen=True):
    """One of the two orders is spent on nothing."""


class Harvest(Order, frozen=True):
    """PA-13: which artifact the merchant leader is to take at the end of this turn."""

    square: Square


class Attack(Order, frozen=True):
    """PA-12: ships to send when attacking, with every leader or with one ``kind``; no
    ``ships``: the fewest that win, if they are there, else none."""

    kind: Kind | None = None
    ships: int | None = None


class Defend(Order, frozen=True):
    """PA-12: ships to send when attacked, with every leader or with one ``kind``; no ``ships``:
    the fewest that tie, if they are there, else none."""

    kind: Kind | None = None
    ships: int | None = None


Action = PlaceLeader | Recall | Settle | Destroy | Swap | Pass
"""What counts among a turn's two orders."""
Standing = Attack | Defend
AnyOrder = PlaceLeader | Recall | Settle | Destroy | Swap | Pass | Harvest | Attack | Defend


class Orders(msgspec.Struct, frozen=True):
    """All that a player sends at one time, in the order written."""

    orders: tuple[AnyOrder, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is carried out in the player's own turn."""
        return tuple(order for order in self.orders if isinstance(order, Action))

    @property
    def standing(self) -> tuple[Standing, ...]:
        """What holds in conflicts."""
        return tuple(order for order in self.orders if isinstance(order, Standing))

    @property
    def harvest(self) -> Square | None:
        """The artifact that is wished for; the last line counts."""
        return self._wishes[-1].square if self._wishes else None

    @property
    def is_turn(self) -> bool:
        """Whether these are the orders of a turn: nothing at all passes; standing orders alone,
        or a wish, leave the turn open."""
        return not self.orders or bool(self.actions)

    def over(self, held: Orders) -> Orders:
        """These orders in the place of those `held`. The lines of a turn replace all of a turn;
        a HARVEST and standing orders stay until others replace what they name."""
        turn: tuple[Action, ...] = self.actions if self.is_turn else held.actions
        if not turn and (self.is_turn or held.is_turn):
            turn = (Pass(),)
        new = self.standing
        kept = [  # an order for every leader takes back those for one kind (PA-12)
            old
            for old in held.standing
            if not any(type(o) is type(old) and o.kind in (None, old.kind) for o in new)
        ]
        made = Orders((*turn, *(self._wishes or held._wishes), *kept, *new))
        if made.orders == (Pass(),):
            return IDLE
        return self if set(made.orders) == set(self.orders) else made

    @property
    def _wishes(self) -> tuple[Harvest, ...]:
        return tuple(order for order in self.orders if isinstance(order, Harvest))


IDLE = Orders()


def following(held: Stances, orders: Iterable[Standing]) -> Stances:
    """The standing orders after these orders, each of which replaces what it names."""
    for order in orders:
        if isinstance(order, Attack):
            held = Stances(held.attack.told(order.kind, order.ships), held.defend)
        else:
            held = Stances(held.attack, held.defend.told(order.kind, order.ships))
    return held


def standing_lines(stances: Stances) -> tuple[Standing, ...]:
    """The orders that give these standing orders."""
    return tuple(
        make(kind=kind, ships=ships)
        for make, stance in ((Attack, stances.attack), (Defend, stances.defend))
        for kind, ships in ((None, stance.ships), *((k, stance.of(k)) for k in KINDS))
        if kind is None or ships != stance.ships
    )
