"""The three levels."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.bots.commander import Commander
from pbem.rulesets.asylamba_mini.bots.temper import Temper


class Cadet(Commander):
    """Takes what is near, thinks of today, and fears nobody."""

    temper = Temper(
        horizon=1.0, point=150, conquers=False, gathers=False, deepest=1, caution=3, savings=0
    )


class Captain(Commander):
    """Plans ahead and builds well, but sees no attack before it is under way."""

    temper = Temper(horizon=1.8, point=250, conquers=False, deepest=3)


class Admiral(Commander):
    """Weighs everything against everything, and keeps an eye on its neighbours."""

    temper = Temper(horizon=2.5, point=300, wariness=0.8, maxed=0.8, shared=0.6, alarm=9, caution=2.5, savings=3)
