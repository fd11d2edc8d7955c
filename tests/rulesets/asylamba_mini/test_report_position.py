"""Reports: capital, means, sectors, missions, targets and megastructures (source, 4.2)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.asylamba_mini.events import (
    Flow,
)
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    Cost,
    Facilities,
    Fleets,
    Inside,
    Purse,
    SourceSection,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.report import powers
from pbem.rulesets.asylamba_mini.view import Payment, Standing
from tests.rulesets.asylamba_mini.reports import report
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.rulesets.reports import sentences, table

# --- capital, means, sectors, missions, targets


def test_the_capital_tells_what_the_next_levels_cost_and_what_can_be_paid_AM_7() -> None:
    home = Inside(Facilities(4, 25, 1, 0), Fleets(light=4, heavy=1), resources=115)
    rows = table(report(view(home=home)), "Your capital, sector 18").rows
    assert rows == (
        ("refinery", "4 of 25", "40 R", "50 R", "to 6 for 110 R"),
        ("commercial hub", "25 of 25", "250 C", "complete", "–"),
        ("technosphere", "1 of 25", "10 S", "by bonuses only", "–"),
    )  # no military school, for none can be bought


def test_the_flow_of_resources_adds_up_row_by_row() -> None:
    flow = Flow(
        before=Cost(50, 60, 0, 0),
        spent=Cost(R=50, C=10),
        gained=Cost(X=70),
        produced=Cost(40, 40, 0, 0),
        after=Cost(40, 90, 0, 70),
    )
    told = table(report(view(), flow), "Your resources")
    assert [column.heading for column in told.columns[1:]] == [
        "before", "spent", "gained", "produced", "in stock", "next turn",
    ]  # fmt: skip
    assert told.rows == (
        ("R resources", "50", "-50", "–", "+40", "40", "+40"),
        ("C credits", "60", "-10", "–", "+40", "90", "+40"),
        ("S science", "0", "–", "–", "–", "0", "–"),
        ("X experience", "0", "–", "+70", "–", "70", "–"),
    )


def test_technologies_tell_level_effect_and_price_and_aphera_pays_less_AM_8() -> None:
    seen = view(
        factions=("Aphera", "Cardan", "Kovahk", "Empire"),
        technologies=Technologies(administration=1, frame=1),
        purse=Purse(credits=200, science=149),
    )
    rows = {row[0]: row[1:] for row in table(report(seen), "Your technologies").rows}
    assert rows["extended administration"] == (
        "1 of 11", "1 sector more", "75 C", "to 3 for 188 C",
    )  # fmt: skip
    assert rows["frame"] == ("1 of 2", "up to medium", "150 S", "no")
    assert rows["defence"] == ("0 of 10", "–", "38 S", "to 2 for 113 S")


def test_tokens_are_told_with_how_to_use_them_AM_13() -> None:
    answer = report(view(tokens=Tokens(technology=2, either=1)))
    assert sentences(answer, "Your resources")[-1] == (
        "You hold: 2 × free technology and free colonisation or conquest. "
        "FREE behind RESEARCH takes the technology, one level, at no price. "
        "FREE behind the SEND of an attack takes the mission at no price."
    )


def test_other_sectors_tell_points_bonus_and_what_they_build_AM_9() -> None:
    seen = view(
        own={9: colony(2, light=1, medium=2), 21: colony(light=1)},
        bonuses={9: "governor"},
        built={"Ringworld": 18},
        technologies=Technologies(frame=1),
    )
    answer = report(seen)
    assert table(answer, "Your other sectors").rows == (
        ("9 (2)", "refinery 2", "2 medium, 1 light", "governor", "2 medium"),
        ("21 (2)", "–", "1 light", "–", "no refinery"),
    )
    assert sentences(answer, "Your capital, sector 18") == [
        "Garrison: 4 light. A fleet costs 10 R; you can build light and medium. "
        "Here stands Ringworld."
    ]
    both = view(built={"Ringworld": 18, "Gravity Train": 18})
    assert sentences(report(both), "Your capital, sector 18")[0].endswith(
        "Here stand Ringworld and Gravity Train."
    )


def test_own_missions_are_told_whole_and_others_in_public_terms_AM_27() -> None:
    seen = view(
        own={17: colony(light=1)},
        missions=[
            mission(1, path=(18, 9), arrives=4, fleets=Fleets(light=3, heavy=2)),
            mission(2, owner=2, path=(21, 20), arrives=3, known=False),
        ],
    )
    answer = report(seen)
    assert table(answer, "Your missions").rows == (
        ("colonisation of 9", "2 heavy, 3 light", "18-9", "4", "rebels, 12 fleets"),
    )
    assert sentences(answer, "Missions of others") == [
        "Cardan: colonisation of 20 with 3 fleets, 21-20, arrives in turn 3.",
    ]


def test_a_mission_that_will_not_fit_is_seen_coming_AM_19() -> None:
    seen = view(foreign={9: 2}, missions=[mission(path=(18, 9)), mission(2, path=(18, 17))])
    assert sentences(report(seen), "Your missions") == [
        "Cardan owns sector 9 by now: unless that changes, your colonisation will turn back.",
        "You can launch no more: 2 missions are the most for your sectors.",
    ]


def test_targets_are_the_nearest_with_price_or_obstacle_AM_17() -> None:
    seen = view(
        technologies=Technologies(administration=1),
        purse=Purse(credits=60),
        foreign={19: 2},
        bonuses={17: "spy"},
    )
    answer = report(seen)
    rows = table(answer, "Targets").rows
    assert len(rows) == 12  # ten, and the capitals of two rivals, farther off
    assert rows[-2] == ("33", "capital (2)", "Synelle", "4", "18 (5)", "50 X, needs conquest")
    assert rows[:3] == (
        ("19", "peripheral (1)", "Cardan", "4", "18 (1)", "50 X, needs conquest"),
        ("17", "peripheral (1)", "rebels", "6", "18 (1)", "50 C"),
        ("9", "bridge (1)", "rebels", "12", "18 (1)", "50 C"),
    )
    assert sentences(answer, "Targets") == [
        HOW_TO_READ,
        CONQUEST,
        "Bonuses known to you: 17 spy.",
    ]


def test_a_capital_that_no_way_leads_to_is_named_AM_18() -> None:
    """No step leads from one enemy sector to another, and all around 21 is Cardan's."""
    around = view(foreign=dict.fromkeys((10, 20, 22), 2))
    answer = report(around)
    assert sentences(answer, "Targets")[-1] == "No way leads to capital 21 at present."
    assert "21" not in [row[0] for row in table(answer, "Targets").rows]


