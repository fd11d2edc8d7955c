"""`pbem fame`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_nobody_stands_in_it_who_does_not_want_to(pbem: Command, house: Path) -> None:
    assert "Nobody is rated yet" in pbem("fame").out
    assert json.loads(pbem("fame", "hegemon", "--json").out) == []


def test_a_game_that_there_is_not_is_told(pbem: Command, house: Path) -> None:
    said = pbem("fame", "chess")
    assert said.code != 0
    assert "chess" in said.err
