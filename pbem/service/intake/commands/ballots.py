"""VOTE: a player's mail on what all decide together."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Ballot
from pbem.mailer.outbound.contents import Notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.moments import read_span
from pbem.service.play import voting
from pbem.service.play.table import GameProblem
from pbem.service.press.writing import directory_of
from pbem.store import games, mail, votes
from pbem.store.records import OutboxDraft
from pbem.store.talk import PressKind
from pbem.store.voting import Motion

_FORMS = ("VOTE DRAW", "VOTE DRAW NO", "VOTE CONCEDE Anna", "VOTE EXTEND 24", "VOTE END")


def vote(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Say yes or no, or propose something; alone it tells what is open."""
    if command.ballot is None:
        return [session.answer(_open(session, strange=command.strange))]
    try:
        return [session.answer(_voted(session, command.ballot))]
    except GameProblem as problem:
        refused = Notice(
            title=_("That was not done"),
            paragraphs=(str(problem), _("Nothing was changed.")),
            lines=_FORMS,
            game_title=session.game.title,
            warning=True,
        )
        return [session.answer(refused)]


def _open(session: MailSession, *, strange: str) -> Notice:
    said = voting.open_votes(session, session.game, session.seat)
    what = _("It is not clear what {line} asks for.").format(line=f"VOTE {strange}")
    return Notice(
        title=_("{game}: what can be voted on").format(game=session.game.title),
        paragraphs=(
            *((what, _("Nothing was changed.")) if strange else ()),
            *(said or (_("No vote is open. A line such as one of these proposes something:"),)),
        ),
        lines=_FORMS,
        game_title=session.game.title,
        warning=bool(strange),
    )


def _voted(session: MailSession, ballot: Ballot) -> Notice:
    wanted = _wanted(session, ballot)
    row, found = voting.vote(
        session,
        session.game,
        session.seat,
        wanted,
        yes=ballot.yes,
        arrived=session.row.received,
        answers=_answers(session),
    )
    game = games.find_game(session.connection, session.game.id) or session.game
    seats = games.seats_of(session.connection, game.id)
    given = votes.ballots_of(session.connection, game.id, row.number)
    if found.is_carried or found.is_lost:
        ends = found.is_carried and row.motion is not Motion.EXTEND
        carried = _("It is carried by your vote.") if found.is_carried else _("So it is lost.")
        more: tuple[str, ...] = (
            voting.counted(found),
            *([voting.cannot_be_carried()] if found.is_lost else ()),
            carried,
            *([voting.last_report()] if ends else ()),
        )
    else:
        stands = voting.how_it_stands(session, game, session.seat, row, seats, given)
        more = (stands, *voting.how_to_vote(session.seat, row, seats, found))
    said = _("You said yes.") if ballot.yes else _("You said no.")
    if ballot.yes and row.proposer == session.seat.seat and len(given) == 1:
        said = _("You said yes, and propose it: all others are asked.")
    return Notice(
        title=_("{game}: your vote").format(game=game.title),
        paragraphs=(voting.told_of(row, seats), said, *more),
        game_title=game.title,
    )


def _answers(session: MailSession) -> datetime | None:
    """When the mail of ours was written that this one answers; None where that is not known."""
    found = (mail.find_sent(session.connection, one) for one in session.letter.answered)
    return next((row.created for row in found if row is not None), None)


def _wanted(session: MailSession, ballot: Ballot) -> tuple[Motion, int | None, int | None]:
    """What is voted on. Raises GameProblem."""
    motion = Motion(ballot.motion)
    match motion:
        case Motion.CONCEDE:
            return motion, _target(session, ballot.about), None
        case Motion.EXTEND:
            hours = read_span(ballot.about) // timedelta(hours=1)
            if hours > voting.LONGEST_EXTENSION:
                raise GameProblem(
                    _("A vote gives {count} hours at the most.").format(
                        count=voting.LONGEST_EXTENSION
                    )
                )
            if session.turn != session.game.turn:
                raise GameProblem(
                    _("Your mail answers one of turn {turn}, which is closed.").format(
                        turn=session.turn
                    )
                )
            return motion, None, hours
        case _ if ballot.about:
            raise GameProblem(
                _("It is not clear what {line} asks for.").format(
                    line=f"VOTE {motion.upper()} {ballot.about}"
                )
            )
    return motion, None, None


def _target(session: MailSession, name: str) -> int:
    if not name:
        raise GameProblem(_("Write to whom the game is conceded: VOTE CONCEDE Anna."))
    named = directory_of(session).read(name)
    if named.problem or named.kind is not PressKind.PRIVATE or len(named.seats) != 1:
        raise GameProblem(
            named.problem or _("Write to whom the game is conceded: VOTE CONCEDE Anna.")
        )
    return named.seats[0]
