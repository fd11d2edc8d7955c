"""Scenes to SVG and PNG, and what scenes are made of: palette, fonts, symbols, charts.

It knows no game. Rulesets build a :class:`pbem.engine.scene.Scene`; the service
hands scenes to a :class:`pbem.drawing.render.Renderer`.
"""

from pbem.drawing.errors import DrawingError

__all__ = ["DrawingError"]
