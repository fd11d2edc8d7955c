"""Memory: what `pbem serve` holds while it works through many mails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import islice
from pathlib import Path

from bench.common import (
    ADDRESS,
    Finding,
    MailHost,
    mail_client,
    mail_host,
    mail_sink,
    megabytes,
    new_game,
    new_house,
)
from bench.programs import mutt
from bench.replies import Player, players_of, replies, reply
from pbem.mailer.settings import ImapSettings, SmtpSettings
from pbem.service.context import Context
from pbem.store import mail
from pbem.store.records import InboxStatus, OutboxStatus

FLAT = 1.10
"""What memory may grow by after the warm-up and still count as flat."""
PATIENCE = 300.0
"""Seconds without any progress after which the service counts as stuck."""

PBEM = "from pbem.cli.main import main; main()"
CONFIG = """\
[service]
poll = "2s"
workers = {workers}
[mail]
address = "{address}"
[imap]
port = {imap.port}
security = "none"
login.user = "{imap.login.user}"
login.password_file = "{imap.login.password_file}"
[smtp]
port = {smtp.port}
security = "none"
"""


def measure(folder: Path, *, mails: int, batch: int, games: int) -> Finding:
    """Feed the service batch by batch, and look at it whenever it has answered all."""
    held: dict[int, float] = {}
    with (
        mail_host(folder) as host,
        mail_sink(folder) as sink,
        new_house(folder / "house", host=host, smtp=sink.smtp) as context,
    ):
        players = players_of(context, [new_game(context, n) for n in range(1, games + 1)])
        letters = _letters(players)
        with serving(folder / "house", host.imap, sink.smtp) as process:
            for delivered in range(batch, mails + 1, batch):
                _deliver(host, islice(letters, batch))
                _wait(context, delivered, process)
                held[delivered] = megabytes(process.pid)
    return _finding(host, held, batch)


def _letters(players: list[Player]) -> Iterator[bytes]:
    """Of ten mails seven with orders, one with a mistake, one for help and one from a stranger."""
    good = replies(players, "memory")
    number = 0
    while True:
        player = players[number % len(players)]
        yield from islice(good, 7)
        yield reply(player, ["Econommy 60% cop 70"], f"mistake{number}", mutt)
        yield reply(player, ["HELP"], f"help{number}", mutt)
        yield _advertisement(number)
        number += 1


def _advertisement(number: int) -> bytes:
    message = EmailMessage()
    message["From"] = f"offers{number}@shop.example"
    message["To"] = ADDRESS
    message["Subject"] = "Only today"
    message["Message-ID"] = f"<offer{number}@shop.example>"
    message.set_content(f"Offer {number}: everything must go.\n" * 40)
    return message.as_bytes()


@contextmanager
def serving(
    folder: Path, imap: ImapSettings, smtp: SmtpSettings, workers: int = 0
) -> Iterator[subprocess.Popen[bytes]]:
    """`pbem serve` for the house in a folder."""
    config = folder / "config.toml"
    config.write_text(CONFIG.format(address=ADDRESS, imap=imap, smtp=smtp, workers=workers))
    command = [sys.executable, "-c", PBEM, "--config", str(config), "serve"]
    with (folder / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def _deliver(host: MailHost, raws: Iterator[bytes]) -> None:
    with mail_client(host) as client:
        for raw in raws:
            client.append(host.imap.inbox, raw)


def _wait(context: Context, delivered: int, process: subprocess.Popen[bytes]) -> None:
    """Return when all mails delivered so far are dealt with and every answer is sent."""
    last, since = (0, 0), time.monotonic()
    while True:
        came, left = _counts(context)
        settled = sum(came.values()) - came.get(InboxStatus.NEW, 0)
        waiting = left.get(OutboxStatus.QUEUED, 0) + left.get(OutboxStatus.SENDING, 0)
        if settled == delivered and not waiting:
            return
        if (settled, waiting) != last:
            last, since = (settled, waiting), time.monotonic()
        stuck = time.monotonic() - since > PATIENCE
        assert not stuck and process.poll() is None, f"stopped at {came}, {left}; see serve.log"
        time.sleep(0.2)


def _counts(context: Context) -> tuple[Mapping[str, int], Mapping[str, int]]:
    with context.database.read() as connection:
        return mail.count_incoming(connection), mail.count_outgoing(connection)


def _finding(host: MailHost, held: Mapping[int, float], batch: int) -> Finding:
    marks = [*held]
    # The tenth part is the warm-up: every player has written by then, every kind of mail has come,
    # and a whole batch has waited twice. A leak has nine tenths of the run to show.
    warm = marks[max(0, len(marks) // 10 - 1)]
    growth = held[marks[-1]] / held[warm]
    shown = sorted({warm, *marks[len(marks) // 5 - 1 :: max(1, len(marks) // 5)], marks[-1]})
    return Finding(
        title="Memory",
        method=(
            f"`pbem serve` as a process of its own, on {host.name} and an SMTP sink. Mails come "
            f"{batch:,} at a time, of ten seven with legal orders, one with a mistake, one that "
            "asks for help and one from a stranger; the resident memory, with that of the "
            "processes that read mail, is taken each time all of them are answered and every "
            "answer is sent."
        ),
        headings=("mails so far", "resident MB"),
        rows=tuple((f"{mark:,}", f"{held[mark]:.1f}") for mark in shown),
        target=f"flat from {warm:,} to {marks[-1]:,} mails (growth under 10 %)",
        reached=f"{100 * (growth - 1):+.1f} %",
        held=growth <= FLAT,
        command="python -m bench memory",
    )
