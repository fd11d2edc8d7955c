"""How a seat that falls free is offered to those who stand by, and taken.

An offer shows what anyone may see of a game. The seat's own report comes once it was taken: whoever
declines has learned nothing that is kept from them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from msgspec import structs

from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open, note_concern
from pbem.service.dispatch.post import for_seat, pack_notice
from pbem.service.play.acts import begin, for_act, last_moment
from pbem.service.play.describing import first_words, introduced
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.masters import knows_too_much, runs
from pbem.service.play.news import newest_report
from pbem.service.play.notices import tell_of_another
from pbem.service.play.noting import note_act
from pbem.service.play.previews import chapters_of
from pbem.service.play.seating import too_unreliable
from pbem.service.play.sitting import is_put_out, seat_of
from pbem.service.play.standby import may_stand_by, takes_standbys
from pbem.service.play.table import GameProblem, open_table
from pbem.service.play.unasked import may_offer
from pbem.service.rounds import turn_about
from pbem.store import (
    games,
    mail,
    observers,
    pending,
    people,
    press,
    standbys,
)
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import Deed, Role
from pbem.store.observing import Watching
from pbem.store.records import (
    LEFT,
    OVER,
    Act,
    GameRow,
    NewsWish,
    NoticeWish,
    OutboxDraft,
    PendingRow,
    SeatKind,
    SeatRow,
    Source,
    new_nonce,
)
from pbem.store.standbys import StandbyRow
from pbem.store.tenures import begin_tenure
from pbem.store.wishes import USUAL

OFFERED_FOR = timedelta(days=2)
"""How long a seat is offered to somebody."""
MOST_SHOWN = 8
"""Parts of the report that anyone may see which an offer shows."""
MOST_OFFERS = 50
"""Seats that are offered in one round."""


def offer_seats(context: Context) -> int:
    """Offer each seat that fell free to the first on its list to whom it was not offered yet;
    returns how many were."""
    now, operator = context.clock.now(), context.config.mail.admin.lower()
    with context.database.read() as connection:
        found = standbys.free_places(connection, operator)
        void = standbys.are_void(connection, now)
    free = [(game.id, seat) for game, seat in found if _offers(game)]
    offered = sum(_offered(context, *place) for place in turn_about(free, MOST_OFFERS, now))
    if void:
        with context.database.write() as connection:
            standbys.drop_void_standbys(connection, now)
    return offered


def _offers(game: GameRow) -> bool:
    return takes_standbys(game) and not game.results_wait


def _offered(context: Context, game: str, seat: int) -> bool:
    """Whether a seat was offered; one where that fails does not stop the others."""
    about = f"offering seat {seat} of {game}"
    try:
        with context.write() as session:
            place = games.lock_place(session.connection, game, seat)
            done = place is not None and _offer(session, *place)
        context.counters.add(Count.OFFERED, done)
        end_if_open(context, f"offer.{game}")
        context.troubles.over(about)
    except Exception as error:  # noqa: BLE001  (one game must not stop the others)
        context.troubles.begins(about, error)
        what = f"{game}: a free seat cannot be offered to those who stand by"
        remedy = "The log says why. A bot plays it; the service tries again at every tick."
        begin_unless_open(context, f"offer.{game}", what, remedy)
        return False
    return done


def _offer(session: Session, game: GameRow, seat: SeatRow) -> bool:
    is_free = seat.kind in LEFT and seat.address is None
    taken = pending.find_pending(session.connection, game.id, seat.seat)
    if not is_free or taken is not None or not _offers(game):
        return False
    asked = {
        one.address
        for one in pending.pending_of(session.connection, game.id)
        if one.act in standbys.AWAITED
    }
    for row in standbys.waiting_for(session.connection, game):
        if row.address in asked or not _may_have(session, game, row):
            continue
        until = session.context.clock.now() + OFFERED_FOR
        act = begin(session.connection, seat, Act.OFFER, row.address, until, None)
        draft = offer_draft(session, game, seat, act)
        mail.queue_mails(session.connection, [draft])
        return True
    return False


def _may_have(session: Session, game: GameRow, row: StandbyRow) -> bool:
    """Whether a seat of a game can be offered to somebody who has nothing to do with it."""
    return may_offer(session, row.address) and not (
        seat_of(session.connection, game.id, row.address) is not None
        or runs(session.context, session.connection, game.id, row.address)
        or knows_too_much(session.connection, game.id, row.address)
        or is_put_out(session.connection, game.id, row.address)
        or too_unreliable(session, game, row.address) is not None
    )


def offer_draft(
    session: Session, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """A seat that somebody may have; with what anyone may see of its game, where it is shown."""
    context = session.context
    shown: tuple[Chapter, ...] = ()
    wishes = people.wishes_of(session.connection, act.address)
    reader = structs.replace(seat, address=act.address, **({"quiet": "", "omits": USUAL} | wishes))
    with in_language(context, reader.language):
        if game.observers is Watching.ALL:
            table = open_table(session.connection, game)
            report = table.ruleset.desk.report(table.view(None), ())
            shown = chapters_of(report, MOST_SHOWN)
        notice = Notice(
            title=_("A seat in {game} is free for you").format(game=game.title),
            paragraphs=(
                _(
                    "You stand by for it. The seat is that of {name}, in turn {turn} of a game of "
                    "{ruleset}; a bot plays it just now."
                ).format(name=seat.name, turn=game.turn, ruleset=load(game.ruleset).title),
                introduced(context, game, len(games.seats_of(session.connection, game.id))),
                how_to_accept(context, reader, act),
                _("RULES brings the rules first."),
            ),
            closing=(_("What anyone may see of it:"),) if shown else (),
            chapters=shown,
            game_title=game.title,
            answer=False,
        )
        return for_act(context, game, reader, act, notice, unclear=unclear)


def how_to_accept(context: Context, seat: SeatRow, act: PendingRow) -> str:
    """How somebody takes a seat that they are offered."""
    said = _(
        "To take it, reply to this mail with the one word ACCEPT until {until}: the "
        "seat's own report comes then. DECLINE, or no answer, takes you off the list."
    )
    return said.format(until=last_moment(context, seat, act))


def take_seat(session: Session, game: GameRow, seat: SeatRow, act: PendingRow) -> None:
    """Give an offered seat to whoever was offered it, with nothing of whoever had it before.
    Raises :class:`GameProblem` where that can no longer be."""
    connection, now = session.connection, session.context.clock.now()
    pending.drop_pending(connection, game.id, seat.seat)
    _off_the_list(session, game, act.address)
    if game.status in OVER:
        raise GameProblem(_("The game is over."))
    may_stand_by(session, game, act.address)
    _forget_orders(session, game, seat)
    press.forget_reader(connection, game.id, seat.seat)
    observers.drop_observer_at(connection, game.id, act.address)
    values = {
        "kind": SeatKind.HUMAN,
        "address": act.address,
        "nonce": new_nonce(),
        "standing": (),
        "standing_at": None,
        "missed": 0,
        "waited": 0,
        "lent": None,
        "news": NewsWish.DIGEST,
        "quiet": "",
        "omits": USUAL,
        "notices": NoticeWish.EACH,
        "told_from": game.turn - 1,
        "told": game.turn - 1,
        "told_at": now,
        "since": game.turn,
        **people.wishes_of(connection, act.address),
    }
    games.change_seat(connection, game.id, seat.seat, **values)
    begin_tenure(connection, game, seat.seat)
    reckon(session, game, stand_of(connection, game), arrived=now)
    note_act(session, game, Role.PLAYER, Deed.STANDBY, seat=seat.seat)
    taken = Concern(
        game=game.id, matter=Matter.STOOD_BY, seat=seat.seat, name=seat.name, address=act.address
    )
    note_concern(session, f"standby.{game.id}.{seat.seat}", taken)
    found = games.lock_place(connection, game.id, seat.seat)
    assert found is not None, "the game has not gone"
    now_game, chair = found
    count = len(games.seats_of(connection, game.id))
    with in_language(session.context, chair.language):
        notice = Notice(
            title=_("You have a seat in {game}").format(game=game.title),
            paragraphs=(
                _("You play {ruleset} as {name}.").format(
                    ruleset=load(game.ruleset).title, name=chair.name
                ),
                _(
                    "The name stays, as in every game that has begun; the others are told that "
                    "somebody else plays."
                ),
                introduced(session.context, game, count),
                _("The report comes in a mail of its own: reply to that one with orders."),
                first_words(),
            ),
            game_title=game.title,
            answer=False,
        )
        header = for_seat(session.context, now_game, chair, turn=game.turn)
        told = pack_notice(
            session.context, notice, header, game=game.id, turn=game.turn, seat=seat.seat
        )
        report = replace(newest_report(session, now_game, chair), kind="report")
    mail.queue_mails(connection, [told, report])
    tell_of_another(session, now_game, chair)


def _forget_orders(session: Session, game: GameRow, seat: SeatRow) -> None:
    """What was sent by whoever had the seat before is played no more, and shown to nobody."""
    now = session.context.clock.now()
    if games.held_for(session.connection, game.id, game.turn, seat.seat) is not None:
        games.hold_orders(
            session.connection,
            game=game.id,
            turn=game.turn,
            seat=seat.seat,
            orders_bytes=None,
            lines=(),
            source=Source.MAIL,
            received=now,
        )
        games.mark_ask(session.connection, game.id, seat.seat, answered=False, sure=False)
    kept = games.later_lines(session.connection, game.id).get(seat.seat, {})
    games.keep_later(session.connection, game.id, seat.seat, dict.fromkeys(kept, ()), now)


def pass_over(session: Session, game: GameRow, seat: SeatRow, act: PendingRow) -> None:
    """Whoever was offered a seat will not have it: the next one is asked."""
    pending.drop_pending(session.connection, game.id, seat.seat)
    _off_the_list(session, game, act.address)


def _off_the_list(session: Session, game: GameRow, reader: str) -> None:
    mine = standbys.standbys_at(session.connection, reader)
    here = [row.id for row in mine if row.game == game.id]
    rules = [row.id for row in mine if row.ruleset == game.ruleset]
    standbys.drop_standbys(session.connection, *(here or rules))
