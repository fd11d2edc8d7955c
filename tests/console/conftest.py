"""One browser for all of these tests; each finds it empty."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.console.browser import MISSING, Player, chromium


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    if MISSING:
        pytest.skip(MISSING)
    with chromium(tmp_path_factory.mktemp("browser")) as player:
        yield player


@pytest.fixture
def player(browser: Player) -> Player:
    browser.forget_all()
    browser.troubles()
    return browser
