"""Delivery reports (RFC 3464 and the many forms before it): who could not be reached, and why."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message

from flufl.bounce import all_failures

from pbem.mailer.inbound.guard import is_bomb
from pbem.mailer.inbound.head import block_of
from pbem.mailer.inbound.reading import read_head

_READ = 64 * 1024
"""Octets of a report that are read: the verdict comes first, the mail sent back last."""
_READ_LINES = 1500


@dataclass(frozen=True)
class Bounce:
    """One delivery report.

    ``failed`` are the addresses not reached, in lower case. ``permanent`` is
    False where the host will try again, or the fault may pass (status 4.x.x).
    ``original_id`` is the Message-ID of the mail that we sent, and
    ``recipients`` the addresses that the report came to, among them the VERP
    address where one was used. ``status`` is the enhanced status code (RFC 3463).
    """

    failed: tuple[str, ...]
    permanent: bool
    original_id: str
    recipients: tuple[str, ...]
    status: str = ""


logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)
"""It logs a traceback for every hostile mail that it stumbles over, which is nobody's concern."""

_STATUS = re.compile(
    rb"^status[ \t]*:[ \t]*([245]\.\d{1,3}\.\d{1,3})", re.IGNORECASE | re.MULTILINE
)
_ACTION = re.compile(rb"^action[ \t]*:[ \t]*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_FINAL = re.compile(
    rb"^(?:final|original)-recipient[ \t]*:[ \t]*[^;\r\n]{1,20};[ \t]*"
    rb"<?([^\s<>]{1,320}@[^\s<>]{1,250})",
    re.IGNORECASE | re.MULTILINE,
)
_ORIGINAL = re.compile(rb"^[> \t]*message-id[ \t]*:\s*(<[^<>\s]{1,500}>)", re.I | re.M)


def read_bounce(raw: bytes) -> Bounce | None:
    """What a delivery report says; None where it reports no failure, or is none. Never raises."""
    raw = raw[:_READ].replace(b"\0", b"")
    raw = b"".join(raw.splitlines(keepends=True)[:_READ_LINES])
    if is_bomb(raw):
        return None
    body = raw[len(block_of(raw)) :]
    temporary, permanent = _scan(raw)
    actions = {action.lower() for action in _ACTION.findall(body)}
    if actions and not actions & {b"failed", b"delayed"}:
        return None
    named = [_address(found) for found in _FINAL.findall(body)] if actions else []
    failed = _unique([*permanent, *temporary, *named])
    failed = failed or _unique(_failed_recipients(raw))
    if not failed:
        return None
    statuses = [status.decode() for status in _STATUS.findall(body)]
    lasting = not temporary or bool(permanent)
    if actions:
        lasting = b"failed" in actions
    if statuses and all(status.startswith("4") for status in statuses):
        lasting = False
    found = _ORIGINAL.search(body)
    head = read_head(raw)
    return Bounce(
        failed=failed,
        permanent=lasting,
        original_id=found[1].decode("ascii", "replace") if found else head.in_reply_to,
        recipients=head.recipients,
        status=statuses[0] if statuses else "",
    )


def _scan(raw: bytes) -> tuple[list[str], list[str]]:
    """The (temporary, permanent) failures that flufl.bounce's detectors find."""
    try:
        message: Message = message_from_bytes(raw)
        temporary, permanent = all_failures(message)
    except Exception:  # noqa: BLE001  (seventeen detectors of foreign formats on hostile bytes)
        return [], []
    return sorted(map(_address, temporary)), sorted(map(_address, permanent))


def _address(found: bytes | str) -> str:
    text = found.decode("ascii", "replace") if isinstance(found, bytes) else found
    return text.strip("<> \t\r\n\"'").lower()


def _failed_recipients(raw: bytes) -> list[str]:
    """Exim's own header."""
    block = block_of(raw).decode("ascii", "replace")
    found = re.search(r"^x-failed-recipients[ \t]*:(.*)", block, re.IGNORECASE | re.MULTILINE)
    return [_address(one) for one in found[1].split(",")] if found else []


def _unique(addresses: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for address in addresses if "@" in address))
