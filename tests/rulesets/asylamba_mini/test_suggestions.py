"""The order template: what it suggests can really be ordered in this very position."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.engine.api import Level, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.events import OrderRefused
from pbem.rulesets.asylamba_mini.holdings import (
    Facilities,
    Fleets,
    Inside,
    Purse,
    Ship,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Orders, Send
from pbem.rulesets.asylamba_mini.reckoning.dealings import carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import realm_of
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.telling.suggestions import Suggestions, order_template, suggest
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.mails import ASK, desk
from tests.rulesets.asylamba_mini.situation import players
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.soaking import soak

rules = AsylambaRules()
GAMES = [(1, 2), (2, 4), soak(3, 7)]
"""Seed and seats."""


def found(seen: View) -> Suggestions:
    return suggest(seen, realm_of(seen))


def template(seen: View) -> tuple[str, ...]:
    return order_template(seen, realm_of(seen))


def together(seen: View) -> list[str]:
    return [written(done.order) for done in found(seen).together]


def instead(seen: View) -> list[str]:
    return [written(done.order) for done in found(seen).instead]


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


# --- which ships, and how many (AM-20)


@pytest.mark.parametrize(
    ("fleets", "sent"),
    [
        (Fleets(light=20), "10 light"),
        (Fleets(medium=20, heavy=20), "8 medium"),
        (Fleets(medium=4, light=20), "4 medium 5 light"),
        (Fleets(heavy=30), "12 heavy"),
        (Fleets(heavy=13), None),
    ],
)
def test_rebels_are_met_with_medium_then_light_then_heavy_AM_20(
    fleets: Fleets, sent: str | None
) -> None:
    seen = view(
        home=Inside(Facilities(4, 4), fleets, resources=0),
        technologies=Technologies(administration=1, frame=2),
        garrisons={**dict.fromkeys(galaxy.SECTORS, 99), 17: 6},
    )
    sends = [order for order in together(seen) if order.startswith("SEND")]
    assert sends[:1] == ([] if sent is None else [f"SEND {sent} FROM 18 TO 17 COLONISE"])


def test_a_technology_of_attack_saves_fleets_AM_20() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=20), resources=0),
        technologies=Technologies(administration=1, attack=4),
        garrisons={17: 6},
    )
    assert together(seen)[0] == "SEND 7 light FROM 18 TO 17 COLONISE"


@pytest.mark.parametrize(("frame", "ship"), [(0, "light"), (1, "medium"), (2, "medium")])
def test_fleets_are_built_of_the_type_that_beats_light_ones_AM_20(frame: int, ship: str) -> None:
    seen = view(technologies=Technologies(frame=frame))
    assert f"BUILD 5 {ship}" in instead(seen)


def test_who_is_known_to_defend_better_needs_more_fleets_to_be_conquered_AM_20() -> None:
    def fleets_against(faction: str) -> int:
        seen = view(
            factions=("Empire", faction, "Kovahk", "Synelle"),
            home=Inside(Facilities(4, 4), Fleets(light=90), resources=0),
            foreign={19: 2},
            technologies=Technologies(administration=1, conquest=1),
            purse=Purse(experience=50),
            garrisons={19: 10},
        )
        (done,) = [done for done in found(seen).together if isinstance(done.order, Send)]
        assert isinstance(done.order, Send) and done.order.target == 19
        return done.order.fleets.total

    assert fleets_against("Nerve") == 1 + 28  # 13 with those that may join, by 1.6 and 1.3
    assert fleets_against("Ligue") == 1 + 21


# --- the last turns (AM-26)


def _strong(**options: Any) -> View:
    return view(
        home=Inside(Facilities(4, 4), Fleets(light=60), resources=140),
        own={17: colony(light=9)},
        garrisons={1: 6},
        technologies=Technologies(administration=4, engineering=1),
        purse=Purse(credits=400),
        **options,
    )


def test_nothing_is_offered_that_arrives_after_the_last_turn_AM_26() -> None:
    assert [order for order in together(_strong()) if "TO 1 " in order]
    for last in (3, 4):
        suggestions = found(_strong(max_turns=last))
        for done in (*suggestions.together, *suggestions.instead):
            assert 3 + done.turns <= last
    assert [order for order in together(_strong(max_turns=4)) if order.startswith("SEND")]


def test_help_that_comes_after_the_last_turn_is_not_offered_AM_26() -> None:
    attack = mission(
        1, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=5, fleets=Fleets(light=90),
        known=False,
    )  # fmt: skip
    relief = "SEND 8 light FROM 17 TO 18 REINFORCE"
    assert relief in together(_strong(missions=[attack]))
    assert relief not in together(_strong(missions=[attack], max_turns=3))


def test_the_last_turn_offers_nothing_that_pays_later_AM_26() -> None:
    assert template(_strong(max_turns=3)) == (
        "# To order, take the # away. These can be paid together:",
        "# BUILD 14 light  ; 140 R",
    )


def test_on_the_last_turn_what_counts_at_once_is_still_offered_AM_26() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=150),
        technologies=Technologies(engineering=1),
        max_turns=3,
    )
    assert together(seen) == ["WONDER Space Elevator"]


# --- rivals


@pytest.mark.parametrize(("arrives", "offered"), [(3, False), (4, False), (5, True)])
def test_rebels_whom_another_attacks_no_later_are_left_alone_AM_19(
    arrives: int, offered: bool
) -> None:
    rival = mission(1, owner=2, path=(21, 20, 19, 17), arrives=arrives, known=False)
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=20), resources=0),
        technologies=Technologies(administration=1),
        garrisons={**dict.fromkeys(galaxy.SECTORS, 99), 17: 6},
        missions=[rival],
    )
    assert ("SEND 10 light FROM 18 TO 17 COLONISE" in together(seen)) is offered


# --- maxima (AM-23)


def test_nothing_is_exchanged_for_a_level_beyond_the_highest_AM_23() -> None:
    ring = dict.fromkeys((17, 19, 16, 20, 9, 36, 15, 35, 14, 34, 8), colony(light=1))
    seen = view(
        own=ring,
        technologies=Technologies(11, 5, 1, 10, 10, 2),
        purse=Purse(9000, 10, 10),
    )
    assert not [order for order in (*together(seen), *instead(seen)) if "EXCHANGE" in order]
    below = view(own=ring, technologies=Technologies(11, 5, 1, 9, 10, 2), purse=Purse(9000, 10, 10))
    assert "EXCHANGE C FOR 490 S" in instead(below)


def test_an_empty_purse_is_told_as_such() -> None:
    seen = view(
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=0),
        purse=Purse(),
    )
    assert template(seen) == ("# There is nothing that could be paid this turn.",)
