"""How a failure is told in the log: its cause, once, until that changes or is over.

The message of an exception may quote what a player wrote, and no log may show that. What
operating system, database and mail servers say of themselves is safe, and is told as it is; of
anything else the kind and the place, and the way there the first time.
"""

from __future__ import annotations

import errno
import logging
import threading
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import OperationalError

from pbem.mailer.errors import MailError, MailServerTrouble
from pbem.mailer.inbound.workers import ReadingFailed
from pbem.mailer.login import LoginProblem
from pbem.mailer.tls import UntrustedAuthority
from pbem.store.errors import StoreError

log = logging.getLogger(__name__)

SAFE = (LoginProblem, MailServerTrouble, ReadingFailed, StoreError, UntrustedAuthority)
"""Kinds whose messages are our own words or a mail server's."""
FULL = (errno.ENOSPC, errno.EDQUOT)
PACKAGE = Path(__file__).parents[2]


def cause(error: BaseException) -> str:
    """What is wrong, in words that are safe to show; empty for an error of an unknown kind."""
    if isinstance(error, SAFE):
        return " ".join(str(error).split())
    if isinstance(error, OperationalError):
        said = " ".join(str(error.orig).split())
        return f"disk full: {said}" if "disk is full" in said else said
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if isinstance(error.filename, str) else ""
        full = "disk full: " if error.errno in FULL else ""
        return f"{full}{error.strerror}{where}"
    return ""


def kinds(error: BaseException) -> str:
    """The kinds of an error and of what caused it, and the place in our code."""
    found = [type(error).__qualname__]
    before = error.__cause__ or error.__context__
    while before is not None and len(found) < 10:
        found.append(type(before).__qualname__)
        before = before.__cause__ or before.__context__
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(PACKAGE)] or frames
    place = f" at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
    return f"{', from '.join(found)}{place}"


@dataclass(frozen=True)
class _Open:
    said: str
    since: float


@dataclass
class TroubleLog:
    """What is wrong now, by the work that it hinders. Safe to share between threads."""

    _open: dict[str, _Open] = field(default_factory=dict)
    _traced: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, error: BaseException) -> str:
        """One line on an error; for one of an unknown kind the way to it follows, once."""
        said = cause(error)
        if said:
            return said
        said = kinds(error)
        with self._lock:
            known = said in self._traced
            self._traced.add(said)
        frames = "" if known else "\n" + "".join(traceback.format_tb(error.__traceback__))
        return f"{said}{frames}".rstrip()

    def begins(self, work: str, error: BaseException) -> None:
        """Log that some work fails, unless that is known and its cause has not changed."""
        said = cause(error) or kinds(error)
        with self._lock:
            known = self._open.get(work)
            self._open[work] = _Open(said, known.since if known else monotonic())
        if known is None or known.said != said:
            level = logging.WARNING if isinstance(error, MailError) else logging.ERROR
            log.log(level, "%s: %s", work, self.tell(error))

    def over(self, work: str) -> None:
        """Log that some work succeeds again, if it had failed."""
        with self._lock:
            known = self._open.pop(work, None)
        if known is not None:
            log.info("%s: over after %s", work, _span(monotonic() - known.since))


def _span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
