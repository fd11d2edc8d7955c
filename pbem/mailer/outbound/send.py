"""Hands mails in to the mail server: several connections, one transaction at a time on each."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any

import aiosmtplib
import msgspec
from aiosmtplib import SMTP

from pbem.mailer.errors import LoginRefused, MailServerTrouble
from pbem.mailer.login import Credential, credential
from pbem.mailer.outbound.headers import UnusableAddress, clean, usable
from pbem.mailer.settings import Login, Outgoing, SmtpSettings
from pbem.mailer.tls import certificate_remedy, trusting

_OUR_FAULT = frozenset({502, 503, 530, 534, 535, 538})
"""Codes by which a server refuses us (RFC 4954, 5321), whatever the mail."""
_TAKEN = (aiosmtplib.SMTPStatus.completed, aiosmtplib.SMTPStatus.will_forward)
_TOO_LARGE = 552
_NOT_AN_ADDRESS = 553
_NO_CODE = 0

Resolver = Callable[[Login], Credential | None]
OnResult = Callable[["Delivery"], None]
Source = Callable[[], Awaitable[Outgoing | None]]
"""Gives the next mail to hand in; None: there is no more. Connections ask it side by side."""


class Status(StrEnum):
    """What became of one mail."""

    SENT = "sent"
    """The server has answered for it."""
    DEFERRED = "deferred"
    """Not now (4xx, or the connection broke): try again later with the same bytes."""
    REJECTED = "rejected"
    """Never (5xx): the recipient's or the mail's own fault."""


class Delivery(msgspec.Struct, frozen=True):
    """What became of the mail with this ``key``; ``code`` is SMTP's, 0 for a broken connection."""

    key: int
    status: Status
    code: int
    text: str


async def deliver(
    take: Source,
    settings: SmtpSettings,
    on_result: OnResult,
    *,
    resolve: Resolver = credential,
) -> None:
    """Hand in what `take` gives until it gives None, and tell `on_result` what became of each mail
    as soon as it is known.

    Both are called by the connection that hands the mail in, which waits for them: `take` may
    hold sending up, `on_result` should be quick, and gather results to record many in one
    commit. A process killed between the server's 250 and the record sends that
    mail again, with the same Message-ID; none is lost.

    A connection is made when there is a mail for it, kept over many and made anew when it
    breaks; what one cannot hand in is left to the others. Raises
    :class:`MailServerTrouble` where the server cannot be reached or refuses us,
    and :class:`~pbem.mailer.login.LoginProblem` where there is nothing to log in
    with; mails without a result then remain as they were.
    """
    back: deque[Outgoing] = deque()
    connections = max(1, settings.connections)
    while connections:
        works = [_work(take, back, settings, resolve, on_result) for _ in range(connections)]
        outcomes = await _together(works)
        troubles = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        graver = [t for t in troubles if not isinstance(t, MailServerTrouble)]
        if graver:
            raise graver[0]
        if not back:
            return
        connections = outcomes.count(True)
    raise troubles[0]


