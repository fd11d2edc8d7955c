"""A whole turn of each game, composed by clicks alone and sent: the receipt takes every line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.orders import read_sheet
from pbem.mailer.outbound.report_json import unpacked
from pbem.store import games
from tests.console.browser import RULESETS, Player, attached, changed, golden_records, middle
from tests.console.drivers import in_chromium
from tests.service.fronts import golden_told
from tests.service.looks import held
from tests.service.world import ANNA, BORIS, World, open_world, text_of

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


@in_chromium
def test_who_asks_first_reads_what_the_lines_would_do_and_none_is_held(
    player: Player, tmp_path: Path
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="god-unit")
        player.open(console_of(world))
        player.compose("PLACE")
        line = player.compose("PRODUCE", "A")
        address, subject, text = player.mail("#ask")
        assert text.splitlines() == ["PREVIEW", *player.lines()]
        world.write(ANNA, text, to=address, subject=subject)
        world.poll()
        receipt = world.mails(ANNA)[-1]
        assert "preview, nothing saved" in str(receipt["Subject"])
        assert line in text_of(receipt)
        assert (held(world), world.game().turn) == ([], 1)


def held_or_played(world: World) -> list[str]:
    """Anna's lines, which the service holds, or has played where it waited for her alone."""
    if world.game().turn == 1:
        return held(world)
    with world.context.database.read() as connection:
        row = games.held_for(connection, "spring", 1, 1)
    assert row is not None
    return list(row.lines)


@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_line_that_clicks_lead_to_is_taken_by_the_desk(player: Player, ruleset: str) -> None:
    """From the middle of a game, the first line behind every verb. Where nothing can be paid behind
    it, the page says of the line what is too little for it, and the desk refuses it."""
    game = registry.load(ruleset)
    view, ask = moment(ruleset)
    player.open(middle(ruleset))
    verbs, paid = player.choices(), 0
    for verb in verbs:
        if player.lines():
            player.press(player.one("#clear"))
        line = player.compose(verb)
        (verdict,) = game.desk.parse(view, ask, read_sheet([line], 1).now).verdicts
        is_told = player.one("#lines .judged").get_attribute("data-kind") == "refused"
        assert (verdict.level is Level.REFUSED) == is_told, f"{line}: {verdict.message}"
        paid += not is_told
    assert paid > len(verbs) / 2


def moment(ruleset: str) -> tuple[Any, Any]:
    """View and ask of the golden game's middle."""
    exchange = golden_told(ruleset)["2-middle-seat-1"]
    return exchange.view, exchange.ask


@in_chromium
def test_a_game_without_places_speaks_of_no_map(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=[]))
    assert player.one("#none").text == "None yet. Choose above, or type one."
    assert player.js("return document.getElementById('to-map').textContent") == "Charts"
    player.open(changed(middle("parsec"), holding=[]))
    assert "press something on the map" in player.one("#none").text
    assert player.js("return document.getElementById('to-map').textContent") == "Map"


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


def test_all_that_a_search_finds_can_be_shown(player: Player) -> None:
    """Golden Parsec's four reports speak of "a" more than sixty times."""
    for record in golden_records("parsec").values():
        player.open(record)
    player.one("#search").send_keys("er")
    player.until("document.querySelectorAll('#found li').length === 60")
    told = player.one("#found p").text
    many = int(re.findall(r"\d+", told)[0])
    assert told == f"Found: {many}, of which 60 are shown"
    while player.one("#found > button").is_displayed():
        player.press(player.one("#found > button"))
    assert player.one("#found p").text == f"Found: {many}"
    assert player.js("return document.querySelectorAll('#found li').length") == many
    assert player.js("return document.querySelector('#found mark').textContent").lower() == "er"


def test_a_hit_of_an_older_turn_says_that_it_is_older_and_leads_back(player: Player) -> None:
    for record in golden_records("hegemon").values():
        player.open(record)
    assert not player.one("#older").is_displayed()
    player.one("#search").send_keys("Every turn you have")
    player.until("document.querySelectorAll('#found li').length > 0")
    player.press(player.all("#found li button")[-1])
    player.until("!document.getElementById('older').hidden")
    assert "You read an older report: Turn 1" in player.one("#older").text
    assert "Every turn you have" in player.one("#told .hit").text
    player.press(player.one("#older button"))
    player.until("document.getElementById('older').hidden")


def test_turns_of_another_game_stand_below_and_with_its_title(player: Player) -> None:
    player.open(changed(golden_records("hegemon")["1-early-seat-1"], game="other"))
    player.open(golden_records("parsec")["1-early-seat-1"])
    first, second = (one.text for one in player.all("#games option"))
    assert first.startswith("Turn ")
    assert " · Turn " in second


def test_an_older_report_says_that_a_newer_one_is_here_and_leads_to_it(player: Player) -> None:
    records = golden_records("parsec")
    player.open(records["2-middle-seat-1"])
    newest = player.one("#title").text
    asked = player.one("#asked").text
    player.open(records["1-early-seat-1"])
    assert "orders in reply to it come too late" in player.one("#asked").text
    assert not player.one("#deadline").is_displayed()
    assert "primary" not in str(player.one("#mail").get_attribute("class"))
    player.press(player.one("#newest"))
    player.until(f"document.title === {json.dumps(newest)}")
    assert player.one("#asked").text == asked
    assert "primary" in str(player.one("#mail").get_attribute("class"))


@in_chromium
def test_a_turn_that_is_played_again_has_no_newer_report(player: Player) -> None:
    """A game master takes turn 3 back: turn 2 is open until a later hour than turn 3 was."""
    second = golden_records("parsec")["1-early-seat-1"]
    third = changed(second, turn=json.loads(second)["turn"] + 1, deadline="2026-01-04T12:00:00Z")
    player.open(third)
    player.open(changed(second, deadline="2026-01-05T12:00:00Z"))
    assert player.all("#newest") == []
    player.open(changed(second, deadline="2026-01-03T12:00:00Z"))
    assert player.all("#newest") != []


