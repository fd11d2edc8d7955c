"""A whole turn of each game, composed by clicks alone and sent: the receipt takes every line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.orders import read_sheet
from pbem.engine.testing import golden_exchanges
from pbem.mailer.outbound.report_json import unpacked
from pbem.store import games
from tests.console.browser import RULESETS, Player, attached, changed, golden_records, middle
from tests.console.test_hostile import packed
from tests.service.looks import held
from tests.service.world import ANNA, BORIS, World, open_world

LINES = {
    "asylamba-mini": (("UPGRADE", "refinery TO"), ("UPGRADE", "commercial hub TO")),
    "god-unit": (("PLACE",), ("PRODUCE", "A"), ("PRODUCE", "B")),
    "hegemon": (("Economy", "50%"), ("Environment", "25%"), ("Defense", "25%")),
    "parsec": (("LEADER", "government"), ("DESTROY",)),
}
"""How the lines of the first turn begin."""


def console_of(world: World) -> bytes:
    """report.json of the console that Anna asks for."""
    world.reply(ANNA, "CONSOLE")
    world.poll()
    row = world.rows(recipient=ANNA)[-1]
    return attached(row.data)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_turn_is_composed_by_clicks_and_every_line_counts(
    player: Player, tmp_path: Path, ruleset: str
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset=ruleset)
        report = console_of(world)
        player.open(report)
        lines = [player.compose(*words) for words in LINES[ruleset]]
        assert player.lines() == lines
        address, subject, text = player.mail()
        world.write(ANNA, text, to=address, subject=subject)
        world.poll()
        assert held_or_played(world) == lines
        assert player.troubles() == []


def held_or_played(world: World) -> list[str]:
    """Anna's lines, which the service holds, or has played where it waited for her alone."""
    if world.game().turn == 1:
        return held(world)
    with world.context.database.read() as connection:
        row = games.held_for(connection, "spring", 1, 1)
    assert row is not None
    return list(row.lines)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_line_that_clicks_lead_to_is_taken_by_the_desk(player: Player, ruleset: str) -> None:
    """From the middle of a game, the first line behind every verb."""
    game = registry.load(ruleset)
    view, ask = moment(ruleset)
    player.open(middle(ruleset))
    verbs = player.choices()
    for verb in verbs:
        if player.lines():
            player.press(player.one("#clear"))
        line = player.compose(verb)
        (verdict,) = game.desk.parse(view, ask, read_sheet([line], 1).now).verdicts
        assert verdict.level is not Level.REFUSED, f"{line}: {verdict.message}"
    assert verbs


def moment(ruleset: str) -> tuple[Any, Any]:
    """View and ask of the golden game's middle."""
    exchange = golden_exchanges(registry.load(ruleset))["2-middle-seat-1"]
    return exchange.view, exchange.ask


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


def test_a_design_is_put_together_level_by_level(player: Player) -> None:
    """A3 takes 3 turns, A3 N2 4 and A3 N2 R3 6 (GU-1)."""
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
    player.choose("REPEAT")
    assert player.lines() == ["PRODUCE A A3 N2 R3 REPEAT"]


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


def test_a_sector_is_found_in_the_list_of_places_by_who_has_no_mouse(player: Player) -> None:
    player.open(middle("asylamba-mini"))
    player.place("sector:2")
    assert player.choices()[0] == "SEND FROM 7 TO 2 COLONISE"
    player.choose("SEND FROM 7 TO 2 COLONISE")
    player.choose("ALL")
    assert player.lines() == ["SEND FROM 7 TO 2 COLONISE ALL"]


def test_what_lines_share_is_counted_as_they_are_written(player: Player) -> None:
    """The golden faction has 110 R in its capital and 30 light in sector 7."""

    def left() -> list[str]:
        return [one.text for one in player.all("#balance li")]

    player.open(middle("asylamba-mini"))
    player.compose("UPGRADE", "refinery TO")
    assert left() == ["R 110 − 80 = 30"]
    player.one("#typed").send_keys("BUILD medium 11", Keys.ENTER)
    assert left() == ["R 110 − 190 = −80 too little"]
    assert [one.text for one in player.all("#lines .judged")] == ["80 R", "110 R"]
    player.press(player.all("#lines [aria-label^='Remove']")[0])
    player.compose("SEND", "FROM 7", "TO 2 COLONISE", "ALL")
    assert left() == ["R 110 − 110 = 0", "C 180 − 150 = 30", "light (7) 30 − 30 = 0"]


