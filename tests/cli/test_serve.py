"""`pbem serve` as a process: it starts, serves over sockets, stops when told, logs with care."""

from __future__ import annotations

import json
import logging
import os
import re
import select
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.cli.logging import JsonFormatter, TextFormatter, blot
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.settings import ImapSettings, Login
from tests.cli.conftest import Command

PATIENCE = 60.0
GREETING = re.compile(r"Serving (\S+); IMAP 127\.0\.0\.1:(\d+), SMTP 127\.0\.0\.1:(\d+)\.")


class Service:
    """A running `pbem serve --embedded`; ``log`` is what it wrote to standard error so far."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self.folder = folder
        self.process = process
        greeting = GREETING.match(_first_line(process))
        assert greeting, self.log
        self.address = greeting[1]
        self.imap_port, self.smtp_port = int(greeting[2]), int(greeting[3])

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def mailbox(self, user: str) -> Mailbox:
        login = Login(user=user, password_file=str(self.folder / "mail" / "password"))
        settings = ImapSettings(port=self.imap_port, security="none", login=login)
        return Mailbox(settings)

    def mails(self, user: str, count: int) -> list[bytes]:
        """What is in this person's inbox once `count` mails have come."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with self.mailbox(user) as mailbox:
                uids = [mail.uid for mail in mailbox.waiting()]
                if len(uids) >= count:
                    return [mail.raw for mail in mailbox.fetch(uids)]
            time.sleep(0.2)
        raise AssertionError(f"{user} did not get {count} mails:\n{self.log}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def _first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
    return process.stdout.readline() if ready else ""


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Service]:
    command = [sys.executable, "-c", "from pbem.cli.main import main; main()"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, *words, "serve", "--embedded"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield Service(folder, process)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture
def any_ports(house: Path) -> Path:
    """The service's folder, its built-in mail server on whatever ports are free."""
    config = house / "config.toml"
    text = config.read_text().replace("= 1143", "= 0").replace("= 1025", "= 0")
    config.write_text(text.replace('log_format = "text"', 'log_format = "json"'))
    return house


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_and_ends_well(any_ports: Path, number: signal.Signals) -> None:
    with serving(any_ports) as service:
        assert service.stop(number) == 0
        assert json.loads(service.log.splitlines()[-1])["message"] == "stopped"
        assert "Traceback" not in service.log


def test_a_signal_sent_twice_stops_it_as_gently(any_ports: Path) -> None:
    with serving(any_ports) as service:
        service.process.send_signal(signal.SIGTERM)
        assert service.stop() == 0


def test_a_second_service_of_the_same_folder_is_refused(any_ports: Path, pbem: Command) -> None:
    with serving(any_ports) as service:
        said = pbem("serve", "--embedded")
        assert said.code == 1
        assert said.err.splitlines()[-1].startswith("pbem: another 'pbem serve' runs in ")
        assert service.stop() == 0


def test_systemd_and_those_who_watch_are_told_how_it_fares(
    any_ports: Path, pbem: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = any_ports / "config.toml"
    config.write_text(config.read_text().replace('file = ""', 'file = "pbem.prom"'))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(any_ports / "notify"))
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(any_ports / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "800000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        with serving(any_ports) as service:
            told = {systemd.recv(100)}
            while told < {b"READY=1", b"WATCHDOG=1"}:
                told.add(systemd.recv(100))
            service.mails("anna@example.org", 1)
            said, end = pbem("health", "--json"), time.monotonic() + PATIENCE
            while said.code and time.monotonic() < end:  # the first look at the mailbox goes on
                time.sleep(0.05)
                said = pbem("health", "--json")
            assert (said.code, json.loads(said.out)["problems"]) == (0, [])
            assert service.stop() == 0
            while systemd.recv(100) != b"STOPPING=1":
                pass
    assert "pbem_database_up 1\n" in (any_ports / "pbem.prom").read_text()


def test_orders_sent_by_smtp_are_answered_and_the_turn_closes(any_ports: Path) -> None:
    with serving(any_ports, "-v") as service:
        (report,) = service.mails("anna@example.org", 1)
        found = re.search(rb"orders\+(spring\.1\.1\.[a-z2-7]{16})@", report)
        assert found
        reply_to = f"orders+{found[1].decode()}@pbem.localhost"
        head = f"From: anna@example.org\nTo: {reply_to}\nSubject: orders\n\n"
        reply = f"{head}Economy 60% comp 100\nDONE\n"
        with smtplib.SMTP("127.0.0.1", service.smtp_port) as client:
            client.sendmail("anna@example.org", [reply_to], reply.encode())
        subjects = b"\n".join(service.mails("anna@example.org", 3))
        assert b"X-Pbem: receipt" in subjects
        assert service.stop() == 0
        assert found[1].decode().rpartition(".")[2] not in service.log
        assert "Economy 60" not in service.log


def test_without_a_mailbox_it_says_what_to_do(house: Path, pbem: Command) -> None:
    said = pbem("serve")
    assert said.code == 1
    assert said.err == (
        "pbem: config.toml: imap.login.user: is empty; name the mailbox there, or use "
        "'pbem serve --embedded'\n"
    )


def test_servers_that_cannot_be_reached_and_open_secrets_are_told_in_the_log(house: Path) -> None:
    config = house / "config.toml"
    (house / "pbem.key").chmod(0o644)
    text = config.read_text().replace('user = ""', 'user = "orders"')
    text = text.replace('password_file = ""', 'password_file = "config.toml"')
    config.write_text(text.replace("port = 993", "port = 9").replace("port = 587", "port = 9"))
    command = [sys.executable, "-c", "from pbem.cli.main import main; main()", "serve"]
    with subprocess.Popen(command, cwd=house, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), True)
        lines = []
        for line in process.stderr:
            lines.append(line)
            if "reading mail: " in line:
                break
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        assert process.wait(PATIENCE) == 0, rest
    assert "WARNING" in lines[-1]
    assert "the IMAP server 127.0.0.1:9 failed to connect" in lines[-1]
    assert any("others than its owner may read" in line for line in lines)


@pytest.fixture
def entry() -> Callable[..., logging.LogRecord]:
    def make(message: str, *args: object) -> logging.LogRecord:
        return logging.LogRecord("pbem.x", logging.INFO, "x.py", 1, message, args, None)

    return make


TOKEN = "abcdefghij234567"


@pytest.mark.parametrize(
    "text",
    [
        f"to <orders+spring.3.2.{TOKEN}@example.org>",
        f"bounce of orders+b.17.{TOKEN}@example.org",
        f"Subject: Re: Spring [spring.3.2.{TOKEN}]",
        f'"orders+spring.3.2.{TOKEN}"@example.org',
    ],
)
def test_no_formatter_lets_a_token_through(
    text: str, entry: Callable[..., logging.LogRecord]
) -> None:
    for formatter in (TextFormatter(), JsonFormatter()):
        assert TOKEN not in formatter.format(entry("%s", text))
    assert blot("nothing to hide in v1.2.3") == "nothing to hide in v1.2.3"


def test_a_json_log_is_one_object_a_line_whatever_is_logged(
    entry: Callable[..., logging.LogRecord],
) -> None:
    record = entry("two\nlines of %s", "“text”")
    try:
        raise ValueError("no")
    except ValueError:
        record.exc_info = sys.exc_info()
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"]) == ("info", "pbem.x")
    assert told["message"] == "two\nlines of “text”"
    assert "ValueError: no" in told["error"]