@in_chromium
def test_a_game_that_is_over_offers_nothing_to_order(player: Player) -> None:
    player.open(changed(golden_records("hegemon")["3-final-seat-1"], secret="5eed"))
    assert player.one("#title").text.endswith("The end, after turn 10")
    assert player.one("#orders").text.startswith("The game is over: ")


@in_chromium
def test_the_end_of_a_game_has_one_name_wherever_it_is_spoken_of(player: Player) -> None:
    opened_one_after_the_other(player, "hegemon")
    end = "The end, after turn 10"
    assert player.one("#title").text.endswith(f" · {end}")
    assert player.one("#told .lead").text == end
    assert player.js("return document.getElementById('when').textContent") == end
    assert player.js("return document.getElementById('games').selectedOptions[0].text") == end
    player.press(player.one("#earlier"))
    player.until("!document.getElementById('older').hidden")
    assert player.one("#older button").text == f"To the newest: {end}"


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
    assert rows[0] == "Ada 0 0 346.7 438.49"
    assert rows[1] == "Björn 0 94.8 116.55 238.43"
    assert player.troubles() == []


@in_chromium
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


@in_chromium
def test_players_have_the_colours_of_the_pictures_in_the_figures(player: Player) -> None:
    """Red is Ada and Blue is Björn, whoever has more."""
    opened_one_after_the_other(player, "god-unit")
    player.press(player.one("#course summary"))
    player.until("document.querySelectorAll('#figure option').length")
    names = [one.text for one in player.all(".chart text")]
    drawn = [one.get_attribute("fill") for one in player.all(".chart circle")]
    shown = dict(zip([one for one in names if "(" in one], drawn, strict=True))
    bulk = unpacked(json.loads(golden_records("god-unit")["3-final-seat-1"]))
    colours = dict(pair for scene in bulk["scenes"] for pair in scene.get("colours", ()))
    assert shown == colours


@in_chromium
def test_an_order_begun_beside_an_older_board_brings_the_newest_back(player: Player) -> None:
    for moment in ("1-early-seat-1", "2-middle-seat-1"):
        player.open(changed(golden_records("god-unit")[moment], holding=[]))
    player.press(player.one("#earlier"))
    player.until("document.getElementById('title').textContent.includes('After turn 1 ')")
    assert "Turn 31" not in player.one("#title").text
    assert player.one("#told .lead").text.startswith("Turn 2 · After turn 1 ")
    player.choose("MOVE")
    player.until("document.getElementById('title').textContent.endsWith('Turn 31')")
    assert player.all(".marks .may")


@in_chromium
def test_a_turn_without_a_picture_keeps_the_bar_that_leads_on(player: Player) -> None:
    """Hegemon's first report has no chart; its bar stays, and where it was."""
    for moment in ("0-welcome-seat-1", "1-early-seat-1"):
        player.open(golden_records("hegemon")[moment])
    before = {key: round(value) for key, value in player.one("#earlier").location.items()}
    player.press(player.one("#earlier"))
    player.until("document.getElementById('when').textContent.startsWith('Turn 1')")
    assert "no picture of this turn" in player.one("#picture").text
    after = player.one("#earlier").location
    assert {key: round(value) for key, value in after.items()} == before
    player.press(player.one("#later"))
    player.until("document.getElementById('when').textContent.startsWith('Turn 2')")
    assert player.all("#picture svg")


@in_chromium
def test_a_picture_as_wide_and_higher_is_shown_whole(player: Player) -> None:
    for moment in ("1-early-seat-1", "2-middle-seat-1"):
        player.open(golden_records("god-unit")[moment])
    for button in ("#earlier", "#later"):
        player.press(player.one(button))
        player.until(
            "document.querySelector('#picture svg').getAttribute('viewBox').split(' ')[3] === "
            "document.querySelector('#picture svg rect').getAttribute('height')"
        )


@in_chromium
def test_what_a_report_warns_of_stands_above_the_orders_too(player: Player) -> None:
    player.open(middle("god-unit"))
    assert "In range of Blue 32" in player.one("#asked").text
    player.press(player.one("#asked .further"))
    assert player.troubles() == []


@in_chromium
def test_an_export_says_so_and_the_menu_closes_and_rubbish_that_is_pasted_is_answered(
    player: Player,
) -> None:
    player.open(middle("god-unit"))
    player.press(player.one("#more summary"))
    player.press(player.one("#share"))
    player.until("document.getElementById('trouble').textContent.includes('-for-others.json')")
    assert not player.one("#share").is_displayed()
    player.press(player.one("#more summary"))
    player.press(player.one("#headline"))
    assert not player.one("#share").is_displayed()
    player.js("document.getElementById('empty').hidden = false")
    player.one("#pasted").send_keys("rubbish", Keys.TAB)
    player.until("document.getElementById('trouble').textContent.includes('no report.json')")
    assert player.one("#empty").is_displayed()


def test_the_box_for_pasting_closes_empty_behind_a_report(player: Player) -> None:
    player.open(middle("god-unit"))
    player.js("document.getElementById('empty').hidden = false")
    player.one("#pasted").click()
    player.js(
        "const box = document.getElementById('pasted'); box.value = arguments[0];"
        "box.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }))",
        middle("hegemon").decode(),
    )
    player.until("document.title.startsWith('Hegemon') && 'open' in document.body.dataset")
    player.until("document.getElementById('pasted').value === ''")
    assert not player.one("#empty").is_displayed()
