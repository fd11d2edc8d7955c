"""The three levels, weakest first."""

from __future__ import annotations

from pbem.rulesets.god_unit.bots.commander import Commander
from pbem.rulesets.god_unit.bots.temper import Temper


class Swarm(Commander):
    """Many cheap units that come at once."""

    temper = Temper(cheapest=1, dearest=3, highest=2, horizons=(9,), caution=0.0, waits=False, answers=False, hastes=True)


class Balanced(Commander):
    """Units of the middle."""

    temper = Temper(cheapest=3, dearest=8, highest=4, horizons=(18,), caution=0.5, waits=True, answers=True)


class Titan(Commander):
    """Few units that nobody can stand against."""

    temper = Temper(cheapest=5, dearest=16, highest=6, horizons=(11, 8), caution=1.0, patience=20, waits=True, answers=True)
