"""A list of people who would take a seat that falls free, and how such a seat is offered to them.

An offer shows what anyone may see of a game. The seat's own report comes once it was taken: whoever
declines has learned nothing that is kept from them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import msgspec

from pbem.engine.i18n import _
from pbem.engine.registry import load, names
from pbem.mailer import address
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import note_event
from pbem.service.dispatch.post import for_address, for_seat, language_at, pack_notice
from pbem.service.play.acts import begin, for_act, last_moment
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.games import GameProblem
from pbem.service.play.masters import knows_too_much, masters_of
from pbem.service.play.news import newest_report
from pbem.service.play.noting import note_act
from pbem.service.play.previews import lines_of, the_first
from pbem.service.play.table import open_table, schedule_of
from pbem.store import games, mail, pending, people, standbys, substitutions
from pbem.store.joining import Joining
from pbem.store.mastering import Deed, Role
from pbem.store.observing import Watching
from pbem.store.records import (
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

CONFIRM_WITHIN = timedelta(days=2)
"""How long somebody may confirm that they stand by."""
OFFERED_FOR = timedelta(days=2)
"""How long a seat is offered to somebody."""
MOST = 10
"""So many games and rules one address stands by for at the most."""
MOST_LINES = 80
"""Lines of what anyone may see of a game that an offer shows."""
ASKS = "standby"
"""The kind of the mail that asks to confirm it."""
MOST_OFFERS = 50
"""Seats that are offered in one round."""


def stand_by(session: Session, address: str, wanted: str, *, proven: bool) -> StandbyRow:
    """Put somebody on the list for a game or a ruleset, or find where they are; who has not
    `proven` who they are has to confirm it. Raises :class:`GameProblem`."""
    game, ruleset = _meant(session, wanted)
    mine = standbys.standbys_at(session.connection, address)
    about = game.id if game is not None else ruleset
    found = next((row for row in mine if row.about == about), None)
    if found is not None:
        if proven and found.until is not None:
            standbys.confirm_standby(session.connection, found.id)
        return found
    if len(mine) >= MOST:
        raise GameProblem(_("You stand by for {count} already.").format(count=len(mine)))
    if game is not None:
        _may_stand_by(session, game, address)
    return standbys.add_standby(
        session.connection,
        game=game.id if game is not None else None,
        ruleset=None if game is not None else ruleset,
        address=address,
        nonce=new_nonce(),
        until=None if proven else session.context.clock.now() + CONFIRM_WITHIN,
    )


def _meant(session: Session, wanted: str) -> tuple[GameRow | None, str]:
    game = games.find_game(session.connection, wanted.lower())
    if game is not None and game.status not in OVER:
        return game, game.ruleset
    name = ruleset_named(wanted)
    if name is None:
        raise GameProblem(_("{wanted} is no game and no rules here.").format(wanted=wanted))
    return None, name


def ruleset_named(wanted: str) -> str | None:
    """The ruleset that somebody means, however they write it; None for none."""
    plain = "".join(c for c in wanted.casefold() if c.isalnum())
    for name in names():
        for said in (name, load(name).title):
            if plain == "".join(c for c in said.casefold() if c.isalnum()):
                return name
    return None


def takes_standbys(game: GameRow) -> bool:
    """Whether seats of a game that fall free are offered: not where its master says who joins."""
    return schedule_of(game).standby and game.joining is Joining.OPEN


def _may_stand_by(session: Session, game: GameRow, address: str) -> None:
    if not takes_standbys(game):
        raise GameProblem(_("Nobody stands by for this game: its free seats stay a bot's."))
    if address in substitutions.addresses_in(session.connection, game.id):
        raise GameProblem(_("This address plays in the game already."))
    if _runs(session, game, address):
        raise GameProblem(_("Whoever runs the game gets no seat that falls free in it."))
    if knows_too_much(session.connection, game.id, address):
        raise GameProblem(
            _("This address was shown what players keep from each other: it gets no seat.")
        )


def _runs(session: Session, game: GameRow, address: str) -> bool:
    found = masters_of(session.context, session.connection, game.id)
    return any(one.address == address for one in found)


def places_of(session: Session, address: str) -> tuple[str, ...]:
    """Where somebody stands on the lists, each as a sentence."""
    said = []
    for row in standbys.standbys_at(session.connection, address):
        if row.until is None:
            others = standbys.standbys_about(session.connection, row.about)
            place = 1 + sum(one.id < row.id and one.until is None for one in others)
            what = row.game or load(row.ruleset or "").title
            said.append(
                _("You stand by for {what}, as number {place}.").format(what=what, place=place)
            )
    return tuple(said)


def asking_draft(session: Session, row: StandbyRow) -> OutboxDraft:
    """Whether somebody wants to stand by, or that they do: small, for its reader may not have
    asked. A reply to it counts as theirs."""
    language = language_at(session.connection, row.address)
    if row.until is None:
        notice = Notice(
            title=_("Where you stand by"),
            paragraphs=places_of(session, row.address),
            lines=("STANDBY OFF",),
            text_only=True,
        )
        return _with_address(session, row, notice, language)
    until = stamp(
        session.context.local(row.until, ""), language or session.context.config.service.language
    )
    what = row.game or load(row.ruleset or "").title
    notice = Notice(
        title=_("Do you stand by for {what}?").format(what=what),
        paragraphs=(
            _("Somebody asked in your name to be offered a seat that falls free."),
            _(
                "If that was you, reply to this mail with the one word CONFIRM until {until}. If "
                "not, do nothing."
            ).format(until=until),
        ),
        text_only=True,
    )
    return _with_address(session, row, notice, language)


def _with_address(session: Session, row: StandbyRow, notice: Notice, language: str) -> OutboxDraft:
    """A mail to somebody who stands by; its token names no seat."""
    route = address.Route(row.about, 0, 0)
    token = address.token(session.context.key, route, row.nonce)
    header = msgspec.structs.replace(
        for_address(session.context, row.address, language=language),
        reply_to=address.reply_address(session.context.config.mail, route, token),
        tag=address.subject_tag(route, token),
    )
    return pack_notice(session.context, notice, header, kind=ASKS)


def offer_seats(context: Context) -> int:
    """Offer each seat that fell free to the first on its list to whom it was not offered yet;
    returns how many were."""
    with context.database.read() as connection:
        free = standbys.free_places(connection)[:MOST_OFFERS]
        void = standbys.are_void(connection, context.clock.now())
    offered = 0
    for game, seat in free:
        with context.write() as session:
            place = games.lock_place(session.connection, game, seat)
            if place is not None:
                offered += _offer(session, *place)
    if void:
        with context.database.write() as connection:
            standbys.drop_void_standbys(connection, context.clock.now())
    return offered


def _offer(session: Session, game: GameRow, seat: SeatRow) -> bool:
    is_free = seat.kind is SeatKind.RESIGNED and seat.address is None
    taken = pending.find_pending(session.connection, game.id, seat.seat)
    if not is_free or taken is not None or not takes_standbys(game) or game.results_wait:
        return False
    playing = substitutions.addresses_in(session.connection, game.id)
    asked = {
        one.address
        for one in pending.pending_of(session.connection, game.id)
        if one.act in (Act.OFFER, Act.RETURN)
    }
    for row in standbys.waiting_for(session.connection, game.id, game.ruleset):
        if row.address in playing or row.address in asked or _runs(session, game, row.address):
            continue
        if knows_too_much(session.connection, game.id, row.address):
            continue
        until = session.context.clock.now() + OFFERED_FOR
        act = begin(session.connection, seat, Act.OFFER, row.address, until, None)
        draft = offer_draft(session.context, game, seat, act, session)
        mail.queue_mails(session.connection, [draft])
        return True
    return False


def offer_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, session: Session | None = None
) -> OutboxDraft:
    """A seat that somebody may have; with what anyone may see of its game, where it is shown."""
    shown: tuple[Excerpt, ...] = ()
    wishes = people.wishes_of(session.connection, act.address) if session else {}
    reader = replace(seat, address=act.address, **({"quiet": "", "omits": ()} | wishes))
    with in_language(context, reader.language):
        if session is not None and game.observers is Watching.ALL:
            table = open_table(session.connection, game)
            report = table.ruleset.desk.report(table.view(None), ())
            lines = tuple(the_first(tuple(lines_of(report)), MOST_LINES))
            shown = (Excerpt(_("What anyone may see of it:"), lines),)
        notice = Notice(
            title=_("A seat in {game} is free for you").format(game=game.title),
            paragraphs=(
                _(
                    "You stand by for it. The seat is that of {name}, in turn {turn} of a game of "
                    "{ruleset}; a bot plays it just now."
                ).format(name=seat.name, turn=game.turn, ruleset=load(game.ruleset).title),
                _(
                    "To take it, reply to this mail with the one word ACCEPT until {until}: the "
                    "seat's own report comes then. DECLINE, or no answer, takes you off the list."
                ).format(until=last_moment(context, reader, act)),
            ),
            excerpts=shown,
            game_title=game.title,
            answer=False,
        )
        return for_act(context, game, reader, act, notice)


def take_seat(session: Session, game: GameRow, seat: SeatRow, act: PendingRow) -> None:
    """Give an offered seat to whoever was offered it, with nothing of whoever had it before.
    Raises :class:`GameProblem` where that can no longer be."""
    connection, now = session.connection, session.context.clock.now()
    pending.drop_pending(connection, game.id, seat.seat)
    _off_the_list(session, game, act.address)
    if game.status in OVER:
        raise GameProblem(_("The game is over."))
    _may_stand_by(session, game, act.address)
    _forget_orders(session, game, seat)
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
        "omits": (),
        "notices": NoticeWish.EACH,
        "told_from": game.turn - 1,
        "told": game.turn - 1,
        "told_at": now,
        **people.wishes_of(connection, act.address),
    }
    games.change_seat(connection, game.id, seat.seat, **values)
    reckon(session, game, stand_of(connection, game), arrived=now)
    note_act(session, game, Role.PLAYER, Deed.STANDBY, seat=seat.seat)
    note_event(
        session,
        f"standby.{game.id}.{seat.seat}",
        f"{act.address} has taken seat {seat.seat} of {game.title}, which had fallen free",
        "It was offered to those who stand by; nothing is left to do.",
    )
    found = games.lock_place(connection, game.id, seat.seat)
    assert found is not None, "the game has not gone"
    now_game, chair = found
    with in_language(session.context, chair.language):
        notice = Notice(
            title=_("You have a seat in {game}").format(game=game.title),
            paragraphs=(
                _("You play {ruleset} as {name}.").format(
                    ruleset=load(game.ruleset).title, name=chair.name
                ),
                _("The report comes with this mail; reply to that one."),
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
    kept = games.later_lines(session.connection, game.id, seat.seat)
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
