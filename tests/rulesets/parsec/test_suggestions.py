"""The order template: what it suggests can really be ordered in this very position."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Fit, Player, Seat
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.engine.testing.golden import plain_text
from pbem.mailer.outbound.layout_html import HTML_OCTETS
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.bots import advice
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.figures import Counts, Stance, Stances
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.language.random_play import random_orders
from pbem.rulesets.parsec.mechanics.course import Way, ways_after
from pbem.rulesets.parsec.mechanics.execution import harvestable, position_of
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import Attack
from pbem.rulesets.parsec.report.suggestions import order_template
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import View
from tests.rulesets.parsec.reports import sent, uncommented
from tests.rulesets.parsec.table import NAMES, desk, orders, rules, view

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""
WIDEST = 76
"""Columns of a line of the template with its sign of a remark."""
SETTINGS = (
    (2, "sequential", "standing"),
    (4, "sequential", "ask"),
    (3, "round", "ask"),
)
RICH = """
    s*  M1  m   .   .   .   .   s+
    .   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   .   s*  .   .   .   .   .
    .   .   .   .   .   .   .   s*
"""


@cache
def played(players: int, pace: str, reactions: str) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """A random game's resolutions, the last one its end, each with what happened in it."""
    secret = bytes([players]) * 32
    options = Options(pace=pace, reactions=reactions)  # type: ignore[arg-type]
    table = [Player(seat, NAMES[seat - 1]) for seat in range(1, players + 1)]
    state = rules.setup(options, table, Chance(secret, 0))
    moments: list[tuple[State, tuple[Event, ...]]] = [(state, ())]
    while rules.asks(state):
        chance = Chance(secret, state.turn + 1)
        answers = {
            ask.seat: random_orders(
                rules.view(state, ask.seat), ask, chance.stream(f"p/{ask.seat}")
            )
            for ask in rules.asks(state)
        }
        state, events = rules.resolve(state, answers, chance)
        moments.append((state, events))
    return tuple(moments)


@cache
def asked(setting: tuple[int, str, str]) -> tuple[tuple[View, Ask, Report], ...]:
    """What everybody is asked, every fifth resolution, and the report that tells of it."""
    return tuple(
        (seen, ask, make_report(seen, news_for(ask.seat, events)))
        for state, events in played(*setting)[::5]
        for ask in rules.asks(state)
        for seen in [rules.view(state, ask.seat)]
    )


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_line_of_the_template_can_be_sent_with_all_others_or_behind_the_first(
    setting: tuple[int, str, str],
) -> None:
    for seen, ask, report in asked(setting):
        lines = uncommented(report)
        assert lines
        assert sent(seen, ask, lines) is not None
        first = lines[:1] if ask.kind == "orders" else ()
        assert sent(seen, ask, lines[:1]) is not None
        for line in lines[1:]:
            assert sent(seen, ask, [*first, line]) is not None, line


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_is_advised_is_what_the_house_bot_plays(setting: tuple[int, str, str]) -> None:
    house = RULESET.bots[RULESET.house_bot]
    for seen, ask, report in asked(setting):
        if ask.kind == "orders":
            given = sent(seen, ask, uncommented(report))
            assert given is not None
            played = house.decide(seen, ask, Chance(bytes(32), 1))
            assert {*given.orders, Attack()} == {*played.orders, Attack()}, "own wishes stay"
            assert given.actions == played.actions


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_first_two_lines_are_a_turn_that_is_carried_out(setting: tuple[int, str, str]) -> None:
    """PA-11: whatever conflict the first one opens, one of the lines behind it will do."""
    for seen, ask, _report in asked(setting):
        if ask.kind == "orders":
            found = advice(seen)
            turn, lines = found.turn, found.orders.actions
            for ships in (0, 6):
                ways = ways_after([Way(position_of(seen))], lines, Stance(ships))
                assert max(way.carried_out for way in ways) >= len(turn)
                assert min(way.carried_out for way in ways) >= 1


