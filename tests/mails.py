"""Our mails as whoever gets them reads them: their fields and files, what a program orders by a
report alone, and what a mail host sends back."""

from __future__ import annotations

import email
import email.policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from functools import lru_cache
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, Ask
from pbem.mailer.outbound.report_json import unpacked


class _Headers(HeaderRegistry):
    """Reads each header once, and makes the class for each kind of them once: the library does
    both anew whenever somebody looks at one."""

    __getitem__ = lru_cache(maxsize=100)(HeaderRegistry.__getitem__)
    __call__ = lru_cache(maxsize=2000)(HeaderRegistry.__call__)


POLICY = email.policy.default.clone(header_factory=_Headers())


def read(raw: bytes) -> EmailMessage:
    """A mail with its parts."""
    message = email.message_from_bytes(raw, policy=POLICY)
    assert isinstance(message, EmailMessage)
    return message


@lru_cache(maxsize=4)
def head(raw: bytes) -> EmailMessage:
    """The fields above a mail, whose parts are not looked at; nobody may change them."""
    message = BytesHeaderParser(policy=POLICY).parsebytes(raw)
    assert isinstance(message, EmailMessage)
    return message


def attached(message: EmailMessage, name: str) -> bytes | None:
    """A file that comes with a mail; None without it."""
    for part in message.walk():
        if part.get_filename() == name:
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return payload
    return None


def record_of(message: EmailMessage) -> dict[str, Any]:
    """A report as programs read it, ``report.json``; empty for any other mail."""
    return msgspec.json.decode(attached(message, "report.json") or b"{}", type=dict[str, Any])


def position_in(record: dict[str, Any], ruleset: AnyRuleset) -> tuple[Any, Ask]:
    """What a report's reader sees, and what is asked of them: enough to order by."""
    view = ruleset.codec.load_view(msgspec.json.encode(unpacked(record)["view"]))
    return view, msgspec.convert(record["ask"], Ask)


def undelivered(
    *, host: str, to: str, recipient: str, message_id: str, status: str = "5.2.2"
) -> bytes:
    """A mail host's word (RFC 3464) that a mail could not be put into a mailbox."""
    return (
        f"From: MAILER-DAEMON@{host}\r\nTo: {to}\r\nMessage-ID: {message_id}\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\n\r\nIt could not be delivered.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n"
        f"\r\nFinal-Recipient: rfc822; {recipient}\r\n"
        f"Action: failed\r\nStatus: {status}\r\n\r\n--b--\r\n"
    ).encode()
