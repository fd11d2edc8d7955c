"""Lines that nobody has to compose: the house bot's, those held, those of the turn before; and what
is said of them once they have left the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.console.browser import Player, attached, changed, middle
from tests.console.drivers import in_chromium
from tests.console.test_playing import console_of
from tests.service.world import ANNA, open_world


@in_chromium
def test_what_is_played_without_orders_is_taken_over(player: Player) -> None:
    report = changed(middle("hegemon"), holding=[])
    player.open(report)
    player.press(player.one("#asked pre + button"))
    assert player.lines() == json.loads(report)["report"]["played"]


@pytest.mark.parametrize("way", ["mail", "copy"])
def test_lines_that_left_the_page_are_taken_again_in_the_next_turn(
    player: Player, way: str
) -> None:
    report = changed(middle("asylamba-mini"), holding=[])
    player.open(report)
    assert not player.all("#again button")
    lines = [player.compose("BUILD", "light"), player.compose("AUTOBUILD")]
    player.press(player.one(f"#{way}"))
    player.until("!document.getElementById('holds').textContent.startsWith('Not mailed')")
    player.open(changed(report, turn=json.loads(report)["turn"] + 1))
    assert player.lines() == []
    player.press(player.one("#again button"))
    assert player.lines() == lines
    player.js("window.confirm = () => true; document.getElementById('forget').click()")
    player.until("!document.getElementById('empty').hidden")
    assert player.js("return Object.keys(localStorage).filter(one => one.includes('-check'))") == []


@in_chromium
def test_the_house_bots_lines_are_taken_together_without_what_stands_in_their_place(
    player: Player,
) -> None:
    """ "Or instead of the second:" follows three lines of Parsec's house bot."""
    player.open(changed(middle("parsec"), holding=[]))
    player.press(player.one("#proposed summary"))
    player.press(player.one("#proposed .together"))
    proposed = [one["line"] for one in json.loads(middle("parsec"))["proposals"][:3]]
    assert player.lines() == proposed
    assert len(player.all("#proposed .together + ul button")) == 2


@in_chromium
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


@in_chromium
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


@in_chromium
def test_lines_that_were_refused_are_a_draft_with_the_reason_at_each(
    player: Player, tmp_path: Path
) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        world.reply(ANNA, "Economy 500% comp 100\nCONSOLE")
        world.poll()
        player.open(attached(world.rows(recipient=ANNA, kind="copy")[-1].data))
    assert player.lines() == ["Economy 500% comp 100"]
    judged = player.one("#lines .judged")
    assert judged.get_attribute("data-kind") == "refused"
    assert "500" in judged.text


@in_chromium
def test_a_line_that_stands_there_in_the_menus_spelling_is_not_taken_beside_it(
    player: Player,
) -> None:
    """What the house bot writes may be another spelling of what was chosen by hand."""
    report = changed(
        middle("asylamba-mini"),
        holding=[],
        spelled={"UPGRADE refinery": ["UPGRADE refinery TO 8", "UPGRADE refinery TO 9"]},
        proposals=[{"line": "UPGRADE refinery", "why": ""}],
    )
    player.open(report)
    line = player.compose("UPGRADE", "refinery TO")
    assert line == "UPGRADE refinery TO 8"
    player.press(player.one("#proposed summary"))
    player.press(player.one("#proposed .option"))
    assert player.lines() == [line]
    assert player.said() == "That line stands there already."
    player.press(player.one("#clear"))
    player.press(player.one("#proposed .option"))
    assert player.lines() == ["UPGRADE refinery"]
    player.one("#typed").send_keys("upgrade  refinery to 8", Keys.ESCAPE, Keys.ENTER)
    assert player.lines() == ["UPGRADE refinery"]


def test_DONE_stands_below_the_lines_of_who_is_sure(player: Player) -> None:
    """In what is mailed and copied, never in what is only asked; and it is no line of its own."""
    report = changed(middle("asylamba-mini"), holding=[])
    player.open(report)
    line = player.compose("BUILD", "light")
    assert player.mail()[2] == f"{line}\r\n"
    player.press(player.one("#sure"))
    assert player.mail()[2] == f"{line}\r\nDONE\r\n"
    assert player.mail("#ask")[2] == f"PREVIEW\r\n{line}\r\n"
    assert player.lines() == [line]
    player.press(player.one("#mail"))
    player.until("document.getElementById('holds').textContent.startsWith('Your mail program')")
    player.press(player.one("#sure"))
    assert player.one("#holds").text.startswith("Not mailed yet")
    player.press(player.one("#sure"))
    assert player.one("#holds").text.startswith("Your mail program")
    player.open(changed(report, turn=json.loads(report)["turn"] + 1))
    assert player.js("return document.getElementById('done').checked") is False
    player.press(player.one("#again button"))
    assert player.lines() == [line]


@in_chromium
def test_who_is_asked_for_nothing_is_not_asked_whether_they_are_sure(player: Player) -> None:
    player.open(changed(middle("parsec"), ask=None))
    assert not player.one("#sure").is_displayed()


def test_copied_lines_are_not_held_to_be_mailed(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=[]))
    player.compose("Economy")
    player.press(player.one("#copy"))
    player.until("document.getElementById('holds').textContent.includes('copied')")
    assert "Paste them into a reply to your report" in player.one("#holds").text
