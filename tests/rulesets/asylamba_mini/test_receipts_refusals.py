"""What receipts say of orders that are refused, and why."""

from __future__ import annotations

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
from pbem.rulesets.asylamba_mini.mechanics import errors
from tests.rulesets.asylamba_mini.mails import marked, parse, rich, verdict
from tests.rulesets.asylamba_mini.situation import refusal
from tests.rulesets.asylamba_mini.table import HOME, colony, mission, view


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


def test_AM_27_a_refusal_says_nothing_of_a_foreign_garrison():
    """Verdicts are made from the own view: what is not in it cannot be told."""
    texts = ("SEND 9 heavy FROM 21 TO 18", "UPGRADE hub IN 21", "AUTOBUILD 21 light")
    few, many = (rich(garrisons={21: count}) for count in (0, 30))
    assert parse(few, *texts).verdicts == parse(many, *texts).verdicts
