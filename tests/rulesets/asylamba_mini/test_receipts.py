"""What receipts say of orders: prices, the balance and warnings."""

from __future__ import annotations

import msgspec
import pytest

from pbem.engine.api import Level
from pbem.rulesets.asylamba_mini.figures import (
    Fleets,
    Technologies,
)
from pbem.rulesets.asylamba_mini.mechanics import realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.orders import (
    Build,
    Orders,
    Send,
    Upgrade,
)
from pbem.rulesets.asylamba_mini.report.receipts import warnings
from tests.rulesets.asylamba_mini.mails import parse, read, rich, verdict
from tests.rulesets.asylamba_mini.table import colony, mission, view


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("UPGRADE refinery TO 6", "refinery 4 to 6 for 110 R; left: 190 R, 500 C, 200 S, 200 X"),
        ("RESEARCH attack BY 2", "attack 0 to 2 for 150 S; left: 300 R, 500 C, 50 S, 200 X"),
        (
            "RESEARCH defence FREE",
            "defence 0 to 1 for a free technology; left: 300 R, 500 C, 200 S, 200 X",
        ),
        ("BUILD 6 medium", "6 medium for 60 R; left: 240 R, 500 C, 200 S, 200 X"),
        (
            "WONDER Ringworld",
            "Ringworld for 300 R, unless another faction has it; left: 0 R, 500 C, 200 S, 200 X",
        ),
        (
            "SEND 3 heavy 3 light FROM 17 TO 8 COLONISE",
            "17-18-9-8, arrives in turn 5 (2 turns), 150 C; "
            "3 heavy, 3 light against 5 win about 58 times in 100, if those "
            "are light, as most are, and nothing is added there until turn 5; "
            "left: 300 R, 350 C, 200 S, 200 X",
        ),
        (
            "SEND 3 heavy 3 light FROM 17 TO 8 COLONISE FREE",
            "17-18-9-8, arrives in turn 5 (2 turns), a free colonisation; "
            "3 heavy, 3 light against 5 win about 58 times in 100, if those "
            "are light, as most are, and nothing is added there until turn 5; "
            "left: 300 R, 500 C, 200 S, 200 X",
        ),
        (
            "SEND 3 heavy FROM 17 TO 9 REINFORCE",
            "17-18-9, arrives in turn 4 (1 turn), costs nothing; left: 300 R, 500 C, 200 S, 200 X",
        ),
        ("EXCHANGE R FOR 10 C", "40 R for 10 C; left: 260 R, 510 C, 200 S, 200 X"),
        (
            "AUTOBUILD 17 heavy",
            "sector 17 builds heavy from now on; left: 300 R, 500 C, 200 S, 200 X",
        ),
    ],
)
def test_notes_price_each_line_and_keep_the_balance(text, note):
    found = verdict(text)
    assert (found.level, found.message, found.note) == (Level.ACCEPTED, "", note)


def test_AM_14_lines_are_paid_in_order_and_refused_ones_leave_the_rest_standing():
    parsed = parse(view(), "UPGRADE refinery", "BUILD 1 light", "UPGRADE hub", "RESEARCH frame")
    levels = [found.level for found in parsed.verdicts]
    assert levels == [Level.ACCEPTED, Level.REFUSED, Level.ACCEPTED, Level.REFUSED]
    assert parsed.verdicts[1].message == "10 R are needed, you have 0 R"
    assert parsed.verdicts[2].note == "commercial hub 4 to 5 for 50 C; left: 0 R, 0 C, 0 S, 0 X"
    assert parsed.orders == Orders((Upgrade(facility="refinery"), Upgrade(facility="hub")))


def test_AM_17_a_second_wave_costs_nothing_and_its_token_is_kept():
    found = parse(rich(), "COLONISE 8 FROM 17 WITH 5 light", "COLONISE 8 FROM 9 WITH 6 light FREE")
    assert found.verdicts[1].message == "this mission costs nothing, so the token is kept"
    assert "costs nothing" in found.verdicts[1].note


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("UPGRADE refinery TO 12", "raised to 8 only: 90 R are needed, you have 40 R"),
        ("EXCHANGE 42 R FOR C", "40 R are given for 10 C; 2 R stay with you"),
        ("AUTOBUILD 17 light", "medium ships cost the same and beat light ones"),
        (
            "SEND ALL FROM 18 TO 17",
            "no fleet stays in your capital unless you build some this turn, and who takes it "
            "eliminates you",
        ),
        (
            "COLONISE 8 FROM 9 WITH 4",
            "5 fleets are seen in sector 8, 4 of yours attack it in turn 4",
        ),
    ],
)
def test_what_is_allowed_and_yet_most_likely_not_meant_is_warned_of(text, warning):
    found = verdict(text)
    assert (found.level, found.message) == (Level.WARNED, warning)
    assert "left: " in found.note


def test_AM_15_waves_that_arrive_together_are_counted_together_against_the_garrison():
    lines = ("COLONISE 8 FROM 9 WITH 4 light", "COLONISE 8 FROM 9 WITH 2 light")
    first, second = parse(rich(), *lines).verdicts
    assert (first.level, second.level) == (Level.ACCEPTED, Level.ACCEPTED)
    (alone,) = parse(rich(), lines[0]).verdicts
    assert alone.level is Level.WARNED


