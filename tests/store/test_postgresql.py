"""A game on PostgreSQL: the same migrations, queries and transactions as on SQLite; and what only
happens there, where two write at once."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import Connection

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.settings import MailSettings
from pbem.service.clock import ManualClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.context import context_of
from pbem.service.play.close import close_turn
from pbem.service.play.outage import end_silence
from pbem.service.setup import lay_foundations
from pbem.store import contacts, facts, games, outbox
from pbem.store.tables import metadata
from tests.service.world import ANNA, BORIS, START, World, text_of

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of an empty database on a PostgreSQL of this test's own, on loopback."""
    if not BINARIES or os.getuid() != 0:
        pytest.skip("PostgreSQL's own tests need Debian's postgresql package and root")
    owner = pwd.getpwnam("postgres")
    folder = Path(tempfile.mkdtemp(prefix="pbem-postgresql-"))
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]

    def run(program: str, *words: str) -> None:
        command = [str(BINARIES[-1] / program), *words]
        subprocess.run(command, user="postgres", cwd=folder, check=True, stdout=subprocess.DEVNULL)

    data, log = str(folder / "data"), str(folder / "log")
    run("initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale", "C")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    run("pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
    try:
        yield f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def world(server: str, tmp_path: Path) -> Iterator[World]:
    """A service on an empty database of that server."""
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for command in ("DROP DATABASE IF EXISTS games", "CREATE DATABASE games"):
            connection.execute(sa.text(command))
    engine.dispose()
    config = Config(
        service=ServiceSettings(database=f"{server.rpartition('/')[0]}/games"),
        mail=MailSettings(admin="gm@example.org"),
    )
    lay_foundations(config, tmp_path)
    clock = ManualClock(START)
    context = context_of(config, tmp_path, clock)
    try:
        yield World(context, clock, MemoryInbox())
    finally:
        context.close()


def test_a_game_is_played_and_migrations_equal_the_schema(world: World) -> None:
    context, clock = world.context, world.clock
    world.new_game()
    world.reply(ANNA, "@ Economy 60% coop 70 with 0-200 comp 30")
    world.reply(BORIS, "Environment 40% comp 100\nTURN 2: Economy 10 comp 100")
    world.poll()
    assert world.game().turn == 2
    world.reply(ANNA, "STATUS")
    world.poll()
    assert "Economy 60% coop 70" in text_of(world.last(ANNA))
    assert close_turn(context, "spring", 2).turn == 3
    assert close_turn(context, "spring", 2).turn == 3, "a turn is closed once"
    with context.database.write() as connection:
        until = clock.now() + timedelta(minutes=1)
        leased = outbox.lease_mails(connection, clock.now(), 3, relay="main", by="one", until=until)
        assert len(leased) == 3
    with context.database.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []


# Two connections ------------------------------------------------------------------------


@contextmanager
def meanwhile(world: World, work: Callable[[], object]) -> Iterator[Connection]:
    """A transaction in whose way `work`, on another connection, has come to stand when the block
    is left; it goes on once this one is committed."""
    with ThreadPoolExecutor(1) as other:
        with world.context.database.write() as connection:
            yield connection
            going = other.submit(work)
            while not _somebody_waits(world):
                assert not going.done(), "it did not wait for the other"
        going.result(timeout=60)


def _somebody_waits(world: World) -> bool:
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with world.context.database.read() as connection:
        return bool(connection.execute(sa.text(query)).scalar())


def test_a_turn_that_opens_while_a_silence_ends_keeps_its_time(world: World) -> None:
    world.new_game()
    world.poll()
    world.clock.move(hours=10)
    began = world.clock.now()
    deadline = began + timedelta(hours=48)
    with meanwhile(world, lambda: end_silence(world.context, began)) as connection:
        games.change_game(connection, "spring", turn=2, opened=began, deadline=deadline)
    assert (world.game().turn, world.game().deadline) == (2, deadline)


def test_a_deadline_set_while_a_silence_ends_is_the_one_that_is_pushed(world: World) -> None:
    world.new_game()
    world.poll()
    world.clock.move(hours=10)
    began = world.clock.now()
    deadline = began + timedelta(hours=48)
    with meanwhile(world, lambda: end_silence(world.context, began)) as connection:
        games.change_game(connection, "spring", deadline=deadline)
    assert world.game().deadline == deadline + timedelta(hours=10)


def test_two_bounces_at_once_both_count(world: World) -> None:
    def score(connection: Connection) -> None:
        now = world.clock.now()
        contacts.score_contact(connection, ANNA, 1.0, hold_at=2.0, now=now, note="sent back")

    def another() -> None:
        with world.context.database.write() as connection:
            score(connection)

    for expected in (2.0, 4.0):  # the first time the address is new to both
        with meanwhile(world, another) as connection:
            score(connection)
        with world.context.database.read() as connection:
            contact = contacts.find_contact(connection, ANNA)
        assert contact is not None
        assert (contact.score, contact.held) == (expected, True)


def test_a_fact_written_twice_at_once_is_the_newest(world: World) -> None:
    def another() -> None:
        with world.context.database.write() as connection:
            facts.write_fact(connection, "polled", "second")

    with meanwhile(world, another) as connection:
        facts.write_fact(connection, "polled", "first")
    with world.context.database.read() as connection:
        assert facts.read_fact(connection, "polled") == "second"


def test_two_senders_never_lease_the_same_mail(world: World) -> None:
    world.new_game()
    now = world.clock.now()
    until = now + timedelta(minutes=1)
    with (
        world.context.database.write() as one,
        world.context.database.write() as other,
    ):
        first = outbox.lease_mails(one, now, 1, relay="main", by="one", until=until)
        second = outbox.lease_mails(other, now, 10, relay="main", by="other", until=until)
    assert len(first) == 1
    assert len(second) == 1
    assert first[0].id != second[0].id
