"""Votes: proposed, given, ended, and what all are told of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending, listing
from pbem.service.context import Context, Session
from pbem.service.play.agreeing import Tally, carry, drop, share_of, tally
from pbem.service.play.notices import tell_all
from pbem.service.play.outage import mail_read
from pbem.service.play.table import GameProblem, humans
from pbem.service.play.waiting import being_looked_at
from pbem.store import games, votes
from pbem.store.mastering import MasterRow
from pbem.store.records import OVER, GameRow, GameStatus, SeatRow
from pbem.store.voting import Ballots, Motion, MotionRow

BETWEEN_PROPOSALS = timedelta(days=1)
"""How long nobody may propose anything else: all are written to each time."""
LONGEST_EXTENSION = 336
"""Hours by which a vote puts a deadline off at the most."""


def vote(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    wanted: tuple[Motion, int | None, int | None],
    *,
    yes: bool,
    arrived: datetime,
    answers: datetime | None = None,
) -> tuple[MotionRow, Tally]:
    """Say yes or no to a motion, a seat and hours where it needs them; where nobody has proposed
    it yet, that does, unless it `answers` a mail of when it was still open. The game must be
    locked. Returns what is voted on and how it then stands; raises :class:`GameProblem` where it
    cannot be done."""
    _must_be_possible(session.connection, game, wanted[0])
    seats = games.seats_of(session.connection, game.id)
    row = next(
        (
            one
            for one in votes.open_motions(session.connection, game.id)
            if (one.motion, one.target, one.hours) == wanted
        ),
        None,
    )
    if row is not None and row.until < arrived:
        raise GameProblem(_("That vote has just run out."))
    proposed = row is None
    if row is None:
        if not yes:
            raise GameProblem(_("Nobody has proposed that."))
        if answers is not None and _has_ended_since(session.connection, game, wanted, answers):
            said = _(
                "The vote on that is over; your yes came too late for it. To propose it anew, to "
                "all, send the same line in a reply to this mail."
            )
            raise GameProblem(said)
        row = _propose(session, game, seat, wanted)
    votes.put_ballot(session.connection, game.id, row.number, seat.seat, yes=yes)
    given = votes.ballots_of(session.connection, game.id, row.number)
    found = tally(game, row, seats, given)
    if not _settle(session, game, row, found, but=seat.seat) and proposed:
        _tell(session, game, row, seats, given, _proposed, but=seat.seat)
    return row, found


def _must_be_possible(connection: Connection, game: GameRow, motion: Motion) -> None:
    if game.status is GameStatus.FORMING:
        raise GameProblem(_("The game has not begun yet."))
    if game.status in OVER:
        raise GameProblem(_("The game is over."))
    if votes.agreed(connection, game.id) is not None:
        raise GameProblem(_("The players have ended the game by a vote."))
    if share_of(game.votes, motion) == "none":
        raise GameProblem(_("Players of this game cannot decide that."))
    if motion is Motion.EXTEND and game.results_wait:
        raise GameProblem(being_looked_at(game))
    if motion is Motion.EXTEND and (game.deadline is None or game.closing is not None):
        raise GameProblem(_("The turn closes at once."))


def _has_ended_since(
    connection: Connection,
    game: GameRow,
    wanted: tuple[Motion, int | None, int | None],
    moment: datetime,
) -> bool:
    return any(
        one.ended is not None and moment <= one.ended
        for one in votes.motions_of(connection, game.id)
        if (one.motion, one.target, one.hours) == wanted
    )


def _propose(
    session: Session, game: GameRow, seat: SeatRow, wanted: tuple[Motion, int | None, int | None]
) -> MotionRow:
    motion, target, hours = wanted
    now = session.context.clock.now()
    last = votes.last_proposed(session.connection, game.id, seat.seat)
    if last is not None and now < last + BETWEEN_PROPOSALS:
        raise GameProblem(
            _("You have proposed something within the last day; wait, or vote on that.")
        )
    row = MotionRow(
        game=game.id,
        number=votes.next_number(session.connection, game.id),
        motion=motion,
        target=target,
        hours=hours,
        proposer=seat.seat,
        turn=game.turn,
        opened=now,
        until=now + timedelta(days=game.votes.days),
    )
    votes.add_motion(session.connection, row)
    return row


def _settle(
    session: Session, game: GameRow, row: MotionRow, found: Tally, *, but: int | None = None
) -> bool:
    """End a vote that is decided, and tell all; returns whether it was."""
    if not (found.is_carried or found.is_lost):
        return False
    if found.is_carried:
        carry(session, game, row)
    else:
        drop(session.connection, row, session.context.clock.now())
    _tell_end(session, game, row, found, but=but)
    return True


def _tell_end(
    session: Session, game: GameRow, row: MotionRow, found: Tally, *, but: int | None = None
) -> None:
    seats = games.seats_of(session.connection, game.id)
    given = votes.ballots_of(session.connection, game.id, row.number)
    _tell(session, game, row, seats, given, partial(_ended, found=found), but=but)


def end_votes(context: Context) -> int:
    """End the votes that have run out, once all mail that came in time has been read, and those
    that have become decided since somebody left; returns how many."""
    now = context.clock.now()
    with context.database.read() as connection:
        over = [
            row
            for row in votes.open_motions(connection)
            if (game := games.find_game(connection, row.game)) is not None
            and _is_over(connection, game, row, now)
        ]
    for row in over:
        with context.write() as session:
            fresh = games.find_game(session.connection, row.game, lock=True)
            still = votes.open_motions(session.connection, row.game)
            if fresh is None or row not in still:
                continue
            if not _is_over(session.connection, fresh, row, now):
                continue
            _end(session, fresh, row)
    return len(over)


def _is_over(connection: Connection, game: GameRow, row: MotionRow, now: datetime) -> bool:
    if game.status in OVER or _is_stale(game, row):
        return True
    read = mail_read(connection, game)
    if read is not None and row.until <= min(now, read.until):
        return True
    found = _stand(connection, game, row)
    return found.is_carried or found.is_lost


def _is_stale(game: GameRow, row: MotionRow) -> bool:
    """Whether a vote is on the deadline of a turn that is closed."""
    return row.motion is Motion.EXTEND and (row.turn != game.turn or game.results_wait)


def _stand(connection: Connection, game: GameRow, row: MotionRow) -> Tally:
    seats = games.seats_of(connection, game.id)
    return tally(game, row, seats, votes.ballots_of(connection, game.id, row.number))


def _end(session: Session, game: GameRow, row: MotionRow) -> None:
    found = _stand(session.connection, game, row)
    over = game.status in OVER
    if not over and not _is_stale(game, row) and _settle(session, game, row, found):
        return
    drop(session.connection, row, session.context.clock.now())
    if not over:
        _tell_end(session, game, row, found)


# What is told -------------------------------------------------------------------------

_Teller = Callable[[Session, GameRow, SeatRow, MotionRow, Sequence[SeatRow], Ballots], Notice]


def _tell(
    session: Session,
    game: GameRow,
    row: MotionRow,
    seats: Sequence[SeatRow],
    given: Ballots,
    teller: _Teller,
    *,
    but: int | None,
) -> None:
    tell_all(
        session,
        game,
        lambda now, reader: teller(session, now, reader, row, seats, given),
        but=but,
    )


def _proposed(
    session: Session,
    game: GameRow,
    reader: SeatRow,
    row: MotionRow,
    seats: Sequence[SeatRow],
    given: Ballots,
) -> Notice:
    by = next((one.name for one in seats if one.seat == row.proposer), "")
    return Notice(
        title=_("{game}: a vote").format(game=game.title),
        paragraphs=(
            told_of(row, seats),
            *([_("Proposed by {name}.").format(name=by)] if game.votes.names == "open" else ()),
            how_it_stands(session, game, reader, row, seats, given),
            *how_to_vote(reader, row, seats, tally(game, row, seats, given)),
        ),
    )


def _ended(
    session: Session,
    game: GameRow,
    _reader: SeatRow,
    row: MotionRow,
    seats: Sequence[SeatRow],
    _given: Ballots,
    *,
    found: Tally,
) -> Notice:
    title = _("{game}: the vote is carried") if found.is_carried else _("{game}: the vote is lost")
    ends = found.is_carried and row.motion is not Motion.EXTEND
    return Notice(
        title=title.format(game=game.title),
        paragraphs=(
            told_of(row, seats),
            counted(found),
            *([cannot_be_carried()] if found.is_lost else ()),
            *([last_report()] if ends else ()),
        ),
    )


def last_report() -> str:
    return _("The game is over; your last report follows as soon as all mail has been read.")


def told_of(row: MotionRow, seats: Sequence[SeatRow]) -> str:
    """What is voted on, as a sentence."""
    match row.motion:
        case Motion.DRAW:
            return _("The vote is on a draw, which ends the game.")
        case Motion.END:
            return _("The vote is on ending the game without a result.")
        case Motion.CONCEDE:
            name = next((one.name for one in seats if one.seat == row.target), "")
            return _("The vote is on conceding the game to {name}, which ends it.").format(
                name=name
            )
        case Motion.EXTEND:
            return ngettext(
                "The vote is on {count} hour more for everybody.",
                "The vote is on {count} hours more for everybody.",
                row.hours or 0,
            ).format(count=row.hours)


def counted(found: Tally) -> str:
    """How many said yes."""
    return _("{yes} of {voters} people have said yes; it takes {needed}.").format(
        yes=found.yes, voters=found.voters, needed=found.needed
    )


def how_it_stands(
    session: Session,
    game: GameRow,
    reader: SeatRow | MasterRow,
    row: MotionRow,
    seats: Sequence[SeatRow],
    given: Ballots,
) -> str:
    """How an open vote stands, and until when it is; who said what where the game tells that."""
    language = reader.language or session.context.config.service.language
    said = [counted(tally(game, row, seats, given))]
    if game.votes.names == "open":
        for yes, sentence in ((True, _("Yes: {names}.")), (False, _("No: {names}."))):
            names = [one.name for one in humans(tuple(seats)) if given.get(one.seat) is yes]
            said += [sentence.format(names=listing(names, language))] if names else []
    until = ending(session.context.local(row.until, reader.zone), language)
    said.append(_("It is open until {until}.").format(until=until))
    return " ".join(said)


def cannot_be_carried() -> str:
    return _("Too few are left who have not said no, so the vote is over.")


def how_to_vote(
    reader: SeatRow, row: MotionRow, seats: Sequence[SeatRow], found: Tally
) -> tuple[str, ...]:
    """How a reader says yes or no, and whether that can be changed; nothing to whom it would be
    conceded."""
    if row.target == reader.seat:
        return ()
    one_more_no = found.voters - found.no - 1
    said = (
        _("{line} says yes; until then you may change it. {line} NO says no and ends the vote.")
        if one_more_no < found.needed
        else _("{line} says yes, {line} NO says no; until then you may change it.")
    )
    return (said.format(line=written(row, seats)),)


def written(row: MotionRow, seats: Sequence[SeatRow]) -> str:
    """The line that votes for it."""
    name = next((one.name for one in seats if one.seat == row.target), "")
    more = name or (str(row.hours) if row.hours else "")
    return " ".join(filter(None, ("VOTE", row.motion.upper(), more)))


def open_votes(session: Session, game: GameRow, reader: SeatRow) -> tuple[str, ...]:
    """The open votes of a game, as one of its players is told of them."""
    seats = games.seats_of(session.connection, game.id)
    said = []
    for row in votes.open_motions(session.connection, game.id):
        given = votes.ballots_of(session.connection, game.id, row.number)
        stands = how_it_stands(session, game, reader, row, seats, given)
        own = {True: (_("You said yes."),), False: (_("You said no."),)}
        mine = own[given[reader.seat]] if reader.seat in given else ()
        ways = how_to_vote(reader, row, seats, tally(game, row, seats, given))
        said.append(" ".join((told_of(row, seats), stands, *mine, *ways)))
    return tuple(said)


def votes_shown(session: Session, game: GameRow, master: MasterRow) -> tuple[str, ...]:
    """The open votes of a game, as a game master is told of them: no more than its players."""
    seats = games.seats_of(session.connection, game.id)
    said = []
    for row in votes.open_motions(session.connection, game.id):
        given = votes.ballots_of(session.connection, game.id, row.number)
        stands = how_it_stands(session, game, master, row, seats, given)
        said.append(f"{told_of(row, seats)} {stands}")
    return tuple(said)
