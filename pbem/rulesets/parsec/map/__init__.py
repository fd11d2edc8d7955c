"""The board map: the same public drawing for all, with tips of each one's own."""

from pbem.rulesets.parsec.map.picture import board_map, board_part

__all__ = ["board_map", "board_part"]
