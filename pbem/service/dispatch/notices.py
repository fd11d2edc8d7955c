"""Sends notices that ask nothing of their reader, and were gathered as that one wishes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.i18n import _, ngettext
from pbem.mailer.inbound.reading import read_letter
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import after_quiet_hours, for_seat, may_wait, pack_notice
from pbem.store import games, mail
from pbem.store.records import GameRow, OutboxRow, OutboxStatus, SeatRow


def send_notices(session: Session, rows: Sequence[OutboxRow]) -> None:
    """Queue what was gathered for one address: of each of its seats what there is, in one mail."""
    for place in dict.fromkeys((row.game, row.seat) for row in rows):
        mine = [row for row in rows if (row.game, row.seat) == place]
        numbers = [row.id for row in mine]
        game = games.find_game(session.connection, place[0] or "")
        seat = games.find_seat(session.connection, place[0] or "", place[1] or 0)
        if game is None or seat is None or seat.address != mine[0].recipient:
            # It has changed hands, and is nobody's news.
            mail.change_mails(session.connection, numbers, status=OutboxStatus.OVERTAKEN)
        elif len(mine) == 1:
            now = session.context.clock.now()
            due = after_quiet_hours(session.context, seat, now)
            change = {"status": OutboxStatus.QUEUED, "due": due, "created": now}
            mail.change_mails(session.connection, numbers, **change)
        else:
            mail.change_mails(session.connection, numbers, status=OutboxStatus.DIGESTED)
            _send_together(session, game, seat, mine)


def _send_together(
    session: Session, game: GameRow, seat: SeatRow, rows: Sequence[OutboxRow]
) -> None:
    with in_language(session.context, seat.language):
        header = for_seat(session.context, game, seat, turn=game.turn)
        count = len(rows)
        notice = Notice(
            title=ngettext("{game}: {count} notice", "{game}: {count} notices", count).format(
                game=game.title, count=count
            ),
            paragraphs=(_("You get them together, as you wish. The newest is the last."),),
            excerpts=tuple(
                Excerpt(
                    _("{moment} – {subject}:").format(
                        moment=stamp(
                            session.context.local(row.created, seat.zone), header.language
                        ),
                        subject=row.subject,
                    ),
                    text_lines(row),
                )
                for row in rows
            ),
            game_title=game.title,
            answer=False,
        )
        draft = pack_notice(
            session.context, notice, header, game=game.id, turn=game.turn, seat=seat.seat
        )
    mail.queue_mails(session.connection, [may_wait(session.context, draft, seat)])


def text_lines(row: OutboxRow) -> tuple[str, ...]:
    """What a mail of ours says."""
    text = "\n".join(line.text for line in read_letter(row.data).body.lines)
    return tuple(text.strip().splitlines())
