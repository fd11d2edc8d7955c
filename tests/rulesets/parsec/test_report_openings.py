"""Reports: the welcome and the end, and what none of them may tell (PA-14, PA-15)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.engine.api import Level, Seat
from pbem.engine.report import Report
from pbem.engine.testing.golden import plain_text
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.figures import FIGURES, Counts, Stance, Stances
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import Ending
from tests.rulesets.parsec.reports import report_of
from tests.rulesets.parsec.table import parse, rules, state, view
from tests.rulesets.reports import headings, sentences, table, told

# The welcome --------------------------------------------------------------------------


def test_the_welcome_tells_the_game_the_goal_and_how_to_order() -> None:
    report = make_report(view(), ())
    assert report.title == "Welcome"
    assert report.headline == (
        "The game begins, and it is your turn: place a leader and settle its region."
    )
    assert headings(report)[:4] == ["The game", "Conflicts", "How to order", "It is your turn"]
    assert "only your least counts" in told(report)
    assert table(report, "The game").rows[3] == (
        "Mining",
        "miner",
        "raw materials",
        "uninhabitable systems",
    )
    assert report.template


def test_who_waits_is_welcomed_too_and_shown_the_standing_orders() -> None:
    report = make_report(view(seat=2), ())
    assert report.headline == "The game begins with Ada's turn."
    assert report.template[1:] == (
        "# ATTACK WIN  ; the fewest that win, or none",
        "# DEFEND TIE  ; the fewest that tie, or none",
    )


def test_the_examples_of_the_welcome_can_be_sent_as_they_stand() -> None:
    seen = view()
    examples = [one for one in sentences(make_report(seen, ()), "How to order") if "“" in one]
    lines = [one.partition("“")[2].removesuffix("”") for one in examples]
    assert len(lines) == 4
    assert {found.level for found in parse(seen, *lines).verdicts} == {Level.ACCEPTED}


def test_a_spectator_is_told_the_game_but_not_how_to_order() -> None:
    report = make_report(view(seat=None), ())
    assert "The game" in headings(report)
    assert "How to order" not in headings(report)
    assert report.template == ()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"pace": "round"}, "Everyone sends 2 orders a round"),
        ({"reactions": "ask"}, "you are asked how many ships you send"),
        ({}, "your standing orders tell how many ships you send"),
    ],
)
def test_the_welcome_speaks_of_the_game_as_it_is_set_up(
    options: dict[str, Any], expected: str
) -> None:
    assert expected in told(make_report(view(**options), ()))


# The end ------------------------------------------------------------------------------


def ended(
    cause: str = "pool",
    resources: dict[Seat, Counts] | None = None,
    held: dict[Seat, int] | None = None,
) -> State:
    made = state(
        resources=resources
        or {1: Counts(7, 8, 9, 9), 2: Counts(5, 9, 9, 9), 3: Counts(1, 9, 9, 9)},
        held=held or {2: 1},
        turn=60,
        played=60,
    )
    scores = tuple(person.holdings.score for person in made.people)
    winners = tuple(p.seat for p in made.people if p.holdings.score == max(scores))
    return msgspec.structs.replace(made, ending=Ending(winners, cause, scores))  # type: ignore[arg-type]


def test_the_end_tells_who_has_won_why_and_what_all_held() -> None:
    winner, other = report_of(ended(), 1), report_of(ended(), 2)
    assert winner.title == "The end, after turn 60"
    assert winner.headline == "You have won with 7."
    assert other.headline == "Ada has won with 7. You are in place 2 of 3 with 6."
    assert sentences(other, "The end")[0] == (
        "Ada has won with 7. The game is over: the pool had no ship left to draw."
    )
    assert table(other, "The end").rows == (
        ("Ada", "7", "8", "9", "9", "0", "7 (8, 9, 9)"),
        ("Björn", "5", "9", "9", "9", "1", "6 (9, 9, 9)"),
        ("Cé", "1", "9", "9", "9", "0", "1 (9, 9, 9)"),
    )
    assert table(other, "The end").mark == (1,)
    assert "Thank you for playing." in sentences(other, "The end")
    assert other.standing == "you are in place 2 of 3 with 6"
    assert winner.template == other.template == ()


def test_a_tie_of_the_least_is_explained() -> None:
    close = ended(
        resources={1: Counts(7, 8, 9, 9), 2: Counts(7, 7, 9, 9), 3: Counts(7, 0, 0, 0)}, held={3: 0}
    )
    report = report_of(close, 1)
    assert "Björn had 7 too; the next least resource decided, 8 against 7." in told(report)


def test_a_shared_victory_is_said_to_be_one() -> None:
    level = ended(resources={1: Counts(7, 8, 9, 9), 2: Counts(9, 9, 7, 8)}, held={3: 0})
    assert report_of(level, 1).headline == "You have won with 7, together with Björn."
    assert report_of(level, None).headline == "Ada and Björn have won together with 7."
    assert "All that counts is level among them." in told(report_of(level, 3))


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        ("artifacts", "2 artifacts or fewer were left on the board"),
        ("pool", "the pool had no ship left to draw"),
        ("idle", "for 3 rounds no ship had moved"),
    ],
)
def test_every_cause_of_the_end_is_told(cause: str, expected: str) -> None:
    assert expected in told(report_of(ended(cause), None))


# Secrets ------------------------------------------------------------------------------


def secretive(seat: Seat) -> State:
    """A middle of the game in which a seat's secrets are peculiar."""
    return state(
        hands={seat: "rrrrrr"},
        resources={seat: Counts(31, 32, 33, 34)},
        held={seat: 35},
        stances={seat: Stances(Stance(36), Stance(37, {"mining": 38}))},
        pool=FIGURES.pool,
        turn=9,
        played=9,
    )


@pytest.mark.parametrize("seat", [1, 3, None])
def test_nothing_that_another_holds_is_told_before_the_end(seat: Seat | None) -> None:
    plain = state(pool=FIGURES.pool, turn=9, played=9)
    assert plain_of(secretive(2), seat) == plain_of(plain, seat)


def plain_of(made: State, seat: Seat | None) -> str:
    report: Report = report_of(made, seat)
    return plain_text(report)


def test_a_spectator_is_told_nothing_of_anyones_hand() -> None:
    text = told(report_of(secretive(1), None))
    assert not any(str(number) in text for number in range(31, 39))
    assert "What you have" not in headings(report_of(secretive(1), None))


def test_the_owner_is_told_its_own() -> None:
    text = told(make_report(rules.view(secretive(2), 2), ()))
    assert all(str(number) in text for number in range(31, 39))
