"""Many scenes to PNG: each picture once, on several processors where it pays."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from types import TracebackType
from typing import NoReturn

import msgspec

from pbem.drawing.errors import DrawingError
from pbem.drawing.png import DEFAULT_SCALE, Drawing, draw, svg_of, written
from pbem.engine.scene import Scene

WORTH_A_PROCESS = 4
"""Fewer new pictures than these are drawn sooner than processes are asked."""


Outcome = bytes | DrawingError
Batch = Mapping[bytes, Drawing]
"""Pictures by key that one process draws."""
Drawn = Callable[[], list[bytes]]
"""Waits for the pictures that were begun."""


class Renderer:
    """Draws scenes, remembering what it drew. Safe to use from several threads.

    ``workers`` processes draw what is begun, or wanted in numbers (half
    of drawing holds the interpreter's lock); 0 draws in this process only. They
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
        self._waiting: list[Batch] = []
        self._running = 0
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
        return self._begin(scenes, scale, WORTH_A_PROCESS)()

    def begin(self, scenes: Sequence[Scene], *, scale: float | None = None) -> Drawn:
        """As :meth:`render`, for whoever has other things to do meanwhile: the processes draw, and
        what is returned waits for them, or draws what none of them has got to. Without processes
        all is drawn then."""
        if self._workers == 0:
            return partial(self.render, scenes, scale=scale)
        return self._begin(scenes, scale, 1)

    def _begin(self, scenes: Sequence[Scene], scale: float | None, worth_it: int) -> Drawn:
        """Begin what nobody has drawn or begun, in processes where that is worth it."""
        wanted: list[tuple[bytes, Drawing] | DrawingError] = [
            drawing
            if isinstance(drawing, DrawingError)
            else (hashlib.sha256(msgspec.json.encode(drawing)).digest(), drawing)
            for drawing in _written(scenes, scale or self._scale)
        ]
        keyed = dict(one for one in wanted if not isinstance(one, DrawingError))
        results, mine = self._taken(keyed)
        batches = _batches(mine) if self._workers and len(mine) >= worth_it else []
        if batches:
            self._hand_over(batches)
        else:
            self._draw_here(mine)

        def drawn() -> list[bytes]:
            for batch in reversed(batches):
                if self._take_back(batch):
                    self._draw_here(batch)
            return [
                self._result(*one, results[one[0]]) if isinstance(one, tuple) else _fail(one)
                for one in wanted
            ]

        return drawn

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

    def _result(self, key: bytes, drawing: Drawing, future: Future[bytes]) -> bytes:
        """The picture; begun once more where its process has ended."""
        try:
            return future.result()
        except _Lost:
            results, mine = self._taken({key: drawing})
            for batch in _batches(mine):
                self._submit(batch)
            return results[key].result()

    def _draw_here(self, mine: Mapping[bytes, Drawing]) -> None:
        """Leaves no one waiting, whatever happens."""
        left = list(mine)
        try:
            for key, drawing in mine.items():
                self._finish(key, _attempt(drawing))
                left.remove(key)
        finally:
            for key in left:
                self._finish(key, DrawingError("drawing was broken off"))

    def _hand_over(self, batches: Sequence[Batch]) -> None:
        """Have processes draw these; a batch's pictures one after the other."""
        with self._lock:
            self._waiting += batches
        self._go_on()

    def _go_on(self) -> None:
        """Give the processes no more than they can begin: the rest may be taken back."""
        while True:
            with self._lock:
                if not self._waiting or self._running > self._workers:
                    return
                batch = self._waiting.pop(0)
                self._running += 1
            self._submit(batch, self._one_is_done)

    def _one_is_done(self) -> None:
        with self._lock:
            self._running -= 1
        self._go_on()

    def _take_back(self, batch: Batch) -> bool:
        """Whether no process has got to a batch; now none will."""
        with self._lock:
            places = [n for n, one in enumerate(self._waiting) if one is batch]
            for place in places:
                del self._waiting[place]
        return bool(places)

    def _submit(self, batch: Batch, then: Callable[[], None] = lambda: None) -> None:
        pool = self._processes()
        try:
            begun = pool.submit(_attempts, list(batch.values()))
        except (BrokenProcessPool, RuntimeError, OSError) as error:
            begun = Future()
            begun.set_exception(error)

        def finished(done: Future[list[Outcome]]) -> None:
            outcomes: Sequence[Outcome]
            if done.cancelled() or done.exception() is not None:
                self._give_up(pool)
                outcomes = [_Lost() for _key in batch]
            else:
                outcomes = done.result()
            for key, outcome in zip(batch, outcomes, strict=True):
                self._finish(key, outcome)
            then()

        begun.add_done_callback(finished)

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Let go of processes of which one has ended. The pool's own thread may not wait for it."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False, cancel_futures=True)

    def _finish(self, key: bytes, outcome: Outcome) -> None:
        with self._lock:
            future = self._under_way.pop(key)
            if isinstance(outcome, bytes):
                self._remembered.put(key, outcome)
        if isinstance(outcome, bytes):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)

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


class _Lost(DrawingError):
    """The process that drew a picture has ended."""

    def __init__(self) -> None:
        super().__init__("the drawing processes ended unexpectedly, twice")


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


def _batches(drawings: Mapping[bytes, Drawing]) -> list[Batch]:
    """The parts of a picture together with it: its pixels are in the process that drew it."""
    batches: dict[str, dict[bytes, Drawing]] = {}
    for key, drawing in drawings.items():
        whole = drawing.svg if drawing.parts is None else drawing.parts.svg
        batches.setdefault(whole, {})[key] = drawing
    return [*batches.values()]


def _attempt(drawing: Drawing) -> Outcome:
    """The picture or why there is none: errors travel as values, so that one spoils no batch."""
    try:
        return draw(drawing)
    except DrawingError as error:
        return error


def _attempts(drawings: Sequence[Drawing]) -> list[Outcome]:
    return [_attempt(drawing) for drawing in drawings]


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
