"""One heap for the whole process, so that what it holds does not creep up with the days."""

from __future__ import annotations

import ctypes

_M_ARENA_MAX = -8
"""The parameter's number in glibc's ``malloc.h``; see mallopt(3)."""


def share_one_heap() -> None:
    """Let all threads that start from now on take their memory from one place.

    glibc gives each thread a heap of its own and hands none of it to the others.
    Here jobs change threads from run to run, so that every heap would grow to what the
    largest job ever needed in it. Separate heaps gain little where the interpreter's lock
    lets one thread work at a time. Does nothing with another C library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
