"""Service processes that end themselves hard at a boundary: ``python -m tests.service.doomed``.

The program imports all that a service needs and then waits for orders, one JSON object a line on
standard input. Whoever is to die is a fork of it, which does so without any clean-up where it was
told to; the program carries out itself what nobody dies of, and what it has compiled by then all
later forks have. So a death costs no more than the work that leads to it.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pbem.drawing import render
from pbem.mailer.errors import MailError
from pbem.mailer.inbound import workers
from pbem.mailer.outbound.templating import packaged
from pbem.service.clock import ManualClock
from pbem.service.config import load_config
from pbem.service.context import context_of
from pbem.service.dispatch import writing
from pbem.service.runner import Runner
from tests.servers.databases import hurry
from tests.service import relay
from tests.service.boundaries import at_each
from tests.service.shortcuts import ReadersHere, Sketches, WritersHere

DEAD = 37
"""The exit code of a process that reached its boundary; nothing else ends with it."""
REACHED = "reached.json"
"""The file, beside the configuration, in which a process that lived on leaves its boundaries."""


@dataclass(frozen=True)
class Life:
    """One process: its configuration's folder, its moment, how many rounds of receiving, closing
    and sending it lives, and the boundary at which it dies; 0: at none. ``cut_off``: its mail
    server cannot be reached."""

    base: str
    now: str
    rounds: int
    place: int = 0
    cut_off: bool = False


class Steady(Runner):
    """A runner whose jobs come one after the other and not by the clock."""

    def _hurry(self, *names: str) -> None:
        """The next round comes anyway."""

    def round(self, *, cut_off: bool = False) -> None:
        receives = [desk.receives for desk in self._desks]
        for job in map(self._work.__getitem__, (*receives, "close", *self._sends)):
            with suppress(*([MailError] if cut_off else [])):
                job()


def live(life: Life) -> None:
    """Live it, and leave the boundaries reached in a file."""
    base = Path(life.base)
    passed: list[str] = []

    def reached(name: str) -> None:
        passed.append(name)
        if len(passed) == life.place:
            os._exit(DEAD)

    clock = ManualClock(datetime.fromisoformat(life.now))
    context = context_of(load_config(base / "config.toml"), base, clock)
    hurry(context.database)
    with relay.installed(), at_each(reached):
        runner = Steady(context)
        for _round in range(life.rounds):
            runner.round(cut_off=life.cut_off)
        for desk in runner._desks:
            desk.reader.close()
    context.close()
    (base / REACHED).write_text(json.dumps(passed))


def main() -> None:
    packaged()
    # A context imports these where it is made, by name from where they are at home.
    render.Renderer = Sketches  # type: ignore[misc]
    workers.Readers = ReadersHere  # type: ignore[misc]
    writing.Writers = WritersHere  # type: ignore[misc]
    gc.freeze()
    _say("ready")
    for line in sys.stdin:
        life = Life(**json.loads(line))
        _say(str(_in_a_fork(life) if life.place else _attempt(life)))


def _attempt(life: Life) -> int:
    """The exit code of a life."""
    try:
        live(life)
    except BaseException:
        logging.exception("a life failed")
        return 1
    return 0


def _in_a_fork(life: Life) -> int:
    child = os.fork()
    if child == 0:
        os._exit(_attempt(life))
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Lives:
    """The program as a test uses it."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self._process = process
        self._log = log

    def live(self, life: Life) -> list[str] | None:
        """The boundaries that the process came by; None where it died at its own."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(vars(life)) + "\n")
        self._process.stdin.flush()
        code = self._process.stdout.readline().strip()
        if code == str(DEAD):
            return None
        assert code == "0", self._log.read_text()[-4000:]
        passed: list[str] = json.loads((Path(life.base) / REACHED).read_text())
        return passed


@contextmanager
def lives_in(folder: Path) -> Iterator[Lives]:
    """Start the program; its log is kept in a folder."""
    log = folder / "doomed.log"
    command = [sys.executable, "-m", "tests.service.doomed"]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", log.read_text()
        try:
            yield Lives(process, log)
        finally:
            process.kill()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    main()
