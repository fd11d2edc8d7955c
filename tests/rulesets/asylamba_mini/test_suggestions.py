"""The order template: what the house bot would order in this very position, and why; and what it
would do about what the report warns of."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.engine.api import Level, Seat
from pbem.engine.orders import read_sheet
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.bots import advice, remedy
from pbem.rulesets.asylamba_mini.figures import (
    MEGASTRUCTURES,
    Facilities,
    Fleets,
    Inside,
    Purse,
    Technologies,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.orders import Send, Wonder
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.mails import ASK, desk
from tests.rulesets.asylamba_mini.playing import ADMIRAL, advised_lines, begin, step
from tests.rulesets.asylamba_mini.reports import report
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.rulesets.reports import headings, sentences
from tests.soaking import soak

GAMES = [(1, 2), (2, 4), soak(3, 7)]
"""Number and players."""


def template(seen: View) -> tuple[str, ...]:
    return RULESET.desk.report(seen, ()).template


def advised(seen: View) -> list[str]:
    return [written(order) for order in advice(seen).orders.orders]


@cache
def asked(number: int, players: int) -> tuple[tuple[View, Seat], ...]:
    """Whatever the players of a game of house bots see on the way."""
    found: list[tuple[View, Seat]] = []
    state = begin(players, number)
    while state.ending is None:
        seats = [ask.seat for ask in RULESET.rules.asks(state)]
        found += [(RULESET.rules.view(state, seat), seat) for seat in seats]
        state = step(state, [ADMIRAL] * players, number)
    return tuple(found)


@pytest.mark.parametrize(("number", "players"), GAMES)
def test_the_lines_are_read_back_as_the_house_bots_orders(number: int, players: int) -> None:
    for seen, _seat in asked(number, players):
        lines = advised_lines(template(seen))
        sheet = read_sheet(lines, seen.open_turn)
        turn = advice(seen)
        assert len(sheet.now) == len(turn.lines)
        if lines:
            parsed = desk.parse(seen, ASK, sheet.now)
            assert not any(verdict.level is Level.REFUSED for verdict in parsed.verdicts)
            assert parsed.orders == turn.orders
        for project in turn.instead:
            realm = realm_of(seen)
            for order in project.orders:
                realm = carry_out(realm, order).realm


@pytest.mark.parametrize(("number", "players"), GAMES)
def test_every_line_has_its_reason_and_none_orders_by_itself(number: int, players: int) -> None:
    for seen, _seat in asked(number, players):
        lines = template(seen)
        assert all(line.startswith("#") for line in lines)
        assert not read_sheet(lines, seen.open_turn).says_something
        orders = [line for line in lines if written_order(line)]
        assert all(len(line) <= 76 for line in orders)
        assert len(orders) >= len(advice(seen).lines)
        assert all("  ; " in line for line in orders)


def written_order(line: str) -> bool:
    return line.startswith(("# UP", "# RE", "# BU", "# WO", "# SE", "# EX", "# AU"))


def test_the_first_turn_is_for_growth() -> None:
    assert template(view(turn=0)) == (
        "# To order, take the # away. Proposed by the house bot, sent only by you:",
        "# UPGRADE commercial hub  ; pays back in 5 turns, 50 C, to level 5",
        "# UPGRADE refinery  ; pays back in 5 turns, 50 R, to level 5",
    )


def test_what_is_learned_for_an_attack_says_so_and_the_attack_its_outlook_AM_17() -> None:
    seen = view(
        turn=19,
        home=Inside(Facilities(12, 20), Fleets(light=20), resources=0),
        garrisons={17: 6, **dict.fromkeys([9, 16, 19, 20, 22, 35, 36], 99)},
        purse=Purse(credits=100),
    )
    assert template(seen)[1:3] == (
        "# RESEARCH extended administration TO 1  ; for sector 17, 50 C, to level 1",
        "# SEND 18 light FROM 18 TO 17 COLONISE  ; 1 point, 50 C, 18 against 6: 99 %",
    )


def test_what_the_means_are_kept_for_is_told_AM_12() -> None:
    seen = view(
        home=Inside(Facilities(10, 24), Fleets(light=4), resources=100),
        technologies=Technologies(engineering=4, administration=3),
        purse=Purse(),
        built={"Space Elevator": 21, "Gravity Train": 21},
    )
    assert template(seen)[-1] == (
        "# It saves for Dyson Sphere with spatial engineering 5: 400 R, 250 C in all, "
        "to be had about turn 6."
    )


def test_what_is_saved_for_can_be_had_as_soon_as_exchanges_pay_for_it_AM_11() -> None:
    """Seat 1 gets 140 C a turn beside 70 R, and as Negore one R for two of them."""
    seen = view(
        players=3,
        factions=("Negore", "Cardan", "Kovahk"),
        home=Inside(Facilities(7, 25), Fleets(light=4), resources=140),
        technologies=Technologies(engineering=5),
        purse=Purse(credits=250),
        built={name: 21 for name in MEGASTRUCTURES if name != "Dyson Sphere"},
    )
    turn = advice(seen)
    assert turn.saved_for is not None
    *_others, said = template(seen)
    due = int(said.rpartition("about turn ")[2].rstrip("."))
    assert due - seen.open_turn == 1, "400 R: 140 and 70, and 190 for 380 of 500 C"


def test_fleets_that_are_saved_for_are_called_so() -> None:
    found = [line for seen, _seat in asked(1, 2) for line in template(seen) if "It saves" in line]
    assert not any("It saves for sector" in line for line in found)


def test_who_can_pay_nothing_is_told_so() -> None:
    seen = view(home=Inside(Facilities(4, 4), Fleets(light=4), resources=0), purse=Purse())
    assert template(seen)[0] == "# The house bot proposes nothing for this turn."


# The last turns (AM-26)


def strong(**options: int) -> View:
    return view(
        home=Inside(Facilities(4, 4), Fleets(light=60), resources=150),
        own={17: colony(light=9)},
        garrisons={1: 6},
        technologies=Technologies(administration=4, engineering=1),
        purse=Purse(credits=400),
        **options,
    )


@pytest.mark.parametrize("last", [3, 4])
def test_nothing_is_ordered_that_arrives_after_the_last_turn(last: int) -> None:
    turn = advice(strong(max_turns=last))
    for line in turn.lines:
        if isinstance(line.order, Send):
            assert last == 4
    assert any(isinstance(order, Send) for order in advice(strong(max_turns=9)).orders.orders)


def test_in_the_last_turn_what_scores_comes_first_and_nothing_is_kept() -> None:
    """Two megastructures for all there is, and fleets for the R that is left over."""
    turn = advice(strong(max_turns=3))
    wonders = [order for order in turn.orders.orders if isinstance(order, Wonder)]
    assert len(wonders) >= 1
    assert turn.saved_for is None
    assert not any(word in " ".join(advised(strong(max_turns=3))) for word in ("SEND", "UPGRADE"))


def test_in_the_last_turn_means_of_every_kind_are_exchanged_for_a_point() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=100),
        technologies=Technologies(engineering=1),
        purse=Purse(credits=80, science=60, experience=80),
        max_turns=3,
    )
    assert "WONDER Space Elevator" in advised(seen) or "WONDER Gravity Train" in advised(seen)


# What is warned of


def test_a_warning_of_an_attack_tells_what_the_house_bot_would_do() -> None:
    attack = mission(
        1, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=5, fleets=Fleets(light=6),
        known=False,
    )  # fmt: skip
    seen = view(own={17: colony(light=8)}, missions=[attack])
    told = sentences(report(seen), "Look out")
    order = "SEND 7 light FROM 17 TO 18 REINFORCE"
    assert told[1] == f"The house bot would answer: “{order}”."


def test_who_could_strike_is_told_where_the_advice_is_against_a_danger_that_is_not_under_way() -> (
    None
):
    seen = view(foreign={19: 2, 20: 2}, garrisons={19: 30})
    assert advised(seen)[0].startswith("BUILD 5 light")
    assert sentences(report(seen), "Look out") == [
        "30 fleets of Cardan stand in sector 19 and could reach your capital (sector 18) in "
        "turn 4. 4 fleets hold it."
    ]
    assert "Look out" not in headings(report(view(foreign={19: 2, 20: 2}, garrisons={19: 3})))


def test_help_that_comes_too_late_is_not_advised_AM_15() -> None:
    def helped(arrives: int) -> bool:
        attack = mission(
            1, owner=2, kind="conquer", path=(21, 20, 19, 16), arrives=arrives,
            fleets=Fleets(light=4), known=False,
        )  # fmt: skip
        seen = view(own={17: colony(light=9), 16: colony()}, missions=[attack])
        return bool(remedy(seen, 16))

    assert not helped(3)
    assert helped(5)


def test_a_bare_sector_is_helped_out_by_the_next() -> None:
    seen = view(own={17: colony(light=8), 16: colony()}, purse=Purse())
    assert [written(order) for order in remedy(seen, 16)] == [
        "SEND 1 light FROM 17 TO 16 REINFORCE"
    ]
