"""Report mails of every ruleset's golden game, and what a browser makes of their pages."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from pbem.drawing.render import Renderer
from pbem.engine import registry
from pbem.engine.advance import news_for
from pbem.engine.api import Event
from pbem.engine.i18n import speaking
from pbem.engine.report import Report
from pbem.engine.testing import Exchange, Lab, golden_exchanges, plain_surface
from pbem.engine.testing.lab import Moment, play
from pbem.mailer.outbound.folding import Fact, facts_of
from pbem.service.languages import catalogue
from pbem.service.tools.surface import MailSurface
from pbem.store.wishes import USUAL
from tests.mailer.outbound.samples import parsed
from tests.service.shortcuts import Sketches

CHROMIUM = shutil.which("chromium")


@cache
def golden_told(ruleset: str) -> Mapping[str, Exchange]:
    """What seat 1 is told at each golden moment, by name; the game is played once for all tests of
    a process."""
    return golden_exchanges(registry.load(ruleset))


@cache
def watched(ruleset: str) -> tuple[Report, ...]:
    """What those are told who watch a game of house bots: the first report, one of its middle and
    the last."""
    game, moments = registry.load(ruleset), _played(ruleset, 1)
    chosen = (moments[0], moments[len(moments) // 2], moments[-1])
    return tuple(game.desk.report(game.rules.view(one.state, None), ()) for one in chosen)


@cache
def golden_mails(ruleset: str) -> Mapping[str, bytes]:
    """The report of each golden moment, as the mail that its reader gets, by name."""
    game = registry.load(ruleset)
    renderer = Renderer()
    surface = MailSurface(renderer, omits=USUAL)
    return {
        name: surface.report(game, one, ends=name.startswith("3-"))
        for name, one in golden_told(ruleset).items()
    }


@dataclass(frozen=True)
class Sent:
    """A report of a whole game: its mail, and which of the reader's it is."""

    mail: bytes
    turn: int
    ends: bool


@cache
def whole_game(ruleset: str, language: str, number: int) -> tuple[Sent, ...]:
    """All reports that the first seat of a game of house bots gets that owes orders, folded as
    they are for a player who is new to the game. Its pictures are dots."""
    game = registry.load(ruleset)
    found: list[Sent] = []
    before: tuple[Fact, ...] = ()
    news: list[Event] = []
    with speaking(catalogue(language)):
        renderer = Sketches()
        surface = MailSurface(renderer, omits=USUAL)
        for moment in _played(ruleset, number):
            news += news_for(1, moment.news)
            ask = moment.ask_of(1)
            if moment.outcome is None and (ask is None or not ask.required):
                continue
            view = game.rules.view(moment.state, 1)
            told = Exchange(1, moment.turn, view, ask, tuple(news), ())
            ends = moment.outcome is not None
            mail = surface.report(game, told, before, hints=len(found) < 3, ends=ends)
            found.append(Sent(mail, moment.turn, ends))
            before = facts_of(game.desk.report(view, told.news), before)
            news = []
    return tuple(found)


@cache
def _played(ruleset: str, number: int) -> tuple[Moment, ...]:
    """How a game of house bots goes, which is the same in every language."""
    game = registry.load(ruleset)
    lab = Lab(game, games=1, seed=number, surface=plain_surface, turns=500)
    bot = game.bots[game.house_bot]
    count = min(max(4, game.seats[0]), game.seats[-1])
    played = play(lab, 0, count, lambda _game, view, ask, chance: bot.decide(view, ask, chance))
    assert not played.trouble, played.trouble
    return played.moments


def page_of(mail: bytes) -> str:
    """A mail's HTML with its pictures in it."""
    whole = parsed(mail)
    page = str(cast(EmailMessage, whole.get_body(("html",))).get_content())
    for part in whole.walk():
        if content_id := part["Content-ID"]:
            found = "".join(str(part.get_payload()).split())
            page = page.replace(f"cid:{content_id.strip('<>')}", f"data:image/png;base64,{found}")
    return page


def in_the_dark(page: str) -> str:
    """The page as a program shows it whose reader wants dark colours."""
    return page.replace("(prefers-color-scheme: dark)", "screen")


class Measures(msgspec.Struct, frozen=True):
    """Where things stand on a page, in pixels from its top; None for what is not there.

    ``drawn``: how many pixels the first picture has across, 0 where there is none. ``over`` are
    elements that reach beyond the right edge, and cells that are cut. ``smallest`` is
    the size of the smallest letters. ``faint`` are texts whose contrast with their ground is below
    4.5.
    """

    height: int
    box: int | None
    box_end: int | None
    button: int | None
    picture: int | None
    drawn: int
    over: tuple[str, ...]
    smallest: float
    faint: tuple[str, ...]


def measured(pages: Mapping[tuple[str, int], str], folder: Path) -> dict[tuple[str, int], Measures]:
    """What Chromium makes of pages, each with its name and the pixels of its width."""
    frames = "".join(
        f'<iframe width="{width}" height="800" frameborder="0" srcdoc="{html.escape(page)}">'
        "</iframe>"
        for (_name, width), page in pages.items()
    )
    file = folder / "pages.html"
    file.write_text(f"<!DOCTYPE html><body>{frames}<script>{_SCRIPT}</script>", encoding="utf-8")
    assert CHROMIUM is not None
    shown = subprocess.run(
        [
            *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            f"--user-data-dir={folder / 'profile'}",
            *("--timeout=60000", "--dump-dom", file.as_uri()),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    found = re.search(r'<pre id="told">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    told = msgspec.json.decode(html.unescape(found[1]), type=list[Measures])
    return dict(zip(pages, told, strict=True))


_SCRIPT = """
function luminance(colour) {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
function ground(view, element) {
  for (let one = element; one; one = one.parentElement) {
    const colour = view.getComputedStyle(one).backgroundColor;
    if (!/, 0\\)$/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
}
function measure(frame) {
  const page = frame.contentDocument, view = frame.contentWindow;
  const at = (element, side) => element && Math.round(element.getBoundingClientRect()[side]);
  const over = [], faint = [];
  let smallest = 99;
  for (const one of page.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    const told = one.tagName + " " + one.textContent.trim().slice(0, 40);
    if (box.right > view.innerWidth + 1) over.push(told);
    if (one.scrollWidth > one.clientWidth + 1 && view.getComputedStyle(one).overflowX != "visible")
      over.push("cut: " + told);
    const own = [...one.childNodes].some(n => n.nodeType == 3 && n.textContent.trim());
    if (!own) continue;
    const words = page.createRange();
    words.selectNodeContents(one);
    const isLong = words.getBoundingClientRect().right > view.innerWidth;
    if (isLong && !one.closest(".wide")) over.push(told);
    const style = view.getComputedStyle(one);
    smallest = Math.min(smallest, parseFloat(style.fontSize));
    const pair = [luminance(style.color), luminance(ground(view, one))].sort((a, b) => b - a);
    if ((pair[0] + 0.05) / (pair[1] + 0.05) < 4.5) faint.push(told);
  }
  const box = page.querySelector(".box"), image = page.querySelector("img");
  return {
    height: page.documentElement.scrollHeight, box: at(box, "top"), box_end: at(box, "bottom"),
    button: at(page.querySelector(".button"), "top"),
    picture: at(image, "top"), drawn: image ? image.naturalWidth : 0, over, smallest, faint,
  };
}
addEventListener("load", () => {
  const told = [...document.querySelectorAll("iframe")].map(measure);
  const shown = document.createElement("pre");
  shown.id = "told";
  shown.textContent = JSON.stringify(told);
  document.body.append(shown);
});
"""
