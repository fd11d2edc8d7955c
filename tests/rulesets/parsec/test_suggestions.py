"""The order template: what it suggests can really be ordered in this very position."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Fit, Player, Seat
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from pbem.engine.testing.golden import plain_text
from pbem.mailer.outbound.layout_html import HTML_OCTETS
from pbem.rulesets.parsec.bots.random_play import random_orders
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.reckoning.position import carry_out, position_of
from pbem.rulesets.parsec.report import make_report
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.telling.suggestions import suggest
from pbem.rulesets.parsec.view import View
from tests.rulesets.parsec.reports import sent, uncommented
from tests.rulesets.parsec.table import NAMES, desk, orders, rules, view

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
def test_every_line_of_the_template_can_be_sent_with_the_others_and_alone(
    setting: tuple[int, str, str],
) -> None:
    for seen, ask, report in asked(setting):
        lines = uncommented(report)
        assert lines
        assert sent(seen, ask, lines) is not None
        for line in lines:
            assert sent(seen, ask, [line]) is not None, line


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_first_two_lines_are_a_turn_that_is_carried_out(setting: tuple[int, str, str]) -> None:
    for seen, ask, _report in asked(setting):
        if ask.kind == "orders":
            position = position_of(seen)
            for hint in suggest(seen).turn:
                position = carry_out(position, hint.order).position


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
    for _seen, _ask, report in asked(setting):
        lines = [line.lstrip(" -•*") for line in plain_text(report).splitlines()]
        assert [line for line in lines if desk.fit(line) is not Fit.NO] == []


# What comes first ---------------------------------------------------------------------


def template(seen: View) -> list[str]:
    return [str(order) for order in orders(seen, *uncommented(make_report(seen, ())))]


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


def test_standing_orders_are_offered_to_who_waits() -> None:
    assert template(view(mover=2)) == ["ATTACK WIN", "DEFEND TIE"]
