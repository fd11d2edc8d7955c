"""pbem verify, export and import, as they are typed."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pbem.service.context import open_context
from pbem.service.tools.archive import Archive, pack, unpack
from pbem.service.tools.export import export_game
from tests.cli.conftest import Command
from tests.servers.databases import SERVER


def test_an_export_is_checked_where_there_is_no_service(pbem: Command, house: Path) -> None:
    pbem("close", "spring", "--yes")
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
    pbem("close", "spring", "--yes")
    said = pbem("export", "spring", "--full", "-o", "moving.zip")
    assert "give it to nobody else" in said.out
    taken = pbem("import", "moving.zip")
    assert (taken.code, "there is a game 'spring' already" in taken.err) == (1, True)
    twice = pbem("import", "moving.zip", "--as", "autumn")
    assert (twice.code, "here already, as spring; --again" in twice.err) == (1, True)
    moved = pbem("import", "moving.zip", "--as", "autumn", "--again")
    assert moved.code == 0
    assert "Spring is here as autumn" in moved.out
    assert "1 player will hear of it" in moved.out
    assert "Pause it where it came from ('pbem pause spring'), or it is played twice." in moved.out
    assert "In no link of its record" in moved.out
    assert "  seat 1: Anna <anna@example.org>" in moved.out
    assert pbem("verify", "autumn").code == 0
    assert pbem("close", "autumn", "--yes").code == 0


@pytest.mark.postgresql
def test_all_games_move_from_sqlite_to_postgresql(pbem: Command, house: Path) -> None:
    people = ("--player", "Anna <anna@example.org>")
    assert (
        pbem("new", "--ruleset", "hegemon", "--id", "autumn", *people, "--bot", "raider").code == 0
    )
    assert pbem("new", "--ruleset", "hegemon", "--id", "winter", *people, "--open", "1").code == 0
    pbem("close", "spring", "--yes")
    said = pbem("export", "--all", "-o", "moving")
    assert "moving holds 2 games" in said.out and "give it to nobody else" in said.out
    assert (said.code, "left out: winter has not begun" in said.err) == (1, True)
    assert stat.S_IMODE((house / "moving").stat().st_mode) == 0o700
    assert pbem("export", "--all", "-o", "moving").code == 1, "nothing is overwritten"
    config = house / "config.toml"
    config.write_text(config.read_text().replace("sqlite:///games.db", SERVER.new()))
    assert pbem("init").code == 0
    taken = pbem("import", "--all", "moving")
    assert (taken.code, taken.out.splitlines()[-1]) == (0, "2 games taken over, 0 not.")
    assert "Spring is here as spring" in taken.out
    assert pbem("verify", "spring").code == 0
    assert pbem("close", "spring", "--yes").code == 0
    assert "autumn" in pbem("list").out
    again = pbem("import", "--all", "moving")
    assert (again.code, again.out.splitlines()[-1]) == (1, "0 games taken over, 2 not.")
    assert again.err.startswith("pbem: autumn-full.pbem.zip: ")


def test_what_goes_with_all_games_is_said(pbem: Command, house: Path) -> None:
    (house / "empty").mkdir()
    assert pbem("export").code == pbem("export", "spring", "--all").code == 2
    assert pbem("import", "--all", "empty", "--as", "x").code == 2
    none = pbem("import", "--all", "empty")
    assert (none.code, "'pbem export --all' makes them" in none.err) == (1, True)


def test_nothing_is_overwritten(pbem: Command, house: Path) -> None:
    (house / "spring.pbem.zip").write_bytes(b"mine")
    said = pbem("export", "spring")
    assert said.code == 1
    assert said.err == "pbem: spring.pbem.zip is there already; name a new file with -o\n"
    assert (house / "spring.pbem.zip").read_bytes() == b"mine"


def test_a_full_export_has_a_name_of_its_own(pbem: Command, house: Path) -> None:
    assert pbem("export", "spring").code == pbem("export", "spring", "--full").code == 0
    assert (house / "spring-full.pbem.zip").is_file()


def test_a_folder_that_does_not_exist_is_told(pbem: Command, house: Path) -> None:
    said = pbem("export", "spring", "-o", "elsewhere/spring.zip")
    assert said.code == 1
    assert "the folder elsewhere does not exist; make it first" in said.err


def test_an_export_that_is_not_right_is_refused_with_the_place(pbem: Command, house: Path) -> None:
    pbem("close", "spring", "--yes")
    archive = export_game_in(house)
    page = archive.pages[1]
    part = msgspec.structs.replace(page.opened["orders/2"], data=msgspec.Raw(b"[]"))
    changed = msgspec.structs.replace(page, opened={**page.opened, "orders/2": part})
    (house / "changed.zip").write_bytes(pack(replace(archive, pages=(archive.pages[0], changed))))
    said = pbem("import", "changed.zip", "--as", "autumn")
    assert said.code == 1
    assert "the export is not right ('pbem verify' tells all): turn 1, seat 2: the " in said.err


def export_game_in(house: Path) -> Archive:
    with open_context(house / "config.toml") as context:
        return unpack(pack(export_game(context, "spring", full=True)))


def test_a_name_that_cannot_be_is_told_by_the_option_that_gave_it(
    pbem: Command, house: Path
) -> None:
    pbem("export", "spring", "--full")
    said = pbem("import", "spring-full.pbem.zip", "--as", "Bad Name")
    assert said.err.startswith("pbem: --as: 'Bad Name': write 1 to 31 of a-z")


def test_what_is_wrong_has_an_exit_code(pbem: Command, house: Path) -> None:
    pbem("export", "spring")
    file = house / "spring.pbem.zip"
    file.write_bytes(file.read_bytes()[:-9])
    said = pbem("verify", "spring.pbem.zip")
    assert said.code == 1
    assert "spring.pbem.zip: this is no export, or half of one" in said.err
    for command in ("verify", "import"):
        none = pbem(command, "elsewhere.zip")
        assert (none.code, none.err) == (1, "pbem: elsewhere.zip: there is no such file\n")


def test_mails_go_with_a_file(pbem: Command, house: Path) -> None:
    said = pbem("verify", "spring", "--mails", ".")
    assert (said.code, "export the game first" in said.err) == (2, True)
