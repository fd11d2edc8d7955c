"""The built-in mail server as IMAP programs use it, and as hostile ones do."""

from __future__ import annotations

import asyncio
import imaplib
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import aiosmtplib
import pytest
from imapclient import IMAPClient

from pbem.mailer.embedded import EmbeddedServer
from tests.mailer.servers.sessions import ANNA, MAIL, ORDERS, PASSWORD, client_of, send


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "mail", password=PASSWORD) as running:
        yield running


def uids(client: IMAPClient) -> list[int]:
    """All that is in the folder now: a server may keep news until NOOP (RFC 3501, 6.1.2)."""
    client.noop()
    return list(client.search("ALL"))


def test_a_mailbox_is_made_by_mail_or_by_a_login_not_by_asking(server: EmbeddedServer) -> None:
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.ehlo()
        client.mail(ANNA)
        client.rcpt("nobody@example.org")
    client = imaplib.IMAP4(server.host, server.imap_port)
    with pytest.raises(imaplib.IMAP4.error):
        client.login("nobody@example.org", "wrong")
    assert list(server.root.glob("*@*")) == []
    client.login("somebody@example.org", PASSWORD)
    client.logout()
    assert [path.name for path in server.root.glob("*@*")] == ["somebody@example.org"]


# What a mail client does
def test_folders_can_be_listed_made_renamed_and_deleted(server: EmbeddedServer) -> None:
    with client_of(server) as client:
        names = [name for _, _, name in client.list_folders()]
        assert names == ["INBOX", "Drafts", "Sent", "Trash"]
        client.create_folder("Größe/2031.bak")
        client.append("Größe/2031.bak", MAIL)
        client.rename_folder("Größe", "Klein")
        assert client.folder_status("Klein/2031.bak", ["MESSAGES"]) == {b"MESSAGES": 1}
        client.delete_folder("Klein/2031.bak")
        assert [name for _, _, name in client.list_folders()] == names
        for doomed in ("INBOX", "Nowhere"):
            with pytest.raises(IMAPClient.Error):
                client.delete_folder(doomed)
        with pytest.raises(IMAPClient.Error):
            client.create_folder("x" * 300)


def test_a_mail_can_be_stored_copied_flagged_and_expunged(server: EmbeddedServer) -> None:
    with client_of(server, folder="INBOX") as client:
        when = imaplib.Time2Internaldate(1_000_000_000)
        client._imap.append("Sent", r"(\Seen \Draft)", when, MAIL)
        client.select_folder("Sent")
        assert client.get_flags([1]) == {1: (rb"\Draft", rb"\Recent", rb"\Seen")}
        client.copy([1], "INBOX")
        client.set_flags([1], [rb"\Deleted"])
        client.expunge()
        assert client.search("ALL") == []
        client.select_folder("INBOX")
        client.normalise_times = False
        row = client.fetch([1], ["FLAGS", "INTERNALDATE", "ENVELOPE"])[1]
        assert row[b"INTERNALDATE"].timestamp() == 1_000_000_000
        assert row[b"ENVELOPE"].subject == b"orders"
        assert client.search(["SUBJECT", "orders", "UNFLAGGED"]) == [1]


def test_another_session_sees_mail_come_and_go(server: EmbeddedServer) -> None:
    with client_of(server) as one, client_of(server) as other:
        send(server, MAIL, MAIL)
        assert uids(one) == uids(other) == [1, 2]
        one.add_flags([1], [rb"\Answered"])
        assert rb"\Answered" in other.get_flags([1])[1]
        one.move([1], "Trash")
        assert other.fetch([1], ["BODY.PEEK[]"]).get(1, {}).get(b"BODY[]", b"") == b""
        assert uids(other) == [2]


def test_idle_misses_nothing_of_what_many_senders_deliver_at_once(
    server: EmbeddedServer,
) -> None:
    async def one_sender() -> None:
        client = aiosmtplib.SMTP(
            hostname=server.host, port=server.smtp_port, use_tls=False, start_tls=False
        )
        await client.connect()
        for _ in range(20):
            await client.sendmail(ANNA, [ORDERS], MAIL)
        await client.quit()

    async def many_senders() -> None:
        await asyncio.gather(*(one_sender() for _ in range(5)))

    with client_of(server) as client:
        senders = threading.Thread(target=asyncio.run, args=(many_senders(),))
        client.idle()
        senders.start()
        counted, end = 0, time.monotonic() + 30
        while counted < 100 and time.monotonic() < end:
            news = client.idle_check(timeout=1)
            counted = max([counted, *(item[0] for item in news if item[1] == b"EXISTS")])
        senders.join()
        client.idle_done()
        assert counted == 100
        assert uids(client) == list(range(1, 101))


