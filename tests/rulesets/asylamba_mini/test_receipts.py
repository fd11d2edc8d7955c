"""What receipts say of orders: prices, the balance, warnings and refusals."""

from __future__ import annotations

import msgspec
import pytest

from pbem.engine.api import Level
from pbem.engine.language import quoted
from pbem.rulesets.asylamba_mini.figures import (
    Fleets,
    Inside,
    Purse,
    Resource,
    Technologies,
)
from pbem.rulesets.asylamba_mini.mechanics import errors, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.orders import (
    Build,
    Orders,
    Send,
    Upgrade,
)
from pbem.rulesets.asylamba_mini.report.receipts import warnings
from tests.rulesets.asylamba_mini.mails import marked, parse, read, rich, verdict
from tests.rulesets.asylamba_mini.situation import refusal
from tests.rulesets.asylamba_mini.table import HOME, colony, mission, view


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
    assert (first.level, second.level) == (Level.WARNED, Level.ACCEPTED)


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


# What is refused --------------------------------------------------------------------------


def test_what_only_a_line_below_makes_possible_is_told_to_stand_below_it_AM_14():
    seen = view(home=Inside(HOME.facilities, HOME.fleets, resources=200), purse=Purse(credits=90))
    wonder, research = "WONDER Space Elevator", "RESEARCH spatial engineering"
    refused, _taken = parse(seen, wonder, research).verdicts
    assert refused.message == (
        "Space Elevator needs spatial engineering 1, yours is 0; put it below "
        f"{quoted(research)}, which comes after it here"
    )
    (alone,) = parse(seen, wonder).verdicts
    assert "put it below" not in alone.message
    assert [v.level for v in parse(seen, research, wonder).verdicts] == [Level.ACCEPTED] * 2


def test_of_a_mission_that_lacks_administration_alone_the_price_is_at_hand_AM_17():
    seen = rich(technologies=Technologies(administration=2), purse=Purse(credits=900))
    (refused,) = parse(seen, "COLONISE 8 FROM 17 WITH ALL").verdicts
    assert "RESEARCH extended administration first; the price of the mission" in refused.message
    assert refused.message.endswith(" C, is at hand")


