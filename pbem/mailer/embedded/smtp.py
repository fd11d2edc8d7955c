"""The SMTP side: every mail handed in stays on this machine, in its recipients' inboxes."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.mailer.embedded.logins import PostOffice

LARGEST = 60_000_000
"""Octets of a mail."""

MOST_RECIPIENTS = 100

_logger = logging.getLogger(__name__)
_CHATTER = logging.getLogger("mail.log")
_UNFIT = re.compile(r"[^\x21-\x7e]+")


class Server(SMTP):
    """One SMTP connection."""

    line_length_limit = 1_000_000
    """Not the 1,000 of RFC 5321: some clients send whole paragraphs of HTML as one line."""

    def __init__(self, office: PostOffice, domain: str, password: str) -> None:
        self._password = password.encode()
        # aiosmtpd logs every command, and recipients' addresses hold players' tokens.
        _CHATTER.setLevel(logging.ERROR)
        super().__init__(
            _Handler(office, domain),
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            hostname=domain,
            ident="pbem",
            auth_require_tls=False,
            authenticator=self._check_password,
            loop=asyncio.get_running_loop(),
        )

    def _check_password(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
    ) -> AuthResult:
        right = isinstance(data, LoginPassword) and hmac.compare_digest(
            data.password, self._password
        )
        return AuthResult(success=right, handled=False)


class _Handler:
    """What aiosmtpd asks at each step; the answers are SMTP replies."""

    def __init__(self, office: PostOffice, domain: str) -> None:
        self._office = office
        self._domain = domain

    async def handle_RCPT(  # noqa: N802 (aiosmtpd names it)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        try:
            self._office.check(address)
        except ValueError:
            return "553 5.1.3 This is no address"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(  # noqa: N802 (aiosmtpd names it)
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        raw = envelope.original_content or b""
        try:
            for recipient in dict.fromkeys(envelope.rcpt_tos):
                head = self._trace(session, envelope, recipient)
                await self._office.of(recipient).inbox.deliver(head + raw)
        except OSError as error:
            _logger.error("a mail could not be stored: %s", error)
            return "452 4.3.1 The mail could not be stored, try again later"
        return "250 2.0.0 Ok: stored"

    async def handle_exception(self, error: Exception) -> str:
        _logger.error("SMTP: %s", type(error).__name__, exc_info=error)
        return "451 4.3.0 The server made a mistake, try again later"

    def _trace(self, session: Session, envelope: Envelope, recipient: str) -> bytes:
        """The lines that final delivery puts on top (RFC 5321, 4.4)."""
        # aiosmtpd writes the empty sender of a bounce as "<>".
        sender = (envelope.mail_from or "").strip("<>")
        with_what = "UTF8SMTP" if envelope.smtp_utf8 else "ESMTP"
        helo = _UNFIT.sub("", session.host_name or "")[:255] or "unknown"
        return (
            f"Return-Path: <{sender}>\r\n"
            f"Delivered-To: {recipient}\r\n"
            f"Received: from {helo} by {self._domain} with {with_what}\r\n"
            f"\tfor <{recipient}>; {format_datetime(datetime.now(UTC))}\r\n"
        ).encode("utf-8", "surrogateescape")
