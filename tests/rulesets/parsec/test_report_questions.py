"""Reports that ask for ships: short, and in a sentence where nothing is to be chosen (PA-12)."""

from __future__ import annotations

from pbem.engine.api import Event, Level, Seat
from pbem.engine.report import Report, Table
from pbem.rulesets.parsec.state import State
from tests.rulesets.parsec.reports import report_of
from tests.rulesets.parsec.table import parse, resolve, rules, state
from tests.rulesets.reports import headings, section, sentences, told

HEADING = "You are asked for ships"
UNION = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   .   .   .   .   .
    s*  .   .   .   .   .   .   s*
"""
"""A settlement on e1 sets Ada's merchant leader against Björn's, 2 against 1."""
STRONG = """
    m   m   m   m   m   .   m   M2  s*
    m   m   m   m   M1  .   .   .   .
    s*  .   .   .   s*  .   .   .   s*
"""
"""A settlement on f1 sets Ada's merchant leader against Björn's, 9 against 1."""
SEVERAL = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
"""d1 sets Ada's science leader (2) against Cé's (1), then her merchants (2) against Björn's (3)."""


def asked(
    board: str, order: str, hands: dict[Seat, str], reply: str = ""
) -> tuple[State, tuple[Event, ...]]:
    """A conflict that waits for its attacker, seat 1, or with its `reply` for the defender."""
    waiting, events = resolve(state(board, reactions="ask", hands=hands), {1: order})
    return resolve(waiting, {1: reply}) if reply else (waiting, events)


def no_table(report: Report) -> bool:
    return not any(isinstance(block, Table) for block in section(report, HEADING))


# As short as it can be ----------------------------------------------------------------


def test_who_is_asked_gets_the_question_what_led_to_it_the_board_and_its_hand() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "smmmgr"})
    report = report_of(after, 1, events)
    assert headings(report) == [HEADING, "Your turn so far", "The board", "What you have"]
    assert report.template
    assert {"Your leaders", "The players"} < set(headings(report_of(after, 2, events)))


def test_a_defender_who_knows_how_it_came_to_the_conflict_is_told_so_with_the_question() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "smmmgr"}, "ATTACK WITH 1")
    assert sentences(report_of(after, 2, events), "Ada's turn so far") == [
        "Scientists settled e1 and joined two regions with leaders: no resource."
    ]


# Nothing to choose --------------------------------------------------------------------


def test_who_has_no_such_ships_is_asked_in_a_few_sentences_and_may_pass() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "ssssgg"})
    report = report_of(after, 1, events)
    assert sentences(report, HEADING) == [
        "You settled e1 and joined two regions that have leaders of the same kind.",
        "You attack Björn's merchant leader: 2 against 1.",
        "You have no merchants to send: you win unless Björn sends 1 or more.",
        "You have no choice: answer “PASS” or wait.",
    ]
    assert no_table(report)
    (verdict,) = parse(rules.view(after, 1), "PASS").verdicts
    assert verdict.level is Level.ACCEPTED


def test_a_conflict_that_is_won_whatever_is_sent_is_said_to_be() -> None:
    """Björn's hand has six ships at the most, and 9 beats 1 + 6; a defender sees what was sent."""
    order = "SETTLE scientist AT f1"
    after, events = asked(STRONG, order, {1: "smmmgr"})
    certain = "You win it whatever is sent: ships that you send are wasted."
    assert certain in sentences(report_of(after, 1, events), HEADING)
    assert no_table(report_of(after, 1, events))
    mirrored = STRONG.replace("M1", "M3").replace("M2", "M1").replace("M3", "M2")
    after, events = asked(mirrored, order, {1: "smmmgr", 2: "mmgggr"}, "ATTACK WITH 3")
    assert certain in sentences(report_of(after, 2, events), HEADING)


def test_a_conflict_that_cannot_be_won_needs_no_table() -> None:
    after, events = asked(
        UNION, "SETTLE scientist AT e1", {1: "smmmgr", 2: "mggggg"}, "ATTACK NONE"
    )
    assert not no_table(report_of(after, 2, events))
    after, events = asked(
        UNION, "SETTLE scientist AT e1", {1: "smmmgr", 2: "mggggg"}, "ATTACK WITH 3"
    )
    report = report_of(after, 2, events)
    assert no_table(report)
    assert "You cannot hold it: ships that you send are lost in vain." in told(report)


def test_PA_11_what_is_certain_of_a_later_conflict_is_so_only_as_the_board_stands() -> None:
    board = """
        s   S1  m   .   m   S2  s
        M1  m   m   .   .   M2  s
        m   m   m   .   .   .   .
        m   m   m   .   .   .   .
    """
    certain = "As the board stands you win it whatever is sent, and ships that you send are wasted."
    after, _events = asked(board, "SETTLE settler AT d1", {1: "gsmmrr"})
    assert certain in sentences(report_of(after, 1), HEADING)


# Several conflicts --------------------------------------------------------------------


def test_PA_11_an_order_of_conflicts_that_was_chosen_is_said_to_be() -> None:
    hands = {1: "gsmrrr"}
    after, _events = asked(SEVERAL, "SETTLE settler AT d1 FIRST merchant", hands)
    assert (
        "The conflicts are fought in this order, as you chose: merchant, science. What one takes "
        "from the board may change the strengths of the next."
    ) in sentences(report_of(after, 1), HEADING)
    after, _events = asked(SEVERAL, "SETTLE settler AT d1", hands)
    assert "as you chose" not in told(report_of(after, 1))
