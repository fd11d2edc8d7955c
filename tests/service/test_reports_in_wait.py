"""A report that waits for its reader to be awake goes to nobody who has lost the seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS
from tests.service.world import ANNA, open_world

DORA = "dora@example.org"


@pytest.mark.parametrize("how", ["EJECT 1", "SUBSTITUTE END"])
def test_it_is_not_sent_once_the_seat_is_anothers(tmp_path: Path, how: str) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
        world.poll()
        world.reply(DORA, "ACCEPT", to=world.last(DORA))
        world.poll()
        assert world.rows(recipient=DORA, kind="report", status="queued")
        before = len(world.rows(recipient=DORA, status="overtaken"))
        if how == "EJECT 1":
            confirmed(world, how)
        else:
            world.reply(ANNA, how, to=world.last(ANNA, kind="lent"))
            world.poll()
        assert len(world.rows(recipient=DORA, status="overtaken")) == before + 1
