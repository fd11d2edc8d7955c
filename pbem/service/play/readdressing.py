"""Another address for somebody's seats: asked for, confirmed there, told to the old one, which can
stop it and for three days undo it.

Whoever has somebody's mail could otherwise take their seats for good. So the way back is not lost
by anything that the new address does, and no further change is made while it is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import structs

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Session, in_language
from pbem.service.dispatch.alerts import note_concern
from pbem.service.dispatch.post import for_address, for_seat, pack_notice
from pbem.service.play import readdress_mails, seconds
from pbem.service.play.dropping import let_go
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.masters import knows_too_much
from pbem.service.play.noting import note_act
from pbem.service.play.seating import LONGEST_TITLE, renew_key
from pbem.service.play.sitting import seat_kept_for, seat_of
from pbem.service.play.substitute_mails import lender_draft
from pbem.service.play.table import GameProblem
from pbem.service.play.unasked import ask_unasked
from pbem.service.wishes import BadWish
from pbem.store import fame, games, masters, people, standbys, substitutions
from pbem.store import seconds as seconds_of
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import Deed, Role
from pbem.store.readdressing import (
    ReaddressRow,
    add_change,
    change_to,
    drop_change,
    note_done,
    places_at,
)
from pbem.store.records import (
    OVER,
    GameRow,
    GameStatus,
    OutboxDraft,
    OutboxStatus,
    Place,
    SeatKind,
    SeatRow,
    new_nonce,
)

CONFIRM_WITHIN = timedelta(days=3)
"""How long a new address may be confirmed."""
UNDO_WITHIN = timedelta(days=3)
"""How long a change that was carried out may be undone."""
MOST_ASKED = 3
"""New addresses a day that somebody may ask for."""
ASKS, TELLS = "newaddress", "readdressed"
"""The kinds of the mails to a new address that is to be confirmed, and to an old one."""
DAY = timedelta(days=1)


def begin_change(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    new: str,
    *,
    counted: Callable[..., int],
    spare: Callable[[OutboxDraft], tuple[OutboxDraft, ...]],
    adds: bool = False,
) -> tuple[OutboxDraft, ...]:
    """Ask a new address to confirm that it is the reader's, and tell the old one. `spare` says
    which mails to somebody who has proven nothing may go out; to whoever wants none unasked none
    does, and nobody is told. Raises :class:`BadWish`, and then nothing is changed."""
    old, now = seat.address or "", session.context.clock.now()
    if new == old:
        raise BadWish(_("{address} is your address already.").format(address=new))
    before = change_to(session.connection, old)
    if before is not None:
        said = _(
            "Your address was changed within the last days, and can be changed again after {until}."
        )
        raise BadWish(said.format(until=_moment(session, seat, before.until)))
    if counted(TELLS, now - DAY, recipient=old) >= MOST_ASKED:
        raise BadWish(_("You have asked for so many addresses today; try again tomorrow."))
    row = ReaddressRow(
        *(new_nonce(), new_nonce(), game.id, seat.seat, old, new),
        now + CONFIRM_WITHIN,
        adds=adds,
    )
    asking = spare(asking_draft(session, game, seat, row))
    if not asking:
        raise BadWish(_("No more mails can go to that address today; try again tomorrow."))
    try:
        if not ask_unasked(session, old, new):
            asking = tuple(replace(one, status=OutboxStatus.OVERTAKEN) for one in asking)
    except GameProblem as problem:
        raise BadWish(str(problem)) from None
    add_change(session.connection, row)
    return (*asking, _to_old(session, game, seat, row, _asked(session, seat, row)))


def _asked(session: Session, seat: SeatRow, row: ReaddressRow) -> Notice:
    write = seconds.asked if row.adds else readdress_mails.asked
    return write(row, _moment(session, seat, row.until))


def asking_draft(session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow) -> OutboxDraft:
    """Whether somebody wants to play from the address that this goes to: small, for its owner may
    not have asked."""
    title = game.title
    if len(title) > LONGEST_TITLE:
        title = f"{title[:LONGEST_TITLE].rstrip()}…"
    write = seconds.asking if row.adds else readdress_mails.asking
    notice = write(title, _moment(session, seat, row.until))
    to = structs.replace(seat, address=row.new, nonce=row.nonce)
    header = for_seat(session.context, structs.replace(game, title=title), to, turn=game.turn)
    return pack_notice(
        session.context, notice, header, kind=ASKS, game=game.id, turn=game.turn, seat=seat.seat
    )


def carry_out(
    session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow
) -> list[OutboxDraft]:
    """Let somebody's seats be played from the new address, but for games in which somebody has a
    seat there already; reply addresses given out before are void."""
    now = session.context.clock.now()
    if row.adds:
        return _carry_out_second(session, game, seat, row, now)
    lent = substitutions.lent_places(session.connection, row.old)
    moved = tuple(
        place
        for place in (*places_at(session.connection, row.old), *lent)
        if _may_move(session, place, row.new)
    )
    if not moved:
        drop_change(session.connection, row.nonce)
        notice = readdress_mails.nothing_to_bring()
        return [
            pack_notice(session.context, notice, for_address(session.context, one))
            for one in (row.new, row.old)
        ]
    seconds_of.drop_second(session.connection, row.old, row.new)
    drafts = [*_given(session, moved, row.old, row.new, readdress_mails.arrived)]
    wishes = people.wishes_of(session.connection, row.old)
    if wishes:
        people.wish(
            session.connection, row.new, **(wishes | people.wishes_of(session.connection, row.new))
        )
    _hand_rating_on(session, row.old, row.new)
    masters.hand_insight_on(session.connection, row.old, row.new)
    standbys.readdress(session.connection, row.old, row.new)
    done = replace(row, until=now + UNDO_WITHIN, done=now, places=moved)
    note_done(session.connection, row.nonce, until=done.until, done=now, places=moved)
    stays = bool(places_at(session.connection, row.old))
    told = readdress_mails.left(done, _moment(session, seat, done.until), stays=stays)
    return [*drafts, _to_old(session, game, seat, done, told)]


def _carry_out_second(
    session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow, now: datetime
) -> list[OutboxDraft]:
    """Let a second address count; the first one is told."""
    if not seconds.add(session, row):
        drop_change(session.connection, row.nonce)
        return [seconds.confirmed(session, row, added=False)]
    done = replace(row, until=now + UNDO_WITHIN, done=now)
    note_done(session.connection, row.nonce, until=done.until, done=now)
    told = seconds.told(done, _moment(session, seat, done.until))
    return [
        seconds.confirmed(session, row, added=True),
        _to_old(session, game, seat, done, told),
    ]


def take_over(
    session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow
) -> list[OutboxDraft]:
    """Let a change go on that was begun on another service: both addresses get mails to reply
    to."""
    places = ((game.id, seat.seat),) if row.done is not None else ()
    here = replace(row, places=places)
    add_change(session.connection, here)
    with in_language(session.context, seat.language):
        if here.done is not None:
            left = readdress_mails.left(here, _moment(session, seat, here.until), stays=False)
            return [_to_old(session, game, seat, here, left)]
        told = _to_old(session, game, seat, here, _asked(session, seat, here))
        return [asking_draft(session, game, seat, here), told]


def _hand_rating_on(session: Session, old: str, new: str) -> None:
    """Whoever was rated at one address is now at the other."""
    name = people.find_person(session.connection, old).rated
    if name is not None:
        fame.rate(session.connection, old, None)
        fame.rate(session.connection, new, name)


def _may_move(session: Session, place: Place, new: str) -> bool:
    (game, seat), connection = place, session.connection
    return not (
        seat_of(connection, game, new) not in (None, seat)
        or seat_kept_for(connection, game, new) not in (None, seat)
        or knows_too_much(connection, game, new)
    )


def _given(
    session: Session,
    places: tuple[Place, ...],
    old: str,
    new: str,
    write: Callable[[GameRow, SeatRow], Notice],
) -> Iterator[OutboxDraft]:
    """Give seats another address, each in its game; yields the mails with the new reply addresses
    of games that are not over."""
    for place in places:
        game_id, number = place
        found = games.lock_place(session.connection, game_id, number)
        if found is None:
            continue
        game, seat = found
        if substitutions.readdress(session.connection, *place, old, new, new_nonce()):
            stack = substitutions.stack_of(session.connection, *place)
            mine = next(one for one in stack if one.address == new)
            _note_moved(session, game, seat, old, new)
            yield lender_draft(session.context, game, seat, mine)
            continue
        if seat.address != old:
            continue
        if game.status in OVER:
            games.change_seat(session.connection, game_id, number, address=new)
            continue
        now = structs.replace(seat, address=new, nonce=new_nonce(), kind=SeatKind.HUMAN)
        games.change_seat(
            session.connection, game_id, number, address=new, nonce=now.nonce, kind=now.kind
        )
        let_go(session, game, now, to=new)
        if seat.kind is not now.kind and game.status is not GameStatus.FORMING:
            arrived = session.context.clock.now()
            reckon(session, game, stand_of(session.connection, game), arrived=arrived)
        _note_moved(session, game, seat, old, new)
        with in_language(session.context, now.language):
            header = for_seat(session.context, game, now, turn=game.turn)
            yield pack_notice(
                session.context,
                write(game, now),
                header,
                kind="newkey",
                game=game_id,
                turn=game.turn,
                seat=number,
            )


def _note_moved(session: Session, game: GameRow, seat: SeatRow, old: str, new: str) -> None:
    note_act(session, game, Role.PLAYER, Deed.READDRESS, seat=seat.seat)
    moved = Concern(
        game=game.id,
        matter=Matter.MOVED,
        seat=seat.seat,
        name=seat.name,
        address=new,
        before=old,
    )
    note_concern(session, f"readdressed.{game.id}.{seat.seat}", moved)


def _to_old(
    session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow, notice: Notice
) -> OutboxDraft:
    to = structs.replace(seat, address=row.old, nonce=row.undo)
    header = for_seat(session.context, game, to, turn=game.turn)
    return pack_notice(
        session.context, notice, header, kind=TELLS, game=game.id, turn=game.turn, seat=seat.seat
    )


def undo(session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow) -> list[OutboxDraft]:
    """Stop a change, or take it back: the seats that it moved, and that nobody else was given
    since, are the old address's again."""
    drop_change(session.connection, row.nonce)
    if row.done is not None and row.adds:
        return seconds.take_away(session, row)
    if row.done is not None:
        _hand_rating_on(session, row.new, row.old)
        return [*_given(session, row.places, row.new, row.old, readdress_mails.back)]
    now, notice = _asked_by(session, game, seat, row)
    header = for_seat(session.context, game, now, turn=game.turn)
    return [
        pack_notice(
            session.context,
            notice,
            header,
            kind="newkey",
            game=game.id,
            turn=game.turn,
            seat=seat.seat,
        )
    ]


def _asked_by(
    session: Session, game: GameRow, seat: SeatRow, row: ReaddressRow
) -> tuple[SeatRow, Notice]:
    """The seat as the old address has it, with a new key, and what is told there. Whoever asked for
    the change had a reply address of it; whoever else has the seat by now is not concerned."""
    connection = session.connection
    if seat.has_person and seat.address == row.old:
        now = renew_key(session, game, seat)
        return now, readdress_mails.back(game, now)
    key = new_nonce()
    if substitutions.renew_key(connection, game.id, seat.seat, row.old, key):
        now = structs.replace(seat, address=row.old, nonce=key)
        return now, readdress_mails.back(game, now)
    return structs.replace(seat, address=row.old, nonce=key), readdress_mails.stopped()


def _moment(session: Session, seat: SeatRow, moment: datetime) -> str:
    language = seat.language or session.context.config.service.language
    return ending(session.context.local(moment, seat.zone), language)
