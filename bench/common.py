"""What all measurements share: a house of their own, games to play in it, and what is reported."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from imapclient import IMAPClient

from pbem.engine.rng import Chance
from pbem.mailer.embedded import EmbeddedServer
from pbem.mailer.login import password
from pbem.mailer.settings import ImapSettings, Login, MailSettings, SmtpSettings
from pbem.service.clock import Clock
from pbem.service.config import Config
from pbem.service.context import Context, context_of
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.games import create_game
from pbem.service.play.table import open_table
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import games
from pbem.store.records import GameRow, Source
from tests.servers import real

ADDRESS = "orders@pbem.example"
PASSWORD = "open-sesame"
SEATS = 5
SEED = bytes(32)
SINK_BACKLOG = "100"


@dataclass(frozen=True)
class Finding:
    """One measurement, ready to be written down.

    ``rows`` go below ``headings``; ``target`` says what was asked for, ``reached`` what
    was found, and ``held`` whether that is enough.
    """

    title: str
    method: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    target: str
    reached: str
    held: bool
    command: str


@dataclass(frozen=True)
class MailHost:
    """A running mail server on this machine, and what to call it in the report."""

    name: str
    imap: ImapSettings
    smtp: SmtpSettings


@contextmanager
def mail_host(folder: Path) -> Iterator[MailHost]:
    """Debian's Dovecot and Postfix; where they are missing the built-in server."""
    password_file = folder / "password"
    password_file.write_text(PASSWORD + "\n")
    login = Login(user=ADDRESS, password_file=str(password_file))
    if real.why_not() is None:
        debian = real.DebianServers(PASSWORD)
        try:
            debian.start()
            yield _host("Dovecot", debian.imap_port, debian.smtp_port, login)
        finally:
            debian.remove()
    else:
        with EmbeddedServer(folder / "mail", password=PASSWORD) as built_in:
            yield _host("the built-in server", built_in.imap_port, built_in.smtp_port, login)


def _host(name: str, imap: int, smtp: int, login: Login) -> MailHost:
    return MailHost(
        name,
        ImapSettings(port=imap, security="none", login=login),
        SmtpSettings(port=smtp, security="none"),
    )


@contextmanager
def mail_client(host: MailHost) -> Iterator[IMAPClient]:
    """The service's mailbox through a client of the bench's own."""
    with IMAPClient(host.imap.host, host.imap.port, ssl=False) as client:
        client.login(host.imap.login.user, password(host.imap.login))
        yield client


@contextmanager
def mail_sink(folder: Path) -> Iterator[MailHost]:
    """A server that takes mail and throws it away: Postfix's smtp-sink, else aiosmtpd's."""
    port = real.free_port()
    if shutil.which("smtp-sink") is not None:
        name = "Postfix's smtp-sink"
        user = ["-u", "postfix"] if os.geteuid() == 0 else []
        command = ["smtp-sink", *user, f"127.0.0.1:{port}", SINK_BACKLOG]
    else:
        name = "aiosmtpd with its Sink handler"
        listen = ["-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]
        command = [sys.executable, "-m", "aiosmtpd", "-n", *listen]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder) as sink:
        try:
            real.wait_for(port)
            yield MailHost(name, ImapSettings(), SmtpSettings(port=port, security="none"))
        finally:
            sink.terminate()


@contextmanager
def new_house(
    folder: Path,
    *,
    host: MailHost | None = None,
    smtp: SmtpSettings | None = None,
    clock: Clock | None = None,
) -> Iterator[Context]:
    """An empty house in `folder`, set up as `pbem init` would, with the default settings."""
    config = Config(mail=MailSettings(address=ADDRESS))
    if host is not None:
        config = msgspec.structs.replace(config, imap=host.imap, smtp=host.smtp)
    if smtp is not None:
        config = msgspec.structs.replace(config, smtp=smtp)
    folder.mkdir(parents=True, exist_ok=True)
    lay_foundations(config, folder)
    context = context_of(config, folder, clock)
    try:
        yield context
    finally:
        context.close()


def new_game(
    context: Context, number: int, *, early_close: bool = False, people: int = SEATS
) -> GameRow:
    """Game `number` of Hegemon, with so many people, open for orders."""
    seats = tuple(
        SeatSpec(name=f"Player {n}", address=f"player{n}.{number}@players.example")
        for n in range(1, people + 1)
    )
    spec = GameSpec(
        ruleset="hegemon",
        id=f"g{number}",
        title=f"Game {number}",
        seats=seats,
        schedule=Schedule(every="48h", early_close=early_close, reminders=()),
    )
    return create_game(context, spec)


def play(context: Context, rows: Sequence[GameRow], turns: int) -> list[GameRow]:
    """Play that many turns of the games, everybody with orders of his own."""
    now = list(rows)
    for _turn in range(turns):
        order_for_all(context, now)
        now = [close_turn(context, row.id, row.turn) for row in now]
    return now


def order_for_all(context: Context, rows: Sequence[GameRow], *, level: str | None = None) -> None:
    """Give every seat the orders that it would have sent: random ones, or those of a bot."""
    with context.database.write() as connection:
        for row in rows:
            table = open_table(connection, row)
            desk, codec = table.ruleset.desk, table.ruleset.codec
            for seat, ask in table.asks.items():
                view = table.view(seat)
                chance = Chance(SEED, row.turn, scope=f"{row.id}/{seat}")
                bot = table.ruleset.bots[level] if level else None
                orders = (bot.decide if bot else desk.sample)(view, ask, chance)
                games.hold_orders(
                    connection,
                    game=row.id,
                    turn=row.turn,
                    seat=seat,
                    orders_bytes=codec.dump_orders(orders),
                    lines=desk.write(view, ask, orders),
                    source=Source.MAIL,
                    received=context.clock.now(),
                )


def megabytes(pid: int) -> float:
    """The resident memory of a process and of all that it has started."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = " ".join((task / "children").read_text() for task in tasks).split()
    return [pid, *(found for child in children for found in family(int(child)))]


def machine() -> str:
    """What the figures depend on, without naming the machine."""
    return f"{os.cpu_count()} processors, Python {platform.python_version()}"
