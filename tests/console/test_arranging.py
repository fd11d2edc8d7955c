"""What lies where: the choices and what mails the lines are in sight together, in windows of usual
heights the lines as well, and no scroll bar lies within another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from tests.console.browser import RULESETS, Player, changed, middle
from tests.console.drivers import in_chromium

_SCROLLING = """
const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
  && /auto|scroll/.test(getComputedStyle(one).overflowY);
const found = [...document.querySelectorAll("main *")].filter(scrolls);
return found.map((one) => [one.id, found.filter((other) => other.contains(one)).length]);
"""
"""What has a scroll bar, and in how many such it lies, itself included."""
_SEEN = """
const { top, height } = arguments[0].getBoundingClientRect();
const pane = document.getElementById(arguments[1]).getBoundingClientRect();
return height > 0 && top >= pane.top - 1 && top < Math.min(innerHeight, pane.bottom) - 15;
"""
_TAKE_ALL = "document.querySelectorAll('#proposed .option').forEach((one) => one.click())"
_SMALLEST = """
return Math.min(...[...document.querySelectorAll("#picture text")]
  .map((one) => one.getBoundingClientRect().height));
"""


def look(player: Player, width: int, height: int) -> None:
    player.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


@pytest.fixture
def sized(player: Player) -> Iterator[Player]:
    yield player
    player.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_choices_lines_and_Mail_are_in_sight_together(sized: Player, ruleset: str) -> None:
    look(sized, 1100, 800)
    sized.open(middle(ruleset))
    sized.js(_TAKE_ALL)
    sized.press(sized.one("#composer .option"))
    sized.js("window.scrollTo(0, 0)")
    assert sized.js(_SEEN, sized.one("#composer [data-first]"), "choosing")
    assert sized.js(_SEEN, sized.one("#lines textarea"), "written")
    assert sized.js(_SEEN, sized.one("#mail"), "writing")
    assert sized.js(_SEEN, sized.one("#sure"), "writing")
    bars = dict(sized.js(_SCROLLING))
    assert set(bars) <= {"choosing", "written"}, "beside that of the window, for map and report"
    assert set(bars.values()) <= {1}, "none lies within another"


@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_on_a_small_laptop_the_orders_have_one_scroll_bar_above_Mail(
    sized: Player, ruleset: str
) -> None:
    look(sized, 1100, 700)
    sized.open(middle(ruleset))
    sized.js(_TAKE_ALL)
    sized.press(sized.one("#composer .option"))
    sized.js("window.scrollTo(0, 0)")
    assert sized.js(_SEEN, sized.one("#composer [data-first]"), "orders")
    assert sized.js(_SEEN, sized.one("#mail"), "orders")
    assert dict(sized.js(_SCROLLING)) == {"orders": 1}


@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_on_a_telephone_the_head_leaves_room_and_opens_for_what_is_rare(
    sized: Player, ruleset: str
) -> None:
    look(sized, 380, 700)
    sized.open(middle(ruleset))
    assert sized.js("return document.querySelector('header').offsetHeight") <= 96
    assert not sized.one("#search").is_displayed()
    sized.press(sized.one("#more summary"))
    for rare in ("#search", "#games", "#open-label", "#theme"):
        assert sized.one(rare).is_displayed()


@in_chromium
def test_what_is_chosen_next_begins_in_sight_however_far_down_one_was(sized: Player) -> None:
    look(sized, 1100, 700)
    sized.open(middle("god-unit"))
    sized.choose("MOVE")
    sized.press(sized.all("#composer .option")[-1])
    assert sized.js(_SEEN, sized.one("#composer [data-first]"), "orders")


@in_chromium
def test_on_a_telephone_only_the_window_scrolls(sized: Player) -> None:
    look(sized, 380, 800)
    sized.open(middle("god-unit"))
    sized.js(_TAKE_ALL)
    assert sized.js(_SCROLLING) == []


@in_chromium
def test_a_chart_is_drawn_for_a_telephone_where_there_is_one_for_it(sized: Player) -> None:
    """In letters of nine pixels at least, and again as it was where the window is wide."""
    shape = "document.querySelector('#picture svg').viewBox.baseVal"
    look(sized, 1100, 800)
    sized.open(middle("hegemon"))
    wide = sized.js(f"return {shape}.width")
    sized.js("document.body.dataset.pane = 'map'")
    look(sized, 380, 800)
    sized.until(f"{shape}.width < {wide}")
    assert sized.js(_SMALLEST) > 9
    look(sized, 1100, 800)
    sized.until(f"{shape}.width === {wide}")


def test_Mail_is_pressed_by_the_space_bar_too_and_keeps_the_focus(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=["Economy 1%"], verdicts=[]))
    for key in (Keys.SPACE, Keys.ENTER):
        mail = player.one("#mail")
        mail.send_keys(key)
        player.until("document.getElementById('said').textContent.startsWith('Your mail program')")
        assert player.driver.switch_to.active_element == mail
        player.press(player.one("#headline"))
