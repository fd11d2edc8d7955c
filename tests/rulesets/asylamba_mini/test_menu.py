"""What is offered can be ordered, behind what is held as well."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.engine.api import Fit, Level
from pbem.engine.menu import Choice, Take, branch, lines, payable
from pbem.rulesets.asylamba_mini.figures import Fleets, Purse, Tokens
from pbem.rulesets.asylamba_mini.orders import Orders, Send, Wonder
from tests.rulesets.asylamba_mini.mails import ASK, desk, parse, rich
from tests.rulesets.asylamba_mini.table import mission, view

LIGUE = rich(factions=("Ligue", "Cardan", "Kovahk", "Synelle"))


@pytest.mark.parametrize("seen", [view(), rich(), LIGUE, rich(missions=[mission(1)])])
def test_every_line_that_can_be_paid_is_taken(seen):
    offered = tuple(lines(payable(desk.menu(seen, ASK))))
    assert offered
    for line in offered:
        assert desk.fit(line, seen) is Fit.ORDER
        (verdict,) = parse(seen, line).verdicts
        assert verdict.level is not Level.REFUSED, (line, verdict.message)


@pytest.mark.parametrize("seen", [view(), rich(), LIGUE, rich(missions=[mission(1)])])
def test_every_line_that_is_offered_would_be_taken_could_it_be_paid(seen):
    """Nothing but its price forbids it, or what is still to be researched: who has 100,000 of
    everything, and all that research brings, may order each."""
    means = replace(seen.me.means, purse=Purse(*(100_000,) * 3))
    me = replace(seen.me, means=means)
    learnt = replace(means.technologies, administration=36, conquest=9, engineering=8, frame=8)
    wise = replace(seen.me, means=replace(means, technologies=learnt))
    sectors = tuple(
        replace(one, inside=replace(one.inside, resources=100_000))
        if one.number == me.capital
        else one
        for one in seen.sectors
    )
    for line in lines(desk.menu(seen, ASK)):
        who = me if line.startswith("RESEARCH") else wise
        factions = tuple(who if one.seat == me.seat else one for one in seen.factions)
        wealthy = replace(seen, factions=factions, sectors=sectors)
        (verdict,) = parse(wealthy, line).verdicts
        assert verdict.level is not Level.REFUSED, (line, verdict.message)
        assert "needed" not in verdict.message, (line, verdict.message)


def test_a_megastructure_that_cannot_be_paid_is_offered_with_its_price_AM_12():
    """The Dyson Sphere costs 400 R; there are 300, and an EXCHANGE of 400 C brings 100 (AM-11)."""
    (wonders,) = branch(desk.menu(rich(), ASK), "WONDER")
    (dyson,) = branch(wonders.then, "Dyson Sphere")
    assert dyson.takes == (Take("R", 300, (400,)),)
    (left,) = branch(payable((wonders,)), "WONDER")
    assert "Dyson Sphere" not in [one.words for one in left.then]
    lone, behind = (
        parse(rich(), *texts, "WONDER Dyson Sphere").verdicts[-1]
        for texts in ((), ("EXCHANGE C FOR R 100",))
    )
    assert (lone.level, lone.message) == (Level.REFUSED, "400 R are needed, you have 300 R")
    assert behind.level is Level.ACCEPTED


def test_what_a_research_would_unlock_is_offered_with_the_level_that_it_needs_AM_12():
    """A Ringworld needs level 4 of spatial engineering; Ada has 3, and 200 S."""
    seen = rich()
    learnt = replace(seen.me.means.technologies, engineering=3)
    me = replace(seen.me, means=replace(seen.me.means, technologies=learnt))
    seen = replace(seen, factions=tuple(me if one.seat == 1 else one for one in seen.factions))
    (wonders,) = branch(desk.menu(seen, ASK), "WONDER")
    (ringworld,) = branch(wonders.then, "Ringworld")
    assert ringworld.lacking() == Take("spatial engineering", 3, (4,), needed=True)
    (research,) = branch(desk.menu(seen, ASK), "RESEARCH")
    (engineering,) = branch(research.then, "spatial engineering TO")
    assert engineering.takes[-1].amounts[0] == -1
    lone, behind = (
        parse(seen, *texts, "WONDER Ringworld").verdicts[-1]
        for texts in ((), ("RESEARCH spatial engineering TO 4",))
    )
    assert lone.message == "Ringworld needs spatial engineering 4, yours is 3"
    assert behind.level is Level.ACCEPTED, behind.message


def test_a_mission_that_cannot_be_paid_is_offered_with_its_price_AM_17():
    """Three sectors make a colonisation 150 C; there are none."""
    poor = rich(purse=Purse(0, 200, 200), tokens=Tokens())
    (send,) = branch(desk.menu(poor, ASK), "SEND")
    (source,) = branch(send.then, "FROM 17")
    (target,) = branch(source.then, "TO 8 COLONISE")
    assert target.lacking() == Take("C", 0, (150,))


def test_numbers_go_as_far_as_an_exchange_of_all_the_rest_would_lead_AM_11():
    """300 R, and of 500 C, 200 S and 200 X a quarter each: 525 R, for 52 fleets of 10 R."""
    (build,) = branch(desk.menu(rich(), ASK), "BUILD")
    assert build.then[0].then == Choice(1, 52, 30)
    (paid,) = payable((build,))
    assert paid.then[0].then == Choice(1, 30, 30)


def test_HELP_has_an_example_of_each_order_from_the_readers_own_position():
    forms, *_remarks = desk.manual(LIGUE, ASK)
    told = [form.line for form in forms.forms]
    for line in (
        "UPGRADE refinery TO 5",
        "RESEARCH extended administration TO 4",
        "BUILD light 30",
        "WONDER Space Elevator",
        "SEND FROM 9 TO 2 CONQUER ALL",
        "EXCHANGE R FOR C 1",
        "AUTOBUILD 9 light",
    ):
        assert line in told


def test_what_is_held_is_paid_and_not_offered_again():
    held = Orders(
        (
            Wonder(megastructure="Ringworld"),
            Send(kind="reinforce", fleets=Fleets(light=7), source=9, target=17),
        )
    )
    said = tuple(lines(payable(desk.menu(rich(), ASK, held))))
    assert not [line for line in said if line.startswith(("UPGRADE refinery", "BUILD", "WONDER"))]
    assert not [line for line in said if line.startswith("SEND FROM 9")]
    assert "PASS" not in said


def test_each_level_within_reach_is_offered_with_its_price_AM_7():
    """450 of 525 R that an exchange of all the rest would make; level 11 would be 560 R."""
    (upgrade,) = [item for item in desk.menu(rich(), ASK) if item.words == "UPGRADE"]
    assert upgrade.then[0].note == (
        "to 5 for 50 R; to 6 for 110 R; to 7 for 180 R; to 8 for 260 R; to 9 for 350 R; "
        "to 10 for 450 R"
    )
    (paid,) = payable((upgrade,))
    assert paid.then[0].then == Choice(5, 8, 5)


def test_a_megastructure_is_offered_with_what_it_gives_and_an_exchange_with_its_rate():
    """A Space Elevator costs 150 R and gives two levels (3.7); Ada is no trader: 4 for 1."""
    verbs = {item.words: item for item in desk.menu(rich(), ASK)}
    wonders = {item.words: (item.label, item.note) for item in verbs["WONDER"].then}
    assert wonders["Space Elevator"] == ("refinery +2", "150 R")
    assert verbs["EXCHANGE"].then[0].label == "exchanges at 4 for 1"


def test_an_item_tells_its_price_and_what_it_concerns_on_the_map():
    (send,) = [item for item in desk.menu(rich(), ASK) if item.words == "SEND"]
    source = next(item for item in send.then if item.words == "FROM 17")
    target = next(item for item in source.then if item.words == "TO 8 COLONISE")
    assert (source.refs, target.refs) == (("sector:17",), ("sector:8",))
    assert (target.label, target.note) == (
        "colonisation; 2 points; 5 fleets",
        "2 turns, 150 C; ALL win about 89 times in 100",
    )


def test_where_one_says_how_many_it_tells_what_some_numbers_win():
    """Of each type a third, two thirds and all; nothing where there is nobody to be beaten."""
    (send,) = [item for item in desk.menu(rich(), ASK) if item.words == "SEND"]
    source = next(item for item in send.then if item.words == "FROM 17")
    target = next(item for item in source.then if item.words == "TO 8 COLONISE")
    assert [(one.words, one.note) for one in target.branches] == [
        ("ALL", ""),
        ("light", "2 win 2\xa0%, 4 win 28\xa0%, 5 win 50\xa0%"),
        ("heavy", "1 win 1\xa0%, 2 win 1\xa0%, 3 win 4\xa0%"),
    ]
    peaceful = [one for one in source.branches if "REINFORCE" in one.words]
    assert all(not one.note for target in peaceful for one in target.branches)


def test_nothing_is_offered_to_spectators_and_fallen_factions():
    assert desk.menu(view(seat=None), ASK) == desk.menu(view(fallen=(1,)), ASK) == ()


WRITTEN = {
    "UPGRADE refinery": "UPGRADE refinery TO 5",
    "UPGRADE refinery BY 1": "UPGRADE refinery TO 6",
    "RESEARCH attack FREE": "RESEARCH attack FREE",
    "RESEARCH attack": "RESEARCH attack TO 2",
    "EXCHANGE 40 C FOR R": "EXCHANGE C FOR R 10",
    "BUILD 2 medium": "BUILD medium 2",
    "SEND 3 light FROM 17 TO 8": "SEND FROM 17 TO 8 COLONISE light 3",
    "SEND 5 light 3 heavy FROM 17 TO 8": "SEND FROM 17 TO 8 COLONISE ALL",
    "SEND 2 light 3 heavy FROM 17 TO 8": "SEND 2 light 3 heavy FROM 17 TO 8",
    "NONSENSE": "NONSENSE",
}
"""A line, and the menu's way to say it; behind each other only where something is raised."""


