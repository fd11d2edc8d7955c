"""What a ruleset raised, told with where it was and what was being tried."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def during(what: str) -> Iterator[None]:
    """Whatever is raised in this block carries a note of `what` was being tried."""
    try:
        yield
    except Exception as error:
        error.add_note(what)
        raise


def told(error: BaseException) -> str:
    """An exception in one line: what, at which line of code, and what was being tried."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    tried = "; ".join(reversed(getattr(error, "__notes__", ())))
    return f"{type(error).__name__}: {error}{at}" + (f" ({tried})" if tried else "")
