"""Charts of values by turn: one large one, or several small ones with one legend.

Lines are told apart by colour, marker and dash. The same name has the same look
in every chart of a picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pbem.drawing import fonts, palette, plot, symbols, ticks
from pbem.drawing.errors import DrawingError
from pbem.drawing.palette import Look
from pbem.drawing.plot import Frame, Line
from pbem.engine.i18n import _
from pbem.engine.report import Picture
from pbem.engine.scene import AnyShape, Point, Polyline, Scene, Style, Text

_Figures = TypeVar("_Figures")

WIDTH, NARROW = 720, 340
"""Pixels across a chart, and across the one for a telephone, which shows it as large as that."""
MARGIN = 14.0
TITLE_SIZE = 16.0
LABEL_SIZE = 12.0
_TITLE_HEIGHT = 34.0
_ROW = 15.0
_NAME_ROOM = 130.0
_LEADER = 16.0
_FOOT = 22.0
"""Room for the turn axis' labels under a plot."""
_LEGEND_ROW = 19.0
_SAMPLE = 30.0
_PANEL_GAP = 18.0
_LARGEST = 1e15
"""Whole numbers beyond this are no longer exact, and their labels no longer short."""


@dataclass(frozen=True)
class Series:
    """One line: values by turn from 0; a series may end early.

    ``mark`` makes it stand out (the reader's own). ``look`` is its number in the
    palette (a seat's is seat - 1) or a look of its own; None takes its place among the series.
    """

    name: str
    values: tuple[float, ...]
    mark: bool = False
    look: int | Look | None = None


def courses(
    names: Sequence[str],
    looks: Sequence[int | Look],
    history: Sequence[Sequence[_Figures]],
    figure: Callable[[_Figures], float],
) -> tuple[Series, ...]:
    """A line for each name: one figure of what ``history`` has for it after each turn."""
    return tuple(
        Series(name, tuple(float(figure(after[place])) for after in history), look=look)
        for place, (name, look) in enumerate(zip(names, looks, strict=True))
    )


class Drawn(Protocol):
    """A chart of which only the width is still open."""

    def __call__(self, *, width: int) -> Scene: ...


def picture(name: str, draw: Drawn, alt: str, caption: str = "") -> Picture:
    """The picture of a chart, drawn again for narrow screens: scaled down to them, the words of
    the wide one could not be read."""
    wide, narrow = draw(width=WIDTH), draw(width=NARROW)
    return Picture(name=name, scene=wide, alt=alt, caption=caption, narrow=narrow, chart=True)


def line_chart(
    title: str,
    series: Sequence[Series],
    *,
    width: int = WIDTH,
    height: int = 300,
    x_title: str = "",
    y_title: str = "",
) -> Scene:
    """One chart, every line named at its right end together with its last value.

    Where there are more lines than names fit beside each other, or the names would
    take more than half of the width, they stand in a legend below and the picture
    grows beyond `height`. Raises
    :class:`DrawingError` for values that are not numbers.
    """
    drawn = _lines(series, _looks([series]))
    if not drawn:
        return _empty(title, width, height)
    top = _TITLE_HEIGHT + (20.0 if y_title else 4.0)
    bottom = height - MARGIN - _FOOT - (14.0 if x_title else 0.0)
    labels = _label_column(drawn)
    beside = len(drawn) * _ROW <= bottom - top + _ROW and labels <= width / 2
    labels = labels if beside else 0.0
    frame = _frame(drawn, MARGIN, top, width - MARGIN - labels, bottom)
    items = [_headline(title, width), *plot.axes(frame), *plot.lines(frame, drawn)]
    items += _axis_titles(frame, x_title, y_title)
    tall = float(height)
    if beside:
        items += _labels(frame, drawn, width)
    else:
        legend, used = _legend(drawn, width, height)
        items += legend
        tall += used + MARGIN
    return Scene(
        width=width,
        height=math.ceil(tall),
        items=tuple(items),
        title=title,
        colours=_colours(drawn),
    )


