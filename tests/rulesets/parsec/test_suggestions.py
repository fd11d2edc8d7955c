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
from pbem.rulesets.parsec.bots.random_play import random_orders
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.kinds import Counts
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.reckoning.harvest import harvestable
from pbem.rulesets.parsec.reckoning.position import position_of
from pbem.rulesets.parsec.reckoning.ways import Way, ways_after
from pbem.rulesets.parsec.report import make_report
from pbem.rulesets.parsec.stance import Stance
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.telling.suggestions import order_template, suggest
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


def asked(setting: tuple[int, str, str]) -> list[tuple[View, Ask, Report]]:
    """What everybody is asked, every fifth resolution, and the report that tells of it."""
    return [
        (seen, ask, make_report(seen, news_for(ask.seat, events)))
        for state, events in played(*setting)[::5]
        for ask in rules.asks(state)
        for seen in [rules.view(state, ask.seat)]
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_line_of_the_template_can_be_sent_with_all_others_or_behind_the_first(
    setting: tuple[int, str, str],
) -> None:
    for seen, ask, report in asked(setting):
        lines = uncommented(report)
        assert lines
        assert sent(seen, ask, lines) is not None
        first = lines[:1] if ask.kind == "orders" else ()
        for line in lines:
            assert sent(seen, ask, [*first, line]) is not None, line


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_first_two_lines_are_a_turn_that_is_carried_out(setting: tuple[int, str, str]) -> None:
    """PA-11: whoever wins a conflict that the first one opens, and whatever is sent into it."""
    for seen, ask, _report in asked(setting):
        if ask.kind == "orders":
            turn = [hint.order for hint in suggest(seen).turn]
            for ships in (0, 6):
                ways = ways_after([Way(position_of(seen))], turn, Stance(ships))
                assert {way.carried_out for way in ways} == {len(turn)}


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


def test_a_line_says_what_it_brings() -> None:
    first, *_others = uncommented(make_report(view(RICH, hands={1: "mmmmmm"}), ()))
    assert first == "SETTLE merchant AT d1  ; 1 money for you"


def test_with_no_leader_on_the_board_one_is_placed_and_its_region_settled() -> None:
    leader, settlement, *_others = template(view())
    assert leader.startswith("LEADER government TO ")
    assert settlement.startswith("SETTLE ")


def test_an_artifact_that_could_be_taken_is_named() -> None:
    board = RICH.replace("m   .   .   .   .   s+", "m   m   m   m   m   s+", 1)
    assert "HARVEST h1" in template(view(board))


def test_a_fight_that_is_as_good_as_won_is_suggested_with_its_strengths() -> None:
    board = RICH.replace("m   .   .   .   .   s+", "m   m   .   m   M2  s+", 1)
    lines = uncommented(make_report(view(board, hands={1: "mmmssg"}), ()))
    assert [line for line in lines if "AT e1" in line] == [
        "SETTLE settler AT e1  ; you attack Björn, 2 (+3) against 1"
    ]


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


@pytest.mark.parametrize("situation", SITUATIONS)
def test_PA_11_a_conflict_comes_second_so_that_nothing_hangs_on_it(
    situation: dict[str, Any],
) -> None:
    lines = offered("gmmmmm", **situation)
    assert lines[:3] == [
        "Take the # away to order. These two would be a turn:",
        "SETTLE merchant AT a2  ; 1 money for you",
        "SETTLE settler AT e1  ; you attack Björn, 3 (+4) against 1",
    ]
    assert lines[4] == "Or instead of the second:"


def test_PA_11_where_it_comes_first_only_what_holds_whoever_wins_is_offered_behind_it() -> None:
    """Beside Ada's region nothing else is free, and beside Björn's only if he is not beaten."""
    board = FIGHT.replace(".   .   .   .   .   .   .   .", "x   x   x   x   .   x   x   x", 1)
    assert offered("gmmrrr", board) == [
        "Take the # away to order. These two would be a turn:",
        "SETTLE settler AT e1  ; you attack Björn, 2 (+2) against 1",
        "SWAP miner miner miner  ; 3 ships of little use now",
    ]
    assert offered("gmmmmm", board) == [
        "Take the # away to order. This would be one of your two orders:",
        "SETTLE settler AT e1  ; you attack Björn, 2 (+5) against 1",
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_PA_13_a_harvest_that_is_offered_comes_true_whoever_wins(
    setting: tuple[int, str, str],
) -> None:
    for seen, ask, _report in asked(setting):
        found = suggest(seen) if ask.kind == "orders" else None
        if found is None or found.harvest is None:
            continue
        for ships in (0, 6):
            turn = [hint.order for hint in found.turn]
            for way in ways_after([Way(position_of(seen))], turn, Stance(ships)):
                assert found.harvest.square in harvestable(way.position.space, ask.seat)


# Swaps --------------------------------------------------------------------------------


def swaps(hand: str, board: str = FIGHT, **situation: Any) -> list[str]:
    seen = view(board, hands={1: hand}, **situation)
    return [line for line in uncommented(make_report(seen, ())) if line.startswith("SWAP")]


def test_no_kind_that_is_needed_is_advised_to_be_swapped_away() -> None:
    """Miners could be settled by nobody here."""
    assert swaps("mmmrrr", resources={1: Counts(4, 4, 0, 1)}) == [
        "SWAP miner miner miner  ; 3 ships of little use now"
    ]
    assert swaps("mmmrrr", resources={1: Counts(4, 4, 1, 0)}) == []
    assert swaps("mmmrrr", resources={1: Counts(4, 4, 4, 4)}) == []
    assert swaps("mmmrrr", resources={1: Counts(9, 2, 9, 3)}, held={1: 2}) == []  # PA-14


def test_PA_7_no_kind_that_some_settlement_would_earn_with_is_advised_to_be_swapped_away() -> None:
    """c1 would join a region in which nobody leads."""
    board = """
        s   M1  .   m   .
        x   x   .   .   .
    """
    enough = {1: Counts(0, 4, 9, 4)}
    assert swaps("mmmggg", board, resources=enough) == []
    assert swaps("mmmggg", board.replace("M1  .", "M1  x"), resources=enough) == [
        "SWAP merchant merchant merchant  ; 3 ships of little use now"
    ]


def test_standing_orders_are_offered_to_who_waits() -> None:
    assert template(view(mover=2)) == ["ATTACK WIN", "DEFEND TIE"]
