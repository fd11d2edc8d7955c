"""A player's orders for a turn (GU-7, GU-8): what each kind is and how it is written."""

from __future__ import annotations

import msgspec

from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit.designs import Design
from pbem.rulesets.god_unit.pieces import Name

PASS = "PASS"
NOTHING = "NOTHING"


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of orders; ``str()`` writes it."""


class Place(Order, frozen=True):
    """GU-7: where one's factories are to stand, the dearest square first."""

    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return f"PLACE {' '.join(map(square_name, self.squares))}"


class Produce(Order, frozen=True):
    """GU-8, GU-9: what a factory makes from now on; no ``product``: it stops."""

    factory: str
    product: Design | None
    repeat: bool = False

    def __str__(self) -> str:
        product = NOTHING if self.product is None else _written(self.product)
        repeat = " REPEAT" if self.repeat else ""
        return f"PRODUCE {self.factory} {product}{repeat}"


class Pass(Order, frozen=True):
    """Spends one's place in the round (GU-10)."""

    def __str__(self) -> str:
        return PASS


class Choice(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that a unit may do; ``str()`` writes it without the unit."""


class Move(Choice, frozen=True):
    """To that square, or not at all."""

    to: Square

    def __str__(self) -> str:
        return f"MOVE TO {square_name(self.to)}"


class MoveTowards(Choice, frozen=True):
    """As far as it gets on the way there."""

    goal: Square

    def __str__(self) -> str:
        return f"MOVE TOWARDS {square_name(self.goal)}"


class AttackAt(Choice, frozen=True):
    """What stands in these squares, in this order."""

    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return f"ATTACK AT {', '.join(map(square_name, self.squares))}"


class AttackNearest(Choice, frozen=True):
    """The nearest square with enemies, once there is one in range."""

    def __str__(self) -> str:
        return "ATTACK NEAREST"


class AttackPiece(Choice, frozen=True):
    """The square of that unit or factory, wherever it stands by then."""

    target: Name

    def __str__(self) -> str:
        kind = "FACTORY" if self.target.is_factory else "UNIT"
        return f"ATTACK {kind} {self.target}"


class Deploy(Choice, frozen=True):
    """An undeployed unit, where it stands (GU-12)."""

    def __str__(self) -> str:
        return "DEPLOY"


AnyChoice = Move | MoveTowards | AttackAt | AttackNearest | AttackPiece | Deploy


class Else(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alternative: tried at once where what stands before it cannot be done, or, if it is
    ``late``, only when nobody can act otherwise (GU-8)."""

    choice: AnyChoice
    late: bool = False

    def __str__(self) -> str:
        return f"ELSE {'LATE ' if self.late else ''}{self.choice}"


class Act(Order, frozen=True):
    """What one unit is to do, and what instead."""

    unit: int
    choice: AnyChoice
    others: tuple[Else, ...] = ()

    def __str__(self) -> str:
        verb, _blank, rest = str(self.choice).partition(" ")
        return " ".join((verb, str(self.unit), *rest.split(), *map(str, self.others)))

    @property
    def prompt(self) -> tuple[AnyChoice, ...]:
        """What is tried whenever the line's turn comes, in this order."""
        return (self.choice, *(other.choice for other in self.others if not other.late))

    @property
    def late(self) -> tuple[AnyChoice, ...]:
        """What is tried only when nobody can act otherwise."""
        return tuple(other.choice for other in self.others if other.late)


AnyOrder = Place | Produce | Act | Pass


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


IDLE = Orders()


def write(orders: Orders) -> tuple[str, ...]:
    """One line an order; PASS where there is none."""
    return tuple(str(order) for order in orders.orders) or (PASS,)


def _written(product: Design) -> str:
    return str(product).upper()