def test_what_a_later_line_puts_right_is_not_warned_of():
    send = "SEND ALL FROM 18 TO 17"
    (alone,) = parse(rich(), send).verdicts
    assert alone.message.startswith("no fleet stays in your capital")
    first, _second = parse(rich(), send, "BUILD 5 light").verdicts
    assert first.message == ""


def test_what_odds_rest_on_is_said_once_in_a_mail():
    lines = ("COLONISE 8 FROM 9 WITH 6 light", "COLONISE 8 FROM 17 WITH 5 light")
    told = [found.note for found in parse(rich(), *lines).verdicts]
    assert [("as most are" in note) for note in told] == [True, False]
    assert "times in 100, likewise until turn 5" in told[1]


def test_AM_15_waves_that_arrive_one_after_the_other_are_not():
    lines = ("COLONISE 8 FROM 9 WITH 4 light", "COLONISE 8 FROM 17 WITH 3 light")
    assert [found.message for found in parse(rich(), *lines).verdicts] == [
        "5 fleets are seen in sector 8, 4 of yours attack it in turn 4",
        "5 fleets are seen in sector 8, 3 of yours attack it in turn 5",
    ]


def test_missions_of_another_kind_do_not_help_an_attack():
    stray = mission(9, kind="conquer", path=(17, 18, 9, 8), arrives=4, fleets=Fleets(light=9))
    found = verdict("COLONISE 8 FROM 9 WITH 4", rich(missions=[stray]))
    assert found.message == "5 fleets are seen in sector 8, 4 of yours attack it in turn 4"


def test_a_line_of_several_missions_to_one_target_is_warned_of_once():
    seen = rich()
    realm, dones = realm_of(seen), []
    for count in (1, 2):
        order = Send(kind="colonise", fleets=Fleets(light=count), source=9, target=8)
        realm, done = carry_out(realm, order)
        dones.append(done)
    assert list(warnings(seen, realm, *dones)) == [
        "5 fleets are seen in sector 8, 3 of yours attack it in turn 4"
    ]


def test_AM_9_medium_is_warned_of_nowhere_for_light_ships_alone_lose_to_it():
    for ship in ("medium", "heavy"):
        assert verdict(f"AUTOBUILD 17 {ship}").level is Level.ACCEPTED
    frameless = rich(technologies=Technologies(administration=3))
    assert verdict("AUTOBUILD 17 light", frameless).level is Level.ACCEPTED


BESIEGED = mission(
    9, owner=2, kind="conquer", path=(2, 9), arrives=3, fleets=Fleets(light=4), known=False
)


def test_a_garrison_sent_away_before_an_attack_arrives_is_warned_of():
    seen = rich(missions=[BESIEGED])
    assert verdict("SEND ALL FROM 9 TO 17", seen).message == (
        "4 fleets of Cardan reach sector 9 in turn 3, the next one; to meet them: no fleet"
    )
    assert verdict("SEND 3 light FROM 9 TO 17", seen).message == (
        "4 fleets of Cardan reach sector 9 in turn 3, the next one; to meet them: 4 fleets"
    )
    assert verdict("SEND 2 light FROM 9 TO 17", seen).level is Level.ACCEPTED


def test_AM_15_what_is_built_or_arrives_before_an_attack_meets_it():
    late = msgspec.structs.replace(
        BESIEGED, course=msgspec.structs.replace(BESIEGED.course, arrives=5)
    )
    relief = mission(8, kind="reinforce", path=(18, 9), arrives=4, fleets=Fleets(light=2))
    seen = rich(own={17: colony(2, light=5), 9: colony(1, light=7)}, missions=[late])
    found = verdict("SEND 6 light FROM 9 TO 17", seen)
    assert found.message.endswith("in turn 5; to meet them: 3 fleets")
    helped = rich(own={17: colony(2, light=5), 9: colony(1, light=7)}, missions=[late, relief])
    assert verdict("SEND 6 light FROM 9 TO 17", helped).level is Level.ACCEPTED


def test_AM_9_AM_10_no_sector_is_called_empty_that_is_guarded_before_anyone_can_come():
    assert verdict("SEND ALL FROM 9 TO 17").level is Level.ACCEPTED  # its refinery builds one
    bare = rich(own={17: colony(2, light=5), 9: colony(light=7)})
    assert verdict("SEND ALL FROM 9 TO 17", bare).message == (
        "no fleet stays in sector 9, beside sector 2 of Cardan"
    )
    coming = mission(9, kind="reinforce", path=(18, 9), arrives=3)
    relieved = rich(own={17: colony(2, light=5), 9: colony(light=7)}, missions=[coming])
    assert verdict("SEND ALL FROM 9 TO 17", relieved).level is Level.ACCEPTED
    _built, sent = parse(rich(), "BUILD 1 light", "SEND ALL FROM 18 TO 17").verdicts
    assert sent.level is Level.ACCEPTED


def test_AM_26_a_mission_that_comes_too_late_is_warned_of():
    found = verdict("COLONISE 8 FROM 17 WITH ALL", rich(max_turns=4))
    assert found.message == "the game ends with turn 4, before they arrive"


def test_AM_10_the_Ligue_pays_with_credits():
    seen = rich(factions=("Ligue", "Cardan", "Kovahk", "Synelle"))
    assert read("BUILD 3 light WITH credits", seen) == (
        Build(ship="light", count=3, with_credits=True),
    )
    assert read("construire 3 légers avec crédits", seen) == read("BUILD 3 light WITH C", seen)
    assert verdict("BUILD 3 light WITH C", seen).note.startswith("3 light for 30 C; left: 300 R")