@pytest.mark.parametrize(
    ("text", "mark", "suggestion"),
    [
        ("UPGARDE refinery", "UPGARDE", "UPGRADE refinery"),
        ("UPGARDE refinry TO 8", "UPGARDE", "UPGRADE refinery TO 8"),
        ("UPGRADE refinry TO 8", "refinry", "UPGRADE refinery TO 8"),
        ("UPGRADE hub 3", "3", "UPGRADE commercial hub BY 3"),
        ("RESEARCH atack", "atack", "RESEARCH attack"),
        ("BUILD medium", "medium", "BUILD 1 medium"),
        ("BUILD 6 mediun", "mediun", "BUILD 6 medium"),
        ("BUILD 6", "6", "BUILD 6 heavy"),
        ("BUILD 40 medium", "40 medium", "BUILD 30 medium"),
        ("BUILD 6.5 medium", "6.5", None),
        ("BUILD 6 medium WITH credits", "credits", "BUILD 6 medium"),
        ("BUILD 6 medium IN 17", "17", None),
        ("WONDER Bernla", "Bernla", "WONDER bernal"),
        ("SEND 3 hevy FROM 17 TO 8 COLONISE", "hevy", "SEND 3 heavy FROM 17 TO 8 COLONISE"),
        ("SEND 5 heavy FROM 17 TO 8", "5 heavy", "SEND 3 heavy FROM 17 TO 8 COLONISE"),
        ("SEND 3 heavy FROM 17 TO 8 CONQUER", "8", "SEND 3 heavy FROM 17 TO 8 COLONISE"),
        ("SEND 3 heavy FROM 17 TO 2 COLONISE", "2", "SEND 3 heavy FROM 17 TO 2 CONQUER"),
        ("SEND 3 heavy FROM 17 TO 9 COLONISE", "9", "SEND 3 heavy FROM 17 TO 9 REINFORCE"),
        ("SEND 3 heavy FROM 17 TO 8 REINFORCE", "8", "SEND 3 heavy FROM 17 TO 8 COLONISE"),
        ("SEND 3 heavy FROM 8 TO 17", "8", None),
        ("SEND 3 heavy FROM 17 TO 99", "99", None),
        ("SEND 3 heavy FROM 17", "", None),
        ("RECALL 3 heavy FROM 17", "RECALL 3 heavy FROM 17", None),
        ("RECALL the mission to 8", "RECALL the mission to 8", None),
        ("RECALL", "RECALL", None),
        ("SEND 3 heavy TO 8", "SEND 3 heavy TO 8", None),
        ("SEND FROM 17 TO 8", "SEND FROM 17 TO 8", "SEND 3 heavy 5 light FROM 17 TO 8 COLONISE"),
        ("SEND 5 FROM 17 TO 9", "5", None),
        ("SEND heavy FROM 17 TO 8", "heavy", "SEND 3 heavy FROM 17 TO 8 COLONISE"),
        ("SEND 3 heavy 2 heavy FROM 17 TO 8", "3 heavy 2 heavy", None),
        ("SEND 3 heavy FROM 17 TO 8 TO 9", "9", "SEND 3 heavy FROM 17 TO 8"),
        ("SEND 3 heavy FROM 17 TO 8 CONQUER COLONISE", "COLONISE", None),
        ("RESEARCH attack TO 3 FREE", "TO 3", "RESEARCH attack FREE"),
        ("SEND 7 light FROM 9 TO 2 CONQUER FREE", "FREE", "SEND 7 light FROM 9 TO 2 CONQUER"),
        ("EXCHANGE 400 R FOR C", "400 R", "EXCHANGE 300 R FOR C"),
        ("EXCHANGE R FOR 100 C", "100 C", "EXCHANGE R FOR 75 C"),
        ("EXCHANGE 40 R FOR 20 C", "20 C", "EXCHANGE 40 R FOR C"),
        ("EXCHANGE R FOR C", "R", None),
        ("EXCHANGE 40 R FOR R", "R", None),
        ("EXCHANGE 3 R FOR C", "3 R", None),
        ("AUTOBUILD 24 medium", "24", None),
        ("AUTOBUILD 18 medium", "18", None),
        ("AUTOBUILD medium", "", None),
        ("UPGRADE", "", None),
        ("UPGRADE hub BY", "BY", "UPGRADE commercial hub"),
        ("UPGRADE hub BY 0", "BY 0", None),
        ("UPGRADE hub TO 8 TO 9", "9", None),
        ("UPGRADE 2 hub TO 8", "8", None),
        ("UPGRADE hub FREE", "hub", None),
        ("EXCHANGE 1,000 R FOR C", "1,000", None),
        ("BUILD -5 light", "-", "BUILD 5 light"),
        ("BUILD +5 light", "+", "BUILD 5 light"),
        ("SEND 3 heavy FROM 17 TO 8 tomorrow", "tomorrow", "SEND 3 heavy FROM 17 TO 8"),
        ("UPGRADE technosphere", "technosphere", None),
        ("SEND", "", None),
        ("Hello there", "Hello there", None),
    ],
)
def test_refusals_frame_the_words_at_fault_and_suggest_what_would_do(text, mark, suggestion):
    source = f"TURN 3: {text}  # a comment"
    (found,) = parse(rich(), source).verdicts
    assert found.level is Level.REFUSED
    assert found.message
    assert marked(found) == mark
    assert found.suggestion == suggestion


