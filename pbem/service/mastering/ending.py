"""How game masters end a game, put it away, and change how it goes on."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.config import explain
from pbem.service.context import Context, Session
from pbem.service.dispatch.alerts import end_alert, forget_when_told
from pbem.service.mastering.acts import note
from pbem.service.observing.telling import tell_of_cancel
from pbem.service.play.absence import decided
from pbem.service.play.close import closing_alert
from pbem.service.play.describing import rhythm
from pbem.service.play.dropping import let_go
from pbem.service.play.notices import tell_all
from pbem.service.play.seating import vacate
from pbem.service.play.substituting import end_all
from pbem.service.play.table import GameProblem, game_named, schedule_of
from pbem.service.press.delivery import pass_all_on
from pbem.service.schedule import Schedule, ScheduleError
from pbem.store import games, outbox, press
from pbem.store.mastering import Deed, MasterRow
from pbem.store.records import OVER, GameRow, GameStatus, SeatKind, SeatRow
from pbem.store.tables import metadata


def cancel(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """End a game for good without a result, and tell everybody. What was played stays on record."""
    if game.status in OVER:
        raise GameProblem(_("{game} is over.").format(game=game.title))
    ended = structs.replace(game, status=GameStatus.CANCELLED)
    for seat in games.seats_of(session.connection, game.id):
        let_go(session, ended, seat)
        if seat.kind is SeatKind.KEPT:
            vacate(session, game.id, seat.seat)
    end_all(session, ended)
    games.replace_asks(session.connection, game.id, ())
    outbox.overtake(session.connection, game.id, "reminder")
    games.change_game(
        session.connection,
        game.id,
        status=GameStatus.CANCELLED,
        deadline=None,
        closes=None,
        closing=None,
        stalled=None,
        paused=None,
    )
    decided(session.connection, game.id)
    end_alert(session.connection, closing_alert(game.id))
    note(session, game, master, Deed.CANCEL)
    tell_of_cancel(session, ended)
    return tell_all(session, game, _cancelled)


def _cancelled(game: GameRow, reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game} was cancelled").format(game=game.title),
        paragraphs=(_("The game master has ended it. Thank you for playing."),),
    )


def archive(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Take a game that is over off the lists."""
    if game.status not in OVER:
        raise GameProblem(_("{game} is not over.").format(game=game.title))
    if game.archived is not None:
        raise GameProblem(_("{game} is archived already.").format(game=game.title))
    now = session.context.clock.now()
    games.change_game(session.connection, game.id, archived=now)
    note(session, game, master, Deed.ARCHIVE)
    return game_named(session.connection, game.id)


def delete(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Forget a game that is over or has not begun, with its record. Of its mails remains that they
    came and went; what was written and has not gone out does first. Returns the game as it was."""
    if game.status not in (*OVER, GameStatus.FORMING):
        raise GameProblem(_("{game} goes on: CANCEL ends it first.").format(game=game.title))
    if game.status is GameStatus.FORMING:
        cancel(session, game, master)
    pass_all_on(session, game)
    press.forget_game(session.connection, game.id)
    of_game = [table for table in reversed(metadata.sorted_tables) if "game" in table.c]
    for table in of_game:
        here = table.c.game == game.id
        if table.name in ("inbox", "outbox"):
            change = table.update().where(here).values(game=None, seat=None)
            session.connection.execute(change)
        else:
            session.connection.execute(table.delete().where(here))
    forget_when_told(session.connection, game.id)
    all_games = metadata.tables["games"]
    session.connection.execute(sa.delete(all_games).where(all_games.c.id == game.id))
    return game


def change_schedule(
    session: Session, game: GameRow, master: MasterRow, key: str, text: str
) -> GameRow:
    """Change a line of the game's schedule, from the next turn on; :func:`tell_of_schedule` tells
    of it."""
    if game.status in OVER:
        raise GameProblem(_("{game} is over.").format(game=game.title))
    keys = Schedule.__struct_fields__
    if key not in keys:
        raise GameProblem(_("A schedule has: {keys}.").format(keys=", ".join(keys)))
    values = dict(game.schedule) | {key: _value(key, text)}
    if key in ("every", "weekdays"):
        values["weekdays" if key == "every" else "every"] = () if key == "every" else ""
    try:
        changed = msgspec.convert(values, Schedule)
    except (msgspec.ValidationError, ScheduleError, ValueError) as error:
        raise GameProblem(explain(error, Schedule)) from error
    games.change_game(session.connection, game.id, schedule=msgspec.to_builtins(changed))
    note(session, game, master, Deed.SCHEDULE, f"{key} = {text}")
    return game_named(session.connection, game.id)


def change_schedule_and_tell(
    session: Session, game: GameRow, master: MasterRow, lines: Sequence[tuple[str, str]]
) -> GameRow:
    """Change several lines, each a key and its text, and tell everybody once."""
    for key, text in lines:
        game = change_schedule(session, game, master, key, text)
    return tell_of_schedule(session, game, [key for key, _text in lines])


def tell_of_schedule(session: Session, game: GameRow, keys: Iterable[str]) -> GameRow:
    """Tell everybody once of all lines of the schedule that were changed."""
    now, context = schedule_of(game), session.context
    lines = tuple(
        f"{key} = {json.dumps(getattr(now, key), ensure_ascii=False, default=str)}"
        for key in dict.fromkeys(keys)
    )
    return tell_all(
        session, game, lambda row, _reader: _rescheduled(context, row, lines), asks=False
    )


def _value(key: str, text: str) -> Any:
    """A value as TOML has it; where it is no TOML, a word, or several behind commas."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        words = [word.strip() for word in text.split(",")]
        several = key in ("weekdays", "holidays", "pauses", "reminders")
        return words if several else text.strip()


def _rescheduled(context: Context, game: GameRow, lines: tuple[str, ...]) -> Notice:
    return Notice(
        title=_("{game} has another schedule").format(game=game.title),
        paragraphs=(
            _("The game master has changed this of it, from the next turn on:"),
            _("So {rhythm}. Every report names its deadline.").format(
                rhythm=rhythm(context, schedule_of(game))
            ),
        ),
        lines=lines,
    )
