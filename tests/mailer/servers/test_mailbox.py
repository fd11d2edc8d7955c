"""The IMAP client against the built-in server and against Dovecot."""

from __future__ import annotations

import gc
import imaplib
import smtplib
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound import imap
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.login import LoginProblem
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from tests.servers.plugin import MailHost
from tests.servers.real import free_port
from tests.soaking import soak

MAIL = b"From: anna@example.org\r\nSubject: orders %d\r\n\r\nMOVE 1 TO 2\r\n"


def send(host: MailHost, *mails: bytes, to: str = "") -> None:
    with smtplib.SMTP(host.smtp.host, host.smtp.port) as client:
        for mail in mails:
            client.sendmail("anna@example.org", [to or host.address], mail)
    host.flush()


def fill(host: MailHost, *mails: bytes) -> None:
    """Put mails into the inbox without the way through SMTP."""
    with Mailbox(host.imap) as mailbox:
        for mail in mails:
            mailbox.append("INBOX", mail)


def subjects(mailbox: Mailbox) -> list[bytes]:
    uids = [mail.uid for mail in mailbox.waiting()]
    return [mail.raw.split(b"Subject: ")[1].split(b"\r\n")[0] for mail in mailbox.fetch(uids)]


def test_a_mail_sent_by_smtp_waits_in_the_inbox(mail_host: MailHost) -> None:
    before = datetime.now(UTC) - timedelta(seconds=2)
    with Mailbox(mail_host.imap) as mailbox:
        assert mailbox.waiting() == ()
        send(mail_host, MAIL % 1)
        (pending,) = mailbox.waiting()
        (fetched,) = mailbox.fetch([pending.uid])
    assert fetched.uid == pending.uid
    assert fetched.raw.endswith(b"\r\n\r\nMOVE 1 TO 2\r\n")
    assert len(fetched.raw) == pending.size
    assert fetched.received == pending.received
    assert pending.received.utcoffset() == timedelta(0)
    assert before <= pending.received <= datetime.now(UTC) + timedelta(seconds=2)


