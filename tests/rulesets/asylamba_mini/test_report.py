"""Reports: what they tell, to whom, and in which words (source, 4.2; AM-27)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbem.engine.api import Event, Level
from pbem.engine.report import Bullets, Paragraph, Report, Table
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    BonusFound,
    Eliminated,
    FleetsJoined,
    FleetsLost,
    Flow,
    MegastructureBuilt,
    MegastructureLost,
    MissionTurnedBack,
    OrderDone,
    OrderRefused,
    Produced,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import BONUSES, FACTIONS, MEGASTRUCTURES, Reading
from pbem.rulesets.asylamba_mini.holdings import (
    Cost,
    Facilities,
    Fleets,
    Grant,
    Inside,
    Means,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Why
from pbem.rulesets.asylamba_mini.report import make_report
from pbem.rulesets.asylamba_mini.telling import effects
from pbem.rulesets.asylamba_mini.view import Battle, Ending, Payment, Side, Standing, View
from tests.rulesets.asylamba_mini import situation
from tests.rulesets.asylamba_mini.mails import parse
from tests.rulesets.asylamba_mini.table import colony, mission, view


def section(report: Report, heading: str) -> tuple[object, ...]:
    return next(s.blocks for s in report.sections if s.heading == heading)


def headings(report: Report) -> list[str]:
    return [section.heading for section in report.sections]


def sentences(report: Report, heading: str) -> list[str]:
    """Paragraphs and list entries of a section, in order."""
    found: list[str] = []
    for block in section(report, heading):
        if isinstance(block, Paragraph):
            found.append(block.text)
        elif isinstance(block, Bullets):
            found += block.items
    return found


def table(report: Report, heading: str, number: int = 0) -> Table:
    return [b for b in section(report, heading) if isinstance(b, Table)][number]


def told(report: Report) -> str:
    """Every word of a report but its pictures."""
    return str([[b for b in s.blocks if not hasattr(b, "scene")] for s in report.sections])


def report(seen: View, *news: Event | Battle) -> Report:
    """Of a turn with this news and these battles."""
    battles = tuple(one for one in news if isinstance(one, Battle))
    events = tuple(one for one in news if isinstance(one, Event))
    return make_report(msgspec.structs.replace(seen, battles=battles), events)


def fight(sector: int, attacker: Side, defender: Side, **more: Any) -> Battle:
    figures: dict[str, Any] = {
        "kind": "conquer",
        "taken": True,
        "captured": 0,
        **more,
    }
    return Battle(sector=sector, attacker=attacker, defender=defender, **figures)


# --- the headline


def test_the_headline_tells_standing_gain_and_the_threat_to_the_capital() -> None:
    seen = view(
        turn=7,
        own={9: colony(light=3)},
        missions=[
            mission(1, owner=2, kind="conquer", path=(21, 20, 19, 9), arrives=8, known=False),
            mission(2, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=9, known=False),
        ],
    )
    news = fight(9, Side(1, 5, 3), Side(None, 4, 0), kind="colonise")
    assert report(seen, news).headline == (
        "You lead with 3 of 12 points; sector 9 is yours; "
        "3 fleets of Cardan reach your capital (sector 18) in turn 9."
    )


def test_the_headline_names_who_leads_and_what_was_lost() -> None:
    seen = view(turn=7, foreign={9: 2, 19: 2})
    news = fight(9, Side(2, 8, 6), Side(1, 3, 0))
    assert report(seen, news).headline == (
        "You have 2 of 12 points, Cardan leads with 3; sector 9 is lost to Cardan."
    )


@pytest.mark.parametrize(
    ("foreign", "sentence"),
    [
        ({}, "You lead with 2 of 12 points."),
        ({19: 2}, "You lead with 2 of 12 points, level with Cardan."),
        ({19: 2, 28: 3, 34: 4}, "All have 2 of 12 points."),
    ],
)
def test_the_headline_says_who_is_level(foreign: dict[int, int], sentence: str) -> None:
    assert report(view(foreign=foreign)).headline == sentence


def test_a_sector_that_was_retaken_the_same_turn_is_not_mourned() -> None:
    seen = view(turn=7, own={9: colony(light=3)})
    lost = fight(9, Side(2, 8, 6), Side(1, 3, 0))
    retaken = fight(9, Side(1, 9, 3), Side(2, 6, 0))
    assert "lost" not in report(seen, lost, retaken).headline


def test_a_sector_that_changed_hands_twice_is_counted_once() -> None:
    seen = view(seat=4, turn=7, fallen=[4], foreign={9: 3})
    first = fight(9, Side(2, 8, 6), Side(1, 3, 0))
    second = fight(9, Side(3, 9, 3), Side(2, 6, 0))
    assert report(seen, first, second).headline.endswith("; 1 sector changed hands.")


def test_orders_that_came_to_nothing_reach_the_headline_of_a_quiet_turn() -> None:
    lost = MegastructureLost(name="Ringworld", winner=2, returned=300)
    refused = OrderRefused(
        order=Build(ship="light", count=9),
        refusal=Refusal(Why.SHORT, need=90, have=50, resource=Resource.R),
    )
    assert report(view(), refused, lost).headline == (
        "You lead with 2 of 12 points; Cardan has the Ringworld that you wanted; "
        "1 order of yours was not carried out."
    )
    assert report(view(), refused, refused).headline.endswith(
        "; 2 orders of yours were not carried out."
    )
    seen = view(turn=7, own={9: colony(light=3)}, foreign={17: 2})
    taken = fight(9, Side(1, 5, 3), Side(None, 4, 0), kind="colonise")
    gone = fight(17, Side(2, 5, 3), Side(1, 1, 0))
    assert "not carried out" not in report(seen, refused, taken, gone).headline


# --- what must not be overlooked


def test_attacks_on_own_sectors_stand_at_the_very_top_the_soonest_first() -> None:
    seen = view(
        turn=7,
        own={9: colony(light=5)},
        missions=[
            mission(1, owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=9, known=False),
            mission(2, owner=3, kind="conquer", path=(27, 12, 4, 3, 2, 9), arrives=8, known=False),
            mission(3, owner=3, kind="conquer", path=(27, 12, 4, 3, 2, 9), arrives=8, known=False),
            mission(4, owner=3, kind="colonise", path=(27, 12, 4, 3, 2, 9), arrives=8, known=False),
        ],
    )
    answer = report(seen)
    assert headings(answer)[0] == "Look out"
    assert sentences(answer, "Look out") == [
        "6 fleets of Kovahk reach sector 9 in turn 8, the next one. 5 fleets hold it.",
        "3 fleets of Cardan reach your capital (sector 18) in turn 9. 4 fleets hold it. "
        "What you build there now is ready before.",
    ]


def test_a_rival_close_to_winning_is_pointed_out() -> None:
    foreign = dict.fromkeys((1, 2, 3, 4), 2)
    assert sentences(report(view(foreign=foreign)), "Look out") == [
        "Cardan has 10 of the 12 points that win."
    ]


def test_sectors_that_nobody_guards_are_pointed_out_AM_20() -> None:
    seen = view(own={9: colony(), 17: colony(), 19: colony(light=1)})
    assert sentences(report(seen), "Look out") == [
        "No fleet guards sectors 9 and 17 and none is on its way: unless you build or send some, "
        "any attack takes them without a fight."
    ]


def test_a_sector_that_is_guarded_before_anyone_can_come_is_not_pointed_out_AM_15() -> None:
    seen = view(
        own={9: colony(refinery=1), 17: colony()},
        missions=[mission(1, kind="reinforce", path=(18, 17), arrives=3)],
    )
    assert "Look out" not in headings(report(seen))
    late = mission(1, kind="reinforce", path=(18, 17), arrives=5)
    assert sentences(report(view(own={17: colony()}, missions=[late])), "Look out") == [
        "No fleet guards sector 17 and none is on its way: unless you build or send some, "
        "any attack takes it without a fight."
    ]


def test_a_quiet_turn_has_nothing_to_look_out_for() -> None:
    assert "Look out" not in headings(report(view()))


# --- own orders (AM-14)


def test_refused_orders_are_told_first_with_their_reason_AM_14() -> None:
    done = OrderDone(
        done=Done(Upgrade(facility="refinery", to=6), cost=Cost(R=110), before=4, after=6)
    )
    refused = OrderRefused(
        order=Research(technology="administration"),
        refusal=Refusal(Why.SHORT, need=50, have=20, resource=Resource.C),
    )
    answer = report(view(), done, refused)
    first, second = section(answer, "What your orders did")
    assert first == Paragraph(
        "RESEARCH extended administration: not done, 50 C are needed, 20 C are there.", "bad"
    )
    assert second == Bullets(("Refinery from 4 to 6 for 110 R.",))


@pytest.mark.parametrize(
    ("done", "sentence"),
    [
        (
            Done(
                Upgrade(facility="hub", to=8),
                cost=Cost(C=50),
                before=4,
                after=5,
                stopped=Refusal(Why.SHORT, need=60, have=12, resource=Resource.C),
            ),
            "Commercial hub from 4 to 5 for 50 C; raised to 5 only: level 6 costs 60 C, "
            "12 C are there.",
        ),
        (
            Done(Research(technology="frame", free=True), before=0, after=1, token="technology"),
            "Frame from 0 to 1 for a token (free technology).",
        ),
        (
            Done(Build(ship="heavy", count=3), cost=Cost(R=30)),
            "Built 3 heavy in your capital for 30 R.",
        ),
        (
            Done(Wonder(megastructure="Ringworld"), cost=Cost(R=300)),
            "Ringworld was built for 300 R.",
        ),
        (
            Done(
                Exchange(give=Resource.R, get=Resource.C, amount=40),
                cost=Cost(R=40),
                gain=Cost(C=10),
            ),
            "Exchanged 40 R for 10 C.",
        ),
        (
            Done(
                Send(kind="colonise", fleets=Fleets(light=5, heavy=2), source=18, target=9),
                cost=Cost(C=50),
                path=(18, 9),
                turns=1,
            ),
            "Sent 2 heavy, 5 light from 18-9: colonisation of sector 9, arrives in turn 3; "
            "it cost 50 C.",
        ),
    ],
)
def test_what_every_order_came_to(done: Done, sentence: str) -> None:
    answer = report(view(turn=2), OrderDone(done=done))
    assert sentences(answer, "What your orders did") == [sentence]


def test_a_megastructure_that_another_had_is_not_told_as_built_AM_12() -> None:
    done = OrderDone(done=Done(Wonder(megastructure="Ringworld"), cost=Cost(R=300)))
    lost = MegastructureLost(name="Ringworld", winner=2, returned=300)
    built = MegastructureBuilt(name="Ringworld", seat=2, sector=21)
    answer = report(view(), done, lost, built)
    assert sentences(answer, "What your orders did") == [
        "Ringworld: Cardan has it, by its higher spatial engineering, else by fewer points or by "
        "lot; 300 R came back."
    ]
    assert sentences(answer, "News") == [
        "Cardan built Ringworld in sector 21: commercial hub to 25."
    ]


def test_a_sector_lost_in_the_turn_is_not_told_to_build_from_now_on_AM_9() -> None:
    done = OrderDone(done=Done(Autobuild(sector=17, ship="light")))
    kept = report(view(own={17: colony(light=1)}), done)
    assert sentences(kept, "What your orders did") == ["Sector 17 builds light fleets from now on."]
    assert "What your orders did" not in headings(report(view(foreign={17: 2}), done))


def test_a_turn_without_orders_is_told_as_such() -> None:
    assert sentences(report(view()), "What your orders did") == ["You gave no orders this turn."]


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


# --- news


def test_bonuses_arrivals_and_new_fleets_are_told() -> None:
    seen = view(turn=7, own={9: colony(1, light=4), 19: colony(light=2)})
    answer = report(
        seen,
        BonusFound(seat=1, sector=9, bonus="treasure", granted=True),
        BonusFound(seat=1, sector=19, bonus="governor", granted=True),
        FleetsJoined(mission=1, kind="reinforce", sector=9, fleets=Fleets(light=2)),
        Produced(income=Cost(), built=((18, Fleets(light=3)), (9, Fleets(medium=1)))),
    )
    assert sentences(answer, "News") == [
        "You found the bonus of sector 9: treasure (200 C).",
        "You found the bonus of sector 19: governor (+1 point).",
        "2 light arrived in sector 9.",
        "New fleets: 1 medium in 9.",
    ]


def test_a_bonus_that_was_granted_before_is_told_without_its_grant_AM_3() -> None:
    found = BonusFound(seat=1, sector=9, bonus="treasure", granted=False)
    assert sentences(report(view(own={9: colony(light=1)}), found), "News") == [
        "You found the bonus of sector 9: treasure (granted to an earlier owner)."
    ]


def test_a_mission_that_turned_back_tells_way_and_refund_AM_19() -> None:
    back = MissionTurnedBack(
        mission=1,
        kind="colonise",
        sector=20,
        fleets=Fleets(light=6),
        home=18,
        arrives=9,
        refunded=Payment(credits=50),
    )
    stranded = MissionTurnedBack(
        mission=2,
        kind="reinforce",
        sector=10,
        fleets=Fleets(heavy=1),
        home=None,
        arrives=0,
        refunded=Payment(),
    )
    assert sentences(report(view(turn=7), back, stranded), "News") == [
        "Your colonisation of sector 20 found a faction there and turned back. On their way to "
        "sector 18, there in turn 9: 6 light. Its price is yours again: 50 C.",
        "Your reinforcement to sector 10 found it lost. There was no way home: it disbanded "
        "(1 heavy).",
    ]


# --- capital, means, sectors, missions, targets


def test_the_capital_tells_what_the_next_levels_cost_and_what_can_be_paid_AM_7() -> None:
    home = Inside(Facilities(4, 25, 1, 0), Fleets(light=4, heavy=1), resources=115)
    rows = table(report(view(home=home)), "Your capital, sector 18").rows
    assert rows == (
        ("refinery", "4 of 25", "40 R", "50 R", "to 6 for 110 R"),
        ("commercial hub", "25 of 25", "250 C", "complete", "–"),
        ("technosphere", "1 of 25", "10 S", "by bonuses only", "–"),
        ("military school", "0 of 25", "–", "by bonuses only", "–"),
    )


def test_the_flow_of_resources_adds_up_row_by_row() -> None:
    flow = Flow(
        before=Cost(50, 60, 0, 0),
        spent=Cost(R=50, C=10),
        gained=Cost(X=70),
        produced=Cost(40, 40, 0, 0),
        after=Cost(40, 90, 0, 70),
    )
    rows = table(report(view(), flow), "Your resources").rows
    assert rows == (
        ("before", "50", "60", "0", "0"),
        ("spent", "-50", "-10", "–", "–"),
        ("gained", "–", "–", "–", "+70"),
        ("produced", "+40", "+40", "–", "–"),
        ("in stock", "40", "90", "0", "70"),
        ("income next turn", "+40", "+40", "–", "–"),
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
        "Write FREE behind an order to use one."
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
        ("21 (2)", "–", "1 light", "–", "–"),
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
    assert table(answer, "Missions under way").rows == (
        ("colonisation of 9", "2 heavy, 3 light", "18-9", "4", "rebels, 12 fleets"),
    )
    assert sentences(answer, "Missions under way") == [
        "You can launch 3 missions more.",
        "Cardan: colonisation of 20 with 3 fleets, 21-20, arrives in turn 3.",
    ]


def test_a_mission_that_will_not_fit_is_seen_coming_AM_19() -> None:
    seen = view(foreign={9: 2}, missions=[mission(path=(18, 9)), mission(2, path=(18, 17))])
    assert sentences(report(seen), "Missions under way") == [
        "Cardan owns sector 9 by now: unless that changes, your colonisation will turn back.",
        "You can launch no more: 2 missions are the most for your sectors.",
    ]


def test_targets_are_the_nearest_with_price_or_obstacle_AM_17() -> None:
    seen = view(
        technologies=Technologies(administration=1),
        purse=Purse(credits=60),
        foreign={19: 2},
        bonuses={17: "spy"},
        missions=[mission(1, owner=3, path=(27, 12, 4, 3, 2, 9), arrives=6, known=False)],
    )
    answer = report(seen)
    rows = table(answer, "Targets").rows
    assert len(rows) == 12
    assert rows[:3] == (
        ("19", "peripheral (1)", "Cardan", "4", "18 (1)", "needs conquest"),
        ("17", "peripheral (1)", "rebels", "6", "18 (1)", "50 C"),
        ("9", "bridge (1)", "rebels", "12", "18 (1)", "50 C"),
    )
    assert sentences(answer, "Targets") == [
        "The nearest first, each with your sector from which it is so many turns away.",
        "Bonuses known to you: 17 spy.",
        "Others on their way: Kovahk at 9 in turn 6.",
    ]


@pytest.mark.parametrize(
    ("changes", "cell"),
    [
        ({}, "needs administration"),
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
            "free: under way",
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


def test_the_level_that_the_next_sector_needs_is_told_AM_17() -> None:
    assert sentences(report(view()), "Targets") == [
        "The nearest first, each with your sector from which it is so many turns away. "
        "One sector more needs extended administration 1; yours is 0."
    ]


def test_at_the_highest_level_no_further_one_is_asked_for_AM_17_AM_23() -> None:
    own = dict.fromkeys((19, 16, 20, 9, 36, 15, 35, 14, 34, 8, 22), colony(light=1))
    seen = view(own=own, technologies=Technologies(administration=11))
    assert sentences(report(seen), "Targets") == [
        "The nearest first, each with your sector from which it is so many turns away. "
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
    found = sentences(answer, "Megastructures")
    assert found[:4] == [
        "Gravity Train stands in sector 21 (Cardan): commercial hub +2.",
        "To be had, each for one point more:",
        "Space Elevator, 105 R at engineering 1: refinery +2 (payable).",
        "Globus Cassus, 140 R at engineering 2: military school +1, +20 % defence (30 R short).",
    ]
    assert "Ringworld, 210 R at engineering 4: commercial hub to 25 (not yet)." in found


def test_standings_rank_all_and_mark_the_own_row_AM_25() -> None:
    now = (Standing(2, 2, 9), Standing(5, 4, 9), Standing(2, 2, 12), Standing(0, 0, 0))
    before = (Standing(2, 2, 9), Standing(4, 4, 9), Standing(3, 2, 12), Standing(1, 1, 4))
    found = table(report(view(turn=1, history=(before, now), fallen=[4])), "Victory points")
    assert found.rows == (
        ("Cardan", "Bruno", "5 (+1)", "4", "9"),
        ("Kovahk", "Carla", "2 (-1)", "2", "12"),
        ("Empire", "Anna", "2", "2", "9"),
        ("Synelle, fallen", "Dora", "0 (-1)", "0", "0"),
    )
    assert found.mark == (2,)


# --- welcome, farewell, end


def test_the_welcome_tells_faction_goal_secrets_and_how_to_order() -> None:
    answer = report(view(turn=0))
    assert answer.title == "Welcome"
    assert answer.headline == "You lead Empire from sector 18: turn 1 awaits your orders."
    assert headings(answer)[0] == "The game"
    text = told(answer)
    assert "12 victory points" in text
    assert "Secret are everyone" in text
    assert "SEND 12 light FROM 18 TO 17 COLONISE" in text
    assert "What your orders did" not in headings(answer)
    assert answer.template


def test_the_example_attacks_the_weakest_peripheral_neighbour_with_twice_its_fleets() -> None:
    garrisons = {9: 1, 17: 8, 19: 7}
    first = view(turn=0, garrisons=garrisons)
    upgrade, build, send = sentences(report(first), "The game")[-3:]
    assert send == (
        "SEND 14 light FROM 18 TO 19 COLONISE: once you have that many fleets, a mission against "
        "the nearest rebels"
    )
    later = view(
        turn=0,
        home=Inside(Facilities(4, 4), Fleets(light=14), resources=100),
        garrisons=garrisons,
        technologies=Technologies(administration=1),
    )
    lines = [told.split(":")[0] for told in (upgrade, build, send)]
    parsed = parse(later, *lines)
    assert {found.level for found in parsed.verdicts} == {Level.ACCEPTED}
    assert parsed.orders is not None
    assert [str(order) for order in parsed.orders.orders] == lines


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("reading", ["3.5", "3.6"])
def test_every_faction_has_its_speciality_AM_22(faction: str, reading: Reading) -> None:
    sentence = effects.speciality(faction, reading)
    assert sentence.endswith((".", "credits")) and "{" not in sentence


def test_specialities_follow_the_reading_of_the_source_AM_22() -> None:
    assert effects.speciality("Imperialistes", "3.5") == (
        "Every fight won for a sector of another faction brings you military school +3 in your "
        "capital and attack +1."
    )
    assert effects.speciality("Imperialistes", "3.6") == (
        "Every fight won for a sector of another faction brings you 300 C."
    )
    assert "one of 4 fleets" in effects.speciality("Kovahk", "3.5")
    assert "one of 3 fleets" in effects.speciality("Kovahk", "3.6")


@pytest.mark.parametrize("bonus", BONUSES)
def test_every_bonus_gives_something_lasting_or_at_once_AM_3(bonus: str) -> None:
    assert bool(effects.bonus_lasting(bonus)) != bool(effects.bonus_once(bonus))


@pytest.mark.parametrize("name", MEGASTRUCTURES)
def test_every_megastructure_has_its_effect_in_words_AM_12(name: str) -> None:
    assert effects.megastructure(name)


def test_a_fallen_faction_gets_a_farewell_and_public_reports_after_AM_24() -> None:
    best = [Standing(4, 3, 9), Standing(3, 2, 9), Standing(2, 2, 9), Standing(2, 2, 9)]
    gone = [Standing(0, 0, 0), *best[1:]]
    fallen = view(turn=2, fallen=[1], foreign={18: 2}, history=(best, best, gone))
    lost = FleetsLost(sector=18, fleets=Fleets(light=5))
    built = OrderDone(done=Done(Build(ship="light", count=5), cost=Cost(R=50)))
    answer = report(fallen, built, lost, Eliminated(seat=1, by=2))
    assert answer.headline.startswith("Cardan has taken your capital and you are out of the game;")
    assert headings(answer)[0] == "Your faction has fallen"
    assert sentences(answer, "Your faction has fallen")[1] == (
        "You held out for 2 turns and had 4 points at your best. Thank you for playing."
    )
    assert sentences(answer, "What your orders did") == [
        "The fleets that you ordered are lost with sector 18: 5 light."
    ]
    assert answer.template == ()
    later = report(fallen)
    assert later.headline == "After turn 2 Cardan leads with 3 of 12 points."
    assert headings(later) == [
        "Victory points",
        "The galaxy",
        "Megastructures",
        "How it came about",
    ]


@pytest.mark.parametrize(
    ("ending", "points", "sentence"),
    [
        (
            Ending((2,), "points", "points"),
            13,
            "Cardan (Bruno) has won. 12 points win, and 13 are reached.",
        ),
        (
            Ending((2,), "turns", "sectors"),
            9,
            "Cardan (Bruno) has won. The last turn is played, and 9 points are the most. "
            "Points were level: the number of sectors decided.",
        ),
        (Ending((2,), "last", "points"), 5, "Cardan (Bruno) has won. No other faction is left."),
        (
            Ending((2, 3), "fallen", "shared"),
            0,
            "Cardan (Bruno) and Kovahk (Carla) have won together. All that remained fell together; "
            "what they held before decides. Points, sectors and fleets were level.",
        ),
    ],
)
def test_the_end_tells_who_won_and_why_AM_25_AM_26(
    ending: Ending, points: int, sentence: str
) -> None:
    row = [Standing(4, 3, 9), Standing(points, 5, 9), Standing(points, 5, 9), Standing(1, 1, 4)]
    answer = report(view(turn=1, history=(row, row), ending=ending))
    assert answer.title == "The end, after turn 1"
    assert sentences(answer, "The end")[0] == sentence
    assert "Final standings" in headings(answer)
    assert answer.template == ()


def test_the_winner_is_told_so() -> None:
    row = [Standing(12, 3, 9), Standing(3, 5, 9), Standing(2, 5, 9), Standing(1, 1, 4)]
    answer = report(view(turn=1, history=(row, row), ending=Ending((1,), "points", "points")))
    assert answer.headline == "You have won: the galaxy is yours."
    assert section(answer, "The end") == (
        Paragraph(
            "You have won: the galaxy is yours. 12 points win, and 12 are reached.",
            "good",
        ),
    )


def test_the_last_turn_tells_one_point_as_one_AM_26() -> None:
    row = [Standing(1, 1, 4)] * 4
    answer = report(view(turn=1, history=(row, row), ending=Ending((2,), "turns", "fleets")))
    assert "The last turn is played, and 1 point is the most." in told(answer)


def _all_fallen(seat: int, *news: Event) -> Report:
    """Two rounds played, and both that remained took each other's capital (AM-25)."""
    row = [Standing(2, 2, 9), Standing(1, 1, 9), Standing(0, 0, 0), Standing(0, 0, 0)]
    early = [Standing(1, 1, 4)] * 4
    seen = view(
        seat=seat,
        turn=2,
        fallen=[1, 2, 3, 4],
        history=(early, row, row),
        ending=Ending((1,), "fallen", "points"),
    )
    return report(seen, *news)


