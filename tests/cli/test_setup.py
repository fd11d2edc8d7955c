"""`pbem init`."""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pbem.cli.setup import default_config, local_zone
from pbem.service.config import Config, load_config
from pbem.service.keys import load_keys
from pbem.store.database import Database
from tests.cli.conftest import Command

FILES = ("config.toml", "pbem.key", "games.db")


def test_init_asks_nothing_and_leaves_all_that_is_needed(pbem: Command, folder: Path) -> None:
    said = pbem("init")
    assert (said.code, said.err) == (0, "")
    assert all(f"{name} is" in said.out for name in FILES)
    config = load_config(folder / "config.toml")
    assert len(load_keys(config, folder).signing) == 32
    assert len((folder / "pbem.key").read_text().strip()) == 64


@pytest.mark.parametrize("name", FILES)
def test_what_init_writes_is_for_its_owner_only(pbem: Command, folder: Path, name: str) -> None:
    pbem("init")
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_init_again_changes_nothing_and_says_what_it_left(pbem: Command, folder: Path) -> None:
    pbem("init")
    (folder / "config.toml").write_text("# mine\n[service]\nzone = 'Europe/Paris'\n")
    before = {name: (folder / name).read_bytes() for name in FILES[:2]}
    said = pbem("init")
    assert said.code == 0
    assert said.out.count("is there already and stays as it is") == 2
    assert "games.db is up to date" in said.out
    assert {name: (folder / name).read_bytes() for name in FILES[:2]} == before


def test_init_brings_an_empty_database_up_to_date(pbem: Command, folder: Path) -> None:
    pbem("init")
    (folder / "games.db").write_bytes(b"")
    assert "run 'pbem init'" in pbem("list").err
    assert "games.db is made" in pbem("init").out
    assert pbem("list").code == 0


def test_init_takes_the_key_from_the_environment_where_the_configuration_says_so(
    pbem: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "config.toml").write_text("[service]\nkey_env = 'PBEM_TEST_KEY'\n")
    assert "PBEM_TEST_KEY must begin with the key that signs" in pbem("init").err
    monkeypatch.setenv("PBEM_TEST_KEY", "ab" * 32)
    assert pbem("init").code == 0
    assert not (folder / "pbem.key").exists()


def test_init_makes_the_folder_of_its_configuration(pbem: Command, folder: Path) -> None:
    assert pbem("--config", "srv/games/config.toml", "init").code == 0
    assert (folder / "srv/games/games.db").exists()


def test_the_new_configuration_says_what_holds_without_it() -> None:
    assert msgspec.convert(tomllib.loads(default_config("UTC")), Config) == Config()


def test_the_new_configuration_names_every_key_that_there_is() -> None:
    def keys(table: dict[str, Any]) -> dict[str, Any]:
        return {k: keys(v) if isinstance(v, dict) else None for k, v in table.items()}

    known = keys(msgspec.to_builtins(Config()))
    del known["mailbox"]  # of which there may be none
    assert keys(tomllib.loads(default_config("UTC"))) == known


def test_the_new_configuration_has_the_time_zone_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "Europe/Paris")
    assert local_zone() == "Europe/Paris"
    config = msgspec.convert(tomllib.loads(default_config(local_zone())), Config)
    assert config.service.zone == "Europe/Paris"


def test_a_zone_that_cannot_be_told_is_utc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "Mars/Olympus")
    monkeypatch.setattr("pbem.cli.setup.LOCALTIME", tmp_path / "nothing")
    assert local_zone() == "UTC"


@pytest.mark.parametrize("command", [("init",), ("doctor",), ("list",)], ids=lambda words: words[0])
def test_a_database_that_lacks_a_column_is_told_with_a_remedy(
    pbem: Command, house: Path, database: Database, command: tuple[str, ...]
) -> None:
    with database.write() as connection:
        connection.execute(sa.text("ALTER TABLE orders RENAME COLUMN said TO other"))
    said = pbem(*command)
    assert said.code == 1
    assert "lacks orders.said of its schema" in said.out + said.err
    assert "'pbem restore'" in said.out + said.err
