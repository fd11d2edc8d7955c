"""Where a process spends its processor time, by the source files that are being run.

The kernel interrupts the process whenever it has used a few milliseconds of a processor; what it
has used since the last time is put down to the step whose file is innermost among the running
functions. Unlike a profiler that counts calls this costs nothing that would grow with their number.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import process_time
from types import FrameType

EVERY = 0.001
"""Seconds of processor time between looks; the kernel may take longer."""
REST = "all else"

Steps = Mapping[str, Sequence[str]]
"""What each step is called, and where it runs: parts of paths (``drawing/svg.py``), or of one
with a function in it (``results.py:view``). Of two steps in one file the earlier is meant."""


def clock_rate() -> float:
    """Milliseconds of processor time that a million rounds of a plain loop take here and now: what
    other figures of the same run are to be seen against."""
    total = 0
    began = process_time()
    for number in range(1_000_000):
        total += number
    return 1000 * (process_time() - began)


class Sampler:
    """Adds up the seconds of each of `steps`, and of all else, while it is :meth:`watching`. In the
    main thread alone."""

    def __init__(self, steps: Steps) -> None:
        self.seconds: dict[str, float] = dict.fromkeys((*steps, REST), 0.0)
        self._places = [
            (step, *place.partition(":")[::2]) for step, places in steps.items() for place in places
        ]
        self._known: dict[tuple[str, str], str | None] = {}
        self._last = 0.0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Whatever this process does within the block counts."""
        before = signal.signal(signal.SIGPROF, self._look)
        self._last = process_time()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._look(signal.SIGPROF, None)
            signal.signal(signal.SIGPROF, before)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        now = process_time()
        self.seconds[self._step(frame)] += now - self._last
        self._last = now

    def _step(self, frame: FrameType | None) -> str:
        while frame is not None:
            code = frame.f_code
            step = self._step_at(code.co_filename, code.co_name)
            if step is not None:
                return step
            frame = frame.f_back
        return REST

    def _step_at(self, file: str, function: str) -> str | None:
        key = file, function
        if key not in self._known:
            self._known[key] = next(
                (
                    step
                    for step, path, name in self._places
                    if path in file and name in ("", function)
                ),
                None,
            )
        return self._known[key]
