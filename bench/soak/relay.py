"""The mail server to which the service hands in what it sends, with its moods."""

from __future__ import annotations

import asyncio
import queue
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers.real import free_port

PAUSE = 0.05
"""Seconds that it takes for a mail while it is slow."""
PUT_OFF = 3
"""While it puts mail off, it does so with one in so many, for as long as it lasts."""


@dataclass(frozen=True)
class Arrived:
    """A mail in somebody's mailbox, and where its sender wants to hear of trouble with it."""

    recipient: str
    sender: str
    raw: bytes


@dataclass
class Relay:
    """Takes mail for everybody. ``refused`` are addresses that it says do not exist."""

    refused: set[str] = field(default_factory=set)
    slow: bool = False
    putting_off: bool = False
    port: int = field(default_factory=free_port)
    _arrived: queue.SimpleQueue[Arrived] = field(default_factory=queue.SimpleQueue)
    _controller: Controller | None = None

    def start(self) -> None:
        if self._controller is None:
            self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
            self._controller.start()

    def stop(self) -> None:
        """Nobody answers at its door from now on."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.stop()

    def taken(self) -> list[Arrived]:
        """What has arrived since this was asked last."""
        found = []
        while not self._arrived.empty():
            found.append(self._arrived.get())
        return found

    async def handle_RCPT(  # noqa: N802 (aiosmtpd names it)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        if address in self.refused:
            return "550 5.1.1 There is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        raw = bytes(envelope.original_content or b"")
        if self.slow:
            await asyncio.sleep(PAUSE)
        if self.putting_off and crc32(raw) % PUT_OFF == 0:
            return "451 4.7.1 Try again later"
        for recipient in envelope.rcpt_tos:
            self._arrived.put(Arrived(recipient, envelope.mail_from or "", raw))
        return "250 OK"
