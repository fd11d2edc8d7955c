"""From raw bytes to order lines: the whole way in, without a game, a database or a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.engine.api import Fit
from pbem.mailer.inbound.exchange import Exchange, Unknown
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.guard import Guard, inspect
from pbem.mailer.inbound.head import read_fields
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
    size: int | None = None,
) -> Intake:
    """All that can be known of a mail by itself. Never raises, whatever the bytes.

    `size` is the server's figure where `raw` is only the beginning of the mail;
    `exchange` is what is on record of the mails before.
    """
    fields = read_fields(raw)
    guard = inspect(raw, size=size, settings=settings, fields=fields)
    head = head_of(fields)
    if guard.oversize:
        return _unread(guard, head, Unreadable.OVERSIZE)
    if guard.complex:
        return _unread(guard, head, Unreadable.COMPLEX)
    if not guard.may_hold_orders:
        return Intake(guard, head)
    try:
        letter = read_guarded(raw, head)
    except UnreadableMail as error:
        return _unread(guard.once_read(ordered=False), head, error.kind)
    extraction = extract(letter, fit, exchange or Unknown())
    guard = guard.once_read(ordered=extraction.orders_something)
    return Intake(guard, head, letter, extraction, problem=extraction.problem)


def _unread(guard: Guard, head: Head, kind: Unreadable) -> Intake:
    return Intake(guard, head, unreadable=kind, problem=explain(kind))
