"""All that can be pending for a seat: the mail that asks for a reply, and what becomes of the seat
when none comes."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.engine import Connection

from pbem.service.context import Context
from pbem.service.play.outage import mail_read
from pbem.service.play.resigning import asking_draft, resigned_draft
from pbem.service.play.seating import candidate_draft, vacate
from pbem.store import games, masters, observers, pending, press, vacations, votes
from pbem.store.readdressing import drop_late_changes, late_changes
from pbem.store.records import Act, GameRow, OutboxDraft, PendingRow, SeatRow, new_nonce


def pending_draft(context: Context, game: GameRow, seat: SeatRow, act: PendingRow) -> OutboxDraft:
    """The mail whose reply something waits for, once more."""
    return DRAFTS[act.act](context, game, seat, act)


DRAFTS: dict[Act, Callable[[Context, GameRow, SeatRow, PendingRow], OutboxDraft]] = {
    Act.JOIN: candidate_draft,
    Act.RESIGN: asking_draft,
    Act.RETURN: resigned_draft,
}


def end_pending(context: Context) -> int:
    """What nobody confirmed or took back in time is over, once all mail that came in time has been
    read; returns how many there were."""
    with context.database.read() as connection:
        read = mail_read(connection)
        if read is None:
            return 0
        until = min(context.clock.now(), read.until)
        if not (
            pending.run_out(connection, until)
            or masters.late_confirmations(connection, until)
            or late_changes(connection, until)
            or observers.late_invitations(connection, until)
        ):
            return 0
    with context.database.write() as connection:
        masters.drop_late_confirmations(connection, until)
        drop_late_changes(connection, until)
        observers.drop_late_invitations(connection, until)
        over = pending.run_out(connection, until)
        for act in over:
            pending.drop_pending(connection, act.game, act.seat)
            ENDINGS[act.act](connection, act.game, act.seat)
        return len(over)


def _go_for_good(connection: Connection, game: str, seat: int) -> None:
    """Whoever gave a seat up has nothing more to do with it."""
    gone = {"address": None, "standing": (), "nonce": new_nonce()}
    games.change_seat(connection, game, seat, **gone)
    press.forget_reader(connection, game, seat)
    votes.forget_voter(connection, game, seat)
    vacations.forget_vacation(connection, game, seat)


def _stay(connection: Connection, game: str, seat: int) -> None:
    """A seat that was not given up after all stays as it is."""


ENDINGS: dict[Act, Callable[[Connection, str, int], None]] = {
    Act.JOIN: vacate,
    Act.RESIGN: _stay,
    Act.RETURN: _go_for_good,
}
"""What becomes of a seat when what is pending for it runs out."""
