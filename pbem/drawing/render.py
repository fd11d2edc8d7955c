"""Many scenes to PNG: each picture once, also where several threads want it."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import NoReturn

import msgspec

from pbem.drawing.errors import DrawingError
from pbem.drawing.png import DEFAULT_SCALE, Drawing, draw, svg_of, written
from pbem.engine.scene import Scene

Outcome = bytes | DrawingError


class Renderer:
    """Draws scenes, remembering what it drew. Safe to use from several threads: librsvg lets go of
    the interpreter's lock. ``memory`` bounds the remembered PNGs in bytes.
    """

    def __init__(self, *, scale: float = DEFAULT_SCALE, memory: int = 32 * 2**20) -> None:
        self._scale = scale
        self._lock = threading.Lock()
        self._remembered = _Remembered(memory)
        self._under_way: dict[bytes, Future[bytes]] = {}

    def render(self, scenes: Sequence[Scene], *, scale: float | None = None) -> list[bytes]:
        """One PNG for every scene, in their order, at the renderer's own scale unless another is
        asked for. Scenes that look alike (but for titles, tips and references, which are
        for an SVG) are drawn once, even when several threads ask for them at the same time.

        Raises :class:`DrawingError` for the first scene that cannot be drawn; the
        others are drawn and remembered all the same.
        """
        wanted: list[tuple[bytes, Drawing] | DrawingError] = [
            drawing
            if isinstance(drawing, DrawingError)
            else (hashlib.sha256(msgspec.json.encode(drawing)).digest(), drawing)
            for drawing in _written(scenes, scale or self._scale)
        ]
        keyed = dict(one for one in wanted if not isinstance(one, DrawingError))
        results, mine = self._taken(keyed)
        self._draw(mine)
        return [
            results[one[0]].result() if isinstance(one, tuple) else _fail(one) for one in wanted
        ]

    def _taken(
        self, keyed: Mapping[bytes, Drawing]
    ) -> tuple[dict[bytes, Future[bytes]], dict[bytes, Drawing]]:
        """What there is or will be of each drawing, and those that the caller is to begin."""
        results, mine = {}, {}
        with self._lock:
            for key, drawing in keyed.items():
                known = self._known(key)
                if known is None:
                    known = self._under_way[key] = Future()
                    mine[key] = drawing
                results[key] = known
        return results, mine

    def _known(self, key: bytes) -> Future[bytes] | None:
        """What is remembered, or has been begun."""
        png = self._remembered.get(key)
        if png is None:
            return self._under_way.get(key)
        done: Future[bytes] = Future()
        done.set_result(png)
        return done

    def _draw(self, mine: Mapping[bytes, Drawing]) -> None:
        """Leaves no one waiting, whatever happens."""
        left = list(mine)
        try:
            for key, drawing in mine.items():
                self._finish(key, _attempt(drawing))
                left.remove(key)
        finally:
            for key in left:
                self._finish(key, DrawingError("drawing was broken off"))

    def _finish(self, key: bytes, outcome: Outcome) -> None:
        with self._lock:
            future = self._under_way.pop(key)
            if isinstance(outcome, bytes):
                self._remembered.put(key, outcome)
        if isinstance(outcome, bytes):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)


class _Remembered:
    """PNGs by key, the longest unused dropped first. The owner's lock guards it."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._pngs: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: bytes) -> bytes | None:
        png = self._pngs.get(key)
        if png is not None:
            self._pngs.move_to_end(key)
        return png

    def put(self, key: bytes, png: bytes) -> None:
        self._size += len(png) - len(self._pngs.pop(key, b""))
        self._pngs[key] = png
        while self._size > self._limit:
            _key, dropped = self._pngs.popitem(last=False)
            self._size -= len(dropped)


def _fail(error: DrawingError) -> NoReturn:
    raise error


def _written(scenes: Sequence[Scene], scale: float) -> Iterator[Drawing | DrawingError]:
    """What there is to draw of each; a whole picture and its parts are written down once."""
    known: dict[int, tuple[Scene, str]] = {}  # the scenes, too: an id is its own while they are

    def svg(scene: Scene, scale: float) -> str:
        if id(scene) not in known:
            known[id(scene)] = scene, svg_of(scene, scale)
        return known[id(scene)][1]

    for scene in scenes:
        try:
            yield written(scene, scale, svg)
        except DrawingError as error:
            yield error


def _attempt(drawing: Drawing) -> Outcome:
    """The picture or why there is none: errors travel as values, so that one spoils no batch."""
    try:
        return draw(drawing)
    except DrawingError as error:
        return error