@pytest.mark.parametrize(
    ("changes", "cell"),
    [
        ({}, "50 C"),
        ({"technologies": Technologies(administration=1)}, "50 C"),
        (
            {"technologies": Technologies(administration=1), "purse": Purse(credits=20)},
            "50 C, 30 short",
        ),
        (
            {"technologies": Technologies(administration=1), "tokens": Tokens(either=1)},
            "50 C or a token",
        ),
        (
            {"missions": [mission(path=(18, 17), payment=Payment(credits=50))]},
            "paid: more at no cost",
        ),
        ({"missions": [mission(1), mission(2)]}, "no mission left"),
        (
            {
                "own": dict.fromkeys((19, 16, 20, 9, 36, 15, 35, 14, 34, 8, 22), colony(light=1)),
                "technologies": Technologies(administration=11),
            },
            "no more sectors",
        ),
    ],
)
def test_what_hinders_a_launch_is_told_AM_13_AM_17(changes: dict[str, Any], cell: str) -> None:
    rows = table(report(view(**changes)), "Targets").rows
    assert next(row[-1] for row in rows if row[0] == "17") == cell


HOW_TO_READ = (
    "The nearest first, each with your sector from which it is so many turns away. Rebels gain a "
    "light fleet a turn per refinery level, up to 24."
)


CONQUEST = (
    "Sectors of factions need the conquest technology, 200 X, and then the price of each mission."
)


def test_the_level_that_the_next_sector_needs_is_told_with_its_price_AM_17() -> None:
    answer = report(view())
    assert sentences(answer, "Targets")[1:] == [
        "One sector more, colonised or conquered, needs extended administration 1; yours is 0. "
        f"To research it costs 50 C, and then each mission its price below. {CONQUEST}"
    ]
    technologies = table(answer, "Your technologies")
    assert [technologies.rows[n][0] for n in technologies.mark] == ["extended administration"]


