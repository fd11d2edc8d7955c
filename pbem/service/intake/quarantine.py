"""Mails that wait for the game master: those that failed, and those from unknown senders."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.engine import Connection

from pbem.service.context import Context
from pbem.service.dispatch.alerts import end_alert
from pbem.service.intake.batch import Batch
from pbem.service.intake.held import alert_of, alert_of_held
from pbem.service.intake.router import accept_held
from pbem.service.play.table import GameProblem
from pbem.store import mail
from pbem.store.records import InboxRow, InboxStatus


def waiting_mails(context: Context) -> tuple[InboxRow, ...]:
    """All mails in quarantine or held, the oldest first."""
    with context.database.read() as connection:
        return mail.mails_in(connection, InboxStatus.QUARANTINED, InboxStatus.HELD)


def waiting_mail(context: Context, number: int) -> InboxRow:
    """One of them. Raises :class:`GameProblem` where it is none."""
    with context.database.read() as connection:
        return _find(connection, number)


def retry(context: Context, number: int) -> None:
    """Let the service process a mail in quarantine anew, at its next poll.

    Raises :class:`GameProblem` for a held mail: trying again would hold it again.
    """
    with context.database.write() as connection:
        row = _find(connection, number)
        if row.status == InboxStatus.HELD:
            raise GameProblem(
                f"mail {number} is held because {row.sender} is not the address of seat {row.seat} "
                f"of {row.game}; 'retry {number} --accept' takes it as the seat's own all the same"
            )
        end_alert(connection, alert_of(number))
        mail.retry_mail(connection, number)


def accept(context: Context, number: int) -> str:
    """Take a held mail as its seat's own, now; returns what came of it.

    Raises :class:`GameProblem` where the mail is not held.
    """
    with context.write() as session:
        row = _find(session.connection, number)
        if row.status != InboxStatus.HELD:
            raise GameProblem(
                f"mail {number} is in quarantine, not held for its sender; leave out --accept"
            )
        settled = accept_held(session, row)
        batch = Batch(session, ())
        batch.add(number, replace(settled, note=f"{settled.note}; accepted by the game master"))
        batch.write()
        if row.game and row.seat and not mail.count_held(session.connection, row.game, row.seat):
            end_alert(session.connection, alert_of_held(row.game, row.seat))
        return settled.note


def _find(connection: Connection, number: int) -> InboxRow:
    row = mail.find_mail(connection, number)
    if row is None or row.status not in (InboxStatus.QUARANTINED, InboxStatus.HELD):
        state = f"is {row.status}" if row else "does not exist"
        raise GameProblem(f"mail {number} {state}; 'pbem quarantine list' shows those that wait")
    if not row.raw:
        raise GameProblem(f"mail {number} is older than service.keep_mail, and not kept any more")
    return row
