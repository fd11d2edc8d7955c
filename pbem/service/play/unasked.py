"""Whether people may be written to who did not ask for it: invited, named as players, observers or
game masters, asked to stand in, offered a seat.

Whoever said NEVER gets none of these mails, and nobody gets many: what one person causes is
counted, and what goes to one mailbox, whatever has become of the game since.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from pbem.engine.i18n import _
from pbem.service.context import Session
from pbem.service.play.games import GameProblem
from pbem.store import games, masters, unasked
from pbem.store.invitations import wants_none
from pbem.store.strangers import mailbox_of
from pbem.store.unheard import note_unheard

TO_MAILBOX, BY_ONE, IN_ALL = 3, 40, 200
"""Such mails a day: to one mailbox, caused by one person, caused by all people together."""
DAY = timedelta(days=1)


def write_unasked(session: Session, by: str, addresses: Iterable[str]) -> None:
    """Note that people are about to be written to because of somebody, of whom `by` is the address.
    Raises :class:`GameProblem` where one of them may not be, and then nothing is noted."""
    causer = mailbox_of(by)
    wanted = {mailbox_of(one): one for one in addresses}
    wanted.pop(causer, None)  # they asked themselves
    for mailbox, address in wanted.items():
        if wants_none(session.connection, mailbox):
            raise GameProblem(_("{address} wants no invitations.").format(address=address))
        if not _has_room(session, mailbox):
            said = _("{address} was written to unasked so often today that no more may go there.")
            raise GameProblem(said.format(address=address))
    since = session.context.clock.now() - DAY
    for counted, limit in (
        (unasked.count_by(session.connection, causer, since), BY_ONE),
        (unasked.count_caused(session.connection, since), IN_ALL),
    ):
        if counted + len(wanted) > limit:
            said = _("So many people were written to today who did not ask for it; try tomorrow.")
            raise GameProblem(said)
    _note(session, wanted, causer)


def give_unasked(session: Session, by: str, address: str) -> None:
    """Somebody gets a seat because of another, of whom `by` is the address: where this service
    knows nothing else of them, they get few mails until they write."""
    mailbox = mailbox_of(address)
    known = any(
        (games.seats_at(session.connection, address), masters.run_by(session.connection, address))
    )
    if mailbox != mailbox_of(by) and not known:
        note_unheard(session.connection, address, session.context.clock.now())


def may_offer(session: Session, address: str) -> bool:
    """Whether the service itself may write to somebody, of which nobody else is the cause; noted
    by :func:`note_offer`."""
    mailbox = mailbox_of(address)
    return not wants_none(session.connection, mailbox) and _has_room(session, mailbox)


def note_offer(session: Session, address: str) -> None:
    """The service itself writes to somebody."""
    _note(session, (mailbox_of(address),), "")


def _has_room(session: Session, mailbox: str) -> bool:
    since = session.context.clock.now() - DAY
    return unasked.count_to(session.connection, mailbox, since) < TO_MAILBOX


def _note(session: Session, mailboxes: Iterable[str], causer: str) -> None:
    now = session.context.clock.now()
    unasked.forget_unasked(session.connection, now - DAY)
    unasked.note_unasked(session.connection, mailboxes, causer, now)
