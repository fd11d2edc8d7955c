"""pbem backup and pbem restore: everything that a service is made of, there and back."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from pbem.service.lock import sole_server
from tests.cli.conftest import Command


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_a_backup_holds_everything_for_its_owners_eyes(pbem: Command, house: Path) -> None:
    said = pbem("backup", str(house / "kept"))
    assert said.code == 0
    files = sorted(file.name for file in (house / "kept").iterdir())
    assert files == ["config.toml", "games.db", "pbem.key"]
    assert stat.S_IMODE((house / "kept").stat().st_mode) == 0o700
    assert modes(house / "kept") == {0o600}


def test_a_game_goes_on_from_a_backup_where_it_stood(pbem: Command, house: Path) -> None:
    pbem("close", "spring", "--yes")
    before = pbem("show", "spring").out
    pbem("backup", str(house / "kept"))
    pbem("close", "spring", "--yes")
    assert pbem("show", "spring").out != before
    assert pbem("restore", str(house / "kept"), "--force").code == 0
    assert pbem("show", "spring").out == before
    assert pbem("verify", "spring").code == 0
    assert pbem("close", "spring", "--yes").code == 0


def test_a_backup_is_of_one_moment_though_somebody_writes(pbem: Command, house: Path) -> None:
    """What is not committed is not in it, and what is waits for nobody."""
    writer = sqlite3.connect(house / "games.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE games SET title = 'Half'")
    assert pbem("backup", str(house / "kept")).code == 0
    writer.execute("ROLLBACK")
    writer.close()
    kept = sqlite3.connect(house / "kept" / "games.db")
    assert kept.execute("SELECT title FROM games").fetchone() == ("Spring",)
    kept.close()


def test_nothing_is_replaced_unasked(pbem: Command, house: Path) -> None:
    pbem("backup", str(house / "kept"))
    again = pbem("backup", str(house / "kept"))
    assert (again.code, "is there already; name a new folder" in again.err) == (1, True)
    back = pbem("restore", str(house / "kept"))
    assert (back.code, "--force replaces them" in back.err) == (1, True)


def test_nothing_is_replaced_under_a_service_that_runs(pbem: Command, house: Path) -> None:
    pbem("backup", str(house / "kept"))
    with sole_server(house):
        said = pbem("restore", str(house / "kept"), "--force")
    assert (said.code, "stop it first" in said.err) == (1, True)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "schema 9999, which this pbem"),
        ("DROP TABLE alembic_version", "is no database of pbem"),
    ],
)
def test_a_backup_of_an_unknown_schema_is_refused(
    pbem: Command, house: Path, statement: str, told: str
) -> None:
    pbem("backup", str(house / "kept"))
    kept = sqlite3.connect(house / "kept" / "games.db")
    with kept:
        kept.execute(statement)
    kept.close()
    said = pbem("restore", str(house / "kept"), "--force")
    assert (said.code, told in said.err) == (1, True)


def test_what_is_no_backup_is_refused(pbem: Command, house: Path) -> None:
    (house / "empty").mkdir()
    said = pbem("restore", str(house / "empty"), "--force")
    assert (said.code, "is no backup" in said.err) == (1, True)


def test_postgresql_is_told_of_its_own_tools(pbem: Command, house: Path) -> None:
    config = house / "config.toml"
    text = config.read_text(encoding="utf-8")
    line = 'database = "postgresql://pbem@db.example.org/pbem"'
    config.write_text(text.replace('database = "sqlite:///games.db"', line), encoding="utf-8")
    said = pbem("backup", str(house / "kept"))
    assert (said.code, "pg_dump" in said.err) == (1, True)
