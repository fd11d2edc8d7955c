"""Mail servers that fail, hang or answer nonsense, seen through the mailbox."""

from __future__ import annotations

import gc
import smtplib
import socket
import threading
import tracemalloc
from collections.abc import Iterator

import msgspec
import pytest

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound import imap
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.login import LoginProblem
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from tests.mailer.servers.mailboxes import MAIL, fill
from tests.servers.plugin import MailHost
from tests.servers.real import free_port


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
                    day = b'INTERNALDATE "02-Mar-2026 12:00:00 +0000"'
                    say(b"* 1 FETCH (UID 1 RFC822.SIZE 1000 %s)" % day)
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
