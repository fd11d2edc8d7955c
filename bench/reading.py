"""Reading: how much sooner several workers have read several mailboxes of a slow mail server."""

from __future__ import annotations

import smtplib
import socket
import socketserver
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from bench.common import Finding
from bench.workers import embedded_host, unmeasured
from pbem.service.context import Context
from pbem.store import mail
from tests.servers import postgresql
from tests.servers.databases import SERVER
from tests.servers.plugin import MailHost
from tests.workers.house import house, until, working

CLUBS = 7
"""Mailboxes beside the main one."""
ANSWER_SECONDS = 0.4
TITLE, COMMAND = "Several mailboxes behind a slow server", "python -m bench reading"


class _SlowServer(socketserver.ThreadingTCPServer):
    """Stands before a mail server, and passes each command on after a while."""

    def __init__(self, behind: tuple[str, int], seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.behind, self.seconds = behind, seconds


class _Connection(socketserver.BaseRequestHandler):
    server: _SlowServer

    def handle(self) -> None:
        with socket.create_connection(self.server.behind) as behind:
            answering = threading.Thread(target=_pass_on, args=(behind, self.request, 0.0))
            answering.start()
            _pass_on(self.request, behind, self.server.seconds)
            answering.join()


def _pass_on(source: socket.socket, target: socket.socket, seconds: float) -> None:
    with suppress(OSError):  # whoever is killed says no goodbye
        while data := source.recv(65_536):
            time.sleep(seconds)
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def behind_a_slow_server(host: MailHost, seconds: float) -> Iterator[MailHost]:
    """The same host, read by way of one that takes so long over each command. It ends once all
    who read have gone."""
    with _SlowServer((host.imap.host, host.imap.port), seconds) as server:
        serving = threading.Thread(target=server.serve_forever, name="slow-imap")
        serving.start()
        try:
            port = server.server_address[1]
            yield replace(host, imap=msgspec.structs.replace(host.imap, port=port))
        finally:
            server.shutdown()
            serving.join()


def measure(folder: Path, *, mails: int, counts: Sequence[int]) -> Finding:
    """With so many mails in each mailbox, and so many workers, of which the first are one."""
    if reason := postgresql.why_not():
        return unmeasured(TITLE, COMMAND, reason)
    try:
        seconds = {count: _seconds_to_read(folder / str(count), mails, count) for count in counts}
    finally:
        SERVER.stop()
    return _finding(seconds, mails)


def _seconds_to_read(folder: Path, mails: int, workers: int) -> float:
    """How long it takes until all mails of all mailboxes are on record."""
    folder.mkdir()
    clubs = [f"club-{number}" for number in range(1, CLUBS + 1)]
    names = [f"worker-{one}" for one in range(workers)]
    with (
        embedded_host(folder) as host,
        behind_a_slow_server(host, ANSWER_SECONDS) as slow,
        house(folder, slow, clubs) as context,
    ):
        _fill(context, host, mails)
        with working(folder, *names, words=("--queues", "poll")):
            begun, wanted = time.monotonic(), mails * len(context.mailboxes)
            until(lambda: _recorded(context) >= wanted, "all mails", 900)
            return time.monotonic() - begun


def _fill(context: Context, host: MailHost, mails: int) -> None:
    """So many mails in each mailbox, which no other round has seen."""
    with smtplib.SMTP(host.smtp.host, host.smtp.port) as server:
        for mailbox in context.mailboxes:
            to = context.address_of(mailbox)
            for number in range(mails):
                unique = f"{number}.{mailbox}.{time.monotonic_ns()}"
                head = f"From: a@x.example\r\nTo: {to}\r\nMessage-ID: <{unique}@x.example>\r\n"
                server.sendmail("a@x.example", [to], f"{head}\r\nhello\r\n")


def _recorded(context: Context) -> int:
    with context.database.read() as connection:
        return sum(mail.count_incoming(connection).values())


def _finding(seconds: dict[int, float], mails: int) -> Finding:
    """What these times come to; the first is that of one worker."""
    most = max(seconds)
    return Finding(
        title=TITLE,
        method=(
            f"{CLUBS + 1} mailboxes with {mails:,} mails each, on a server that takes "
            f"{ANSWER_SECONDS} s over every command; `pbem worker --queues poll` processes and "
            "PostgreSQL on this one machine. Timed until all mails are on record. In brackets: "
            "times as fast as one worker."
        ),
        headings=("workers", "seconds"),
        rows=tuple((str(n), f"{s:.1f} ({seconds[1] / s:.2f})") for n, s in seconds.items()),
        target=f"{most} workers read at least {most / 2:.0f} times as fast as one",
        reached=f"{seconds[1] / seconds[most]:.2f} times as fast",
        held=seconds[1] / seconds[most] >= most / 2,
        command=COMMAND,
    )
