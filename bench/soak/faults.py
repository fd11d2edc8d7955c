"""What goes wrong in a club, and when: the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Fault(StrEnum):
    """KILL: the serving process dies at its work. MAIL_AWAY, RELAY_AWAY: nobody answers where the
    service reads mail, or hands it in. SLOW, PUT_OFF: the relay takes its time, or says "later".
    FULL: the disk has no room; with PostgreSQL the database lets nobody in. AHEAD, BEHIND: the
    service's clock is wrong for an hour."""

    KILL = "kill -9"
    MAIL_AWAY = "mailbox away"
    RELAY_AWAY = "relay away"
    SLOW = "slow relay"
    PUT_OFF = "relay puts mail off"
    FULL = "disk full"
    AHEAD = "clock ahead"
    BEHIND = "clock behind"


HOURS = {Fault.MAIL_AWAY: 5, Fault.RELAY_AWAY: 4, Fault.SLOW: 3, Fault.PUT_OFF: 8}
"""How long those last that last for longer than an hour."""
DAY = 24
KILLS_A_DAY = 2
OTHERS_A_DAY = 2


@dataclass(frozen=True)
class Trouble:
    """A fault, from one hour on and before another, counted from the beginning."""

    fault: Fault
    first: int
    end: int


def troubles(seed: int, days: int) -> tuple[Trouble, ...]:
    """What goes wrong in so many days. Each fault has its turn; nobody is killed in the second
    half of them, in which one process has to show that its memory stays as it is."""
    return tuple(sorted(_drawn(Random(f"{seed}/faults"), days), key=lambda one: one.first))


def _drawn(chance: Random, days: int) -> Iterator[Trouble]:
    others = [fault for fault in Fault if fault is not Fault.KILL]
    chance.shuffle(others)
    for day in range(days):
        kills = KILLS_A_DAY if day < days // 2 else 0
        turn = [others[(day * OTHERS_A_DAY + n) % len(others)] for n in range(OTHERS_A_DAY)]
        for fault in (*[Fault.KILL] * kills, *turn):
            first = day * DAY + chance.randrange(DAY - max(HOURS.values()))
            yield Trouble(fault, first, first + HOURS.get(fault, 1))
