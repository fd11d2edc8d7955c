"""A line is put together: word by word, or from a thing on the map."""

from __future__ import annotations

import json

from selenium.webdriver.common.keys import Keys

from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.orders import read_sheet
from pbem.mailer.outbound.report_json import unpacked
from tests.console.browser import Player, changed, golden_records, middle, repacked
from tests.console.drivers import in_chromium
from tests.console.test_playing import moment


def test_a_unit_is_pressed_on_the_map_then_where_it_goes(player: Player) -> None:
    """Unit 7 stands at h4 in the golden game; h5 is empty, and marked while it may be chosen."""
    report = middle("god-unit")
    player.open(report)
    player.point(report, "h4")
    player.choose("MOVE 7")
    marked = len(player.all(".marks .may"))
    player.point(report, "h5")
    assert marked > 10
    assert player.lines() == ["MOVE 7 TO h5"]


@in_chromium
def test_notes_say_that_they_know_nothing_of_other_lines(player: Player) -> None:
    told = "told without your other lines"
    player.open(changed(middle("parsec"), holding=[]))
    player.choose("DESTROY")
    assert told not in player.one("#composer").text
    player.open(changed(middle("parsec"), holding=["RECALL mining"], game="other"))
    player.choose("DESTROY")
    assert told in player.one("#composer").text


@in_chromium
def test_a_settlement_that_opens_two_conflicts_is_whole_or_goes_on_with_FIRST(
    player: Player,
) -> None:
    """PA-11: a line may end where another goes on."""
    first = [{"words": f"FIRST {kind}"} for kind in ("government", "merchant")]
    places = [{"words": "AT b4"}, {"words": "AT b4", "then": first}]
    settle = {"words": "SETTLE", "then": [{"words": "miner", "then": places}]}
    report = middle("parsec")
    bulk = {**unpacked(json.loads(report)), "menu": [settle], "branches": []}
    player.open(changed(repacked(report, bulk), holding=[]))
    player.choose("SETTLE")
    player.choose("miner")
    player.choose("AT b4")
    assert player.choices() == ["FIRST government", "FIRST merchant"]
    player.choose("FIRST government")
    assert player.lines() == ["SETTLE miner AT b4 FIRST government"]


@in_chromium
def test_a_design_is_put_together_level_by_level(player: Player) -> None:
    """A3 takes 3 turns, A3 N2 4 and A3 N2 R3 6 (GU-1). Behind R there is no level more: the line
    is written, and only REPEAT can still be put to it."""
    player.open(middle("god-unit"))
    for words, turns in (("A3", "3 turns"), ("N2", "4 turns"), ("R3", "6 turns")):
        if words == "A3":
            player.choose("PRODUCE")
            player.choose("A")
        (option,) = (
            one for one in player.all("#composer .option") if one.text.split("\n")[0] == words
        )
        assert turns in option.text.replace("\xa0", " ")
        player.press(option)
    assert player.lines() == ["PRODUCE A A3 N2 R3"]
    player.press(player.one("#lines .further"))
    assert player.lines() == ["PRODUCE A A3 N2 R3 REPEAT"]
    turn = json.loads(middle("god-unit"))["turn"] + 6  # in which all of it is ready (GU-9)
    assert f"6 turns: turn {turn}" in player.one("#lines .judged").text.replace("\xa0", " ")


def test_a_unit_has_a_second_choice_behind_ELSE(player: Player) -> None:
    """Offered at the line, which is whole without it (GU-8)."""
    player.open(changed(middle("god-unit"), holding=[]))
    player.compose("MOVE", "7", "TO h5")
    player.press(player.one("#lines .further"))
    assert player.lines() == ["MOVE 7 TO h5"]
    assert "counts only" not in player.one("#composer").text
    player.choose("ATTACK")
    player.choose("NEAREST")
    assert player.lines() == ["MOVE 7 TO h5 ELSE ATTACK NEAREST"]
    view, ask = moment("god-unit")
    (verdict,) = (
        registry.load("god-unit").desk.parse(view, ask, read_sheet(player.lines(), 1).now).verdicts
    )
    assert verdict.level is not Level.REFUSED


