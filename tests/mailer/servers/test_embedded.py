"""The built-in mail server: what a mail client, a bad client and a crash do to it."""

from __future__ import annotations

import asyncio
import imaplib
import logging
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import aiosmtplib
import pytest
from imapclient import IMAPClient

from pbem.mailer.embedded import EmbeddedServer, EmbeddedServerProblem
from tests.servers.real import wait_for

PASSWORD = "open sesame"
ORDERS = "orders@pbem.localhost"
ANNA = "anna@example.org"
MAIL = b"From: anna@example.org\r\nSubject: orders\r\n\r\nMOVE 1 TO 2\r\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "mail", password=PASSWORD) as running:
        yield running


def client_of(server: EmbeddedServer, address: str = ORDERS, folder: str = "INBOX") -> IMAPClient:
    client = IMAPClient(server.host, server.imap_port, ssl=False, timeout=20)
    client.login(address, PASSWORD)
    client.select_folder(folder)
    return client


def send(server: EmbeddedServer, *mails: bytes, to: str = ORDERS) -> None:
    with smtplib.SMTP(server.host, server.smtp_port, timeout=30) as client:
        for mail in mails:
            client.sendmail(ANNA, [to], mail)


def uids(client: IMAPClient) -> list[int]:
    """All that is in the folder now: a server may keep news until NOOP (RFC 3501, 6.1.2)."""
    client.noop()
    return list(client.search("ALL"))


def kept(client: IMAPClient) -> dict[int, tuple[object, ...]]:
    """Of each mail what must stay; the flag Recent is a session's own."""
    rows = client.fetch(client.search("ALL"), ["BODY.PEEK[]", "FLAGS", "INTERNALDATE"])
    return {
        uid: (row[b"BODY[]"], {*row[b"FLAGS"]} - {rb"\Recent"}, row[b"INTERNALDATE"])
        for uid, row in rows.items()
    }


def bodies(client: IMAPClient) -> list[bytes]:
    rows = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
    return [rows[uid][b"BODY[]"].split(b"\r\n\r\n", 1)[1] for uid in sorted(rows)]


# What outlives a restart


def test_mail_uids_and_flags_outlive_a_restart(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, password=PASSWORD) as server:
        send(server, *(MAIL + b"%d\r\n" % n for n in range(5)))
        with client_of(server) as client:
            client.create_folder("Processed")
            client.add_flags([2], [rb"\Flagged", rb"\Seen"])
            client.move([1, 5], "Processed")
            before = kept(client)
            uidvalidity = client.folder_status("INBOX", ["UIDVALIDITY"])
    with EmbeddedServer(tmp_path, password=PASSWORD) as server, client_of(server) as client:
        assert kept(client) == before
        assert sorted(before) == [2, 3, 4]
        assert client.search(["FLAGGED", "SEEN"]) == [2]
        assert client.folder_status("INBOX", ["UIDVALIDITY"]) == uidvalidity
        assert client.folder_status("Processed", ["MESSAGES"]) == {b"MESSAGES": 2}


def test_a_uid_is_never_given_twice_even_when_the_last_mail_has_gone(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, password=PASSWORD) as server:
        send(server, MAIL, MAIL)
        with client_of(server) as client:
            used = client.search("ALL")
            client.delete_messages(used)
            client.expunge()
    with EmbeddedServer(tmp_path, password=PASSWORD) as server:
        send(server, MAIL)
        with client_of(server) as client:
            assert min(client.search("ALL")) > max(used)


def test_a_folder_made_again_has_another_uidvalidity(server: EmbeddedServer) -> None:
    with client_of(server) as client:
        seen = set()
        for _ in range(3):
            client.create_folder("Again")
            seen.add(client.folder_status("Again", ["UIDVALIDITY"])[b"UIDVALIDITY"])
            client.delete_folder("Again")
        assert len(seen) == 3


