"""Whether somebody has to do with a seat of a game, from whichever of their addresses: nobody has
to do with two."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.service.play.table import GameProblem
from pbem.store import pending, seconds, standbys, substitutions
from pbem.store.records import Act
from pbem.store.strangers import mailbox_of

_MAY_YET_SIT = (Act.JOIN, Act.INVITE, Act.APPROVE, Act.RETURN)
"""What is pending for somebody for whom a seat is kept, or who may take theirs back."""


def seat_of(connection: Connection, game: str, address: str) -> int | None:
    """The seat that somebody plays, or that goes back to them."""
    theirs = seconds.mailboxes_of(connection, address)[address]
    sitting = substitutions.addresses_in(connection, game)
    return next((seat for one, seat in sitting.items() if mailbox_of(one) in theirs), None)


def seat_kept_for(connection: Connection, game: str, address: str) -> int | None:
    """The seat that may yet be somebody's."""
    theirs = seconds.mailboxes_of(connection, address)[address]
    found = (x for x in pending.pending_of(connection, game) if x.act in _MAY_YET_SIT)
    return next((one.seat for one in found if mailbox_of(one.address) in theirs), None)


def is_put_out(connection: Connection, game: str, address: str) -> bool:
    """Whether a game master has taken a seat of a game from somebody."""
    theirs = seconds.mailboxes_of(connection, address)[address]
    return any(mailbox_of(one) in theirs for one in standbys.put_out_of(connection, game))


def must_not_sit(connection: Connection, game: str, address: str) -> None:
    """Raise :class:`GameProblem` where somebody has a seat already."""
    if seat_of(connection, game, address) is not None:
        raise GameProblem(_("This address plays in the game already."))


def must_be_a_first(connection: Connection, address: str) -> None:
    """Raise :class:`GameProblem` for a second address: its mail counts for another."""
    if seconds.first_of(connection, address) is not None:
        raise GameProblem(
            _("{address} is somebody's second address; name their first.").format(address=address)
        )
