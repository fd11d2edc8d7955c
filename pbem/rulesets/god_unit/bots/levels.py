"""The three levels, weakest first."""

from __future__ import annotations

from pbem.rulesets.god_unit.bots.commander import Commander
from pbem.rulesets.god_unit.bots.temper import Temper


class Swarm(Commander):
    """Believes in numbers: cheap units that go at whoever is nearest, and fear nothing."""

    temper = Temper(
        cheapest=1,
        dearest=3,
        highest=2,
        horizons=(9,),
        patience=16,
        caution=0.0,
        hastes=False,
        waits=False,
        answers=False,
        founds=False,
    )


class Balanced(Commander):
    """Believes in the middle: sound units without a weak side, that let the enemy come."""

    temper = Temper(
        cheapest=3,
        dearest=8,
        highest=4,
        horizons=(18,),
        patience=18,
        caution=0.5,
        hastes=False,
        waits=True,
        answers=True,
        founds=False,
    )


class Titan(Commander):
    """Believes in few units that nobody can stand against, and in striking from afar."""

    temper = Temper(
        cheapest=5,
        dearest=16,
        highest=6,
        horizons=(11, 7),
        patience=20,
        caution=1.0,
        hastes=False,
        waits=True,
        answers=True,
        founds=True,
    )
