"""Sending bears with a mail server that is away, and with a database that is: no mail is given up
for what was not its fault, and none goes out twice."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import OperationalError

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.outbound.send import Delivery, Source, Status
from pbem.mailer.settings import SmtpSettings
from pbem.service.context import Context
from pbem.service.dispatch import outbox
from pbem.service.dispatch.outbox import BACKOFF, LEASE, SERVER_PAUSE, send_outbox
from pbem.store import contacts, mail
from pbem.store import outbox as queue
from pbem.store.records import OutboxDraft, OutboxRow
from tests.servers.real import free_port
from tests.service.faults import DatabaseAway, failing_once, watching
from tests.service.world import ANNA, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def answering(patch: pytest.MonkeyPatch, code: int) -> None:
    """From now on the server says `code` to every mail; 0: it cannot be reached."""

    async def deliver(take: Source, _settings: Any, note: Any) -> None:
        if not code:
            raise MailServerTrouble("the SMTP server cannot be reached")
        status = Status.SENT if code < 300 else Status.DEFERRED
        while (message := await take()) is not None:
            note(Delivery(message.key, status, code, "so it is"))

    patch.setattr(outbox, "deliver", deliver)


def test_an_outage_of_the_mail_server_uses_up_no_attempts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    for _tick in range(2 * len(BACKOFF)):
        with pytest.raises(MailServerTrouble):
            send_outbox(world.context)
        world.clock.move(seconds=SERVER_PAUSE.total_seconds())
    answering(monkeypatch, 451)
    assert send_outbox(world.context).deferred == 2
    assert {(row.status, row.attempts) for row in world.rows(kind="report")} == {("queued", 1)}
    with world.context.database.read() as connection:
        assert contacts.find_contact(connection, ANNA) is None
    world.clock.move(seconds=BACKOFF[0].total_seconds())
    answering(monkeypatch, 250)
    assert send_outbox(world.context).accepted == 2


def test_a_server_that_is_away_is_not_asked_at_every_tick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    with pytest.raises(MailServerTrouble):
        send_outbox(world.context)
    send_outbox(world.context)  # nothing is due, so nothing is tried
    world.clock.move(seconds=SERVER_PAUSE.total_seconds())
    with pytest.raises(MailServerTrouble):
        send_outbox(world.context)


def test_a_mail_is_given_up_only_after_all_its_tries(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 451)
    for wait in BACKOFF:
        assert send_outbox(world.context).deferred == 2
        assert send_outbox(world.context).deferred == 0, "not before its time"
        world.clock.move(seconds=wait.total_seconds())
    assert send_outbox(world.context).refused == 2
    assert {row.status for row in world.rows(kind="report")} == {"failed"}


# A database that is away ----------------------------------------------------------------


class Post:
    """A mail server that counts what it takes, and lets something happen at every mail. All but
    the first are answered only while it is `open`."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        self.happens = lambda: None
        self.open = threading.Event()
        self.open.set()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.taken:
            await asyncio.to_thread(self.open.wait)
        self.taken[str(envelope.rcpt_tos[0])] += 1
        self.happens()
        return "250 taken"