def test_the_time_of_arrival_is_told_in_the_servers_zone_and_understood_in_utc(
    mail_host: MailHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    hear = imaplib.IMAP4._get_line

    def as_told_in_delhi(client: imaplib.IMAP4) -> bytes:
        return bytes(hear(client).replace(b"12:00:00 +0000", b"17:30:00 +0530"))

    with Mailbox(mail_host.imap) as mailbox:
        mailbox._client.append("INBOX", MAIL % 1, (), noon)
        monkeypatch.setattr(imaplib.IMAP4, "_get_line", as_told_in_delhi)
        (pending,) = mailbox.waiting()
        (fetched,) = mailbox.fetch([pending.uid])
    for received in (pending.received, fetched.received):
        assert received == noon
        assert received.utcoffset() == timedelta(0)


def test_the_folders_are_made_where_they_are_missing(mail_host: MailHost) -> None:
    settings = msgspec.structs.replace(mail_host.imap, processed="Done/2031", quarantine="Ümläut")
    for _ in range(2):
        with Mailbox(settings) as mailbox:
            mailbox.append("INBOX", MAIL % 1)
            mailbox.move([mail.uid for mail in mailbox.waiting()], "Ümläut")
            assert mailbox.waiting() == ()


def test_a_plus_address_lands_in_the_one_mailbox_and_stays_readable(mail_host: MailHost) -> None:
    plus = f"orders+g1.3.2.abcdef@{mail_host.address_domain}"
    send(mail_host, MAIL % 1, to=plus)
    with Mailbox(mail_host.imap) as mailbox:
        (mail,) = mailbox.fetch([mail.uid for mail in mailbox.waiting()])
    head = mail.raw.split(b"\r\n\r\n")[0]
    assert b"Delivered-To: " + plus.encode() in head
    assert b"Return-Path: <anna@example.org>" in head
    assert b"\r\nReceived: from " in head


def test_reading_leaves_mail_unread(mail_host: MailHost) -> None:
    fill(mail_host, MAIL % 1)
    with Mailbox(mail_host.imap) as mailbox:
        mailbox._client.remove_flags([mailbox.waiting()[0].uid], [rb"\Seen"])
        list(mailbox.fetch([mailbox.waiting()[0].uid]))
        mailbox.fetch_head(mailbox.waiting()[0].uid, 10)
        assert mailbox._client.search("UNSEEN") != []


def test_moving_takes_mail_out_of_the_inbox_and_twice_is_no_error(mail_host: MailHost) -> None:
    fill(mail_host, *(MAIL % n for n in range(3)))
    with Mailbox(mail_host.imap) as mailbox:
        first, second, third = (mail.uid for mail in mailbox.waiting())
        mailbox.move([first, third], "Processed")
        mailbox.move([first, third], "Processed")
        mailbox.move([], "Processed")
        assert [mail.uid for mail in mailbox.waiting()] == [second]
        assert [mail.uid for mail in mailbox.fetch([first, second, third])] == [second]
        assert mailbox.fetch_head(first, 10) == b""
    with Mailbox(msgspec.structs.replace(mail_host.imap, inbox="Processed")) as mailbox:
        assert subjects(mailbox) == [b"orders 0", b"orders 2"]


def test_without_MOVE_mail_is_copied_and_deleted_alone(
    mail_host: MailHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(mail_host, *(MAIL % n for n in range(3)))
    with Mailbox(mail_host.imap) as mailbox:
        first, second, _ = (mail.uid for mail in mailbox.waiting())
        mailbox._client.delete_messages([second])
        able = mailbox._client.has_capability
        monkeypatch.setattr(
            mailbox._client, "has_capability", lambda name: name != "MOVE" and able(name)
        )
        mailbox.move([first], "Processed")
        mailbox.move([first], "Processed")
        # Another client's mark stays its own affair: UID EXPUNGE of RFC 4315.
        assert subjects(mailbox) == [b"orders 1", b"orders 2"]
    with Mailbox(msgspec.structs.replace(mail_host.imap, inbox="Processed")) as mailbox:
        assert subjects(mailbox) == [b"orders 0"]


def test_the_head_of_an_oversize_mail_comes_without_the_rest(mail_host: MailHost) -> None:
    big = MAIL % 7 + b"\r\n".join([b"x" * 76] * 70_000)
    fill(mail_host, big)
    with Mailbox(mail_host.imap) as mailbox:
        (pending,) = mailbox.waiting()
        assert pending.size == len(big)
        assert mailbox.fetch_head(pending.uid, 50) == big[:50]
        assert mailbox.fetch_head(pending.uid, 10**9) == big


@pytest.mark.parametrize("many", [imap.COMMAND_BATCH + 50, soak(2000)])
def test_many_mails_come_in_batches_and_in_order(mail_host: MailHost, many: int) -> None:
    with Mailbox(mail_host.imap) as mailbox:
        messages = [MAIL % n for n in range(many)]
        for start in range(0, many, 50):
            mailbox._client.multiappend("INBOX", messages[start : start + 50])
        waiting = mailbox.waiting()
        assert [mail.uid for mail in waiting] == sorted(mail.uid for mail in waiting)
        assert subjects(mailbox) == [b"orders %d" % n for n in range(many)]
        mailbox.move([mail.uid for mail in waiting], "Processed")
        assert mailbox.waiting() == ()


def test_a_batch_is_bounded_by_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {1: 10, 2: 80, 3: 30, 4: 500, 5: 1, 6: 1, 7: 1}
    monkeypatch.setattr(imap, "FETCH_BYTES", 100)
    assert list(imap._drafts(list(sizes), sizes, 2)) == [[1, 2], [3], [4], [5, 6], [7]]
    assert list(imap._drafts([], sizes, 2)) == []


def test_uids_that_were_never_listed_can_be_fetched(mail_host: MailHost) -> None:
    fill(mail_host, MAIL % 1)
    with Mailbox(mail_host.imap) as mailbox:
        uids = [mail.uid for mail in mailbox.waiting()]
    with Mailbox(mail_host.imap) as mailbox:
        assert [mail.raw for mail in mailbox.fetch([*uids, 99_999])] == [MAIL % 1]


def test_idle_wakes_when_mail_arrives(mail_host: MailHost) -> None:
    with Mailbox(mail_host.imap) as mailbox:
        sender = threading.Timer(0.3, send, [mail_host, MAIL % 1])
        sender.start()
        began = time.monotonic()
        assert mailbox.idle(30)
        assert time.monotonic() - began < 20
        sender.join()
        assert len(mailbox.waiting()) == 1


def test_idle_ends_when_nothing_arrives(mail_host: MailHost) -> None:
    with Mailbox(mail_host.imap) as mailbox:
        assert not mailbox.idle(0.2)
        assert mailbox.waiting() == ()


def test_without_IDLE_it_sleeps(mail_host: MailHost, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    with Mailbox(mail_host.imap) as mailbox:
        monkeypatch.setattr(mailbox._client, "has_capability", lambda name: False)
        assert not mailbox.idle(5)
    assert slept == [5]


def test_after_a_restart_of_the_server_a_new_connection_finds_the_same_mail(
    mail_host: MailHost,
) -> None:
    fill(mail_host, MAIL % 1, MAIL % 2)
    with Mailbox(mail_host.imap) as mailbox:
        before, uidvalidity = mailbox.waiting(), mailbox.uidvalidity
        mail_host.servers.stop()
        with pytest.raises(MailServerTrouble):
            mailbox.waiting()
        with pytest.raises(MailServerTrouble, match="failed to connect"), Mailbox(mail_host.imap):
            pass
        mail_host.servers.start()
    with Mailbox(mail_host.imap) as mailbox:
        assert (mailbox.waiting(), mailbox.uidvalidity) == (before, uidvalidity)


def test_a_server_that_stops_during_idle_is_trouble(mail_host: MailHost) -> None:
    with Mailbox(mail_host.imap) as mailbox:
        stopper = threading.Timer(0.3, mail_host.servers.stop)
        stopper.start()
        with pytest.raises(MailServerTrouble):
            mailbox.idle(30)
        stopper.join()
        mail_host.servers.start()


def test_a_wrong_password_is_trouble_that_says_so(mail_host: MailHost) -> None:
    wrong = Login(user=mail_host.address, password_file=__file__)
    with (
        pytest.raises(MailServerTrouble, match="refuses orders@"),
        Mailbox(msgspec.structs.replace(mail_host.imap, login=wrong)),
    ):
        pass


def test_no_password_at_all_is_a_login_problem(mail_host: MailHost) -> None:
    without = Login(user=mail_host.address, password_file="/nonexistent")
    with (
        pytest.raises(LoginProblem),
        Mailbox(msgspec.structs.replace(mail_host.imap, login=without)),
    ):
        pass


class Scripted:
    """A server that says what it is told to say, and then hangs up or falls silent."""

    def __init__(self, hang: bool, gossip: bytes = b"") -> None:
        self._hang = hang
        self._gossip = gossip
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._over = threading.Event()
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection, connection.makefile("rwb") as file:

            def say(line: bytes) -> None:
                file.write(line + b"\r\n")
                file.flush()

            say(b"* OK [CAPABILITY IMAP4rev1 IDLE MOVE] hello")
            while line := file.readline():
                tag, command = line.split(None, 1)
                if b"SELECT" in command:
                    say(b"* 1 EXISTS\r\n* OK [UIDVALIDITY 7] valid")
                if b"CAPABILITY" in command:
                    say(b"* CAPABILITY IMAP4rev1 IDLE MOVE")
                if b"LIST" in command:
                    say(b'* LIST () "/" Processed\r\n* LIST () "/" Quarantine')
                if b"BODY.PEEK[]<" in command:
                    say(self._gossip)
                elif b"BODY.PEEK" in command:
                    say(b"* 1 FETCH (UID 1 BODY[] {1000}\r\nSubject: cut off h")
                    break
                if b"IDLE" in command:
                    say(b"+ idling")
                    if not self._gossip:
                        break
                    say(self._gossip)
                    file.readline()
                if b"SEARCH" in command:
                    say(b"* SEARCH 1")
                if b"RFC822.SIZE" in command:
                    say(b"* 1 FETCH (UID 1 RFC822.SIZE 1000)")
                say(tag + b" OK done")
            if self._hang:
                self._over.wait(30)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._listener.close()


@pytest.fixture(params=["hangs up", "falls silent"])
def scripted(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ImapSettings]:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "x")
    server = Scripted(hang=request.param == "falls silent")
    yield ImapSettings(
        port=server.port,
        security="none",
        login=Login(user="a", password_env="PBEM_TEST_PASSWORD"),
        timeout=0.5,
    )
    server.close()


def test_a_connection_that_dies_in_the_middle_of_a_mail_is_trouble(
    scripted: ImapSettings,
) -> None:
    with Mailbox(scripted) as mailbox, pytest.raises(MailServerTrouble):
        list(mailbox.fetch([1]))


def test_a_connection_kept_for_months_keeps_nothing_of_what_the_server_mentions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "x")
    lines = 3000
    gossip = b"\r\n".join([b"* 2 EXISTS", *[b"* %d EXPUNGE" % n for n in range(lines)]])
    server = Scripted(hang=False, gossip=gossip)
    login = Login(user="a", password_env="PBEM_TEST_PASSWORD")
    settings = ImapSettings(port=server.port, security="none", login=login, timeout=10)
    kept = []
    tracemalloc.start()
    try:
        with Mailbox(settings) as mailbox:
            for _ in range(4):
                assert mailbox.idle(10)
                assert mailbox.fetch_head(1, 10) == b""
                gc.collect()
                kept.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    server.close()
    assert kept[3] - kept[1] < 10 * lines, "bytes, for twice as many lines of over 30 bytes each"


def test_a_dead_link_does_not_idle_for_ever(
    scripted: ImapSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "IDLE_SLICE", 0.2)
    with Mailbox(scripted) as mailbox, pytest.raises(MailServerTrouble):
        mailbox.idle(60)


def test_an_answer_that_is_not_as_imap_has_it_is_trouble(scripted: ImapSettings) -> None:
    with Mailbox(scripted) as mailbox, pytest.raises(MailServerTrouble):
        mailbox._client.search = lambda criteria: [1]
        mailbox._client.fetch = lambda uids, items: {1: {b"INTERNALDATE": 1, b"RFC822.SIZE": b"x"}}
        mailbox.waiting()


def test_nobody_there_is_trouble_that_names_the_place() -> None:
    port = free_port()
    settings = ImapSettings(port=port, security="none", timeout=1)
    with pytest.raises(MailServerTrouble, match=f"127.0.0.1:{port}"), Mailbox(settings):
        pass


def test_the_sink_takes_mail(smtp_sink: SmtpSettings) -> None:
    with smtplib.SMTP(smtp_sink.host, smtp_sink.port) as client:
        assert client.sendmail("a@example.org", ["b@example.org"], MAIL % 1) == {}


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_dovecot_is_reached_by_tls(debian_host: MailHost, security: str) -> None:
    servers = debian_host.servers
    port = servers.imaps_port if security == "tls" else servers.imap_port
    settings = msgspec.structs.replace(debian_host.imap, security=security, port=port)
    with pytest.raises(MailServerTrouble, match=r"\[imap\] ca_file"), Mailbox(settings):
        pass
    trusting = msgspec.structs.replace(settings, ca_file=str(servers.certificate))
    with Mailbox(trusting) as mailbox:
        assert mailbox.waiting() == ()


def test_old_mails_go_out_of_a_folder_and_the_inbox_stays(mail_host: MailHost) -> None:
    with Mailbox(mail_host.imap) as mailbox:
        fill(mail_host, *(MAIL % n for n in range(3)))
        uids = [mail.uid for mail in mailbox.waiting()]
        mailbox.move(uids[:2], mail_host.imap.processed)
        now = datetime.now(UTC)
        assert mailbox.forget(mail_host.imap.processed, now - timedelta(days=2)) == 0
        assert mailbox.forget(mail_host.imap.processed, now + timedelta(days=2)) == 2
        assert mailbox.forget(mail_host.imap.processed, now + timedelta(days=2)) == 0
        assert subjects(mailbox) == [b"orders 2"], "and it is the inbox that is open again"
