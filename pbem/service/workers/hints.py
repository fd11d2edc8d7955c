"""Hints that there may be something to do, put into procrastinate's queues.

A hint holds nothing: what is due stands in the rows of the service, and whoever works at it claims
it (:mod:`pbem.store.claims`). One that comes late, twice or never changes nothing but the moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.jobs import Job
from sqlalchemy.engine import make_url

from pbem.service.workers.tables import SCHEMA
from pbem.store.database import Database

MOST_AT_ONCE = 200
_WAITING = sa.text(
    f"SELECT queueing_lock FROM {SCHEMA}.procrastinate_jobs"
    " WHERE status = 'todo' AND queueing_lock IS NOT NULL"
)


@dataclass(frozen=True)
class Hint:
    """For one queue, whose task it is ``given`` to. Of those with one ``name`` one waits at a
    time."""

    queue: str
    name: str
    given: Mapping[str, Any] = field(default_factory=dict)


def connecting(database: Database, connections: int) -> dict[str, Any]:
    """What procrastinate's connections to the same database are made with."""
    url = make_url(database.url).set(drivername="postgresql")
    return {
        "conninfo": url.render_as_string(hide_password=False),
        "kwargs": {"options": f"-c search_path={SCHEMA}"},
        "min_size": 1,
        "max_size": connections,
    }


class Hints:
    """A way to put hints that any thread may use."""

    def __init__(self, app: App, database: Database) -> None:
        self._app = app
        self._database = database

    def put(self, *hints: Hint) -> None:
        """Put those that do not wait already."""
        with self._database.read() as connection:
            waiting = frozenset(connection.execute(_WAITING).scalars())
        jobs = [_job(self._app, hint) for hint in hints if hint.name not in waiting]
        for start in range(0, len(jobs), MOST_AT_ONCE):
            self._put(jobs[start : start + MOST_AT_ONCE])

    def _put(self, jobs: list[Job]) -> None:
        try:
            self._app.job_manager.batch_defer_jobs(jobs)
        except AlreadyEnqueued:
            # Somebody put one of them meanwhile, and so none was put here.
            if len(jobs) > 1:
                for job in jobs:
                    self._put([job])


def _job(app: App, hint: Hint) -> Job:
    configured = app.configure_task(hint.queue, queue=hint.queue, queueing_lock=hint.name)
    return configured.make_new_job(**hint.given)


@contextmanager
def hinting(database: Database) -> Iterator[Hints]:
    """Hints for the workers of a database."""
    with App(connector=SyncPsycopgConnector(**connecting(database, 2))).open() as app:
        yield Hints(app, database)