SENTENCES = {
    "BUILD 40 medium": "400 R are needed, you have 300 R",
    "SEND 3 heavy FROM 17 TO 99": "there is no sector 99; they are numbered 1 to 36",
    "SEND 3 heavy FROM 8 TO 17": "sector 8 is not yours",
    "SEND 5 heavy FROM 17 TO 8": "5 heavy are ordered, 3 heavy are in sector 17",
    "SEND 3 heavy FROM 17 TO 8 CONQUER": "sector 8 is held by rebels: COLONISE takes it",
    "BUILD 3 light WITH credits": "only the Ligue may pay fleets with C; yours cost 10 R each",
    "UPGRADE hub 3": "3 alone is not clear, for level 4 is reached: BY 3 would raise it to 7, "
    "TO 5 to the next level",
    "SEND 5 FROM 17 TO 9": "sector 17 holds 3 heavy, 5 light: say how many of which type",
    "SEND FROM 17 TO 8": "how many fleets? Sector 17 holds 3 heavy, 5 light",
    "EXCHANGE 40 R FOR 20 C": "you give 4 for 1, so 40 bring 10; name one side only",
    "SEND 3 hevy FROM 17 TO 8": "“hevy” is not understood here",
    "BUILD 6 medium IN 17": "fleets are ordered in the capital, sector 18; other sectors build by "
    "themselves, and AUTOBUILD 17 sets the type",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_refusals_say_what_would_be_right(text):
    assert verdict(text).message == SENTENCES[text]


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (
            refusal(errors.ADMINISTRATION, need=3, have=2),
            "extended administration 3 is needed, yours is 2: each level lets you own one sector "
            "more, and targets of attacks under way count: RESEARCH extended administration first",
        ),
        (
            refusal(errors.ADMINISTRATION_FULL, need=12, have=11),
            "you can own no more sectors: extended administration 12 would be needed, and 11 is "
            "the most; targets of attacks under way count",
        ),
        (
            refusal(errors.SHORT, need=10, have=1, resource=Resource.R),
            "10 R are needed, you have 1 R",
        ),
        (
            refusal(errors.LOCKED, ship="heavy", need=2, have=1),
            "heavy ships need frame 2, yours is 1: RESEARCH frame first",
        ),
        (
            refusal(errors.NO_TOKEN, token="free colonisation"),
            "you hold no free colonisation; without FREE you pay the price",
        ),
        (
            refusal(errors.LEVEL_REACHED, name="commercial hub", have=4, next=5),
            "commercial hub has level 4 already; level 5 would be the next",
        ),
    ],
)
def test_sentences_of_refusals(refused, sentence):
    assert refused.text == sentence


@pytest.mark.parametrize(
    ("seen", "text", "message"),
    [
        (
            rich(technologies=Technologies(administration=2)),
            "COLONISE 8 FROM 17 WITH ALL",
            "extended administration 3 is needed, yours is 2",
        ),
        (
            rich(technologies=Technologies(administration=3)),
            "CONQUER 2 FROM 9 WITH ALL",
            "conquest must be researched first",
        ),
        (rich(built={"Ringworld": 27}), "WONDER Ringworld", "stands in sector 27 already"),
        (
            rich(),
            "UPGRADE hub TO 3",
            "commercial hub has level 4 already; level 5 would be the next",
        ),
        (rich(), "WONDER Dyson Sphere", "400 R are needed, you have 300 R"),
        (view(), "WONDER Dyson Sphere", "Dyson Sphere needs spatial engineering 5, yours is 0"),
        (view(), "RESEARCH attack FREE", "you hold no free technology; without FREE you pay"),
        (view(), "BUILD 1 medium", "medium ships need frame 1, yours is 0"),
        (
            view(home=Inside(HOME.facilities, Fleets()), own={17: colony(light=1)}),
            "SEND ALL FROM 18 TO 17",
            "at least 1 fleet is sent from sector 18",
        ),
        (
            view(missions=[mission(1), mission(2)]),
            "SEND 1 light FROM 18 TO 9",
            "this would be mission 3; 2 are the most",
        ),
    ],
)
def test_what_the_position_forbids_is_refused(seen, text, message):
    found = verdict(text, seen)
    assert found.level is Level.REFUSED
    assert message in found.message


def test_AM_10_the_Ligue_pays_with_credits():
    seen = rich(factions=("Ligue", "Cardan", "Kovahk", "Synelle"))
    assert read("BUILD 3 light WITH credits", seen) == (
        Build(ship="light", count=3, with_credits=True),
    )
    assert read("construire 3 légers avec crédits", seen) == read("BUILD 3 light WITH C", seen)
    assert verdict("BUILD 3 light WITH C", seen).note.startswith("3 light for 30 C; left: 300 R")


def test_AM_27_a_refusal_says_nothing_of_a_foreign_garrison():
    """Verdicts are made from the own view: what is not in it cannot be told."""
    texts = ("SEND 9 heavy FROM 21 TO 18", "UPGRADE hub IN 21", "AUTOBUILD 21 light")
    few, many = (rich(garrisons={21: count}) for count in (0, 30))
    assert parse(few, *texts).verdicts == parse(many, *texts).verdicts
