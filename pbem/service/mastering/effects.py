"""What follows from acts that cannot be taken back, as whoever asks for one is told before it is
confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.context import Session
from pbem.service.play.played import ends_at, for_absence
from pbem.service.play.standby import takes_standbys
from pbem.service.play.table import humans, schedule_of, waits_for
from pbem.service.press.limits import TALK_ON
from pbem.store import games, press, standbys, vacations
from pbem.store.records import NOT_TAKEN, GameRow, GameStatus, SeatKind, SeatRow


def of_starting(session: Session, game: GameRow) -> Notice:
    """Who plays a game that begins now."""
    chairs = games.seats_of(session.connection, game.id)
    free = tuple(_goes_to_a_bot(chair) for chair in chairs if chair.kind in NOT_TAKEN)
    said = _("{game} begins, and everybody gets the first report.").format(game=game.title)
    if not free:
        return Notice(title=said, paragraphs=(_("All its seats are taken."),))
    return Notice(
        title=said, excerpts=(Excerpt(_("Bots take for good the seats that nobody has:"), free),)
    )


def _goes_to_a_bot(chair: SeatRow) -> str:
    if chair.kind is SeatKind.KEPT:
        said = _("seat {seat}, kept for {name}, who has not confirmed it")
        return said.format(seat=chair.seat, name=chair.name)
    return _("seat {seat}").format(seat=chair.seat)


def of_closing(session: Session, game: GameRow) -> Notice:
    """Who owes orders for a turn that closes now, and what is played for each."""
    owing = tuple(_owing(session, game))
    then = (
        _("Its results wait for you; nobody is told of them yet.")
        if game.release_after
        else _("Everybody gets a report of what came of it.")
    )
    return Notice(
        title=_("Turn {turn} closes, and nobody can order for it any more.").format(turn=game.turn),
        paragraphs=(then,) if owing else (then, _("Nobody owes orders.")),
        excerpts=(Excerpt(_("These still owe orders:"), owing),) if owing else (),
    )


def _owing(session: Session, game: GameRow) -> Iterator[str]:
    connection, now = session.connection, session.context.clock.now()
    held = games.held_orders(connection, game.id, game.turn)
    away = vacations.vacations_of(connection, game.id)
    waited = set(waits_for(connection, game))
    for chair in humans(games.seats_of(connection, game.id)):
        if chair.seat not in waited:
            continue
        row = held.get(chair.seat)
        if row is not None and row.orders is not None:
            played = _("what is held for them is played")
        else:
            moments = ends_at(game.deadline, now)
            schedule = for_absence(schedule_of(game), away.get(chair.seat), *moments)
            played = _instead(schedule.missed)
        name = _("{name} (seat {seat})").format(name=chair.name, seat=chair.seat)
        yield _("{name}: {what}").format(name=name, what=played)


def _instead(missed: str) -> str:
    """What is played for somebody of whom nothing is held."""
    match missed:
        case "bot":
            return _("the house bot plays this turn for them")
        case "pass":
            return _("they pass")
        case _:
            return _("what the game's rules say for a move that is missing")


def of_ejecting(session: Session, game: GameRow, seat: int) -> Notice:
    """Who plays a seat that is taken from its player, and what becomes of their letters."""
    chair = games.find_seat(session.connection, game.id, seat)
    name = chair.name if chair else ""
    said = _("Seat {seat}, now {name}, goes to the house bot.").format(seat=seat, name=name)
    letters = _("What {name} wrote to other players and has not gone out yet goes to nobody.")
    return Notice(title=said, paragraphs=(_then(session, game), letters.format(name=name)))


def _then(session: Session, game: GameRow) -> str:
    """Who gets a seat after the house bot."""
    if not takes_standbys(game):
        return _("The bot keeps it, unless you give it to somebody by SEAT.")
    count = len(standbys.waiting_for(session.connection, game))
    if not count:
        return _("Nobody stands by for it now; whoever does later is offered it.")
    return ngettext(
        "It is offered at once to {count} person who stands by.",
        "It is offered at once to those who stand by, {count} people, one after the other.",
        count,
    ).format(count=count)


def of_cancelling(session: Session, game: GameRow) -> Notice:
    """Who hears of a game's end, and what stays of it."""
    people = len(humans(games.seats_of(session.connection, game.id)))
    told = ngettext("{count} player is told.", "All {count} players are told.", people).format(
        count=people
    )
    stays = (
        _("The seats are nobody's any more.")
        if game.status is GameStatus.FORMING
        else _("What was played stays on record, and tells no winner.")
    )
    return Notice(
        title=_("{game} ends for good, without a result.").format(game=game.title),
        paragraphs=(told, stays),
    )


def of_deleting(session: Session, game: GameRow) -> Notice:
    """What nobody can ask for any more once a game is deleted."""
    title = _("Nothing of {game} is kept, and nobody can have it again.").format(game=game.title)
    if not game.turn:
        return Notice(title=title, paragraphs=(_("Whoever has a seat is told."),))
    return Notice(
        title=title,
        paragraphs=(
            *([_first()] if game.archived is None else ()),
            _(
                "The players lose what they were promised: STORY and REPORT by mail, and "
                "{count} days to talk about it."
            ).format(count=TALK_ON.days),
            *_letters(session, game),
        ),
    )


def _first() -> str:
    return _("ARCHIVE sends you its record first, with which it can be proved how it went.")


def _letters(session: Session, game: GameRow) -> Iterator[str]:
    waiting = len({one.piece.id for one in press.waiting_in(session.connection, game.id)})
    if waiting:
        yield ngettext(
            "{count} letter that has not gone out yet goes out first.",
            "{count} letters that have not gone out yet go out first.",
            waiting,
        ).format(count=waiting)
