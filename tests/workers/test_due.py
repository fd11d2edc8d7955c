"""What makes a turn due puts the job that closes it, in its own transaction: it is there with that
or not at all, whoever is killed then. A job that is lost or comes twice changes only the moment."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.context import Context
from pbem.service.intake.recording import record_mail
from pbem.service.play.upkeep import note_poll
from pbem.service.workers.hints import Hint, Hints, hinting
from pbem.service.workers.jobs import Jobs
from pbem.service.workers.tables import put_closings
from pbem.store import publishing
from tests.servers.plugin import MailHost
from tests.workers.house import house, let_all_fall_due, new_games, replies, turns, until, working

pytestmark = pytest.mark.postgresql

LINE = "Economy 60% coop 10"
JOBS = sa.text(
    "SELECT task_name, args FROM procrastinate.procrastinate_jobs WHERE status = 'todo' ORDER BY id"
)


@pytest.fixture
def context(tmp_path: Path, embedded_host: MailHost) -> Iterator[Context]:
    with house(tmp_path, embedded_host) as context:
        yield replace(context, on_due=put_closings)


def closings(context: Context) -> list[tuple[str, int]]:
    """The game and turn of each job that closes one and waits."""
    with context.database.read() as connection:
        found = connection.execute(JOBS).all()
    return [(args["game"], args["turn"]) for task, args in found if task == "close"]


def lose_jobs(context: Context) -> None:
    with context.database.write() as connection:
        connection.execute(sa.text("SET LOCAL search_path = public, procrastinate"))
        connection.execute(sa.text("DELETE FROM procrastinate_jobs"))


class Killed(BaseException):
    """Instead of what would have come next."""


class DeadHints(Hints):
    """Of a process that is killed as soon as it has something to say."""

    def put(self, *hints: Hint) -> None:
        raise Killed


def jobs_of(context: Context, hints: Hints) -> Jobs:
    return Jobs(context, hints, threading.Event())


def record_replies(context: Context) -> None:
    """Orders of all players of all games, in the inbox and not yet read."""
    inbox = MemoryInbox()
    for message in replies(context, [LINE]):
        inbox.deliver(message.as_bytes(), context.clock.now())
    record_mail(context, inbox)


def test_a_worker_killed_after_the_last_orders_has_put_the_closings_with_them(
    context: Context, embedded_host: MailHost
) -> None:
    new_games(context, embedded_host, 3)
    record_replies(context)
    with hinting(context.database) as hints:
        dead = jobs_of(context, DeadHints(hints._app, context.database))
        with pytest.raises(Killed):
            dead.settle(tried=False)
        assert sorted(closings(context)) == [("g1", 1), ("g2", 1), ("g3", 1)]

        note_poll(context, context.clock.now())
        alive = jobs_of(context, hints)
        for game, turn in 2 * closings(context):  # twice: each is closed once
            alive.close(game, turn)
    assert set(turns(context).values()) == {2}


def test_a_transaction_that_comes_to_nothing_leaves_no_job(
    context: Context, embedded_host: MailHost
) -> None:
    new_games(context, embedded_host, 1)
    record_replies(context)

    def put_and_die(connection: sa.Connection, due: object) -> None:
        put_closings(connection, due)  # type: ignore[arg-type]  # what it is given
        raise Killed

    with hinting(context.database) as hints:
        with pytest.raises(Killed):
            jobs_of(replace(context, on_due=put_and_die), hints).settle(tried=False)
        assert closings(context) == []
        jobs_of(context, hints).settle(tried=True)  # whoever comes next takes the mail up again
    assert closings(context) == [("g1", 1)]


def test_the_poll_after_a_deadline_puts_the_closings_of_all_games_once(
    context: Context, embedded_host: MailHost
) -> None:
    new_games(context, embedded_host, 2)
    let_all_fall_due(context)
    for _poll in range(2):
        note_poll(context, context.clock.now())
    assert sorted(closings(context)) == [("g1", 1), ("g2", 1)]


def test_a_closing_whose_job_was_lost_is_found_by_a_sweep(
    context: Context, embedded_host: MailHost
) -> None:
    new_games(context, embedded_host, 1)
    let_all_fall_due(context)
    note_poll(context, context.clock.now())
    lose_jobs(context)
    with hinting(context.database) as hints:
        jobs_of(context, hints).sweep()
    assert closings(context) == [("g1", 1)]


def test_who_finds_another_at_the_public_pages_has_them_looked_at_once_more(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = Jobs(context, cast(Hints, None), threading.Event())
    looked: list[int] = []

    def look(_context: Context) -> None:
        looked.append(len(looked))
        if len(looked) == 1:
            jobs.publish()

    monkeypatch.setattr("pbem.service.workers.jobs.keep_published", look)
    jobs.publish()
    assert looked == [0, 1]
    jobs.publish()
    assert looked == [0, 1, 2]


def test_workers_write_the_public_pages_after_each_turn(
    context: Context, tmp_path: Path, embedded_host: MailHost
) -> None:
    config = tmp_path / "config.toml"
    before = config.read_text()
    assert before.count("[service]\n") == 1
    config.write_text(before.replace("[service]\n", '[service]\npublish = "pages"\n'))
    new_games(context, embedded_host, 1, public=True)
    with context.database.read() as connection:
        assert [row.id for row in publishing.public_games(connection)] == ["g1"]
    with working(tmp_path, "one", "other") as processes:
        for turn in (1, 2):
            until(lambda at=turn: turns(context)["g1"] == at, f"turn {turn}")
            let_all_fall_due(context)
            until(
                lambda at=turn: (tmp_path / f"pages/games/g1/turn-{at}.html").exists(), "its page"
            )
        assert [one.stop() for one in processes] == [0, 0]
    assert all("Traceback" not in one.log.read_text() for one in processes)
