"""An automatic player that plays as a person does: by mail alone.

It reads its own mailbox, takes its view from the report's attachment, lets a bot
decide, and answers as a mail program would, the report quoted below its orders.
"""

from __future__ import annotations

import email
import email.policy
import logging
import re
import smtplib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, Ask, Bot
from pbem.engine.rng import Chance
from pbem.mailer.errors import MailError
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.login import password
from pbem.mailer.outbound.report_json import unpacked
from pbem.mailer.settings import ImapSettings, SmtpSettings

log = logging.getLogger(__name__)

IDLE_SECONDS = 2.0


@dataclass
class Correspondent:
    """One such player. Every mail it gets or sends is left in ``folder``, pictures beside it."""

    name: str
    address: str
    imap: ImapSettings
    smtp: SmtpSettings
    ruleset: AnyRuleset
    bot: Bot[Any, Any]
    seed: bytes
    folder: Path
    tell: Callable[[str, str], None]
    _count: int = field(default=0, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._thread = threading.Thread(target=self._live, name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look into the mailbox one last time and leave."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=30.0)

    def _live(self) -> None:
        try:
            with Mailbox(self.imap) as mailbox:
                while not self._stopping.is_set():
                    self._read(mailbox)
                    mailbox.idle(IDLE_SECONDS)
                self._read(mailbox)
        except (MailError, OSError, smtplib.SMTPException):
            log.exception("%s cannot go on", self.name)
            self.tell(self.name, "has trouble with the mail server; see the log")

    def _read(self, mailbox: Mailbox) -> None:
        uids = [pending.uid for pending in mailbox.waiting()]
        for fetched in mailbox.fetch(uids):
            message = email.message_from_bytes(fetched.raw, policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            self._keep(fetched.raw, _stem(str(message["Subject"])))
            self._look(message)
        if uids:
            mailbox.move(uids, self.imap.processed)

    def _look(self, message: EmailMessage) -> None:
        record: dict[str, Any] | None = None
        for part in message.walk():
            name = part.get_filename() or ""
            if part.get_content_type() == "image/png":
                picture = self.folder / f"{self._count:03d}-{Path(name).stem}.png"
                picture.write_bytes(_content(part))
            elif name == "report.json":
                record = msgspec.json.decode(_content(part))
        if record is None:
            self.tell(self.name, f"got: {_without_tag(str(message['Subject']))}")
        elif record.get("ask") is None:
            self.tell(self.name, f"read the report of turn {record['turn']}, nothing asked")
        else:
            self._answer(message, record)

    def _answer(self, message: EmailMessage, record: dict[str, Any]) -> None:
        codec, desk = self.ruleset.codec, self.ruleset.desk
        view = codec.load_view(msgspec.json.encode(unpacked(record)["view"]))
        ask = msgspec.convert(record["ask"], Ask)
        chance = Chance(self.seed, record["turn"], scope=self.name)
        lines = desk.write(view, ask, self.bot.decide(view, ask, chance))
        reply = self._reply(message, lines)
        with smtplib.SMTP(self.smtp.host, self.smtp.port, timeout=self.smtp.timeout) as server:
            if self.smtp.login.user:
                server.login(self.smtp.login.user, password(self.smtp.login))
            server.send_message(reply)
        self._keep(reply.as_bytes(), "sent-orders")
        self.tell(self.name, f"sends orders for turn {record['turn']}: {'; '.join(lines)}")

    def _reply(self, message: EmailMessage, lines: tuple[str, ...]) -> EmailMessage:
        """The answer of an ordinary mail program, the whole report quoted below."""
        body = message.get_body(("plain",))
        quoted = body.get_content().splitlines() if body is not None else []
        reply = EmailMessage()
        reply["From"] = f"{self.name} <{self.address}>"
        reply["To"] = str(message["Reply-To"])
        reply["Subject"] = f"Re: {message['Subject']}"
        reply["In-Reply-To"] = str(message["Message-ID"])
        reply["References"] = f"{message['References'] or ''} {message['Message-ID']}".strip()
        reply["Message-ID"] = make_msgid(domain=self.address.partition("@")[2])
        reply["Date"] = formatdate(localtime=True)
        text = [
            *lines,
            "",
            f"On {message['Date']}, {message['From']} wrote:",
            *(f"> {line}" if line else ">" for line in quoted),
        ]
        reply.set_content("\n".join(text) + "\n")
        return reply

    def _keep(self, raw: bytes, stem: str) -> None:
        self._count += 1
        (self.folder / f"{self._count:03d}-{stem}.eml").write_bytes(raw)


def _content(part: Any) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _stem(subject: str) -> str:
    """A subject as a file name: its words without the tag."""
    words = _without_tag(subject)
    return re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-")[:60] or "mail"


def _without_tag(subject: str) -> str:
    return re.sub(r"\s*\[[^\]]*\]", "", subject)
