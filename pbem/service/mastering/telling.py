"""What game masters are told of games, and everybody of what game masters did. Nothing here tells
anybody's orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import span, stamp
from pbem.service.context import Session
from pbem.service.fame.reliability import reliability_of
from pbem.service.mastering.masters import run_by
from pbem.service.play.absence import Lateness, lateness
from pbem.service.play.games import free_seats, start_now
from pbem.service.play.masters import OPERATOR, masters_of
from pbem.service.play.table import waits_for
from pbem.service.play.voting import votes_shown
from pbem.store import audit, games, lapses, mail, observers
from pbem.store.mastering import AuditRow, Deed, MasterRow, Role, named_in
from pbem.store.observing import ObserverRow
from pbem.store.readdressing import changes_done
from pbem.store.records import GameRow, GameStatus, Place, SeatKind, SeatRow
from pbem.store.substitutions import owners_of

MOST_TOLD = 60
"""Acts, notes or games that one mail tells: the newest."""


def shown(session: Session, game: GameRow, master: MasterRow) -> Notice:
    """How a game stands: who is in, who owes orders, where mail fails, what was noted."""
    connection = session.connection
    game = games.find_game(connection, game.id) or game
    chairs = games.seats_of(connection, game.id)
    late = waits_for(connection, game) if game.turn else ()
    notes = [act.detail for act in audit.acts_of(connection, game.id) if act.deed is Deed.NOTE]
    failing = {one.address for one in mail.troubled_contacts(connection)}
    missed = lateness(connection, game.id)
    reliable = reliability_of(connection, (one.address for one in chairs if one.has_person))
    fresh = {place for one in changes_done(connection) for place in one.places}
    owners = owners_of(connection, game.id) if any(chair.lent for chair in chairs) else {}
    return Notice(
        title=_("{game}: where things stand").format(game=game.title),
        paragraphs=(
            *_standing(game, chairs, len(late)),
            *_by_themselves(session, game, master),
            *votes_shown(session, game, master),
        ),
        bullets=tuple(
            _seat(
                chair,
                chair.seat in late,
                missed.get(chair.seat, Lateness()),
                failing,
                fresh,
                owners.get(chair.seat, ""),
                address=master.role is Role.OWNER,
                percent=reliable.get(chair.address or ""),
            )
            for chair in chairs
        ),
        excerpts=(
            *_observers(session, game, address=master.role is Role.OWNER),
            *(
                (Excerpt(_("Notes of the game masters:"), tuple(notes[-MOST_TOLD:])),)
                if notes
                else ()
            ),
        ),
        deadline=session.context.local(game.deadline, master.zone)
        if game.deadline and not game.stalled and game.status is GameStatus.RUNNING
        else None,
        turn=game.turn,
    )


def _observers(session: Session, game: GameRow, *, address: bool) -> Iterator[Excerpt]:
    """Who watches, for game masters who are told addresses; how many, for the others."""
    rows = observers.observers_of(session.connection, game.id)
    if not rows:
        return
    count = sum(row.until is None for row in rows)
    said = ngettext("{count} person watches:", "{count} people watch:", count)
    if address:
        lines = tuple(f"{row.number}. {_observer(row)}" for row in rows[:MOST_TOLD])
        yield Excerpt(said.format(count=count), lines)
    else:
        yield Excerpt(said.format(count=count), (_("Addresses are for owners alone."),))


def _observer(row: ObserverRow) -> str:
    if row.until is None:
        return row.address
    return _("{address}, who has yet to confirm it").format(address=row.address)


def _standing(game: GameRow, chairs: tuple[SeatRow, ...], late: int) -> Iterator[str]:
    if game.status is GameStatus.FORMING:
        yield _("The game has not begun: {taken} of {all} seats are taken.").format(
            taken=len(chairs) - free_seats(chairs), all=len(chairs)
        )
        yield start_now()
        return
    if game.status is GameStatus.FINISHED:
        yield _("The game is over.")
        return
    if game.status is GameStatus.CANCELLED:
        yield _("{game} was cancelled.").format(game=game.title)
        return
    if game.results_wait:
        yield results_wait(game)
    else:
        yield _("Turn {turn} is open.").format(turn=game.turn)
    if late:
        yield ngettext(
            "{count} player still owes orders.", "{count} players still owe orders.", late
        ).format(count=late)
    if game.stalled:
        yield _("The deadline has passed; the game master has been asked what to do.")
    if game.status is GameStatus.PAUSED:
        yield _("The game is paused: the clock stands still.")
    if game.closing is not None:
        yield _("It closes within minutes, as soon as all mail has been read.")


def _seat(
    chair: SeatRow,
    owes: bool,
    missed: Lateness,
    failing: set[str],
    fresh: set[Place],
    lender: str,
    *,
    address: bool,
    percent: int | None,
) -> str:
    sentence = {
        SeatKind.OPEN: _("seat {seat} is free"),
        SeatKind.KEPT: _("seat {seat} is kept for somebody who has yet to confirm it"),
        SeatKind.HUMAN: _("{name} (seat {seat}), orders awaited")
        if owes
        else _("{name} (seat {seat})"),
        SeatKind.BOT: _("{name} (seat {seat}, automatic)"),
        SeatKind.RESIGNED: _("{name} (seat {seat}, resigned)"),
    }
    said = [sentence[chair.kind].format(name=chair.name, seat=chair.seat)]
    if chair.has_person:
        said += [chair.address or ""] if address else []
        if chair.lent is not None:
            owner = _("a substitute plays for {address}").format(address=lender)
            said.append(owner if address and lender else _("a substitute plays"))
        if (chair.game, chair.seat) in fresh:
            said.append(_("an address of the last three days"))
    if missed.missed:
        said.append(
            ngettext("missed {count} turn", "missed {count} turns", missed.missed).format(
                count=missed.missed
            )
        )
    if missed.latest is not None:
        said.append(_("late by {span} at the most").format(span=span(missed.latest)))
    if percent is not None:
        said.append(_("in all games in time for {percent} % of turns").format(percent=percent))
    if chair.address in failing:
        said.append(_("mail to them fails"))
    return "; ".join(said)


def list_of(session: Session, master: MasterRow) -> Notice:
    """The games that somebody runs, each in a line."""
    found = [game for game, _master in run_by(session, master.address)]
    owing = games.count_owing(session.connection)
    seats = games.count_seats(session.connection)
    missed = lapses.count_missed(session.connection)
    lines = [
        _game(session, game, master, owing.get(game.id, 0), seats[game.id], missed.get(game.id, 0))
        for game in found[:MOST_TOLD]
    ]
    return Notice(
        title=ngettext("You run {count} game", "You run {count} games", len(found)).format(
            count=len(found)
        ),
        bullets=tuple(lines),
    )


def _game(
    session: Session,
    game: GameRow,
    master: MasterRow,
    owing: int,
    seats: tuple[int, int],
    missed: int,
) -> str:
    count, free = seats
    said = [f"{game.id}: {game.title}"]
    match game.status:
        case GameStatus.FORMING:
            said.append(_("{free} of {all} seats are free").format(free=free, all=count))
        case GameStatus.FINISHED:
            said.append(_("over"))
        case GameStatus.CANCELLED:
            said.append(_("cancelled"))
        case _:
            said.append(_("turn {turn}").format(turn=game.turn))
            if game.status is GameStatus.PAUSED:
                said.append(_("paused"))
            if game.stalled is not None or game.results_wait:
                said.append(_("waits for you"))
            if owing:
                said.append(
                    ngettext("waits for {count} player", "waits for {count} players", owing).format(
                        count=owing
                    )
                )
            if game.deadline is not None and game.status is GameStatus.RUNNING:
                said.append(_("until {moment}").format(moment=told(session, game.deadline, master)))
    if missed:
        said.append(
            ngettext("missed {count} turn", "missed {count} turns", missed).format(count=missed)
        )
    return "; ".join(said)


def log_of(
    session: Session, game: GameRow, *, seat: int | None = None, zone: str = "", language: str = ""
) -> Notice:
    """What game masters did: all of it; for a `seat` what concerns it alone or everybody."""
    found = [
        act
        for act in audit.acts_of(session.connection, game.id)
        if seat is None or act.deed is Deed.EXTEND or _concerns(act, seat)
    ]
    names = _names(session, game)
    language = language or session.context.config.service.language
    return Notice(
        title=_("{game}: what the game masters did").format(game=game.title),
        paragraphs=() if found else (_("Nothing so far."),),
        bullets=tuple(
            f"{stamp(session.context.local(act.at, zone), language)}, {_who(act, names)}: "
            f"{described(_dated(session, act, zone, language))}"
            for act in found[-MOST_TOLD:]
        ),
        game_title=game.title,
    )


def done_since(session: Session, game: GameRow, master: MasterRow, number: int) -> tuple[str, ...]:
    """What was done in a game from this act on, each in a line for a game master."""
    language = master.language or session.context.config.service.language
    names = _names(session, game)
    return tuple(
        f"{_who(act, names)}: {described(_dated(session, act, master.zone, language))}."
        for act in audit.acts_of(session.connection, game.id)
        if act.number >= number
    )


def _names(session: Session, game: GameRow) -> dict[int, str]:
    """The names of those who run a game, or did, by number."""
    acts = audit.acts_of(session.connection, game.id)
    named = (named_in(act) for act in acts if act.deed in (Deed.APPOINT, Deed.DISMISS))
    running = masters_of(session.context, session.connection, game.id)
    return dict(named) | {one.number: one.name for one in running}


_UNTOLD = (Deed.NOTE,)
"""What no player is told."""


def _concerns(act: AuditRow, seat: int) -> bool:
    return act.deed not in _UNTOLD and act.seat in (None, seat)


def _who(act: AuditRow, names: dict[int, str]) -> str:
    if act.role is Role.PLAYER:
        return _("the players") if act.seat is None else _("seat {seat}").format(seat=act.seat)
    if act.master == OPERATOR:
        return _("the operator")
    return names.get(act.master) or _("game master {number}").format(number=act.master)


def _dated(session: Session, act: AuditRow, zone: str, language: str) -> AuditRow:
    """The same act, a deadline that it names in its reader's zone and language, and a game master
    by name."""
    if act.deed in (Deed.APPOINT, Deed.DISMISS):
        number, name = named_in(act)
        return replace(act, detail=name or _("game master {number}").format(number=number))
    if act.deed not in (Deed.DEADLINE, Deed.EXTEND):
        return act
    local = session.context.local(datetime.fromisoformat(act.detail), zone)
    return replace(act, detail=stamp(local, language))


def described(act: AuditRow) -> str:
    """What was done, as a sentence."""
    said = {
        Deed.START: _("began the game"),
        Deed.PAUSE: _("stopped the clock"),
        Deed.RESUME: _("let the game go on"),
        Deed.DEADLINE: _("set the deadline to {detail}"),
        Deed.EXTEND: _("put the deadline off to {detail}"),
        Deed.CLOSE: _("closed turn {detail}"),
        Deed.ROLLBACK: _("took the game back to turn {detail}"),
        Deed.SCHEDULE: _("changed the schedule: {detail}"),
        Deed.CANCEL: _("cancelled the game"),
        Deed.ARCHIVE: _("archived the game"),
        Deed.EJECT: _("took seat {seat} from its player"),
        Deed.ADDRESS: _("gave seat {seat} to somebody"),
        Deed.BOT: _("gave seat {seat} to the bot {detail}"),
        Deed.NAME: _("called seat {seat} {detail}"),
        Deed.LANGUAGE: _("changed the language of seat {seat} to {detail}"),
        Deed.ZONE: _("changed the time zone of seat {seat} to {detail}"),
        Deed.RELEASE: _("let seat {seat} fall free"),
        Deed.NOTE: _("noted: {detail}"),
        Deed.MESSAGE: _("wrote to all") if act.seat is None else _("wrote to seat {seat}"),
        Deed.APPOINT: _("made somebody a game master: {detail}"),
        Deed.PUBLISH: _("let the results of turn {detail} out"),
        Deed.ORDERS: _("gave orders for seat {seat}"),
        Deed.LOOK: _("looked at the position of seat {seat}"),
        Deed.TRUTH: _("looked at everything that is hidden in the game"),
        Deed.PREVIEW: _("was shown what turn {detail} brings before it was told"),
        Deed.DISMISS: _("dismissed a game master: {detail}"),
        Deed.INVITE: _("invited {detail} to seat {seat}"),
        Deed.APPROVE: _("let {detail} have seat {seat}"),
        Deed.REFUSE: _("did not let {detail} have seat {seat}"),
        Deed.AGREE: _("ended the game by a vote"),
        Deed.OBSERVER: _("asked observer {detail} whether they want to watch"),
        Deed.UNWATCH: _("let observer {detail} watch no more"),
        Deed.READDRESS: _("plays from another address"),
        Deed.SUBSTITUTE: _("lets somebody else play for a while"),
        Deed.STANDBY: _("took a seat that had fallen free"),
        Deed.HANDBACK: _("has the seat back from a substitute"),
    }
    return said[act.deed].format(seat=act.seat, detail=act.detail)


def results_wait(game: GameRow) -> str:
    """That what came of a turn waits for the game master."""
    return _(
        "Turn {turn} is closed, and its results wait for you: RELEASE sends them, ROLLBACK {turn} "
        "takes the turn back."
    ).format(turn=game.turn)


def _by_themselves(session: Session, game: GameRow, master: MasterRow) -> Iterator[str]:
    """When results that wait go out without a word."""
    if game.releases is None or game.status is not GameStatus.RUNNING:
        return
    if game.releases > session.context.clock.now():
        until = told(session, game.releases, master)
        yield _("Without either they go out by themselves on {until}.").format(until=until)


def told(session: Session, moment: datetime, master: MasterRow) -> str:
    """A moment in a game master's zone and language."""
    language = master.language or session.context.config.service.language
    return stamp(session.context.local(moment, master.zone), language)
