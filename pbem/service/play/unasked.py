"""Whether people may be written to who did not ask for it: invited, named as players, observers or
game masters, asked to stand in, offered a seat.

Whoever said NEVER gets none of these mails, and nobody gets many: what one person causes is
counted, and what goes to one mailbox, whatever has become of the game since. Of what follows, few
mails go to whoever has nothing to do with this service, until they write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.service.context import Session
from pbem.service.play.table import GameProblem
from pbem.store import games, masters, observers, standbys, unasked
from pbem.store.invitations import wants_none
from pbem.store.strangers import mailbox_of
from pbem.store.unheard import note_unheard

TO_MAILBOX, BY_ONE, IN_ALL = 3, 40, 200
"""Such mails a day: to one mailbox, caused by one person, caused by all people together."""
DAY = timedelta(days=1)


def write_unasked(session: Session, by: str, addresses: Iterable[str]) -> None:
    """Note that people are about to be written to because of somebody, of whom `by` is the address.
    Raises :class:`GameProblem` where one of them may not be, and then nothing is noted."""
    named = [one for one in addresses if mailbox_of(one) != mailbox_of(by)]  # themselves they may
    for address in named:
        if wants_none(session.connection, mailbox_of(address)):
            raise GameProblem(_("{address} wants no invitations.").format(address=address))
    _count(session, by, named)
    _note_strangers(session, named)


def ask_unasked(session: Session, by: str, address: str) -> bool:
    """As :func:`write_unasked`, for one whom a player names: these learn nothing of who wants no
    such mail. Returns whether it may go out; where not it counts all the same."""
    if mailbox_of(address) == mailbox_of(by):
        return True
    _count(session, by, [address])
    if wants_none(session.connection, mailbox_of(address)):
        return False
    _note_strangers(session, [address])
    return True


def _count(session: Session, by: str, named: Sequence[str]) -> None:
    """Count mails to these addresses. Raises :class:`GameProblem` where they are too many."""
    causer, since = mailbox_of(by), session.context.clock.now() - DAY
    wanted = [mailbox_of(one) for one in named]
    for mailbox, address in _each_once(named).items():
        before = unasked.count_to(session.connection, mailbox, since)
        if before + wanted.count(mailbox) > TO_MAILBOX:
            said = _("{address} was written to unasked so often today that no more may go there.")
            raise GameProblem(said.format(address=address))
    for counted, limit in (
        (unasked.count_by(session.connection, causer, since), BY_ONE),
        (unasked.count_caused(session.connection, since), IN_ALL),
    ):
        if counted + len(wanted) > limit:
            said = _("So many people were written to today who did not ask for it; try tomorrow.")
            raise GameProblem(said)
    unasked.forget_unasked(session.connection, since)
    unasked.note_unasked(session.connection, wanted, causer, session.context.clock.now())


def _note_strangers(session: Session, named: Iterable[str]) -> None:
    """Note who of these has nothing to do with this service."""
    now = session.context.clock.now()
    for address in named:
        if not _is_known(session.connection, address):
            note_unheard(session.connection, address, now)


def may_offer(session: Session, address: str) -> bool:
    """Whether the service itself may offer somebody what they stand by for: they asked for it, so
    that nothing that others cause counts."""
    return not wants_none(session.connection, mailbox_of(address))


def _each_once(named: Iterable[str]) -> dict[str, str]:
    """The mailboxes of these addresses, each with the address. Raises :class:`GameProblem` where
    two of them are spellings of one."""
    found = dict[str, str]()
    for address in named:
        other = found.setdefault(mailbox_of(address), address)
        if other != address:
            said = _("{address} and {other} are one mailbox: name one of them.")
            raise GameProblem(said.format(address=address, other=other))
    return found


def _is_known(connection: Connection, address: str) -> bool:
    """Whether somebody has to do with games already; who was written to unasked before that is
    noted as unheard since, and stays so."""
    return any(
        (
            games.seats_at(connection, address),
            masters.run_by(connection, address),
            observers.watched_from(connection, address),
            any(one.until is None for one in standbys.standbys_at(connection, address)),
        )
    )
