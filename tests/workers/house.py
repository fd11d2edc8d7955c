"""A service on PostgreSQL that several processes work for, as tests use it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mailer.inbound.reading import read_head
from pbem.mailer.settings import SmtpSettings
from pbem.service.config import load_config
from pbem.service.context import Context, open_context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import mail
from pbem.store.tables import games as games_table
from tests.servers.databases import SERVER
from tests.servers.plugin import MailHost
from tests.servers.real import free_port
from tests.service.world import read

PATIENCE = 240.0
"""Seconds: a machine that has much else to do must not fail a test."""


CLUB = """
[[mailbox]]
name = "{name}"
mail = {{ address = "{address}" }}
[mailbox.imap]
host = "{host.imap.host}"
port = {host.imap.port}
security = "none"
login = {{ user = "{address}", password_file = "{host.password_file}" }}
[mailbox.smtp]
host = "{host.smtp.host}"
port = {host.smtp.port}
security = "none"
"""


@contextmanager
def house(folder: Path, host: MailHost, clubs: Sequence[str] = ()) -> Iterator[Context]:
    """The context of a new service on a database of its own, with a further mailbox for each of
    these clubs at the same host."""
    config = host.write_config(folder, database=SERVER.new())
    with config.open("a", encoding="utf-8") as file:
        for name in clubs:
            address = f"{name}@{host.address_domain}"
            file.write(CLUB.format(name=name, address=address, host=host))
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
        given = {"ruleset": "hegemon", "seats": seats, "schedule": schedule, "id": f"g{one}"}
        create_game(context, GameSpec(**(given | values)))


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


def replies(context: Context, texts: Sequence[str]) -> list[EmailMessage]:
    """What all players write who reply with each of these texts to their first report, in this
    order."""
    with context.database.read() as connection:
        reports = [read(row) for row in mail.outgoing(connection, kind="report")]
    written = []
    for text in texts:
        for report in reports:
            message = EmailMessage()
            message["From"], message["To"] = report["To"], report["Reply-To"]
            message["Subject"] = f"Re: {report['Subject']}"
            message["Message-ID"] = f"<{len(written)}@{context.domain}>"
            message.set_content(text)
            written.append(message)
    return written


class Relay:
    """Takes all mail, each after a while where it is `slow`, and counts it."""

    def __init__(self, slow: float = 0.0) -> None:
        self.taken: Counter[str] = Counter()
        """How often each mail came, by Message-ID."""
        self._slow = slow

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(self._slow)
        assert isinstance(envelope.content, bytes)
        self.taken[read_head(envelope.content).message_id] += 1
        return "250 taken"


@contextmanager
def relaying(host: MailHost, slow: float = 0.0) -> Iterator[tuple[MailHost, Relay]]:
    """The same host with a relay that only counts."""
    relay = Relay(slow)
    controller = Controller(relay, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield replace(host, smtp=SmtpSettings(port=controller.port, security="none")), relay
    finally:
        controller.stop()


class Process:
    """A `pbem worker` on this machine."""

    def __init__(
        self, folder: Path, name: str, words: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.workers.program", "worker", *words],
                env={**os.environ, "PBEM_CONFIG": str(folder / "config.toml"), **environment},
                stdout=log,
                stderr=log,
            )

    @property
    def has_begun(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        return "Working for" in self.log.read_text()

    @property
    def processor_seconds(self) -> float:
        """What it has used of a processor by now."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As kill -9 does: nothing is said to anybody."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """The exit code of one that is told to stop."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


@contextmanager
def working(
    folder: Path, *names: str, words: Sequence[str] = (), **environment: str
) -> Iterator[list[Process]]:
    """Workers that have begun; those that still live are killed at the end. What they may be told
    by their environment stands in :mod:`tests.workers.program`."""
    with ExitStack() as stack:
        processes = []
        for name in names:
            processes.append(process := Process(folder, name, words, environment))
            stack.callback(process.kill)
        until(lambda: all(one.has_begun for one in processes), "workers")
        yield processes
