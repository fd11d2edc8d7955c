"""SUBSTITUTE: a player's mail on who plays in their place for a while."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Deputy
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.limits import sparing
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.moments import read_day
from pbem.service.play.acts import last_moment
from pbem.service.play.substitute_mails import moment_for
from pbem.service.play.substituting import ask, hand_back
from pbem.service.play.table import GameProblem
from pbem.service.schedule import local_moment
from pbem.service.wishes import BadWish, read_address
from pbem.store.pending import drop_pending, find_pending
from pbem.store.records import Act, OutboxDraft, PendingRow
from pbem.store.strangers import mailbox_of
from pbem.store.substitutions import stack_of


def let_play(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Ask somebody to play, end that, or tell how it stands."""
    try:
        if command.strange:
            raise GameProblem(_("Write who is to play, and until which day."))
        if command.deputy is None:
            return [session.answer(_stand(session))]
        if command.deputy.ends:
            return _end(session)
        return _ask(session, command.deputy)
    except (GameProblem, BadWish) as problem:
        refused = Notice(
            title=_("That was not done"),
            paragraphs=(str(problem), _("Nothing was changed.")),
            lines=("SUBSTITUTE dora@example.org UNTIL 24.12.", "SUBSTITUTE END"),
            game_title=session.game.title,
            warning=True,
        )
        return [session.answer(refused)]


def _ask(session: MailSession, deputy: Deputy) -> list[OutboxDraft]:
    """Raises GameProblem or BadWish."""
    address = read_address(deputy.address)
    if mailbox_of(address) == mailbox_of(session.context.config.mail.address):
        raise BadWish(_("{address} is the address of this service.").format(address=address))

    def spare(draft: OutboxDraft) -> tuple[OutboxDraft, ...]:
        return sparing(session.context, session.batch, (draft,), plays=False)

    ends = _read_end(session, deputy.until)
    asking = ask(
        session,
        session.game,
        session.seat,
        address,
        ends,
        mail_id=session.row.id,
        counted=session.batch.count_kind,
        spare=spare,
    )
    return [session.answer(_stand(session)), asking]


def _read_end(session: MailSession, text: str) -> datetime:
    """The end of a day by the seat's clock. Raises GameProblem."""
    zone = ZoneInfo(session.seat.zone or session.context.config.service.zone)
    now = session.context.clock.now().astimezone(zone)
    # The dot of "5.3." may have been taken for the end of the sentence.
    day = read_day(text, now) or read_day(f"{text}.", now)
    if day is None:
        raise GameProblem(_("Write who is to play, and until which day."))
    return local_moment(day + timedelta(days=1), time(), zone)


def _end(session: MailSession) -> list[OutboxDraft]:
    """Hand the seat back where its player has it of another; else ask nobody any more. Raises
    GameProblem."""
    game, seat = session.game, session.seat
    asked = _asked(session)
    if asked is not None:
        drop_pending(session.connection, game.id, seat.seat)
        return [session.answer(_stand(session))]
    stack = stack_of(session.connection, game.id, seat.seat)
    if not stack:
        raise GameProblem(_("Nobody plays for you, and nobody was asked to."))
    hand_back(session, game, seat.seat, stack[-1].level, moment=session.row.received)
    return []


def _asked(session: MailSession) -> PendingRow | None:
    found = find_pending(session.connection, session.game.id, session.seat.seat)
    return found if found is not None and found.act is Act.SUBSTITUTE else None


def _stand(session: MailSession) -> Notice:
    game, seat, asked = session.game, session.seat, _asked(session)
    said = []
    if seat.lent is not None:
        said.append(
            _("You play for {name} until {ends}; SUBSTITUTE END hands the seat back.").format(
                name=seat.name, ends=moment_for(session.context, seat, seat.lent)
            )
        )
    if asked is not None:
        said.append(
            _(
                "{address} was asked to play for you until {ends}, and can agree until {until}. "
                "Until then you play on; SUBSTITUTE END asks nobody any more."
            ).format(
                address=asked.address,
                ends=moment_for(session.context, seat, asked.ends or asked.until),
                until=last_moment(session.context, seat, asked),
            )
        )
    return Notice(
        title=_("{game}: who plays for you").format(game=game.title),
        paragraphs=tuple(said) or (_("Nobody plays for you, and nobody was asked to."),),
        game_title=game.title,
    )
