"""The world of the service tests with a mail host in it: all mail goes by SMTP and IMAP."""

from __future__ import annotations

import email
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec

from pbem.mailer.inbound.imap import Mailbox
from pbem.service.clock import ManualClock
from pbem.service.config import load_config
from pbem.service.context import context_of
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.setup import write_private
from tests.mails import POLICY
from tests.servers.databases import hurry, migrated_database
from tests.servers.plugin import MailHost
from tests.service.shortcuts import ReadersHere, Sketches, WritersHere
from tests.service.world import KEY, World, open_world


@dataclass
class WiredWorld(World):
    """As :class:`World`. A round hands all mail in that is queued."""

    host: MailHost | None = None

    def at(self, name: str) -> str:
        """Somebody's address at the host."""
        assert self.host is not None
        return f"{name}@{self.host.address_domain}"

    @property
    def service(self) -> str:
        """The service's own address."""
        return self.context.config.mail.address

    def deliver(self, raw: bytes) -> bytes:
        self.post(raw)
        return raw

    def post(self, *letters: bytes, to: str = "") -> None:
        """Hand mails in; they go where their To field says, unless `to` says otherwise."""
        assert self.host is not None
        with smtplib.SMTP(self.host.smtp.host, self.host.smtp.port) as server:
            for raw in letters:
                head = email.message_from_bytes(raw, policy=POLICY)
                given = to or head["To"].addresses[0].addr_spec
                server.sendmail(self.at("eve"), [given], raw)

    def poll(self) -> None:
        super().poll()
        send_outbox(self.context)

    def mailbox(self, address: str) -> list[bytes]:
        """What lies in somebody's mailbox, as it came."""
        assert self.host is not None
        with Mailbox(self.host.imap_for(address)) as mailbox:
            return [f.raw for f in mailbox.fetch([m.uid for m in mailbox.waiting()])]

    def newest(self, address: str) -> EmailMessage:
        """The mail in somebody's mailbox that was written last; they may come in any order."""
        written = [row.message_id for row in self.rows(recipient=address)]
        came = (email.message_from_bytes(r, policy=POLICY) for r in self.mailbox(address))
        found = max(came, key=lambda one: written.index(str(one["Message-ID"])))
        assert isinstance(found, EmailMessage)
        return found


@contextmanager
def wired_world(folder: Path, host: MailHost, **mail_settings: Any) -> Iterator[WiredWorld]:
    """A service at a mail host; the game master has an address there."""
    path = host.write_config(
        folder,
        admin=f"gm@{host.address_domain}",
        answers_per_hour=120,
        database=migrated_database(folder),
    )
    config = load_config(path)
    config = msgspec.structs.replace(
        config, mail=msgspec.structs.replace(config.mail, **mail_settings)
    )
    write_private(folder / config.service.key_file, KEY)
    # Ahead of the host's clock, by which mails arrive.
    clock = ManualClock(datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1))
    context = context_of(config, folder, clock)
    hurry(context.database)
    readers, writers = ReadersHere(), WritersHere()
    context = replace(context, renderer=Sketches(), readers=readers, writers=writers)
    try:
        with Mailbox(config.imap) as mailbox:
            yield WiredWorld(context, clock, mailbox, host=host)
    finally:
        context.close()


@dataclass
class PostedWorld(World):
    """As :class:`World`, with the time of a test's own; but each mail goes through a mail host,
    in by SMTP and out by IMAP, before it is in the inbox."""

    host: MailHost | None = None

    def deliver(self, raw: bytes) -> bytes:
        assert self.host is not None
        with smtplib.SMTP(self.host.smtp.host, self.host.smtp.port) as server:
            server.sendmail("whoever@elsewhere.test", [self.host.address], raw)
        self.host.flush()
        with Mailbox(self.host.imap) as mailbox:
            came = [one.uid for one in mailbox.waiting()]
            for fetched in mailbox.fetch(came):
                self.inbox.deliver(fetched.raw, self.clock.now())
            mailbox.move(came, "Processed")
        return raw


@contextmanager
def posted_world(folder: Path, host: MailHost, **mail_settings: Any) -> Iterator[PostedWorld]:
    """A service without games, to which mail comes by SMTP and IMAP."""
    with open_world(folder, **mail_settings) as world:
        yield PostedWorld(world.context, world.clock, world.inbox, host=host)
