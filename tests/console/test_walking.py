"""Random walks through the menu as the page shows it: the desk takes each line they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from pbem.engine import registry
from pbem.engine.api import AnyRuleset, Ask, Fit, Level
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.engine.testing import Exchange, Lab, plain_surface
from pbem.service.tools.surface import MailSurface
from tests.console.browser import RULESETS, Player, attached
from tests.service.shortcuts import Sketches
from tests.soaking import soak

WALKS = 30
FEW, MANY = 3, 200
"""Positions of a ruleset."""
LONGEST = 500
"""Turns of a game."""


class Position(NamedTuple):
    """A seat that is asked for orders, and the report.json that it gets."""

    where: str
    turn: int
    view: Any
    ask: Ask
    report: bytes


def positions(game: AnyRuleset, many: int) -> Iterator[Position]:
    """So many positions with a menu, drawn from random games: of all sizes, or the two smallest for
    few."""
    players = game.seats if many > FEW else game.seats[:2]
    games = max(1, many // 10)
    lab = Lab(game, games=games, seed=18, surface=plain_surface, turns=LONGEST, players=players)
    open_asks = [
        (played, moment, ask)
        for played in lab.games
        for moment in played.turns()
        for ask in moment.asks
    ]
    drawn = Chance(lab.secret(0), 0, "console").stream("positions").shuffled(open_asks)
    renderer = Sketches()
    surface = MailSurface(renderer)
    for played, moment, ask in drawn:
        view = game.rules.view(moment.state, ask.seat)
        if not game.desk.menu(view, ask):
            continue
        mail = surface.report(game, Exchange(ask.seat, moment.turn, view, ask, (), ()))
        yield Position(played.at(moment, ask.seat), moment.turn, view, ask, attached(mail))
        many -= 1
        if not many:
            return
    raise AssertionError(f"{many} positions too few")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("browser", "many"),
    [("chromium", FEW), soak("chromium", MANY), soak("firefox", MANY)],
    indirect=["browser"],
)
def test_every_line_that_a_walk_through_the_menu_leads_to_is_taken(
    player: Player, ruleset: str, many: int
) -> None:
    game = registry.load(ruleset)
    lines: set[str] = set()
    for number, one in enumerate(positions(game, many)):
        player.open(one.report)
        walked = player.js(_WALK, WALKS, number)
        assert len(walked) == WALKS
        for line in walked:
            (verdict,) = game.desk.parse(
                one.view, one.ask, read_sheet([line], one.turn).now
            ).verdicts
            where = f"{ruleset}, {one.where}: {line!r}"
            assert verdict.level is not Level.REFUSED, f"{where}: {verdict.message}"
            assert game.desk.fit(line, one.view) is Fit.ORDER, where
        lines.update(walked)
    assert len(lines) > WALKS, "the walks hardly differ"
    assert player.troubles() == []


_WALK = """
const [walks, seed] = arguments;
let state = seed;
function below(many) { // a generator of random numbers (mulberry32): the same in every browser
  state = state + 0x6D2B79F5 | 0;
  let mixed = Math.imul(state ^ state >>> 15, 1 | state);
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
  return ((mixed ^ mixed >>> 14) >>> 0) % many;
}
const all = (selector) => [...document.querySelectorAll(selector)];
const places = document.getElementById("places");
const lines = () => all("#lines textarea").map((one) => one.value);

function step() {
  if (places.options.length > 1 && below(5) === 0) { // a thing on the map, or in the list of them
    places.selectedIndex = 1 + below(places.options.length - 1);
    places.dispatchEvent(new Event("change"));
    return;
  }
  const shown = all("#composer .option:not(.unpaid), #composer .primary");
  const back = document.querySelector("#composer button"); // where nothing can be ordered, or paid
  const next = shown.length ? shown[below(shown.length)] : back;
  const box = next.closest("form")?.querySelector("input[type=number]");
  if (box) box.value = Number(box.min) + below(Number(box.max) - Number(box.min) + 1);
  next.click();
}

const found = [];
for (let walk = 0; walk < walks; walk++) {
  document.getElementById("clear").click();
  for (let steps = 0; !lines().length; steps++) {
    if (steps > 200) throw new Error("the walk leads nowhere");
    step();
  }
  found.push(...lines());
}
return found;
"""
