"""The board map: the same public drawings for all, with tips of each one's own."""

from pbem.rulesets.god_unit.map.picture import board_maps

__all__ = ["board_maps"]
