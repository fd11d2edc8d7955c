"""A PostgreSQL of a test run's own, on loopback, and fresh databases on it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

from pbem.store.database import Database
from tests.servers.real import free_port

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
# What a machine that loses its power would need, no test does.
OPTIONS = (
    "-c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off "
    "-c full_page_writes=off -c max_connections=200"
)
EMPTY = "pbem_empty"
"""The database from which new ones are copied: the schema, and no rows."""


def why_not() -> str | None:
    """What is missing for it to run, in a few words; None when nothing is."""
    if not BINARIES:
        return "install postgresql"
    return None if os.getuid() == 0 else "it must be started by root, who lends it its own user"


@dataclass
class PostgresqlServer:
    """Started with the first database that is wanted of it."""

    _home: Path | None = None
    _port: int = field(default_factory=free_port)
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def new(self, template: str = EMPTY) -> str:
        """The URL of a database that nobody else has: the schema alone, or a copy of the one
        whose URL is `template`, which nobody may be connected to."""
        if self._home is None:
            self._start()
        name = f"pbem_{next(self._numbers)}"
        self._create(name, template.rpartition("/")[2])
        return self._url(name)

    def stop(self) -> None:
        home, self._home = self._home, None
        if home is not None:
            self._run(home, "pg_ctl", "-D", str(home / "data"), "-m", "immediate", "-w", "stop")
            shutil.rmtree(home)

    def _start(self) -> None:
        owner = pwd.getpwnam("postgres")
        self._home = home = Path(tempfile.mkdtemp(prefix="pbem-postgresql-"))
        os.chown(home, owner.pw_uid, owner.pw_gid)
        data, log = str(home / "data"), str(home / "log")
        self._run(home, "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale", "C", "-N")
        options = f"-p {self._port} -k {home} {OPTIONS}"
        self._run(home, "pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
        self._create(EMPTY, "template1")
        database = Database(self._url(EMPTY))
        database.migrate()
        database.close()

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self._port}/{name}"

    def _create(self, name: str, template: str) -> None:
        where = f"host=127.0.0.1 port={self._port} user=postgres dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())

    def _run(self, home: Path, program: str, *words: str) -> None:
        command = [str(BINARIES[-1] / program), *words]
        subprocess.run(command, user="postgres", cwd=home, check=True, stdout=subprocess.DEVNULL)
