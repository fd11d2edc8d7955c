"""STANDBY: a player's mail on where they would take a seat that falls free."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.intake.mail_session import MailSession
from pbem.service.play import standby
from pbem.service.play.table import GameProblem
from pbem.store import standbys
from pbem.store.records import OutboxDraft


def stand_by(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Put a player on a list, take them off all, or tell where they stand."""
    reader = session.seat.address or ""
    try:
        return [session.answer(changed(session, command, reader))]
    except GameProblem as problem:
        return [session.answer(refused(problem))]


def changed(session: Session, command: Command, reader: str) -> Notice:
    """Carry out a STANDBY of somebody who has proven who they are. Raises GameProblem."""
    if command.deputy is not None:
        mine = standbys.standbys_at(session.connection, reader)
        standbys.drop_standbys(session.connection, *(row.id for row in mine))
    elif command.argument:
        standby.stand_by(session, reader, command.argument, proven=True)
    return stand(session, reader)


def stand(session: Session, reader: str) -> Notice:
    """Where somebody stands by."""
    said = standby.places_of(session, reader)
    return Notice(
        title=_("Where you stand by"),
        paragraphs=said or (_("You stand by for nothing."),),
        closing=(standby.how_to_end(),) if said else (),
    )


def refused(problem: GameProblem) -> Notice:
    return Notice(
        title=_("That was not done"),
        paragraphs=(str(problem), _("Nothing was changed.")),
        lines=("STANDBY spring", "STANDBY OFF"),
        warning=True,
    )
