"""What a mail's host says of its sender: Authentication-Results by RFC 8601."""

from __future__ import annotations

import pytest

from pbem.mailer.inbound.authentic import Dmarc, authserv_id, dmarc_verdict
from pbem.mailer.inbound.head import read_fields

ANNA = "From: Anna <anna@example.org>\r\n"
TWO_SENDERS = "From: eve@evil.test, anna@example.org\r\n"
PASSED = "dmarc=pass (p=none) header.from=example.org"
FAILED = "dmarc=fail (p=reject) header.from=example.org"
HOST = "mx.host.example"


def results(said: str, host: str = HOST) -> str:
    return f"Authentication-Results: {host}; {said}\r\n"


def received(by: str) -> str:
    return f"Received: from laptop (by the way [192.0.2.1])\r\n\tby {by} with ESMTPS; Mon\r\n"


def verdict(headers: str, sender: str = ANNA) -> Dmarc:
    raw = f"{headers}{sender}\r\nhi".encode()
    return dmarc_verdict(read_fields(raw), "anna@example.org", ("MX.host.example",))


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ("", Dmarc.NONE),
        (results(PASSED), Dmarc.PASS),
        (results(FAILED), Dmarc.FAIL),
        (results("dmarc=permerror header.from=example.org"), Dmarc.FAIL),
        (results("dmarc=none header.from=example.org"), Dmarc.NONE),
        (results("dmarc=temperror header.from=example.org"), Dmarc.NONE),
        (results("none"), Dmarc.NONE),
        (results("spf=pass smtp.mailfrom=example.org"), Dmarc.NONE),
        (results("dmarc=pass"), Dmarc.NONE),
        (results(f"{PASSED}; {FAILED}"), Dmarc.FAIL),
        (results("dmarc=pass header.from=evil.test"), Dmarc.FAIL),
        (results(PASSED, "evil.test"), Dmarc.NONE),
        (results(FAILED, "evil.test"), Dmarc.NONE),
        ("Authentication-Results: spf=pass; dmarc=pass header.from=example.org\r\n", Dmarc.NONE),
        ("Authentication-Results: ((((\r\n", Dmarc.NONE),
    ],
)
def test_only_what_a_trusted_host_says_counts(headers: str, found: Dmarc) -> None:
    assert verdict(headers) is found


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        (results(FAILED) + results(PASSED), Dmarc.FAIL),
        (results(PASSED, "evil.test") + results(PASSED), Dmarc.PASS),
        (received(HOST) + results(PASSED), Dmarc.PASS),
        (received("mx7.host.example") + results(PASSED), Dmarc.PASS),
        (received("inner.local") + received("10.0.0.7") + results(PASSED), Dmarc.PASS),
        (received("2001:db8::1") + results(PASSED), Dmarc.PASS),
        (received("relay.evil.test") + results(PASSED), Dmarc.NONE),
        (received(HOST) + received("relay.evil.test") + results(PASSED), Dmarc.NONE),
        (received("relay.evil.test") + results(PASSED) + results(PASSED), Dmarc.NONE),
    ],
)
def test_only_the_topmost_counts_and_none_that_another_host_has_passed_on(
    headers: str, found: Dmarc
) -> None:
    assert verdict(headers) is found


@pytest.mark.parametrize(
    "sender", [TWO_SENDERS, ANNA + "From: eve@evil.test\r\n", "From: eve@example.org\r\n"]
)
def test_a_mail_that_shows_another_sender_than_was_tested_is_disowned(sender: str) -> None:
    assert verdict(results(PASSED), sender) is Dmarc.FAIL


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("mx.example.org; none", "mx.example.org"),
        ("MX.Example.org 1; none", "mx.example.org"),
        ('"mx.example.org"; none', "mx.example.org"),
        ('"mx\\.example.org" 1; none', "mx.example.org"),
        ("(a (nested \\) comment)) mx.example.org (another) ; none", "mx.example.org"),
        ("spf=pass; dmarc=pass", ""),
        ("(never closed mx.example.org; none", ""),
        ("; none", ""),
        ("", ""),
    ],
)
def test_the_name_of_who_says_it_may_be_quoted_and_commented(value: str, name: str) -> None:
    assert authserv_id(value) == name
