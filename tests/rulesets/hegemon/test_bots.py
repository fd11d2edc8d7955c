"""Bots of three levels: they share with those who give, no fixed line outdoes them, they see what
a player sees, and the stronger ones win."""

from __future__ import annotations

import ast
from decimal import Decimal
from pathlib import Path

import pytest

from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET, bots
from pbem.rulesets.hegemon.bots import Bot
from pbem.rulesets.hegemon.bots.features import outlook
from pbem.rulesets.hegemon.orders import EVERYONE, Move
from pbem.rulesets.hegemon.view import View
from tests.rulesets.hegemon.rivals import (
    FIXED,
    HEDGER,
    RAIDER,
    RECIPROCATOR,
    AtRandom,
    Unread,
    alone,
    mixed,
)
from tests.rulesets.hegemon.table import (
    ASK,
    SECRET,
    Played,
    new_game,
    play_on,
    rules,
    with_points,
)
from tests.soaking import soak

LEVELS = (RAIDER, HEDGER, RECIPROCATOR)
OFF_THE_TRUTH = {"state", "rules"}
"""Modules of the ruleset that a bot must not know."""
SEEDS = 1000
"""Other games than those that the levels' figures were chosen in."""


def seeds(games: int) -> range:
    return range(SEEDS, SEEDS + games)


def decide(bot: Bot, view: View) -> Move:
    return bot.decide(view, ASK, Chance(SECRET, view.turn + 1))


# Strength -----------------------------------------------------------------------------


@pytest.mark.parametrize("line", FIXED)
@pytest.mark.parametrize(
    ("bot", "games"),
    [(HEDGER, 2), *(soak(bot, 200) for bot in (HEDGER, RECIPROCATOR))],
    ids=["few", "house", "strong"],
)
def test_no_fixed_line_outdoes_three_bots(bot, games, line):
    assert alone(FIXED[line], bot, 4, seeds(games)) <= 0.45


@pytest.mark.parametrize(
    ("one", "other"), [(HEDGER, RAIDER), (RECIPROCATOR, HEDGER)], ids=["house", "strong"]
)
@pytest.mark.parametrize("games", [soak(100)])
def test_the_stronger_level_wins_at_mixed_tables_of_four(one, other, games):
    assert mixed(one, other, 4, seeds(games)) >= 0.6


@pytest.mark.parametrize("games", [4, soak(30)])
def test_the_strongest_level_beats_the_weakest_at_mixed_tables(games):
    assert mixed(RECIPROCATOR, RAIDER, 4, seeds(games)) >= 0.5


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("games", [4, soak(8)])
def test_every_level_beats_random_play(bot, players, games):
    assert alone(bot, AtRandom(), players, seeds(games)) >= 0.75


@pytest.mark.parametrize(
    ("weaker", "share", "games"),
    [(RAIDER, 1 / 2, 4), soak(HEDGER, 1 / 3, 100), soak(RAIDER, 1 / 2, 100)],
)
def test_who_sends_the_template_unread_holds_their_own(weaker, share, games):
    assert alone(Unread(), weaker, 2, seeds(games)) >= share


def test_the_levels_are_offered_weakest_first():
    assert list(RULESET.bots) == ["raider", "hedger", "reciprocator"]
    assert RULESET.bots[RULESET.house_bot] == HEDGER


# Who gave and who took ----------------------------------------------------------------

GIVING = (
    "Economy 40% coop 100 with 0-* / Environment 30% coop 100 with 0-* / "
    "Defense 30% coop 100 with 0-*"
)
TAKING = (
    "Economy 34% coop 1 with 0-* comp 99 / Environment 33% coop 1 with 0-* comp 99 / "
    "Defense 33% coop 1 with 0-* comp 99"
)


def test_a_bot_begins_trusting():
    move = decide(RECIPROCATOR, rules.view(new_game(4), 1))
    assert {policy.partners for policy in move.policies} == {EVERYONE}
    assert all(policy.coop >= 80 for policy in move.policies)


def test_who_took_is_kept_out_by_ranges_and_who_gave_is_not():
    """HG-5: ranges name points, and the taker has more of them."""
    view = Played(new_game(4), dict.fromkeys((1, 2, 3), GIVING) | {4: TAKING}).view(1)
    for policy in decide(HEDGER, view).policies:
        index = view.options.items.index(policy.item)
        held = {player.seat: view.now.of(player.seat, index) for player in view.others}
        inside = {seat for seat, points in held.items() if policy.partners.holds(points)}
        assert inside == {2, 3}


def test_a_taker_is_remembered_after_turns_without_a_gain():
    played = Played(new_game(4), dict.fromkeys((1, 2, 3), GIVING) | {4: TAKING})
    later = Played(played.state, dict.fromkeys((1, 2, 3), GIVING)).view(1)
    assert outlook(later, HEDGER.params).circle == {2, 3}


