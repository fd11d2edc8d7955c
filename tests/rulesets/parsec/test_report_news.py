"""Reports: what happened, told to each in its own words (PA-5 to PA-13)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from pbem.engine.api import Event, Seat
from pbem.engine.language import Refused
from pbem.engine.report import Report
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn, TurnEnded
from pbem.rulesets.parsec.figures import Counts
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.orders import Settle
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFellAway,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    Passed,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
)
from tests.rulesets.parsec.reports import DUEL, UNION, chapters, report_of, toned
from tests.rulesets.parsec.table import resolve, square, state, view
from tests.rulesets.reports import headings, sentences, told


def after(
    *turns: tuple[Seat, Sequence[AnyEntry]],
    seat: Seat | None = 1,
    mover: Seat = 1,
    news: tuple[Event, ...] = (),
    pace: str = "sequential",
) -> Report:
    """The report of `seat` once these turns of three players are over."""
    seen = view(
        seat=seat,
        mover=mover,
        log=chapters(*turns),
        played=len(turns),
        turn=len(turns),
        pace=pace,
    )
    return make_report(seen, news)


def of_second(entry: AnyEntry, seat: Seat | None = 1) -> str:
    """What `seat` is told of something in the second player's turn."""
    (sentence,) = sentences(after((1, []), (2, [entry]), seat=seat), _heading(seat))
    return sentence


def _heading(seat: Seat | None) -> str:
    return "Your last turn" if seat == 2 else "Björn's turn"


# Sentences ----------------------------------------------------------------------------


def test_leaders_come_go_and_are_called_home() -> None:
    came = LeaderPlaced(seat=2, kind="merchant", square=square("f5"))
    went = LeaderPlaced(seat=2, kind="merchant", square=square("f5"), origin=square("g5"))
    left = LeaderRecalled(seat=2, kind="merchant", square=square("f5"))
    assert of_second(came) == "Björn's merchant leader came to f5."
    assert of_second(came, seat=2) == "Your merchant leader came to f5."
    assert of_second(went) == "Björn's merchant leader went from g5 to f5."
    assert of_second(left) == "Björn's merchant leader was called home from f5."


@pytest.mark.parametrize(
    ("gains", "is_union", "expected"),
    [
        (2, False, "Merchants settled f5: 1 money for Björn."),
        (1, False, "Merchants settled f5: 1 money for you."),
        (None, False, "Merchants settled f5: 1 money lost, for no leader collects it."),
        (None, True, "Merchants settled f5 and joined two regions with leaders: no resource."),
    ],
)
def test_who_gets_what_a_settlement_yields_is_told(
    gains: Seat | None, is_union: bool, expected: str
) -> None:
    entry = SystemSettled(
        seat=2, kind="merchant", square=square("f5"), gains=gains, is_union=is_union
    )
    assert of_second(entry) == expected


def test_a_weapon_is_told_with_all_that_it_struck() -> None:
    entry = SystemDestroyed(
        seat=2, square=square("f5"), settlement="merchant", leader=None, artifact=True
    )
    assert of_second(entry) == (
        "Björn destroyed f5 with a prototype weapon; the merchants there are gone; the artifact "
        "there is lost."
    )
    mine = SystemDestroyed(seat=2, square=square("f5"), leader=(1, "mining"))
    report = after((1, []), (2, [mine]))
    assert toned(report, "Björn's turn", "bad") == [
        "Björn destroyed f5 with a prototype weapon; your mining leader went home."
    ]


def test_a_conflict_is_told_with_both_strengths_and_what_it_cost() -> None:
    assert of_second(UNION) == (
        "In the union at g7 Björn's merchant leader on i7 attacked Cé's on e1, 3 + 2 merchants "
        "against 4: Björn won 5 money; Cé's merchant leader went home; 4 systems of merchants "
        "were vacated (f1, f2, f3, f4)."
    )
    assert of_second(UNION, seat=2).startswith(
        "In the union at g7 your merchant leader on i7 attacked Cé's on e1"
    )
    assert of_second(UNION, seat=3).endswith(
        "your merchant leader went home; 4 systems of merchants were vacated (f1, f2, f3, f4)."
    )


def test_a_tie_is_said_to_be_one() -> None:
    assert of_second(DUEL) == (
        "Björn's science leader on c4 attacked yours on b3, 1 + 2 scientists against 2 + 1: a tie, "
        "so you won 1 technology; Björn's science leader went home."
    )


