"""The lock that one service at a time may have of a folder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from pbem.engine.errors import Trouble

LOCK = "pbem.lock"
TRIES = 5
PAUSE = 0.1
"""Seconds between two tries: whoever asks with :func:`is_served` has the lock for an instant."""


class AlreadyRunning(Trouble):
    """Another process serves this database."""


@contextmanager
def sole_server(base: Path) -> Iterator[None]:
    """Hold the lock that one service at a time may have. Raises :class:`AlreadyRunning`."""
    handle = os.open(base / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        if not _locked(handle):
            raise AlreadyRunning(
                f"another 'pbem serve' runs in {base.resolve()}; stop it first"
            ) from None
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    for _try in range(TRIES):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sleep(PAUSE)
        else:
            return True
    return False


def is_served(base: Path) -> bool:
    """Whether a service has the lock of a folder. Raises OSError where that cannot be told."""
    try:
        handle = os.open(base / LOCK, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
