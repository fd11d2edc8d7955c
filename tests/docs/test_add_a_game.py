"""The game of docs/add-a-game.md, put together as it is printed, keeps every promise."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.api import AnyRuleset, Player
from pbem.engine.registry import GROUP
from pbem.engine.rng import Chance
from pbem.engine.testing import run
from tests.docs.documents import document

RECIPE = document("docs/add-a-game.md")
PACKAGE = "pbem_auction"


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyRuleset]:
    folder = tmp_path_factory.mktemp("recipe")
    for name, text in RECIPE.files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    module, _colon, name = project["entry-points"][GROUP]["auction"].partition(":")
    sys.path.insert(0, str(folder))
    try:
        yield getattr(importlib.import_module(module), name)
    finally:
        sys.path.remove(str(folder))
        for found in [m for m in sys.modules if m.partition(".")[0] == PACKAGE]:
            del sys.modules[found]


# Not "determinism": it starts processes, which do not find a package of this process alone.
@pytest.mark.parametrize(
    "check",
    ["play", "contract", "frozen", "codec", "purity", "chance", "orders", "menu", "verdicts",
     "hostile", "bots", "memory", "scramble", "coverage", "side-by-side"],
)  # fmt: skip
def test_the_game_of_the_recipe_keeps_every_promise(ruleset: AnyRuleset, check: str) -> None:
    (result,) = run(ruleset, games=5, only=[check])
    assert result.passed, "\n".join(result.details)


def test_the_layout_of_the_recipe_names_every_module() -> None:
    layout = next(block for block in RECIPE.blocks("text") if "pyproject.toml" in block)
    for name in RECIPE.files():
        assert Path(name).name in layout


def test_SB_2_a_tie_is_decided_by_lot(ruleset: AnyRuleset) -> None:
    players = [Player(seat, f"Player {seat}") for seat in (1, 2)]
    state = ruleset.rules.setup(ruleset.options(), players, Chance(bytes(32), 0))
    bid = ruleset.codec.load_orders(b'{"coins": 7}')
    winners = set()
    for number in range(20):
        after, _events = ruleset.rules.resolve(state, {1: bid, 2: bid}, Chance(bytes([number]), 1))
        winners.add(after.history[-1].index(state.lots[0]) + 1)
    assert winners == {1, 2}
