"""How large report.json becomes, and how long the page needs for the largest."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.advance import news_for
from pbem.engine.testing import Exchange, Lab, plain_surface
from pbem.engine.testing.lab import Moment, play
from pbem.service.tools.surface import MailSurface
from tests.console.browser import RULESETS, Player, attached, golden_records, middle, repacked
from tests.console.drivers import in_chromium
from tests.service.shortcuts import Sketches

USUAL, LARGEST = 40_000, 120_000
"""Octets of a report of a usual game, and of the largest."""
UNITS = 150


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_report_of_a_usual_game_is_small(ruleset: str) -> None:
    assert max(map(len, golden_records(ruleset).values())) < USUAL


def late(ruleset: str, seats: int, turns: int, **options: Any) -> bytes:
    """The first seat's report so late in a game."""
    return _report(ruleset, seats, turns, lambda _moment: False, **options)


@cache
def crowded() -> bytes:
    """A report of 48 by 48 squares, as soon as 150 units stand on them."""
    return _report(
        "god-unit",
        8,
        60,
        lambda moment: len(moment.state.units) >= UNITS,
        width=48,
        height=48,
        factories=6,
    )


def _report(
    ruleset: str, seats: int, turns: int, is_enough: Callable[[Moment], bool], **options: Any
) -> bytes:
    game = registry.load(ruleset)
    chosen = msgspec.convert(options, type=game.options)
    lab = Lab(game, games=1, seed=5, surface=plain_surface, turns=500, options=chosen)
    moments = [one for one in play(lab, 0, seats, most=turns).moments if one.is_open]
    moment = next(filter(is_enough, moments), moments[-1])
    view, ask = game.rules.view(moment.state, 1), moment.ask_of(1)
    news = news_for(1, moment.news)
    renderer = Sketches()
    mail = MailSurface(renderer).report(game, Exchange(1, moment.turn, view, ask, news, ()))
    return attached(mail)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("asylamba-mini", 7, {}), ("god-unit", 6, {"board": "syzygy"}), ("parsec", 4, {})],
)
def test_a_report_late_in_a_large_game_is_no_larger_than_mails_bear(
    ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    assert len(late(ruleset, seats, 60, **options)) < LARGEST


@pytest.mark.soak
def test_a_board_of_48_by_48_with_150_units_is_no_larger_than_mails_bear() -> None:
    assert len(crowded()) < LARGEST


@pytest.mark.soak
@in_chromium
def test_a_board_of_48_by_48_with_150_units_opens_within_a_second(player: Player) -> None:
    """Of processor time in the page's own process, for what else runs here is none of its fault."""
    player.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    player.open(crowded())
    found = player.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    spent = {one["name"]: one["value"] for one in found}
    assert spent["TaskDuration"] < 1.0
    assert player.troubles() == []


def large_board() -> bytes:
    """A report of 48 by 48 squares with 150 units, each of which may go to 40 squares."""
    squares = [
        f"{'abcdefghijklmnopqrstuvwxyz'[x % 26]}{y + 1}" for x in range(26) for y in range(48)
    ]
    shapes = [
        {
            "type": "Group",
            "move": [28 + 14 * (n % 48), 62 + 14 * (n // 48)],
            "ref": f"square:{squares[n * 7]}",
            "tip": f"unit {n}",
            "items": [
                {
                    "type": "Rect",
                    "corner": [-6, -6],
                    "size": [12, 12],
                    "style": {"fill": "#aa3311"},
                },
                {"type": "Text", "at": [0, 4], "text": str(n), "anchor": "middle", "size": 8},
            ],
        }
        for n in range(150)
    ] + [
        {"type": "Rect", "corner": [x * 14, y * 14], "size": [14, 14], "style": {"fill": "#ddeebb"}}
        for x in range(48)
        for y in range(48)
    ]
    units = [
        {
            "words": str(n),
            "refs": [f"unit:{n}", f"square:{squares[n * 7]}"],
            "then": [
                {"words": f"TO {one}", "refs": [f"square:{one}"], "then": []}
                for one in squares[n : n + 40]
            ],
        }
        for n in range(150)
    ]
    scene = {
        "width": 720,
        "height": 760,
        "items": list(range(len(shapes))),
        "squares": {"corner": [28, 62], "size": 14, "columns": 48, "rows": 48},
    }
    bulk = {
        "menu": [{"words": "MOVE", "then": units}, {"words": "ATTACK", "then": units}],
        "scenes": [scene],
        "frames": [],
        "shapes": shapes,
    }
    return repacked(middle("god-unit"), bulk)


@in_chromium
def test_the_largest_board_opens_within_a_second(player: Player) -> None:
    """Of processor time in the page's own process, for what else runs here is none of its fault."""
    player.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    player.open(large_board())
    found = player.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    spent = {one["name"]: one["value"] for one in found}
    assert len(player.all("#picture svg > *")) > 2400
    assert spent["TaskDuration"] < 1.0
    player.choose("MOVE")
    player.one(".filter").send_keys("77")
    assert player.choices() == ["77"]