def panels(
    title: str,
    charts: Sequence[tuple[str, Sequence[Series]]],
    *,
    width: int = WIDTH,
    x_title: str = "",
    same_scale: bool = False,
) -> Scene:
    """Small charts side by side under one legend, each with its own heading.

    ``same_scale`` gives all of them one value axis, so that heights compare
    across charts. Raises :class:`DrawingError` for values that are not numbers.
    """
    looks = _looks([series for _heading, series in charts])
    drawn = [(heading, _lines(series, looks)) for heading, series in charts]
    everything = [line for _heading, chart in drawn for line in chart]
    if not everything:
        return _empty(title, width, 160)
    legend, used = _legend(_one_of_each(everything), width, _TITLE_HEIGHT)
    columns = _columns(len(drawn), width)
    across = (width - 2 * MARGIN - (columns - 1) * _PANEL_GAP) / columns
    started = any(len(line.values) > 1 for line in everything)
    high = _height(columns, across) if started else 70.0
    row_height = high + _FOOT + 24.0
    top = _TITLE_HEIGHT + used + 6.0
    items: list[AnyShape] = [_headline(title, width), *legend]
    for place, (heading, chart) in enumerate(drawn):
        row, column = divmod(place, columns)
        corner = (MARGIN + column * (across + _PANEL_GAP), top + row * row_height)
        scale = everything if same_scale else chart
        items += _panel(heading, chart, scale, corner, (across, high))
    bottom = top + math.ceil(len(drawn) / columns) * row_height
    if x_title:
        items.append(_small((width - MARGIN, bottom + 6), x_title, "end"))
        bottom += 12
    return Scene(
        width=width,
        height=math.ceil(bottom + 6),
        items=tuple(items),
        title=title,
        colours=_colours(_one_of_each(everything)),
    )


def _colours(drawn: Sequence[Line]) -> tuple[tuple[str, str], ...]:
    return tuple((line.name, line.look.colour) for line in drawn)


def _panel(
    heading: str,
    chart: Sequence[Line],
    scale: Sequence[Line],
    corner: Point,
    size: Point,
) -> list[AnyShape]:
    (left, top), (across, high) = corner, size
    name = fonts.fit(heading, across, 13.0, bold=True)
    items: list[AnyShape] = [Text(at=(left, top + 14), text=name, size=13.0, bold=True)]
    if not chart:
        return [*items, _small((left, top + 44), _("Nothing to show yet."))]
    frame = _frame(chart, left, top + 24, left + across - 6, top + 24 + high, scale)
    return [*items, *plot.axes(frame), *plot.lines(frame, chart)]


