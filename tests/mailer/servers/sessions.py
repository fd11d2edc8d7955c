"""Sessions with the built-in mail server."""

from __future__ import annotations

import smtplib

from imapclient import IMAPClient

from pbem.mailer.embedded import EmbeddedServer

PASSWORD = "open sesame"


ORDERS = "orders@pbem.localhost"


ANNA = "anna@example.org"


MAIL = b"From: anna@example.org\r\nSubject: orders\r\n\r\nMOVE 1 TO 2\r\n"


def client_of(server: EmbeddedServer, address: str = ORDERS, folder: str = "INBOX") -> IMAPClient:
    client = IMAPClient(server.host, server.imap_port, ssl=False, timeout=20)
    client.login(address, PASSWORD)
    client.select_folder(folder)
    return client


def send(server: EmbeddedServer, *mails: bytes, to: str = ORDERS) -> None:
    with smtplib.SMTP(server.host, server.smtp_port, timeout=30) as client:
        for mail in mails:
            client.sendmail(ANNA, [to], mail)
