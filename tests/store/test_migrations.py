"""The migrations and the schema in tables.py say the same."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pbem.store.database import Database, StoreError
from pbem.store.tables import metadata


def test_migrations_from_nothing_equal_the_schema(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    database.migrate()
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    database.close()


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