async def _together(works: Sequence[Coroutine[Any, Any, bool]]) -> list[bool | BaseException]:
    """Let connections work side by side; none outlives the others' caller."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def knock(settings: SmtpSettings, sender: str, *, resolve: Resolver = credential) -> None:
    """Connect and log in as :func:`deliver` does, and hand nothing in. Raises as it does."""
    line = _Line(settings, resolve, sender)
    try:
        await line.open()
    finally:
        await line.close()


async def _work(
    take: Source,
    back: deque[Outgoing],
    settings: SmtpSettings,
    resolve: Resolver,
    on_result: OnResult,
) -> bool:
    """Hand in mail after mail on one connection; returns whether there was any. A mail that the
    server would not even look at goes to `back`."""
    line = None
    try:
        while (message := back.popleft() if back else await take()) is not None:
            line = line or _Line(settings, resolve, message.sender)
            try:
                await line.open()
                delivery = await line.send(message)
            except MailServerTrouble:
                back.append(message)
                raise
            on_result(delivery)
        return line is not None
    finally:
        if line is not None:
            await line.close()


class _Line:
    """One connection to the server, made when needed."""

    def __init__(self, settings: SmtpSettings, resolve: Resolver, sender: str) -> None:
        self._settings = settings
        self._resolve = resolve
        self._client = SMTP(
            hostname=settings.host,
            port=settings.port,
            timeout=settings.timeout,
            use_tls=settings.security == "tls",
            start_tls=settings.security == "starttls",
            tls_context=None if settings.security == "none" else trusting(settings.ca_file),
            local_hostname=_helo(sender),
        )

    async def open(self) -> None:
        """Connect and log in, unless that is done. Raises :class:`MailServerTrouble`."""
        if self._client.is_connected:
            return
        where = f"{self._settings.host}:{self._settings.port}"
        try:
            await self._client.connect()
            await self._greet()
            await self._log_in()
        except aiosmtplib.SMTPAuthenticationError as error:
            self._client.close()
            raise LoginRefused(
                f"the SMTP server {where} refuses {self._settings.login.user}: {error.code} "
                f"{clean(error.message)}; check [smtp] login"
            ) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            self._client.close()
            reason = clean(str(error)) or type(error).__name__
            remedy = f"{reason}; check [smtp] host, port and security"
            raise MailServerTrouble(
                f"no SMTP connection to {where} ({self._settings.security}): "
                f"{certificate_remedy(error, 'smtp') or remedy}"
            ) from error

    async def _greet(self) -> None:
        """Greet before there is a mail, so that a server that hangs up defers none."""
        try:
            await self._client.ehlo()
        except aiosmtplib.SMTPHeloError:
            await self._client.helo()

    async def _log_in(self) -> None:
        if not self._settings.login.user:
            return
        found = await asyncio.to_thread(self._resolve, self._settings.login)
        if found is None:
            return
        if found.kind == "token":
            await self._client.auth_xoauth2(found.user, found.secret)
        else:
            await self._client.login(found.user, found.secret)

    async def send(self, message: Outgoing) -> Delivery:
        """One transaction. Raises :class:`MailServerTrouble` where the server refuses us."""
        try:
            recipient = usable(message.recipient)
            sender = usable(message.sender) if message.sender else ""
        except UnusableAddress as error:
            return Delivery(message.key, Status.REJECTED, _NOT_AN_ADDRESS, str(error))
        try:
            text = await self._transact(sender, recipient, message.data)
        except aiosmtplib.SMTPSenderRefused as error:
            if error.code >= 500 and error.code != _TOO_LARGE:
                raise MailServerTrouble(
                    f"the SMTP server refuses mail from {message.sender}: {error.code} "
                    f"{clean(error.message)}; check [mail] address and plus_addressing"
                ) from error
            return self._judge(message, error)
        except aiosmtplib.SMTPNotSupported as error:
            return Delivery(message.key, Status.REJECTED, _NOT_AN_ADDRESS, clean(str(error)))
        except aiosmtplib.SMTPResponseException as error:
            return self._judge(message, error)
        except (aiosmtplib.SMTPException, OSError) as error:
            self._client.close()
            reason = clean(str(error)) or type(error).__name__
            return Delivery(message.key, Status.DEFERRED, _NO_CODE, reason)
        return Delivery(message.key, Status.SENT, 250, clean(text))

    async def _hand_over(self, data: bytes) -> aiosmtplib.SMTPResponse:
        """DATA. The library's own writes every line end anew, which takes as long as all else; our
        mails have none but CRLF, and one that does not goes that way."""
        if not _is_well_ended(data):
            return await self._client.data(data)
        said = await self._client.execute_command(b"DATA")
        if said.code != aiosmtplib.SMTPStatus.start_input:
            raise aiosmtplib.SMTPDataError(said.code, said.message)
        if (protocol := self._client.protocol) is None:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        protocol.write(_as_sent(data))
        said = await protocol.read_response(timeout=self._client.timeout)
        if said.code != aiosmtplib.SMTPStatus.completed:
            raise aiosmtplib.SMTPDataError(said.code, said.message)
        return said

    async def _transact(self, sender: str, recipient: str, data: bytes) -> str:
        """MAIL, RCPT and DATA, and the server's answer to the last (RFC 5321, 3.3).

        The library's own ``sendmail`` does the same but copies the mail once more
        to learn its size, and takes addresses apart that are known to be whole.
        """
        client = self._client
        options, encoding = [], "ascii"
        if client.supports_extension("size"):
            options.append(b"size=%d" % len(data))
        if not (sender + recipient).isascii():
            if not client.supports_extension("smtputf8"):
                raise aiosmtplib.SMTPNotSupported("the server has no SMTPUTF8")
            options.append(b"SMTPUTF8")
            encoding = "utf-8"
        try:
            route = f"FROM:<{sender}>".encode(encoding)
            said = await client.execute_command(b"MAIL", route, *options)
            if said.code != aiosmtplib.SMTPStatus.completed:
                raise aiosmtplib.SMTPSenderRefused(said.code, said.message, sender)
            said = await client.execute_command(b"RCPT", f"TO:<{recipient}>".encode(encoding))
            if said.code not in _TAKEN:
                raise aiosmtplib.SMTPRecipientRefused(said.code, said.message, recipient)
            return (await self._hand_over(data)).message
        except aiosmtplib.SMTPResponseException:
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.rset()
            raise

    def _judge(self, message: Outgoing, error: aiosmtplib.SMTPResponseException) -> Delivery:
        text = clean(error.message)
        if error.code in _OUR_FAULT:
            raise MailServerTrouble(f"the SMTP server refuses us: {error.code} {text}") from error
        if error.code == aiosmtplib.SMTPStatus.domain_unavailable:
            self._client.close()
        permanent = 500 <= error.code < 600
        status = Status.REJECTED if permanent else Status.DEFERRED
        return Delivery(message.key, status, error.code, text)

    async def close(self) -> None:
        """Take leave politely; a server that does not answer is left all the same."""
        if not self._client.is_connected:
            return
        try:
            await self._client.quit(timeout=5)
        except (aiosmtplib.SMTPException, OSError):
            self._client.close()


def _is_well_ended(data: bytes) -> bool:
    """Whether every line ends in CRLF, the last one too: any other end could be taken for the end
    of the mail by one server and not by the next."""
    ends = data.count(b"\r\n")
    return data.endswith(b"\r\n") and ends == data.count(b"\r") == data.count(b"\n")


def _as_sent(data: bytes) -> bytes:
    """A mail with the dot that ends it, and those doubled that begin lines (RFC 5321, 4.5.2)."""
    dotted = (b"\r\n" + data).replace(b"\r\n.", b"\r\n..")
    return dotted[2:] + b".\r\n"


def _helo(sender: str) -> str:
    """The sender's domain: known without asking the name service, which may hang."""
    domain = sender.rpartition("@")[2]
    return domain if domain.isascii() and domain else "localhost"
