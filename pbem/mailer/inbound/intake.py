"""From raw bytes to plain data, and on to order lines: the whole way in, without a game, a
database or a clock.

Whatever looks at raw bytes does so within :func:`read_mail`, which the service calls in worker
processes (:mod:`pbem.mailer.inbound.workers`). It knows a mail only as what comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from pbem.engine.api import Fit
from pbem.mailer.inbound.authentic import Dmarc, dmarc_verdict
from pbem.mailer.inbound.bounces import Bounce, read_bounce
from pbem.mailer.inbound.exchange import Exchange, Unknown
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.grammar import Continues
from pbem.mailer.inbound.guard import COMPLEX, Guard, inspect
from pbem.mailer.inbound.head import LONGEST_BLOCK, read_fields, split_value
from pbem.mailer.inbound.reading import (
    Head,
    Letter,
    Unreadable,
    UnreadableMail,
    explain,
    head_of,
    read_guarded,
)
from pbem.mailer.settings import MailSettings

SMALL = 64 * 1024
"""Octets of the largest mail that may be harmless."""


class ReadMail(msgspec.Struct, frozen=True):
    """All that can be known of a mail by itself, without its bytes.

    ``text`` is what stands in it, or why that cannot be read; None where it need not be.
    ``bounce`` is what a delivery report says, and None for any that reports no failure.
    ``dmarc`` is what a trusted host says of whether its sender is who From names.
    """

    guard: Guard
    head: Head
    text: Letter | Unreadable | None = None
    bounce: Bounce | None = None
    dmarc: Dmarc = Dmarc.NONE


def read_mail(raw: bytes, settings: MailSettings, *, size: int | None = None) -> ReadMail:
    """Read a mail. Never raises, whatever the bytes, and does work in proportion to them.

    `size` is the server's figure where `raw` is only the beginning of the mail.
    """
    fields = read_fields(raw)
    guard = inspect(raw, size=size, settings=settings, fields=fields)
    head = head_of(fields)
    if guard.bounce:
        return ReadMail(guard, head, bounce=read_bounce(raw))
    text: Letter | Unreadable | None = None
    if guard.oversize:
        text = Unreadable.OVERSIZE
    elif guard.complex:
        text = Unreadable.COMPLEX
    elif guard.may_hold_orders:
        text = _text(raw, head)
    dmarc = dmarc_verdict(fields, head.sender, settings.trusted_authserv)
    return ReadMail(guard, head, text, dmarc=dmarc)


def _text(raw: bytes, head: Head) -> Letter | Unreadable:
    try:
        return read_guarded(raw, head)
    except UnreadableMail as error:
        return error.kind


def read_head_alone(raw: bytes, settings: MailSettings) -> ReadMail:
    """Read of a mail only who wrote it and whether it may be answered: the rest, it has turned
    out, is too complex to be looked into."""
    raw = raw[:LONGEST_BLOCK]
    fields = read_fields(raw)
    guard = inspect(raw, settings=settings, fields=fields)
    return ReadMail(_set_aside(guard), head_of(fields), Unreadable.COMPLEX)


def nothing_read() -> ReadMail:
    """A mail of which not even the head can be read: it is not answered, for nobody is named."""
    nobody = Head("", "", "", (), "", "", ())
    return ReadMail(_set_aside(Guard(False, False)), nobody, Unreadable.COMPLEX)


def _set_aside(guard: Guard) -> Guard:
    return replace(
        guard,
        may_hold_orders=False,
        reasons=tuple(dict.fromkeys((*guard.reasons, COMPLEX))),
        bounce=False,
        complex=True,
        doubtful=False,
    )


def is_harmless(raw: bytes, size: int) -> bool:
    """Whether reading a mail costs a few passes over at most 64 KB and no more, so that it needs
    no worker process: it is one part of plain text, by a look at its header block alone.

    Such a mail has no parts to nest or to count, no markup, no bounce to be taken apart and no
    codec that could unpack it into more than it is; what is left (header fields, one transfer
    encoding, one charset, lines) is linear in its size.
    """
    if size > SMALL or len(raw) > SMALL:
        return False
    fields = read_fields(raw)
    kinds = fields.all("content-type")
    return len(kinds) < 2 and all(
        split_value(kind)[0] in ("", "text/plain", "text") for kind in kinds
    )


@dataclass(frozen=True)
class Intake:
    """What became of one mail. ``guard`` is the verdict now that it has been read.

    ``letter`` and ``extraction`` are None where the mail may hold no orders or
    cannot be read; ``unreadable`` then says why, and ``problem`` says it to the
    sender. ``problem`` is the extraction's where there is one.
    """

    guard: Guard
    head: Head
    letter: Letter | None = None
    extraction: Extraction | None = None
    unreadable: Unreadable | None = None
    problem: str = ""


def take(
    raw: bytes,
    fit: Callable[[str], Fit],
    settings: MailSettings,
    *,
    exchange: Exchange | None = None,
    continues: Continues | None = None,
    size: int | None = None,
) -> Intake:
    """Read a mail and extract its order lines. Never raises, whatever the bytes.

    `size` is the server's figure where `raw` is only the beginning of the mail;
    `exchange` is what is on record of the mails before, `fit` and `continues` are the ruleset's.
    """
    read = read_mail(raw, settings, size=size)
    guard, head, text = read.guard, read.head, read.text
    if isinstance(text, Unreadable):
        guard = guard.once_read(ordered=False)
        return Intake(guard, head, unreadable=text, problem=explain(text))
    if text is None:
        return Intake(guard, head)
    extraction = extract(text, fit, exchange or Unknown(), continues)
    guard = guard.once_read(ordered=extraction.orders_something)
    return Intake(guard, head, text, extraction, problem=extraction.problem)
