"""Worker processes that read mail, each held by the operating system to some processor time and
memory.

Bytes from anywhere go in, plain data comes out (:class:`~pbem.mailer.inbound.intake.ReadMail`,
as msgpack: nothing that a worker sends can be code). A worker that a mail takes beyond its
limits dies of it and is replaced; whoever waits for the mail is told that it is too complex.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import queue
import resource
import signal
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from pbem.mailer.errors import MailError
from pbem.mailer.inbound.intake import (
    ReadMail,
    is_harmless,
    nothing_read,
    read_head_alone,
    read_mail,
)
from pbem.mailer.settings import MailSettings

FEW = 8
"""So many harmless mails are read sooner here than processes are started for them."""
BATCH = 10
"""Mails that a worker is handed at once, so that it seldom waits for this process."""
NICENESS = 5
"""How far behind others a worker runs: it reads ahead, and the process that settles what it has
read keeps a processor to itself where there are two."""


class Limits(msgspec.Struct, frozen=True):
    """What reading may cost before the operating system ends it."""

    cpu_seconds: float = 2.0
    """Processor time for one mail; an honest one takes some thousandths of a second."""
    memory_bytes: int = 384 * 2**20
    """Address space beyond what a worker has when it begins."""
    wall_seconds: float = 60.0
    """For a worker that neither works nor answers."""


class ReadingFailed(MailError):
    """A mail was not read for a reason that may lie elsewhere; it may be tried again."""


class NoReader(ReadingFailed):
    """This machine lets no process be started now, whatever the mail may be."""


class RawMail(msgspec.Struct, frozen=True):
    """A mail to be read, by the settings of the mailbox that it came to. ``size`` is the server's
    figure where ``raw`` is only its beginning."""

    raw: bytes
    size: int
    settings: MailSettings
    head_alone: bool = False


Read = Callable[[RawMail], ReadMail]


def read_one(mail: RawMail) -> ReadMail:
    """What a worker does with a mail."""
    if mail.head_alone:
        return read_head_alone(mail.raw, mail.settings)
    return read_mail(mail.raw, mail.settings, size=mail.size)


class Readers:
    """Reads mails, ahead of whoever wants them. Safe to use from several threads.

    Up to `workers` processes start when they are first needed, and end with :meth:`close` or
    with this process, however it ends. `read` is for tests.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        limits: Limits | None = None,
        read: Read = read_one,
    ) -> None:
        self._most = workers
        self._limits = limits or Limits()
        self._read = read
        self._lock = threading.Lock()
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def begin(self, mails: Sequence[RawMail]) -> list[Callable[[], ReadMail]]:
        """Begin to read mails; returns for each a function that waits for what came of it.

        Those functions raise :class:`ReadingFailed`. A few mails that are harmless by
        :func:`~pbem.mailer.inbound.intake.is_harmless` are read by them, in this process.
        """
        if len(mails) <= FEW and all(is_harmless(mail.raw, mail.size) for mail in mails):
            return [partial(self._read, mail) for mail in mails]
        tasks = [_Task(mail) for mail in mails]
        for task in tasks:
            self._tasks.put(task)
        self._hire(math.ceil(self._tasks.qsize() / BATCH))
        return [task.result for task in tasks]

    def read(self, mail: RawMail) -> ReadMail:
        """Read one mail, now. Raises :class:`ReadingFailed`."""
        (waited,) = self.begin([mail])
        return waited()

    def head_of(self, mail: RawMail) -> ReadMail:
        """Who wrote a mail and whether it may be answered; nobody, where not even that is told."""
        task = _Task(msgspec.structs.replace(mail, head_alone=True))
        self._tasks.put(task)
        self._hire(1)
        try:
            return task.result()
        except ReadingFailed:
            return nothing_read()

    def close(self) -> None:
        """End the workers. Whoever still waits for a mail gets :class:`ReadingFailed`."""
        with self._lock:
            threads, self._threads = self._threads, []
        for _thread in threads:
            self._tasks.put(None)
        for thread in threads:
            thread.join()
        while not self._tasks.empty():
            if (task := self._tasks.get()) is not None:
                task.fail("the readers were closed")

    def _hire(self, wanted: int) -> None:
        with self._lock:
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            while len(self._threads) < min(wanted, self._most):
                thread = threading.Thread(target=self._serve, name="reader", daemon=True)
                thread.start()
                self._threads.append(thread)

    def _serve(self) -> None:
        """Keep one worker busy, and replace it when it dies."""
        worker = _Worker(self._read, self._limits)
        try:
            while (task := self._tasks.get()) is not None:
                batch, closing = self._more(task)
                worker.work(batch)
                if closing:
                    break
        finally:
            worker.stop()

    def _more(self, first: _Task) -> tuple[list[_Task], bool]:
        """A fair share of what waits, and whether the end was asked for meanwhile."""
        batch = [first]
        share = min(BATCH, 1 + self._tasks.qsize() // self._most)
        while len(batch) < share:
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                break
            if task is None:
                return batch, True
            batch.append(task)
        return batch, False


_DECODER = msgspec.msgpack.Decoder(ReadMail)


class _Task:
    """A mail on its way through a worker."""

    def __init__(self, mail: RawMail) -> None:
        self.mail = mail
        self.deaths = 0
        self._answer: Future[bytes] = Future()

    def answer(self, data: bytes) -> None:
        self._answer.set_result(data)

    def fail(self, reason: str) -> None:
        self.fail_by(ReadingFailed(reason))

    def fail_by(self, error: ReadingFailed) -> None:
        self._answer.set_exception(error)

    def give_up(self) -> None:
        """Read no more than the head of it, or not even that, if that was the task."""
        if self.mail.head_alone:
            self.answer(msgspec.msgpack.encode(nothing_read()))
        else:
            self.mail = msgspec.structs.replace(self.mail, head_alone=True)
            self.deaths = 0

    @property
    def is_done(self) -> bool:
        return self._answer.done()

    def result(self) -> ReadMail:
        return _DECODER.decode(self._answer.result())


class _Worker:
    """One process and the line to it; it starts with its first mail. One thread uses it."""

    def __init__(self, read: Read, limits: Limits) -> None:
        self._given = (read, limits)
        self._patience = limits.wall_seconds
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def work(self, tasks: Sequence[_Task]) -> None:
        """Have mails read in their order. What a death leaves unread goes to the next worker."""
        left = deque(tasks)
        while left:
            try:
                self._exchange(left)
            except NoReader as error:
                for task in left:
                    task.fail_by(error)
                return
            except (EOFError, OSError):
                self._bury(left[0])
            except Exception as error:  # noqa: BLE001  (somebody waits for every single mail)
                self.stop()
                left[0].fail(f"{type(error).__qualname__} while a worker process was asked")
            if left[0].is_done:
                left.popleft()

    def _exchange(self, left: deque[_Task]) -> None:
        """Hand the mails over and take what comes back; the first left is always under way."""
        line = self._connected()
        line.send_bytes(_ENCODER.encode([task.mail for task in left]))
        while left:
            kind, data = (answer := line.recv_bytes())[:1], answer[1:]
            if kind == _READ:
                left[0].answer(data)
            else:
                left[0].fail(data.decode("utf-8", "replace"))
            if len(left) == 1:
                return
            left.popleft()

    def _bury(self, task: _Task) -> None:
        """Decide what a worker's death means for the mail that it was reading."""
        status = self.stop()
        if status == 0:
            return  # it had grown too large to go on, before it looked at the mail
        if status in (-signal.SIGXCPU, _OUT_OF_MEMORY):
            task.give_up()
            return
        task.deaths += 1
        if task.deaths > 1:
            task.fail(f"two worker processes ended while they read it, the last by {status}")

    def _connected(self) -> Connection:
        """The line to the process, started where there is none. Raises :class:`NoReader`."""
        if self._line is None:
            try:
                self._process, self._line = self._started()
            except OSError as error:
                raise NoReader(f"no process can be started to read mail: {error}") from error
        return self._line

    def _started(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        near, far = context.Pipe()
        process = context.Process(
            target=_worker, args=(far, *self._given), name="reader", daemon=True
        )
        try:
            process.start()
        except OSError:
            near.close()
            raise
        finally:
            far.close()
        _bound_waiting(near, self._patience)
        return process, near

    def stop(self) -> int | None:
        """End the process, if there is one; returns by what it ended."""
        process, self._process = self._process, None
        line, self._line = self._line, None
        if line is not None:
            line.close()
        if process is None:
            return None
        process.join(1.0)
        if process.is_alive():
            process.kill()
            process.join()
        return process.exitcode


def _bound_waiting(line: Connection, seconds: float) -> None:
    """Let the kernel end each wait at a line, to send or to receive, after so long: by OSError."""
    span = struct.pack("ll", int(seconds), int(seconds % 1 * 1_000_000))
    with socket.socket(fileno=os.dup(line.fileno())) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, span)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, span)


