"""The order template: what it suggests can really be ordered in this very position."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.engine.api import Level, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.events import OrderRefused
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Inside,
    Purse,
    Ship,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.mechanics.realm import realm_of
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.mails import ASK, desk
from tests.rulesets.asylamba_mini.situation import players
from tests.rulesets.asylamba_mini.suggested import found, instead, template, together
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.soaking import soak

rules = AsylambaRules()


GAMES = [(1, 2), (2, 4), soak(3, 7)]
"""Seed and seats."""


def uncommented(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The suggestions as a player would send them: the # taken away."""
    return tuple(line[2:] for line in lines if line[2:] and not line.endswith((":", ".")))


@cache
def played(seed: int, seats: int) -> tuple[State, ...]:
    """A game in which everybody orders what can be paid together, turn after turn."""
    secret = bytes([seed]) * 32
    state = rules.setup(Options(), players(seats), Chance(secret, 0))
    states = [state]
    while rules.asks(state) and state.turn < 60:
        answers = {ask.seat: _orders(rules.view(state, ask.seat)) for ask in rules.asks(state)}
        state, events = rules.resolve(state, answers, Chance(secret, state.turn + 1))
        assert not [event for event in events if isinstance(event, OrderRefused)]
        states.append(state)
    return tuple(states)


def _orders(seen: View) -> Orders:
    return Orders(tuple(done.order for done in found(seen).together))


def asked(seed: int, seats: int) -> list[tuple[State, Seat]]:
    return [(state, ask.seat) for state in played(seed, seats) for ask in rules.asks(state)]


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_a_game_played_by_the_suggestions_alone_comes_to_its_end(seed: int, seats: int) -> None:
    assert played(seed, seats)[-1].ending is not None


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_the_suggestions_are_read_back_as_the_orders_they_are(seed: int, seats: int) -> None:
    for state, seat in asked(seed, seats):
        seen = rules.view(state, seat)
        suggestions = found(seen)
        lines = uncommented(template(seen))
        orders = [done.order for done in (*suggestions.together, *suggestions.instead)]
        assert len(lines) == len(orders) <= 12
        for source, order in zip(lines, orders, strict=True):
            (line,) = read_sheet([source], seen.open_turn).now
            assert line.text.strip() == written(order)
        sheet = read_sheet(lines[: len(suggestions.together)], seen.open_turn)
        if sheet.now:
            assert desk.parse(seen, ASK, sheet.now).orders == _orders(seen)


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_the_first_group_can_be_paid_together_and_each_other_by_itself(
    seed: int, seats: int
) -> None:
    for state, seat in asked(seed, seats):
        seen = rules.view(state, seat)
        realm = realm_of(seen)
        for done in found(seen).together:
            realm, again = carry_out(realm, done.order)
            assert again == done
        for done in found(seen).instead:
            assert carry_out(realm_of(seen), done.order).done == done


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_an_untouched_template_orders_nothing(seed: int, seats: int) -> None:
    for state, seat in asked(seed, seats):
        seen = rules.view(state, seat)
        lines = template(seen)
        assert all(line.startswith("#") and len(line) <= 76 for line in lines)
        assert not read_sheet(lines, seen.open_turn).says_something


def test_the_first_turn_offers_administration_and_growth() -> None:
    assert template(view(turn=0)) == (
        "# To order, take the # away. These can be paid together:",
        "# RESEARCH extended administration  ; 50 C, to level 1",
        "# UPGRADE refinery  ; 50 R, to level 5",
        "#",
        "# Each of these could be ordered instead:",
        "# UPGRADE commercial hub  ; 50 C, to level 5",
        "# BUILD 5 light  ; 50 R",
        "# RESEARCH spatial engineering  ; 50 C, to level 1",
    )


def test_the_receipt_accepts_the_group_as_it_stands() -> None:
    seen = view(turn=0)
    sheet = read_sheet(uncommented(template(seen))[:2], seen.open_turn)
    levels = {verdict.level for verdict in desk.parse(seen, ASK, sheet.now).verdicts}
    assert levels == {Level.ACCEPTED}


