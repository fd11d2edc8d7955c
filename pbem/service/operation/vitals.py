"""What the database says of how the service fares: one look, at one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.engine import Connection

from pbem.service.config import Config, ServiceSettings
from pbem.service.play.outage import ANSWERED
from pbem.service.play.watching import UNSENT
from pbem.service.schedule import Schedule, duration
from pbem.store import alerts, facts, figures, games, mail, outbox
from pbem.store.records import GameRow

POLLS = 3
"""Polls that may be missed before something is wrong."""
AT_LEAST = timedelta(minutes=1)
"""The least that anything may take, however often the mailbox is looked into."""


def patience(service: ServiceSettings) -> timedelta:
    """How long the mailbox may go without a look, and a mail wait that could be sent."""
    return max(POLLS * duration(service.poll, "service.poll"), AT_LEAST)


def turn_patience(service: ServiceSettings) -> timedelta:
    """How long a turn that is over may stay open: a mail that fails holds it up for some polls."""
    held_up = service.attempts * duration(service.poll, "service.poll")
    return patience(service) + held_up


@dataclass(frozen=True)
class Alert:
    """Something that needs a person and lasts. ``kind`` says of what sort; no address is in it."""

    kind: str
    began: datetime


@dataclass(frozen=True)
class Vitals:
    """``answered`` is when the newest complete look into each mailbox ended. ``unsent_since`` is
    since when the oldest mail has waited that should have gone out; None where none has.
    ``overdue`` are the games whose turn should have been closed by now; where it waits for the
    game master it should not."""

    answered: Mapping[str, datetime | None]
    waiting: int
    unsent_since: datetime | None
    overdue: tuple[str, ...]
    alerts: tuple[Alert, ...]
    games: Mapping[str, int]
    """How many there are, by status."""
    set_aside: Mapping[str, int]
    """Mails that wait for the game master, by status."""


def look(connection: Connection, config: Config, now: datetime) -> Vitals:
    """Read them, in the one transaction that is given."""
    queue, service = outbox.queue_at(connection, now), config.service
    since = [queue.oldest_due, *_refused_since(connection, config, now)]
    return Vitals(
        answered=_each(connection, ANSWERED, config.mailboxes),
        waiting=queue.waiting,
        unsent_since=min((moment for moment in since if moment is not None), default=None),
        overdue=_overdue(connection, now - turn_patience(service), now),
        alerts=_lasting(connection),
        games=figures.count_games(connection),
        set_aside=mail.count_set_aside(connection),
    )


def _lasting(connection: Connection) -> tuple[Alert, ...]:
    """Each alert once, whoever is told of it."""
    began = {row.key: row.began for row in reversed(alerts.lasting_alerts(connection))}
    return tuple(Alert(key.partition(".")[0], at) for key, at in reversed(began.items()))


def _each(
    connection: Connection, fact: str, mailboxes: Iterable[str]
) -> dict[str, datetime | None]:
    """A moment that each mailbox has for itself."""
    return {one: facts.read_moment(connection, facts.of_mailbox(fact, one)) for one in mailboxes}


def _refused_since(
    connection: Connection, config: Config, now: datetime
) -> Iterator[datetime | None]:
    """Since when relays take no mail for which some waits."""
    for mailbox, since in _each(connection, UNSENT, config.mailboxes).items():
        if since is not None and outbox.queue_at(connection, now, mailbox).waiting:
            yield since


def _overdue(connection: Connection, by: datetime, now: datetime) -> tuple[str, ...]:
    due = (row for row in games.maybe_due(connection, now) if row.stalled is None)
    return tuple(row.id for row in due if _over_at(row) < by)


def _over_at(row: GameRow) -> datetime:
    """When the open turn was to close: early, at its deadline, or at once."""
    grace = msgspec.convert(row.schedule, Schedule).grace_span
    moments = [row.closes, row.deadline and row.deadline + grace]
    return min((moment for moment in moments if moment), default=row.opened or row.created)


def tally(kinds: tuple[Alert, ...]) -> Mapping[str, int]:
    """How many alerts there are of each kind."""
    return Counter(alert.kind for alert in kinds)
