"""Hands mails in to the mail server: several connections, one transaction at a time on each."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from enum import StrEnum

import aiosmtplib
import msgspec
from aiosmtplib import SMTP

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.login import Credential, credential
from pbem.mailer.outbound.headers import UnusableAddress, clean, usable
from pbem.mailer.settings import Login, Outgoing, SmtpSettings

_OUR_FAULT = frozenset({502, 503, 530, 534, 535, 538})
"""Codes by which a server refuses us (RFC 4954, 5321), whatever the mail."""
_TOO_LARGE = 552
_NOT_AN_ADDRESS = 553
_NO_CODE = 0

Resolver = Callable[[Login], Credential | None]
OnResult = Callable[["Delivery"], Awaitable[None] | None]


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
    messages: Sequence[Outgoing],
    settings: SmtpSettings,
    on_result: OnResult,
    *,
    resolve: Resolver = credential,
) -> None:
    """Hand in `messages` and tell `on_result` what became of each as soon as it is known.

    `on_result` is called by the connection that handed the mail in, which goes on
    when it returns: it should be quick, and gather results to record many in one
    commit. A process killed between the server's 250 and the record sends that
    mail again, with the same Message-ID; none is lost.

    A connection is kept over many mails and made anew when it breaks. Raises
    :class:`MailServerTrouble` where the server cannot be reached or refuses us,
    and :class:`~pbem.mailer.login.LoginProblem` where there is nothing to log in
    with; mails without a result then remain as they were.
    """
    if not messages:
        return
    queue = deque(messages)
    workers = min(settings.connections, len(messages))
    lines = [_Line(settings, resolve, messages[0].sender) for _ in range(max(1, workers))]
    tasks = [asyncio.ensure_future(_work(line, queue, on_result)) for line in lines]
    try:
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    troubles = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    graver = [t for t in troubles if not isinstance(t, MailServerTrouble)]
    if graver or (troubles and queue):
        raise (graver or troubles)[0]


async def knock(settings: SmtpSettings, sender: str, *, resolve: Resolver = credential) -> None:
    """Connect and log in as :func:`deliver` does, and hand nothing in. Raises as it does."""
    line = _Line(settings, resolve, sender)
    try:
        await line.open()
    finally:
        await line.close()


async def _work(line: _Line, queue: deque[Outgoing], on_result: OnResult) -> None:
    try:
        while queue:
            await line.open()
            if not queue:
                break
            message = queue.popleft()
            try:
                delivery = await line.send(message)
            except MailServerTrouble:
                queue.append(message)
                raise
            told = on_result(delivery)
            if inspect.isawaitable(told):
                await told
    finally:
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
            raise MailServerTrouble(
                f"the SMTP server {where} refuses {self._settings.login.user}: {error.code} "
                f"{clean(error.message)}; check [smtp] login"
            ) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            self._client.close()
            raise MailServerTrouble(
                f"no SMTP connection to {where} ({self._settings.security}): "
                f"{clean(str(error)) or type(error).__name__}; check [smtp] host, port and security"
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

    async def _transact(self, sender: str, recipient: str, data: bytes) -> str:
        """MAIL, RCPT and DATA, and the server's answer to the last (RFC 5321, 3.3).

        The library's own ``sendmail`` does the same but copies the mail once more
        to learn its size; ours are all written with CRLF.
        """
        client = self._client
        options, encoding = [], "ascii"
        if client.supports_extension("size"):
            options.append(f"size={len(data)}")
        if not (sender + recipient).isascii():
            if not client.supports_extension("smtputf8"):
                raise aiosmtplib.SMTPNotSupported("the server has no SMTPUTF8")
            options.append("SMTPUTF8")
            encoding = "utf-8"
        try:
            await client.mail(sender, options=options, encoding=encoding)
            await client.rcpt(recipient, encoding=encoding)
            return (await client.data(data)).message
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


def _helo(sender: str) -> str:
    """The sender's domain: known without asking the name service, which may hang."""
    domain = sender.rpartition("@")[2]
    return domain if domain.isascii() and domain else "localhost"
