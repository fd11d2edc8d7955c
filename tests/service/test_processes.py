"""Processes beside the service do its work or nothing, and are gone when it is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from pbem.service.processes import Processes


@pytest.fixture
def one() -> Iterator[Processes]:
    processes = Processes(1, patience=120)
    yield processes
    processes.close()


def test_what_is_begun_comes_back_to_whoever_asks_as_often_as_asked(one: Processes) -> None:
    outcome = one.begin(divmod, 17, 5)
    assert outcome() == outcome() == (3, 2)


def test_of_what_fails_nothing_comes_and_the_next_is_done(one: Processes) -> None:
    failed, done = one.begin(divmod, 17, 0), one.begin(divmod, 17, 5)
    assert failed() is None
    assert done() == (3, 2)


def test_a_process_that_dies_at_work_is_replaced(one: Processes) -> None:
    assert one.begin(os._exit, 1)() is None
    again = [one.begin(divmod, 17, 5)() for _attempt in range(2)]  # the first may find it gone
    assert again[-1] == (3, 2)


def test_nobody_waits_longer_than_there_is_patience() -> None:
    hurried = Processes(1, patience=0.01)
    outcome = hurried.begin(time.sleep, 1)
    assert outcome() is None
    hurried.close()


def test_without_processes_nothing_is_begun() -> None:
    assert Processes(0, patience=1).begin(divmod, 17, 5)() is None


PARENT = """
import os, signal
from pbem.service.processes import Processes
if __name__ == "__main__":
    processes = Processes(1, patience=120)
    print(processes.begin(os.getpid)(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process the POSIX way")
def test_processes_do_not_outlive_a_parent_that_was_killed() -> None:
    ran = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True)
    assert ran.stdout.strip(), ran.stderr
    child, patience = int(ran.stdout), time.monotonic() + 20
    while runs(child) and time.monotonic() < patience:
        time.sleep(0.02)
    assert not runs(child)


def runs(pid: int) -> bool:
    """Whether the process is alive (one that has ended but is not reaped is not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return not listed.stdout.strip().startswith("Z") and listed.stdout.strip() != ""
