"""The page for everybody: by keyboard, for readers of screens, on a telephone, at night, in three
languages; and what it keeps and lets go of."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from axe_core_python.selenium import Axe
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.console.browser import RULESETS, Player, changed, golden_records, middle
from tests.console.drivers import in_chromium
from tests.soaking import soak

WIDTHS = (1300, 380)
_STICKING_OUT = (
    "return [...document.querySelectorAll('button, input, select, a.button, p, h2')].filter(one => "
    "!one.closest('.wide, .aside, .skip, .file') && "
    "one.getBoundingClientRect().right > document.documentElement.clientWidth"
    ").map(one => one.outerHTML.slice(0, 90))"
)
_CUT = "const one = arguments[0]; return one.scrollHeight - one.clientHeight"
_COVERED = """
const box = document.getElementById("said").getBoundingClientRect();
const isUnder = (at) => at.width && at.left < box.right && at.right > box.left
  && at.top < box.bottom && at.bottom > box.top;
return [...document.querySelectorAll("button, input, select, a.button, textarea, .judged")]
  .filter((one) => !one.closest("#said, details:not([open])"))
  .filter((one) => isUnder(one.getBoundingClientRect()))
  .map((one) => one.outerHTML.slice(0, 90));
"""
"""What lies under the sentence that is said."""
_AT = "const one = document.activeElement; return one.matches('a, button') ? one.textContent : ''"


def look(player: Player, width: int, scheme: str = "light") -> None:
    """A window so wide, for a reader who likes it light or dark."""
    player.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    player.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@pytest.fixture
def wide(player: Player) -> Any:
    yield player
    look(player, WIDTHS[0])
    player.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def faults(player: Player) -> list[str]:
    """What axe finds, of WCAG 2.2 A and AA. It describes nothing else: what it finds right is
    most of a page."""
    options = {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        "resultTypes": ["violations"],
    }
    found = Axe().run(player.driver, options=options)
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def find(player: Player, words: str) -> None:
    """Search for them; on a telephone the box is behind a button."""
    if not player.one("#search").is_displayed():
        player.press(player.one("#more summary"))
    player.one("#search").click()
    player.one("#search").send_keys(words)


@in_chromium
@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1200, "light"), (380, "dark"), soak(1200, "dark"), soak(380, "light")],
)
def test_axe_finds_nothing(wide: Player, width: int, scheme: str) -> None:
    look(wide, width, scheme)
    wide.open()
    assert faults(wide) == []
    for record in golden_records("hegemon").values():
        wide.open(record)
    wide.js("document.body.dataset.pane = 'report'")
    wide.press(wide.one("#course summary"))
    wide.until("document.querySelectorAll('#figure option').length")
    wide.press(wide.one("#lines-of summary"))
    find(wide, "Björn")
    wide.until("document.querySelectorAll('#found li').length")
    assert faults(wide) == []
    wide.one("#search").clear()
    panes = ("map", "orders", "report") if width == WIDTHS[1] else ("map",)  # or all beside another
    for ruleset in RULESETS:
        wide.open(middle(ruleset))
        for pane in panes:
            wide.js("document.body.dataset.pane = arguments[0]", pane)
            assert faults(wide) == [], f"{ruleset}, {pane}"
    wide.js("document.body.dataset.pane = 'orders'")
    wide.choose("LEADER")
    wide.choose("government")
    assert faults(wide) == []


@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_sticks_out_on_a_telephone(wide: Player, ruleset: str) -> None:
    look(wide, 380)
    wide.open(middle(ruleset))
    wide.compose(wide.choices()[0])
    for pane in ("map", "orders", "report"):
        wide.js("document.body.dataset.pane = arguments[0]", pane)
        assert wide.js("return document.documentElement.scrollWidth") <= 380, pane
        assert wide.js(_STICKING_OUT) == [], pane


LONG = "Environment 50% coop 50 with 12.5-200 comp 30 attack 12.5-20"


@in_chromium
@pytest.mark.parametrize("width", [1100, 380])
def test_a_written_line_is_shown_whole_however_long(wide: Player, width: int) -> None:
    look(wide, width)
    wide.open(changed(middle("hegemon"), holding=["Economy 1%", LONG]))
    short, long = wide.all("#lines textarea")
    assert wide.js(_CUT, short) == wide.js(_CUT, long) == 0
    assert long.size["height"] > short.size["height"]
    long.send_keys(" " + LONG)
    assert wide.js(_CUT, long) == 0
    assert wide.lines()[1] == f"{LONG} {LONG}"


@in_chromium
def test_each_part_of_the_page_opens_at_its_top_on_a_telephone(wide: Player) -> None:
    look(wide, 380)
    wide.open(middle("asylamba-mini"))
    wide.js("window.scrollTo(0, 900)")
    for pane in ("report", "map", "orders"):
        wide.press(wide.one(f"#panes [data-to={pane}]"))
        top = wide.js(
            "return document.getElementById(arguments[0]).getBoundingClientRect().top", pane
        )
        assert -1 < top < 300, pane  # browsers scroll by whole pixels
        wide.js("window.scrollBy(0, 500)")


@in_chromium
@pytest.mark.parametrize("width", WIDTHS)
def test_what_a_search_leads_to_is_not_hidden_by_the_header(wide: Player, width: int) -> None:
    look(wide, width)
    wide.open(middle("asylamba-mini"))
    find(wide, "Commercial hub from")
    wide.until("document.querySelectorAll('#found li button').length")
    wide.press(wide.all("#found li button")[-1])
    wide.until("document.getElementById('found').hidden && scrollY > 0")
    assert "Commercial hub from" in wide.one("#told .hit").text
    found, low, head, end = wide.js(
        "const { top, bottom } = document.querySelector('#told .hit').getBoundingClientRect();"
        "const head = document.querySelector('header').getBoundingClientRect().bottom;"
        "return [top, bottom, head, innerHeight]"
    )
    assert max(head, 0) <= found < low <= end


def test_a_line_stays_one_whatever_is_pasted_or_pressed_in_it(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=["Economy 1%", "Defense 1%"]))
    first, second = player.all("#lines textarea")
    first.send_keys(Keys.ENTER)
    assert player.driver.switch_to.active_element == second
    player.js(
        "const [box] = arguments; box.value = 'Economy 1%\\n  comp 7';"
        "box.dispatchEvent(new Event('input'))",
        first,
    )
    assert player.lines() == ["Economy 1% comp 7", "Defense 1%"]


@in_chromium
@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_said_lies_over_nothing_and_undo_waits_for_the_next_change(
    wide: Player, width: int
) -> None:
    look(wide, width)
    wide.open(changed(middle("hegemon"), holding=[LONG]))
    wide.press(wide.one("#clear"))
    assert wide.said() == "All lines removed. Undo"
    assert wide.js(_COVERED) == []
    wide.press(wide.one("#said button"))
    assert wide.lines() == [LONG]
    wide.press(wide.one("#clear"))
    wide.compose("Economy")
    assert "Undo" not in wide.said()


_HEIGHT_ABOVE_BOTTOM = (
    "const { top } = document.querySelector('.send').getBoundingClientRect();"
    "return document.getElementById('panes').getBoundingClientRect().top - top"
)


@in_chromium
def test_on_a_telephone_the_bar_that_mails_is_low_and_there_only_where_there_are_lines(
    wide: Player,
) -> None:
    look(wide, 380)
    wide.open(changed(middle("asylamba-mini"), holding=[]))
    wide.js("window.scrollTo(0, 0)")
    assert wide.js(_HEIGHT_ABOVE_BOTTOM) <= 0  # it begins where the page is cut off, or below
    wide.compose("UPGRADE", "refinery TO")
    wide.js("window.scrollTo(0, 0)")
    assert wide.said() == "Written: UPGRADE refinery TO 8"
    wide.until("document.getElementById('said').textContent === ''")
    assert 40 < wide.js(_HEIGHT_ABOVE_BOTTOM) < 60
    assert len({one.location["y"] for one in wide.all(".send > .button, .send > button")}) == 1


def test_a_press_that_writes_nothing_leaves_no_word_of_the_line_before(player: Player) -> None:
    player.open(changed(middle("asylamba-mini"), holding=[]))
    player.compose("UPGRADE", "refinery TO")
    assert player.said() == "Written: UPGRADE refinery TO 8"
    player.press(player.one("#goes"))
    assert player.said() == ""
    player.js("document.querySelector('.send').click()")
    assert player.said() == "Nothing was written: this bar lay over what you pressed."


def test_a_line_is_written_and_mailed_by_keyboard_alone(player: Player) -> None:
    """Hegemon: Economy, 50 %, all of it competition as defence; then to the link that mails it."""
    player.open(changed(middle("hegemon"), holding=[], verdicts=[]))

    def press(*keys: str) -> None:
        ActionChains(player.driver).send_keys(*keys).perform()

    def until_at(words: str) -> None:
        for _step in range(60):
            if str(player.js(_AT)).startswith(words):
                return
            press(Keys.TAB)
        raise AssertionError(f"TAB does not lead to {words}")

    until_at("To the orders")
    press(Keys.ENTER)
    for words in ("Economy", "50%", "comp"):
        until_at(words)
        press(Keys.ENTER)
    assert player.lines() == ["Economy 50% comp 100"]
    until_at("Mail")
    assert player.js("return document.activeElement.href").startswith("mailto:")


def test_a_typed_line_is_completed_from_the_menu(player: Player) -> None:
    player.open(middle("god-unit"))
    box = player.one("#typed")
    box.send_keys("move 7 to i")
    offered = [one.text.splitlines()[0] for one in player.all("#completions li")]
    assert offered == ["MOVE 7 TO i4", "MOVE 7 TO i5"]
    box.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    box.send_keys(Keys.ENTER)
    assert player.lines() == ["MOVE 7 TO i5"]


@in_chromium
def test_a_line_that_the_menu_does_not_have_is_left_to_the_receipt(player: Player) -> None:
    player.open(middle("god-unit"))
    player.one("#typed").send_keys("DANCE 7", Keys.ENTER)
    assert player.lines() == ["DANCE 7"]
    assert player.one("#lines .judged").text == "this page cannot check it; the receipt will"


@in_chromium
@pytest.mark.parametrize(("code", "word"), [("de", "Deine Zeilen"), ("fr", "Vos lignes")])
def test_it_speaks_the_language_of_the_report(player: Player, code: str, word: str) -> None:
    player.open(changed(middle("parsec"), language=code))
    assert word in player.one("#orders").text
    assert player.js("return document.documentElement.lang") == code


def test_lines_too_long_for_a_link_are_copied_with_a_word_on_it(player: Player) -> None:
    player.open(
        changed(middle("hegemon"), holding=[f"MOVE {n} TO h4 ELSE NEAREST" for n in range(99)])
    )
    _address, _subject, text = player.mail()
    assert text == ""
    player.js("document.getElementById('mail').removeAttribute('target')")
    player.js(
        "document.getElementById('mail').addEventListener('click', one => one.preventDefault())"
    )
    player.press(player.one("#mail"))
    player.until("document.getElementById('said').textContent")
    assert "too long for a link" in player.said()


def test_drafts_and_reports_outlast_the_page(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=[]))
    line = player.compose("Economy")
    player.open()
    player.until("'open' in document.body.dataset")
    assert player.lines() == [line]


@in_chromium
def test_an_export_for_others_has_no_reply_address(player: Player) -> None:
    player.open(middle("hegemon"))
    player.js(
        "window.saved = []; URL.createObjectURL = blob => { blob.text().then(one => "
        "window.saved.push(one)); return 'blob:x'; }; HTMLAnchorElement.prototype.click = () => {};"
    )
    for number, kind in enumerate(("export", "share"), start=1):
        player.js("document.getElementById(arguments[0]).click()", kind)
        player.until(f"window.saved.length === {number}")
    whole, for_others = map(json.loads, player.js("return window.saved"))
    reply = json.loads(middle("hegemon"))["reply"]
    assert whole["reports"][0]["reply"] == reply
    assert reply["to"] not in json.dumps(for_others)


def test_forgetting_a_game_leaves_nothing_of_it(player: Player) -> None:
    player.open(middle("hegemon"))
    player.js("window.confirm = () => true; document.getElementById('forget').click()")
    player.until("!document.getElementById('empty').hidden")
    player.open()
    player.until("!document.getElementById('empty').hidden")
    assert player.js("return document.getElementById('games').options.length") == 0


def test_every_golden_report_opens_without_a_complaint(player: Player) -> None:
    began = time.process_time()
    for ruleset in RULESETS:
        for moment, record in golden_records(ruleset).items():
            player.open(changed(record, game=ruleset))
            assert player.troubles() == [], f"{ruleset} {moment}"
    assert time.process_time() - began < 60
