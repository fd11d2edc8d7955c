"""Somebody else plays a seat for a while: asked, taken over, handed back.

Whoever plays has the seat as its owner had it: mails go to them, and orders of theirs count. Below
them stand, in a stack, those to whom it goes back, each with the nonce of their own reply addresses
(:mod:`pbem.store.substitutions`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import structs

from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import begin_unless_open, end_alert, end_if_open, note_concern
from pbem.service.play.acts import for_act, last_moment
from pbem.service.play.describing import never_again
from pbem.service.play.lateness import absence_alert
from pbem.service.play.masters import knows_too_much, runs
from pbem.service.play.news import newest_report
from pbem.service.play.noting import note_act
from pbem.service.play.seating import LONGEST_TITLE
from pbem.service.play.sitting import must_not_sit
from pbem.service.play.substitute_mails import (
    HANDED_BACK,
    OF_READER,
    again,
    as_seat,
    moment_for,
    send,
    taken_over,
    tell_lender,
    thanks,
)
from pbem.service.play.table import GameProblem
from pbem.service.play.unasked import ask_unasked
from pbem.service.press.delivery import pass_on_now
from pbem.store import (
    games,
    mail,
    observers,
    outbox,
    pending,
    people,
    press,
    seconds,
    substitutions,
    tenures,
    vacations,
    votes,
)
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import Deed, Role
from pbem.store.records import (
    OVER,
    Act,
    GameRow,
    GameStatus,
    NewsWish,
    NoticeWish,
    OutboxDraft,
    OutboxStatus,
    PendingRow,
    SeatRow,
    new_nonce,
)
from pbem.store.strangers import mailbox_of
from pbem.store.substitutions import SubstitutionRow, stack_of
from pbem.store.talk import PressWishRow
from pbem.store.wishes import USUAL

ACCEPT_WITHIN = timedelta(days=3)
"""How long whoever is asked may take a seat over."""
LONGEST = timedelta(days=100)
"""For how long somebody else may play a seat."""
MOST_DEEP = 3
"""So many people play a seat one for the other at the most."""
MOST_ASKED = 3
"""So many people a day can be asked to play a seat."""
MOST_BACK = 50
"""Seats that one round hands back."""
DAY = timedelta(days=1)
_OF_REPORTS = ("told_from", "told", "told_at")

log = logging.getLogger(__name__)


def ask(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    address: str,
    ends: datetime,
    *,
    mail_id: int,
    counted: Callable[..., int],
    spare: Callable[[OutboxDraft], tuple[OutboxDraft, ...]],
) -> OutboxDraft:
    """The mail that asks somebody to play a seat until then, by whose reply they take it over.
    Anybody is asked: what stands against it is told to whoever agrees, for whose an address is, and
    what they have to do with the game, is nothing that its lender may learn. `spare` says which
    mails may go to somebody who has proven nothing. Raises :class:`GameProblem`, and then nothing
    is changed."""
    now = session.context.clock.now()
    _must_be_lendable(session, game, seat, ends)
    own = seat.address or ""
    if mailbox_of(address) in seconds.mailboxes_of(session.connection, own)[own]:
        raise GameProblem(_("This address is your own."))
    if counted(Act.SUBSTITUTE, now - DAY, game=game.id, seat=seat.seat) >= MOST_ASKED:
        raise GameProblem(_("So many people were asked today; try again tomorrow."))
    until = min(now + ACCEPT_WITHIN, ends)
    row = PendingRow(game.id, seat.seat, Act.SUBSTITUTE, new_nonce(), address, until, mail_id, ends)
    asking = spare(asking_draft(session.context, game, seat, row))
    if not asking:
        raise GameProblem(_("No more mails can go to that address today; try again tomorrow."))
    goes = ask_unasked(session, own, address)
    pending.put_pending(session.connection, row)
    return asking[0] if goes else replace(asking[0], status=OutboxStatus.OVERTAKEN)


def _must_be_lendable(session: Session, game: GameRow, seat: SeatRow, ends: datetime) -> None:
    """Raise :class:`GameProblem` where nobody can play a seat for another until then."""
    now = session.context.clock.now()
    if game.status is GameStatus.FORMING:
        raise GameProblem(_("The game has not begun yet."))
    if game.status in OVER:
        raise GameProblem(_("The game is over."))
    if ends <= now:
        raise GameProblem(_("That day has passed."))
    if ends - now > LONGEST:
        raise GameProblem(_("{count} days are the most.").format(count=LONGEST.days))
    if seat.lent is not None and ends > seat.lent:
        raise GameProblem(
            _(
                "You play this seat for another until {until}, and nobody for you any longer."
            ).format(until=moment_for(session.context, seat, seat.lent))
        )
    if len(stack_of(session.connection, game.id, seat.seat)) >= MOST_DEEP:
        raise GameProblem(_("So many play this seat for each other that no more can."))


def _must_be_free(session: Session, game: GameRow, address: str) -> None:
    """Raise :class:`GameProblem` where somebody has to do with a game in a way that lets them play
    for nobody."""
    if seconds.first_of(session.connection, address) is not None:
        raise GameProblem(_("This is your second address; only your first one can play."))
    must_not_sit(session.connection, game.id, address)
    if runs(session.context, session.connection, game.id, address):
        raise GameProblem(_("Whoever runs the game plays no seat of it for another."))
    if knows_too_much(session.connection, game.id, address):
        raise GameProblem(
            _("This address was shown what players keep from each other: it gets no seat.")
        )


def asking_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """Whether somebody wants to play a seat for a while: small, for they may not know of it."""
    if len(game.title) > LONGEST_TITLE:
        game = structs.replace(game, title=f"{game.title[:LONGEST_TITLE].rstrip()}…")
    with in_language(context, seat.language):
        notice = Notice(
            title=_("Will you play for {name} for a while?").format(name=seat.name),
            paragraphs=(
                _(
                    "{name}, who plays {ruleset} by mail, asks you to play their seat in {game} "
                    "until {ends}; then it goes back to them by itself."
                ).format(
                    name=seat.name,
                    ruleset=load(game.ruleset).title,
                    game=game.title,
                    ends=moment_for(context, seat, act.ends or act.until),
                ),
                how_to_agree(context, seat, act),
                _("RULES brings the rules first."),
                never_again(),
            ),
            game_title=game.title,
            text_only=True,
        )
        return for_act(context, game, seat, act, notice, unclear=unclear)


def how_to_agree(context: Context, seat: SeatRow, act: PendingRow) -> str:
    """How somebody says whether they play for another."""
    said = _(
        "If you will, reply to this mail with the one word ACCEPT until {until}. If "
        "not, with DECLINE, or do nothing."
    )
    return said.format(until=last_moment(context, seat, act))


def take_over(
    session: Session, game: GameRow, seat: SeatRow, act: PendingRow, *, arrived: datetime
) -> GameRow:
    """Let whoever was asked play from the moment on at which the mail `arrived` that agrees; they
    get the position, and whoever played before hears of it. Raises :class:`GameProblem` where that
    can no longer be."""
    connection, now = session.connection, session.context.clock.now()
    ends = act.ends or act.until
    pending.drop_pending(connection, game.id, seat.seat)
    _must_be_lendable(session, game, seat, ends)
    _must_be_free(session, game, act.address)
    wish = press.find_wish(connection, game.id, seat.seat)
    _change_player(session, game, seat, arrived)
    observers.drop_observer_at(connection, game.id, act.address)
    substitutions.add_substitution(
        connection,
        SubstitutionRow(
            game=game.id,
            seat=seat.seat,
            level=len(stack_of(connection, game.id, seat.seat)),
            began=now,
            until=ends,
            with_report=wish.with_report,
            blocked=wish.blocked,
            person=tenures.holder(connection, game.id, seat.seat),
            **{name: getattr(seat, name) for name in (*OF_READER, *_OF_REPORTS)},
        ),
    )
    values = {
        "address": act.address,
        "nonce": new_nonce(),
        "quiet": "",
        "omits": USUAL,
        "notices": NoticeWish.EACH,
        "news": NewsWish.DIGEST,
        "lent": ends,
        **people.wishes_of(connection, act.address),
    }
    games.change_seat(connection, game.id, seat.seat, missed=0, waited=0, **values)
    tenures.begin_tenure(connection, game, seat.seat)
    note_act(session, game, Role.PLAYER, Deed.SUBSTITUTE, seat=seat.seat)
    deputy = act.address
    lent = Concern(
        game=game.id, matter=Matter.LENT, seat=seat.seat, name=seat.name, address=deputy, until=ends
    )
    note_concern(session, f"substitute.{game.id}.{seat.seat}", lent)
    tell_lender(session, game, seat, stack_of(connection, game.id, seat.seat)[-1], deputy)
    now_game, now_seat = games.lock_place(connection, game.id, seat.seat) or (game, seat)
    count = len(games.seats_of(connection, game.id))
    with in_language(session.context, now_seat.language):
        notice = taken_over(session.context, now_game, now_seat, ends, count)
        send(session, now_game, now_seat, notice, "notice")
        report = replace(newest_report(session, now_game, now_seat), kind="report")
    mail.queue_mails(connection, [report])
    return now_game


def hand_back(
    session: Session,
    game: GameRow,
    seat: int,
    level: int,
    *,
    moment: datetime | None = None,
    over: bool = False,
) -> None:
    """Let whoever stands at this level of a seat's stack play it again from this `moment` on
    (without one, from now), with a report of all that was played meanwhile; all above them are
    thanked, and their reply addresses void. `over` says that the game is."""
    connection = session.connection
    chair = games.find_seat(connection, game.id, seat)
    stack = stack_of(connection, game.id, seat)
    assert chair is not None and level < len(stack), "somebody plays it for them"
    below = stack[level]
    if not over:  # what waits for the end of their quiet hours is not theirs to read any more
        outbox.overtake(connection, game.id, "report", seat)
    _change_player(session, game, chair, moment)
    observers.drop_observer_at(connection, game.id, below.address)
    pending.drop_pending(connection, game.id, seat)
    last = game.turn - 1
    restored = {
        **{name: getattr(below, name) for name in (*OF_READER, "told_at")},
        "told_from": min(below.told_from, last),
        "told": min(below.told, last),
        **people.wishes_of(connection, below.address),
    }
    games.change_seat(connection, game.id, seat, missed=0, waited=0, **restored)
    tenures.begin_tenure(connection, game, seat, below.person)
    if below.with_report or below.blocked:
        wish = PressWishRow(game.id, seat, below.with_report, below.blocked)
        press.put_wish(connection, wish)
    substitutions.drop_substitutions(connection, game.id, seat, level)
    note_act(session, game, Role.PLAYER, Deed.HANDBACK, seat=seat)
    for gone in (*reversed([as_seat(chair, row) for row in stack[level + 1 :]]), chair):
        with in_language(session.context, gone.language):
            send(session, game, gone, thanks(game, gone), HANDED_BACK)
    found = games.lock_place(connection, game.id, seat)
    assert found is not None, "the game has not gone"
    now_game, now = found
    with in_language(session.context, now.language):
        send(session, now_game, now, again(now_game, now, over=over), HANDED_BACK)
        if game.status is not GameStatus.CANCELLED:
            report = replace(newest_report(session, now_game, now), kind="report")
            mail.queue_mails(connection, [report])


def end_all(session: Session, game: GameRow) -> None:
    """A game is over: each seat is its owner's again, who hears how it ended."""
    rows = substitutions.substitutions_of(session.connection, game.id)
    for seat in dict.fromkeys(row.seat for row in rows):
        hand_back(session, game, seat, 0, over=True)


