"""What a check is, and what it says."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.engine.testing.lab import Lab

SHOWN = 12
"""How many faults of one check are told in full; the rest are counted."""


@dataclass(frozen=True)
class Fault:
    """Something that a ruleset must not do: what, where, and what would mend it."""

    text: str


@dataclass(frozen=True)
class Note:
    """Something worth knowing of a check that is no fault: how much was really tried."""

    text: str


Remark = Fault | Note


@dataclass(frozen=True)
class Check:
    """One promise of the contract and how it is tried.

    ``name`` is for commands and tests, ``title`` the promise as a sentence;
    ``examine`` yields what it finds, nothing at all where the promise is kept.
    """

    name: str
    title: str
    examine: Callable[[Lab], Iterable[Remark]]


@dataclass(frozen=True)
class Result:
    """What came of one check. ``details`` are its faults, then its notes, for the author."""

    check: str
    title: str
    passed: bool
    details: tuple[str, ...]


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


def perform(check: Check, lab: Lab) -> Result:
    """One check, tried. Whatever a ruleset raises in it is a fault of the ruleset."""
    faults: dict[str, None] = {}
    notes: dict[str, None] = {}
    try:
        for remark in check.examine(lab):
            (faults if isinstance(remark, Fault) else notes)[remark.text] = None
    except Exception as error:  # noqa: BLE001  (a ruleset may raise anything; it is the finding)
        faults[f"could not be tried to the end: {told(error)}"] = None
    details = list(faults)[:SHOWN]
    if len(faults) > SHOWN:
        details.append(f"... and {len(faults) - SHOWN} more of the kind")
    return Result(check.name, check.title, not faults, (*details, *notes))