def test_whole_designs_are_found_by_typing_and_places_a_step_further_on(player: Player) -> None:
    player.open(middle("god-unit"))
    player.choose("PRODUCE")
    player.choose("A")
    player.one(".filter").send_keys("a3 r3")
    assert player.choices()[0] == "A3 R3"
    player.open(middle("asylamba-mini"))
    player.choose("SEND")
    player.choose("FROM 7")
    player.one(".filter").send_keys("28 all")
    assert player.choices()[0].endswith("ALL")


@in_chromium
def test_squares_are_placed_one_behind_another_and_told_once_for_each(player: Player) -> None:
    player.open(golden_records("god-unit")["0-welcome-seat-1"])
    player.choose("PLACE")
    squares = [one for one in player.choices() if one[0].islower()]
    player.choose(squares[0])
    player.choose(squares[1])
    player.write()
    assert player.lines() == [f"PLACE {squares[0]} {squares[1]}"]
    player.place(f"square:{squares[0]}")
    assert player.choices() == [f"PLACE {squares[0]}"]


def test_a_tip_leaves_in_sight_what_can_be_chosen_next_to_it(player: Player) -> None:
    report = middle("god-unit")
    player.open(report)
    player.point(report, "h4", presses=False)
    assert "7" in player.one("#tip").text
    player.point(report, "h4")
    assert not player.one("#tip").is_displayed()  # the orders tell it now
    player.choose("MOVE 7")
    down = player.point(report, "h5", presses=False)
    assert player.one("#tip").text == "h5"
    top, bottom, right = player.js(
        "const { top, bottom, right } = document.getElementById('tip').getBoundingClientRect();"
        "return [top, bottom, right]"
    )
    assert min(abs(top - down), abs(bottom - down)) > 100
    assert right < player.js(
        "return document.getElementById('orders').getBoundingClientRect().left"
    )


@in_chromium
def test_a_sector_is_found_in_the_list_of_places_by_who_has_no_mouse(player: Player) -> None:
    player.open(middle("asylamba-mini"))
    player.place("sector:2")
    assert player.choices()[0] == "SEND FROM 7 TO 2 COLONISE"
    player.choose("SEND FROM 7 TO 2 COLONISE")
    player.choose("ALL")
    assert player.lines() == ["SEND FROM 7 TO 2 COLONISE ALL"]


@in_chromium
def test_a_number_with_one_value_is_taken_at_once(player: Player) -> None:
    """The golden faction can pay the refinery's next level, and no more."""
    player.open(middle("asylamba-mini"))
    player.choose("UPGRADE")
    player.choose("refinery TO")
    assert player.lines() == ["UPGRADE refinery TO 8"]


@in_chromium
def test_a_word_of_the_line_is_pressed_to_choose_another(player: Player) -> None:
    player.open(middle("parsec"))
    player.choose("LEADER")
    leaders = player.choices()
    player.choose(leaders[0])
    player.press(player.all("#composer .crumb")[-1])
    assert player.choices() == leaders
    player.press(player.all("#composer .crumb")[-1])
    assert player.choices()[:1] != leaders[:1]


def test_a_line_half_made_outlasts_a_press_elsewhere(player: Player) -> None:
    report = middle("god-unit")
    player.open(report)
    player.choose("MOVE")
    player.choose("7")
    offered = player.choices()
    player.point(report, "a1")
    assert "No line that begins with MOVE 7 leads here." in player.one("#composer").text
    player.press(player.one("#composer .whole"))
    assert player.choices() == offered
    player.point(report, "a1")
    player.point(report, "h5")
    assert player.lines() == ["MOVE 7 TO h5"]


def test_Escape_and_the_arrow_take_one_step_back_to_the_thing_that_was_pressed(
    player: Player,
) -> None:
    report = middle("god-unit")
    player.open(report)
    player.point(report, "h4")
    concerning = player.choices()
    player.choose("ATTACK 7")
    player.press(player.one("#composer .back"))
    assert player.choices() == concerning
    player.choose("MOVE 7")
    player.one("#composer [data-first]").send_keys(Keys.ESCAPE)
    assert player.choices() == concerning
    player.one("#composer [data-first]").send_keys(Keys.ESCAPE)
    assert "MOVE" in player.choices()


def test_who_finds_a_choice_by_typing_and_presses_Enter_presses_nothing_else(
    player: Player,
) -> None:
    player.open(middle("parsec"))
    verbs = player.choices()
    player.choose("SETTLE")
    player.choose("settler")
    player.one(".filter").send_keys("p1", Keys.ENTER)
    assert player.lines() == ["SETTLE settler AT p1"]
    assert player.choices() == verbs


