"""Missions on the galaxy map: how their lines are drawn, and the badge that each carries."""

from __future__ import annotations

from pbem.drawing import fonts, symbols
from pbem.engine.scene import AnyShape, Group, Rect, Style, Text
from pbem.rulesets.asylamba_mini.telling.colours import LIGHT, SOFT, SPACE, Banner
from pbem.rulesets.asylamba_mini.telling.starmap import icons
from pbem.rulesets.asylamba_mini.view import Course, MissionKind

_HEIGHT = 20.0
_SIZE = 13.0
_PAD = 6.0
_EMBLEM = 13.0
_ICON = 16.0

_WIDTHS: dict[MissionKind, float] = {
    "colonise": 3.0,
    "conquer": 4.0,
    "reinforce": 2.6,
    "return": 2.6,
}
_DASHES: dict[MissionKind, tuple[float, ...]] = {"reinforce": (8, 4), "return": (2.5, 3.5)}


def stroke(kind: MissionKind, colour: str) -> Style:
    """Broad for a conquest, dashed for a reinforcement, dotted on the way home."""
    return Style(stroke=colour, width=_WIDTHS[kind], dash=_DASHES.get(kind, ()))


def casing(kind: MissionKind) -> Style:
    """The dark strip beneath a line, that lifts it off what it crosses."""
    return Style(stroke=SPACE, width=_WIDTHS[kind] + 3)


def size(course: Course, turn: int) -> tuple[float, float]:
    """A badge's width and height in pixels."""
    figures = _wide(str(course.count)) + _wide(_to_go(course, turn))
    return _PAD + _EMBLEM + _ICON + figures + _PAD, _HEIGHT


def _wide(text: str) -> float:
    return fonts.width(text, _SIZE, bold=True) + 3


def _to_go(course: Course, turn: int) -> str:
    return f"▸{course.arrives - turn}"


def badge(course: Course, turn: int, banner: Banner) -> tuple[AnyShape, ...]:
    """Emblem, kind, number of fleets and turns to go, around the origin."""
    emblem = symbols.marker(banner.emblem, (_PAD + 5, 0), 4.6, banner.bright, edge=None)
    across, _high = size(course, turn)
    icon = Group(
        items=(icons.mission(course.kind, LIGHT),), move=(_PAD + _EMBLEM + 6.5, 0), scale=0.85
    )
    left = _PAD + _EMBLEM + _ICON
    words = _figures(left, str(course.count), _to_go(course, turn))
    return _pill(across, banner.bright, (emblem, icon, *words))


def sample(colour: str) -> tuple[tuple[AnyShape, ...], float]:
    """A badge for the legend, and its width."""
    across = _PAD + _wide("8") + _wide("▸2") + _PAD
    return _pill(across, colour, _figures(_PAD, "8", "▸2")), across


def _figures(left: float, count: str, to_go: str) -> tuple[AnyShape, ...]:
    after = left + _wide(count)
    return (
        Text(at=(left, 4.7), text=count, size=_SIZE, bold=True, style=Style(fill=LIGHT)),
        Text(at=(round(after, 2), 4.7), text=to_go, size=_SIZE, style=Style(fill=SOFT)),
    )


def _pill(across: float, colour: str, items: tuple[AnyShape, ...]) -> tuple[AnyShape, ...]:
    left = round(-across / 2, 2)
    frame = Rect(
        corner=(left, -_HEIGHT / 2),
        size=(round(across, 2), _HEIGHT),
        round=_HEIGHT / 2,
        style=Style(fill=SPACE, stroke=colour, width=1.6),
    )
    return frame, Group(items=items, move=(left, 0))