FALLS = (Eliminated(seat=1, by=2), Eliminated(seat=2, by=1))


def test_who_falls_with_all_others_and_wins_is_told_both_AM_25() -> None:
    answer = _all_fallen(1, *FALLS)
    assert answer.headline == "You have won, though your own capital fell too."
    assert sentences(answer, "The end") == [
        "You have won, though your own capital fell too. All that remained fell together; what "
        "they held before decides.",
        "Cardan has taken your capital in this last turn.",
    ]


def test_who_falls_with_all_others_is_told_the_right_turn_AM_25() -> None:
    assert sentences(_all_fallen(2, *FALLS), "The end")[1:] == [
        "Empire has taken your capital in this last turn.",
        "Your faction fell in turn 2. Thank you for playing.",
    ]
    assert sentences(_all_fallen(3, *FALLS), "The end")[1:] == [
        "Your faction fell in turn 1. Thank you for playing."
    ]


def test_a_fall_in_the_turn_in_which_another_wins_is_told_AM_24() -> None:
    row = [Standing(2, 2, 9), Standing(9, 5, 9), Standing(1, 1, 4), Standing(1, 1, 4)]
    last = [Standing(0, 0, 0), Standing(12, 5, 9), *row[2:]]
    seen = view(fallen=[1], foreign={18: 2}, history=(row, row, last), turn=2,
                ending=Ending((2,), "points", "points"))  # fmt: skip
    assert sentences(report(seen, Eliminated(seat=1, by=2)), "The end") == [
        "Cardan (Bruno) has won. 12 points win, and 12 are reached.",
        "Cardan has taken your capital in this last turn.",
        "Your faction fell in turn 2. Thank you for playing.",
    ]