def end_substitutions(context: Context, until: datetime) -> int:
    """Hand some back, in games of the context's mailbox, of what somebody was to play no longer
    than to this moment, up to which all mail has been read; one game where that fails does not stop
    the others. Returns how many seats."""
    with context.database.read() as connection:
        places = substitutions.substitutions_over(connection, context.mailbox, until, MOST_BACK)
    ended = 0
    for game_id, seat in places:
        about = f"handing back seat {seat} of {game_id}"
        try:
            with context.write() as session:
                game = games.find_game(session.connection, game_id, lock=True)
                stack = stack_of(session.connection, game_id, seat)
                late = [row for row in stack if row.until <= until]
                if game is not None and late:
                    moment = min(row.until for row in late)
                    hand_back(session, game, seat, late[0].level, moment=moment)
            ended += 1
            context.counters.add(Count.HANDED_BACK)
            end_if_open(context, f"handback.{game_id}")
            context.troubles.over(about)
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(about, error)
            what = f"{game_id}: a seat cannot be handed back by whoever played it for a while"
            remedy = "The log says why. The service tries again at every tick."
            begin_unless_open(context, f"handback.{game_id}", what, remedy)
    return ended


def lenders(session: Session, chair: SeatRow) -> Iterator[SeatRow]:
    """All to whom a seat goes back, each as they have it."""
    for row in stack_of(session.connection, chair.game, chair.seat):
        yield as_seat(chair, row)


def _change_player(session: Session, game: GameRow, seat: SeatRow, moment: datetime | None) -> None:
    """What was written, wished and voted goes with whoever plays no more from this moment on; how
    long the game has waited for vacations stays on record."""
    connection = session.connection
    end_alert(connection, absence_alert(game.id, seat.seat))
    pass_on_now(session, game, seat, moment)
    press.let_another_read(connection, game.id, seat.seat)
    votes.forget_voter(connection, game.id, seat.seat)
    away = vacations.find_vacation(connection, game.id, seat.seat)
    if away.begins is not None:
        vacations.put_vacation(connection, replace(away, begins=None, ends=None, bot=False))
