"""Those who play a campaign: each knows what lies in their mailbox, and writes by SMTP."""

from __future__ import annotations

import email.policy
import hashlib
import smtplib
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from functools import lru_cache
from typing import Any

from imapclient import IMAPClient

from pbem.engine.api import AnyRuleset
from pbem.engine.rng import Chance
from pbem.mailer import login
from tests import mails
from tests.mails import position_in, record_of, undelivered
from tests.servers.plugin import MailHost
from tests.service.world import text_of

SEED = b"twelve weeks".ljust(32, b".")
read = lru_cache(maxsize=5000)(mails.read)
"""A mail, for all who look at it: it must not be changed."""
head = lru_cache(maxsize=5000)(mails.head)


@dataclass(frozen=True)
class Posted:
    """A mail that was handed in: ``fate`` is what is to become of it, ``told`` what its answer is
    to say."""

    message_id: str
    digest: str
    fate: str
    at: datetime
    to: str
    raw: bytes
    told: str = ""


@dataclass
class Person:
    """``mails`` is what lies in the mailbox, ``seen`` what of it its owner could read."""

    name: str
    address: str
    host: MailHost
    ruleset: AnyRuleset
    mails: list[bytes] = field(default_factory=list)
    seen: list[EmailMessage] = field(default_factory=list)
    posted: list[Posted] = field(default_factory=list)
    owed: list[tuple[EmailMessage, dict[str, Any]]] = field(default_factory=list)
    """Reports that ask for orders, with their ``report.json``, not yet answered."""
    ordered: str = ""
    """The lines that were ordered last."""
    _uid: int = 0
    _mailbox: Any = None

    @property
    def remark(self) -> str:
        """What stands beside orders, for nobody else to read."""
        return f"known-to-{self.name}-alone"

    @property
    def seat(self) -> str:
        """As a game file names it."""
        return f'{{name = "{self.name}", address = "{self.address}"}}'

    # Reading --------------------------------------------------------------------------

    def look(self) -> list[EmailMessage]:
        """What is new in the mailbox."""
        if self._mailbox is None:
            settings = self.host.imap_for(self.address)
            self._mailbox = IMAPClient(settings.host, settings.port, ssl=False)
            self._mailbox.login(settings.login.user, login.password(settings.login))
            self._mailbox.select_folder("INBOX", readonly=True)
        self._mailbox.noop()
        found = sorted(self._mailbox.search(["UID", f"{self._uid + 1}:*"]))
        new = [uid for uid in found if uid > self._uid]  # the newest answers to any "n:*"
        rows = self._mailbox.fetch(new, ["BODY.PEEK[]"]) if new else {}
        raws = [bytes(rows[uid][b"BODY[]"]) for uid in new]
        self._uid = max([self._uid, *new])
        self.mails += raws
        return [read(raw) for raw in raws]

    def leave(self) -> None:
        if self._mailbox is not None:
            self._mailbox.shutdown()
            self._mailbox = None

    def take_in(self, message: EmailMessage) -> None:
        """Read a mail: what it asks for is owed."""
        self.seen.append(message)
        record = record_of(message)
        if (record.get("ask") or {}).get("required"):
            self.owed.append((message, record))

    def newest(self, kind: str = "", *, about: str = "", before: str = "") -> EmailMessage | None:
        """The newest mail to which a reply can be sent: of a kind, `about` something, come `before`
        the one that has these words."""
        fit = [
            mail
            for mail in self.seen
            if mail["Reply-To"] and kind in ("", mail["X-Pbem"]) and about in str(mail["Subject"])
        ]
        if before:
            told = [number for number, mail in enumerate(fit) if before in _flat(mail)]
            fit = fit[: told[-1]] if told else []
        return fit[-1] if fit else None

    # Writing --------------------------------------------------------------------------

    def answer(self, report: EmailMessage, record: dict[str, Any], now: datetime) -> Posted:
        """Order what the ruleset's own bot would, told nothing but the report."""
        view, ask = position_in(record, self.ruleset)
        bots = [*self.ruleset.bots.values()]
        bot = bots[sum(self.name.encode()) % len(bots)]
        chance = Chance(SEED, record["turn"], scope=self.name)
        lines = self.ruleset.desk.write(view, ask, bot.decide(view, ask, chance))
        self.ordered = "\n".join(lines)
        return self.reply(report, f"{self.ordered}\n# {self.remark}", now)

    def reply(self, mail: EmailMessage, text: str, now: datetime, *, told: str = "") -> Posted:
        """As a mail program does, with what is answered quoted below."""
        quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
        text = f"{text}\n\nOn {now:%d.%m.%Y} the game wrote:\n{quoted}"
        headers = {"In-Reply-To": str(mail["Message-ID"])}
        to, subject = mail["Reply-To"].addresses[0].addr_spec, f"Re: {mail['Subject']}"
        return self.write(to, text, now, subject=subject, told=told, headers=headers)

    def write(
        self,
        to: str,
        text: str,
        now: datetime,
        *,
        subject: str = "play",
        told: str = "",
        headers: dict[str, str] | None = None,
    ) -> Posted:
        message = EmailMessage()
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<{len(self.posted)}.{self.address}>"
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text + "\n")
        raw = message.as_bytes(policy=email.policy.SMTP)
        return self._hand_in(to, raw, "done", str(message["Message-ID"]), now, told)

    def send_again(self, posted: Posted, now: datetime) -> None:
        """The very same bytes once more."""
        self._hand_in(posted.to, posted.raw, "duplicate", posted.message_id, now)

    def relay_again(self, posted: Posted, now: datetime) -> None:
        """The same mail by another way, as its first line says."""
        raw = b"Received: from elsewhere.example by relay.example; a second try\r\n" + posted.raw
        self._hand_in(posted.to, raw, "duplicate", posted.message_id, now)

    def send_back(self, mail: EmailMessage, now: datetime) -> None:
        """The mail host's word that this mail could not be put into the mailbox."""
        to = str(mail["Return-Path"]).strip("<>")
        message_id = f"<bounce-{len(self.posted)}.{self.address}>"
        host = self.host.address_domain
        raw = undelivered(host=host, to=to, recipient=self.address, message_id=message_id)
        self._hand_in(to, raw, "ignored", message_id, now)

    def _hand_in(
        self, to: str, raw: bytes, fate: str, message_id: str, now: datetime, told: str = ""
    ) -> Posted:
        with smtplib.SMTP(self.host.smtp.host, self.host.smtp.port) as server:
            server.sendmail("" if fate == "ignored" else self.address, [to], raw)
        self.host.flush()
        # What a host or a relay put on top is not the mail.
        digest = hashlib.sha256(raw[raw.index(b"From: ") :]).hexdigest()
        posted = Posted(message_id, digest, fate, now, to, raw, told)
        self.posted.append(posted)
        return posted


def _flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())
