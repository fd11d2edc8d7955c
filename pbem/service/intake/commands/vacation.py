"""VACATION: a player's mail on when they are away."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import day, end_of, span
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.moments import read_day
from pbem.service.play.table import GameProblem, schedule_of
from pbem.service.schedule import local_moment
from pbem.store import games
from pbem.store.records import OVER, GameStatus, OutboxDraft
from pbem.store.vacations import VacationRow, find_vacation, put_vacation

LONGEST = timedelta(days=62)
"""How long somebody may be away at a time."""
_OFF = ("off", "none", "aus", "nein", "non", "fin")
_BOT = re.compile(
    r"[\s,;]+(?:(?:with|by|mit|durch|avec|par)\s+(?:(?:an?|the|einem|dem|den|un|le)\s+)?)?(?:bot|robot)$",
    re.IGNORECASE,
)
_TO = re.compile(r"\s+(?:to|until|till|bis(?:\s+zum)?|au|jusqu['’]au)\s+", re.IGNORECASE)
_FROM = re.compile(r"(?:from|von|vom|ab|du|de)\s+", re.IGNORECASE)


def tell_vacation(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Note when somebody is away, or tell what is noted."""
    game, seat = session.game, session.seat
    before = find_vacation(session.connection, game.id, seat.seat)
    try:
        now = _read(session, command.text, before)
    except GameProblem as problem:
        refused = Notice(
            title=_("That was not done"),
            paragraphs=(str(problem), _("Nothing was changed.")),
            lines=("VACATION 1.7. TO 14.7.", "VACATION 1.7. TO 14.7. BOT", "VACATION OFF"),
            game_title=game.title,
            warning=True,
        )
        return [session.answer(refused)]
    if now != before:
        put_vacation(session.connection, now)
        games.change_game(session.connection, game.id)  # a turn that is closing goes by it
    return [session.answer(_told(session, now))]


def _read(session: MailSession, text: str, before: VacationRow) -> VacationRow:
    """What a mail says. Raises GameProblem."""
    if not text:
        return before
    if session.game.status is GameStatus.FORMING:
        raise GameProblem(_("The game has not begun yet."))
    if session.game.status in OVER:
        raise GameProblem(_("The game is over."))
    if text.casefold() in _OFF:
        return replace(before, begins=None, ends=None, bot=False)
    said, bots = _BOT.subn("", text)
    zone = ZoneInfo(session.seat.zone or session.context.config.service.zone)
    begins, ends = _days(said, session.context.clock.now().astimezone(zone))
    if ends < begins or ends - begins >= LONGEST:
        raise GameProblem(
            _("The last day must come after the first, by no more than {count} days.").format(
                count=LONGEST.days
            )
        )
    begun = local_moment(begins, time(), zone)
    if session.game.results_wait:  # who was absent from the turn that is closed stays so
        begun = max(begun, session.row.received)
    row = replace(
        before,
        begins=begun,
        ends=local_moment(ends + timedelta(days=1), time(), zone),
        bot=bool(bots) or schedule_of(session.game).away == "bot",
    )
    if row.ends is not None and row.ends <= session.row.received:
        raise GameProblem(_("These days have passed."))
    return row


def _days(text: str, now: datetime) -> tuple[date, date]:
    """The first and last day of an absence, by the reader's clock. Raises GameProblem."""
    parts = _TO.split(_FROM.sub("", text.strip(), count=1) if _FROM.match(text) else text)
    plain = [part.strip(" ,") for part in parts]
    # The dot of "5.3." may have been taken for the end of the sentence.
    days = [read_day(part, now) or read_day(f"{part}.", now) for part in plain]
    if len(days) != 2 or days[0] is None or days[1] is None:
        raise GameProblem(_("Write the first and the last day on which you are away."))
    return days[0], days[1]


def _told(session: MailSession, row: VacationRow) -> Notice:
    game, seat = session.game, session.seat
    language = seat.language or session.context.config.service.language
    if row.begins is None or row.ends is None:
        said: tuple[str, ...] = (_("No vacation of yours is noted."),)
    else:
        begins = day(session.context.local(row.begins, seat.zone), language)
        last = session.context.local(row.ends - timedelta(minutes=1), seat.zone)
        ends = end_of(last, language)
        left = schedule_of(game).vacation_span - timedelta(seconds=row.waited)
        waits = (
            _("A deadline in that time waits for your orders, by {span} in all.")
            if left > timedelta(0)
            else _("The game waits no longer for that: what you hold is played, or its default.")
        )
        said = (
            _("You are away from {begins} to {ends}; the others see it in STATUS.").format(
                begins=begins, ends=ends
            ),
            _bot_plays() if row.bot else waits.format(span=span(left)),
            _("You get no reminders until then. Orders that you send count."),
        )
    return Notice(
        title=_("{game}: your vacation").format(game=game.title),
        paragraphs=said,
        game_title=game.title,
    )


def _bot_plays() -> str:
    return _(
        "The house bot plays for you where you send no orders: in each turn whose deadline falls "
        "into these days, and where the game master closes one in them. No deadline is put off "
        "for you, and none comes earlier: until then you may still send orders."
    )
