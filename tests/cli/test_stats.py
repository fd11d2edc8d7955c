"""`pbem stats`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_one_game_as_json(pbem: Command, house: Path) -> None:
    pbem("close", "spring", "--yes")
    said = pbem("stats", "spring", "--json")
    assert said.code == 0
    game = json.loads(said.out)
    assert (game["id"], game["status"], game["turns"]) == ("spring", "running", 1)
    anna = game["seats"][0]
    assert anna == {
        "seat": 1,
        "name": "Anna",
        "kind": "human",
        "by_mail": 0,
        "repeated": 0,
        "missing": 1,
        "by_bot": 0,
        "late": 0,
    }
    (reports,) = game["mails"]["outgoing"]
    assert (reports["kind"], reports["mails"]) == ("report", 2)
    assert reports["octets"] > 1000


def test_one_game_for_people(pbem: Command, house: Path) -> None:
    assert "No turn is closed yet." in pbem("stats", "spring").out
    pbem("close", "spring", "--yes")
    said = pbem("stats", "spring").out
    assert said.startswith("spring: Spring, running\n1 turn closed; half of them took ")
    assert "Missing" in said
    assert "Waiting to be sent: 2. Sent back: 0, delayed: 0, refused: 0." in said


def test_all_games(pbem: Command, house: Path) -> None:
    said = pbem("stats")
    assert said.code == 0
    assert "spring" in said.out
    assert "(no game)" in said.out
    found = json.loads(pbem("stats", "--json").out)
    assert [game["id"] for game in found["games"]] == ["spring"]
    assert found["no_game"]["outgoing"] == []


def test_an_unknown_game_is_told_in_one_line(pbem: Command, house: Path) -> None:
    said = pbem("stats", "winter")
    assert (said.code, said.err) == (1, "pbem: there is no game 'winter'; see 'pbem list'\n")
