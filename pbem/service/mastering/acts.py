"""What game masters do with a game, each act in the transaction of whoever calls it, with its row
in the record of their acts and the mails that tell of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec

from pbem.engine.i18n import _
from pbem.service.context import Context, Session
from pbem.service.dispatch.alerts import note_concern
from pbem.service.mastering.masters import add, remove
from pbem.service.mastering.moments import LONGEST, too_far
from pbem.service.mastering.showing import results_wait
from pbem.service.play.absence import decided
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.games import start_game
from pbem.service.play.masters import operator_of
from pbem.service.play.notices import change_deadline, moved, paused, resumed, tell_all
from pbem.service.play.noting import note_act
from pbem.service.play.table import GameProblem, game_named, schedule_of
from pbem.store import games, votes
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import Deed, MasterRow, naming
from pbem.store.records import OVER, GameRow, GameStatus

P = ParamSpec("P")
Act = Callable[Concatenate[Session, GameRow, MasterRow, P], GameRow]
"""An act: the game must be locked. Returns the game as it then stands; raises
:class:`GameProblem` where it cannot be done."""


def by_operator(
    context: Context, game_id: str, act: Act[P], *args: P.args, **kwargs: P.kwargs
) -> GameRow:
    """An act of whoever runs the machine, in a transaction of its own."""
    with context.write() as session:
        row = game_named(session.connection, game_id, lock=True)
        master = operator_of(context, session.connection, game_id)
        return act(session, row, master, *args, **kwargs)


def note(
    session: Session,
    game: GameRow,
    master: MasterRow,
    deed: Deed,
    detail: str = "",
    *,
    seat: int | None = None,
) -> None:
    """Put an act of a game master on record, as :func:`~pbem.service.play.noting.note_act`."""
    note_act(session, game, master.role, deed, detail, master=master.number, seat=seat)


def start(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Begin a game that has not begun; bots take the seats that nobody has. Who is in gets the
    first report."""
    if game.status in OVER:
        _must_be(game, GameStatus.FORMING)
    note(session, game, master, Deed.START)  # first: the first link of the chain tells of it
    return start_game(session, game_named(session.connection, game.id))


def pause(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Stop a game's clock. Orders still count."""
    _must_be(game, GameStatus.RUNNING)
    now = session.context.clock.now()
    games.change_game(session.connection, game.id, status=GameStatus.PAUSED, paused=now)
    note(session, game, master, Deed.PAUSE)
    return tell_all(session, game, paused, asks=False)


def resume(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Start a paused game's clock; the deadline moves by as long as it stood, and everybody
    gets the span for second thoughts anew."""
    _must_be(game, GameStatus.PAUSED)
    later, now = game.deadline, session.context.clock.now()
    if later and game.paused:
        later = schedule_of(game).no_holiday(later + (now - game.paused))
    reckon(session, game, stand_of(session.connection, game), arrived=now)
    released = game.releases
    if released and game.paused and released > game.paused:
        released += now - game.paused
    games.change_game(
        session.connection,
        game.id,
        status=GameStatus.RUNNING,
        paused=None,
        deadline=later,
        releases=released,
    )
    note(session, game, master, Deed.RESUME)
    return tell_all(session, game, resumed, asks=False)


def set_deadline(session: Session, game: GameRow, master: MasterRow, deadline: datetime) -> GameRow:
    """Set the open turn's deadline."""
    return _move(session, game, master, deadline, Deed.DEADLINE)


def extend(session: Session, game: GameRow, master: MasterRow, by: timedelta) -> GameRow:
    """Give everybody so much longer for the open turn; from now on, where its deadline has
    passed."""
    now = session.context.clock.now()
    return _move(session, game, master, max(game.deadline or now, now) + by, Deed.EXTEND)


def _move(
    session: Session, game: GameRow, master: MasterRow, deadline: datetime, deed: Deed
) -> GameRow:
    must_take_orders(game)
    if votes.agreed(session.connection, game.id) is not None:
        raise GameProblem(_("The players have ended the game by a vote."))
    now = session.context.clock.now()
    if deadline <= now:
        raise GameProblem(_("That moment has passed."))
    if deadline - now > LONGEST:
        raise too_far()
    change_deadline(session, game, deadline, stalled=None, closing=None)
    decided(session.connection, game.id)
    note(session, game, master, deed, f"{deadline:%Y-%m-%dT%H:%MZ}")
    return tell_all(session, game, moved, asks=False)


def close_now(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Let the open turn be closed as soon as all mail that came until now has been read, whoever
    owes orders."""
    must_take_orders(game)
    now = session.context.clock.now()
    games.change_game(session.connection, game.id, closing=now)
    session.context.on_due(session.connection, [game])
    note(session, game, master, Deed.CLOSE, str(game.turn))
    return game_named(session.connection, game.id)


def appoint(session: Session, game: GameRow, master: MasterRow, given: MasterRow) -> GameRow:
    """Let somebody run a game, and write to them."""
    row = add(session, game, given, master.name if master.address != given.address else "")
    note(session, game, master, Deed.APPOINT, naming(row))
    return game_named(session.connection, game.id)


def dismiss(session: Session, game: GameRow, master: MasterRow, address: str) -> GameRow:
    """Let somebody run a game no more."""
    row = remove(session, game, address, by=master.address)
    note(session, game, master, Deed.DISMISS, naming(row))
    if row.number == master.number:
        left = Concern(game=game.id, matter=Matter.LEFT, name=row.name, address=row.address)
        note_concern(session, f"left.{game.id}.{row.number}", left)
    return game_named(session.connection, game.id)


def keep_note(session: Session, game: GameRow, master: MasterRow, text: str) -> GameRow:
    """Keep a line with the game, which game masters alone are shown."""
    note(session, game, master, Deed.NOTE, text)
    return game_named(session.connection, game.id)


def _must_be(game: GameRow, wanted: GameStatus) -> None:
    if game.status != wanted:
        said = {
            GameStatus.FORMING: _("{game} has not begun."),
            GameStatus.RUNNING: _("{game} is not paused."),
            GameStatus.PAUSED: _("{game} is paused already."),
            GameStatus.FINISHED: _("{game} is over."),
            GameStatus.CANCELLED: _("{game} was cancelled."),
        }
        raise GameProblem(said[game.status].format(game=game.title))


def must_be_open(game: GameRow) -> None:
    """Raises :class:`GameProblem` for a game that has no open turn."""
    if game.status is not GameStatus.PAUSED:
        _must_be(game, GameStatus.RUNNING)


def must_take_orders(game: GameRow) -> None:
    """Raises :class:`GameProblem` for a game that has no open turn, or one whose results wait."""
    must_be_open(game)
    if game.results_wait:
        raise GameProblem(results_wait(game))
