"""The root of all errors that a person can mend."""

from __future__ import annotations


class Trouble(Exception):
    """Something is not as it must be, and the message says what to do about it.

    Every room derives its own errors from this one; the command line shows them
    as one line, without a traceback.
    """
