"""pbem verify, export and import, as they are typed."""

from __future__ import annotations

import stat
from pathlib import Path

from tests.cli.conftest import Command


def test_an_export_is_checked_where_there_is_no_service(pbem: Command, house: Path) -> None:
    pbem("close", "spring")
    said = pbem("export", "spring")
    assert said.code == 0
    assert "'pbem verify spring.pbem.zip' checks it" in said.out
    file = house / "spring.pbem.zip"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (house / "config.toml").unlink()
    (house / "games.db").unlink()
    told = pbem("verify", "spring.pbem.zip")
    assert told.code == 0
    assert told.out.endswith("Nothing is wrong.\n")
    assert "? " in told.out, "before the end the dice cannot be checked"


def test_a_full_export_says_that_it_is_secret_and_is_imported(pbem: Command, house: Path) -> None:
    pbem("close", "spring")
    said = pbem("export", "spring", "--full", "-o", "moving.zip")
    assert "give it to nobody else" in said.out
    taken = pbem("import", "moving.zip")
    assert (taken.code, "there is a game 'spring' already" in taken.err) == (1, True)
    moved = pbem("import", "moving.zip", "--as", "autumn")
    assert moved.code == 0
    assert "Spring is here as autumn" in moved.out
    assert "1 player will hear of it" in moved.out
    assert pbem("verify", "autumn").code == 0
    assert pbem("close", "autumn").code == 0


def test_nothing_is_overwritten(pbem: Command, house: Path) -> None:
    (house / "spring.pbem.zip").write_bytes(b"mine")
    said = pbem("export", "spring")
    assert (said.code, "spring.pbem.zip" in said.err) == (1, True)
    assert (house / "spring.pbem.zip").read_bytes() == b"mine"


def test_what_is_wrong_has_an_exit_code(pbem: Command, house: Path) -> None:
    pbem("export", "spring")
    file = house / "spring.pbem.zip"
    file.write_bytes(file.read_bytes()[:-9])
    said = pbem("verify", "spring.pbem.zip")
    assert said.code == 1
    assert "spring.pbem.zip: this is no export, or a damaged one" in said.err
    assert pbem("verify", "elsewhere.zip").err == "pbem: elsewhere.zip: there is no such file\n"


def test_mails_go_with_a_file(pbem: Command, house: Path) -> None:
    said = pbem("verify", "spring", "--mails", ".")
    assert (said.code, "export the game first" in said.err) == (2, True)
