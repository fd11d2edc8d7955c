"""The IMAP client against the built-in server and against Dovecot."""

from __future__ import annotations

import imaplib
import smtplib
import threading
import time
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from pbem.mailer.inbound import imap
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.settings import ImapSettings
from tests.mailer.servers.mailboxes import MAIL, fill
from tests.servers.plugin import MailHost
from tests.soaking import soak


def send(host: MailHost, *mails: bytes, to: str = "") -> None:
    with smtplib.SMTP(host.smtp.host, host.smtp.port) as client:
        for mail in mails:
            client.sendmail("anna@example.org", [to or host.address], mail)
    host.flush()


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


def _with_inbox(host: MailHost, folder: str) -> ImapSettings:
    """The host's mailbox with another folder in the inbox's place, and that in its."""
    return msgspec.structs.replace(host.imap, inbox=folder, processed=host.imap.inbox)


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
    with Mailbox(_with_inbox(mail_host, "Processed")) as mailbox:
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
    with Mailbox(_with_inbox(mail_host, "Processed")) as mailbox:
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
    mails = [imap.Pending(uid, size, datetime.now(UTC)) for uid, size in sizes.items()]
    monkeypatch.setattr(imap, "FETCH_BYTES", 100)
    found = [[mail.uid for mail in part] for part in imap._drafts(mails, 2)]
    assert found == [[1, 2], [3], [4], [5, 6], [7]]
    assert list(imap._drafts([], 2)) == []


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
