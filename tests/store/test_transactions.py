"""What a committed line is worth, and what a failing statement may tell."""

from __future__ import annotations

import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from pbem.store.database import Database, savepoint
from pbem.store.tables import contacts, facts
from tests.service.faults import DatabaseAway, Happening, failing_once, watching

SECRET = "ATTACK 34 WITH ALL"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{file}")
    database.migrate()
    yield database
    database.close()


def test_what_is_committed_survives_the_loss_of_power(database: Database) -> None:
    with database.write() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full = 2
    assert asked["synchronous"] == full
    assert asked["journal_mode"] == "wal"
    assert asked["foreign_keys"] == 1
    assert asked["busy_timeout"] >= 10_000


def test_who_means_to_write_keeps_other_writers_out_from_the_beginning(
    database: Database, file: Path
) -> None:
    """One that only found out at its first write could not go on from what it has read."""
    other = sqlite3.connect(file, timeout=0, isolation_level=None)
    with database.write(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.execute("ROLLBACK")
    other.close()


def test_who_only_reads_keeps_no_writer_out_and_sees_one_moment(
    database: Database, file: Path
) -> None:
    count = sa.select(sa.func.count()).select_from(facts)
    with database.read() as reader:
        before = reader.execute(count).scalar_one()
        with database.write() as writer:
            writer.execute(facts.insert(), {"name": "a", "value": "b"})
        assert reader.execute(count).scalar_one() == before
    with database.read() as reader:
        assert reader.execute(count).scalar_one() == before + 1


def test_what_fails_within_a_transaction_takes_all_of_it_back(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.write() as connection:
        connection.execute(facts.insert(), {"name": "a", "value": "b"})
        raise ZeroDivisionError
    with database.read() as connection:
        assert connection.execute(sa.select(facts.c.name)).all() == []


def failing_at(*beginnings: str) -> Happening:
    """Each of these statements fails where it comes first."""
    faults = [failing_once(partial(_begins, what)) for what in beginnings]

    def happening(statement: str) -> None:
        for fault in faults:
            fault(statement)

    return happening


def _begins(beginning: str, statement: str) -> bool:
    return statement.startswith(beginning)


def names_after(database: Database, happening: Happening) -> list[str]:
    """What is on record after a block with a savepoint, in which one fact is written between two
    others."""
    with watching(database, happening), database.write() as connection:
        connection.execute(facts.insert(), {"name": "before", "value": ""})
        with suppress(DatabaseAway), savepoint(connection):
            connection.execute(facts.insert(), {"name": "within", "value": ""})
            happening("THE END OF THE BLOCK")
        connection.execute(facts.insert(), {"name": "after", "value": ""})
    with database.read() as connection:
        return list(connection.execute(sa.select(facts.c.name)).scalars())


@pytest.mark.parametrize("fails", ["THE END", "RELEASE"])
def test_what_fails_within_a_savepoint_is_taken_back_and_nothing_else(
    database: Database, fails: str
) -> None:
    assert set(names_after(database, failing_at(fails))) == {"before", "after"}


def test_where_a_savepoint_cannot_be_taken_back_nothing_is_committed(database: Database) -> None:
    with pytest.raises(sa.exc.SQLAlchemyError):
        names_after(database, failing_at("RELEASE", "ROLLBACK TO"))
    with database.read() as connection:
        assert connection.execute(sa.select(facts)).all() == []


def test_an_error_tells_nothing_of_what_was_to_be_written(database: Database) -> None:
    with database.write() as connection:
        connection.execute(facts.insert(), {"name": "a", "value": "b"})
    with pytest.raises(sa.exc.IntegrityError) as caught, database.write() as connection:
        connection.execute(facts.insert(), {"name": "a", "value": SECRET})
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_a_time_is_the_same_moment_in_whatever_zone_it_was_told(database: Database) -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    contact = {"address": "a@example.org", "score": 1.0, "held": False, "note": ""}
    with database.write() as connection:
        told = noon.astimezone(ZoneInfo("Asia/Kolkata"))
        connection.execute(contacts.insert(), contact | {"last": told})
    with database.read() as connection:
        last = connection.execute(sa.select(contacts.c.last)).scalar_one()
    assert last == noon
    assert last.utcoffset() == timedelta(0)


def test_a_time_without_a_zone_means_nothing_and_is_not_stored(database: Database) -> None:
    contact = {"address": "a@example.org", "score": 1.0, "held": False, "note": ""}
    with pytest.raises(sa.exc.StatementError, match="without a zone"), database.write() as c:
        c.execute(contacts.insert(), contact | {"last": datetime(2026, 3, 2, 12)})  # noqa: DTZ001
