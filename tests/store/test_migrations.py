"""The migrations and the schema in tables.py say the same."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pbem.store import database as store
from pbem.store import games
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.readdressing import readdressings
from pbem.store.tables import metadata


def test_migrations_from_nothing_equal_the_schema(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.migrate()
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert readdressings.name in metadata.tables
        assert compare_metadata(context, metadata) == []
    database.close()


def test_partial_indexes_are_of_the_rows_that_the_schema_names(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.migrate()
    indexes = [one for table in metadata.tables.values() for one in table.indexes]
    wanted = {one.name: one.info["sqlite"] for one in indexes if one.info}
    with database.read() as connection:
        made = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'"
        )
        assert {name: sql.partition(" WHERE ")[2] for name, sql in made} == wanted
    assert len(wanted) >= 3
    database.close()


def test_the_files_of_the_migrations_tell_what_revisions_there_are() -> None:
    scripts = ScriptDirectory.from_config(store._alembic())
    revisions = {script.revision for script in scripts.walk_revisions()}
    assert store.known_revisions() == revisions
    assert max(revisions) == scripts.get_current_head()


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.migrate()
    database.migrate()
    database.check()
    database.close()


def test_0002_takes_all_that_was_closed_as_told_when_the_open_turn_was_opened(
    tmp_path: Path,
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    config = store._alembic()
    with database.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for game, turn, opened in (("new", 0, None), ("old", 7, "2026-03-02 12:00:00.000000")):
            connection.execute(
                sa.text(
                    "INSERT INTO games (id, title, ruleset, ruleset_version, options, schedule, "
                    "start_when_full, secret, status, turn, revision, head, opened, reminded, "
                    "created, confirmations, formerly, press, votes, rollbacks, observers, "
                    "release_after, "
                    "reliability, joining) VALUES (:id, '', "
                    "'', 1, '', '', 1, '', 'running', :turn, 0, '', :opened, 0, "
                    "'2026-03-01 12:00:00.000000', '[]', '[]', '[]', '{}', 0, 'all', 0, 0, 'open')"
                ),
                {"id": game, "turn": turn, "opened": opened},
            )
            connection.execute(
                sa.text(
                    "INSERT INTO seats (game, seat, name, kind, bot, address, zone, language, "
                    "standing, quiet, missed, waited, nonce, omits, notices, since) "
                    "VALUES (:id, 1, 'Anna', 'human', '', 'a@example.org', '', '', '[]', '', 0, 0, "
                    "'', '[]', 'each', 0)"
                ),
                {"id": game},
            )
    database.migrate()
    with database.read() as connection:
        new, old = (games.seats_of(connection, game)[0] for game in ("new", "old"))
    opened_at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert (new.news, new.told_from, new.told, new.told_at) == ("digest", -1, -1, None)
    assert (old.news, old.told_from, old.told, old.told_at) == ("digest", 6, 6, opened_at)
    assert (old.name, old.address) == ("Anna", "a@example.org")
    database.close()


def test_0004_sends_nobody_the_console_who_has_not_asked_for_it(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    config = store._alembic()
    omits = sa.table("people", sa.column("address"), sa.column("omits"))
    given = {"a": '["calendar","svg"]', "b": '["html"]', "c": "[]", "d": None}
    with database.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        rows = [{"address": one, "omits": what} for one, what in given.items()]
        connection.execute(sa.insert(omits), rows)
        command.upgrade(config, "0004")
        after = dict(map(tuple, connection.execute(sa.select(omits.c.address, omits.c.omits))))
        command.downgrade(config, "0003")
        again = dict(map(tuple, connection.execute(sa.select(omits.c.address, omits.c.omits))))
    assert after == {
        "a": '["calendar","console","svg"]',
        "b": '["console","html"]',
        "c": '["console"]',
        "d": None,
    }
    assert again == given
    database.close()


def test_an_empty_database_is_refused_with_the_remedy(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    with pytest.raises(StoreError, match="is empty; run 'pbem init'"):
        database.check()
    database.close()


def test_the_database_file_is_its_owners_only(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.migrate()
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file.name
    database.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_that_forgets_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="outlives"):
        Database(url)


def test_postgresql_could_run_every_table() -> None:
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    for table in metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))
