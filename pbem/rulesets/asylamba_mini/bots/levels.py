"""The three levels, weakest first."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.bots.commander import Commander
from pbem.rulesets.asylamba_mini.bots.temper import Temper


class Cadet(Commander):
    """Spends at once on what lies near, and fears nobody."""

    temper = Temper(
        horizon=1.0,
        point=150,
        savings=0,
        deepest=1,
        caution=3.0,
        wariness=0.0,
        conquers=False,
        gathers=False,
    )


class Captain(Commander):
    """Builds with foresight and colonises, but attacks no faction and sees no attack coming
    before it is under way."""

    temper = Temper(
        horizon=1.8,
        point=250,
        savings=2,
        deepest=3,
        caution=2.0,
        wariness=0.0,
        conquers=False,
        gathers=True,
    )


class Admiral(Commander):
    """Saves for what pays most, strikes where a rival is weak, and watches its neighbours."""

    temper = Temper(
        horizon=3.0,
        point=350,
        savings=5,
        deepest=5,
        caution=2.5,
        wariness=0.8,
        conquers=True,
        gathers=True,
    )
