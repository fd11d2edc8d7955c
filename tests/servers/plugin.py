"""Fixtures that give a test a mail host: ours, and Debian's where it is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

import msgspec
import pytest

from pbem.mailer.embedded import EmbeddedServer
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from tests.servers import postgresql, real
from tests.servers.databases import new_database

PASSWORD = "open-sesame"

_NAMES = {"real_servers": "Debian's Dovecot and Postfix", "postgresql": "PostgreSQL"}
_LACKING = {"real_servers": real.why_not(), "postgresql": postgresql.why_not()}
_DEBIAN = pytest.param("debian", marks=pytest.mark.real_servers)


class Servers(Protocol):
    """What a test may do to the servers behind a :class:`MailHost`."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


@dataclass(frozen=True)
class MailHost:
    """A running mail host with a domain that no other test uses.

    Every address in every domain has a mailbox here, so the domain keeps tests
    apart. ``imap`` is for the mailbox of ``orders@<address_domain>``. A test that
    stops ``servers`` must start them again.
    """

    name: str
    address_domain: str
    imap: ImapSettings
    smtp: SmtpSettings
    servers: Servers
    flush: Callable[[], None]
    """Waits until all mail handed in lies in its mailbox."""
    password_file: Path

    @property
    def address(self) -> str:
        return f"orders@{self.address_domain}"

    def login_for(self, address: str) -> Login:
        """How the owner of an address logs in, with the same password as everyone."""
        return Login(user=address, password_file=str(self.password_file))

    def write_config(
        self, folder: Path, *, admin: str = "", database: str = "", answers_per_hour: int = 20
    ) -> Path:
        """A config.toml for a service on this host, polling every second, with a new database
        unless one is named."""
        path = folder / "config.toml"
        path.write_text(
            f"""
[service]
poll = "1s"
database = "{database or new_database()}"
[mail]
address = "{self.address}"
admin = "{admin}"
answers_per_hour = {answers_per_hour}
[imap]
host = "{self.imap.host}"
port = {self.imap.port}
security = "none"
login = {{ user = "{self.address}", password_file = "{self.password_file}" }}
[smtp]
host = "{self.smtp.host}"
port = {self.smtp.port}
security = "none"
""",
            encoding="utf-8",
        )
        return path

    def imap_for(self, address: str) -> ImapSettings:
        """The way into the mailbox of an address."""
        return msgspec.structs.replace(self.imap, login=self.login_for(address))


@dataclass
class _Hosts:
    """Starts each kind of server once in a test run, when first asked for."""

    directory: Path
    _numbers: Iterator[int] = field(default_factory=count)
    _embedded: EmbeddedServer | None = None
    _debian: real.DebianServers | None = None

    def new(self, name: str) -> MailHost:
        servers, flush = self.debian() if name == "debian" else self.embedded()
        servers.start()  # A test that failed may have left them stopped.
        password_file = self.directory / "password"
        password_file.write_text(PASSWORD + "\n")
        domain = f"d{next(self._numbers)}.example.org"
        login = Login(user=f"orders@{domain}", password_file=str(password_file))
        return MailHost(
            name=name,
            address_domain=domain,
            imap=ImapSettings(port=servers.imap_port, security="none", login=login, timeout=10.0),
            smtp=SmtpSettings(port=servers.smtp_port, security="none", timeout=10.0),
            servers=servers,
            flush=flush,
            password_file=password_file,
        )

    def embedded(self) -> tuple[EmbeddedServer, Callable[[], None]]:
        if self._embedded is None:
            ports = {"imap_port": real.free_port(), "smtp_port": real.free_port()}
            self._embedded = EmbeddedServer(self.directory / "mail", password=PASSWORD, **ports)
        return self._embedded, lambda: None

    def debian(self) -> tuple[real.DebianServers, Callable[[], None]]:
        if self._debian is None:
            self._debian = real.DebianServers(PASSWORD)
        return self._debian, self._debian.flush

    def stop(self) -> None:
        if self._embedded is not None:
            self._embedded.stop()
        if self._debian is not None:
            self._debian.remove()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for mark, missing in _LACKING.items():
        if missing is not None:
            without = [item for item in items if item.get_closest_marker(mark)]
            config.hook.pytest_deselected(items=without)
            items[:] = [item for item in items if item not in without]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for mark, missing in _LACKING.items():
        if missing is not None:
            terminalreporter.write_line(f"No tests ran on {_NAMES[mark]}: {missing}.", yellow=True)


@pytest.fixture(scope="session")
def _hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Hosts]:
    hosts = _Hosts(tmp_path_factory.mktemp("mail-hosts"))
    yield hosts
    hosts.stop()


@pytest.fixture(params=["embedded", _DEBIAN])
def mail_host(request: pytest.FixtureRequest, _hosts: _Hosts) -> MailHost:
    """A mail host: the test runs once on the built-in server and once on Debian's."""
    return _hosts.new(request.param)


@pytest.fixture
def embedded_host(_hosts: _Hosts) -> MailHost:
    """The built-in server alone."""
    return _hosts.new("embedded")


@pytest.fixture(params=[_DEBIAN])
def debian_host(request: pytest.FixtureRequest, _hosts: _Hosts) -> MailHost:
    """Debian's servers alone."""
    return _hosts.new(request.param)


@pytest.fixture(params=[_DEBIAN])
def smtp_sink() -> Iterator[SmtpSettings]:
    """Postfix's smtp-sink, which takes mail as fast as it comes and throws it away."""
    port = real.free_port()
    command = ["smtp-sink", "-u", "postfix", f"127.0.0.1:{port}", "100"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as sink:
        real.wait_for(port)
        yield SmtpSettings(port=port, security="none")
        sink.terminate()
