"""A service on PostgreSQL that several processes work for, as tests use it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pbem.service.config import load_config
from pbem.service.context import Context, open_context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store.tables import games as games_table
from tests.servers.databases import SERVER
from tests.servers.plugin import MailHost

PATIENCE = 60.0


@contextmanager
def house(folder: Path, host: MailHost) -> Iterator[Context]:
    """The context of a new service on a database of its own."""
    config = host.write_config(folder, database=SERVER.new())
    lay_foundations(load_config(config), folder)
    with open_context(config) as context:
        yield context


def new_games(context: Context, host: MailHost, number: int, **values: Any) -> None:
    """So many games of Hegemon, g1 and on, of two people each who play in no other."""
    schedule = Schedule(every="24h", reminders=(), second_thoughts="0m")
    for one in range(1, number + 1):
        seats = tuple(
            SeatSpec(name=name.title(), address=f"{name}{one}@{host.address_domain}")
            for name in ("anna", "boris")
        )
        given = {"ruleset": "hegemon", "seats": seats, "schedule": schedule} | values
        create_game(context, GameSpec(id=f"g{one}", **given))


def let_all_fall_due(context: Context) -> None:
    """Move all deadlines to where they have just passed."""
    with context.database.write() as connection:
        connection.execute(games_table.update().values(deadline=context.clock.now()))


def turns(context: Context) -> dict[str, int]:
    """The open turn of each game."""
    with context.database.read() as connection:
        rows = connection.execute(sa.select(games_table.c.id, games_table.c.turn))
        return {row.id: row.turn for row in rows}


def until(true: Callable[[], bool], what: str, patience: float = PATIENCE) -> float:
    """Wait until something has become true, and tell for how many seconds; fail with `what` where
    it does not."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < patience, f"waited in vain for {what}"
        time.sleep(0.1)
    return time.monotonic() - begun


class Process:
    """A `pbem worker` on this machine."""

    def __init__(self, folder: Path, name: str, words: tuple[str, ...]) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.workers.program", "worker", *words],
                env=os.environ | {"PBEM_CONFIG": str(folder / "config.toml")},
                stdout=log,
                stderr=log,
            )

    @property
    def has_begun(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        return "Working for" in self.log.read_text()

    def kill(self) -> None:
        """As kill -9 does: nothing is said to anybody."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """The exit code of one that is told to stop."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


@contextmanager
def working(folder: Path, *names: str, words: tuple[str, ...] = ()) -> Iterator[list[Process]]:
    """Workers that have begun; those that still live are killed at the end."""
    with ExitStack() as stack:
        processes = []
        for name in names:
            processes.append(process := Process(folder, name, words))
            stack.callback(process.kill)
        until(lambda: all(one.has_begun for one in processes), "workers")
        yield processes
