"""The rules that an order may break, each as what its author is told."""

from __future__ import annotations

from pbem.engine.i18n import N_
from pbem.engine.language import Refused
from pbem.maps.board import column_name, square_name
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.orders import AnyOrder

OFF_BOARD = N_("there is no system {square} on this board")
NO_SUCH_SYSTEM = N_(
    "there is no system {name}: the board's columns are a to {column}, its rows 1 to {rows}"
)
OCCUPIED = N_("{square} is not empty")
DESTROYED = N_("{square} is destroyed for good")
NO_SEAT = N_("{square} is uninhabitable: leaders need an inhabitable system")
UNINHABITABLE = N_("{square} is uninhabitable: only miners settle there")
INHABITABLE = N_("{square} is inhabitable: miners settle uninhabitable systems only")
HERE = N_("your {leader} is on {square} already")
NO_SCIENTISTS = N_(
    "no scientists live beside {square}: a leader needs some to its left or right, above or below"
)
JOINS_TWO = N_("a leader on {square} would join {number} regions; it may touch one only")
JOINS_MORE = N_("a settlement on {square} would join {number} regions; two are the most")
AT_HOME = N_("your {leader} is not on the board")
NO_SHIP = N_("you have no {ships} in hand")
FEWER_SHIPS = N_("{number} {ships} are named, in your hand: {have}")
NO_WEAPON = N_("your prototype weapons are used up; there were {number}")
SWAP_COUNT = N_("1 to {most} ships are swapped, not {number}")
SWAPPED = N_("ships are swapped once a turn only: name all of them in one SWAP")
NO_ARTIFACT = N_("there is no artifact on {square}")
TOO_MANY = N_("{most} lines of a turn are looked at; this is one too many")


def check_board(space: Space, order: AnyOrder) -> None:
    """Raises :class:`Refused` with the board's bounds for a system beyond them."""
    for slot in ("to", "at", "square"):
        square = getattr(order, slot, None)
        if square is not None and square not in space:
            column, rows = column_name(len(space.rows[0]) - 1), len(space.rows)
            name = square_name(square)
            raise Refused(NO_SUCH_SYSTEM, slot, name=name, column=column, rows=rows)
