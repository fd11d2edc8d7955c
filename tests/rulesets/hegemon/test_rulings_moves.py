"""Every ruling on settings and moves by its number (HG-1 to HG-5)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from pbem.engine.api import OptionsError
from pbem.engine.registry import read_options
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.events import (
    AttackMade,
    AttackSuffered,
    Cooperated,
    MoveRejected,
    OwnResult,
)
from pbem.rulesets.hegemon.figures import as_printed
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import IDLE, Fault, Move, Policy, Range
from tests.rulesets.hegemon.table import (
    ASK,
    SECRET,
    Played,
    desk,
    move,
    new_game,
    parse,
    play_on,
    rules,
    sheet,
    with_points,
)

F = Fraction


# HG-1: settings


def test_HG_1_defaults():
    options = Options()
    assert options.items == ("Economy", "Environment", "Defense")
    assert (options.turns, options.points_per_turn) == (10, 100)
    assert (options.bonus_coop, options.malus_attack) == (Decimal("0.5"), Decimal("0.2"))
    assert options.competition_counts and options.attacks_signed
    assert options.ending == "fixed"
    assert RULESET.seats == range(2, 13)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"items": []}, "options.items"),
        ({"items": ["Economy", "economy"]}, "options.items"),
        ({"items": ["Pass"]}, "options.items"),
        ({"items": ["50 %"]}, "options.items"),
        ({"turns": 0}, "options.turns"),
        ({"points_per_turn": 0}, "options.points_per_turn"),
        ({"bonus_coop": -0.1}, "options.bonus_coop"),
        ({"malus_attack": "NaN"}, "options.malus_attack"),
        ({"ending": "never"}, "options.ending"),
    ],
)
def test_HG_1_wrong_settings_name_the_key(given, named):
    with pytest.raises(OptionsError, match=named):
        read_options(RULESET, given)


def test_HG_1_a_fixed_ending_comes_after_the_last_turn():
    state = play_on(new_game(turns=3), 2)
    assert rules.outcome(state) is None
    assert rules.outcome(play_on(state, 1)) is not None


def test_HG_1_a_hidden_ending_comes_from_turn_8_on_with_chance_one_in_six():
    ends = []
    for number in range(300):
        secret = number.to_bytes(32, "big")
        state = new_game(2, ending="hidden", turns=3)
        while state.ending is None:
            chance = Chance(secret, state.turn + 1)
            state, _events = rules.resolve(state, {}, chance)
        ends.append(state.turn)
    assert min(ends) == 8
    assert 0.12 < ends.count(8) / len(ends) < 0.22
    assert 12 < sum(ends) / len(ends) < 14


# HG-2: what a move is


def test_HG_2_60_and_40_percent_are_valid_80_and_30_are_not():
    state = new_game()
    assert parse(state, "Economy 60% comp 100", "Environment 40% comp 100").orders is not None
    assert parse(state, "Economy 80% comp 100", "Environment 30% comp 100").orders is None


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["Economy -5% comp 100"], "negative"),
        (["Economy 5% comp -1"], "negative"),
        (["Economy 5% comp 1 attack -1-5"], "negative"),
        (["Tourism 5%"], "no item"),
        (["Economy 5%", "Economy 6%"], "already"),
        (["Economy 5% coop 60 with 0-9 comp 41"], "sum to 101%"),
        (["Economy 101%"], "100% is the most"),
        (["Economy 5% coop 5 with 9-0"], "reversed"),
        (["Economy 5% coop 5 with 0-9 with 20-30"], "“20-30” is not"),
        (["Economy 5% comp 5 attack 0-9 20-30"], "“20-30” is not"),
    ],
)
def test_HG_2_errors_are_told_in_words(lines, fault):
    parsed = parse(new_game(), *lines)
    assert parsed.orders is None
    assert fault in " ".join(verdict.message for verdict in parsed.verdicts)


def test_HG_2_decimals_are_exact():
    played = Played(new_game(), {1: "Economy 33.3% comp 33,3"})
    assert played.points()[0] == F(110889, 10000)


def test_HG_2_what_is_not_allocated_is_lost():
    played = Played(new_game(), {1: "Economy 60% comp 50"})
    assert sum(played.state.points[0]) == 30


# HG-3: invalid moves


def test_HG_3_one_error_spoils_the_whole_move_and_the_receipt_says_what_is_played():
    state = Played(new_game(), {1: "Economy 50% comp 100"}).state
    parsed = parse(state, "Economy 60% comp 100", "Environment 50%")
    assert parsed.orders is None
    assert parsed.remark.endswith("Without a move your last one is played again.")
    assert len(parsed.verdicts) == 2


def test_HG_3_what_is_held_counts_where_a_mail_after_it_is_in_error():
    """Be it a move that was sent before, or lines that are repeated every turn."""
    state = Played(new_game(), {1: "Economy 50% comp 100"}).state
    held = parse(state, "Defense 100% comp 100").orders
    parsed = desk.parse(rules.view(state, 1), ASK, sheet("Economy 200"), held)
    assert parsed.remark.endswith("so nothing of it counts.")


def test_HG_3_without_an_earlier_move_nothing_is_allocated():
    state = new_game()
    assert "nothing is allocated" in parse(state, "Economy 200").remark
    assert desk.default(rules.view(state, 1), ASK) == IDLE


def test_HG_3_the_default_is_the_last_valid_move():
    state = Played(new_game(), {1: "Economy 50% comp 100"}).state
    assert desk.default(rules.view(state, 1), ASK) == move(state, "Economy 50% comp 100")


HOSTILE = {
    "unknown": Policy("Nowhere", F(10)),
    "percent": Policy("Economy", F(-10)),
    "split": Policy("Economy", F(10), F(70), F(31)),
    "range": Policy("Economy", F(10), F(70), F(0), Range(F(9), F(1))),
    "sum": Policy("Defense", F(100)),
}


@pytest.mark.parametrize("rule", HOSTILE)
def test_HG_3_resolve_checks_again_and_plays_the_last_valid_move(rule):
    state = Played(new_game(), {1: "Economy 50% comp 100"}).state
    bad = Move((HOSTILE[rule], Policy("Environment", F(1))))
    after, events = rules.resolve(state, {1: bad}, Chance(SECRET, 2))
    assert after.points[0][0] == 100
    rejected = [event for event in events if isinstance(event, MoveRejected)]
    assert [event.audience for event in rejected] == [(1,)]
    assert rule in {fault.rule for fault in rejected[0].faults}
    assert "invalid" in str(desk.report(rules.view(after, 1), events))


def test_HG_3_repeated_items_are_found_again_too():
    bad = Move((Policy("Economy", F(1)), Policy("Economy", F(2))))
    _after, events = rules.resolve(new_game(), {2: bad}, Chance(SECRET, 1))
    assert MoveRejected(audience=(2,), faults=(Fault("repeated", "Economy"),)) in events


# HG-4: allocation, cooperation, competition


def test_HG_4_points_of_an_item():
    played = Played(new_game(points_per_turn=200), {1: "Economy 60% coop 70 with 0-* comp 30"})
    own = played.heard(1, OwnResult)[0].items[0]
    assert (own.allocated, own.coop, own.comp) == (120, 84, 36)


# HG-5: ranges


@pytest.mark.parametrize(
    ("exact", "printed"),
    [
        (F(1, 3), "0.33"),
        (F(2, 3), "0.67"),
        (F(5, 1000), "0.01"),
        (F(1004999, 10000), "100.50"),
        (F(0), "0.00"),
    ],
)
def test_HG_5_as_printed_is_two_decimals_halves_up(exact, printed):
    assert str(as_printed(exact)) == printed


@pytest.mark.parametrize(("span", "hit"), [("100-150", True), ("150.01-*", False), ("0-99", False)])
def test_HG_5_ranges_are_inclusive(span, hit):
    for held in ("100", "150"):
        state = with_points(new_game(2), (0, 0, 0), (held, 0, 0))
        played = Played(state, {1: f"Economy 10% comp 100 attack {span}"})
        assert bool(played.heard(2, AttackSuffered)) == hit


def test_HG_5_ranges_compare_with_points_as_printed():
    state = Played(new_game(2), {2: "Economy 33.3333% comp 100"}).state
    assert state.points[1][0] == F(333333, 10000)
    played = Played(state, {1: "Economy 10% comp 100 attack 33.33-33.33"})
    assert len(played.heard(1, AttackMade)) == 1


def test_HG_5_ranges_compare_with_the_end_of_the_previous_turn_and_never_include_oneself():
    played = Played(new_game(2), {1: "Economy 10% comp 100 attack 0-0", 2: "Economy 100% comp 100"})
    assert [strike.target for strike in played.heard(1, AttackMade)] == [2]


def test_HG_5_without_a_range_there_is_no_cooperation_and_no_attack():
    played = Played(new_game(2), {1: "Economy 50% coop 50 comp 50", 2: "Economy 50% coop 50"})
    assert played.points() == [25, 0]
    assert not played.heard(1, Cooperated) and not played.heard(1, AttackMade)
