"""The galaxy map: the same public drawing for all, with tips of each one's own."""

from pbem.rulesets.asylamba_mini.map.picture import galaxy_map

__all__ = ["galaxy_map"]
