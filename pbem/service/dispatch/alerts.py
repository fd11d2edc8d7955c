"""Tells whoever runs a game, or the service, what needs a person: each thing once, gathered, with
what to do.

An alert begins, is told, and ends; that is told as well. What merely happened (a seat was taken)
begins and is over at once. All of it stands in the database until it is told, so that nothing is
told twice or lost, whatever ends the process. The first goes out at once, and the next mail an
hour later with all that has come up by then: so for the service's own, which goes to its operator,
and so for each game, of which its masters are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import span
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch import concerns
from pbem.service.dispatch.post import for_address, for_master, pack_notice
from pbem.service.play.masters import OPERATOR, masters_of
from pbem.store import alerts, facts, games, mail
from pbem.store.alerts import AlertRow
from pbem.store.concerns import Concern
from pbem.store.mastering import MasterRow
from pbem.store.records import GameRow, OutboxDraft

BETWEEN_MAILS = timedelta(hours=1)
TOLD_AT = "alerts.told"
"""The fact under which is kept when the operator was told last; of a game, with its name behind."""
MOST_TOLD = 50
"""Things that one mail tells; the next one tells more."""
MOST_GAMES = 50
"""Games of which one round tells."""


def begin_alert(session: Session, key: str, what: str, remedy: str) -> None:
    """Something needs the operator, until it ends; `key` names it. It is told once."""
    _put_own(session, key, what, remedy, event=False)


def note_event(session: Session, key: str, what: str, remedy: str) -> None:
    """Something has happened that the operator should know of."""
    _put_own(session, key, what, remedy, event=True)


def begin_concern(session: Session, key: str, concern: Concern, *, named: bool = False) -> None:
    """Something needs the masters of a game, until it ends; `key` names it. It is told once.
    `named`: to those alone who were named to run the game, as the operator has an alert of it."""
    _put_concern(session, key, concern, event=False, named=named)


def note_concern(session: Session, key: str, concern: Concern, *, named: bool = False) -> None:
    """Something has happened that the masters of a game, or those who were `named`, should know
    of."""
    _put_concern(session, key, concern, event=True, named=named)


def _put_own(session: Session, key: str, what: str, remedy: str, *, event: bool) -> None:
    if session.context.config.mail.admin:
        now = session.context.clock.now()
        row = AlertRow(
            key=key, what=what, remedy=remedy, began=now, event=event, told=False, over=event
        )
        alerts.put_alert(session.connection, row)


def _put_concern(session: Session, key: str, concern: Concern, *, event: bool, named: bool) -> None:
    readers = masters_of(session.context, session.connection, concern.game)
    if any(not named or one.number != OPERATOR for one in readers):
        now = session.context.clock.now()
        row = AlertRow(key, now, event, False, event, game=concern.game, concern=concern)
        alerts.put_alert(session.connection, row)


def end_alert(connection: Connection, *keys: str) -> None:
    """What these alerts were about is over; nothing happens where there are none."""
    for key in keys:
        alerts.end_alert(connection, key)


def begin_unless_open(
    context: Context, key: str, what: str, remedy: str, concern: Concern | None = None
) -> None:
    """The same as :func:`begin_alert` outside of any transaction; writes only what is new. Of a
    `concern` those are told who were named to run the game."""
    with context.database.read() as connection:
        known = alerts.is_open(connection, key)
    if not known:
        with context.write() as session:
            begin_alert(session, key, what, remedy)
            if concern is not None:
                begin_concern(session, key, concern, named=True)


def end_if_open(context: Context, *keys: str) -> None:
    """The same as :func:`end_alert` outside of any transaction; writes only what changes."""
    with context.database.read() as connection:
        found = [key for key in keys if alerts.is_open(connection, key)]
    if found:
        with context.database.write() as connection:
            end_alert(connection, *found)


def send_alerts(context: Context) -> bool:
    """Queue the mails with what there is to tell, unless one of the same went out within the
    hour; returns whether there were any."""
    with context.database.read() as connection:
        waiting = [
            one for one in alerts.games_to_tell(connection) if _may_tell(context, one, connection)
        ]
    for game in waiting[:MOST_GAMES]:
        with context.write() as session:
            _tell(session, game)
    return bool(waiting)


def _may_tell(context: Context, game: str, connection: Connection) -> bool:
    told_at = facts.read_fact(connection, _told_at(game))
    return not told_at or context.clock.now() - datetime.fromisoformat(told_at) >= BETWEEN_MAILS


def _told_at(game: str) -> str:
    return f"{TOLD_AT}.{game}" if game else TOLD_AT


def forget_when_told(connection: Connection, game: str) -> None:
    """A game is gone: alerts of another one by its name do not wait for the hour."""
    facts.forget_fact(connection, _told_at(game))


def _tell(session: Session, game: str) -> None:
    """Tell of one game, or the service, what there is."""
    connection, now = session.connection, session.context.clock.now()
    found = alerts.pending_alerts(connection, game)
    rows, later = found[:MOST_TOLD], len(found[MOST_TOLD:])
    if game:
        drafts = [*_to_masters(session, game, rows, later)]
    else:
        drafts = [_to_operator(session, rows, later)]
    mail.queue_mails(connection, drafts)
    alerts.mark_alerts_told(connection, rows)
    facts.forget_facts(connection, f"{TOLD_AT}.", (now - BETWEEN_MAILS).isoformat())
    facts.write_fact(connection, _told_at(game), now.isoformat())


def _to_operator(session: Session, rows: Sequence[AlertRow], later: int) -> OutboxDraft:
    context = session.context
    header = for_address(context, context.config.mail.admin)
    notice = _for_operator(rows, later, context.clock.now())
    return pack_notice(context, notice, header, kind="warning")


def _for_operator(rows: Sequence[AlertRow], later: int, now: datetime) -> Notice:
    if len(rows) == 1:
        title, told = _told(rows[0], now)
        return Notice(title=title, paragraphs=(told,), answer=False, warning=True)
    points = [". ".join(_told(row, now)) for row in rows]
    if later:
        seen = "'pbem list', 'pbem show' and 'pbem quarantine list' show what there is"
        points.append(f"And {later} more, which the next mail tells; {seen}")
    return Notice(
        title=f"{len(rows) + later} things that you should know",
        bullets=tuple(points),
        answer=False,
        warning=True,
    )


def _told(row: AlertRow, now: datetime) -> tuple[str, str]:
    """What is the matter, and what is to be done."""
    if row.over and not row.event:
        return f"Over: {row.what}", f"It lasted {_span(now - row.began)}; nothing is left to do."
    return row.what, row.remedy


def _span(length: timedelta) -> str:
    minutes = round(length.total_seconds() / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


def _to_masters(
    session: Session, game_id: str, rows: Sequence[AlertRow], later: int
) -> Iterator[OutboxDraft]:
    """To each who runs a game what is for them; a reply gives commands."""
    context, connection = session.context, session.connection
    game = games.find_game(connection, game_id)
    if game is None:
        return
    for master in masters_of(context, connection, game.id):
        with in_language(context, master.language):
            points = [
                _for_master(context, row, row.concern, master)
                for row in rows
                if row.concern is not None and concerns.hears(master, row.concern)
            ]
            if points:
                notice = _gathered(game, points, later)
                header = for_master(context, game, master)
                yield pack_notice(
                    context, notice, header, kind="alert", game=game.id, turn=game.turn
                )


def _for_master(
    context: Context, row: AlertRow, concern: Concern, master: MasterRow
) -> concerns.Told:
    what, remedy = concerns.told(context, concern, master)
    if row.over and not row.event:
        lasted = span(context.clock.now() - row.began)
        over = _("It lasted {span}; nothing is left to do.").format(span=lasted)
        return _("Over: {what}").format(what=what), over
    return what, remedy


def _gathered(game: GameRow, points: Sequence[concerns.Told], later: int) -> Notice:
    commands = _("Reply to this mail with commands, one on each line: HELP tells them all.")
    if len(points) == 1 and not later:
        what, remedy = points[0]
        return Notice(
            title=_("{game}: {title}").format(game=game.title, title=what),
            paragraphs=(remedy, commands),
            game_title=game.title,
            answer=False,
            warning=True,
        )
    count = len(points) + later
    title = ngettext(
        "{game}: {count} thing that you should know",
        "{game}: {count} things that you should know",
        count,
    )
    more = _("And {count} more, which the next mail tells; TROUBLE tells what lasts.")
    return Notice(
        title=title.format(game=game.title, count=count),
        paragraphs=(commands,),
        bullets=(*map(". ".join, points), *([more.format(count=later)] if later else ())),
        game_title=game.title,
        answer=False,
        warning=True,
    )
