"""What a check is, and what it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import told

SHOWN = 12
"""How many kinds of faults of one check are told, each by its first; the rest are counted."""
_VARIES = re.compile(r"'[^']*'|\d+|\(.*?\)")
"""What of a fault may change from place to place: what is quoted, numbers, asides."""


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
    return Result(check.name, check.title, not faults, (*_grouped(faults), *notes))


def _grouped(faults: Iterable[str]) -> list[str]:
    """The first fault of each kind, with how many are like it."""
    firsts: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for text in faults:
        firsts.setdefault(_kind(text), text)
        counted[_kind(text)] += 1
    told = [
        text if counted[kind] == 1 else f"{text} (and {counted[kind] - 1} more like it)"
        for kind, text in firsts.items()
    ]
    left = len(told) - SHOWN
    return [*told[:SHOWN], f"... and {left} more kinds of faults"] if left > 0 else told


def _kind(text: str) -> str:
    """The first clause of a fault, without its place and whatever else varies with it."""
    place, _colon, said = text.partition(": ")
    return re.split("[,;]", _VARIES.sub("", said if place.startswith("game ") else text))[0]
