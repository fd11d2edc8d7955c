"""The three levels, weakest first."""

from __future__ import annotations

from pbem.rulesets.parsec.bots.planner import Planner
from pbem.rulesets.parsec.bots.temper import Temper


class Colonist(Planner):
    """Settles what lies near for the best of the moment, and fears nobody."""

    temper = Temper(
        ideas=12,
        pairs=1,
        seconds=12,
        foresight=0.6,
        readiness=0.3,
        rivalry=0.0,
        caution=0.0,
        daring=0.0,
        schemes=False,
        whims=0.2,
    )


class Governor(Planner):
    """Knows what it needs and what harms others, but looks no further than one order."""

    temper = Temper(
        ideas=20,
        pairs=1,
        seconds=20,
        foresight=1.0,
        readiness=0.6,
        rivalry=0.5,
        caution=0.5,
        daring=0.0,
        schemes=True,
        whims=0.1,
    )


class Magnate(Planner):
    """Thinks of both orders together, guards its leaders, and strikes where it pays."""

    temper = Temper(
        ideas=28,
        pairs=4,
        seconds=16,
        foresight=2.2,
        readiness=0.6,
        rivalry=0.7,
        caution=0.5,
        daring=0.3,
        schemes=True,
        whims=0.0,
    )