@contextmanager
def posting(world: World) -> Iterator[tuple[Context, Post]]:
    """The world's house, with a real mail server to hand mail in to."""
    post = Post()
    server = Controller(post, hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        smtp = SmtpSettings(port=server.port, security="none")
        config = msgspec.structs.replace(world.context.config, smtp=smtp)
        yield Context(**(vars(world.context) | {"config": config})), post
    finally:
        server.stop()


def fill(world: World, mails: int) -> None:
    """Queue so many small mails, each to an address of its own, and nothing else."""
    now, data = world.clock.now(), b"Subject: hello\r\n\r\nhello\r\n"
    with world.context.database.write() as connection:
        mail.change_mails(connection, [row.id for row in world.rows()], status="sent")
        rows = [
            OutboxDraft(f"<{n}@x.org>", "notice", f"p{n}@x.org", "hello", data, now, now)
            for n in range(mails)
        ]
        mail.queue_mails(connection, rows)


def statuses(world: World) -> dict[str, int]:
    with world.context.database.read() as connection:
        return mail.count_outgoing(connection)


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed writes are tried again at once."""
    monkeypatch.setattr(outbox, "LONGEST_PAUSE", 0.01)


@pytest.mark.parametrize("failing", ["UPDATE outbox", "BEGIN IMMEDIATE", "COMMIT", "COMMITTED"])
@pytest.mark.usefixtures("no_waiting")
def test_while_the_database_fails_what_was_sent_is_kept_and_goes_out_once(
    world: World, failing: str
) -> None:
    fill(world, 600)
    with posting(world) as (context, post):
        sending = failing_once(lambda said: bool(post.taken) and said.startswith(failing), times=20)
        with watching(context.database, sending):
            sent = send_outbox(context)
        # What a commit leased of which the answer was lost is queued again, for a little later.
        world.clock.move(minutes=1)
        sent += send_outbox(context)
    assert sent.accepted == 600
    assert set(post.taken.values()) == {1}
    assert len(post.taken) == 600
    assert statuses(world) == {"sent": 602}


@pytest.mark.usefixtures("no_waiting")
def test_sending_pauses_while_it_cannot_be_recorded(world: World) -> None:
    """The database stays away until nothing has gone out any more for many tries."""
    fill(world, 600)
    tries: list[int] = []

    with posting(world) as (context, post):
        post.open.clear()

        def away(said: str) -> None:
            if post.taken and said.startswith("UPDATE outbox") and len(tries) < 40:
                tries.append(len(post.taken))
                if len(tries) > 1:
                    post.open.set()
                raise DatabaseAway

        with watching(context.database, away):
            send_outbox(context)
    under_way = world.context.config.smtp.connections
    assert tries[-1] <= 1 + under_way, "what was under way, and no more"
    assert set(post.taken.values()) == {1}
    assert statuses(world) == {"sent": 602}


@pytest.mark.usefixtures("no_waiting")
def test_a_service_that_is_stopped_does_not_wait_for_the_database(world: World) -> None:
    fill(world, 50)
    stopping = threading.Event()

    with posting(world) as (context, post):

        def away(said: str) -> None:
            if post.taken and said.startswith("UPDATE outbox"):
                stopping.set()
                raise DatabaseAway

        with watching(context.database, away), pytest.raises(OperationalError):
            send_outbox(context, stopping)
        known = len(post.taken)
        assert statuses(world)["sending"] == 50
        world.clock.move(seconds=LEASE.total_seconds())
        send_outbox(context)
    assert sum(post.taken.values()) == 50 + known, "with the same Message-ID"
    assert statuses(world) == {"sent": 52}


def test_a_service_that_is_stopped_leaves_the_rest_in_the_queue(world: World) -> None:
    fill(world, 100)
    stopping = threading.Event()
    with posting(world) as (context, post):
        post.happens = stopping.set
        accepted = send_outbox(context, stopping).accepted
        assert accepted == len(post.taken) <= context.config.smtp.connections
        assert statuses(world) == {"sent": 2 + accepted, "queued": 100 - accepted}


@pytest.mark.usefixtures("no_waiting")
def test_what_a_server_that_went_away_left_goes_back_into_the_queue_in_spite_of_failures(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    failing = failing_once(lambda said: "leased_by=" in said and "RETURNING" not in said, times=5)
    leased = 0

    def after_leasing(said: str) -> None:
        nonlocal leased
        leased += said == "COMMIT"
        if leased:
            failing(said)

    with watching(world.context.database, after_leasing), pytest.raises(MailServerTrouble):
        send_outbox(world.context)
    assert statuses(world) == {"queued": 2}


# Leases ---------------------------------------------------------------------------------


def lease(world: World, name: str) -> tuple[OutboxRow, ...]:
    now = world.clock.now()
    with world.context.database.write() as connection:
        return queue.lease_mails(connection, now, 10, relay="main", by=name, until=now + LEASE)


def test_a_lease_runs_out_by_itself(world: World) -> None:
    assert len(lease(world, "one that dies")) == 2
    world.clock.move(seconds=LEASE.total_seconds() - 1)
    assert lease(world, "another") == ()
    world.clock.move(seconds=1)
    assert len(lease(world, "another")) == 2


def test_a_lease_that_is_prolonged_is_kept(world: World) -> None:
    lease(world, "one")
    for _third in range(6):
        world.clock.move(seconds=LEASE.total_seconds() / 3)
        with world.context.database.write() as connection:
            until = world.clock.now() + LEASE
            assert len(queue.prolong_leases(connection, "one", until)) == 2
        assert lease(world, "another") == ()


def test_whoever_comes_back_late_neither_keeps_nor_returns_what_another_has(world: World) -> None:
    lease(world, "one")
    world.clock.move(seconds=LEASE.total_seconds())
    lease(world, "another")
    now = world.clock.now()
    with world.context.database.write() as connection:
        assert queue.prolong_leases(connection, "one", now + timedelta(days=1)) == frozenset()
        queue.return_leases(connection, "one")
        assert not queue.give_up(connection, 1, "one", "550 no")
    assert statuses(world) == {"sending": 2}


def test_a_process_that_lives_prolongs_its_leases(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes longer over a mail than a lease lasts."""
    monkeypatch.setattr(outbox, "LEASE", timedelta(seconds=0.3))
    fill(world, 10)
    prolonged = threading.Semaphore(0)
    taken_away = []

    def count(said: str) -> None:
        if said.startswith("UPDATE outbox") and "RETURNING" in said:
            prolonged.release()

    with posting(world) as (context, post):

        def dawdle() -> None:
            if len(post.taken) == 5:
                for _time in range(3):
                    world.clock.move(seconds=0.2)
                    for _whole in range(3):  # the first may have looked at the clock before
                        assert prolonged.acquire(timeout=60)
                taken_away.append(lease(world, "another"))

        post.happens = dawdle
        with watching(context.database, count):
            send_outbox(context)
    assert taken_away == [()]
    assert set(post.taken.values()) == {1}
    assert statuses(world) == {"sent": 12}
