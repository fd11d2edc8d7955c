"""The migrations and the schema in tables.py say the same."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pbem.store import database as store
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
