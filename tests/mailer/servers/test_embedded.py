"""The built-in mail server: what a mail client, a bad client and a crash do to it."""

from __future__ import annotations

import asyncio
import imaplib
import logging
import smtplib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import aiosmtplib
import pytest
from imapclient import IMAPClient

from pbem.mailer.embedded import EmbeddedServer, EmbeddedServerProblem
from tests.mailer.servers.sessions import ANNA, MAIL, ORDERS, PASSWORD, client_of, send
from tests.servers.real import wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "mail", password=PASSWORD) as running:
        yield running


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
