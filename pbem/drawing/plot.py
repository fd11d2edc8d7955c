"""A field with axes, and lines in it: what all charts share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.drawing import fonts, palette, symbols, ticks
from pbem.drawing.palette import Look
from pbem.engine.i18n import _
from pbem.engine.scene import AnyShape, Point, Polyline, Style, Text

TICK_SIZE = 11.0
_MARKER_GAP = 44.0
"""Pixels between two markers of one line, at least; more where there are many lines."""
_GAP_PER_LINE = 8.0
_TICK_GAP = 44.0
"""Pixels between two labelled turns, at least."""
_DODGE = 26.0
"""Pixels between two series that have a single turn to show."""


@dataclass(frozen=True)
class Line:
    """One series as it is to be drawn: ``values`` by turn from 0."""

    name: str
    values: tuple[float, ...]
    look: Look
    mark: bool


@dataclass(frozen=True)
class Frame:
    """Where a plot lies on the picture (pixels) and what its edges stand for."""

    left: float
    top: float
    right: float
    bottom: float
    turns: int
    marks: tuple[float, ...]
    """The value axis' ticks; the first is the bottom edge, the last the top."""

    def x(self, turn: float) -> float:
        """A turn's place; a single turn stands in the middle."""
        if self.turns <= 1:
            return (self.left + self.right) / 2
        return self.left + (self.right - self.left) * turn / (self.turns - 1)

    def y(self, value: float) -> float:
        low, high = self.marks[0], self.marks[-1]
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)


def value_axis(lines: Sequence[Line], height: float) -> tuple[float, ...]:
    """Ticks that hold all values of `lines` in a plot `height` pixels high."""
    values = [value for line in lines for value in line.values]
    whole = all(value % 1 == 0 for value in values)
    return ticks.value_ticks(min(values), max(values), max(2, int(height // 30)), whole=whole)


def axis_width(marks: Sequence[float]) -> float:
    """Room that the value axis' labels take left of the plot."""
    labels = (ticks.tick_label(mark, marks[1] - marks[0]) for mark in marks)
    return max(fonts.width(label, TICK_SIZE) for label in labels) + 8


def axes(frame: Frame) -> list[AnyShape]:
    """Grid lines and both axes' labels."""
    return [*_value_labels(frame), *_turn_labels(frame)]


def _value_labels(frame: Frame) -> list[AnyShape]:
    shapes: list[AnyShape] = []
    step = frame.marks[1] - frame.marks[0]
    for mark in frame.marks:
        y = frame.y(mark)
        base = mark in (0.0, frame.marks[0])
        rule = Style(stroke=palette.AXIS if base else palette.GRID, width=1.0)
        shapes.append(Polyline(points=((frame.left, y), (frame.right, y)), style=rule))
        shapes.append(_tick((frame.left - 6, y + 4), ticks.tick_label(mark, step), "end"))
    return shapes


def _turn_labels(frame: Frame) -> list[AnyShape]:
    shapes: list[AnyShape] = []
    most = int((frame.right - frame.left) // _TICK_GAP)
    for turn in ticks.turn_ticks(max(0, frame.turns - 1), most):
        x = frame.x(turn)
        notch = Style(stroke=palette.AXIS, width=1.0)
        shapes.append(Polyline(points=((x, frame.bottom), (x, frame.bottom + 4)), style=notch))
        shapes.append(_tick((x, frame.bottom + 16), str(turn), "middle"))
    return shapes


def _tick(at: Point, text: str, anchor: str) -> Text:
    return Text(
        at=at,
        text=text,
        size=TICK_SIZE,
        anchor="end" if anchor == "end" else "middle",
        style=Style(fill=palette.SOFT_INK),
    )


def lines(frame: Frame, drawn: Sequence[Line]) -> list[AnyShape]:
    """All series: first the lines, then the markers over them.

    One's own line is broad and lies at the bottom, solid lines lie above it and
    dashed ones on top, and markers take turns, so that lines that run together
    can all still be seen.
    """
    if frame.turns <= 1:
        return _points_of_one_turn(frame, drawn)
    order = sorted(drawn, key=lambda line: (not line.mark, bool(line.look.dash)))
    strokes = [_stroke(frame, line) for line in order if len(line.values) > 1]
    return [*strokes, *_markers(frame, drawn)]


def _stroke(frame: Frame, line: Line) -> AnyShape:
    points = tuple((frame.x(turn), frame.y(value)) for turn, value in enumerate(line.values))
    look = line.look
    style = (
        Style(stroke=look.colour, width=4.0)
        if line.mark
        else Style(stroke=look.colour, width=1.8, dash=look.dash)
    )
    return Polyline(points=points, style=style, tip=line.name)


def _markers(frame: Frame, drawn: Sequence[Line]) -> list[AnyShape]:
    distance = (frame.right - frame.left) / (frame.turns - 1)
    step = math.ceil(max(_MARKER_GAP, _GAP_PER_LINE * len(drawn)) / distance)
    if frame.turns > 4:
        step = max(step, min(3, len(drawn)))
    shapes: list[AnyShape] = []
    for place, line in enumerate(drawn):
        last = len(line.values) - 1
        for turn, value in enumerate(line.values):
            near_end = turn != last and (last - turn) * distance < _MARKER_GAP / 3
            if turn == last or ((turn + place) % step == 0 and not near_end):
                at = (frame.x(turn), frame.y(value))
                shapes.append(_marker(line, at, turn, value))
    return shapes


def _points_of_one_turn(frame: Frame, drawn: Sequence[Line]) -> list[AnyShape]:
    """Stems side by side, for there is no course to follow yet."""
    gap = min(_DODGE, (frame.right - frame.left) / (len(drawn) + 1))
    shapes: list[AnyShape] = []
    for place, line in enumerate(drawn):
        x = frame.x(0) + (place - (len(drawn) - 1) / 2) * gap
        y = frame.y(line.values[0])
        stem = Style(stroke=line.look.colour, width=4.0 if line.mark else 1.8)
        shapes.append(Polyline(points=((x, frame.bottom), (x, y)), style=stem))
        shapes.append(_marker(line, (x, y), 0, line.values[0]))
    return shapes


def _marker(line: Line, at: Point, turn: int, value: float) -> AnyShape:
    tip = _("{name}, turn {turn}: {value}").format(
        name=line.name, turn=turn, value=ticks.short(value)
    )
    radius = 5.0 if line.mark else 4.0
    return symbols.marker(line.look.marker, at, radius, line.look.colour, tip=tip)
