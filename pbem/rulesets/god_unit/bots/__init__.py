"""Automatic players of God Unit at three levels, weakest first: swarm, balanced, titan."""

from pbem.rulesets.god_unit.bots.levels import Balanced, Swarm, Titan

__all__ = ["Balanced", "Swarm", "Titan"]
