"""What a check is, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import told

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
