"""How a failure is told in the log: its kind and the way to it, but not its message.

The message of an exception may quote what a player wrote, and no log may show that.
"""

from __future__ import annotations

import traceback


def trace(error: BaseException) -> str:
    """The lines of code that led to `error`, and the kinds of it and of what caused it."""
    kinds = [type(error).__qualname__]
    cause = error.__cause__ or error.__context__
    while cause is not None and len(kinds) < 10:
        kinds.append(type(cause).__qualname__)
        cause = cause.__cause__ or cause.__context__
    frames = "".join(traceback.format_tb(error.__traceback__))
    return f"{', from '.join(kinds)}\n{frames}".rstrip()
