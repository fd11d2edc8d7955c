"""Delivery reports: how lasting a failure is, where hosts say more than one thing."""

from __future__ import annotations

import pytest

from pbem.mailer.inbound.bounces import Bounce, read_bounce

US = "orders+b.7.abcd@pbem.localhost"


def report(*statuses: str, action: str = "failed") -> bytes:
    """A report of one recipient for each status."""
    recipients = "".join(
        f"\r\nFinal-Recipient: rfc822; p{number}@example.org\r\n"
        f"Action: {action}\r\nStatus: {status}\r\n"
        for number, status in enumerate(statuses)
    )
    return (
        f"From: MAILER-DAEMON@mx.example.org\r\nTo: {US}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n"
        f"{recipients}\r\n"
        "--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        "Message-ID: <report.7@pbem.localhost>\r\n\r\n--b--\r\n"
    ).encode()


def bounce(*statuses: str, action: str = "failed") -> Bounce:
    found = read_bounce(report(*statuses, action=action))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("statuses", "permanent"),
    [
        (("5.1.1",), True),
        (("4.2.2",), False),
        (("5.1.1", "4.2.2"), True),
        (("4.2.2", "5.1.1"), True),
        (("4.2.2", "4.4.1"), False),
    ],
)
def test_a_failure_lasts_if_any_of_what_failed_does(
    statuses: tuple[str, ...], permanent: bool
) -> None:
    assert bounce(*statuses).permanent == permanent


def test_a_delay_does_not_last_whatever_it_is_called() -> None:
    assert not bounce("4.4.1", action="delayed").permanent


def test_all_recipients_and_the_mail_that_was_sent_are_named() -> None:
    found = bounce("5.1.1", "5.2.1")
    assert set(found.failed) == {"p0@example.org", "p1@example.org"}
    assert found.original_id == "<report.7@pbem.localhost>"
    assert found.recipients == (US,)
    assert found.status == "5.1.1"


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded"])
def test_what_arrived_did_not_fail(action: str) -> None:
    assert read_bounce(report("2.0.0", action=action)) is None
