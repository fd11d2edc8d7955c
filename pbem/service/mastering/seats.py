"""What game masters do with seats. Whoever loses or gets one is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import end_alert
from pbem.service.dispatch.post import for_seat, pack_notice, put_out_nonce
from pbem.service.languages import check_language
from pbem.service.mastering.acts import note
from pbem.service.names import check_name, seat_name
from pbem.service.play.describing import first_words, introduced
from pbem.service.play.dropping import let_go
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.games import start_game, welcome
from pbem.service.play.lateness import absence_alert
from pbem.service.play.masters import knows_too_much
from pbem.service.play.news import newest_report
from pbem.service.play.notices import tell_of_another
from pbem.service.play.seating import vacate
from pbem.service.play.sitting import must_be_a_first, seat_kept_for, seat_of
from pbem.service.play.substituting import lenders
from pbem.service.play.table import GameProblem, game_named, is_to_begin
from pbem.service.play.unasked import write_unasked
from pbem.service.press.delivery import pass_on_now
from pbem.service.schedule import zones
from pbem.service.wishes import BadWish, no_such_language, read_address
from pbem.store import (
    games,
    mail,
    observers,
    outbox,
    people,
    press,
    seconds,
    standbys,
    substitutions,
    tenures,
    vacations,
    votes,
)
from pbem.store.mastering import Deed, MasterRow
from pbem.store.records import (
    NOT_TAKEN,
    OVER,
    GameRow,
    GameStatus,
    NewsWish,
    NoticeWish,
    SeatKind,
    SeatRow,
    new_nonce,
)
from pbem.store.wishes import USUAL


def eject(session: Session, game: GameRow, master: MasterRow, seat: int) -> GameRow:
    """Hand a person's seat to the house bot; before the start it falls free. What they wrote to
    other players, and has not gone out, never does."""
    chair = _of_person(session, game, seat)
    kept_back = press.take_all_back(session.connection, game.id, seat)
    _tell_ejected(session, game, chair, kept_back=kept_back)
    if game.status is GameStatus.FORMING:
        vacate(session, game.id, seat)
    else:
        _change(session, game, chair, kind=SeatKind.EJECTED, standing=())
    return _noted(session, game, master, Deed.EJECT, chair)


def release(session: Session, game: GameRow, master: MasterRow, seat: int) -> GameRow:
    """Let a seat of a game that has not begun fall free."""
    if game.status is not GameStatus.FORMING:
        raise GameProblem(
            _("{game} has begun: EJECT hands a seat to the house bot.").format(game=game.title)
        )
    chair = _seat(session, game, seat)
    if chair.has_person:
        _tell_ejected(session, game, chair)
    vacate(session, game.id, seat)
    return _noted(session, game, master, Deed.RELEASE, chair)


def give_to(session: Session, game: GameRow, master: MasterRow, seat: int, address: str) -> GameRow:
    """Give a seat to whoever has this address, with all that is held for it; who had it before is
    told, and their reply addresses are void. Begins a game that waits for nothing else."""
    chair, address = _seat(session, game, seat), fit_address(session, address)
    must_be_a_first(session.connection, address)
    playing = seat_of(session.connection, game.id, address)
    if playing is not None and (playing != seat or chair.address == address):
        raise GameProblem(_("This address plays in the game already."))
    if seat_kept_for(session.connection, game.id, address) not in (None, seat):
        raise GameProblem(_("A seat is kept for {address} already.").format(address=address))
    if knows_too_much(session.connection, game.id, address):
        raise GameProblem(
            _("This address was shown what players keep from each other: it gets no seat.")
        )
    write_unasked(session, master.address, [address])
    if chair.has_person:
        _tell_ejected(session, game, chair)
    _change(
        session,
        game,
        chair,
        to=address,
        kind=SeatKind.HUMAN,
        news=NewsWish.DIGEST,
        missed=0,
        waited=0,
        **{
            "quiet": "",
            "omits": USUAL,
            "notices": NoticeWish.EACH,
            **people.wishes_of(session.connection, address),
        },
    )
    standbys.let_back(session.connection, game.id, address)
    observers.drop_observer_at(session.connection, game.id, address)
    now = _seat(session, game, seat)
    fresh = game_named(session.connection, game.id)
    chairs = games.seats_of(session.connection, game.id)
    if game.status is GameStatus.FORMING:
        mail.queue_mails(session.connection, [welcome(session.context, fresh, now, chairs)])
    else:
        _tell(
            session,
            fresh,
            now,
            lambda row, seated: _given(session.context, row, seated, len(chairs)),
        )
        with in_language(session.context, now.language):
            report = replace(newest_report(session, fresh, now), kind="report")
        mail.queue_mails(session.connection, [report])
        if not chair.has_person:
            tell_of_another(session, fresh, now)
    return _begun(session, _noted(session, game, master, Deed.ADDRESS, chair))


def give_to_bot(
    session: Session, game: GameRow, master: MasterRow, seat: int, level: str
) -> GameRow:
    """Let a bot play a seat; who had it before is told. Begins a game that waits for nothing
    else."""
    chair, ruleset = _seat(session, game, seat), load(game.ruleset)
    level = level.lower() or ruleset.house_bot
    if level not in ruleset.bots:
        raise GameProblem(
            _("There is no bot {bot}; there are: {bots}.").format(
                bot=level, bots=", ".join(ruleset.bots)
            )
        )
    if chair.has_person:
        _tell_ejected(session, game, chair)
    name = chair.name
    if chair.kind in NOT_TAKEN:
        others = [one.name for one in games.seats_of(session.connection, game.id) if one != chair]
        name = seat_name(level.capitalize(), seat, others)
    _change(session, game, chair, kind=SeatKind.BOT, bot=level, standing=(), name=name)
    return _begun(session, _noted(session, game, master, Deed.BOT, chair, level))


def rename(session: Session, game: GameRow, master: MasterRow, seat: int, name: str) -> GameRow:
    """Give a seat another name, while the game has not begun. Raises BadName."""
    if game.status is not GameStatus.FORMING:
        raise GameProblem(_("Names stand in the record of a game that has begun."))
    chair = _seat(session, game, seat)
    others = [s.name for s in games.seats_of(session.connection, game.id) if s.seat != seat]
    wanted = check_name(name, others, load(game.ruleset))
    games.change_seat(session.connection, game.id, seat, name=wanted)
    _tell_of_change(session, game, chair, lambda now: _named(now.name))
    return _noted(session, game, master, Deed.NAME, chair, wanted)


def set_language(
    session: Session, game: GameRow, master: MasterRow, seat: int, language: str
) -> GameRow:
    """Let mails to a seat be in another language."""
    chair = _seat(session, game, seat)
    try:
        check_language("language", language.lower())
    except ValueError as error:
        raise GameProblem(no_such_language(language)) from error
    games.change_seat(session.connection, game.id, seat, language=language.lower())
    _tell_of_change(session, game, chair, lambda _now: _speaks())
    return _noted(session, game, master, Deed.LANGUAGE, chair, language.lower())


def set_zone(session: Session, game: GameRow, master: MasterRow, seat: int, zone: str) -> GameRow:
    """Let times in mails to a seat be those of another time zone."""
    chair = _seat(session, game, seat)
    found = {name.casefold(): name for name in zones()}.get(zone.casefold())
    if found is None:
        raise GameProblem(_("{zone} is no time zone, such as Europe/Paris.").format(zone=zone))
    games.change_seat(session.connection, game.id, seat, zone=found)
    _tell_of_change(session, game, chair, lambda now: _by_clock(now.zone))
    return _noted(session, game, master, Deed.ZONE, chair, found)


def _seat(session: Session, game: GameRow, seat: int) -> SeatRow:
    if game.status in OVER:
        raise GameProblem(_("{game} is over.").format(game=game.title))
    chair = games.find_seat(session.connection, game.id, seat)
    if chair is None:
        raise GameProblem(
            _("There is no seat {seat} in {game}.").format(seat=seat, game=game.title)
        )
    return chair


def _of_person(session: Session, game: GameRow, seat: int) -> SeatRow:
    chair = _seat(session, game, seat)
    if not chair.has_person:
        raise GameProblem(_("No person has seat {seat}.").format(seat=seat))
    return chair


def fit_address(session: Session, text: str) -> str:
    """An address that a game master names, which mail can go to. Raises :class:`GameProblem`."""
    try:
        address = read_address(text)
    except BadWish as problem:
        raise GameProblem(str(problem)) from None
    if session.context.is_own(address):
        raise GameProblem(_("This is the address of the games themselves."))
    return address


def _change(
    session: Session, game: GameRow, chair: SeatRow, *, to: str | None = None, **values: object
) -> None:
    """Let somebody else have a seat: nothing that was given out for it counts any more, and
    whoever had it gets no other of this game that falls free."""
    below = tuple(lenders(session, chair))
    if to is not None:
        stack = substitutions.stack_of(session.connection, game.id, chair.seat)
        known = next((row.person for row in stack if row.address == to), None)
        tenures.begin_tenure(session.connection, game, chair.seat, known)
    pass_on_now(session, game, chair)
    outbox.overtake(session.connection, game.id, "report", chair.seat)
    for lender in below:
        if lender.address != to:
            _tell_ejected(session, game, lender)
    for gone in (chair, *below):
        if gone.has_person and gone.address is not None:
            standbys.note_put_out(session.connection, game.id, gone.address)
    end_alert(session.connection, absence_alert(game.id, chair.seat))
    substitutions.drop_substitutions(session.connection, game.id, chair.seat)
    let_go(session, game, chair, to=to, leaves=True)
    press.forget_reader(session.connection, game.id, chair.seat)
    votes.forget_voter(session.connection, game.id, chair.seat)
    vacations.forget_vacation(session.connection, game.id, chair.seat)
    games.change_seat(
        session.connection, game.id, chair.seat, address=to, nonce=new_nonce(), lent=None, **values
    )
    for gone in (chair, *below):
        seconds.drop_without_seat(session.connection, gone.address or "")
    if game.status in (GameStatus.RUNNING, GameStatus.PAUSED):
        now = session.context.clock.now()
        reckon(session, game, stand_of(session.connection, game), arrived=now)


def _noted(
    session: Session,
    game: GameRow,
    master: MasterRow,
    deed: Deed,
    chair: SeatRow,
    detail: str = "",
) -> GameRow:
    note(session, game, master, deed, detail, seat=chair.seat)
    return game_named(session.connection, game.id)


def _begun(session: Session, game: GameRow) -> GameRow:
    """A game that begins where a seat was the last that nobody had."""
    full = is_to_begin(game, games.seats_of(session.connection, game.id))
    return start_game(session, game) if full else game


def _tell(
    session: Session, game: GameRow, chair: SeatRow, write: Callable[[GameRow, SeatRow], Notice]
) -> None:
    with in_language(session.context, chair.language):
        header = for_seat(session.context, game, chair, turn=game.turn)
        draft = pack_notice(
            session.context,
            write(game, chair),
            header,
            game=game.id,
            turn=game.turn,
            seat=chair.seat,
        )
    mail.queue_mails(session.connection, [draft])


def _tell_ejected(
    session: Session, game: GameRow, chair: SeatRow, *, kept_back: bool = False
) -> None:
    """Tell somebody that a seat is theirs no more, and whether letters of theirs were `kept_back`;
    a reply goes to the game master."""
    reader = structs.replace(chair, nonce=put_out_nonce(chair.address or ""))
    _tell(session, game, reader, lambda row, seated: _ejected(row, seated, kept_back=kept_back))


def _ejected(game: GameRow, chair: SeatRow, *, kept_back: bool) -> Notice:
    letters = _("What you wrote to other players and had not gone out yet goes to nobody.")
    return Notice(
        title=_("You play {game} no more").format(game=game.title),
        paragraphs=(
            _(
                "The game master of {game} has taken the seat of {name} from you. Orders and "
                "commands of yours do not count in it any more."
            ).format(game=game.title, name=chair.name),
            *([letters] if kept_back else ()),
            _("To ask why, reply to this mail: what you write goes to the game master."),
        ),
        game_title=game.title,
        answer=False,
        held=NOTHING_HELD,
    )


def _given(context: Context, game: GameRow, chair: SeatRow, seats: int) -> Notice:
    return Notice(
        title=_("You have a seat in {game}").format(game=game.title),
        paragraphs=(
            _(
                "The game master has given you the seat of {name}. The report comes in a mail of "
                "its own: reply to that one with orders."
            ).format(name=chair.name),
            introduced(context, game, seats),
            first_words(),
        ),
        game_title=game.title,
        answer=False,
    )


def _tell_of_change(
    session: Session, game: GameRow, before: SeatRow, what: Callable[[SeatRow], str]
) -> None:
    """Tell a seat's player, in the language that they now read, what else was changed of it."""
    now = _seat(session, game, before.seat)
    if not now.has_person or now == before:
        return
    _tell(
        session,
        game,
        now,
        lambda row, chair: Notice(
            title=_("{game}: your seat was changed").format(game=row.title),
            paragraphs=(
                what(chair),
                _("PROFILE shows and changes how the mail comes that you get."),
            ),
            game_title=row.title,
            answer=False,
        ),
    )


def _named(name: str) -> str:
    return _("The game master has given you the name {name}.").format(name=name)


def _speaks() -> str:
    return _("The game master has set that your mails come in this language.")


def _by_clock(zone: str) -> str:
    return _("The game master has set that times in your mails are those of {zone}.").format(
        zone=zone
    )