@in_chromium
def test_what_a_verb_does_is_said_while_the_rest_of_the_line_is_chosen(player: Player) -> None:
    player.open(middle("god-unit"))
    player.choose("MOVE")
    first = player.one("#composer [data-first]")
    assert first.get_attribute("aria-describedby") == "explained"
    assert player.one("#explained").text == "a unit to another square"


def test_what_lines_concern_is_marked_on_the_map(player: Player) -> None:
    player.open(middle("god-unit"))
    player.compose("MOVE", "7", "TO h5")
    planned = len(player.all(".marks .plan:not(.under)"))
    assert planned >= 2  # where it stands, and where it goes
    player.choose("MOVE")
    player.choose("8")
    assert len(player.all(".marks .plan:not(.under)")) == planned
    assert player.all(".marks .is") and player.all(".marks .may")
    player.press(player.one("#clear"))
    assert not player.all(".marks .plan")


@in_chromium
def test_what_nothing_can_be_done_with_says_why_and_the_line_is_gone_on_with(
    player: Player,
) -> None:
    bulk = unpacked(json.loads(middle("asylamba-mini")))
    (send,) = [one for one in bulk["menu"] if one["words"] == "SEND"]
    for source in send["then"]:
        source["then"] = [one for one in source["then"] if "sector:28" not in one["refs"]]
    player.open(repacked(middle("asylamba-mini"), bulk))
    player.place("sector:28")
    assert "concerns it: UPGRADE, RESEARCH, BUILD, WONDER, SEND" in player.one("#composer").text
    player.press(player.all("#composer button")[-1])
    player.choose("SEND")
    player.choose("FROM 7")
    player.place("sector:28")
    assert "No line that begins with SEND FROM 7 leads here." in player.one("#composer").text
    player.press(player.all("#composer button")[-1])
    player.choose("TO 2 COLONISE")
    player.choose("ALL")
    assert player.lines() == ["SEND FROM 7 TO 2 COLONISE ALL"]


@in_chromium
def test_at_the_number_of_fleets_stands_what_some_numbers_win(player: Player) -> None:
    player.open(changed(middle("asylamba-mini"), holding=[]))
    for words in ("SEND", "FROM 7", "TO 1 COLONISE", "light"):
        player.choose(words)
    assert "20 win 1 %, 30 win 1 %" in player.one("#explained").text


@in_chromium
def test_an_attack_is_chosen_by_its_odds(player: Player) -> None:
    """Unit 7 of the golden game could attack Blue's factory C with 7 %, as its report tells."""
    player.open(middle("god-unit"))
    player.choose("ATTACK")
    player.choose("7")
    odds = [one.text for one in player.all("#composer .option")]
    assert "FACTORY Blue C\n7 %" in odds


def test_several_units_are_picked_for_one_line_and_a_goal_far_away_is_pressed(
    player: Player,
) -> None:
    report = changed(middle("god-unit"), holding=[])
    player.open(report)
    player.choose("ATTACK")
    player.choose("13")
    player.choose("+ 14")
    assert "NEAREST" in player.choices() and "AT h3" not in player.choices()
    assert "+ 13" not in player.choices() and "+ 15" in player.choices()
    player.choose("NEAREST")
    player.choose("MOVE")
    player.choose("7")
    player.choose("+ 8")
    player.point(report, "c3")
    assert player.lines() == ["ATTACK 13 14 NEAREST", "MOVE 7 8 TOWARDS c3"]
    judged = [one.text for one in player.all("#lines .judged")]
    assert not any("receipt" in one for one in judged)
    view, ask = moment("god-unit")
    verdicts = (
        registry.load("god-unit").desk.parse(view, ask, read_sheet(player.lines(), 1).now).verdicts
    )
    assert Level.REFUSED not in {one.level for one in verdicts}
    assert player.troubles() == []


def test_a_unit_with_a_line_is_told_as_one_too_many_in_a_line_of_several(player: Player) -> None:
    player.open(changed(middle("god-unit"), holding=["ATTACK 13 14 NEAREST"]))
    player.choose("MOVE")
    player.choose("14")
    assert player.one("#composer .tone-warning").text