def test_what_was_accepted_is_there_after_the_server_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from pbem.mailer.embedded import *;"
        "s = EmbeddedServer(Path(sys.argv[1]), password='open sesame'); s.start();"
        "print(s.smtp_port, flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        killer = threading.Timer(0.5, process.kill)
        killer.start()
        accepted = 0
        with (
            pytest.raises((smtplib.SMTPException, OSError)),
            smtplib.SMTP("127.0.0.1", port, timeout=10) as client,
        ):
            while True:
                client.sendmail(ANNA, [ORDERS], MAIL + b"%d\r\n" % accepted)
                accepted += 1
    assert accepted > 0
    with EmbeddedServer(tmp_path, password=PASSWORD) as server, client_of(server) as client:
        found = bodies(client)
        assert [body.split()[-1] for body in found[:accepted]] == [
            b"%d" % n for n in range(accepted)
        ]
        # One more may have been stored before its 250 went out; its sender will send it again.
        assert len(found) in (accepted, accepted + 1)


def test_only_the_owner_may_read_mail(server: EmbeddedServer) -> None:
    send(server, MAIL)
    with client_of(server):
        pass
    modes = {
        (path.is_dir(), path.stat().st_mode & 0o777)
        for path in [server.root, *server.root.rglob("*")]
    }
    assert modes == {(True, 0o700), (False, 0o600)}


def test_mail_put_into_the_maildir_by_another_program_is_adopted(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, password=PASSWORD) as server:
        send(server, MAIL + b"ours\r\n")
    (tmp_path / ORDERS / "cur" / "1700000000.M1P2.host:2,FS").write_bytes(MAIL + b"theirs\r\n")
    for _ in range(2):
        with EmbeddedServer(tmp_path, password=PASSWORD) as server, client_of(server) as client:
            assert [body.split()[-1] for body in bodies(client)] == [b"ours", b"theirs"]
            assert client.get_flags(client.search("FLAGGED")) != {}


# Who gets what


@pytest.mark.parametrize(
    ("recipient", "account"),
    [
        ("orders+g1.3.2.token@pbem.localhost", ORDERS),
        ("Orders@PBEM.localhost", ORDERS),
        ("ORDERS", ORDERS),
        ("anna@example.org", "Anna@Example.org"),
        ("jürgen@exämple.org", "jürgen@exämple.org"),
        ("..@example.org", "..@example.org"),
        ("a/../../b@example.org", "a/../../b@example.org"),
    ],
)
def test_mail_to_any_address_stays_here(
    server: EmbeddedServer, recipient: str, account: str
) -> None:
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.ehlo()
        client.mail(ANNA, ["SMTPUTF8"])
        assert client.rcpt(recipient)[0] == 250
        client.data(MAIL)
    client = IMAPClient(server.host, server.imap_port, ssl=False)
    client.plain_login(account, PASSWORD)
    client.select_folder("INBOX")
    head = client.fetch([1], ["BODY.PEEK[HEADER]"])[1][b"BODY[HEADER]"]
    assert b"Delivered-To: " + recipient.encode() + b"\r\n" in head
    client.logout()
    assert all(path.is_relative_to(server.root) for path in server.root.parent.rglob("*.pbem*"))


@pytest.mark.parametrize("recipient", ["@", "a@", "x" * 300 + "@example.org", "a\x7f@example.org"])
def test_what_is_no_address_is_refused(server: EmbeddedServer, recipient: str) -> None:
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.ehlo()
        client.mail(ANNA)
        assert 500 <= client.rcpt(recipient)[0] < 600


def test_each_recipient_gets_one_copy_with_its_own_address(server: EmbeddedServer) -> None:
    to = [ANNA, "orders+a@pbem.localhost", "orders+b@pbem.localhost", ANNA]
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.sendmail("", to, MAIL)
    with client_of(server, ANNA) as client:
        assert len(client.search("ALL")) == 1
    with client_of(server) as client:
        rows = client.fetch(client.search("ALL"), ["BODY.PEEK[HEADER]"])
        heads = [rows[uid][b"BODY[HEADER]"].split(b"\r\n")[:2] for uid in sorted(rows)]
        assert heads == [
            [b"Return-Path: <>", b"Delivered-To: orders+a@pbem.localhost"],
            [b"Return-Path: <>", b"Delivered-To: orders+b@pbem.localhost"],
        ]


