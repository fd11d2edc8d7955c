"""A whole game played again from its record comes out the same, seal by seal."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.replay import Record
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.options import Options
from tests.engine.recorded import play, sampled, with_part, wrong
from tests.rulesets.parsec.situation import SECRET, players

SEATS = 4


def _play(**choices: Any) -> Record:
    """To the end; now and then somebody misses a turn."""
    answer = sampled(RULESET, SECRET, lambda turn, seat: bool((turn + seat) % 5))
    return play(RULESET, Options(**choices), players(SEATS), SECRET, answer=answer)


@pytest.mark.parametrize(
    "choices", [{}, {"pace": "round", "reactions": "ask"}, {"board": "random"}], ids=str
)
def test_a_whole_game_replays_to_the_same_seals(choices: dict[str, Any]) -> None:
    record = _play(**choices)
    assert len(record.pages) > 15
    assert record.outcome is not None
    assert wrong(RULESET, record) == []


def test_an_order_changed_afterwards_is_found_out() -> None:
    record = _play()
    turn, part = next(
        (page.link.turn, name)
        for page in record.pages[10:]
        for name in page.opened
        if name.startswith("orders/")
    )
    idle = RULESET.codec.dump_orders(RULESET.desk.idle(None, None))
    forged = with_part(record, turn, part, idle)
    seat = int(part.partition("/")[2])
    assert {(one.turn, one.seat) for one in wrong(RULESET, forged)} >= {(turn, seat)}
