"""A player's orders for a turn (GU-7, GU-8): what each kind is."""

from __future__ import annotations

import msgspec

from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import Design, Name


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of orders."""


class Place(Order, frozen=True):
    """GU-7: where one's factories are to stand, the dearest square first."""

    squares: tuple[Square, ...]


class Produce(Order, frozen=True):
    """GU-8, GU-9: what a factory makes from now on; no ``product``: it stops."""

    factory: str
    product: Design | None
    repeat: bool = False


class Pass(Order, frozen=True):
    """Spends one's place in the round (GU-10)."""


class PassUntil(Order, frozen=True):
    """From the next turn on nobody waits for its author, until that ``turn`` or until an enemy is
    in range (GU-10). One for the next turn ends such a pass."""

    turn: int


class Choice(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that a unit may do."""


class Move(Choice, frozen=True):
    """To that square, or not at all."""

    to: Square


class MoveTowards(Choice, frozen=True):
    """As far as it gets on the way there."""

    goal: Square


class AttackAt(Choice, frozen=True):
    """What stands in these squares, in this order."""

    squares: tuple[Square, ...]


class AttackNearest(Choice, frozen=True):
    """The nearest square with enemies, once there is one in range."""


class AttackPiece(Choice, frozen=True):
    """The square of that unit or factory, wherever it stands by then."""

    target: Name


class Deploy(Choice, frozen=True):
    """An undeployed unit, where it stands (GU-12)."""


AnyChoice = Move | MoveTowards | AttackAt | AttackNearest | AttackPiece | Deploy


class Else(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alternative: tried at once where what stands before it cannot be done, or, if it is
    ``late``, only when nobody can act otherwise (GU-8)."""

    choice: AnyChoice
    late: bool = False


class Act(Order, frozen=True):
    """What one unit is to do, and what instead."""

    unit: int
    choice: AnyChoice
    others: tuple[Else, ...] = ()

    @property
    def prompt(self) -> tuple[AnyChoice, ...]:
        """What is tried whenever the line's turn comes, in this order."""
        return (self.choice, *(other.choice for other in self.others if not other.late))

    @property
    def late(self) -> tuple[AnyChoice, ...]:
        """What is tried only when nobody can act otherwise."""
        return tuple(other.choice for other in self.others if other.late)

    @property
    def goal(self) -> Square | None:
        """The first square that it would have the unit go to, at once or late."""
        moves = (one.to for one in (*self.prompt, *self.late) if isinstance(one, Move))
        return next(moves, None)


class Team(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What several units are to do in one line, each of them for itself; ALL is whoever can.
    ``late``: LATE is said of it, as only of what stands behind ELSE."""

    units: tuple[int | str, ...]
    choice: AnyChoice
    others: tuple[Else, ...] = ()
    late: bool = False


AnyOrder = Place | Produce | Act | Pass | PassUntil


class Orders(msgspec.Struct, frozen=True):
    """All that a player orders in one turn, in the order written."""

    orders: tuple[AnyOrder, ...] = ()

    @property
    def wishes(self) -> tuple[Square, ...]:
        """Where factories are to stand (GU-7)."""
        lists = (order.squares for order in self.orders if isinstance(order, Place))
        return tuple(dict.fromkeys(square for squares in lists for square in squares))

    @property
    def products(self) -> tuple[Produce, ...]:
        """What factories are to make; of several lines for one factory the last counts."""
        last = {order.factory: order for order in self.orders if isinstance(order, Produce)}
        return tuple(last.values())

    @property
    def lines(self) -> tuple[Act | Pass, ...]:
        """What is carried out by initiative (GU-10)."""
        return tuple(order for order in self.orders if isinstance(order, Act | Pass))

    @property
    def asked_again(self) -> int | None:
        """The turn until which its author passes; of several lines the last counts."""
        turns = [order.turn for order in self.orders if isinstance(order, PassUntil)]
        return turns[-1] if turns else None


IDLE = Orders()
