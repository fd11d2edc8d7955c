"""The public pages as somebody sees them in a browser: on the wide and on a telephone, light and
dark, with the keyboard, with and without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html
from selenium.webdriver.common.keys import Keys

from pbem.engine import registry
from pbem.service.play.close import close_turn
from tests.console.browser import Player
from tests.console.drivers import in_chromium
from tests.console.test_reaching import faults, look
from tests.service.sites import folder_of, published
from tests.service.world import ANNA, BORIS, open_world

WIDE, NARROW = 1200, 380
TURNS = 3
PAGES = (
    *("index.html", "fame.html", "rules/god-unit/index.html", "games/over/index.html"),
    *(f"games/{name}/index.html" for name in registry.names()),
    *(f"games/{name}/turn-{TURNS}.html" for name in registry.names()),
)
STICKING_OUT = """
return [...document.querySelectorAll('main *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName} ${one.className}`);
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A game of each ruleset in its fourth turn, with letters to all, and one that is over."""
    with open_world(tmp_path_factory.mktemp("site")) as world:
        for name in registry.names():
            world.new_game(ruleset=name, id=name, title=f"A long campaign of {name}", public=True)
        world.reply(ANNA, "TO ALL:\nLet us all share this turn.\nWhat do you say?\nEND")
        world.reply(BORIS, f"TO ALL:\nGladly{'y' * 90}.\nEND")
        world.poll()
        world.wait(1)
        world.new_game(id="over", title="Over", public=True, options={"turns": 2})
        for game in (*registry.names(), "over"):
            for _turn in range(TURNS):
                if world.game(game).status == "running":
                    close_turn(world.context, game)
        published(world)
        yield folder_of(world)


@pytest.fixture
def reader(player: Player) -> Iterator[Player]:
    """Somebody with a window of another width, or in the dark, until they have read."""
    yield player
    look(player, 1300)
    player.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def visit(player: Player, site: Path, page: str) -> None:
    player.driver.get((site / page).as_uri())


@in_chromium
@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(
    reader: Player, site: Path, width: int, scheme: str
) -> None:
    look(reader, width, scheme)
    for page in PAGES:
        visit(reader, site, page)
        assert faults(reader) == [], page
        assert reader.js("return document.documentElement.scrollWidth") <= width, page
        assert reader.js(STICKING_OUT) == [], page


def test_the_film_goes_back_and_forth_and_stops_at_the_newest_turn(
    player: Player, site: Path
) -> None:
    visit(player, site, "games/parsec/index.html")

    def shown() -> str:
        return str(player.js("return document.querySelector('#film img').getAttribute('src')"))

    def press(name: str) -> None:
        player.one(f"#film button[aria-label='{name}']").send_keys(Keys.ENTER)

    assert shown().endswith(f"turn-{TURNS}.svg")
    for name, turn in (("First turn", 0), ("One turn on", 1), ("One turn back", 0)):
        press(name)
        player.until(f"document.querySelector('#film img').src.endsWith('turn-{turn}.svg')")
    current = player.js("return document.querySelector('.frames [aria-current]').textContent")
    assert "The start" in current
    alt = player.js("return document.querySelector('#film img').alt")
    assert alt == player.js("return document.querySelector('.frames li:last-child').dataset.alt")
    press("Play")
    assert player.all("#film button[aria-label='Pause']")
    player.until(f"document.querySelector('#film img').src.endsWith('turn-{TURNS}.svg')")
    player.until("document.querySelector(\"#film button[aria-label='Play']\") !== null")
    player.one("#film input").send_keys(Keys.ARROW_LEFT)
    assert shown().endswith(f"turn-{TURNS - 1}.svg")


def test_without_javascript_all_pictures_stand_in_a_list(site: Path) -> None:
    for name in registry.names():
        page = html.fromstring((site / "games" / name / "index.html").read_bytes())
        frames = page.xpath("//ol[@class='frames']/li/a[img]")
        assert [frame.get("href") for frame in frames] == [
            f"turn-{turn}.html" for turn in reversed(range(TURNS + 1))
        ]
        assert [frame.find("img").get("src") for frame in frames] == [
            f"turn-{turn}.svg" for turn in reversed(range(TURNS + 1))
        ]
        [newest] = page.xpath("//figure[@id='film']/img")
        assert newest.get("alt")


def test_no_page_asks_for_what_its_policy_forbids(player: Player, site: Path) -> None:
    for page in PAGES:
        visit(player, site, page)
    assert player.troubles() == []
