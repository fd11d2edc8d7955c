"""Games of bots: who sits where, that a seed is a game, and what is told of the seats."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import RulesetError, Traits
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.view import View
from pbem.service.tools import simulate
from pbem.service.tools.simulate import Simulation, plan, play

LEVELS = st.lists(st.sampled_from(["strong", "weak", "random"]), min_size=1, max_size=6)
PLAYERS = st.integers(1, 12)


def of(*levels: str, players: int = 4, paired: bool = False) -> Simulation:
    return plan("hegemon", players, levels, {"ending": "hidden"}, paired=paired)


def test_levels_are_given_to_the_seats_in_turn() -> None:
    assert of("raider", "hedger", players=5).seating() == (
        "raider", "hedger", "raider", "hedger", "raider",
    )  # fmt: skip


def test_without_pairs_every_game_has_a_seed_of_its_own_and_the_same_seats() -> None:
    assert of("raider", "hedger").schedule(3, seed=7) == ((7, 0), (8, 0), (9, 0))


def test_a_pair_is_one_seed_with_the_seats_exchanged() -> None:
    simulation = of("raider", "hedger", paired=True)
    assert simulation.schedule(4, seed=7) == ((7, 0), (7, 1), (8, 0), (8, 1))
    assert simulation.seating(0) == ("raider", "hedger", "raider", "hedger")
    assert simulation.seating(1) == ("hedger", "raider", "hedger", "raider")


def test_the_last_pair_is_complete_whatever_number_of_games_was_asked_for() -> None:
    assert len(of("raider", "hedger", "random", paired=True).schedule(4, seed=1)) == 6


@given(levels=LEVELS, players=PLAYERS, games=st.integers(1, 30))
def test_in_pairs_every_level_has_every_seat_equally_often(
    levels: list[str], players: int, games: int
) -> None:
    simulation = Simulation("any", players, tuple(levels), paired=True)
    seatings = [simulation.seating(shift) for _seed, shift in simulation.schedule(games, 1)]
    assert games <= len(seatings) < games + len(levels)
    rounds = len(seatings) // len(levels)
    for seat in zip(*seatings, strict=True):
        assert Counter(seat) == {level: levels.count(level) * rounds for level in levels}


def test_both_games_of_a_pair_have_the_same_chance() -> None:
    """A hidden ending falls by lot alone, so both end in the same turn."""
    simulation = of("raider", "hedger", paired=True)
    games = [play(simulation, seed, shift) for seed, shift in simulation.schedule(12, seed=1)]
    first, second = games[::2], games[1::2]
    assert [game.turns for game in first] == [game.turns for game in second]
    assert len({game.turns for game in first}) > 1
    assert all(one.hash != other.hash for one, other in zip(first, second, strict=True))
    assert [game.levels for game in games[:2]] == [simulation.seating(0), simulation.seating(1)]


def test_a_game_in_a_pair_is_the_same_game_as_alone() -> None:
    paired = play(of("raider", "hedger", paired=True), 5, shift=1)
    alone = play(of("hedger", "raider"), 5)
    assert (paired.hash, paired.levels, paired.scores) == (alone.hash, alone.levels, alone.scores)


@pytest.mark.parametrize("levels", [(), ("raider",), ("raider", "raider")])
def test_one_level_alone_has_nobody_to_change_seats_with(levels: tuple[str, ...]) -> None:
    with pytest.raises(RulesetError, match="--paired: name the levels to compare"):
        of(*levels, paired=True)


def sides(view: View) -> Traits:
    """A trait of the seats, and that the view is a spectator's of a finished game."""
    assert view.seat is None
    assert view.ending is not None
    return {player.seat: {"side": "odd" if player.seat % 2 else "even"} for player in view.players}


def test_traits_are_told_from_a_spectators_view_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = play(of("raider"), 3)
    monkeypatch.setattr(simulate, "load", lambda _name: replace(RULESET, traits=sides))
    game = play(of("raider"), 3)
    assert game.traits == {n: {"side": "odd" if n % 2 else "even"} for n in (1, 2, 3, 4)}
    assert game.hash == plain.hash


def test_a_game_without_traits_is_written_without_them() -> None:
    game = play(of("raider"), 3)
    assert game.traits == {}
    assert b"traits" not in msgspec.json.encode(game)
