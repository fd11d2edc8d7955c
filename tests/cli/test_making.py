"""Games from templates on the command line."""

from __future__ import annotations

from pathlib import Path

from pbem.store.database import Database
from tests.cli.conftest import Command
from tests.cli.test_games import row


def test_a_template_is_listed_shown_and_made_a_game(
    pbem: Command, house: Path, database: Database
) -> None:
    assert "duel: hegemon, 2 seats" in pbem("templates").out
    assert 'ruleset = "hegemon"' in pbem("templates", "duel").out
    made = pbem("create", "duel", "id=summer", "title=Summer duel", "options.turns=12")
    assert made.out.startswith("summer\n"), made.err
    assert row(database, "summer").title == "Summer duel"
    assert row(database, "summer").options["turns"] == 12


def test_what_is_wrong_is_told_in_a_line(pbem: Command, house: Path) -> None:
    assert "there are: congress, duel" in pbem("templates", "chess").err
    assert "no template chess" in pbem("create", "chess").err
    assert "options.turns" in pbem("create", "duel", "options.turns=0").err
    assert "Expected '='" in pbem("create", "duel", "twelve turns").err


def test_people_are_invited(pbem: Command, house: Path) -> None:
    pbem("create", "duel", "id=summer", "join=invited")
    told = pbem("invite", "summer", "Boris <boris@example.org>")
    assert "1 seats of" in told.out or "kept" in told.out, told.err
    assert "boris@example.org" in pbem("show", "summer").out
    assert "no mail address" in pbem("invite", "summer", "boris").err
    for word in ("approve", "refuse"):
        assert "Nobody waits" in pbem(word, "summer", "1").err
