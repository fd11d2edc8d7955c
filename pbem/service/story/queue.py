"""Writes the stories that are to be told: to all people of a game when it is over, and to whoever
asks for it again.

A story takes seconds to be drawn, so it is no part of closing a turn or of answering a mail: those
only note, in the reader's seat, that it is due.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.engine.errors import Trouble
from pbem.service.context import Context, in_language
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.dispatch.post import for_observer, for_seat, may_wait, pack_notice
from pbem.service.observing.asking import reader_of
from pbem.service.observing.spectator import may_wait as after_quiet
from pbem.service.play.table import game_named
from pbem.service.story.past import past_of
from pbem.service.story.telling import story_notice
from pbem.service.tools.archive import pack
from pbem.service.tools.export import export_game
from pbem.store import mail, observers, stories
from pbem.store.observing import ObserverRow
from pbem.store.records import OutboxDraft

MOST_AT_ONCE = 2
"""Games whose story one round tells."""
AGAIN = timedelta(hours=1)
"""When a story that could not be written is tried again."""


def tell_stories(context: Context) -> int:
    """Queue the stories of some games; one that cannot be written does not stop the others, and is
    tried again later. Returns how many mails there are."""
    with context.database.read() as connection:
        waiting = stories.stories_due(connection, context.clock.now(), MOST_AT_ONCE)
    queued = 0
    for game in waiting:
        try:
            queued += _tell(context, game)
            end_if_open(context, _alert(game))
            context.troubles.over(f"the story of {game}")
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            with context.database.write() as connection:
                stories.put_off(connection, game, context.clock.now() + AGAIN)
            context.troubles.begins(f"the story of {game}", error)
            why = f"{error}." if isinstance(error, Trouble) else "The log says why."
            what = f"{game}: the story of the game cannot be written"
            begin_unless_open(context, _alert(game), what, f"{why} It is tried again in an hour.")
    return queued


def _alert(game: str) -> str:
    return f"story.{game}"


def _tell(context: Context, game_id: str) -> int:
    """Write a game's story to all who wait for it. It is made on what was read; the transaction
    that queues it looks once more who still waits."""
    now = context.clock.now()
    with context.read() as session:
        game = game_named(session.connection, game_id)
        readers = stories.readers_of(session.connection, game_id, now)
        watching = [
            (row, reader_of(session, row))
            for row in stories.observing_readers(session.connection, game_id, now)
        ]
    if not (readers or watching):
        return 0
    record = pack(export_game(context, game_id))
    drafts: list[OutboxDraft] = []
    shown: list[tuple[ObserverRow, OutboxDraft]] = []
    languages = {reader.language for reader in readers}
    for language in sorted(languages | {person.language or "" for _row, person in watching}):
        with in_language(context, language):
            with context.read() as session:
                past = past_of(session, game)
            spoken = language or context.config.service.language
            notice = story_notice(context, past, record, spoken)
            for reader in readers:
                if reader.language == language:
                    header = for_seat(context, game, reader, turn=game.turn)
                    draft = pack_notice(
                        context,
                        notice,
                        header,
                        kind=stories.KIND,
                        game=game.id,
                        turn=game.turn - 1,
                        seat=reader.seat,
                    )
                    drafts.append(may_wait(context, draft, reader))
            for row, person in watching:
                if (person.language or "") == language:
                    header = for_observer(context, game, row, person)
                    turn = game.turn - 1
                    draft = pack_notice(
                        context, notice, header, kind=stories.KIND, game=game.id, turn=turn
                    )
                    shown.append((row, after_quiet(context, draft, person)))
    with context.database.write() as connection:
        waiting = {reader.seat for reader in stories.readers_of(connection, game_id, now)}
        stories.told(connection, game_id, sorted(waiting))
        mail.queue_mails(connection, [draft for draft in drafts if draft.seat in waiting])
        count = len(waiting)
        for row, draft in shown:
            if observers.observer_numbered(connection, game_id, row.number) == row:
                observers.change_observer(connection, row, story=None)
                mail.queue_mails(connection, [draft])
                count += 1
    return count
