"""Draws a report's pictures; where a mail has others for narrow screens beside them, with fewer
pixels."""

from __future__ import annotations

from pbem.drawing import narrow
from pbem.drawing.render import Renderer
from pbem.engine.report import Report
from pbem.mailer.outbound.compose import scenes_of


def drawn(renderer: Renderer, report: Report) -> dict[str, bytes]:
    """PNGs by the names that :func:`~pbem.mailer.outbound.compose.report_mail` wants them by.
    Raises as the renderer does."""
    scenes = scenes_of(report)
    has_parts = any(picture.narrow is not None for picture in report.pictures())
    pngs = renderer.render([*scenes.values()], scale=narrow.SCALE if has_parts else None)
    return dict(zip(scenes, pngs, strict=True))