def _columns(count: int, width: int) -> int:
    wished = 2 if count in (2, 4) else min(count, 3)
    return max(1, min(wished, int(width // 210)))


def _height(columns: int, across: float) -> float:
    """Of a plot: charts below each other are flat, so that one sees them together."""
    return 96.0 if columns == 1 else min(140.0, max(110.0, across * 0.45))


def _looks(charts: Sequence[Sequence[Series]]) -> dict[str, Look]:
    """A look for every name; those without one take the palette's in order of appearance."""
    looks: dict[str, Look] = {}
    for series in charts:
        for one in series:
            wanted = len(looks) if one.look is None else one.look
            looks.setdefault(one.name, wanted if isinstance(wanted, Look) else palette.look(wanted))
    return looks


def _lines(series: Sequence[Series], looks: dict[str, Look]) -> list[Line]:
    if not all(abs(value) <= _LARGEST for one in series for value in one.values):
        raise DrawingError(f"a chart's values must be numbers no larger than {_LARGEST:g}")
    return [Line(one.name, one.values, looks[one.name], one.mark) for one in series if one.values]


def _one_of_each(drawn: Sequence[Line]) -> list[Line]:
    return list({line.name: line for line in reversed(drawn)}.values())[::-1]


def _frame(
    drawn: Sequence[Line],
    left: float,
    top: float,
    right: float,
    bottom: float,
    scale: Sequence[Line] | None = None,
) -> Frame:
    marks = plot.value_axis(scale or drawn, bottom - top)
    turns = max(len(line.values) for line in drawn)
    return Frame(left + plot.axis_width(marks), top, right, bottom, turns, marks)


def _headline(title: str, width: int) -> Text:
    text = fonts.fit(title, width - 2 * MARGIN, TITLE_SIZE, bold=True)
    return Text(at=(MARGIN, 24), text=text, size=TITLE_SIZE, bold=True)


def _small(at: Point, text: str, anchor: str = "start") -> Text:
    return Text(
        at=at,
        text=text,
        size=plot.TICK_SIZE,
        anchor="end" if anchor == "end" else "start",
        style=Style(fill=palette.SOFT_INK),
    )


def _axis_titles(frame: Frame, x_title: str, y_title: str) -> list[AnyShape]:
    titles: list[AnyShape] = []
    if x_title:
        titles.append(_small((frame.right, frame.bottom + 31), x_title, "end"))
    if y_title:
        titles.append(_small((MARGIN, frame.top - 11), y_title))
    return titles


def _empty(title: str, width: int, height: int) -> Scene:
    words = _small((MARGIN, _TITLE_HEIGHT + 20), _("Nothing to show yet."))
    return Scene(width=width, height=height, items=(_headline(title, width), words), title=title)


def _label_column(drawn: Sequence[Line]) -> float:
    names = max(min(_NAME_ROOM, fonts.width(line.name, LABEL_SIZE, line.mark)) for line in drawn)
    values = max(fonts.width(ticks.short(line.values[-1]), LABEL_SIZE, True) for line in drawn)
    return 6 + _LEADER + 14 + names + 10 + values


def _labels(frame: Frame, drawn: Sequence[Line], width: int) -> list[AnyShape]:
    """Marker, name and last value of every line, beside its end, none upon another."""
    heights = [frame.y(line.values[-1]) for line in drawn]
    places = spread(heights, _ROW, frame.top, frame.bottom)
    shapes: list[AnyShape] = []
    for line, height, place in zip(drawn, heights, places, strict=True):
        shapes += _label(frame, line, height, place, width)
    return shapes


def _label(frame: Frame, line: Line, height: float, place: float, width: int) -> list[AnyShape]:
    end = frame.x(len(line.values) - 1)
    column = frame.right + 6 + _LEADER
    value = ticks.short(line.values[-1])
    right = width - MARGIN
    room = right - fonts.width(value, LABEL_SIZE, True) - 8 - (column + 10)
    colour = line.look.colour
    leader = Polyline(
        points=((end + 6, height), (frame.right + 8, height), (column - 6, place)),
        style=Style(stroke=colour, width=1.0, opacity=0.55),
    )
    return [
        *([leader] if frame.turns > 1 else []),
        symbols.marker(line.look.marker, (column, place), 4.0, colour),
        Text(
            at=(column + 10, place + 4),
            text=fonts.fit(line.name, room, LABEL_SIZE, line.mark),
            size=LABEL_SIZE,
            bold=line.mark,
            tip=line.name,
        ),
        Text(at=(right, place + 4), text=value, size=LABEL_SIZE, bold=line.mark, anchor="end"),
    ]


def spread(wished: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the `wished` ones as can be, `gap` apart, between `low` and `high`.

    Neighbours that want the same room share it around the middle of their
    wishes (isotonic regression by pooling adjacent violators).
    """
    order = sorted(range(len(wished)), key=lambda i: wished[i])
    pools: list[tuple[float, int]] = []
    for rank, i in enumerate(order):
        total, count = wished[i] - rank * gap, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, members = pools.pop()
            total, count = total + before, count + members
        pools.append((total, count))
    top = max(low, high - gap * (len(wished) - 1))
    starts = [min(top, max(low, total / count)) for total, count in pools for _n in range(count)]
    places = [0.0] * len(wished)
    for rank, (i, start) in enumerate(zip(order, starts, strict=True)):
        places[i] = start + rank * gap
    return places


def _legend(drawn: Sequence[Line], width: int, top: float) -> tuple[list[AnyShape], float]:
    """Samples and names in rows from `top` down, and the height that they take."""
    shapes: list[AnyShape] = []
    x, y = MARGIN, top + _LEGEND_ROW / 2
    for line in drawn:
        room = min(_NAME_ROOM, fonts.width(line.name, LABEL_SIZE, line.mark))
        across = _SAMPLE + 8 + room
        if x > MARGIN and x + across > width - MARGIN:
            x, y = MARGIN, y + _LEGEND_ROW
        shapes += _legend_entry(line, (x, y))
        x += across + 20
    return shapes, y + _LEGEND_ROW / 2 - top


def _legend_entry(line: Line, at: Point) -> list[AnyShape]:
    x, y = at
    look = line.look
    style = Style(
        stroke=look.colour,
        width=4.0 if line.mark else 1.8,
        dash=() if line.mark else look.dash,
    )
    return [
        Polyline(points=((x, y), (x + _SAMPLE, y)), style=style),
        symbols.marker(look.marker, (x + _SAMPLE / 2, y), 4.5, look.colour),
        Text(
            at=(x + _SAMPLE + 8, y + 4),
            text=fonts.fit(line.name, _NAME_ROOM, LABEL_SIZE, line.mark),
            size=LABEL_SIZE,
            bold=line.mark,
            tip=line.name,
        ),
    ]