# Hostility
def nested(depth: int) -> bytes:
    opening = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
        for n in range(depth)
    )
    return opening + b"Content-Type: text/plain\r\n\r\nhello\r\n"


HOSTILE = {
    "deep": nested(1500),
    "many parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 100_000,
    "messages in messages": b"Content-Type: message/rfc822\r\n\r\n" * 3000,
    "brackets": b"From: " + b"(" * 5000 + b"\r\nTo: " + b"<" * 5000 + b"\r\n\r\n",
    "group": b"To: " + b"a:" * 3000 + b";\r\n\r\n",
    "nothing": b"",
    "no header": b"hello\r\n",
    "not text": bytes(range(256)).replace(b"\r", b"").replace(b"\n", b"") * 40,
    "encoded words": b"Subject: " + b"=?utf-8?b?////?= =?no-such?q?=FF?= " * 500 + b"\r\n\r\n",
    "boundary of regex": b'Content-Type: multipart/mixed; boundary="(.*)+["\r\n\r\n--(.*)+[\r\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_is_stored_and_the_folder_stays_readable(
    server: EmbeddedServer, name: str
) -> None:
    send(server, HOSTILE[name], MAIL)
    began = time.monotonic()
    with client_of(server) as client:
        structure = ["ENVELOPE", "BODYSTRUCTURE", "BODY.PEEK[HEADER]", "BODY.PEEK[1]"]
        for item in ("RFC822.SIZE", "BODY.PEEK[]", *structure):
            rows = client._imap.uid("FETCH", "1:2", f"({item})")
            assert rows[0] == "OK", item
        assert client.search(["BODY", "MOVE"])[-1] == 2
        assert client.fetch([1], ["BODY.PEEK[]"])[1][b"BODY[]"].startswith(b"Return-Path:")
    assert time.monotonic() - began < 10


def test_the_envelope_tells_the_date_as_it_was_written(server: EmbeddedServer) -> None:
    written = b"Thu, 12 Mar 2026 12:00:00 +0100"
    send(server, b"Date: " + written + b"\r\n" + MAIL)
    client = imaplib.IMAP4(server.host, server.imap_port)
    client.login(ORDERS, PASSWORD)
    client.select()
    _ok, answered = client.fetch("1", "(ENVELOPE)")
    assert isinstance(answered[0], bytes)
    assert answered[0].startswith(b'1 (ENVELOPE ("%s" ' % written)
    client.logout()


def test_a_mail_over_sixty_megabytes_is_refused(server: EmbeddedServer) -> None:
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.ehlo()
        assert client.mail(ANNA, ["SIZE=60000001"])[0] == 552
        client.rset()
        assert client.mail(ANNA, ["SIZE=60000000"])[0] == 250


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00\xff\xfe" * 1000 + b"\r\n",
        b"a LOGIN {99999999999}\r\n",
        b"a LOGIN {5}\r\nab",
        b"a APPEND INBOX {10}\r\nabc",
        b"(" * 200_000 + b"\r\n",
        b"a SEARCH " + b"(" * 50_000 + b"\r\n",
        b"x" * 3_000_000,
        b"EHLO \xff\r\nMAIL FROM:<\xff@\r\nRCPT TO:<\x00>\r\nDATA\r\n",
        b"EHLO x\r\nMAIL FROM:<a@b>\r\nRCPT TO:<a@b>\r\nDATA\r\nhalf a mail",
        b"AUTH PLAIN ====\r\n",
        b"EHLO " + b"x" * 2_000_000 + b"\r\n",
    ],
    ids=range(11),
)
def test_a_bad_client_harms_nobody_else(server: EmbeddedServer, garbage: bytes) -> None:
    with client_of(server) as other:
        for port in (server.imap_port, server.smtp_port):
            with socket.create_connection((server.host, port), timeout=5) as bad:
                bad.recv(200)
                try:
                    bad.sendall(garbage)
                    bad.shutdown(socket.SHUT_WR)
                    while bad.recv(65536):
                        pass
                except OSError:
                    pass  # Hanging up on it is a fair answer.
        send(server, MAIL)
        assert uids(other) == [1]