def test_what_is_written_otherwise_is_spelled_as_the_menu_has_it():
    seen = rich()
    raised = ["UPGRADE refinery", "UPGRADE refinery BY 1"]
    assert desk.menu_lines(seen, ASK, raised) == tuple(WRITTEN[line] for line in raised)
    for line in WRITTEN.keys() - {*raised, "RESEARCH attack"}:
        assert desk.menu_lines(seen, ASK, [line]) == (WRITTEN[line],)
    taught = ["RESEARCH attack FREE", "RESEARCH attack"]
    assert desk.menu_lines(seen, ASK, taught) == tuple(WRITTEN[line] for line in taught)


def test_what_the_menu_spells_is_the_same_order():
    """A receipt tells besides how a line reads that left something open."""
    seen = rich()
    for written, spelled in WRITTEN.items():
        one, other = (parse(seen, line).verdicts[0].note for line in (written, spelled))
        if not written.startswith(("UPGRADE refinery BY", "RESEARCH attack")):
            assert one.endswith(other)


def test_the_nearest_targets_stand_first():
    (send,) = branch(desk.menu(rich(), ASK), "SEND")
    for source in send.then:
        turns = [int(item.note.split()[0]) for item in source.then]
        assert turns == sorted(turns)


def test_where_no_mission_is_left_what_could_be_sent_stays_with_the_reason_AM_16():
    """Three sectors have six missions."""
    seen = rich(missions=[mission(number) for number in range(1, 7)])
    (send,) = branch(desk.menu(seen, ASK), "SEND")
    assert send.then
    assert [(one.most, one.refused, one.beyond) for one in send.limits] == [
        (0, True, "6 missions are the most for your sectors")
    ]
    assert branch(payable((send,)), "SEND") == ()
    (one_left,) = branch(desk.menu(rich(missions=[mission(n) for n in range(5)]), ASK), "SEND")
    assert [one.most for one in one_left.limits] == [1]


def test_a_conquest_can_be_chosen_behind_the_research_that_it_needs_AM_17():
    learnt = replace(rich().me.means.technologies, conquest=0)
    seen = rich(technologies=learnt, purse=Purse(500, 200, 500))
    (send,) = branch(desk.menu(seen, ASK), "SEND")
    (source,) = branch(send.then, "FROM 9")
    (target,) = branch(source.then, "TO 2 CONQUER")
    assert target.takes[0] == Take("conquest", 0, (1,), needed=True)
    line = "SEND FROM 9 TO 2 CONQUER ALL"
    alone, behind = (
        parse(seen, *texts, line).verdicts[-1].level for texts in ((), ("RESEARCH conquest",))
    )
    assert alone is Level.REFUSED
    assert behind is not Level.REFUSED


def test_PASS_stands_alone():
    (verb,) = branch(desk.menu(rich(), ASK), "PASS")
    assert [(one.alone, one.refused) for one in verb.limits] == [(True, True)]
