"""Handing mails in: what the server says, what breaks, and what is then known of each mail."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.outbound.send import Delivery, Status, deliver
from pbem.mailer.settings import Outgoing, Security, SmtpSettings
from tests.mailer.outbound.smtp import Sink, handing_out, mails, nobody, sent, serving


def test_what_the_server_says_of_a_mail_is_its_result() -> None:
    found = sent(
        mails("anna@x.org", "450@x.org", "550@x.org", "data451@x.org", "data554@x.org", "no one")
    )
    assert {key: (d.status, d.code) for key, d in found.items()} == {
        1: (Status.SENT, 250),
        2: (Status.DEFERRED, 450),
        3: (Status.REJECTED, 550),
        4: (Status.DEFERRED, 451),
        5: (Status.REJECTED, 554),
        6: (Status.REJECTED, 553),
    }
    assert found[3].text == "as you wish"


def test_the_bytes_and_the_envelope_arrive_as_given() -> None:
    sink = Sink()
    data = b"Subject: dots\r\n\r\n.\r\n..x\r\nend\r\n"
    message = Outgoing(key=1, sender="orders+b.1.x@y.org", recipient="anna@bücher.org", data=data)
    sent([message], sink)
    assert sink.taken == [("orders+b.1.x@y.org", "anna@xn--bcher-kva.org", data)]
    assert sink.greeted == ["y.org"]


def test_an_address_in_other_letters_travels_by_smtputf8() -> None:
    sink = Sink()
    found = sent(mails("ännä@x.org"), sink, enable_SMTPUTF8=True)
    assert found[1].status is Status.SENT
    assert sink.taken[0][1] == "ännä@x.org"


def test_where_the_server_has_no_smtputf8_such_an_address_is_refused() -> None:
    found = sent(mails("ännä@x.org", "anna@x.org"), enable_SMTPUTF8=False)
    assert [found[key].status for key in (1, 2)] == [Status.REJECTED, Status.SENT]


def test_many_mails_share_a_few_connections() -> None:
    sink = Sink()
    found = sent(mails(*(f"p{n}@x.org" for n in range(100))), sink)
    assert {d.status for d in found.values()} == {Status.SENT}
    assert len(sink.taken) == 100
    assert len(sink.greeted) == SmtpSettings().connections


def test_what_the_recorder_raises_is_raised() -> None:
    def note(delivery: Delivery) -> None:
        raise RuntimeError("the disk is full")

    async def run() -> None:
        async with serving(Sink()) as settings:
            await deliver(handing_out(mails("a@x.org")), settings, note, resolve=nobody)

    with pytest.raises(RuntimeError, match="disk is full"):
        asyncio.run(run())


def test_nothing_to_send_needs_no_server() -> None:
    asyncio.run(
        deliver(handing_out([]), SmtpSettings(host="127.0.0.1", port=1), lambda delivery: None)
    )


def test_a_refused_sender_is_our_trouble_and_no_recipients() -> None:
    with pytest.raises(MailServerTrouble, match=r"stranger@x\.org: 553 .* plus_addressing"):
        sent(mails("anna@x.org", sender="stranger@x.org"))


def test_a_server_that_is_not_there_is_named_with_the_remedy() -> None:
    settings = SmtpSettings(host="127.0.0.1", port=1, security="none", timeout=5)
    with pytest.raises(MailServerTrouble, match=r"127\.0\.0\.1:1 .*check \[smtp\] host"):
        asyncio.run(deliver(handing_out(mails("anna@x.org")), settings, lambda delivery: None))


@pytest.mark.parametrize(
    ("data", "arrives"),
    [
        (b"a: b\r\n\r\n.\r\n..\r\n.c\r\nd.\r\n", None),
        (b".a\r\n", None),
        (b"\r\n.\r\nMAIL FROM:<x@y.z>\r\n", None),
        (b"a\n.\nMAIL FROM:<x@y.z>\r\n", b"a\r\n.\r\nMAIL FROM:<x@y.z>\r\n"),
        (b"a\r.\rb\r\n", b"a\r\n.\r\nb\r\n"),
        (b"a\r\n.", b"a\r\n.\r\n"),
        (b"", b"\r\n"),
    ],
)
def test_a_mail_ends_where_it_ends_whatever_its_lines_hold(
    data: bytes, arrives: bytes | None
) -> None:
    """RFC 5321, 4.5.2: a dot that begins a line is doubled on the way; no line ends but in CRLF."""
    sink = Sink()
    bob, eve = mails("bob@x.org", "eve@x.org")
    sent([structs.replace(bob, data=data), eve], sink)
    first, second = sorted(sink.taken, key=lambda taken: taken[1])
    assert first[2] == (data if arrives is None else arrives)
    assert second[2] == eve.data


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_server_without_encryption_gets_no_mail_where_encryption_is_asked(
    security: Security,
) -> None:
    sink = Sink()

    async def run() -> None:
        async with serving(sink) as plain:
            settings = structs.replace(plain, security=security, timeout=3.0)
            await deliver(
                handing_out(mails("a@x.org")), settings, lambda delivery: None, resolve=nobody
            )

    with pytest.raises(MailServerTrouble, match=rf"\({security}\).*check \[smtp\]"):
        asyncio.run(run())
    assert not sink.taken
