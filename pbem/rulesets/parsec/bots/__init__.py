"""Automatic players at three levels, weakest first: colonist, governor, magnate."""

from pbem.rulesets.parsec.bots.levels import Colonist, Governor, Magnate

__all__ = ["Colonist", "Governor", "Magnate"]
