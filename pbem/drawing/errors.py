"""What can go wrong between a scene and its picture."""

from pbem.engine.errors import Trouble


class DrawingError(Trouble):
    """A scene cannot be drawn; the message says what in it is at fault."""