# In the worker ---------------------------------------------------------------------

_READ, _FAILED = b"r", b"f"
_OUT_OF_MEMORY = 77
"""The exit status of a worker whose memory does not suffice."""
_ENCODER = msgspec.msgpack.Encoder()


def _worker(line: Connection, read: Read, limits: Limits) -> None:
    """Answer batch after batch until the line is cut, as it is when the parent dies, or so much
    memory is taken that the next mail might want for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold players' mails
    most = _address_space() + limits.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    decoder = msgspec.msgpack.Decoder(list[RawMail])
    gc.freeze()  # what was imported stays: no need to look for what is unused in it
    try:
        while _address_space() < most - limits.memory_bytes // 2:
            for mail in decoder.decode(line.recv_bytes()):
                line.send_bytes(_answer(mail, read, limits))
    except (EOFError, OSError):
        return


def _answer(mail: RawMail, read: Read, limits: Limits) -> bytes:
    _limit_processor_time(limits.cpu_seconds)
    try:
        return _READ + _ENCODER.encode(read(mail))
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except Exception as error:  # noqa: BLE001  (one mail, whatever it is, must not stop the others)
        return _FAILED + f"{type(error).__qualname__} at {_place(error)}".encode()


def _place(error: BaseException) -> str:
    """Where an error was raised; its message may hold what a player wrote."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else "no place"


def _limit_processor_time(seconds: float) -> None:
    """Let the kernel end this process (SIGXCPU) when it has worked for so long from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = math.ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))


def _address_space() -> int:
    """Octets of memory that this process has mapped."""
    try:
        figures = Path("/proc/self/statm").read_bytes()
    except FileNotFoundError:  # not on Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return int(figures.split()[0]) * resource.getpagesize()