def test_who_gives_a_little_less_all_the_time_is_kept_out_once_it_adds_up():
    """Five percent of a turn's points a turn, and a quarter of them is the most."""
    sparing = GIVING.replace("coop 100 with 0-*", "coop 95 with 0-* comp 5")
    state = new_game(4, ending="hidden")
    circles = []
    for _turn in range(7):
        played = Played(state, dict.fromkeys((1, 2, 3), GIVING) | {4: sparing})
        state = played.state
        circles.append(outlook(played.view(1), HEDGER.params).circle)
    assert circles[0] == {2, 3, 4} and circles[-1] == {2, 3}


def test_who_lost_points_to_an_attack_is_not_taken_for_one_who_gave_less():
    first = Played(new_game(4), dict.fromkeys((1, 2, 3, 4), GIVING)).state
    held = first.history[-1].of(1, 0)
    rivals = dict.fromkeys((1, 2, 3), GIVING) | {4: f"Economy 100% comp 100 attack {held}-{held}"}
    seen = Played(first, rivals).view(2)
    assert outlook(seen, HEDGER.params).circle >= {1, 3}


APART = "Economy 50% coop 100 with {} / Defense 50% coop 100 with 0-*"


def test_HG_11_a_seat_knows_who_shared_with_it_and_who_was_welcome_and_did_not():
    state = with_points(new_game(4), (100, 0, 0), (200, 0, 0), (200, 0, 0), (100, 0, 0))
    moves = dict.fromkeys((1, 4), APART.format("0-*"))
    moves |= dict.fromkeys((2, 3), APART.format("150-*"))
    played = Played(state, moves)
    assert played.view(1).shared == ((4,), (), (2, 3, 4))
    assert [played.view(1).kept_out(index) for index in range(3)] == [(2, 3), (), ()]
    assert played.view(2).shared == ((3,), (), (1, 3, 4))
    assert [played.view(2).kept_out(index) for index in range(3)] == [(), (), ()]
    assert played.view(None).shared == () and rules.view(state, 1).shared == ()


def test_a_bot_does_not_give_where_nobody_shared_with_it():
    """They let each other in alone, so that what is given to them there is lost."""
    state = with_points(new_game(4), (100, 0, 0), *[(200, 0, 0)] * 3)
    moves = {1: APART.format("0-*")} | dict.fromkeys((2, 3, 4), APART.format("150-*"))
    view = Played(state, moves).view(1)
    assert view.kept_out(0) == (2, 3, 4)
    for bot in (HEDGER, RECIPROCATOR):
        by_item = {policy.item: policy.coop for policy in decide(bot, view).policies}
        assert by_item.get("Economy", 0) <= 5 and by_item["Defense"] >= 30


def test_in_a_last_turn_that_all_know_of_nobody_gives():
    view = rules.view(play_on(new_game(4), 9), 1)
    for bot in (HEDGER, RECIPROCATOR):
        assert all(policy.coop <= 5 for policy in decide(bot, view).policies)


def test_two_rivals_share_nothing():
    """What one gives the other gets as well: nothing is won by it at a table of two."""
    view = rules.view(new_game(2), 1)
    assert all(policy.coop <= 5 for policy in decide(RECIPROCATOR, view).policies)


# What a bot may know ------------------------------------------------------------------


@pytest.mark.parametrize("bot", LEVELS)
def test_the_same_view_and_chance_give_the_same_move(bot):
    """Nothing is remembered from one turn or game to the next."""
    one, other = (Played(new_game(3), {1: GIVING, 2: TAKING}).view(1) for _time in range(2))
    move = decide(bot, one)
    decide(bot, rules.view(new_game(2), 2))
    assert decide(bot, other) == move


def test_no_two_games_are_alike():
    view = rules.view(new_game(2), 1)
    moves = {RECIPROCATOR.decide(view, ASK, Chance(bytes([n]) * 32, 1)) for n in range(8)}
    assert len(moves) > 4
    assert all(move.allocated == 100 for move in moves)


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=str)
def test_bots_never_import_the_truth(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            _, _, inside = node.module.partition("pbem.rulesets.hegemon.")
            assert inside.split(".")[0] not in OFF_THE_TRUTH


def test_spectators_have_nothing_to_decide_with():
    with pytest.raises(ValueError, match="spectator"):
        outlook(rules.view(new_game(2), None), HEDGER.params)


@pytest.mark.parametrize(
    "options",
    [
        {"items": ("Welfare",)},
        {"items": tuple(f"Item {letter}" for letter in "abcdefghijkl"), "turns": 3},
        {"bonus_coop": Decimal(1)},
        {"competition_counts": False},
        {"points_per_turn": 7, "ending": "hidden"},
    ],
    ids=lambda options: next(iter(options)),
)
@pytest.mark.parametrize("players", [2, 5])
def test_every_setting_can_be_played(options, players):
    state = new_game(players, **options)
    for turn in range(1, 4):
        answers = {
            seat: LEVELS[seat % 3].decide(rules.view(state, seat), ASK, Chance(SECRET, turn))
            for seat in range(1, players + 1)
        }
        assert all(move.allocated == 100 for move in answers.values())
        state, _events = rules.resolve(state, answers, Chance(SECRET, turn))
    assert state.turn == 3
