"""Equal pictures are drawn once, by whoever asks first, and no bad one spoils a batch."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbem.drawing import DrawingError, render
from pbem.drawing.png import DEFAULT_SCALE, Drawing, draw, to_png, written
from pbem.drawing.render import Renderer
from pbem.engine.scene import (
    AnyShape,
    Circle,
    Group,
    Path,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Style,
    Text,
)
from tests.service.shortcuts import Sketches


def scene(number: int) -> Scene:
    return Scene(width=60, height=30, items=(Text(at=(5, 20), text=f"No. {number}"),))


BAD = Scene(width=9, height=9, items=(Circle(centre=(0, 0), radius=1, style=Style(fill="mauve")),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Drawing]]:
    """All that is really drawn, in this process."""
    seen: list[Drawing] = []

    def counted(one: Drawing) -> bytes:
        seen.append(one)
        return draw(one)

    monkeypatch.setattr(render, "draw", counted)
    yield seen


def test_pictures_come_in_the_order_of_their_scenes() -> None:
    scenes = [scene(n) for n in (3, 1, 2)]
    assert Renderer(scale=1.0).render(scenes) == [to_png(one, 1.0) for one in scenes]


def test_equal_scenes_are_drawn_once(drawn: list[Drawing]) -> None:
    renderer = Renderer()
    first = renderer.render([scene(1), scene(2), scene(1)])
    again = renderer.render([scene(2), scene(1)])
    assert len(drawn) == 2
    assert first[0] == first[2] == again[1]


def test_in_most_tests_of_the_service_nothing_is_drawn(drawn: list[Drawing]) -> None:
    """Dots stand in the place of pictures: the same where those would be, at hand in no time."""
    dots = Sketches().render([scene(1), scene(2), scene(1)])
    assert drawn == []
    assert dots[0] == dots[2] != dots[1]
    assert all(len(dot) < 200 for dot in dots)
    with pytest.raises(DrawingError):
        Sketches().render([BAD])


def every_shape(tip: str | None) -> tuple[AnyShape, ...]:
    """One of each kind, with the tip on every one of them."""
    ink = Style(stroke="#203040", width=2, opacity=0.5)
    return (
        Circle(centre=(9, 9), radius=5, style=Style(fill="#c02020"), tip=tip),
        Rect(corner=(20, 4), size=(10, 10), round=2, style=ink, tip=tip),
        Polygon(points=((40, 4), (50, 4), (45, 14)), style=ink, tip=tip),
        Polyline(points=((4, 25), (30, 20)), style=ink, tip=tip),
        Polyline(points=((4, 30), (30, 28)), style=ink, arrow=True, tip=tip),
        Path(data="M 60 4 L 70 14", style=ink, tip=tip),
        Text(at=(34, 28), text="Terra", tip=tip),
    )


def told(title: str, tip: str | None) -> Scene:
    """The same look always, in groups within groups."""
    inner = Group(items=every_shape(tip), move=(0, 32), style=Style(opacity=0.8), tip=tip)
    outer = Group(items=(*every_shape(tip), inner), tip=tip)
    return Scene(width=80, height=70, items=(outer, *every_shape(tip)), title=title)


def test_scenes_that_differ_only_in_title_and_tips_are_drawn_once(drawn: list[Drawing]) -> None:
    renderer = Renderer(scale=1.0)
    first, second = renderer.render([told("Anna's map", "8 fleets"), told("Boris's map", None)])
    (third,) = renderer.render([told("", "a number of fleets")])
    assert len(drawn) == 1
    assert first == second == third == to_png(told("Anna's map", "8 fleets"), 1.0)


def test_a_text_that_differs_is_another_picture_even_inside_a_group(drawn: list[Drawing]) -> None:
    def labelled(text: str) -> Scene:
        label = Text(at=(5, 20), text=text, tip="the same")
        return Scene(width=60, height=30, items=(Group(items=(Group(items=(label,)),)),))

    first, second = Renderer().render([labelled("tip"), labelled("items")])
    assert len(drawn) == 2
    assert first != second


def test_the_scene_that_was_handed_over_keeps_its_tips() -> None:
    scene = told("Anna's map", "8 fleets")
    Renderer().render([scene])
    assert scene == told("Anna's map", "8 fleets")


def test_groups_nested_too_deep_are_a_drawing_error_and_spoil_no_batch(
    drawn: list[Drawing],
) -> None:
    shape: AnyShape = Circle(centre=(1, 1), radius=1)
    for _level in range(200):
        shape = Group(items=(shape,), tip="deep")
    renderer = Renderer()
    with pytest.raises(DrawingError, match="nested"):
        renderer.render([Scene(width=9, height=9, items=(shape,)), scene(1)])
    drawn.clear()
    renderer.render([scene(1)])
    assert drawn == []


def test_threads_that_ask_at_once_share_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    started, go_on, calls = threading.Event(), threading.Event(), []

    def slow(one: Drawing) -> bytes:
        calls.append(one)
        started.set()
        assert go_on.wait(30)
        return b"png"

    monkeypatch.setattr(render, "draw", slow)
    renderer = Renderer()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(renderer.render, [scene(1)])
        assert started.wait(30)
        second = threads.submit(renderer.render, [scene(1)])
        go_on.set()
        assert first.result(30) == second.result(30) == [b"png"]
    assert len(calls) == 1


def test_the_longest_unused_is_forgotten_first(drawn: list[Drawing]) -> None:
    size = len(to_png(scene(1)))
    renderer = Renderer(memory=int(size * 2.5))
    for number in (1, 2, 1, 3):
        renderer.render([scene(number)])
    drawn.clear()
    renderer.render([scene(1)])
    assert drawn == []
    renderer.render([scene(2)])
    assert drawn == [written(scene(2), DEFAULT_SCALE)]


def test_one_bad_scene_is_named_and_the_others_are_kept(drawn: list[Drawing]) -> None:
    renderer = Renderer()
    with pytest.raises(DrawingError, match="mauve"):
        renderer.render([scene(1), BAD, scene(2)])
    drawn.clear()
    renderer.render([scene(1), scene(2)])
    assert drawn == []


def test_a_failure_is_not_remembered() -> None:
    renderer = Renderer()
    for _attempt in range(2):
        with pytest.raises(DrawingError):
            renderer.render([BAD])


def test_a_name_that_no_record_could_hold_is_drawn_with_the_sign_for_what_is_unknown() -> None:
    odd, unknown = (
        Scene(width=30, height=30, items=(Text(at=(5, 20), text=text),))
        for text in ("\ud800", "\ufffd")
    )
    assert Renderer().render([odd]) == [to_png(unknown)]