def test_a_number_goes_as_far_as_what_the_lines_leave(player: Player) -> None:
    """The golden faction has 110 R: beside the refinery's 80 R it pays 3 medium ships, not 11."""
    player.open(middle("asylamba-mini"))
    player.compose("UPGRADE", "refinery TO")
    player.choose("BUILD")
    player.choose("medium")
    box = player.one("#composer input[type=number]")
    assert [box.get_attribute(name) for name in ("value", "max")] == ["3", "3"]
    assert "Your lines leave 30 of 110 R." in player.one("#composer").text
    player.press(player.one("#lines [aria-label^='Remove']"))
    box = player.one("#composer input[type=number]")
    assert [box.get_attribute(name) for name in ("value", "max")] == ["11", "11"]
    player.one("#typed").send_keys("UPGRADE refinery TO 8", Keys.ENTER, "build m")
    assert player.one("#completions li").text == "BUILD medium 3\n10 R"


def test_where_nothing_is_left_a_choice_says_so_and_why(player: Player) -> None:
    player.open(middle("asylamba-mini"))
    player.compose("BUILD", "medium")  # 11 of them, as offered: all 110 R
    player.choose("BUILD")
    assert "too little" in player.one("#composer .option").text
    player.choose("medium")
    assert player.all("#composer input[type=number]") == []
    assert "Too little is left: your lines leave 0 of 110 R." in player.one("#composer").text


