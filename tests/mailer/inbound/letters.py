"""Mails to the service, made of a head and a body, and what the intake makes of them."""

from __future__ import annotations

import time

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.guard import Guard, inspect
from pbem.mailer.inbound.intake import Intake, take
from pbem.mailer.settings import MailSettings

SETTINGS = MailSettings()


ORDER = "Economy 60% coop 70 with 0-200"


TOP = (
    "From: Anna <anna@example.org>\r\nTo: orders@pbem.localhost\r\nMessage-ID: <1@example.org>\r\n"
)


def fit(line: str) -> Fit:
    return load("hegemon").desk.fit(line)


def mail(headers: str = "", body: str = ORDER, top: str = TOP) -> bytes:
    return f"{top}{headers}\r\n{body}\r\n".encode()


def intake(raw: bytes, size: int | None = None) -> Intake:
    """The intake of `raw`, within two seconds of processor time."""
    before = time.process_time()
    found = take(raw, fit, SETTINGS, size=size)
    assert time.process_time() - before < 2
    return found


def guard(raw: bytes) -> Guard:
    return inspect(raw, settings=SETTINGS)
