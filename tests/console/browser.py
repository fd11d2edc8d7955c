"""A browser with a console in it, and what a player does there."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from pbem import console
from pbem.engine import registry
from pbem.mailer.outbound.report_json import unpacked
from pbem.service.languages import catalogue, languages
from tests.console.drivers import SECONDS, Browser
from tests.mailer.outbound.samples import parsed
from tests.service.fronts import golden_mails


@cache
def page(report: bytes = b"") -> bytes:
    """The console as mails bring it."""
    return console.page({code: catalogue(code) for code in languages()}, report)


@cache
def golden_records(ruleset: str) -> Mapping[str, bytes]:
    """report.json of each golden moment of a game, by its name."""
    return {moment: attached(mail) for moment, mail in golden_mails(ruleset).items()}


def attached(mail: bytes, name: str = "report.json") -> bytes:
    """A file that comes with a mail."""
    (part,) = [one for one in parsed(mail).walk() if one.get_filename() == name]
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload


def middle(ruleset: str) -> bytes:
    return golden_records(ruleset)["2-middle-seat-1"]


RULESETS = registry.names()


class Player:
    """Somebody with the page before them."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.driver, self.troubles = browser
        self.folder = folder
        self._pages = 0

    def open(self, report: bytes = b"", *, waits: bool = True) -> None:
        """Open a console file with a report in it, as from a folder of saved mails."""
        self._pages += 1
        file = self.folder / f"console-{self._pages}.html"
        file.write_bytes(page(report))
        self.look_at(file, waits=bool(report) and waits)

    def look_at(self, file: Path, *, waits: bool = True) -> None:
        """Open a console file, and wait until it shows the report that lies in it."""
        self.driver.get(file.as_uri())
        if waits:
            self.until("'open' in document.body.dataset")

    def forget_all(self) -> None:
        """Empty what the browser keeps, so that tests stand alone."""
        self.open()
        self.driver.execute_async_script(
            "const done = arguments[0]; localStorage.clear();"
            "const gone = indexedDB.deleteDatabase('pbem-console');"
            "gone.onsuccess = gone.onerror = gone.onblocked = () => done();"
        )

    def js(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        WebDriverWait(self.driver, SECONDS, 0.05).until(
            lambda driver: driver.execute_script(f"return {condition}"), condition
        )

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def press(self, element: WebElement) -> None:
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    # Composing -------------------------------------------------------------------------

    def choices(self) -> list[str]:
        """The words that can be chosen now."""
        return [one.text for one in self.all("#composer .option .words")]

    def choose(self, words: str) -> None:
        """Press the choice with these words."""
        for option in self.all("#composer .option"):
            if option.find_element(By.CSS_SELECTOR, ".words").text == words:
                self.press(option)
                return
        raise AssertionError(f"{words!r} is none of {self.choices()}")

    def write(self) -> None:
        """Press what writes the line as it stands."""
        self.press(self.one("#composer .primary"))

    def compose(self, *words: str) -> str:
        """A whole line: these choices, then always the first thing offered that can be paid."""
        before = len(self.lines())
        for one in words:
            self.choose(one)
        while len(self.lines()) == before:
            done = self.all("#composer .primary, #composer .whole")
            paid = self.all("#composer .option:not(.unpaid)") or self.all("#composer .option")
            self.press((done or paid)[0])
        return self.lines()[-1]

    def lines(self) -> list[str]:
        found: list[str] = self.js(
            "return [...document.querySelectorAll('#lines textarea')].map(one => one.value)"
        )
        return found

    def mail(self, button: str = "#mail") -> tuple[str, str, str]:
        """Address, subject and text of the mail that the page opens."""
        link = self.one(button).get_attribute("href")
        assert link is not None and link.startswith("mailto:")
        parts = urlsplit(link)
        asked = parse_qs(parts.query)
        return unquote(parts.path), asked["subject"][0], asked.get("body", [""])[0]

    def said(self) -> str:
        """What the page tells at the moment."""
        told = "[...document.querySelectorAll('#trouble, #said')].map(one => one.textContent)"
        return str(self.js(f"return {told}.join('')"))

    # The map -----------------------------------------------------------------------------

    def place(self, ref: str) -> None:
        """Go to a thing on the map, as from the list of places."""
        self.js(
            "const places = document.getElementById('places'); places.value = arguments[0];"
            "places.dispatchEvent(new Event('change'))",
            ref,
        )

    def point(self, report: bytes, square: str, *, presses: bool = True) -> int:
        """Press a square of the board that a report shows, or only point at it; how far down the
        window that is, in pixels."""
        squares = unpacked(json.loads(report))["scenes"][0]["squares"]
        column, row = ord(square[0]) - ord("a"), int(square[1:]) - 1
        x, y = (
            corner + (place + 0.5) * squares["size"]
            for corner, place in zip(squares["corner"], (column, row), strict=True)
        )
        left, top = self.js(
            "const svg = document.querySelector('#picture svg');"
            "svg.scrollIntoView({block: 'center'});"
            "const at = new DOMPoint(arguments[0], arguments[1]);"
            "const shown = at.matrixTransform(svg.getScreenCTM());"
            "return [shown.x, shown.y]",
            x,
            y,
        )
        mouse = ActionBuilder(self.driver)
        mouse.pointer_action.move_to_location(round(left), round(top))
        if presses:
            mouse.pointer_action.click()
        mouse.perform()
        return round(top)


def changed(report: bytes, **values: Any) -> bytes:
    """A report.json with other values."""
    return json.dumps({**json.loads(report), **values}).encode()


def packed(bulk: Any) -> str:
    """What a report.json has in a packed value."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = json.dumps(bulk).encode()
    return base64.b64encode(packer.compress(text) + packer.flush()).decode()


def repacked(report: bytes, bulk: Any) -> bytes:
    """A report.json with other values in what is packed: all its branches are among them."""
    return changed(report, packed=packed(bulk), catalogue=packed([]))
