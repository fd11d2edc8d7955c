"""What can go wrong with a map."""

from pbem.engine.errors import Trouble


class MapError(Trouble):
    """A map of these sizes, players or biomes cannot be made; the message says why."""
