"""Who runs a game: those who were named for it, or the operator of the service; and which of them
may see what players keep from each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy.engine import Connection

from pbem.service.context import Context, Session
from pbem.store import facts, masters, observers, pending, readdressing, seconds, substitutions
from pbem.store.mastering import MasterRow, Role
from pbem.store.observing import Watching
from pbem.store.records import Act, GameRow, SeatRow
from pbem.store.strangers import mailbox_of

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
    """The seats of game masters who play in their own game, which all are told; also while
    somebody else plays for them, or as long as they may take a seat back."""
    running = {mailbox_of(one.address) for one in masters_of(context, connection, game)}
    sitting = [(seat.seat, seat.address) for seat in seats if seat.has_person and seat.address]
    sitting += [(x.seat, x.address) for x in substitutions.substitutions_of(connection, game)]
    left = pending.pending_of(connection, game)
    sitting += [(one.seat, one.address) for one in left if one.act is Act.RETURN]
    theirs = seconds.mailboxes_of(connection, *(address for _seat, address in sitting))
    return frozenset(seat for seat, address in sitting if theirs[address] & running)


def playing_from(connection: Connection, game: str) -> frozenset[str]:
    """All mailboxes of all who play a game, or may yet: who let a substitute play, are asked for
    a seat or may take one back, or may undo that it goes to another address. Who is asked to play
    for another is none of them: a player names whom they like."""
    waiting = (
        one.address for one in pending.pending_of(connection, game) if one.act is not Act.SUBSTITUTE
    )
    moved = (
        change.old
        for change in readdressing.changes_done(connection)
        if any(place[0] == game for place in change.places)
    )
    people = (*substitutions.addresses_in(connection, game), *waiting, *moved)
    return frozenset().union(*seconds.mailboxes_of(connection, *people).values())


def runs(context: Context, connection: Connection, game: str, address: str) -> bool:
    """Whether somebody runs a game, from whichever of their addresses."""
    theirs = seconds.mailboxes_of(connection, address)[address]
    return any(mailbox_of(one.address) in theirs for one in masters_of(context, connection, game))


def may_know_of(session: Session, game: GameRow, address: str) -> bool:
    """Whether somebody may be told that a game that goes on is there: anyone, or only those who
    have to do with it."""
    connection = session.connection
    return (
        game.observers is Watching.ALL
        or observers.observer_at(connection, game.id, address) is not None
        or mailbox_of(address) in playing_from(connection, game.id)
        or any(one.address == address for one in pending.pending_of(connection, game.id))
        or runs(session.context, connection, game.id, address)
    )


def sees_the_truth(master: MasterRow, playing: Collection[str]) -> bool:
    """Whether a game master may see what players keep from each other: an owner who does not
    play. `playing` are the mailboxes of all who do or may."""
    return master.role is Role.OWNER and mailbox_of(master.address) not in playing


def knows_too_much(connection: Connection, game: str, address: str) -> bool:
    """Whether somebody was shown what players keep from each other: they get no seat any more."""
    return masters.is_insider(connection, game, address)
