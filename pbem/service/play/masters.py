"""Who runs a game: those who were named for it, or the operator of the service."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy.engine import Connection

from pbem.service.context import Context
from pbem.store import facts, masters, substitutions
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import SeatRow

OPERATOR = 0
"""The number of the operator, who runs every game that names nobody else."""
OPERATORS_NONCE = "operator.nonce"
"""The fact under which the operator's nonce is kept, once it was renewed."""


def operator_of(context: Context, connection: Connection, game: str) -> MasterRow:
    """The operator as somebody who runs a game; without an address where none is configured."""
    nonce = facts.read_fact(connection, OPERATORS_NONCE) or ""
    address = context.config.mail.admin.lower()
    return MasterRow(game, OPERATOR, "", address, nonce=nonce)


def masters_of(context: Context, connection: Connection, game: str) -> tuple[MasterRow, ...]:
    """Whoever runs a game and can be written to."""
    named = masters.masters_of(connection, game)
    if named:
        return named
    operator = operator_of(context, connection, game)
    return (operator,) if operator.address else ()


def running_seats(
    context: Context, connection: Connection, game: str, seats: Sequence[SeatRow]
) -> frozenset[int]:
    """The seats of game masters who play in their own game, which all are told."""
    addresses = {one.address for one in masters_of(context, connection, game)}
    return frozenset(seat.seat for seat in seats if seat.has_person and seat.address in addresses)


def playing_from(connection: Connection, game: str) -> frozenset[str]:
    """The addresses from which a game is played, with those of whoever lets a substitute play."""
    return frozenset(substitutions.addresses_in(connection, game))


def sees_the_truth(master: MasterRow, playing: Collection[str]) -> bool:
    """Whether a game master may see what players keep from each other: an owner who does not
    play. `playing` are the addresses of all who do."""
    return master.role is Role.OWNER and master.address not in playing