def test_an_attack_that_should_win_is_offered_with_its_outlook_AM_17() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=20), resources=0),
        technologies=Technologies(administration=1),
        garrisons={17: 6, 19: 9},
    )
    assert template(seen)[1] == (
        "# SEND 10 light FROM 18 TO 17 COLONISE  ; 50 C, 10 against 6, in turn 4"
    )


def test_no_attack_is_offered_that_should_lose() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=9), resources=0),
        technologies=Technologies(administration=1),
    )
    assert not [order for order in together(seen) if order.startswith("SEND")]


def test_a_token_pays_before_the_purse_AM_13() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=20), resources=0),
        technologies=Technologies(administration=1),
        garrisons={17: 6},
        tokens=Tokens(technology=1, colonisation=1),
    )
    assert together(seen)[:2] == [
        "RESEARCH conquest FREE",
        "SEND 10 light FROM 18 TO 17 COLONISE FREE",
    ]


def test_a_threatened_capital_is_offered_help_that_comes_in_time_AM_15() -> None:
    attack = mission(1, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=5, known=False)
    other = mission(
        2, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=5, fleets=Fleets(light=9),
        known=False,
    )  # fmt: skip
    seen = view(own={17: colony(light=8)}, missions=[attack, other])
    assert together(seen)[:2] == ["SEND 7 light FROM 17 TO 18 REINFORCE", "BUILD 5 light"]


def test_help_that_would_come_too_late_is_not_offered_AM_15() -> None:
    attack = mission(
        1, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=3, fleets=Fleets(light=9),
        known=False,
    )  # fmt: skip
    seen = view(own={17: colony(light=8)}, missions=[attack])
    assert not [order for order in together(seen) if order.endswith("TO 18 REINFORCE")]


def test_r_is_kept_for_a_megastructure_within_reach_AM_12() -> None:
    seen = view(
        home=Inside(Facilities(10, 12), Fleets(light=4), resources=100),
        technologies=Technologies(engineering=1),
    )
    assert not [order for order in together(seen) if order.startswith("BUILD")]
    assert "BUILD 10 light" in instead(seen)
    assert template(seen)[-1] == "# If you keep what R is left, it soon pays the Space Elevator."


def test_what_is_saved_for_is_judged_by_what_the_suggestions_leave_AM_12() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=190),
        technologies=Technologies(engineering=2, administration=3),
    )
    assert together(seen)[0] == "WONDER Space Elevator"
    assert found(seen).saving_for is None
    assert not [line for line in template(seen) if "If you keep" in line]


def test_a_megastructure_that_can_be_paid_is_offered_AM_12() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=150),
        technologies=Technologies(engineering=1),
    )
    assert "WONDER Space Elevator" in together(seen)


def test_plenty_is_exchanged_for_what_the_next_sector_lacks_AM_11() -> None:
    seen = view(purse=Purse(credits=20, experience=400))
    assert "EXCHANGE X FOR 30 C" in instead(seen)


def test_the_ligue_may_pay_fleets_with_credits_AM_10() -> None:
    seen = view(factions=("Ligue", "Cardan", "Kovahk", "Empire"), purse=Purse(credits=45))
    assert "BUILD 4 light WITH credits" in instead(seen)


def test_a_sector_that_builds_outdated_ships_is_pointed_out_AM_9() -> None:
    old = Inside(Facilities(refinery=2), Fleets(light=1), autobuild="light")
    seen = view(own={17: old}, technologies=Technologies(frame=2))
    assert "AUTOBUILD 17 medium" in together(seen)


@pytest.mark.parametrize(("ship", "frame"), [("medium", 2), ("heavy", 2), ("light", 0)])
def test_no_other_choice_of_ships_is_questioned_AM_9(ship: Ship, frame: int) -> None:
    chosen = Inside(Facilities(refinery=2), Fleets(light=1), autobuild=ship)
    seen = view(own={17: chosen}, technologies=Technologies(frame=frame))
    assert not [order for order in (*together(seen), *instead(seen)) if "AUTOBUILD" in order]


def test_a_target_that_cannot_be_paid_does_not_hide_another_AM_17() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=20), resources=0),
        foreign={19: 2},
        garrisons={17: 6, 19: 0},
        technologies=Technologies(administration=1),
    )
    assert "SEND 10 light FROM 18 TO 17 COLONISE" in together(seen)