def test_PA_11_it_is_said_where_a_conflict_before_had_taken_what_this_one_was_fought_with() -> None:
    second = msgspec.structs.replace(UNION, kind="mining", resource="mining", vacated=())
    first, later = sentences(after((1, []), (2, [UNION, second]), seat=3), "Björn's turn")
    assert "the conflict before" not in first
    assert ", with what the conflict before had left of the regions: " in later
    spared = msgspec.structs.replace(UNION, vacated=())
    assert "the conflict before" not in told(after((1, []), (2, [spared, second])))


def test_own_defeats_and_victories_stand_out() -> None:
    for seat, tone in ((1, "good"), (2, "bad"), (3, "plain")):
        report = after((1, []), (2, [DUEL]), seat=seat)
        assert bool(toned(report, _heading(seat), tone)) == (seat != 3)


def test_what_else_happens_is_told_plainly() -> None:
    fell = ConflictFellAway(kind="mining", seats=(2, 3))
    gone = LeaderHomeless(seat=3, kind="mining", square=square("d4"))
    reaped = ArtifactHarvested(seat=2, square=square("h1"))
    assert of_second(fell) == (
        "The conflict of Björn's mining leader with Cé's mining leader fell away, for one of "
        "them had left."
    )
    assert of_second(gone) == (
        "Cé's mining leader went home from d4: no scientists were left beside it."
    )
    assert of_second(reaped) == "Björn's merchant leader harvested the artifact of h1."
    assert of_second(ShipsSwapped(seat=2, count=3)) == "3 ships were swapped for others."
    assert of_second(Passed(seat=2, count=1)) == "One order was passed."
    assert of_second(Passed(seat=2, count=2)) == "Nothing was ordered."


# What only the owner is told ----------------------------------------------------------


def test_a_refused_line_is_told_with_its_reason_to_its_owner() -> None:
    refused = LineRefused(
        audience=(1,),
        order=Settle(kind="merchant", at=square("e1")),
        refusal=Refused(errors.OCCUPIED, square="e1").refusal,
    )
    came = LeaderPlaced(seat=1, kind="merchant", square=square("e1"))
    report = after((1, [came, Passed(seat=1, count=1)]), news=(refused,), mover=2)
    assert sentences(report, "Your last turn") == [
        "Your merchant leader came to e1.",
        "Not done, e1 is not empty: “SETTLE merchant AT e1”.",
        "One order was passed.",
    ]
    assert report.headline == (
        "1 line of yours could not be carried out; Björn moves next. Your score is 0."
    )


def test_the_ships_of_an_own_swap_are_named_and_those_drawn_at_the_end_of_turns() -> None:
    news = (
        ShipsDrawn(audience=(1,), ships=Counts(mining=2), swapped=Counts(merchant=2)),
        ShipsDrawn(audience=(1,), ships=Counts(science=1)),
        ShipsDrawn(audience=(1,), ships=Counts(science=1, mining=1)),
    )
    report = after((1, [ShipsSwapped(seat=1, count=2)]), news=news, mover=2)
    assert sentences(report, "Your last turn") == ["You swapped 2 merchants for 2 miners."]
    assert "Newly drawn: 2 scientists, 1 miner." in sentences(report, "What you have")


# Which turns are told -----------------------------------------------------------------


def test_all_turns_since_the_own_last_one_are_told_that_one_included() -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2, 3, 1, 2, 3)]
    mover = after(*turns)
    assert headings(mover)[:4] == ["It is your turn", "Your last turn", "Björn's turn", "Cé's turn"]
    last = after(*turns, seat=3)
    assert headings(last)[:2] == ["Whom the game waits for", "Your last turn"]
    assert "Björn's turn" not in headings(last)


def test_who_has_not_moved_yet_and_spectators_are_told_of_everyones_last_turn() -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2)]
    assert {"Ada's turn", "Björn's turn"} <= set(headings(after(*turns, seat=3, mover=3)))
    assert {"Ada's turn", "Björn's turn"} <= set(headings(after(*turns, seat=None, mover=3)))


