"""What every game's menu tells a newcomer of its orders."""

from __future__ import annotations

import pytest

from pbem.engine import registry
from pbem.engine.i18n import speaking
from pbem.engine.menu import Menu
from pbem.service.languages import catalogue
from tests.service.fronts import golden_told


def menus(ruleset: str, language: str) -> list[Menu]:
    """The menus of a golden game's first seat, from its welcome on, in a language."""
    game = registry.load(ruleset)
    with speaking(catalogue(language)):
        return [
            game.desk.menu(one.view, one.ask)
            for one in golden_told(ruleset).values()
            if one.ask is not None
        ]


@pytest.mark.parametrize("ruleset", registry.names())
def test_each_verb_says_in_the_readers_language_what_it_does(ruleset: str) -> None:
    english, *others = ([*menus(ruleset, code)] for code in ("en", "de", "fr"))
    assert len(english) >= 3
    for menu, *translated in zip(english, *others, strict=True):
        for item, *told in zip(menu, *translated, strict=True):
            labels = {item.label, *(one.label for one in told)}
            assert "" not in labels, item.words
            assert len(labels) == 3, f"{item.words}: {labels}"