def test_a_sector_of_a_faction_names_the_administration_that_it_needs_AM_17() -> None:
    seen = view(foreign={19: 2}, technologies=Technologies(conquest=1))
    prices = {row[0]: row[-1] for row in table(report(seen), "Targets").rows}
    assert prices["19"] == "50 X, needs administration 1"
    assert prices["17"] == "50 C"  # what rebels need is told above the table


def test_at_the_highest_level_no_further_one_is_asked_for_AM_17_AM_23() -> None:
    own = dict.fromkeys((19, 16, 20, 9, 36, 15, 35, 14, 34, 8, 22), colony(light=1))
    seen = view(own=own, technologies=Technologies(administration=11))
    assert sentences(report(seen), "Targets")[1:] == [
        "Extended administration 11 is the most: you can own no more sectors."
    ]


def test_megastructures_tell_price_and_what_is_missing_AM_12() -> None:
    seen = view(
        factions=("Nouvelle-Nerve", "Cardan", "Kovahk", "Empire"),
        home=Inside(Facilities(4, 4), Fleets(light=4), resources=110),
        technologies=Technologies(engineering=2),
        built={"Gravity Train": 21},
    )
    answer = report(seen)
    assert sentences(answer, "Megastructures") == [
        "Gravity Train stands in sector 21 (Cardan): commercial hub +2."
    ]
    told = sentences(answer, "Megastructures to be had")
    found = [one.replace("\N{NO-BREAK SPACE}", " ") for one in told]
    assert found[:3] == [
        "To be had, each once only, by whoever is first, for one point more:",
        "Space Elevator, 105 R at engineering 1: refinery +2 (payable: “WONDER Space Elevator”).",
        "Globus Cassus, 140 R at engineering 2: military school +1, +20 % defence (30 R short).",
    ]
    assert found[-1] == (
        "With more spatial engineering, at the level told: Circumsolar Collider (3), "
        "Planet Gaia (3), Bernal Sphere (4), Ringworld (4), Dyson Sphere (5). HELP "
        "MEGASTRUCTURES tells what each does."
    )


def test_what_rivals_are_good_at_is_told_of_all_but_oneself_3_5() -> None:
    seen = view(turn=0, factions=("Aphera", "Ligue", "Nerve", "Negore"))
    assert sentences(report(seen), "What the rivals are good at") == [
        "Ligue: fleets for C as well as for R.",
        "Nerve: 30 % stronger in defence; for each attack beaten off: refinery +1, technosphere "
        "+1.",
        "Negore: exchanges at 2 for 1.",
    ]
    watched = view(turn=0, factions=("Aphera", "Ligue", "Nerve", "Negore"), seat=None)
    assert sentences(report(watched), "What each is good at")[0] == (
        "Aphera: technologies 25 % cheaper."
    )


@pytest.mark.parametrize("reading", ["3.5", "3.6"])
def test_every_faction_has_a_power_that_its_rivals_are_told(reading: SourceSection) -> None:
    told = {powers(name, reading) for name in FACTIONS}
    assert "" not in told and len(told) == len(FACTIONS)


def test_standings_rank_all_and_mark_the_own_row_AM_25() -> None:
    now = (Standing(2, 2, 9), Standing(5, 4, 9), Standing(2, 2, 12), Standing(0, 0, 0))
    before = (Standing(2, 2, 9), Standing(4, 4, 9), Standing(3, 2, 12), Standing(1, 1, 4))
    held = {22: 2, 23: 2, 28: 2, 30: 3}
    seen = view(turn=1, history=(before, now), fallen=[4], foreign=held)
    found = table(report(seen), "Victory points")
    assert found.rows == (
        ("Cardan", "Bruno", "5 (+1), 1 hidden", "4", "9"),
        ("Kovahk", "Carla", "2 (-1)", "2", "12"),
        ("Empire", "Anna", "2", "2", "9"),
        ("Synelle, fallen", "Dora", "0 (-1)", "0", "0"),
    )
    assert found.mark == (2,)
    (said,) = sentences(report(seen), "Victory points")
    assert said.startswith("Hidden points are those of governors")
    assert sentences(report(view()), "Victory points") == []


def test_the_last_turn_asks_for_the_most_points_and_not_for_twelve_AM_26() -> None:
    told = "12 points win; if nobody has them, the most after the next turn."
    assert table(report(view(turn=8, max_turns=9)), "Victory points").caption == told
    assert table(report(view(turn=7, max_turns=9)), "Victory points").caption == ""