# --- secrets


def test_a_spectator_is_told_what_is_public_and_nothing_else_AM_27() -> None:
    seen = view(seat=None, turn=5, missions=[mission(owner=2, path=(21, 20), known=False)])
    answer = report(seen, fight(9, Side(1, 12, 5), Side(None, 7, 0), kind="colonise"))
    assert answer.headline == (
        "After turn 5 Empire leads with 2 of 12 points; 1 sector changed hands."
    )
    assert headings(answer) == [
        "Battles",
        "Victory points",
        "The galaxy",
        "Missions under way",
        "Megastructures",
        "How it came about",
    ]
    assert answer.template == ()
    assert "you" not in told(answer).lower()


def test_open_books_show_the_means_of_all_and_closed_ones_do_not() -> None:
    closed = view()
    assert "Open books" not in headings(report(closed))
    means = Means(Technologies(attack=2), Purse(70, 80, 90), Tokens(technology=1))
    factions = tuple(f if f.seat != 2 else replace(f, means=means) for f in closed.factions)
    sectors = tuple(
        s if s.number != 21 else replace(s, inside=Inside(resources=33)) for s in closed.sectors
    )
    opened = replace(closed, factions=factions, sectors=sectors)
    answer = report(opened)
    found = table(answer, "Open books")
    assert found.rows[1] == ("Cardan", "33", "70", "80", "90", "attack 2", "free technology")
    assert found.mark == (0,)
    assert table(answer, "Open books", 1).rows == (("21", "Cardan", "–", "–"),)


def test_open_books_show_what_stands_in_the_sectors_of_others_and_moves() -> None:
    shown = situation.new_game("Ligue", "Negore", open_book=True).under_way(
        2, "conquer", 20, 19, 18, fleets=Fleets(heavy=3), arrives=3
    )
    answer = report(shown.view(1))
    assert table(answer, "Open books", 1).rows == (
        ("21", "Negore", "refinery 4, commercial hub 4", "4 light"),
    )
    assert sentences(answer, "Missions under way") == [
        "Negore: conquest of 18 with 3 heavy, 20-19-18, arrives in turn 3."
    ]
    closed = situation.new_game("Ligue", "Negore").under_way(
        2, "conquer", 20, 19, 18, fleets=Fleets(heavy=3), arrives=3
    )
    assert sentences(report(closed.view(1)), "Missions under way") == [
        "Negore: conquest of 18 with 3 fleets, 20-19-18, arrives in turn 3."
    ]
