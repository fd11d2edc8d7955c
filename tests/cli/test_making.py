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
