"""The service's threads share one heap where the C library would give each its own."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, sys, threading

if sys.argv[1] == "shared":
    from pbem.cli.serve import share_one_heap

    share_one_heap()
meeting = threading.Barrier(5)

def hold():
    held = [bytes(50_000) for _ in range(20)]
    meeting.wait()
    meeting.wait()

for _ in range(4):
    threading.Thread(target=hold).start()
meeting.wait()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
stdout = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, stdout)
libc.fflush(stdout)
meeting.wait()
"""


def _heaps(how: str) -> int:
    command = [sys.executable, "-c", PROGRAM, how]
    told = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    return told.count(b"<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc parts its heaps")
def test_threads_that_work_at_once_share_one_heap() -> None:
    assert _heaps("apart") > 1
    assert _heaps("shared") == 1
