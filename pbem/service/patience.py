"""Waiting no longer than one has time, for what may never answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class NoAnswer(Exception):
    """The time is up. A thread of the work goes on, and may keep the process from ending."""


def within(seconds: float, work: Callable[[], T], *, name: str) -> T:
    """What `work` returns or raises; :class:`NoAnswer` where it takes longer than `seconds`."""
    results: list[T] = []
    errors: list[BaseException] = []

    def try_it() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  (raised again by whoever waits)
            errors.append(error)

    thread = threading.Thread(target=try_it, name=name, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise NoAnswer
    return results[0]
