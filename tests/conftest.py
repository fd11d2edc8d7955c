"""What all tests share."""

from __future__ import annotations

import pytest

pytest_plugins = ["tests.servers.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="renew golden files instead of comparing"
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be renewed."""
    return bool(request.config.getoption("--update"))
