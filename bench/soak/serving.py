"""`pbem serve` on the clock of a club: ``python -m bench.soak.serving FOLDER``."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.common import megabytes
from bench.soak.shared import JOBS, Shared
from pbem.cli import main as command
from pbem.cli import serve
from pbem.service.context import context_of
from pbem.service.counters import Count
from pbem.service.runner import Runner

SHARED = "shared"
"""The file beside the configuration that both sides see."""
TICK = 0.05
"""Seconds between two rounds of a job."""
WHOLE_ROUND = 2
"""When so many rounds have ended, the last of them has also begun since."""
PATIENCE = 600.0
"""Seconds after which a service that does not come to rest counts as stuck."""


class Stuck(Exception):
    """The service has died by itself, or does not come to rest; the message says which."""


class Watched(Runner):
    """A runner that polls at every tick, and tells of each round whether it found work."""

    def __init__(self, shared: Shared, *args: Any, **named: Any) -> None:
        super().__init__(*args, tick=TICK, **named)
        self._seconds["receive"] = TICK
        self._shared = shared
        self._effects = 0
        self._work |= {job: partial(self._round, job, self._work[job]) for job in JOBS}

    def _hurry(self, *names: str) -> None:
        self._effects += "send" in names
        super()._hurry(*names)

    def _round(self, job: str, work: Callable[[], object]) -> None:
        before = self._done()
        try:
            work()
        finally:
            self._shared.note(job, self._done() != before)

    def _done(self) -> int:
        counted = self._context.counters.read()
        sent = (Count.SENT, Count.PUT_OFF, Count.REFUSED)
        return self._effects + sum(counted.get((what, ""), 0) for what in sent)


def main(folder: Path) -> None:
    shared = Shared(folder / SHARED)
    serve.context_of = partial(context_of, clock=shared)  # type: ignore[assignment]
    serve.Runner = partial(Watched, shared)  # type: ignore[misc,assignment]
    command.cli(["--config", str(folder / "config.toml"), "serve"])


class Service:
    """The process as the club sees it."""

    def __init__(self, folder: Path, shared: Shared) -> None:
        self._folder = folder
        self._shared = shared
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [sys.executable, "-m", "bench.soak.serving", str(self._folder)]
        with (self._folder / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log)

    def kill(self) -> None:
        """As the operating system does where memory is short: without a word."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def megabytes(self) -> float:
        assert self._process is not None
        return megabytes(self._process.pid)

    def allow_writing(self, *, allowed: bool) -> None:
        """Whether it may write into files; what it writes then fails as on a disk without room."""
        assert self._process is not None
        _soft, most = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        room = most if allowed else 0
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (room, most))

    def rest(self) -> None:
        """Return once it has nothing left to do at this moment of the clock. Raises Stuck."""
        deadline = time.monotonic() + PATIENCE
        idle = False
        while not idle:
            worked = self._shared.worked()
            # What mail brings has to be closed, and what is closed to be sent: one after the other.
            for job in range(len(JOBS)):
                self._wait_for(job, deadline)
            idle = self._shared.worked() == worked

    def _wait_for(self, job: int, deadline: float) -> None:
        """Return after a whole round of a job. Raises Stuck."""
        enough = self._shared.rounds()[job] + WHOLE_ROUND
        while self._shared.rounds()[job] < enough:
            if self._process is None or self._process.poll() is not None:
                raise Stuck(f"the service has ended by itself; see {self._folder}/serve.log")
            if time.monotonic() > deadline:
                raise Stuck(f"the service does not come to rest; see {self._folder}/serve.log")
            time.sleep(TICK / 5)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
