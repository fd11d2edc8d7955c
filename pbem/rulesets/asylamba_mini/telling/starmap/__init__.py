"""The galaxy map (source, 4.2): the same public drawing for all, with tips of each one's own."""

from pbem.rulesets.asylamba_mini.telling.starmap.picture import galaxy_map

__all__ = ["galaxy_map"]
