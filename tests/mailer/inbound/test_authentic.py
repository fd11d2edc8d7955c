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
def test_only_the_topmost_proves_and_none_that_another_host_has_passed_on(
    headers: str, found: Dmarc
) -> None:
    assert verdict(headers) is found


@pytest.mark.parametrize(
    "headers",
    [
        results("dkim=none") + results(FAILED),
        results(PASSED) + results(FAILED),
        received(HOST) + results("dkim=none") + received("inner.local") + results(FAILED),
        f"Received: from by relay.evil.test (a [192.0.2.1]) by {HOST}; Mon\r\n" + results(FAILED),
        f"Received: from (a) by relay.evil.test (b) by {HOST}; Mon\r\n" + results(FAILED),
        f"Received: from (a (b) by relay.evil.test c) by {HOST}; Mon\r\n" + results(FAILED),
    ],
)
def test_a_failure_counts_in_each_of_the_hosts_own_headers(headers: str) -> None:
    assert verdict(headers) is Dmarc.FAIL


def test_a_received_field_that_as_much_as_names_another_host_lets_nothing_below_it_prove() -> None:
    helo = f"Received: from by {HOST} ([192.0.2.1]) by relay.evil.test; Mon\r\n"
    assert verdict(helo + results(PASSED)) is Dmarc.NONE
    hidden = f"Received: from by {HOST} ( (a) by relay.evil.test for <a)@b.test>; Mon\r\n"
    assert verdict(hidden + results(PASSED)) is Dmarc.NONE


SIGNATURES = "".join(f"dkim=fail header.d=e{i}.test header.b=abcdefgh;\r\n " for i in range(200))


@pytest.mark.parametrize(
    "said",
    [
        f"{FAILED};",
        f"; {FAILED}",
        f"spf=none smtp.helo=[192.0.2.1]; {FAILED}",
        f"spf=none smtp.mailfrom=<>; {FAILED}",
        f"spf=none smtp.mailfrom=a(b@evil.test; {FAILED}",
        f"spf=none smtp.mailfrom=a(@evil.test; {FAILED}; iprev=fail smtp.helo=)",
        f"spf=none smtp.mailfrom=é@evil.test; {FAILED}",
        f"iprev=fail policy.iprev=2001:db8::1; {FAILED}",
        f"dkim=fail (bad ( signature) header.d=evil.test; {FAILED}",
        f'dkim=fail reason="bad header.d=evil.test; {FAILED}',
        f'x-tls.subject="/CN=a"; {FAILED}',
        "dmarc=fail (p=reject) action=oreject header.from=example.org;",
        "dmarc/1 = fail header.from=<>",
        "dmarc=reject header.from=example.org",
        SIGNATURES + FAILED,
        2 * SIGNATURES + FAILED,
        2 * SIGNATURES + 'dkim=fail header.i="dmarc=pass"@evil.test; ' + FAILED,
    ],
)
def test_a_failure_counts_in_a_header_that_cannot_be_read(said: str) -> None:
    assert verdict(results(said)) is Dmarc.FAIL
    assert verdict(results(said, f"{HOST}.")) is Dmarc.FAIL


def test_more_headers_than_a_host_adds_hide_nothing() -> None:
    assert verdict(20 * results("dkim=none") + results(FAILED)) is Dmarc.FAIL
    assert verdict(3 * results("dkim=none") + results(PASSED)) is Dmarc.NONE


def test_a_header_that_cannot_be_read_proves_nothing_and_semicolons_do_no_harm() -> None:
    assert verdict(results(f"spf=none smtp.mailfrom=<>; {PASSED}")) is Dmarc.NONE
    assert verdict(results(f"spf=none smtp.mailfrom=a; {PASSED}; b@evil.test")) is Dmarc.NONE
    assert verdict(results(f"; {PASSED};")) is Dmarc.PASS


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