def test_lines_that_order_more_than_there_is_are_mailed_once_that_is_confirmed(
    player: Player,
) -> None:
    player.open(changed(middle("asylamba-mini"), holding=[]))
    for line in ("UPGRADE refinery TO 8", "BUILD medium 11"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    player.press(player.one("#mail"))
    assert "Press Mail once more" in player.said()
    assert player.one("#holds").text.startswith("Not mailed yet")
    player.press(player.one("#mail"))
    assert player.one("#holds").text.startswith("Your mail program had these lines")


def test_a_number_with_one_value_is_taken_at_once(player: Player) -> None:
    """The golden faction can pay the refinery's next level, and no more."""
    player.open(middle("asylamba-mini"))
    player.choose("UPGRADE")
    player.choose("refinery TO")
    assert player.lines() == ["UPGRADE refinery TO 8"]


def test_a_word_of_the_line_is_pressed_to_choose_another(player: Player) -> None:
    player.open(middle("parsec"))
    player.choose("LEADER")
    leaders = player.choices()
    player.choose(leaders[0])
    player.press(player.all("#composer .crumb")[-1])
    assert player.choices() == leaders
    player.press(player.all("#composer .crumb")[-1])
    assert player.choices()[:1] != leaders[:1]


def test_ships_of_a_hand_are_counted_as_they_are_sent_off(player: Player) -> None:
    """Parsec's golden hand has 2 settlers and 2 prototype weapons."""
    player.open(middle("parsec"))
    player.compose("SETTLE", "settler")
    player.choose("DESTROY")
    player.press(player.all("#composer .option")[0])
    assert [one.text for one in player.all("#balance li")] == [
        "settlers 2 − 1 = 1",
        "weapons 2 − 1 = 1",
    ]


def test_of_lines_that_raise_the_same_thing_the_later_takes_the_difference(player: Player) -> None:
    """The refinery, 7 now, to 8 for 80 and on to 9 for 90: 170 of 300, not 250."""
    bulk = unpacked(json.loads(middle("asylamba-mini")))
    (upgrade,) = [one for one in bulk["menu"] if one["words"] == "UPGRADE"]
    (refinery,) = [one for one in upgrade["then"] if one["words"] == "refinery TO"]
    refinery["then"] |= {"high": 9}
    refinery["takes"] = [{"of": "R", "has": 300, "amounts": [80, 170], "rises": True}]
    player.open(changed(middle("asylamba-mini"), packed=packed(bulk)))
    for line in ("UPGRADE refinery TO 8", "UPGRADE refinery TO 9"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    assert [one.text for one in player.all("#balance li")] == ["R 300 − 170 = 130"]


def test_a_sum_says_how_many_lines_it_leaves_out(player: Player) -> None:
    """The menu offers the whole of what there is, a half, a third; 37 percent are typed."""
    player.open(changed(middle("hegemon"), holding=[]))
    player.compose("Economy", "50%")
    player.one("#typed").send_keys("Defense 37% comp 100", Keys.ENTER)
    assert [one.text for one in player.all("#balance li")] == [
        "% 100 − 50 = 50",
        "without what lines take that are not of the menu: 1",
    ]


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


def test_what_a_verb_does_is_said_while_the_rest_of_the_line_is_chosen(player: Player) -> None:
    player.open(middle("god-unit"))
    player.choose("MOVE")
    first = player.one("#composer [data-first]")
    assert first.get_attribute("aria-describedby") == "explained"
    assert player.one("#explained").text == "a unit to another square"


def test_what_lines_concern_is_marked_on_the_map(player: Player) -> None:
    player.open(middle("god-unit"))
    player.compose("MOVE", "7", "TO h5")
    assert len(player.all(".marks .is:not(.under)")) >= 2  # where it stands, and where it goes
    player.press(player.one("#clear"))
    assert not player.all(".marks .is")


def test_an_attack_is_chosen_by_its_odds(player: Player) -> None:
    """Unit 7 of the golden game could attack Blue's factory C with 7 %, as its report tells."""
    player.open(middle("god-unit"))
    player.choose("ATTACK")
    player.choose("7")
    odds = [one.text for one in player.all("#composer .option")]
    assert "FACTORY Blue C\n7 %" in odds


def test_what_the_house_bot_proposes_is_taken_over_and_changed(player: Player) -> None:
    player.open(middle("god-unit"))
    player.press(player.one("#proposed summary"))
    player.press(player.one("#proposed div > button"))
    assert player.lines()[0] == "PRODUCE A FACTORY"
    assert len(player.lines()) == 10
    player.press(player.all("#lines .down")[0])
    assert player.lines()[1] == "PRODUCE A FACTORY"
    player.press(player.all("#lines [aria-label^='Remove']")[0])
    assert player.lines()[0] == "PRODUCE A FACTORY"
    assert "body" in (player.one("#mail").get_attribute("href") or "")


def test_lines_of_the_set_held_are_those_that_one_goes_on_with(
    player: Player, tmp_path: Path
) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        world.reply(ANNA, "Economy 60% coop 70 with 0-200 comp 30")
        world.poll()
        player.open(console_of(world))
        assert player.lines() == ["Economy 60% coop 70 with 0-200 comp 30"]
        assert "42" in player.one("#lines .judged").text  # 70 % of 60 go to cooperation
        assert player.one("#holds").text == "The service holds these lines."
        player.press(player.one("#clear"))
        assert "still holds other lines" in player.one("#holds").text
        player.compose("Economy")
        player.press(player.one("#mail"))
        assert "Have you sent them there?" in player.one("#holds").text


def test_the_map_runs_back_through_earlier_turns(player: Player, tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        for _turn in range(3):
            world.reply(ANNA, "Economy 50% comp 50")
            world.reply(BORIS, "Economy 50% comp 50")
            world.poll()
        player.open(console_of(world))
    before = player.one("#picture svg").get_attribute("outerHTML")
    player.press(player.one("#earlier"))
    player.until("document.getElementById('when').textContent.includes('2')")
    assert player.one("#picture svg").get_attribute("outerHTML") != before


def test_reports_opened_one_after_the_other_are_a_history(player: Player) -> None:
    for record in golden_records("parsec").values():
        player.open(record)
    assert player.js("return Number(document.getElementById('turns').max)") == 3
    player.one("#search").send_keys("scientist")
    player.until("document.querySelectorAll('#found li').length > 3")
    player.open(changed(golden_records("hegemon")["1-early-seat-1"], game="other"))
    assert player.js("return document.getElementById('games').options.length") == 5


def test_a_game_that_is_over_offers_nothing_to_order(player: Player) -> None:
    player.open(golden_records("hegemon")["3-final-seat-1"])
    assert player.one("#orders").text == "Nothing is asked of you in this turn."


def opened_one_after_the_other(player: Player, ruleset: str) -> None:
    for record in golden_records(ruleset).values():
        player.open(record)


def test_figures_of_the_reports_that_were_opened_are_lines_through_the_turns(
    player: Player,
) -> None:
    """Hegemon's totals after turns 0, 1, 5 and 10, as its golden reports tell them. What the
    headlines tell is shown first."""
    opened_one_after_the_other(player, "hegemon")
    player.press(player.one("#course summary"))
    player.until("document.querySelectorAll('#figure option').length")
    shown = player.js("return document.getElementById('figure').selectedOptions[0].text")
    assert shown == "Final standings: Total"
    assert len(player.all("polyline.course")) == 3
    assert player.one("text.own").text == "Ada"
    player.press(player.one("#lines-of summary"))
    rows = [one.text for one in player.all("#lines-of tbody tr")]
    assert rows[0] == "Ada 0 0 113.31 223.76"
    assert rows[1] == "Björn 0 70 76.5 154.96"
    assert player.troubles() == []


@pytest.mark.parametrize(
    ("ruleset", "figure"),
    [
        ("asylamba-mini", "Final standings: Points"),
        ("god-unit", "Final standings: Worth"),
        ("parsec", "The players: Weapons"),
    ],
)
def test_every_game_has_figures_without_the_page_knowing_it(
    player: Player, ruleset: str, figure: str
) -> None:
    opened_one_after_the_other(player, ruleset)
    player.press(player.one("#course summary"))
    player.until("document.querySelectorAll('#figure option').length")
    assert figure in [one.text for one in player.all("#figure option")]
    player.press(player.one("#earlier"))
    assert len(player.all("line.now")) == 1
