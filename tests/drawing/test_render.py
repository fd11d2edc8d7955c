"""Equal pictures are drawn once, by whoever asks first, and no bad one spoils a batch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbem.drawing import DrawingError, render
from pbem.drawing.png import to_png
from pbem.drawing.render import Renderer
from pbem.engine.scene import Circle, Scene, Style, Text


def scene(number: int) -> Scene:
    return Scene(width=60, height=30, items=(Text(at=(5, 20), text=f"No. {number}"),))


BAD = Scene(width=9, height=9, items=(Circle(centre=(0, 0), radius=1, style=Style(fill="mauve")),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Scene]]:
    """Every scene that is really drawn, in this process."""
    seen: list[Scene] = []

    def counted(one: Scene, scale: float) -> bytes:
        seen.append(one)
        return to_png(one, scale)

    monkeypatch.setattr(render, "to_png", counted)
    yield seen


def test_pictures_come_in_the_order_of_their_scenes() -> None:
    scenes = [scene(n) for n in (3, 1, 2)]
    assert Renderer(scale=1.0).render(scenes) == [to_png(one, 1.0) for one in scenes]


def test_equal_scenes_are_drawn_once(drawn: list[Scene]) -> None:
    renderer = Renderer()
    first = renderer.render([scene(1), scene(2), scene(1)])
    again = renderer.render([scene(2), scene(1)])
    assert len(drawn) == 2
    assert first[0] == first[2] == again[1]


def test_threads_that_ask_at_once_share_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    started, go_on, calls = threading.Event(), threading.Event(), []

    def slow(one: Scene, scale: float) -> bytes:
        calls.append(one)
        started.set()
        assert go_on.wait(30)
        return b"png"

    monkeypatch.setattr(render, "to_png", slow)
    renderer = Renderer()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(renderer.render, [scene(1)])
        assert started.wait(30)
        second = threads.submit(renderer.render, [scene(1)])
        go_on.set()
        assert first.result(30) == second.result(30) == [b"png"]
    assert len(calls) == 1


def test_the_longest_unused_is_forgotten_first(drawn: list[Scene]) -> None:
    size = len(to_png(scene(1)))
    renderer = Renderer(memory=int(size * 2.5))
    for number in (1, 2, 1, 3):
        renderer.render([scene(number)])
    drawn.clear()
    renderer.render([scene(1)])
    assert drawn == []
    renderer.render([scene(2)])
    assert drawn == [scene(2)]


def test_one_bad_scene_is_named_and_the_others_are_kept(drawn: list[Scene]) -> None:
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


def test_a_name_that_no_record_could_hold_is_a_drawing_error() -> None:
    with pytest.raises(DrawingError):
        Renderer().render([Scene(width=9, height=9, items=(Text(at=(0, 0), text="\ud800"),))])


def test_processes_draw_the_same_bytes_and_end_with_the_renderer() -> None:
    scenes = [scene(n) for n in range(12)]
    with Renderer(workers=2, scale=1.0) as renderer:
        assert renderer.render(scenes) == [to_png(one, 1.0) for one in scenes]
        with pytest.raises(DrawingError, match="mauve"):
            renderer.render([BAD, *(scene(n) for n in range(20, 26))])
    renderer.close()


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    with Renderer(workers=1, scale=1.0) as renderer:
        renderer.render([scene(n) for n in range(5)])
        assert renderer._pool is not None
        for process in list((renderer._pool._processes or {}).values()):
            os.kill(process.pid or 0, signal.SIGKILL)
        later = [scene(n) for n in range(5, 10)]
        assert renderer.render(later) == [to_png(one, 1.0) for one in later]


PARENT = """
import os, signal, sys
from pbem.drawing.render import Renderer
from pbem.engine.scene import Scene
if __name__ == "__main__":
    renderer = Renderer(workers=2)
    renderer.render([Scene(width=n + 9, height=9, items=()) for n in range(8)])
    print(*renderer._pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process the POSIX way")
def test_workers_do_not_outlive_a_parent_that_was_killed() -> None:
    ran = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True)
    workers = [int(pid) for pid in ran.stdout.split()]
    assert workers, ran.stderr
    patience = time.monotonic() + 20
    while any(runs(pid) for pid in workers) and time.monotonic() < patience:
        time.sleep(0.02)
    assert not any(runs(pid) for pid in workers)


def runs(pid: int) -> bool:
    """Whether the process is alive (one that has ended but is not reaped is not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return not listed.stdout.strip().startswith("Z") and listed.stdout.strip() != ""
