"""The rulebooks' pictures, and the examples in them, show what the games do now."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from pbem.drawing import fonts
from pbem.engine.scene import Text
from pbem.rulesets.asylamba_mini.figures import Fleets
from pbem.rulesets.asylamba_mini.mechanics.combat import chance_to_win, strength
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_fall

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
MOST = 60_000
"""Octets: RULES sends them by mail."""
GAMES = ("asylamba_mini", "god_unit", "hegemon", "parsec")


@pytest.fixture(scope="module")
def maker() -> Iterator[ModuleType]:
    """The script that draws them, which is no part of the package."""
    sys.path.insert(0, str(IMAGES))
    yield import_module("make_rulebooks")
    sys.path.remove(str(IMAGES))


def said(figure: object) -> list[str]:
    return [one.text for one in figure.scene.items if isinstance(one, Text)]  # type: ignore[attr-defined]


def test_every_picture_is_up_to_date_and_small(maker: ModuleType) -> None:
    """If not, run ``python docs/images/make_rulebooks.py`` and look at what it has changed."""
    for figure in maker.figures():
        path = IMAGES / f"{figure.name}.png"
        assert maker.digest_of(path) == figure.facts, figure.name
        assert path.stat().st_size < MOST


def test_words_of_drawn_examples_can_be_read_and_end_within_the_picture(maker: ModuleType) -> None:
    for figure in maker.figures():
        for one in figure.scene.items:
            if isinstance(one, Text) and one.anchor == "start":
                right = one.at[0] + fonts.width(one.text, one.size, one.bold)
                assert right <= figure.scene.width, one.text
                assert figure.name == "asylamba-map" or one.size >= 12


def test_GU_11_the_attack_in_the_picture_comes_out_as_its_dice_say(maker: ModuleType) -> None:
    _after, entry = maker._attack(maker._SECRET)
    for roll in entry.rolls:
        (die, times), (other, by) = roll.attack, roll.defence
        wins = die * times > other * by if roll.tie is None else roll.tie % 2 == 0
        assert roll.hit == wins
    assert {roll.target.is_factory for roll in entry.rolls} == {True, False}
    assert any(roll.tie for roll in entry.rolls)


def test_GU_11_the_chance_to_fall_is_that_of_the_ways_that_draws_can_go() -> None:
    """Two attacks at A3: even odds against the factory, 67/72 against the grunt beside it. The
    factory is drawn first with 1/2 and falls with 1/2. Else the second attack is drawn for it with
    1/2, or with certainty where the first has removed the grunt."""
    first = 1 / 4
    after_missing_the_factory = 1 / 4 * (1 / 2 * 1 / 2)
    after_the_grunt_fell = 1 / 2 * 67 / 72 * 1 / 2
    after_the_grunt_held = 1 / 2 * 5 / 72 * (1 / 2 * 1 / 2)
    whole = first + after_missing_the_factory + after_the_grunt_fell + after_the_grunt_held
    found = chance_to_fall(4, [1], [(4, 2)])
    assert found == pytest.approx(whole)
    assert chance_to_fall(4, [], [(4, 2)]) == pytest.approx(3 / 4)
    assert chance_to_fall(4, [1] * 7, [(4, 2)]) is None  # too many to work it out


def test_AM_20_the_bars_of_the_picture_are_the_odds_of_the_game(maker: ModuleType) -> None:
    told = said(maker.asylamba_fight())
    for count in (8, 10, 12, 15, 20):
        chance = chance_to_win(Fleets(light=count), Fleets(light=10), strength(0), strength(0))
        bar = told[told.index(f"{count} light") + 1]
        assert bar == f"{min(99, round(100 * chance))} %"


def test_HG_9_the_picture_ends_with_the_points_that_the_rulebook_tells(maker: ModuleType) -> None:
    book = (ROOT / "pbem" / "rulesets" / "hegemon" / "rulebook.md").read_text(encoding="utf-8")
    after = re.findall(r"^\| (\w+) \|.*\| \*\*(\d+)\*\* \|$", book, re.MULTILINE)
    assert said(maker.hegemon())[-1] == (
        "After the turn: " + ", ".join(f"{name} {points}" for name, points in after)
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_begins_with_what_suffices_for_the_first_turn(game: str) -> None:
    book = (ROOT / "pbem" / "rulesets" / game / "rulebook.md").read_text(encoding="utf-8")
    first = re.findall(r"^## (.*)$", book, re.MULTILINE)[0]
    assert first in ("Your first turn", "Your first turns", "Quick start")
    page = book.split(f"## {first}\n")[1].split("\n## ")[0]
    assert "```orders" in page
    assert len(page.split()) < 500


@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_has_pictures_of_the_projects_own_with_words_for_who_cannot_see_them(
    game: str,
) -> None:
    book = (ROOT / "pbem" / "rulesets" / game / "rulebook.md").read_text(encoding="utf-8")
    found = re.findall(r'<img src="([^"]+)" width="560" alt="([^"]+)">', book)
    assert found
    for source, alt in found:
        assert (ROOT / "pbem" / "rulesets" / game / source).resolve().is_file()
        assert len(alt.split()) > 5
