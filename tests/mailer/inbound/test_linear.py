"""Reading costs in proportion to what is read: twice the mail is not much more than twice the
work, for every way of making work that we know."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from tests.mailer.inbound.hostile import HOSTILE, ORDERS

SETTINGS = MailSettings(
    max_bytes=2_000_000, without_token="dmarc", trusted_authserv=("mx.example.org",)
)
MOST_SECONDS = 2.0
MOST_GROWTH = 2.6
"""What doubling a mail may multiply its work by."""
WORTH_COMPARING = 0.02
"""Seconds of processor time below which the clock's noise is larger than what is measured."""
TRIALS = 5


def fit_of(name: str) -> str:
    """The game whose grammar is asked: that of the orders, for orders."""
    return next((game for game in ORDERS if name == f"orders of {game}"), "hegemon")


def seconds(name: str, raw: bytes) -> float:
    """The processor time of reading a mail and extracting its orders."""
    desk = load(fit_of(name)).desk

    def fit(line: str) -> Fit:
        return desk.fit(line)

    began = time.process_time()
    take(raw, fit, SETTINGS)
    return time.process_time() - began


def assert_linear(name: str, sizes: list[int]) -> None:
    """Compare each size with the next, the best of a few trials."""
    mails = [HOSTILE[name](size) for size in sizes]
    best = [seconds(name, raw) for raw in mails]
    for _trial in range(TRIALS):
        if all(_in_proportion(before, after) for before, after in pairwise(best)):
            break
        best = [min(old, seconds(name, raw)) for old, raw in zip(best, mails, strict=True)]
    told = ", ".join(f"{size}: {taken:.3f} s" for size, taken in zip(sizes, best, strict=True))
    assert all(_in_proportion(before, after) for before, after in pairwise(best)), told
    assert max(best) < MOST_SECONDS, told


def _in_proportion(before: float, after: float) -> bool:
    return after <= MOST_GROWTH * max(before, WORTH_COMPARING)


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_mail_is_about_twice_the_work(name: str) -> None:
    assert_linear(name, [12_000, 24_000, 48_000])


@pytest.mark.soak
@pytest.mark.parametrize("name", HOSTILE)
def test_the_same_up_to_a_megabyte(name: str) -> None:
    assert_linear(name, [62_500, 125_000, 250_000, 500_000, 1_000_000])
