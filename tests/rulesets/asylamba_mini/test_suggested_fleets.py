"""Which ships are suggested, and what in the last turns and against rivals."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Inside,
    Purse,
    Technologies,
)
from pbem.rulesets.asylamba_mini.orders import Send
from pbem.rulesets.asylamba_mini.report import suggestions
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.suggested import found, instead, template, together
from tests.rulesets.asylamba_mini.table import colony, mission, view

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


def test_what_can_only_be_ordered_by_itself_says_how_it_is_ordered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suggestions, "advice", lambda _view: ())
    lines = template(view(purse=Purse(credits=900)))
    assert lines[0] == "# To order, take the # away. Each of these can be paid, one of them alone:"
    assert len(lines) > 1
    assert "#" not in lines
