"""The built-in mail server: IMAP and SMTP on this machine alone, mail kept in a directory."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import threading
from asyncio import StreamReader, StreamWriter
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from proxyprotocol.sock import SocketInfoLocal
from pymap.imap import IMAPServer

from pbem.mailer.embedded.logins import Login, PostOffice
from pbem.mailer.embedded.maildir import Store
from pbem.mailer.embedded.smtp import Server as SmtpServer
from pbem.mailer.errors import MailError

LONGEST_COMMAND = 1_000_000
"""Octets in one line of IMAP, such as a long list of UIDs; asyncio's own bound is 64 KiB."""

PACKET = 65536
"""Octets of an answer that are sent without waiting for the rest of it."""

STOP_SECONDS = 10.0

_logger = logging.getLogger(__name__)


class EmbeddedServerProblem(MailError):
    """The built-in server cannot start; the message says why, for the game master."""


@dataclass(frozen=True, slots=True)
class _Running:
    imap_port: int
    smtp_port: int
    loop: asyncio.AbstractEventLoop
    enough: asyncio.Event


class EmbeddedServer:
    """IMAP and SMTP for every address, in a thread of its own.

    Any address has a mailbox from its first mail or its first login on, in
    whatever domain, and no mail ever leaves the machine: what is sent to
    ``anna@example.org`` is read here by logging in as ``anna@example.org``.
    Mail to ``orders+x@`` is in ``orders@``. One password opens all mailboxes,
    which is why the server listens on a loopback address only.

    Port 0 takes any free port; :attr:`imap_port` and :attr:`smtp_port` tell which.
    Raises :class:`EmbeddedServerProblem` from :meth:`start`.
    """

    def __init__(
        self,
        root: Path,
        *,
        password: str,
        host: str = "127.0.0.1",
        imap_port: int = 0,
        smtp_port: int = 0,
        domain: str = "pbem.localhost",
    ) -> None:
        if not _is_loopback(host):
            raise EmbeddedServerProblem(
                f"the built-in mail server listens on a loopback address only, not on {host}: "
                "one password opens all its mailboxes"
            )
        if not password:
            raise EmbeddedServerProblem("the built-in mail server needs a password")
        self.root = root
        self.host = host
        self.domain = domain
        self._password = password
        self._wanted = (imap_port, smtp_port)
        self._thread: threading.Thread | None = None
        self._running: _Running | None = None

    @property
    def imap_port(self) -> int:
        """Where IMAP listens, without TLS; the port asked for while the server is not running."""
        return self._running.imap_port if self._running else self._wanted[0]

    @property
    def smtp_port(self) -> int:
        """Where SMTP listens, without TLS; the port asked for while the server is not running."""
        return self._running.smtp_port if self._running else self._wanted[1]

    def start(self) -> None:
        """Returns when both ports take connections; nothing happens while they do already."""
        if self._running:
            return
        ready: Future[_Running] = Future()
        self._thread = threading.Thread(
            target=self._run, args=(ready,), name="embedded-mail", daemon=True
        )
        self._thread.start()
        try:
            self._running = ready.result()
        except (OSError, OverflowError) as error:
            self._thread.join()
            raise EmbeddedServerProblem(
                f"the built-in mail server cannot start: {error}"
            ) from error

    def stop(self) -> None:
        """Hang up on everyone. Mail that was accepted is on disk. May be called again."""
        running, self._running = self._running, None
        if running and self._thread:
            running.loop.call_soon_threadsafe(running.enough.set)
            self._thread.join(STOP_SECONDS)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self, ready: Future[_Running]) -> None:
        try:
            asyncio.run(self._serve(ready))
        except Exception as error:
            if not ready.done():
                ready.set_exception(error)
                return
            _logger.exception("the built-in mail server stopped")

    async def _serve(self, ready: Future[_Running]) -> None:
        loop = asyncio.get_running_loop()
        store = Store(self.root)
        try:
            office = PostOffice(store, self.domain)
            imap_port, smtp_port = self._wanted
            imap = await asyncio.start_server(
                _ImapSide(Login(office, self._password)).serve,
                self.host,
                imap_port,
                limit=LONGEST_COMMAND,
            )
            smtp = await loop.create_server(
                lambda: SmtpServer(office, self.domain, self._password), self.host, smtp_port
            )
            async with imap, smtp:
                enough = asyncio.Event()
                ready.set_result(_Running(_port_of(imap), _port_of(smtp), loop, enough))
                await enough.wait()
        finally:
            store.close()


class _ImapSide:
    """Lets pymap serve a connection, and outlives whatever a client makes it stumble over."""

    def __init__(self, login: Login) -> None:
        self._server = IMAPServer(login, login.config)

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            await self._server(reader, _GatheringWriter(reader, writer), SocketInfoLocal(writer))
        except Exception as error:  # noqa: BLE001
            # By now pymap has told the client so; only its own connection ends.
            _logger.warning("IMAP: a connection ended with %s: %s", type(error).__name__, error)
        finally:
            writer.close()


class _GatheringWriter(StreamWriter):
    """Sends an answer whole where pymap writes it in dribs.

    It is faster, and imapclient's ``idle_check`` takes half a line for a broken connection.
    """

    def __init__(self, reader: StreamReader, inner: StreamWriter) -> None:
        transport = inner.transport
        loop = asyncio.get_running_loop()
        super().__init__(transport, transport.get_protocol(), reader, loop)
        self._gathered = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._gathered += data
        if len(self._gathered) > PACKET:
            self._send()

    async def drain(self) -> None:
        self._send()
        await super().drain()

    def close(self) -> None:
        self._send()
        super().close()

    def _send(self) -> None:
        super().write(bytes(self._gathered))
        self._gathered.clear()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _port_of(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port
