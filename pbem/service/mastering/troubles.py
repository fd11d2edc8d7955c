"""What of a game needs a game master: TROUBLE tells what lasts of that which alerts tell, and the
rest."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.dispatch.concerns import FAULTS, hears, told
from pbem.service.mastering.showing import results_wait
from pbem.service.play.absence import ABSENT_TURNS, absent, absentee, stalled
from pbem.service.play.applying import applicant, waiting
from pbem.store import contacts, games, mail
from pbem.store.alerts import lasting_alerts
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import OVER, GameRow, InboxStatus, SeatKind


def trouble(session: Session, game: GameRow, master: MasterRow) -> Notice:
    """What of a game needs a game master: what lasts of that which they are alerted of, and the
    rest. Only an owner is told addresses."""
    found = tuple(_troubles(session, game, master))
    return Notice(
        title=_("{game}: what needs you").format(game=game.title),
        paragraphs=() if found else (_("Nothing needs you."),),
        bullets=found,
    )


def _troubles(session: Session, game: GameRow, master: MasterRow) -> Iterator[str]:
    connection = session.connection
    for concern in _concerns(session, game):
        if hears(master, concern):
            yield ". ".join(told(session.context, concern, master))
    if game.results_wait:
        yield results_wait(game)
    for one in mail.mails_in(connection, InboxStatus.HELD, InboxStatus.QUARANTINED):
        if one.game == game.id:
            said = (
                _("Mail {number} of {sender} waits for the operator's look.")
                if master.role is Role.OWNER
                else _("Mail {number} waits for the operator's look.")
            )
            yield said.format(number=one.id, sender=one.sender)


def _concerns(session: Session, game: GameRow) -> Iterator[Concern]:
    """What lasts of a game, as it is now."""
    connection = session.connection
    chairs, goes_on = games.seats_of(connection, game.id), game.status not in OVER
    if game.stalled is not None:
        yield stalled(game, absent(connection, game))
    failing = {one.address for one in contacts.troubled_contacts(connection)}
    for chair in chairs:
        if chair.has_person and chair.address in failing:
            yield Concern(
                game=game.id,
                matter=Matter.FAILS,
                seat=chair.seat,
                name=chair.name,
                address=chair.address or "",
            )
        if chair.kind is SeatKind.HUMAN and chair.missed >= ABSENT_TURNS and goes_on:
            yield absentee(chair, chair.missed)
    for chair, act in waiting(session, game):
        yield applicant(chair, act)
    for row in lasting_alerts(connection, game.id):
        if row.concern is not None and row.concern.matter in FAULTS:
            yield row.concern
