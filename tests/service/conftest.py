"""What several tests of the service begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.config import MAIN
from tests.service.clubs import CLUB, Clubs, open_clubs


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[Clubs]:
    with open_clubs(tmp_path) as clubs:
        clubs.new_game_of(MAIN, "spring")
        clubs.new_game_of(CLUB, "summer")
        clubs.poll()
        yield clubs
