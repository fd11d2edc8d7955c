"""`pbem simulate`: games among bots, counted."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pbem.engine.api import Traits
from pbem.rulesets.hegemon import RULESET
from pbem.service.tools import simulate
from tests.cli.conftest import Command


def headings(said: str) -> list[list[str]]:
    """The headings of every table, which stand above its line."""
    lines = said.splitlines()
    return [
        re.split(r"\s{2,}", above.strip())
        for above, line in pairwise(lines)
        if line.strip().startswith("───")
    ]


class TestSimulate:
    WORDS = ("simulate", "hegemon", "--players", "4", "--option", "turns=3")

    def played(self, pbem: Command, *words: str) -> list[dict[str, Any]]:
        said = pbem(*self.WORDS, "--json", *words)
        assert said.code == 0, said.err
        return [json.loads(line) for line in said.out.splitlines()]

    def test_one_object_a_game_with_these_keys(self, pbem: Command) -> None:
        found = self.played(pbem, "--games", "3", "--seed", "7")
        assert [game["seed"] for game in found] == [7, 8, 9]
        for game in found:
            assert list(game) == [
                "seed", "turns", "winners", "scores", "seconds", "hash", "levels",
            ]  # fmt: skip
            assert game["turns"] == 3
            assert sorted(game["scores"]) == ["1", "2", "3", "4"]
            assert set(game["winners"]) <= {1, 2, 3, 4}
            assert game["seconds"] > 0
            assert len(game["hash"]) == 64

    def test_a_seed_gives_the_same_game_whatever_the_jobs(self, pbem: Command) -> None:
        words = ("--games", "4", "--level", "random,raider")
        alone = self.played(pbem, *words)
        together = self.played(pbem, *words, "--jobs", "2")
        (third,) = self.played(pbem, "--level", "random,raider", "--seed", "3", "--games", "1")
        hashes = [game["hash"] for game in alone]
        assert [game["hash"] for game in together] == hashes
        assert third["hash"] == hashes[2]
        assert len(set(hashes)) == 4

    def test_the_summary_tells_how_every_seat_fared(self, pbem: Command) -> None:
        said = pbem(*self.WORDS, "--games", "2", "--level", "raider,hedger").out
        assert said.count("raider") == 2
        assert said.count("hedger") == 2
        assert "2 games" in said

    def test_games_of_equal_length_have_no_quartiles_to_tell(self, pbem: Command) -> None:
        said = pbem(*self.WORDS, "--games", "2").out
        assert "2 games, 0 of them drawn, in 3 turns (median) and " in said

    def test_the_length_of_games_is_told_by_its_quartiles(self, pbem: Command) -> None:
        words = ("simulate", "hegemon", "--players", "2", "--option", "ending=hidden")
        said = pbem(*words, "--games", "12").out
        assert re.search(
            r"in [\d.]+ turns \(median; \d+ to \d+, half of them [\d.]+ to [\d.]+\) and ", said
        )

    def test_paired_levels_are_told_by_level_because_each_has_every_seat(
        self, pbem: Command
    ) -> None:
        words = ("--games", "3", "--level", "raider,hedger", "--paired")
        said = pbem(*self.WORDS, *words).out
        assert said.count("raider") == said.count("hedger") == 1
        assert said.count("each in turn") == 4
        assert "4 games" in said
        assert headings(said)[1] == [
            "Level", "Seats", "A game", "Victories", "Share", "Fair", "Ratio", "Luck",
        ]  # fmt: skip
        assert {(game["seed"], *game["levels"]) for game in self.played(pbem, *words)} == {
            (seed, *levels * 2)
            for seed in (1, 2)
            for levels in (("raider", "hedger"), ("hedger", "raider"))
        }

    def test_paired_games_are_the_same_whatever_the_jobs(self, pbem: Command) -> None:
        words = ("--games", "4", "--level", "raider,hedger", "--paired")
        alone = [game["hash"] for game in self.played(pbem, *words)]
        assert [game["hash"] for game in self.played(pbem, *words, "--jobs", "2")] == alone
        assert len(set(alone)) == 4

    def test_victories_are_counted_by_the_traits_that_a_ruleset_tells(
        self, pbem: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def traits(view: Any) -> Traits:
            return {
                player.seat: {"faction": f"House {player.seat % 2}", "fate": "survived"}
                for player in view.players
            }

        monkeypatch.setattr(simulate, "load", lambda _name: replace(RULESET, traits=traits))
        said = pbem(*self.WORDS, "--games", "5").out
        assert [names[0] for names in headings(said)] == ["Seat", "Faction", "Fate"]
        assert re.search(r"House 0 +10 +2\.00 +[\d.]+ +[\d.]+% +50\.0% +[\d.]+ +±0\.88", said)
        assert re.search(r"survived +20 +4\.00 +5 +100\.0% +100\.0% +1\.00 +±0\.00", said)
        (told,) = self.played(pbem, "--games", "1")
        assert told["traits"]["3"] == {"faction": "House 1", "fate": "survived"}

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--players", "99"), "--players: Hegemon is for 2 to 12 players, not 99"),
            (("--level", "genius"), "--level: hegemon has no bot 'genius'; there are: "),
            (("--paired",), "--paired: name the levels to compare"),
            (("--option", "turn=3"), "options.turn: hegemon has no such option"),
        ],
    )
    def test_what_cannot_be_played_is_told_in_one_line(
        self, pbem: Command, words: tuple[str, ...], said: str
    ) -> None:
        told = pbem("simulate", "hegemon", *words)
        assert told.code == 1
        assert told.err.startswith(f"pbem: {said}")
        assert told.err.count("\n") == 1
