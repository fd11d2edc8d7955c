"""Is the service well? One verdict, in bounded time, for people and for what watches over it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from sqlalchemy.exc import DBAPIError

from pbem.engine.errors import Trouble
from pbem.service.config import Config, load_config
from pbem.service.context import database_of
from pbem.service.lock import is_served, servers_of
from pbem.service.operation.vitals import AT_LEAST, Vitals, look, patience
from pbem.service.patience import NoAnswer, within

LIMIT = 10.0
"""Seconds for everything: whoever asks has no longer."""
ABOUT_PEOPLE = frozenset({"missed", "stalled", "bounce", "held", "approve"})
"""Kinds of alerts that no repair of the service would end: they are told, and do no harm."""


class AlertLine(msgspec.Struct, frozen=True):
    """An alert that lasts; what it says went to the game master by mail."""

    kind: str
    began: datetime


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """What was found. ``problems`` say what is wrong; there are none where it is ``healthy``.

    ``last_poll`` is when the newest complete look into the mailbox ended, of several into that
    which was looked into the longest ago; ``oldest_mail`` since
    when the oldest mail of the outbox waits that should have gone out by now. Null is what there
    is not, or could not be found out.
    """

    healthy: bool
    problems: tuple[str, ...]
    serving: bool | None = None
    last_poll: datetime | None = None
    last_poll_seconds: int | None = None
    outbox_waiting: int | None = None
    oldest_mail: datetime | None = None
    oldest_mail_seconds: int | None = None
    overdue_games: tuple[str, ...] = ()
    alerts: tuple[AlertLine, ...] = ()
    timed_out: bool = False
    """Something gave no answer in time, and a thread still waits for it."""


def take(config_path: Path, limit: float = LIMIT) -> Health:
    """How the service of a configuration file fares, within `limit` seconds. Whatever keeps that
    from being found out is a problem as well."""
    try:
        return within(limit, lambda: _found(config_path), name="health")
    except NoAnswer:
        said = f"the database or a file gave no answer within {limit:.0f} s; see 'pbem doctor'"
        return Health(healthy=False, problems=(said,), timed_out=True)
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        return _unknown(f"the database cannot be read: {reason}; see 'pbem doctor'")
    except (Trouble, OSError) as error:
        return _unknown(" ".join(str(error).split()))


def _unknown(problem: str) -> Health:
    return Health(healthy=False, problems=(problem,))


def _found(config_path: Path) -> Health:
    config, base = load_config(config_path), config_path.parent
    now = datetime.now(UTC)
    with database_of(config, base) as database, database.read() as connection:
        serving = is_served(base) or bool(servers_of(connection))
        vitals = look(connection, config, now)
    return judge(vitals, config, serving=serving, now=now)


def judge(vitals: Vitals, config: Config, *, serving: bool, now: datetime) -> Health:
    """What these figures mean, by the limits that follow from the configuration."""
    problems = tuple(_problems(vitals, patience(config.service), now, serving=serving))
    known = [one for one in vitals.answered.values() if one is not None]
    last_poll = min(known) if len(known) == len(vitals.answered) else None
    return Health(
        healthy=not problems,
        problems=problems,
        serving=serving,
        last_poll=last_poll,
        last_poll_seconds=_seconds(last_poll, now),
        outbox_waiting=vitals.waiting,
        oldest_mail=vitals.unsent_since,
        oldest_mail_seconds=_seconds(vitals.unsent_since, now),
        overdue_games=vitals.overdue,
        alerts=tuple(AlertLine(alert.kind, alert.began) for alert in vitals.alerts),
    )


def _seconds(since: datetime | None, now: datetime) -> int | None:
    if since is None or since - now > AT_LEAST:
        return None
    return max(0, int((now - since).total_seconds()))


def _problems(vitals: Vitals, longest: timedelta, now: datetime, *, serving: bool) -> Iterator[str]:
    limit = f"{longest.total_seconds():.0f} s"
    if not serving:
        yield "no service runs here; start 'pbem serve'"
    for name, answered in vitals.answered.items():
        mailbox = f"the mailbox {name}" if len(vitals.answered) > 1 else "the mailbox"
        if answered is None:
            yield f"{mailbox} was never looked into"
        elif answered - now > AT_LEAST:
            ahead = f"{answered:%F %R} UTC"
            yield f"{mailbox} was last looked into at {ahead}, which is yet to come: mend the clock"
        elif now - answered > longest:
            yield f"{mailbox} was not looked into for {_seconds(answered, now)} s (of {limit})"
    if vitals.unsent_since is not None and now - vitals.unsent_since > longest:
        waited = _seconds(vitals.unsent_since, now)
        yield f"mail waits to be sent for {waited} s (of {limit})"
    if vitals.overdue:
        yield f"turns are overdue: {', '.join(vitals.overdue)}"
    if ours := sorted({alert.kind for alert in vitals.alerts} - ABOUT_PEOPLE):
        yield f"you were alerted, and it lasts: {', '.join(ours)}"