def test_octets_stay_as_they_were_sent(server: EmbeddedServer) -> None:
    body = b".\r\n..\r\n\xff\xfe 8-bit \x00 nul\r\n" + b"long " * 2000 + b"\r\n.end\r\n"
    send(server, b"Subject: x\r\n\r\n" + body)
    with client_of(server) as client:
        assert bodies(client) == [body]
        assert client.fetch([1], ["RFC822.SIZE"])[1][b"RFC822.SIZE"] == len(
            client.fetch([1], ["BODY.PEEK[]"])[1][b"BODY[]"]
        )


# Passwords


def test_the_one_password_opens_every_mailbox_and_no_other_does(server: EmbeddedServer) -> None:
    client = imaplib.IMAP4(server.host, server.imap_port)
    for wrong in ("", "open", PASSWORD + " ", "ö"):
        with pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONFAILED"):
            client.authenticate("PLAIN", lambda _, word=wrong: f"\0{ANNA}\0{word}".encode())
    with pytest.raises(imaplib.IMAP4.error):
        client.authenticate("PLAIN", lambda _: f"{ORDERS}\0{ANNA}\0{PASSWORD}".encode())
    assert client.authenticate("PLAIN", lambda _: f"\0{ANNA}\0{PASSWORD}".encode())[0] == "OK"
    client.logout()


@pytest.mark.parametrize("mechanism", ["PLAIN", "LOGIN"])
def test_smtp_takes_the_password_but_does_not_ask_for_it(
    server: EmbeddedServer, mechanism: str
) -> None:
    async def talk() -> None:
        client = aiosmtplib.SMTP(
            hostname=server.host, port=server.smtp_port, use_tls=False, start_tls=False
        )
        await client.connect()
        await client.sendmail(ANNA, [ORDERS], MAIL)
        log_in = client.auth_plain if mechanism == "PLAIN" else client.auth_login
        with pytest.raises(aiosmtplib.SMTPAuthenticationError):
            await log_in(ANNA, "wrong")
        await log_in(ANNA, PASSWORD)
        await client.sendmail(ANNA, [ORDERS], MAIL)
        await client.quit()

    asyncio.run(talk())
    with client_of(server) as client:
        assert len(client.search("ALL")) == 2


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


def test_the_log_holds_no_addresses_and_no_passwords(
    server: EmbeddedServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with smtplib.SMTP(server.host, server.smtp_port) as client:
        client.login(ANNA, PASSWORD)
        client.sendmail(ANNA, ["orders+g1.3.2.abcdef@pbem.localhost"], MAIL)
    ours = [record for record in caplog.records if not record.name.startswith("imapclient")]
    said = "\n".join(record.getMessage() for record in ours)
    assert "abcdef" not in said
    assert "sesame" not in said
    assert "MOVE 1" not in said


# Starting and stopping


def test_it_listens_on_loopback_only(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.168.1.1", "example.org", "::"):
        with pytest.raises(EmbeddedServerProblem, match="loopback"):
            EmbeddedServer(tmp_path, password=PASSWORD, host=host)


def test_it_does_not_start_without_a_password(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedServerProblem, match="needs a password"):
        EmbeddedServer(tmp_path, password="")


def test_a_directory_in_use_and_a_port_in_use_are_told_in_one_line(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "a", password=PASSWORD) as server:
        with pytest.raises(EmbeddedServerProblem, match="already runs on"):
            EmbeddedServer(tmp_path / "a", password=PASSWORD).start()
        with pytest.raises(EmbeddedServerProblem, match="address already in use"):
            EmbeddedServer(tmp_path / "b", password=PASSWORD, imap_port=server.imap_port).start()
        # What failed to start holds on to nothing.
        EmbeddedServer(tmp_path / "b", password=PASSWORD).start()


def test_it_can_be_stopped_and_started_again_on_its_ports(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, password=PASSWORD)
    server.start()
    fixed = EmbeddedServer(
        tmp_path, password=PASSWORD, imap_port=server.imap_port, smtp_port=server.smtp_port
    )
    client = client_of(server)
    server.stop()
    server.stop()
    with pytest.raises((IMAPClient.Error, OSError)):
        client.noop()
    client.shutdown()
    for _ in range(3):
        with fixed:
            wait_for(fixed.smtp_port)
            send(fixed, MAIL)
