"""What can go wrong between a scene and its picture."""


class DrawingError(Exception):
    """A scene cannot be drawn; the message says what in it is at fault."""
