"""Automatic players at three levels, weakest first: cadet, captain, admiral."""

from pbem.rulesets.asylamba_mini.bots.levels import Admiral, Cadet, Captain

__all__ = ["Admiral", "Cadet", "Captain"]
