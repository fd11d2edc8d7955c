"""Many scenes to PNG: each picture once, on several processors where it pays."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any

import msgspec

from pbem.drawing.errors import DrawingError
from pbem.drawing.png import DEFAULT_SCALE, to_png
from pbem.engine.codec import from_json, to_builtins
from pbem.engine.scene import Scene

WORTH_A_PROCESS = 4
"""Fewer new pictures than these are drawn sooner than processes are asked."""


class Renderer:
    """Draws scenes, remembering what it drew. Safe to use from several threads.

    ``workers`` processes draw when many pictures are wanted at once (the
    renderer holds the interpreter's lock); 0 draws in this process only. They
    start with the first such batch and end with :meth:`close`, or with this
    process however it ends. ``memory`` bounds the remembered PNGs in bytes.
    """

    def __init__(
        self, *, workers: int = 0, scale: float = DEFAULT_SCALE, memory: int = 32 * 2**20
    ) -> None:
        self._workers = workers
        self._scale = scale
        self._lock = threading.Lock()
        self._remembered = _Remembered(memory)
        self._under_way: dict[bytes, Future[bytes]] = {}
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker processes. The renderer may be used again; they then start anew."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def render(self, scenes: Sequence[Scene], *, scale: float | None = None) -> list[bytes]:
        """One PNG for every scene, in their order, at the renderer's own scale unless another is
        asked for. Scenes that look alike (but for titles, tips and references, which are
        for an SVG) are drawn once, even when several threads ask for them at the same time.

        Raises :class:`DrawingError` for the first scene that cannot be drawn; the
        others are drawn and remembered all the same.
        """
        written = [_written(scene) for scene in scenes]
        wanted = scale or self._scale
        keys = [hashlib.sha256(b"%r " % wanted + text).digest() for text in written]
        results: dict[bytes, Future[bytes]] = {}
        mine: dict[bytes, bytes] = {}
        with self._lock:
            for key, text in zip(keys, written, strict=True):
                if key in results:
                    continue
                known = self._known(key)
                if known is None:
                    known = self._under_way[key] = Future()
                    mine[key] = text
                results[key] = known
        self._draw(mine, results, wanted)
        return [results[key].result() for key in keys]

    def _known(self, key: bytes) -> Future[bytes] | None:
        """What is remembered, or is being drawn by another thread."""
        png = self._remembered.get(key)
        if png is None:
            return self._under_way.get(key)
        done: Future[bytes] = Future()
        done.set_result(png)
        return done

    def _draw(
        self, mine: dict[bytes, bytes], results: dict[bytes, Future[bytes]], scale: float
    ) -> None:
        """Draw what this call took upon itself, and leave no one waiting whatever happens."""
        try:
            drawn = self._draw_all(list(mine.values()), scale)
            for key, outcome in zip(mine, drawn, strict=True):
                self._finish(key, results[key], outcome)
        finally:
            for key in mine:
                if not results[key].done():
                    self._finish(key, results[key], DrawingError("drawing was broken off"))

    def _finish(self, key: bytes, future: Future[bytes], outcome: bytes | DrawingError) -> None:
        with self._lock:
            self._under_way.pop(key, None)
            if isinstance(outcome, bytes):
                self._remembered.put(key, outcome)
        if isinstance(outcome, bytes):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)

    def _draw_all(self, texts: Sequence[bytes], scale: float) -> list[bytes | DrawingError]:
        if self._workers == 0 or len(texts) < WORTH_A_PROCESS:
            return [_attempt(text, scale) for text in texts]
        try:
            return self._draw_in_processes(texts, scale)
        except BrokenProcessPool:
            self.close()
        try:
            return self._draw_in_processes(texts, scale)
        except BrokenProcessPool:
            self.close()
            lost = DrawingError("the drawing processes ended unexpectedly, twice")
            return [lost for _text in texts]

    def _draw_in_processes(
        self, texts: Sequence[bytes], scale: float
    ) -> list[bytes | DrawingError]:
        share = max(1, min(16, len(texts) // (4 * self._workers)))
        scales = [scale] * len(texts)
        return list(self._processes().map(_attempt, texts, scales, chunksize=share))

    def _processes(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=begin_work,
                )
            return self._pool


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


def _written(scene: Scene) -> bytes:
    """What a PNG shows of a scene, the same bytes for all scenes that look alike."""
    try:
        plain = to_builtins(scene)
        _drop_words(plain)
        # Structs write their fields in one order, so these bytes need no sorting to be equal.
        return msgspec.json.encode(plain)
    except (msgspec.MsgspecError, UnicodeError, TypeError, NotImplementedError) as error:
        raise DrawingError(f"a scene cannot be written down: {error}") from error


def _drop_words(plain: dict[str, Any]) -> None:
    """Take what only an SVG has out of a scene's builtins, at half the price of rebuilding them."""
    plain.pop("title", None)
    waiting = [plain["items"]]
    while waiting:
        for shape in waiting.pop():
            if isinstance(shape, dict):
                shape.pop("tip", None)
                shape.pop("ref", None)
                waiting.append(shape.get("items", ()))


def _attempt(text: bytes, scale: float) -> bytes | DrawingError:
    """The picture or why there is none: errors travel as values, so that one spoils no batch."""
    try:
        return to_png(from_json(text, Scene), scale)
    except msgspec.MsgspecError as error:
        return DrawingError(f"a scene is not well formed: {error}")
    except DrawingError as error:
        return error


def begin_work() -> None:
    """In a worker process, as its initializer: leave Ctrl-C to the parent, and do not outlive it
    when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
