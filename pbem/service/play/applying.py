"""Seats of games whose game master approves of those who join: asked for, waited for, decided."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import begin_concern, end_alert
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.service.play import seating
from pbem.service.play.acts import approval_alert, for_act, last_moment
from pbem.service.play.masters import masters_of
from pbem.service.play.table import GameProblem
from pbem.store import alerts, games, mail, pending, substitutions
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import Act, GameRow, OutboxDraft, PendingRow, SeatRow, new_nonce

DECIDED_WITHIN = timedelta(days=14)
"""How long a seat is kept for somebody whom the game master has yet to approve of."""
REMINDED_AFTER = timedelta(days=2)
"""How long the game master may take before they are reminded."""


def apply(session: Session, game: GameRow, seat: SeatRow, act: PendingRow, mail_id: int) -> None:
    """Put somebody who has confirmed that they want a seat before the game's owners, and tell all
    of them. `mail_id` is the mail that says so."""
    until = session.context.clock.now() + DECIDED_WITHIN
    row = structs.replace(act, act=Act.APPROVE, nonce=new_nonce(), until=until, mail=mail_id)
    pending.put_pending(session.connection, row)
    owners = masters_of(session.context, session.connection, game.id)
    asking = [
        _asking(session.context, game, seat, row, one) for one in owners if one.role is Role.OWNER
    ]
    waits = applied_draft(session.context, game, seat, row)
    mail.queue_mails(session.connection, [waits, *asking])


def applied_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """That the game master decides, and what can be done meanwhile."""
    with in_language(context, seat.language):
        notice = Notice(
            title=_("The game master of {game} decides").format(game=game.title),
            paragraphs=(
                _(
                    "The seat of {name} is kept for you until the game master has said yes or no, "
                    "{until} at the latest. You are told."
                ).format(name=seat.name, until=last_moment(context, seat, act)),
                _("Reply with WITHDRAW if you do not want it any more."),
            ),
            game_title=game.title,
            text_only=True,
        )
        return for_act(context, game, seat, act, notice, unclear=unclear)


def _asking(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, master: MasterRow
) -> OutboxDraft:
    with in_language(context, master.language):
        notice = Notice(
            title=_("{name} wants to join {game}").format(name=seat.name, game=game.title),
            paragraphs=(
                _("{name} ({address}) has confirmed the wish for seat {seat}.").format(
                    name=seat.name, address=act.address, seat=seat.seat
                ),
                _("Reply with APPROVE {address} or REFUSE {address}.").format(address=act.address),
            ),
            game_title=game.title,
            answer=False,
        )
        header = for_master(context, game, master)
        return pack_notice(context, notice, header, game=game.id, turn=game.turn)


def waiting(session: Session, game: GameRow) -> tuple[tuple[SeatRow, PendingRow], ...]:
    """Who waits for the game master's word, with their seats."""
    chairs = {one.seat: one for one in games.seats_of(session.connection, game.id)}
    found = pending.pending_of(session.connection, game.id)
    return tuple((chairs[one.seat], one) for one in found if one.act is Act.APPROVE)


def meant(session: Session, game: GameRow, who: str) -> tuple[SeatRow, PendingRow]:
    """Whom of those who wait a game master means, by seat, name or address. Raises
    :class:`GameProblem`."""
    found = waiting(session, game)
    if not found:
        raise GameProblem(_("Nobody waits to be approved of in {game}.").format(game=game.title))
    wanted = who.casefold()
    for seat, act in found:
        if wanted == act.address.casefold():
            return seat, act
        if wanted in (str(seat.seat), seat.name.casefold()):
            _must_be_who_waited(session, game, seat, act)
            return seat, act
    raise GameProblem(
        _("Write which seat, of those that wait: {seats}.").format(
            seats=", ".join(f"{seat.seat} ({seat.name})" for seat, _act in found)
        )
    )


def _must_be_who_waited(session: Session, game: GameRow, seat: SeatRow, act: PendingRow) -> None:
    """Raise :class:`GameProblem` where a seat's number or name may mean somebody who waited before
    and does so no more: a game master may answer the mail about them."""
    playing = substitutions.addresses_in(session.connection, game.id)
    told = mail.outgoing(session.connection, game=game.id, kind=Act.APPROVE)
    waits = {one.address for _seat, one in waiting(session, game)}
    if any(
        one.recipient != act.address
        and (one.seat == seat.seat or one.recipient not in {*playing, *waits})
        for one in told
    ):
        said = _("Others have waited for a seat before. Write the address: {address}.")
        raise GameProblem(said.format(address=act.address))


def approve(session: Session, game: GameRow, seat: SeatRow, act: PendingRow) -> None:
    """Give the seat to whoever waits for it; starts the game when it is full."""
    end_alert(session.connection, approval_alert(game.id, seat.seat))
    said = mail.find_mail(session.connection, act.mail) if act.mail is not None else None
    seating.confirm(session, game, seat, act, said.digest if said is not None else "")


def refuse(session: Session, game: GameRow, seat: SeatRow) -> None:
    """Let the seat fall free, and tell whoever waited for it."""
    seating.vacate(session, game.id, seat.seat)


def remind(context: Context) -> int:
    """Let the game's owners be reminded, once, of those who wait for too long; returns of how
    many."""
    late = context.clock.now() + DECIDED_WITHIN - REMINDED_AFTER
    with context.database.read() as connection:
        if not _late(connection, late):
            return 0
    with context.write() as session:
        found = _late(session.connection, late)
        for act in found:
            seat = games.find_seat(session.connection, act.game, act.seat)
            if seat is not None:
                begin_concern(session, approval_alert(act.game, act.seat), applicant(seat, act))
    return len(found)


def _late(connection: Connection, until: datetime) -> tuple[PendingRow, ...]:
    """Who has waited since before, of whom nobody was reminded yet."""
    return tuple(
        one
        for one in pending.all_pending(connection, Act.APPROVE)
        if one.until <= until and not alerts.is_open(connection, approval_alert(one.game, one.seat))
    )


def applicant(seat: SeatRow, act: PendingRow) -> Concern:
    """That somebody waits for the word of a game's owners."""
    return Concern(
        game=act.game, matter=Matter.ASKS, seat=seat.seat, name=seat.name, address=act.address
    )
