"""Tries whether the mail host lets anybody write Authentication-Results in its name.

A mail to ourselves carries such a header, forged, and is looked at when it has come. The service
takes no notice of it: it is its own.
"""

from __future__ import annotations

import asyncio
import secrets
from enum import StrEnum
from time import monotonic, sleep

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.authentic import trusted_results
from pbem.mailer.inbound.head import read_fields
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.outbound.send import Delivery, Status, deliver
from pbem.mailer.settings import MailSettings, Outgoing
from pbem.service.config import Config

HEAD_BYTES = 32_768
BETWEEN_LOOKS = 0.2
"""Seconds between two looks into the mailbox."""


class Forgery(StrEnum):
    """What became of a forged header on its way through the mail host."""

    REMOVED = "removed"
    BELOW = "below the host's own"
    BELIEVED = "topmost, so that it is believed"
    UNKNOWN = "unknown"
    """The mail did not come in time."""


def try_forgery(config: Config, seconds: float) -> Forgery:
    """Send the mail and look for it for so long. Raises MailError where a server cannot be used."""
    mark = secrets.token_hex(16)
    asyncio.run(_send(config, forged_mail(config.mail, mark)))
    end = monotonic() + seconds
    with Mailbox(config.imap) as mailbox:
        while True:
            for mail in reversed(mailbox.waiting()):
                head = mailbox.fetch_head(mail.uid, HEAD_BYTES)
                if mark.encode() in head:
                    mailbox.move([mail.uid], config.imap.processed)
                    return verdict(head, mark, config.mail)
            if monotonic() > end:
                return Forgery.UNKNOWN
            sleep(BETWEEN_LOOKS)


def forged_mail(settings: MailSettings, mark: str) -> bytes:
    """A mail of the service to itself that claims to have been vouched for."""
    host = settings.trusted_authserv[0]
    domain = settings.address.rpartition("@")[2]
    return (
        f"Authentication-Results: {host}; dmarc=pass header.from={domain} reason={mark}\r\n"
        f"From: <{settings.address}>\r\nTo: <{settings.address}>\r\n"
        f"Subject: pbem doctor\r\nMessage-ID: <{mark}@{domain}>\r\n"
        "Auto-Submitted: auto-generated\r\nX-Pbem: doctor\r\n\r\n"
        "A trial of 'pbem doctor'. It may be deleted.\r\n"
    ).encode()


def verdict(head: bytes, mark: str, settings: MailSettings) -> Forgery:
    """What became of the forged header with this mark."""
    said = trusted_results(read_fields(head), settings.trusted_authserv)
    found = [one.value for one in said]
    if not any(mark in value for value in found):
        return Forgery.REMOVED
    return Forgery.BELIEVED if mark in found[0] else Forgery.BELOW


async def _send(config: Config, data: bytes) -> None:
    address = config.mail.address
    waiting = [Outgoing(key=0, sender=address, recipient=address, data=data)]
    said: list[Delivery] = []

    async def take() -> Outgoing | None:
        return waiting.pop() if waiting else None

    await deliver(take, config.smtp, said.append)
    if not said or said[0].status is not Status.SENT:
        why = said[0].text if said else "no answer"
        raise MailServerTrouble(f"{config.smtp.host} takes no mail for {address}: {why}")
