"""Tells those who watch what has happened: in rounds of their own, beside those of the game's
players, so that no turn closes later for their sake.

What somebody has been told of stands in their row and changes together with the outbox.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.dispatch.post import for_observer, pack_notice
from pbem.service.observing.asking import reader_of
from pbem.service.observing.spectator import KIND, letters_drafts, may_wait, report_draft
from pbem.service.play.news import BETWEEN_REPORTS
from pbem.service.play.outage import mail_read
from pbem.service.play.table import humans
from pbem.service.rounds import turn_about
from pbem.store import games, mail, observers, outbox, press
from pbem.store.observing import ObserverRow
from pbem.store.people import PersonRow
from pbem.store.records import OVER, GameRow, GameStatus, OutboxDraft
from pbem.store.talk import PressRow

MOST_GAMES, MOST_READERS = 10, 10
"""Games of which a round tells, and those who watch one of them whom it tells."""


def tell_observers(context: Context) -> int:
    """Queue the reports that are due to those who watch; one game of which nothing can be told
    does not stop the others. Returns how many mails there are."""
    now = context.clock.now()
    with context.database.read() as connection:
        found = observers.games_to_tell(connection, now - BETWEEN_REPORTS)
    queued = 0
    for game in turn_about(found, MOST_GAMES, now):
        try:
            queued += _tell(context, game, now)
            end_if_open(context, f"watching.{game}")
            context.troubles.over(f"telling observers of {game}")
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(f"telling observers of {game}", error)
            why = f"{error}." if isinstance(error, Trouble) else "The log says why."
            what = f"{game}: reports for those who watch cannot be written"
            begin_unless_open(context, f"watching.{game}", what, f"{why} The game itself goes on.")
    return queued


def _tell(context: Context, game_id: str, now: datetime) -> int:
    """Tell some of those who watch a game. The mails are made of what was read; the transaction
    that queues them leaves out whoever was told, or left, meanwhile."""
    made: list[tuple[ObserverRow, list[OutboxDraft]]] = []
    with context.read() as session:
        game = games.find_game(session.connection, game_id)
        if game is None:
            return 0
        read = mail_read(session.connection, game)
        until = min(now, read.until) if read is not None else None
        said = press.public_press(session.connection, game_id)
        due = [row for row in _waiting(session, game) if _is_due(game, row, now)]
        for row in due[:MOST_READERS]:
            heard = [piece for piece in said if _is_new(piece, row, until)]
            made.append((row, _mails(session, game, row, heard)))
    with context.database.write() as connection:
        fresh = games.find_game(connection, game_id, lock=True)
        if fresh is None or (fresh.turn, fresh.rollbacks) != (game.turn, game.rollbacks):
            return 0
        observers.drop_players(connection, game_id)
        count, all_told = 0, len(due) <= MOST_READERS
        for row, drafts in made:
            if observers.observer_numbered(connection, game_id, row.number) != row:
                all_told = False
                continue
            over = now if game.status is GameStatus.FINISHED else row.story
            heard_until = until or row.heard
            observers.change_observer(
                connection, row, told=game.turn - 1, told_at=now, heard=heard_until, story=over
            )
            mail.queue_mails(connection, drafts)
            count += len(drafts)
        if game.status in OVER and all_told:
            observers.note_end(connection, game_id)
    context.counters.add(Count.SHOWN, count)
    return count


def _waiting(session: Session, game: GameRow) -> list[ObserverRow]:
    """Who watches and is still to be told of a closed turn; not whoever has a seat by now."""
    playing = {seat.address for seat in humans(games.seats_of(session.connection, game.id))}
    return [
        row
        for row in observers.observers_of(session.connection, game.id)
        if row.until is None and row.told < game.turn - 1 and row.address not in playing
    ]


def _is_due(game: GameRow, row: ObserverRow, now: datetime) -> bool:
    if row.each_turn or row.told_at is None or game.status in OVER:
        return True
    return now - row.told_at >= BETWEEN_REPORTS


def _is_new(piece: PressRow, row: ObserverRow, until: datetime | None) -> bool:
    """Whether a piece fell due since its reader has heard of such last. Those that were told
    to players late are told here late, too."""
    if not row.letters or until is None:
        return False
    return piece.due <= until and (row.heard is None or piece.due > row.heard)


def _mails(
    session: Session, game: GameRow, row: ObserverRow, heard: Sequence[PressRow]
) -> list[OutboxDraft]:
    reader = reader_of(session, row)
    drafts = [
        report_draft(session, game, row, reader, row.told + 1),
        *letters_drafts(session, game, row, reader, heard),
    ]
    return [may_wait(session.context, draft, reader) for draft in drafts]


def tell_of_rollback(session: Session, game: GameRow) -> None:
    """Let those who watch hear that what they were told of does not count: `game` as it now
    stands, taken back to its open turn."""
    last = game.turn - 1
    outbox.overtake(session.connection, game.id, KIND)
    told = [r for r in observers.observers_of(session.connection, game.id) if r.told > last]
    observers.take_back(session.connection, game.id, last)
    _send(session, game, told, _taken_back)


def tell_of_cancel(session: Session, game: GameRow) -> None:
    """Let those who watch hear that the game has ended without a result."""
    watching = [r for r in observers.observers_of(session.connection, game.id) if r.until is None]
    _send(session, game, watching, _cancelled)


def _taken_back(game: GameRow) -> Notice:
    return Notice(
        title=_("{game} was taken back to turn {turn}").format(game=game.title, turn=game.turn),
        paragraphs=(
            _(
                "The game master has taken the game back to turn {turn}, which is open "
                "again. What you were told of it and of later turns does not count any "
                "more."
            ).format(turn=game.turn),
        ),
        game_title=game.title,
        answer=False,
    )


def _cancelled(game: GameRow) -> Notice:
    return Notice(
        title=_("{game} was cancelled").format(game=game.title),
        paragraphs=(_("The game master has ended it. Thank you for watching."),),
        game_title=game.title,
        answer=False,
    )


def _send(
    session: Session,
    game: GameRow,
    readers: Sequence[ObserverRow],
    write: Callable[[GameRow], Notice],
) -> None:
    drafts = []
    for row in readers:
        reader: PersonRow = reader_of(session, row)
        with in_language(session.context, reader.language or ""):
            header = for_observer(session.context, game, row, reader)
            draft = pack_notice(session.context, write(game), header, game=game.id, turn=game.turn)
        drafts.append(may_wait(session.context, draft, reader))
    mail.queue_mails(session.connection, drafts)
