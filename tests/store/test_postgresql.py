"""A game on PostgreSQL: the same migrations, queries and transactions as on SQLite."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.clock import ManualClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.house import house_of
from pbem.service.play.close import close_turn
from pbem.service.setup import lay_foundations
from pbem.store import outbox
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


def test_a_game_is_played_and_migrations_equal_the_schema(server: str, tmp_path: Path) -> None:
    config = Config(service=ServiceSettings(database=server))
    lay_foundations(config, tmp_path)
    clock = ManualClock(START)
    house = house_of(config, tmp_path, clock)
    try:
        world = World(house, clock, MemoryInbox())
        world.new_game()
        world.reply(ANNA, "@ Economy 60% coop 70 with 0-200 comp 30")
        world.reply(BORIS, "Environment 40% comp 100\nTURN 2: Economy 10 comp 100")
        world.poll()
        assert world.game().turn == 2
        world.reply(ANNA, "STATUS")
        world.poll()
        assert "Economy 60% coop 70" in text_of(world.last(ANNA))
        assert close_turn(house, "spring", 2).turn == 3
        assert close_turn(house, "spring", 2).turn == 3, "a turn is closed once"
        with house.database.write() as connection:
            until = clock.now() + timedelta(minutes=1)
            leased = outbox.lease_mails(connection, clock.now(), 3, by="one", until=until)
            assert len(leased) == 3
        with house.database.read() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, metadata) == []
    finally:
        house.close()
