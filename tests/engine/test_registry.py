"""Rulesets are found by entry point; options are read with errors that name key and remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import EntryPoint, version
from typing import Any, Literal

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.api import OptionsError
from pbem.engine.registry import BrokenRuleset, UnknownRuleset

from .testing.toy import TOY


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: int = 10
    bonus: Fraction = Fraction(1, 2)
    ending: Literal["fixed", "hidden"] = "fixed"

    def __post_init__(self) -> None:
        if self.turns < 1:
            raise ValueError(f"turns must be at least 1, is {self.turns}")


GAME = replace(TOY, options=Settings)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy, one that names something else, and one that cannot be imported."""
    module = TOY.options.__module__
    entries = {
        "lost": EntryPoint("lost", "no_such_package:RULESET", registry.GROUP),
        "toy": EntryPoint("toy", f"{module}:TOY", registry.GROUP),
        "wrong": EntryPoint("wrong", f"{module}:Desk", registry.GROUP),
    }
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    for kept in (registry.load, registry.playable):
        kept.cache_clear()
    yield
    for kept in (registry.load, registry.playable):
        kept.cache_clear()


@pytest.mark.usefixtures("installed")
def test_installed_rulesets_are_listed_and_loaded() -> None:
    assert registry.names() == ("lost", "toy", "wrong")
    assert registry.load("toy") is TOY


@pytest.mark.usefixtures("installed")
def test_an_unknown_ruleset_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownRuleset, match=r"'toi'.*lost, toy, wrong.*Did you mean 'toy'"):
        registry.load("toi")
    with pytest.raises(UnknownRuleset, match=r"no ruleset 'zzzz' .*wrong\)\.$"):
        registry.load("zzzz")


@pytest.mark.usefixtures("installed")
def test_an_entry_point_that_names_no_ruleset_is_told() -> None:
    with pytest.raises(BrokenRuleset, match=r"wrong of .*:Desk does not name a Ruleset"):
        registry.load("wrong")


@pytest.mark.usefixtures("installed")
def test_one_that_cannot_be_loaded_is_told_and_leaves_all_others_alone() -> None:
    with pytest.raises(BrokenRuleset, match=r"lost of an unknown package .*no_such_package"):
        registry.load("lost")
    assert [ruleset.name for ruleset in registry.playable()] == ["toy"]
    lost, wrong = registry.broken()
    assert "ModuleNotFoundError" in str(lost)
    assert "does not name a Ruleset" in str(wrong)


def test_a_ruleset_is_known_by_its_name_and_title_however_they_are_written() -> None:
    for wanted in ("asylamba-mini", "Asylamba Mini", "ASYLAMBA_mini"):
        assert registry.named(wanted) is registry.load("asylamba-mini")
    assert registry.named("") is None
    assert registry.named("chess") is None


def test_a_ruleset_tells_what_package_it_comes_from() -> None:
    assert registry.origin("hegemon") == f"pbem {version('pbem')}"


def test_hegemon_is_installed() -> None:
    assert "hegemon" in registry.names()


def test_no_options_are_the_default_game() -> None:
    assert registry.read_options(GAME, {}) == Settings()


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"turns": 3}, Settings(turns=3)),
        ({"turns": "3"}, Settings(turns=3)),
        ({"bonus": 0.1}, Settings(bonus=Fraction(1, 10))),
        ({"bonus": "1/3"}, Settings(bonus=Fraction(1, 3))),
        ({"ending": "hidden"}, Settings(ending="hidden")),
    ],
)
def test_options_are_read_from_a_file_or_the_command_line(
    given: Mapping[str, Any], read: Settings
) -> None:
    assert registry.read_options(GAME, given) == read


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"turn": 3}, r"^options\.turn: toy has no such option; did you mean 'turns'\?$"),
        ({"colour": 3}, r"^options\.colour: .*there are: bonus, ending, turns$"),
        ({"turns": "many"}, r"^options\.turns: write a whole number here, not a text in quotes$"),
        ({"bonus": "1/0"}, r"^options\.bonus: .*divides by nothing"),
        ({"bonus": "half"}, r"^options\.bonus: "),
        ({"ending": "open"}, r"^options\.ending: 'open' is none of the words"),
        ({"turns": 0}, r"^options: turns must be at least 1, is 0"),
    ],
)
def test_wrong_options_are_told_by_key(given: Mapping[str, Any], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        registry.read_options(GAME, given)
