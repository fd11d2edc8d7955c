"""Mail for a mailbox, and what lies in it."""

from __future__ import annotations

from pbem.mailer.inbound.imap import Mailbox
from tests.servers.plugin import MailHost

MAIL = b"From: anna@example.org\r\nSubject: orders %d\r\n\r\nMOVE 1 TO 2\r\n"


def fill(host: MailHost, *mails: bytes) -> None:
    """Put mails into the inbox without the way through SMTP."""
    with Mailbox(host.imap) as mailbox:
        for mail in mails:
            mailbox.append("INBOX", mail)
