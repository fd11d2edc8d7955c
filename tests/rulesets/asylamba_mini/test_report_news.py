"""Reports: the headline, what is urgent, own orders, battles and news (AM-14, AM-20, AM-27)."""

from __future__ import annotations

import pytest

from pbem.engine.report import Bullets, Paragraph
from pbem.rulesets.asylamba_mini.events import (
    BonusFound,
    FleetsJoined,
    MegastructureBuilt,
    MegastructureLost,
    MissionTurnedBack,
    OrderDone,
    OrderRefused,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import (
    Cost,
    Fleets,
    Resource,
    Technologies,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import Payment, Side, Standing
from tests.rulesets.asylamba_mini.reports import fight, report
from tests.rulesets.asylamba_mini.situation import refusal
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.rulesets.reports import headings, section, sentences

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


def test_the_headline_names_all_who_lead_together() -> None:
    seen = view(turn=7, foreign={9: 2, 19: 2, 15: 3, 16: 3})
    assert report(seen).headline == "You have 2 of 12 points, Cardan and Kovahk lead with 3 each."


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
        refusal=refusal(errors.SHORT, need=90, have=50, resource=Resource.R),
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


def against(*orders: str) -> str:
    """A remedy, as told."""
    told = " and ".join(f"“{order}”" for order in orders)
    return f"The house bot would answer: {told}."


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
        against("BUILD 3 light"),
    ]


def test_a_rival_close_to_winning_is_pointed_out() -> None:
    foreign = dict.fromkeys((1, 2, 3, 4), 2)
    assert sentences(report(view(foreign=foreign)), "Look out") == [
        "Cardan has 10 of the 12 points that win."
    ]


def test_AM_25_when_a_rival_could_win_is_told_from_its_missions_and_a_megastructure() -> None:
    """Cardan reaches the peripheral sector 19, for 1 point, in turn 5; the open turn is 3. With 10
    points it needs a megastructure besides, with 11 one of the two."""
    to_19 = mission(1, owner=2, kind="colonise", path=(21, 20, 19), arrives=5, known=False)
    ten, eleven = dict.fromkeys((1, 2, 3, 4), 2), dict.fromkeys((1, 2, 3, 4, 20), 2)
    assert sentences(report(view(foreign=ten, missions=[to_19])), "Look out") == [
        "Cardan has 10 of the 12 points that win. With a megastructure more it could win in turn 5."
    ]
    assert sentences(report(view(foreign=eleven, missions=[to_19])), "Look out") == [
        "Cardan has 11 of the 12 points that win. By its missions under way it could win in "
        "turn 5. With a megastructure more it could win in turn 3, the next one."
    ]


def test_sectors_that_nobody_guards_are_pointed_out_AM_20() -> None:
    seen = view(own={9: colony(), 17: colony(), 19: colony(light=1)})
    assert sentences(report(seen), "Look out") == [
        "No fleet guards sectors 9 and 17 and none is on its way: unless you build or send some, "
        "any attack takes them without a fight.",
        against("SEND 1 light FROM 18 TO 9 REINFORCE", "SEND 1 light FROM 18 TO 17 REINFORCE"),
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
        "any attack takes it without a fight.",
        against("SEND 1 light FROM 18 TO 17 REINFORCE"),
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
        refusal=refusal(errors.SHORT, need=50, have=20, resource=Resource.C),
    )
    answer = report(view(), done, refused)
    first, second = section(answer, "What your orders did")
    assert first == Paragraph(
        "RESEARCH extended administration: not done, 50 C are needed, you have 20 C.", "bad"
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
                stopped=refusal(errors.SHORT, need=60, have=12, resource=Resource.C),
            ),
            "Commercial hub from 4 to 5 for 50 C; raised to 5 only: 60 C are needed, "
            "you have 12 C.",
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
            "Ringworld was built for 300 R: commercial hub to 25.",
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
            "Sent 2 heavy, 5 light by way of 18-9: colonisation of sector 9, arrives in turn 3; "
            "it cost 50 C.",
        ),
    ],
)
def test_what_every_order_came_to(done: Done, sentence: str) -> None:
    answer = report(view(turn=2), OrderDone(done=done))
    assert sentences(answer, "What your orders did") == [sentence]


def test_a_megastructure_is_told_with_what_it_has_done() -> None:
    seen = view(turn=2, technologies=Technologies(administration=3))
    news = [
        OrderDone(done=Done(Wonder(megastructure=name), cost=Cost(R=250)))
        for name in ("Planet Gaia", "Bernal Sphere")
    ]
    assert sentences(report(seen, *news), "What your orders did") == [
        "Planet Gaia was built for 250 R: extended administration +1, free colonisation or "
        "conquest, extended administration is 3 now.",
        "Bernal Sphere was built for 250 R: all fleets that stayed in the capital are twice as "
        "many.",
    ]


@pytest.mark.parametrize(
    ("own", "other", "why"),
    [
        (3, 5, "by its higher spatial engineering"),
        (3, 3, "by its higher spatial engineering or, with as much, by lot"),
        (3, 2, "by its higher spatial engineering or, with as much, by fewer points"),
    ],
)
def test_why_another_had_a_megastructure_is_told_as_far_as_it_can_be_known_AM_12(
    own: int, other: int, why: str
) -> None:
    before = tuple(Standing(points, 1, 4) for points in (own, other, 1, 1))
    lost = MegastructureLost(name="Ringworld", winner=2, returned=300)
    answer = report(view(turn=1, history=[before, before]), lost)
    assert sentences(answer, "What your orders did") == [
        f"Ringworld: Cardan has it, {why}; 300 R came back."
    ]


def test_a_megastructure_that_another_had_is_not_told_as_built_AM_12() -> None:
    done = OrderDone(done=Done(Wonder(megastructure="Ringworld"), cost=Cost(R=300)))
    lost = MegastructureLost(name="Ringworld", winner=2, returned=300)
    built = MegastructureBuilt(name="Ringworld", seat=2, sector=21)
    answer = report(view(), done, lost, built)
    assert sentences(answer, "What your orders did") == [
        "Ringworld: Cardan has it, by its higher spatial engineering or, with as much, by fewer "
        "points; 300 R came back."
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
    assert sentences(report(view()), "What your orders did") == ["You ordered nothing this turn."]


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
