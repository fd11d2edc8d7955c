"""What a report tells of battles and what came of them."""

from __future__ import annotations

import pytest

from pbem.engine.report import Bullets, Paragraph
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Grant,
)
from pbem.rulesets.asylamba_mini.view import Side
from tests.rulesets.asylamba_mini.reports import fight, report
from tests.rulesets.asylamba_mini.table import colony, view
from tests.rulesets.reports import section, sentences

# --- battles


def test_an_own_victory_tells_losses_by_type_captures_and_spoils_AM_21_AM_22() -> None:
    seen = view(turn=7, own={9: colony(light=5)}, factions=("Kovahk", "Cardan", "Nerve", "Empire"))
    answer = report(
        seen,
        fight(4, Side(2, 3, 0), Side(None, 21, 20), taken=False, kind="colonise"),
        fight(9, Side(1, 12, 10), Side(2, 7, 0), captured=1),
        BattleTypes(
            order=1,
            sector=9,
            skirmishes=30,
            attackers=Fleets(light=12),
            defenders=Fleets(light=4, medium=3),
            attackers_left=Fleets(light=9, medium=1),
            defenders_left=Fleets(),
            captured=Fleets(medium=1),
        ),
        Spoils(order=1, sector=9, experience=210, reward=None),
    )
    assert section(answer, "Battles") == (
        Paragraph(
            "You took sector 9 from Cardan: 12 fleets against 7, 9 came through. You lost 3 light; "
            "they lost 3 medium, 4 light. Of these you captured 1 medium. You gain 210 X.",
            "good",
        ),
        Bullets(
            ("The rebels held sector 4 against Cardan: 21 against 3 fleets, 20 left.",),
        ),
    )


def test_a_lost_sector_tells_what_fell_and_what_was_captured() -> None:
    answer = report(
        view(foreign={9: 3}),
        fight(9, Side(3, 12, 11), Side(1, 4, 0), captured=1),
        BattleTypes(
            order=0,
            sector=9,
            skirmishes=30,
            attackers=Fleets(heavy=12),
            defenders=Fleets(light=4),
            attackers_left=Fleets(heavy=10, light=1),
            defenders_left=Fleets(),
            captured=Fleets(light=1),
        ),
    )
    assert section(answer, "Battles") == (
        Paragraph(
            "Kovahk took sector 9 from you: 12 against your 4 fleets. You lost 4 light; they lost "
            "2 heavy. Kovahk captured 1 light of yours.",
            "bad",
        ),
    )


def test_a_defence_tells_its_reward_AM_22() -> None:
    reward = Grant(facilities=Facilities(refinery=1, technosphere=1))
    answer = report(
        view(factions=("Nerve", "Cardan", "Kovahk", "Empire")),
        fight(18, Side(2, 6, 0), Side(1, 4, 2), taken=False),
        Spoils(order=0, sector=18, experience=60, reward=reward),
    )
    assert sentences(answer, "Battles") == [
        "You held sector 18 against Cardan: 4 fleets against 6, 2 came through. "
        "You gain 60 X and refinery +1, technosphere +1."
    ]


def test_an_empty_garrison_falls_without_a_fight_AM_20() -> None:
    empty = fight(9, Side(1, 3, 3), Side(None, 0, 0), kind="colonise")
    foreign = fight(20, Side(2, 3, 3), Side(None, 0, 0), kind="colonise")
    answer = report(view(own={9: colony(light=3)}), empty, foreign)
    assert sentences(answer, "Battles") == [
        "You took sector 9 from the rebels without a fight: nobody guarded it.",
        "Cardan took sector 20 from the rebels without a fight.",
    ]


@pytest.mark.parametrize(
    ("few", "others", "taken", "told"),
    [
        (4, 6, True, "Lucky: such a fight is won 13 times in 100."),
        (6, 4, False, "Unlucky: such a fight is won 87 times in 100."),
        (6, 4, True, None),
    ],
)
def test_a_surprising_fight_with_rebels_is_told_as_such_AM_20(few, others, taken, told) -> None:
    sentence = of_rebels(few, Fleets(light=others), taken=taken)
    assert sentence.endswith(told) if told else "ucky" not in sentence


def test_AM_4_ships_that_nobody_saw_explain_why_other_odds_were_told_before() -> None:
    told = of_rebels(8, Fleets(light=4, medium=1), taken=False)
    assert "Unlucky: such a fight is won" in told
    assert told.endswith("That is against the ships that were there, 1 medium, 4 light.")


def of_rebels(few: int, others: Fleets, *, taken: bool) -> str:
    """What is told of an attack by so many light fleets."""
    answer = report(
        view(turn=7),
        fight(9, Side(1, few, 1), Side(None, others.total, 1), taken=taken, kind="colonise"),
        BattleTypes(
            order=0,
            sector=9,
            skirmishes=30,
            attackers=Fleets(light=few),
            defenders=others,
            attackers_left=Fleets(light=int(taken)),
            defenders_left=Fleets(light=int(not taken)),
            captured=Fleets(),
        ),
    )
    (sentence,) = sentences(answer, "Battles")
    return sentence
