"""What time brings: turns fall due, late news, reminders, gathered answers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.dispatch.post import LIMITED, for_seat, pack_notice, to_game_master
from pbem.service.house import House, in_language
from pbem.service.intake.receive import Poll
from pbem.service.play.close import close_turn, may_close
from pbem.service.play.news import BETWEEN_REPORTS, send_late_news
from pbem.service.play.notices import remind
from pbem.service.play.outage import POLLED, mail_read
from pbem.service.play.table import open_table, schedule_of
from pbem.service.trouble import trace
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus, OutboxRow, OutboxStatus

log = logging.getLogger(__name__)

MOST_NAMED = 100
"""Answers that a digest names, the newest: nobody reads further."""


def note_poll(house: House, poll: Poll) -> None:
    """Record a completed poll: deadlines that passed before it began may now be adjudicated."""
    with house.database.write() as connection:
        mail.write_fact(connection, POLLED, poll.began.isoformat())


def close_due(house: House) -> list[GameRow]:
    """Close every turn that is over; one game that cannot be closed does not stop the others."""
    now = house.clock.now()
    with house.database.read() as connection:
        read = mail_read(connection)
        candidates = games.maybe_due(connection, now)
    closed = []
    for row in candidates:
        try:
            with house.database.read() as connection:
                table = open_table(connection, row)
                due = read is not None and may_close(connection, table, now, read)
            if due:
                closed.append(close_turn(house, row.id, row.turn))
                log.info("%s: turn %d closed", row.id, row.turn)
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            log.error("%s: turn %d could not be closed: %s", row.id, row.turn, trace(error))
            _warn_once(house, row, f"{row.id}: turn {row.turn} cannot be closed")
    return closed


def _warn_once(house: House, row: GameRow, trouble: str) -> None:
    """Tell the game master of trouble with a game, once a day and game."""
    name = f"trouble.{row.id}"
    with house.database.write() as connection:
        told = mail.read_fact(connection, name)
        now = house.clock.now()
        if told and now - datetime.fromisoformat(told) < timedelta(days=1):
            return
        mail.write_fact(connection, name, now.isoformat())
        said = "The log says why. Orders still count; the service tries again at every tick."
        mail.queue_mails(connection, to_game_master(house, trouble, said))


def send_news(house: House) -> int:
    """Send the news that have waited a day for those of whom nothing was asked meanwhile; one
    game whose reports cannot be written does not stop the others. Returns how many were sent."""
    with house.database.read() as connection:
        waiting = games.games_with_late_news(connection, house.clock.now() - BETWEEN_REPORTS)
    sent = 0
    for row in waiting:
        try:
            sent += send_late_news(house, row.id)
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            log.error("%s: news could not be sent: %s", row.id, trace(error))
            _warn_once(house, row, f"{row.id}: reports of turn {row.turn - 1} cannot be written")
    return sent


def send_reminders(house: House) -> int:
    """Remind those who owe orders, once for every reminder whose time has come."""
    now, sent = house.clock.now(), 0
    with house.database.read() as connection:
        running = games.all_games(connection, GameStatus.RUNNING)
    for row in running:
        if row.deadline is None or row.opened is None or row.deadline <= now:
            continue
        due = [s for s in schedule_of(row).reminder_spans if row.deadline - s <= now]
        if len(due) <= row.reminded:
            continue
        worth = [s for s in due[row.reminded :] if row.deadline - s > row.opened]
        with house.database.write() as connection:
            fresh = games.find_game(connection, row.id, lock=True)
            if fresh is None or (fresh.turn, fresh.reminded) != (row.turn, row.reminded):
                continue
            remind(house, connection, fresh, len(due), really=bool(worth))
            sent += bool(worth)
    return sent


def send_digests(house: House) -> int:
    """Where answers were gathered and the hour's limit has room again, send the newest of each
    seat in full and name the others."""
    hour_ago = house.clock.now() - timedelta(hours=1)
    with house.database.write() as connection:
        sent = 0
        for recipient in mail.gathered_for(connection):
            count = mail.recent_answers(connection, recipient, hour_ago, LIMITED)
            if count < house.config.mail.answers_per_hour:
                gathered = mail.outgoing(
                    connection, recipient=recipient, status=OutboxStatus.GATHERED
                )
                _digest(house, connection, gathered)
                sent += 1
    return sent


def _digest(house: House, connection: Connection, rows: Sequence[OutboxRow]) -> None:
    newest = {(row.game, row.seat): row.id for row in rows}
    mail.change_mails(
        connection, newest.values(), status=OutboxStatus.QUEUED, due=house.clock.now()
    )
    others = [row for row in rows if row.id not in newest.values()]
    if not others:
        return
    mail.change_mails(connection, [r.id for r in others], status=OutboxStatus.DIGESTED)
    last = others[-1]
    game = games.find_game(connection, last.game) if last.game else None
    seat = games.find_seat(connection, last.game, last.seat) if last.game and last.seat else None
    if game is None or seat is None:
        return
    header = for_seat(house, game, seat, turn=game.turn)
    with in_language(house, seat.language):
        notice = Notice(
            title=_("{count} more of your mails were read").format(count=len(others)),
            paragraphs=(
                _(
                    "So many came within an hour that they are answered together. All of them "
                    "counted, in the order in which they came; the last answer is sent in full."
                ),
            ),
            bullets=tuple(
                f"{stamp(house.local(row.created, seat.zone), header.language)} – {row.subject}"
                for row in others[-MOST_NAMED:]
            ),
            game_title=game.title,
        )
        parcel = pack_notice(
            house, notice, header, kind="digest", game=game.id, turn=game.turn, seat=seat.seat
        )
    mail.queue_mails(connection, [parcel])
