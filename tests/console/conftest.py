"""One browser of each kind for all of these tests; each finds it empty.

A test that asks for a `player` runs in every browser, unless it is marked as
:data:`~tests.console.drivers.in_chromium`, which says what is.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.console.browser import Player
from tests.console.drivers import BROWSERS, MISSING


@pytest.fixture(scope="session", params=BROWSERS)
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Player]:
    if MISSING[request.param]:
        pytest.skip(MISSING[request.param])
    folder = tmp_path_factory.mktemp(request.param)
    with BROWSERS[request.param](folder / "profile") as found:
        yield Player(found, folder)


@pytest.fixture
def player(browser: Player) -> Player:
    browser.forget_all()
    browser.troubles()
    return browser
