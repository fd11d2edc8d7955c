"""Who may serve a PostgreSQL database: one service alone, or any number of workers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from pbem.service import lock
from pbem.service.lock import AlreadyRunning, on_duty, servers_of
from pbem.store import claims
from pbem.store.database import Database
from tests.servers.databases import SERVER

pytestmark = pytest.mark.postgresql


@pytest.fixture
def url() -> str:
    return SERVER.new()


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """The database as another process would have it."""
    database = Database(url)
    try:
        yield database
    finally:
        database.close()


def test_a_second_service_of_a_database_is_refused_from_whichever_folder(url: str) -> None:
    with opened(url) as one, opened(url) as other, on_duty(one, "serve"):
        with pytest.raises(AlreadyRunning) as refused, on_duty(other, "serve"):
            pass
        said = str(refused.value)
        assert said.startswith("'pbem serve on ") and url.rpartition("/")[2] in said
        assert said.endswith(
            "stop it first; to work on several machines, run 'pbem worker' on each of them"
        )


def test_workers_serve_together_and_none_beside_a_service(url: str) -> None:
    with opened(url) as one, opened(url) as other:
        with on_duty(one, "worker"), on_duty(other, "worker"), one.read() as connection:
            assert all(who.startswith("pbem worker on ") for who in servers_of(connection))
        with (
            on_duty(one, "serve"),
            pytest.raises(AlreadyRunning, match="stop it, then start as many workers"),
            on_duty(other, "worker"),
        ):
            pass
        with (
            on_duty(one, "worker"),
            pytest.raises(AlreadyRunning, match="start 'pbem worker' here as well"),
            on_duty(other, "serve"),
        ):
            pass


def test_whoever_ends_leaves_the_database_to_others(url: str) -> None:
    with opened(url) as one, opened(url) as other:
        with on_duty(one, "serve"):
            pass
        with on_duty(other, "serve"), one.read() as connection:
            assert len(servers_of(connection)) == 1
        with one.read() as connection:
            assert servers_of(connection) == ()


def cut_off(database: Database, name: str) -> None:
    """End the connections that go by such a name, as a machine does that starts anew."""
    ending = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE :name"
    )
    with database.write() as connection:
        connection.execute(ending, {"name": f"{name}%"})


def test_a_claim_that_was_lost_with_its_connection_is_made_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LOOK_SECONDS", 0.02)
    taken = threading.Semaphore(0)

    def take(*args: object, **more: object) -> bool:
        had = really(*args, **more)  # type: ignore[arg-type]
        taken.release()
        return had

    really = claims.take
    monkeypatch.setattr(claims, "take", take)
    with opened(url) as one, opened(url) as other, on_duty(one, "serve"):
        assert taken.acquire(timeout=30)
        cut_off(other, "pbem serve")
        assert taken.acquire(timeout=30), "nobody noticed"
        with pytest.raises(AlreadyRunning), on_duty(other, "serve"):
            pass


def wait_for_a_queue(database: Database) -> None:
    """Return once somebody waits for a claim."""
    waiting = sa.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    found = 0
    while not found:
        with database.read() as connection:
            found = connection.execute(waiting).scalar_one()


def test_whoever_was_replaced_while_cut_off_is_told_to_stop(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    seen: list[int] = []

    def kill(_process: int, number: int) -> None:
        seen.append(number)
        told.set()

    def succeed() -> None:
        with other.write() as connection:
            claims.one_at_a_time(connection, lock.SERVING)
            told.wait(30)

    monkeypatch.setattr(lock, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(lock.os, "kill", kill)
    with opened(url) as one, opened(url) as other:
        successor = threading.Thread(target=succeed)
        with on_duty(one, "serve"):
            successor.start()
            wait_for_a_queue(one)
            cut_off(one, "pbem serve on ")
            assert told.wait(30)
        successor.join()
    assert seen == [signal.SIGTERM]
