"""Several workers serve one database together, and lose and double nothing when one dies."""

from __future__ import annotations

import smtplib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.context import Context
from pbem.service.dispatch.outbox import MOST_UNRECORDED
from pbem.service.lock import servers_of
from pbem.service.schedule import Schedule
from pbem.store import games, mail, outbox
from pbem.store.records import InboxRow, InboxStatus
from tests.servers.plugin import MailHost
from tests.service.test_by_wire import LINE, Post
from tests.soaking import soak
from tests.workers.house import (
    house,
    let_all_fall_due,
    new_games,
    relaying,
    replies,
    turns,
    until,
    working,
)

pytestmark = pytest.mark.postgresql


@pytest.fixture
def context(tmp_path: Path, embedded_host: MailHost) -> Iterator[Context]:
    with house(tmp_path, embedded_host) as context:
        yield context


def sent_for(context: Context) -> Counter[str | None]:
    """How many reports were written, by game."""
    with context.database.read() as connection:
        return Counter(row.game for row in mail.outgoing(connection, kind="report"))


def waiting(context: Context) -> int:
    """How many mails have yet to go out."""
    with context.database.read() as connection:
        return outbox.queue_at(connection, context.clock.now()).waiting


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", [40, soak(300)])
def test_a_worker_that_is_killed_loses_nothing_and_the_other_takes_over(
    tmp_path: Path, embedded_host: MailHost, number: int
) -> None:
    """Each turn is closed once, and each mail goes out once, but for those whose answer from the
    relay the dead one had not yet written down."""
    with relaying(embedded_host) as (host, relay), house(tmp_path, host) as context:
        new_games(context, host, number)
        let_all_fall_due(context)
        with working(tmp_path, "doomed", "heir", LEASE_SECONDS="5") as (doomed, heir):
            until(lambda: sum(turns(context).values()) > number * 4 / 3, "a third of the turns")
            doomed.kill()
            left = number * 2 - sum(turns(context).values())
            assert left > 0, "it was killed too late"
            until(lambda: set(turns(context).values()) == {2}, "all turns")
            until(lambda: waiting(context) == 0, "all mails")
            assert heir.stop() == 0
        assert set(sent_for(context).values()) == {4}, "two reports for each of two"
        rows = sum(sent_for(context).values())
        assert len(relay.taken) == rows
        twice = relay.taken.total() - rows
        assert twice <= MOST_UNRECORDED, "more than may be under way unrecorded"
        assert "ERROR" not in heir.log.read_text()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", [4, soak(50)])
def test_mails_that_two_workers_settle_are_settled_once_and_in_order(
    tmp_path: Path, embedded_host: MailHost, number: int
) -> None:
    """Seven mails to each of so many games by each of its two players."""
    with relaying(embedded_host) as (host, _relay), house(tmp_path, host) as context:
        new_games(context, host, number, schedule=Schedule(every="24h", early_close=False))
        with smtplib.SMTP(embedded_host.smtp.host, embedded_host.smtp.port) as server:
            for message in replies(context, [f"Economy 60% coop {n}" for n in range(1, 8)]):
                server.send_message(message)
        with working(tmp_path, "one", "other") as processes:
            until(lambda: len(settled(context)) == number * 14, "all mails")
            assert [one.stop() for one in processes] == [0, 0]
        rows = settled(context)
        assert {row.status for row in rows} == {InboxStatus.DONE}
        assert {row.attempts for row in rows} == {1}
        with context.database.read() as connection:
            receipts = mail.outgoing(connection, kind="receipt")
            kept = [games.sets_of(connection, row.game, 1, row.seat) for row in rows]
        assert Counter((row.game, row.seat) for row in receipts) == Counter(
            (row.game, row.seat) for row in rows
        )
        for sets in kept:
            arrived = [one.mail for one in sets]
            assert arrived == sorted(arrived) and len(arrived) == 7
        for process in processes:
            assert "ERROR" not in process.log.read_text()


def settled(context: Context) -> list[InboxRow]:
    with context.database.read() as connection:
        rows = mail.mails_in(connection, *InboxStatus)
    return [row for row in rows if row.status != InboxStatus.NEW]


def test_two_workers_play_a_game_by_real_mail(
    context: Context, tmp_path: Path, embedded_host: MailHost
) -> None:
    post = Post(embedded_host)
    new_games(context, embedded_host, 1)
    with working(tmp_path, "one", "other") as processes:
        until(lambda: all(post.kinds(n)["report"] == 1 for n in ("anna1", "boris1")), "reports")
        for name in ("anna1", "boris1"):
            post.reply(name, LINE)
        until(lambda: turns(context)["g1"] == 2, "the second turn")
        until(lambda: all(post.kinds(n)["report"] == 2 for n in ("anna1", "boris1")), "reports")
        assert [post.kinds(n)["receipt"] for n in ("anna1", "boris1")] == [1, 1]
        assert [one.stop() for one in processes] == [0, 0]
    for one in processes:
        assert "Traceback" not in one.log.read_text()
        assert "ERROR" not in one.log.read_text()


def test_a_worker_whose_every_connection_is_cut_goes_on_by_itself(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    """As where PostgreSQL was started anew, or a network had gone."""
    with relaying(embedded_host) as (host, relay), house(tmp_path, host) as context:
        new_games(context, host, 2)
        with working(tmp_path, "one") as (worker,):
            until(lambda: waiting(context) == 0, "the first reports")
            context.database.engine.dispose()  # this process is not the one that is cut off
            with context.database.alone() as connection:
                cut = connection.execute(CUT_ALL).scalars().all()
            assert len(cut) > 5, "its own, and those of the engine"
            let_all_fall_due(context)
            until(lambda: set(turns(context).values()) == {2}, "all turns")
            until(lambda: waiting(context) == 0, "all mails")
            until(lambda: len(serving(context)) == 1, "its claim to be made again")
            assert worker.stop() == 0
        assert relay.taken.total() == len(relay.taken) == 2 * 4


CUT_ALL = sa.text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def serving(context: Context) -> tuple[str, ...]:
    with context.database.read() as connection:
        return servers_of(connection)
