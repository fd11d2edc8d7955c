"""A worker: one process of the several that serve a PostgreSQL database.

procrastinate hands it jobs, each queue's by themselves, so that thousands of closings keep no
receipt waiting. What its heart tells of processes that died tidies up its own tables alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status

from pbem.service.context import Context
from pbem.service.operation.systemd import ALIVE, WATCHDOG_SHARE, notify
from pbem.service.workers.hints import connecting, hinting
from pbem.service.workers.jobs import QUEUES, SWEEP, Jobs
from pbem.service.workers.tables import check_tables, put_closings

log = logging.getLogger(__name__)

EVERY_TWO_SECONDS = "* * * * * */2"
EVERY_MINUTE = "* * * * *"
BEAT_SECONDS, SILENT_SECONDS = 5.0, 20.0
"""How often a process tells that it lives, and after how long it is believed dead."""
PAUSE_SECONDS = 5.0
"""How long the database is left alone that could not be reached."""
CONNECTIONS = 4


class Worker:
    """Works until it is left; a context manager.

    Of each of its `queues` it does so many jobs at once (`concurrency`). Raises StoreError where
    there is no PostgreSQL, or its tables of jobs are not there.
    """

    def __init__(
        self,
        context: Context,
        queues: Collection[str] = QUEUES,
        concurrency: int = 1,
        *,
        watchdog_seconds: float | None = None,
    ) -> None:
        check_tables(context.database)
        self._context = replace(context, on_due=put_closings)
        self._queues = tuple(queues)
        self._concurrency = concurrency
        self._watchdog_seconds = watchdog_seconds
        self._stopping = threading.Event()
        self._stop: Callable[[], object] = self._stopping.set
        self._held = ExitStack()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)

    def __enter__(self) -> Self:
        hints = self._held.enter_context(hinting(self._context.database))
        self._jobs = Jobs(self._context, hints, self._stopping)
        self._thread.start()
        self._started.wait()
        if "poll" in self._queues:
            for one in self._context.mailboxes:
                watching = threading.Thread(target=self._jobs.watch, args=[one], name="imap-idle")
                watching.daemon = True
                watching.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._stop()
        self._thread.join()
        self._jobs.close_connections()
        self._held.close()

    def _work(self) -> None:
        with asyncio.Runner() as runner:
            threads = (len(self._queues) + 1) * self._concurrency
            runner.get_loop().set_default_executor(ThreadPoolExecutor(threads + 1))
            runner.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        loop = asyncio.get_running_loop()
        stopped = asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stopped.set)
        self._started.set()
        beside = asyncio.create_task(self._tell_systemd())
        while not stopped.is_set():
            work = asyncio.create_task(self._fetch())
            waiting = asyncio.create_task(stopped.wait())
            await asyncio.wait((work, waiting), return_when=asyncio.FIRST_COMPLETED)
            work.cancel()
            waiting.cancel()
            ended, _told = await asyncio.gather(work, waiting, return_exceptions=True)
            if not stopped.is_set():
                lost = ended if isinstance(ended, Exception) else ConnectionError("it has gone")
                self._context.troubles.begins("fetching jobs from the database", lost)
                await asyncio.sleep(PAUSE_SECONDS)
        beside.cancel()

    async def _fetch(self) -> None:
        """Do jobs until this is cancelled, or the database cannot be reached: then it ends."""
        app = self._app()
        async with app.open_async():
            queues = [
                asyncio.create_task(
                    app.run_worker_async(
                        queues=[queue],
                        name=queue,
                        concurrency=1 if queue == SWEEP else self._concurrency,
                        delete_jobs="always",
                        install_signal_handlers=False,
                        update_heartbeat_interval=BEAT_SECONDS,
                        stalled_worker_timeout=SILENT_SECONDS,
                    )
                )
                for queue in (*self._queues, SWEEP)
            ]
            try:
                await asyncio.wait(queues, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for queue in queues:
                    queue.cancel()
                await asyncio.gather(*queues, return_exceptions=True)

    def _app(self) -> App:
        """The tasks of all queues, for the loop that fetches their jobs."""
        app = App(connector=PsycopgConnector(**connecting(self._context.database, CONNECTIONS)))
        jobs = self._jobs

        @app.task(name="poll")
        def poll(mailbox: str) -> None:
            jobs.run("poll", lambda: jobs.poll(mailbox))

        @app.task(name="settle")
        def settle(tried: bool) -> None:
            jobs.run("settle", lambda: jobs.settle(tried=tried))

        @app.task(name="close")
        def close(game: str, turn: int) -> None:
            jobs.run("close", lambda: jobs.close(game, turn))

        @app.task(name="send")
        def send(mailbox: str) -> None:
            jobs.run("send", lambda: jobs.send(mailbox))

        @app.task(name="upkeep")
        def upkeep() -> None:
            jobs.run("upkeep", jobs.upkeep)

        @app.task(name="publish")
        def publish() -> None:
            jobs.run("publish", jobs.publish)

        @app.periodic(cron=EVERY_MINUTE)
        @app.task(name="look at pages", queue=SWEEP, queueing_lock="look at pages")
        def look_at_pages(timestamp: int) -> None:
            jobs.run(SWEEP, jobs.look_at_pages)

        @app.periodic(cron=EVERY_TWO_SECONDS)
        @app.task(name=SWEEP, queue=SWEEP, queueing_lock=SWEEP)
        def sweep(timestamp: int = 0) -> None:
            jobs.run(SWEEP, jobs.sweep)

        @app.periodic(cron=EVERY_MINUTE)
        @app.task(name="tidy", queue=SWEEP, queueing_lock="tidy")
        async def tidy(timestamp: int) -> None:
            dead = await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=SILENT_SECONDS)
            for job in dead:
                await app.job_manager.finish_job(job, Status.FAILED, delete_job=True)

        return app

    async def _tell_systemd(self) -> None:
        """That this process is alive, while its loop comes round."""
        while self._watchdog_seconds is not None:
            notify(ALIVE)
            await asyncio.sleep(self._watchdog_seconds / WATCHDOG_SHARE)
