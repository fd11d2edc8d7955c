"""Who is on vacation, as players and game masters are told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from pbem.engine.i18n import _
from pbem.mailer.outbound.phrases import day, end_of
from pbem.service.context import Session
from pbem.store.records import SeatRow
from pbem.store.vacations import vacations_of


def absences(
    session: Session, seats: Sequence[SeatRow], *, zone: str, language: str
) -> Iterator[str]:
    """Who of a game is on vacation or will be, from when to when by a reader's clock, and whether
    a bot plays for them then."""
    if not seats:
        return
    away = vacations_of(session.connection, seats[0].game)
    now = session.context.clock.now()
    language = language or session.context.config.service.language
    for one in seats:
        row = away.get(one.seat)
        if not one.has_person or row is None or row.begins is None or row.ends is None:
            continue
        if row.ends <= now:
            continue
        sentence = (
            _("{name} is on vacation until {until}.")
            if row.is_away(now)
            else _("{name} will be on vacation from {begins} to {until}.")
        )
        said = sentence.format(
            name=one.name,
            begins=day(session.context.local(row.begins, zone), language),
            until=end_of(session.context.local(row.ends - timedelta(minutes=1), zone), language),
        )
        yield " ".join((said, _("The house bot plays meanwhile."))) if row.bot else said
