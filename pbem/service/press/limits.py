"""How much press there may be: what a game allows, of what size, how often, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.engine.i18n import _, ngettext
from pbem.mailer.inbound.lines import LONGEST_LINE
from pbem.service.context import Session
from pbem.store import audit, press
from pbem.store.mastering import MasterRow
from pbem.store.records import OVER, GameRow, SeatRow
from pbem.store.talk import PressKind

LONGEST = 10_000
"""Characters of one piece."""
TAKEN_BACK_FOR = timedelta(minutes=5)
"""How long a piece to all, or one that is not signed, waits for second thoughts."""
QUARTER = timedelta(minutes=15)
"""What is not signed goes out at such moments only, together with whatever else is not."""
TALK_ON = timedelta(days=14)
"""How long the players of a game that is over may talk about it."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
IN_ALL = {HOUR: 20, DAY: 100}
"""Pieces of one seat in such a span."""
TO_ALL = {HOUR: 6, DAY: 20}
UNSIGNED = {HOUR: 4, DAY: 12}


def not_allowed(game: GameRow, kind: PressKind, *, anonymous: bool) -> str:
    """Why a game lets nobody write like this; empty where it does."""
    if kind not in game.press:
        return {
            PressKind.PUBLIC: _("In this game nobody writes to all."),
            PressKind.PRIVATE: _("In this game nobody writes to single players."),
            PressKind.MASTER: _("In this game nobody writes to the game master by TO GM."),
            PressKind.ANONYMOUS: "",
        }[kind]
    if anonymous and PressKind.ANONYMOUS not in game.press:
        return _("In this game all letters carry their writer's name.")
    if anonymous and kind is PressKind.MASTER:
        return _("The game master is always told who writes: leave the word ANONYMOUS out.")
    return ""


def too_late(game: GameRow, now: datetime) -> str:
    """Why nobody writes any more in a game that has long been over; empty where they do."""
    if game.status not in OVER or game.finished is None:
        return ""
    if now - game.finished <= TALK_ON:
        return ""
    return _(
        "The game has been over for more than {count} days: letters are passed on no more."
    ).format(count=TALK_ON.days)


def too_long(text: str) -> str:
    """Why a piece is too long; empty where it is not."""
    if len(text) <= LONGEST:
        return ""
    return _("It has {count} characters; {most} are the most. Send it in parts.").format(
        count=len(text), most=LONGEST
    )


def cut_short() -> str:
    """Why a piece cannot go of which a line is longer than any that is read."""
    return _("A paragraph of it has more than {most} characters: break it into several.").format(
        most=LONGEST_LINE
    )


def too_many(
    session: Session, game: GameRow, seat: SeatRow, kind: PressKind, *, anonymous: bool
) -> str:
    """Why somebody may write no more of the kind for now; empty where they may."""
    now = session.context.clock.now()
    limits: list[tuple[dict[timedelta, int], dict[str, bool]]] = [(IN_ALL, {})]
    limits += [(TO_ALL, {"public": True})] if kind is PressKind.PUBLIC else []
    limits += [(UNSIGNED, {"anonymous": True})] if anonymous else []
    for limit, which in limits:
        for span, most in limit.items():
            count = press.count_written(session.connection, game.id, seat.seat, now - span, **which)
            if count >= most:
                return _enough(most, span)
    return ""


def too_many_of_master(session: Session, game: GameRow, master: MasterRow, *, to_all: bool) -> str:
    """Why a game master may write no more for now, as :func:`too_many`."""
    now = session.context.clock.now()
    place = (session.connection, game.id, master.number)
    for limit, public in ((IN_ALL, False), (TO_ALL, True)):
        for span, most in limit.items():
            if public and not to_all:
                continue
            if audit.count_letters(*place, now - span, to_all=public) >= most:
                return _enough(most, span)
    return ""


def _enough(most: int, span: timedelta) -> str:
    if span == HOUR:
        said = ngettext(
            "{count} such letter an hour is the most; send it again later.",
            "{count} such letters an hour are the most; send it again later.",
            most,
        )
    else:
        said = ngettext(
            "{count} such letter a day is the most; send it again later.",
            "{count} such letters a day are the most; send it again later.",
            most,
        )
    return said.format(count=most)


def goes_out(now: datetime, arrived: datetime, kind: PressKind, *, anonymous: bool) -> datetime:
    """When a piece goes to its readers."""
    if anonymous:
        return next_quarter(now + TAKEN_BACK_FOR)
    return now + TAKEN_BACK_FOR if kind is PressKind.PUBLIC else min(arrived, now)


def next_quarter(moment: datetime) -> datetime:
    """The first full quarter of an hour that is not before a moment."""
    hour = moment.replace(minute=0, second=0, microsecond=0)
    return hour + -((hour - moment) // QUARTER) * QUARTER