def test_where_all_order_at_once_the_whole_round_is_told_in_its_order() -> None:
    order = (1, 2, 3, 2, 3, 1)
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in order]
    report = after(*turns, seat=3, mover=3, pace="round")
    assert headings(report)[1:4] == ["Björn's turn", "Your last turn", "Ada's turn"]


def resolutions(*turns: int) -> tuple[Event, ...]:
    """The news of these, in each of which a player's turn ended."""
    return tuple(TurnEnded(turn=turn, played=turn) for turn in turns)


def test_several_resolutions_since_the_last_report_are_told_as_one() -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2, 3)]
    assert told(after(*turns, news=resolutions(1, 2, 3))) == told(after(*turns))


def test_who_waits_is_told_of_what_is_new_since_its_last_report_only() -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2, 3)]
    daily = after(*turns, seat=2, mover=1, news=resolutions(2, 3))
    each_turn = after(*turns, seat=2, mover=1, news=resolutions(3))
    assert headings(daily)[1:4] == ["Your last turn", "Cé's turn", "The board"]
    assert headings(each_turn)[1:3] == ["Cé's turn", "The board"]


@pytest.mark.parametrize("seat", [3, None])
def test_nothing_is_lost_for_who_gets_a_report_of_several_rounds(seat: Seat | None) -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2, 3, 1, 2, 3, 1, 2)]
    report = after(*turns, seat=seat, mover=3, news=resolutions(*range(1, 9)))
    assert sum(heading.endswith("turn") for heading in headings(report)) >= 8


def test_whose_turn_it_is_is_told_all_since_its_last_one_though_it_knows_some_of_it() -> None:
    turns = [(seat, [Passed(seat=seat, count=1)]) for seat in (1, 2, 3)]
    report = after(*turns, news=resolutions(3))
    assert headings(report)[:4] == [
        "It is your turn",
        "Your last turn",
        "Björn's turn",
        "Cé's turn",
    ]


JOINING = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   .   .   .   .   .
    s*  .   .   .   .   .   .   s*
"""


def test_what_follows_a_conflict_that_held_a_turn_up_is_told_as_its_continuation() -> None:
    """Seat 3 gets every turn's news; the attacker is asked, then the defender (PA-12)."""
    before = state(JOINING, reactions="ask", hands={1: "smmmgr"})
    opened, first = resolve(before, {1: "SETTLE scientist AT e1"})
    assert sentences(report_of(opened, 3, first), "Ada's turn so far") == [
        "Scientists settled e1 and joined two regions with leaders: no resource."
    ]
    named, second = resolve(opened, {1: "ATTACK WITH 3"})
    assert not any("Ada's turn" in heading for heading in headings(report_of(named, 3, second)))
    fought, third = resolve(named, {2: "DEFEND NONE"})
    assert sentences(report_of(fought, 3, third), "Ada's turn, continued") == [
        "In the union at e1 Ada's merchant leader on b1 attacked Björn's on g1, 2 + 3 merchants "
        "against 1: Ada won 2 money; Björn's merchant leader went home; 1 system of merchants "
        "was vacated (f1).",
        "One order was passed.",
    ]
    daily = report_of(fought, 3, (*first, *second, *third))
    assert len(sentences(daily, "Ada's turn")) == 3


def test_PA_11_it_is_told_whose_wish_the_order_of_conflicts_was() -> None:
    board = """
        m   M1  s   .   s   M2  m
        m   .   S1  .   .   S2  s
    """
    order = "SETTLE settler AT d1"
    rules_order, _events = resolve(state(board), {1: order})
    assert "as Ada chose" not in told(report_of(rules_order, 2))
    chosen, events = resolve(state(board), {1: f"{order} FIRST merchant mining"})
    assert sentences(report_of(chosen, 2, events), "Ada's turn")[0] == (
        "Settlers settled d1 and joined two regions with leaders: no resource. The order of the "
        "conflicts, as Ada chose: first merchant."
    )
    assert "as you chose: first merchant" in told(report_of(chosen, 1, events))


def test_what_was_told_in_an_earlier_round_is_not_told_again() -> None:
    old = Chapter(1, 1, (ArtifactHarvested(seat=1, square=square("a1")),))
    turns = [Chapter(number, (number - 1) % 3 + 1) for number in range(2, 8)]
    seen = view(log=(old, *turns), played=7, turn=7, mover=2)
    assert "harvested the artifact" not in told(make_report(seen, ()))