def test_a_turn_sent_as_suggested_has_no_line_refused_by_the_rules() -> None:
    for state, _events in played(2, "sequential", "standing")[:-1:5]:
        seen = rules.view(state, state.mover)
        ask = next(one for one in rules.asks(state) if one.seat == state.mover)
        given = sent(seen, ask, uncommented(make_report(seen, ())))
        assert given is not None
        _after, events = rules.resolve(state, {state.mover: given}, Chance(bytes(32), 1))
        assert not [event for event in events if isinstance(event, LineRefused)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_template_sent_back_untouched_orders_nothing(setting: tuple[int, str, str]) -> None:
    for _seen, _ask, report in asked(setting):
        assert all(line.startswith("#") for line in report.template)
        assert max(map(len, report.template)) <= WIDEST


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_reports_stay_short_whoever_reads_them(setting: tuple[int, str, str]) -> None:
    readers: tuple[Seat | None, ...] = (*range(1, setting[0] + 1), None)
    for state, events in played(*setting)[::5]:
        for seat in readers:
            report = make_report(rules.view(state, seat), news_for(seat, events))
            assert len(plain_text(report)) < HTML_OCTETS // 8
            assert report.headline.endswith(".") and len(report.headline) < 250


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_line_of_a_report_that_comes_back_unmarked_is_taken_for_an_order(
    setting: tuple[int, str, str],
) -> None:
    lines = {
        line.lstrip(" -•*")
        for _seen, _ask, report in asked(setting)
        for line in plain_text(report).splitlines()
    }
    assert [line for line in lines if desk.fit(line) not in OURS] == []


# What comes first ---------------------------------------------------------------------


def template(seen: View) -> list[str]:
    return [written(order) for order in orders(seen, *uncommented(make_report(seen, ())))]


def test_a_line_says_what_it_brings_or_what_speaks_for_it() -> None:
    first, second, *_others = uncommented(make_report(view(RICH, hands={1: "mmmmmm"}), ()))
    assert first == "LEADER government TO a2  ; to earn people and technology"
    assert second == "SETTLE merchant AT c2  ; 1 money for you"


def test_PA_8_a_line_that_destroys_says_what_for() -> None:
    """In the random games a leader is sent home, an income spoilt, or a union made impossible."""
    template = [line for setting in SETTINGS for one in asked(setting) for line in one[2].template]
    destroying = [line for line in template if line.startswith("# DESTROY ")]
    assert len(destroying) > 3
    assert [line for line in destroying if "  ; " not in line] == []
    assert any("nobody can join regions there any more" in line for line in destroying)


def test_with_no_leader_on_the_board_one_is_placed_and_its_region_settled() -> None:
    leader, settlement, *_others = template(view())
    assert leader.startswith("LEADER government TO ")
    assert settlement.startswith("SETTLE ")


def test_an_artifact_that_could_be_taken_is_named() -> None:
    board = RICH.replace("m   .   .   .   .   s+", "m   m   m   m   m   s+", 1)
    assert "HARVEST h1" in template(view(board))


def test_a_fight_that_pays_comes_with_its_strengths_and_the_ships_for_it() -> None:
    board = RICH.replace("m   .   .   .   .   s+", "m   m   .   m   M2  s+", 1)
    lines = uncommented(make_report(view(board, hands={1: "mmmssg"}), ()))
    assert lines[1:3] == (
        "SETTLE merchant AT e1  ; you attack Björn, 2 to 4 against 1",
        "ATTACK merchant WITH 2  ; 2 ships, or as many as are there",
    )


# Behind a conflict --------------------------------------------------------------------

FIGHT = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
"""
"""A settlement on e1 sets the merchant leaders against each other, 2 against 1."""


def offered(hand: str, board: str = FIGHT, **situation: Any) -> list[str]:
    """The template's lines, where money is what is needed."""
    resources = {1: Counts(9, 9, 0, 9)}
    seen = view(board, hands={1: hand}, **{"resources": resources, **situation})
    return [line.removeprefix("# ") for line in order_template(seen)]


SITUATIONS: tuple[dict[str, Any], ...] = ({}, {"reactions": "ask"}, {"pace": "round"})
CORNERED = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   x   .   x   x   x
    .   G1  s   .   .   .   .   .
    .   s   .   .   .   .   .   .
"""
"""As FIGHT, but what Björn's region loses lies out of reach."""


@pytest.mark.parametrize("situation", SITUATIONS)
def test_PA_11_a_conflict_comes_second_so_that_nothing_hangs_on_it(
    situation: dict[str, Any],
) -> None:
    alike = {1: Counts(2, 2, 2, 2)}
    assert offered("gmmmmm", CORNERED, resources=alike, **situation)[:4] == [
        "To order, take the # away. Proposed by the house bot, sent only by you:",
        "SETTLE merchant AT a2  ; 1 money for you",
        "SETTLE settler AT e1  ; you attack Björn, 3 to 7 against 1",
        "ATTACK merchant WITH 1  ; 1 ship, if it is there",
    ]


def test_PA_11_behind_a_conflict_nothing_is_said_that_does_not_hold_whoever_wins() -> None:
    """f1 is Björn's until he is beaten."""
    assert offered("gmmmmm")[1:4] == [
        "SETTLE settler AT e1  ; you attack Björn, 2 to 7 against 1",
        "SETTLE merchant AT f1  ; only behind the first",
        "ATTACK merchant WITH 3  ; 3 ships, or as many as are there",
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_PA_13_a_harvest_that_is_offered_comes_true_whoever_wins(
    setting: tuple[int, str, str],
) -> None:
    for seen, ask, _report in asked(setting):
        found = advice(seen) if ask.kind == "orders" else None
        if found is None or found.harvest is None:
            continue
        for ships in (0, 6):
            for way in ways_after([Way(position_of(seen))], found.turn, Stance(ships)):
                assert found.harvest in harvestable(way.position.space, ask.seat)


# Swaps --------------------------------------------------------------------------------


def swaps(hand: str, board: str = FIGHT, **situation: Any) -> list[str]:
    seen = view(board, hands={1: hand}, **situation)
    return [line for line in uncommented(make_report(seen, ())) if line.startswith("SWAP")]


NO_ROCK = """
    s*  G1  .   .   .   .   .   s+
    .   .   .   .   .   .   .   .
    .   .   .   s*  .   .   .   s*
"""


def test_ships_of_no_use_are_swapped_but_none_of_a_kind_that_is_needed() -> None:
    """Miners could be settled by nobody here."""
    (swap,) = swaps("rrrrrs", NO_ROCK)
    assert swap == "SWAP miner miner miner miner miner  ; better ships for your next turn"
    assert swaps("rrrrrs", NO_ROCK, resources={1: Counts(4, 4, 4, 0)}) == []
    assert swaps("mmmmmr", NO_ROCK, resources={1: Counts(4, 4, 0, 4)}) == []


def test_standing_orders_are_offered_to_who_waits() -> None:
    assert template(view(mover=2)) == ["ATTACK WIN", "DEFEND TIE"]


# Its own words ------------------------------------------------------------------------


def test_what_a_player_has_said_for_conflicts_is_not_proposed_away() -> None:
    """Nothing is attacked in this turn: the wish for merchants stays."""
    wish = Stances(attack=Stance(None, {"merchant": 3}))
    lines = uncommented(make_report(view(RICH, stances={1: wish}), ()))
    assert lines
    assert not [line for line in lines if line.startswith("ATTACK")]


def test_a_leader_that_gives_up_its_region_says_so_in_the_proposal() -> None:
    """Björn's region is better to be in than Ada's, which has no room left."""
    cramped = """
        s   M1  m   #   m   m   .   .
        #   #   #   #   .   .   .   .
        #   #   #   #   s   .   .   .
        #   #   #   #   .   M2  s   .
    """
    lines = order_template(view(cramped, hands={1: "mmmmss"}))
    (move,) = (line for line in lines if "LEADER merchant" in line)
    assert "gives up 2 systems" in move
