"""EXTEND by a player: a deadline put off for all, as far and as often as the game's schedule lets
its players do that by themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.play.absence import is_past
from pbem.service.play.notices import change_deadline, tell_all
from pbem.service.play.noting import note_act
from pbem.service.play.table import GameProblem, schedule_of
from pbem.service.play.waiting import being_looked_at
from pbem.store import audit
from pbem.store.mastering import Deed, Role
from pbem.store.records import OVER, GameRow, GameStatus, SeatRow


def extend(
    session: Session, game: GameRow, seat: SeatRow, by: timedelta, arrived: datetime
) -> GameRow:
    """Put the open turn's deadline off, and tell all others whose wish it was. The game must be
    locked. Returns it as it then stands; raises :class:`GameProblem` where it cannot be done."""
    deadline = _must_run(game, arrived)
    _must_allow(session, game, seat, by)
    later = schedule_of(game).put_off(deadline, by)
    change_deadline(session, game, later)
    detail = f"{later:%Y-%m-%dT%H:%MZ}"
    note_act(session, game, Role.PLAYER, Deed.EXTEND, detail, seat=seat.seat)
    return tell_all(
        session, game, lambda row, _reader: put_off(row, seat.name), but=seat.seat, asks=False
    )


def put_off(game: GameRow, by: str) -> Notice:
    """That a player has put the deadline off."""
    return Notice(
        title=_("{game}: turn {turn} has a new deadline").format(game=game.title, turn=game.turn),
        paragraphs=(
            _("{name} has put it off. Orders that you have sent still count.").format(name=by),
        ),
    )


def _must_run(game: GameRow, arrived: datetime) -> datetime:
    """The deadline that can be put off."""
    if game.status is GameStatus.FORMING:
        raise GameProblem(_("The game has not begun yet."))
    if game.status in OVER:
        raise GameProblem(_("The game is over."))
    if game.status is GameStatus.PAUSED:
        raise GameProblem(_("The game is paused: the clock stands still."))
    if game.results_wait:
        raise GameProblem(being_looked_at(game))
    if game.stalled is not None:
        raise GameProblem(_("The deadline has passed; the game master has been asked what to do."))
    if game.deadline is None or game.closing is not None:
        raise GameProblem(_("The turn closes at once."))
    if arrived > game.deadline or is_past(game, arrived):
        raise GameProblem(_("The deadline has passed."))
    return game.deadline


def _must_allow(session: Session, game: GameRow, seat: SeatRow, by: timedelta) -> None:
    allowed = schedule_of(game).extensions
    if not allowed.times:
        raise GameProblem(
            _("Players of this game cannot put its deadlines off. TO GM: asks the game master.")
        )
    if by > timedelta(hours=allowed.hours):
        most = ngettext(
            "You may put it off by {count} hour at a time.",
            "You may put it off by {count} hours at a time.",
            allowed.hours,
        )
        raise GameProblem(most.format(count=allowed.hours))
    done = [
        act.seat
        for act in audit.acts_of(session.connection, game.id)
        if act.deed is Deed.EXTEND and act.role is Role.PLAYER and act.seat is not None
    ]
    if done.count(seat.seat) >= allowed.times:
        often = ngettext(
            "You have put deadlines off {count} time, as often as this game allows.",
            "You have put deadlines off {count} times, as often as this game allows.",
            allowed.times,
        )
        raise GameProblem(often.format(count=allowed.times))
    if 0 < allowed.in_all <= len(done):
        raise GameProblem(_("The players have put deadlines off as often as this game allows."))
