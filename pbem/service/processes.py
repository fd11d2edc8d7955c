"""Processes beside the service, for what takes a processor. What they fail at, or do not come back
with, is done by whoever wanted it: there it fails, if it must, where somebody hears why."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from multiprocessing.connection import wait
from typing import TypeVar

NICENESS = 5
"""How far behind others they run: mail is answered first."""

T = TypeVar("T")
Outcome = Callable[[], T | None]
"""Waits for what comes of something that was begun; None where nothing came."""


class Processes:
    """So many processes (`count`; 0: none). Safe to use from several threads.

    They start when they are first needed, are left alone by Ctrl-C, and end with :meth:`close` or
    with this process, however it ends. Nobody waits longer than `patience` seconds for one.
    """

    def __init__(self, count: int, patience: float) -> None:
        self._count = count
        self._patience = patience
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, work: Callable[..., T], *given: object) -> Outcome[T]:
        """Begin `work`: a function of a module, of what can be pickled."""
        if self._count == 0:
            return _nothing
        try:
            begun = self._begun().submit(work, *given)
        except (BrokenProcessPool, OSError):
            self.close()
            return _nothing
        return cache(partial(_outcome_of, begun, self._patience))  # who waits in vain does so once

    def close(self) -> None:
        """End the processes. They start anew where there is more to do."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    self._count, mp_context=context, initializer=_begin_work
                )
            return self._pool


def _nothing() -> None:
    return None


def _outcome_of(begun: Future[T], patience: float) -> T | None:
    try:
        return begun.result(patience)
    except Exception:  # noqa: BLE001  (it shows itself where the work is done)
        return None


def _begin_work() -> None:
    """In a process: leave Ctrl-C to the parent, and do not outlive it when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
