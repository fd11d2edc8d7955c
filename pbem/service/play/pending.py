"""All that can be pending for a seat: the mail that asks for a reply, and what becomes of the seat
when none comes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pbem.service.context import Context, Session
from pbem.service.counters import Count
from pbem.service.play.acts import turned_away_draft
from pbem.service.play.applying import applied_draft, remind
from pbem.service.play.dropping import nobody_plays
from pbem.service.play.inviting import invited_draft, note_answer
from pbem.service.play.offering import offer_draft, offer_seats, pass_over
from pbem.service.play.outage import each_read
from pbem.service.play.resigning import asking_draft, resigned_draft
from pbem.service.play.seating import candidate_draft, vacate
from pbem.service.play.substituting import asking_draft as substitute_draft
from pbem.service.play.substituting import end_substitutions
from pbem.store import games, mail, pending, press, seconds, vacations, votes
from pbem.store.joining import Reply
from pbem.store.records import Act, GameRow, OutboxDraft, PendingRow, SeatRow, new_nonce


def pending_draft(
    session: Session, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """The mail whose reply something waits for, once more; `unclear` says that a reply was not
    understood, of those who are asked and need not know of it."""
    if act.act is Act.OFFER:
        return offer_draft(session, game, seat, act, unclear=unclear)
    if act.act is Act.INVITE:
        return invited_draft(session, game, seat, act, unclear=unclear)
    if act.act in ASKED:
        return ASKED[act.act](session.context, game, seat, act, unclear=unclear)
    return DRAFTS[act.act](session.context, game, seat, act)


ASKED: dict[Act, Callable[..., OutboxDraft]] = {
    Act.JOIN: candidate_draft,
    Act.APPROVE: applied_draft,
    Act.SUBSTITUTE: substitute_draft,
}
DRAFTS: dict[Act, Callable[[Context, GameRow, SeatRow, PendingRow], OutboxDraft]] = {
    **ASKED,
    Act.RESIGN: asking_draft,
    Act.RETURN: resigned_draft,
}
"""The mails that tell nothing of how a game stands; of them those to whoever need not know of
it."""


def end_pending(context: Context) -> int:
    """What nobody confirmed or took back in time is over, once all mail that came in time has been
    read, and whoever played for another has done so for long enough; returns how many there
    were."""
    remind(context)
    over = sum(_end_in_mailbox(seen, until) for seen, until in each_read(context))
    return over + offer_seats(context)


def _end_in_mailbox(context: Context, until: datetime) -> int:
    with context.database.read() as connection:
        waits = pending.run_out(connection, context.mailbox, until) or pending.any_void(
            connection, context.mailbox, until
        )
    over = _end(context, until) if waits else 0
    return over + end_substitutions(context, until)


def _end(context: Context, until: datetime) -> int:
    """One seat for which that fails does not stop the others."""
    with context.database.write() as connection:
        pending.drop_void(connection, context.mailbox, until)
        waiting = pending.run_out(connection, context.mailbox, until)
    ended = 0
    for act in waiting:
        about = f"ending what was pending for seat {act.seat} of {act.game}"
        try:
            with context.write() as session:
                games.find_game(session.connection, act.game, lock=True)
                if pending.find_pending(session.connection, act.game, act.seat) == act:
                    pending.drop_pending(session.connection, act.game, act.seat)
                    ENDINGS[act.act](session, act)
            ended += 1
            context.counters.add(Count.ENDED)
            context.troubles.over(about)
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(about, error)
    return ended


def _fall_free(session: Session, act: PendingRow) -> None:
    vacate(session, act.game, act.seat)


def _ask_the_next(session: Session, act: PendingRow) -> None:
    place = games.lock_place(session.connection, act.game, act.seat)
    if place is not None:
        pass_over(session, *place, act)


def _lapse(session: Session, act: PendingRow) -> None:
    """Somebody who was invited has not answered."""
    note_answer(session, act, Reply.LAPSED)
    vacate(session, act.game, act.seat)


def _turn_away(session: Session, act: PendingRow) -> None:
    """The game master has not said whether somebody may join, who is told."""
    place = games.lock_place(session.connection, act.game, act.seat)
    if place is not None:
        draft = turned_away_draft(session.context, *place, act)
        mail.queue_mails(session.connection, [draft])
    vacate(session, act.game, act.seat)


def _nobody_plays(session: Session, act: PendingRow) -> None:
    place = games.lock_place(session.connection, act.game, act.seat)
    if place is not None:
        nobody_plays(session, *place)


def _go_for_good(session: Session, act: PendingRow) -> None:
    """Whoever gave a seat up has nothing more to do with it."""
    connection, game, seat = session.connection, act.game, act.seat
    gone = {"address": None, "standing": (), "nonce": new_nonce()}
    games.change_seat(connection, game, seat, **gone)
    press.forget_reader(connection, game, seat)
    votes.forget_voter(connection, game, seat)
    vacations.forget_vacation(connection, game, seat)
    seconds.drop_without_seat(connection, act.address)


def _stay(_session: Session, _act: PendingRow) -> None:
    """A seat that was not given up after all stays as it is."""


ENDINGS: dict[Act, Callable[[Session, PendingRow], None]] = {
    Act.JOIN: _fall_free,
    Act.INVITE: _lapse,
    Act.APPROVE: _turn_away,
    Act.RESIGN: _stay,
    Act.RETURN: _go_for_good,
    Act.SUBSTITUTE: _nobody_plays,
    Act.OFFER: _ask_the_next,
}
"""What becomes of a seat when what is pending for it runs out."""
