"""What people are like: how soon they write, with which program, what they ask, where they err."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from bench.programs import Program, apple_mail, gmail, mutt, telephone

HOURS_A_DAY = 24
QUESTIONS = (
    *("STATUS", "HELP", "REPORT", "REPORT FULL", "CONSOLE", "HISTORY", "ORDERS", "LIST", "LOG"),
    *(
        "PROFILE",
        "FAME",
        "DONE",
        "WAIT",
        "WITHDRAW",
        "PROFILE QUIET 23-6",
        "PROFILE NOTICES DIGEST",
    ),
    *("NEWS EACH TURN", "PRESS WITH REPORT", "NEWKEY", "VOTE DRAW", "PROFILE LANGUAGE Deutsch"),
    *("HELP PREVIEW", "PROFILE TEXT ONLY", "STORY", "RULES"),
)
"""What people ask for besides; any of them at any time, fitting or not."""
SLIPS = ("FLY TO THE MOON", "Econommy 60% cop 70", "move  a1 -> zz99", "SEND 5 to nobody", "halp")
"""Lines that are refused or asked about."""


class Pace(StrEnum):
    """When people answer a report, of the time that they have."""

    PROMPT = "prompt"
    STEADY = "steady"
    LATE = "late"
    SILENT = "silent"


SPANS = {Pace.PROMPT: (0.01, 0.1), Pace.STEADY: (0.2, 0.95), Pace.LATE: (0.9, 1.5)}
"""From which part of it on to which."""


@dataclass(frozen=True)
class Span:
    """Hours of the club, from its beginning: from one on and before another."""

    first: int = 0
    end: int = 0

    def holds(self, hour: float) -> bool:
        return self.first <= hour < self.end


NEVER = Span()


@dataclass(frozen=True)
class Habits:
    """``asks``, ``talks`` and ``errs`` are how likely a report makes somebody ask something,
    write to others, or get a line wrong. ``doubles``: their program sends each mail twice.
    ``away``: a machine answers for them. ``bounces``: their mailbox takes nothing; what comes is
    ``refused`` at the door, or sent back later. ``resigns``: from which hour on they leave every
    game."""

    pace: Pace
    program: Program
    asks: float
    talks: float
    errs: float
    doubles: bool
    away: Span
    bounces: Span
    refused: bool
    resigns: float


def habits(chance: Random, days: int) -> Habits:
    """Those of one person."""
    paces, shares = [*Pace], (4, 4, 1, 1)
    return Habits(
        pace=chance.choices(paces, shares)[0],
        program=chance.choice((mutt, gmail, gmail, telephone, telephone, apple_mail)),
        asks=chance.choice((0.0, 0.1, 0.5)),
        talks=chance.choice((0.0, 0.1, 0.4)),
        errs=chance.choice((0.0, 0.0, 0.3)),
        doubles=chance.random() < 0.05,
        away=_span(chance, days, 0.1),
        bounces=_span(chance, days, 0.07),
        refused=chance.random() < 0.5,
        resigns=chance.uniform(1, days) * HOURS_A_DAY if chance.random() < 0.06 else float("inf"),
    )


def _span(chance: Random, days: int, share: float) -> Span:
    """A few days of theirs, for some people."""
    if chance.random() >= share:
        return NEVER
    first = chance.randrange(days * HOURS_A_DAY)
    return Span(first, first + chance.randrange(12, 4 * HOURS_A_DAY))
