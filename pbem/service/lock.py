"""The locks of those that serve: one service a folder; on a PostgreSQL one, or any number of
workers."""

from __future__ import annotations

import fcntl
import logging
import os
import platform
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from typing import Literal

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pbem.engine.errors import Trouble
from pbem.store import claims
from pbem.store.database import Database

log = logging.getLogger(__name__)

LOCK = "pbem.lock"
TRIES = 5
PAUSE = 0.1
"""Seconds between two tries: whoever asks with :func:`is_served` has the lock for an instant."""
SERVING = "serving"
"""The claim that a service has of its database alone, and all workers together."""
LOOK_SECONDS = 2.0
"""How often a process looks whether the connection that has its claim is still there."""

Command = Literal["serve", "worker"]


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


def servers_of(connection: Connection) -> tuple[str, ...]:
    """Who serves a PostgreSQL database, such as ``pbem worker on alpha (4711)``; nobody that could
    be told for SQLite's (:func:`is_served`)."""
    if connection.dialect.name != "postgresql":
        return ()
    return claims.holders(connection, SERVING)


@contextmanager
def on_duty(database: Database, command: Command) -> Iterator[None]:
    """Serve a PostgreSQL database within this block: alone, or as one of its workers. SQLite's has
    the lock of its folder. Raises :class:`AlreadyRunning`.

    The claim goes with its connection. Where that is lost it is made again; where somebody else
    has come in between, this process is told to stop.
    """
    if not database.is_shared:
        yield
        return
    with _Duty(database, command):
        yield


class _Duty:
    """The claim, and a thread that looks after it."""

    def __init__(self, database: Database, command: Command) -> None:
        self._database = database
        self._command = command
        self._stopping = threading.Event()
        self._held = ExitStack()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._look_after, name="duty", daemon=True)

    def __enter__(self) -> None:
        self._claim()
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        self._thread.join()
        try:
            if self._connection is not None:
                claims.give_back(self._connection)
        except DBAPIError as error:
            log.debug("a connection that is lost holds nothing: %s", error.orig)
        self._let_go()

    def _claim(self) -> None:
        name = f"pbem {self._command} on {platform.node()[:30]} ({os.getpid()})"
        with ExitStack() as stack:
            connection = stack.enter_context(self._database.alone(name))
            if not claims.take(connection, SERVING, shared=self._command == "worker"):
                others = claims.holders(connection, SERVING)
                raise AlreadyRunning(_refusal(self._command, self._database.shown_url, others))
            self._connection, self._held = connection, stack.pop_all()

    def _look_after(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            try:
                if self._connection is None:
                    self._claim()
                    log.info("the database is there again")
                else:
                    self._connection.exec_driver_sql("SELECT 1")
            except AlreadyRunning as refused:
                log.error("%s", refused)
                os.kill(os.getpid(), signal.SIGTERM)
                return
            except DBAPIError as error:
                if self._connection is not None:
                    log.warning("the connection to the database is lost: %s", error.orig)
                self._let_go()

    def _let_go(self) -> None:
        held, self._held, self._connection = self._held, ExitStack(), None
        try:
            held.close()
        except DBAPIError as error:
            log.debug("a connection that is lost cannot be closed: %s", error.orig)


def _refusal(command: Command, url: str, others: tuple[str, ...]) -> str:
    who = ", ".join(f"'{other}'" for other in others) or "another process"
    if command == "worker":
        remedy = "stop it, then start as many workers as you like"
    elif any(other.startswith("pbem worker") for other in others):
        remedy = "start 'pbem worker' here as well, or stop them all and serve alone"
    else:
        remedy = "stop it first; to work on several machines, run 'pbem worker' on each of them"
    return f"{who} serves the database {url}; {remedy}"
