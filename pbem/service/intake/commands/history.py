"""HISTORY: the turns so far, told from what is on record of the reader's own seat alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import span, stamp
from pbem.service.intake.commands.status import held_lines
from pbem.service.intake.mail_session import MailSession
from pbem.store import lapses
from pbem.store.history import last_sets, played_by, turns_closed
from pbem.store.lapses import LapseRow
from pbem.store.records import OutboxDraft, Source

MOST_TURNS = 20
"""Turns that one mail tells of."""


def tell_history(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The newest turns, or those up to the one that is named: when each was closed, what the seat
    ordered, and how that came."""
    game, last = session.game, session.game.turn - 1
    oldest = max(session.seat.since, 1)
    title = _("{game}: the turns so far").format(game=game.title)
    upto = int(command.argument) if command.argument else last
    if not oldest <= upto <= last:
        said = _("No turn has been closed yet.")
        if 1 <= last < oldest:
            said = _("No turn has been closed since you have this seat.")
        elif last >= oldest:
            said = _(
                "Turns {first} to {last} are closed; HISTORY {last} tells of the newest."
            ).format(first=oldest, last=last)
        return [session.answer(Notice(title=title, paragraphs=(said,), game_title=game.title))]
    excerpts = tuple(_turns(session, upto))
    first = upto - len(excerpts) + 1
    earlier = _("HISTORY {turn} tells of the turns before.").format(turn=first - 1)
    notice = Notice(
        title=title,
        excerpts=excerpts,
        closing=(
            _("REPORT {turn} sends the report of that turn again.").format(turn=upto),
            *((earlier,) if first > oldest else ()),
        ),
        game_title=game.title,
    )
    return [session.answer(notice)]


def _turns(session: MailSession, upto: int) -> Iterator[Excerpt]:
    connection, game, seat = session.connection, session.game.id, session.seat.seat
    closed = turns_closed(connection, game, upto, min(MOST_TURNS, upto - session.seat.since + 1))
    first = min(closed, default=upto)
    played = played_by(connection, game, seat, first)
    sets = last_sets(connection, game, seat, first)
    late = {lapse.turn: lapse for lapse in lapses.lapses_of(connection, game, seat)}
    for turn, moment in closed.items():
        source = played.get(turn)
        how = _how(source, late.get(turn))
        own = held_lines(sets.get(turn)) if source in (Source.MAIL, Source.STANDING) else ()
        yield Excerpt(f"{_when(session, turn, moment)} {how}", own)


def _when(session: MailSession, turn: int, moment: datetime) -> str:
    language = session.seat.language or session.context.config.service.language
    closed = stamp(session.context.local(moment, session.seat.zone), language)
    return _("Turn {turn} (closed {when}).").format(turn=turn, when=closed)


def _how(source: Source | None, lapse: LapseRow | None) -> str:
    match source:
        case None:
            return _("Nothing was asked of you.")
        case Source.MAIL if lapse is not None and lapse.arrived is not None:
            late = span(lapse.arrived - lapse.due)
            return _("Your orders came by mail, {span} late:").format(span=late)
        case Source.MAIL:
            return _("Your orders came by mail, in time:")
        case Source.STANDING:
            return _("Lines were played that you repeat or had sent ahead:")
        case Source.BOT:
            return _("A bot played for you.")
        case Source.DEFAULT:
            return _("Nothing came from you: the game's own default was played.")
        case Source.PASS:
            return _("Nothing came from you: you passed.")
        case Source.RESIGNED:
            return _("You had given the seat up, and resigned with it.")
