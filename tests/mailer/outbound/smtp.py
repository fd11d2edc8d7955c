"""SMTP servers to hand mail in to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mailer.login import Credential
from pbem.mailer.outbound.send import Delivery, Source, deliver
from pbem.mailer.settings import Login, Outgoing, SmtpSettings


class Sink:
    """A mail server that answers by the recipient's name and remembers what it took."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str, bytes]] = []
        self.greeted: list[str] = []

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.greeted.append(hostname)
        return answers

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("stranger@"):
            return "553 5.7.1 not your address"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address[:3].isdecimal():
            return f"{address[:3]} as you wish"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        (recipient,) = envelope.rcpt_tos
        if recipient.startswith("data"):
            return f"{recipient[4:7]} as you wish"
        assert isinstance(envelope.content, bytes)
        self.taken.append((envelope.mail_from or "", recipient, envelope.content))
        return "250 taken"


@asynccontextmanager
async def serving(handler: Sink, **options: Any) -> AsyncIterator[SmtpSettings]:
    """A real SMTP server on a free port of this machine."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(handler, **options), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield SmtpSettings(
            host="127.0.0.1", port=port, security="none", login=Login(user="gm"), timeout=10
        )


def nobody(login: Login) -> Credential | None:
    return None


def mails(*recipients: str, sender: str = "orders@play.example.net") -> list[Outgoing]:
    data = b"Subject: hello\r\n\r\nhello\r\n"
    return [
        Outgoing(key=key, sender=sender, recipient=recipient, data=data)
        for key, recipient in enumerate(recipients, start=1)
    ]


def handing_out(messages: Sequence[Outgoing]) -> Source:
    """Gives these mails, one after the other."""
    left = deque(messages)

    async def take() -> Outgoing | None:
        return left.popleft() if left else None

    return take


def sent(
    messages: Sequence[Outgoing],
    handler: Sink | None = None,
    resolve: Callable[[Login], Credential | None] = nobody,
    **options: Any,
) -> dict[int, Delivery]:
    found: dict[int, Delivery] = {}

    def note(delivery: Delivery) -> None:
        assert delivery.key not in found
        found[delivery.key] = delivery

    async def run() -> None:
        async with serving(handler or Sink(), **options) as settings:
            await deliver(handing_out(messages), settings, note, resolve=resolve)

    asyncio.run(run())
    return found
