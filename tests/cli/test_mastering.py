"""The game master's words on the command line: the same as by mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.database import Database
from tests.cli.conftest import Command
from tests.cli.test_games import row


@pytest.fixture(autouse=True)
def autumn(pbem: Command, house: Path) -> None:
    made = pbem(
        *("new", "--ruleset", "hegemon", "--id", "autumn", "--player", "Anna <anna@example.org>"),
        *("--player", "Boris <boris@example.org>", "--master", "Eve <eve@example.org>"),
    )
    assert made.code == 0, made.err


def test_who_runs_a_game_is_listed_added_and_removed(pbem: Command, house: Path) -> None:
    assert pbem("master", "list", "autumn").out == "Eve <eve@example.org>: owner\n"
    pbem("master", "add", "autumn", "Ada <ada@example.org>", "--assistant")
    assert "Ada <ada@example.org>: assistant" in pbem("master", "list", "autumn").out
    assert pbem("master", "add", "autumn", "ada@example.org").code == 1
    assert "has to be an owner" in pbem("master", "remove", "autumn", "eve@example.org").err
    pbem("master", "remove", "autumn", "ada@example.org")
    assert "ada" not in pbem("master", "list", "autumn").out
    assert "Nobody" in pbem("master", "remove", "autumn", "ada@example.org").err


def test_a_seat_is_changed_in_all_its_ways(pbem: Command, house: Path) -> None:
    pbem("seat", "autumn", "1", "--address", "dora@example.org", "--yes")
    pbem("seat", "autumn", "1", "--language", "de", "--zone", "Europe/Berlin")
    pbem("seat", "autumn", "2", "--bot", "raider", "--yes")
    told = pbem("show", "autumn").out
    assert "dora@example.org" in told
    assert "bot raider" in told
    log = pbem("log", "autumn").out
    assert "the operator  gave seat 1 to somebody" in log
    assert "changed the language of seat 1 to de" in " ".join(log.split())
    assert pbem("seat", "autumn", "1").code == 2
    assert "no seat 9" in pbem("seat", "autumn", "9", "--zone", "UTC").err


def test_what_cannot_be_taken_back_is_asked(pbem: Command, house: Path, database: Database) -> None:
    for words in (("cancel", "autumn"), ("eject", "autumn", "1"), ("delete", "autumn")):
        assert pbem(*words).code == 1
    assert row(database, "autumn").status == "running"
    assert "cancelled" in pbem("cancel", "autumn", "--yes").out
    assert row(database, "autumn").status == "cancelled"
    assert "Cancelled." in pbem("show", "autumn").out
    assert pbem("archive", "autumn").code == 0
    assert "autumn" not in pbem("list").out
    assert "autumn" in pbem("list", "--all").out
    assert pbem("delete", "autumn", "--yes").code == 0
    assert pbem("show", "autumn").code == 1


def test_time_is_moved_and_noted(pbem: Command, house: Path, database: Database) -> None:
    assert "ends" in pbem("extend", "autumn", "2 days").out
    assert pbem("extend", "autumn", "much").code == 1
    assert pbem("schedule", "autumn", "grace=2h", "weekdays=tue,fri").code == 0
    assert row(database, "autumn").schedule["grace"] == "2h"
    assert pbem("schedule", "autumn", "grace").code == 2
    assert pbem("note", "autumn", "Anna is away").code == 0
    assert pbem("eject", "autumn", "2", "--yes").code == 0
    log = pbem("log", "autumn").out
    assert "noted: Anna is away" in log
    assert "took seat 2 from its player" in log
    assert "Nothing needs you" in pbem("trouble", "autumn").out


def test_closing_asks_while_people_owe_orders(
    pbem: Command, house: Path, database: Database
) -> None:
    asked = pbem("close", "autumn")
    assert asked.code == 1
    assert "waits for Anna, Boris. Close it without their orders?" in asked.out
    assert row(database, "autumn").turn == 1
    assert "Turn 1 is closed" in pbem("close", "autumn", given=b"y\n").out
    assert "Turn 2 is closed" in pbem("close", "autumn", "--yes").out


def test_a_game_goes_back_once_it_was_confirmed(
    pbem: Command, house: Path, database: Database
) -> None:
    assert "No turn of Autumn is over yet" in pbem("rollback", "autumn", "1", "--yes").err
    for _turn in range(2):
        pbem("close", "autumn", "--yes")
    assert "from 1 to 2" in pbem("rollback", "autumn", "3", "--yes").err
    refused = pbem("rollback", "autumn", "1")
    assert refused.code == 1
    assert "Autumn would stand again as turn 1 was opened." in refused.out
    assert "Anna (seat 1):" in refused.out
    assert row(database, "autumn").turn == 3
    assert "Turn 1 of Autumn is open again" in pbem("rollback", "autumn", "1", "--yes").out
    assert (row(database, "autumn").turn, row(database, "autumn").rollbacks) == (1, 1)
    assert "took the game back to turn 1" in pbem("log", "autumn").out
    assert pbem("verify", "autumn").code == 0


def test_results_are_looked_at_and_let_out(pbem: Command, house: Path, database: Database) -> None:
    text = """
        ruleset = "hegemon"
        id = "winter"
        release = "master"
        release_after = "2d"
        seats = [{name = "Anna", address = "anna@example.org"}, {bot = "raider"}]
    """
    Path("winter.toml").write_text(text)
    assert pbem("new", "winter.toml").code == 0
    assert "as it would come out now" in pbem("preview", "winter").out
    assert "No results wait" in pbem("release", "winter").err
    assert "its results wait" in pbem("close", "winter", "--yes").out
    assert "'pbem release winter' sends them" in pbem("show", "winter").out
    assert "waits for you" in pbem("list").out
    assert "RELEASE sends them" in pbem("close", "winter", "--yes").err
    shown = pbem("preview", "winter").out
    assert "the results of turn 1 wait for you" in shown
    assert "After turn 1 of 10" in shown
    assert "turn 2 is open" in pbem("release", "winter").out
    assert row(database, "winter").turn == 2
    assert "let the results of turn 1 out" in pbem("log", "winter").out
    assert pbem("verify", "winter").code == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('release = "never"', "release"),
        ('release_after = "soon"', "release_after: 'soon' is no span of time"),
        ('release_after = "0h"', "release_after"),
        ("reliability = 101", "reliability: write a number from 0 to 100"),
    ],
)
def test_what_a_game_file_cannot_say(pbem: Command, house: Path, line: str, told: str) -> None:
    Path("bad.toml").write_text(f'ruleset = "hegemon"\nseats = [{{}}, {{}}]\n{line}\n')
    said = pbem("new", "bad.toml")
    assert said.code == 1
    assert told in said.err


def test_a_seat_is_ordered_for_and_looked_at(
    pbem: Command, house: Path, database: Database
) -> None:
    assert "refused Economy 500% comp 1" in pbem("for", "autumn", "2", "Economy 500% comp 1").out
    assert "Given for Boris (seat 2)" in pbem("for", "autumn", "2", "Economy 60% comp 100").out
    assert pbem("for", "autumn", "9", "Economy 60% comp 100").code == 1
    shown = pbem("for", "autumn", "2", "PREVIEW", "Economy 50% comp 100").out
    assert shown.startswith("Nothing is saved. Boris (seat 2) hears by LOG that you looked.")
    assert "Given for Boris (seat 2)" in pbem("for", "autumn", "2", "WAIT").out
    for other in ("VOTE draw", "EXTEND 12"):
        refused = pbem("for", "autumn", "2", "Economy 60% comp 100", other)
        assert (refused.code, refused.out) == (1, "")
        assert f"pbem: {other} is no order. Among orders for a seat (FOR 3:)" in refused.err
    assert "Boris (seat 2)" in pbem("view", "autumn", "2").out
    assert '"' in pbem("view", "autumn", "truth").out
    assert pbem("view", "autumn", "Boris").code == 2
    pbem("close", "autumn", "--yes")
    assert pbem("verify", "autumn").code == 0
    log = pbem("log", "autumn").out
    for act in ("gave orders for seat 2", "looked at the position of seat 2", "everything"):
        assert act in log
