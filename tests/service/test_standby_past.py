"""Whoever takes a seat that fell free reads nothing of what was ordered there before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.intake.resend import resend
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.rollback import roll_back
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from pbem.service.play.table import GameProblem
from pbem.service.schedule import Schedule
from pbem.service.tools.export import export_game
from tests.service.test_secrets import all_bytes
from tests.service.test_standby import answer, ask
from tests.service.world import ANNA, World, open_world, text_of

DORA = "dora@example.org"
OLD, OWN = "71713.19", "82923.37"
"""A figure that only Anna writes, and one of Dora's."""
SCHEDULE = Schedule(every="72h", reminders=(), early_close=False)


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[World]:
    """Anna orders turns 1 to 3 and is put out in turn 4; Dora takes her seat."""
    with open_world(tmp_path) as world:
        world.new_game(schedule=SCHEDULE, options={"turns": 8})
        ask(world, DORA, "STANDBY spring")
        for _turn in (1, 2):
            _order(world, ANNA, OLD)
            close_turn(world.context, "spring")
        _order(world, ANNA, "5")
        close_turn(world.context, "spring")
        by_operator(world.context, "spring", eject, 1)
        world.poll()
        answer(world, DORA)
        yield world


def _order(world: World, player: str, mark: str) -> None:
    line = f"Economy 60% coop 70 with 0-{mark} comp 30"
    world.reply(player, line)
    world.poll()


def _fourth_turn(world: World) -> None:
    """Dora's first turn."""
    _order(world, DORA, OWN)
    close_turn(world.context, "spring")


def said(world: World, line: str) -> str:
    world.reply(DORA, line)
    world.poll()
    return " ".join(text_of(world.last(DORA)).split())


def test_HISTORY_and_REPORT_begin_where_the_seat_was_taken(taken: World) -> None:
    assert "No turn has been closed since you have this seat" in said(taken, "HISTORY")
    assert "Reports run from turn 3 to turn 3" in said(taken, "REPORT 2")
    _fourth_turn(taken)
    history = said(taken, "HISTORY")
    assert OWN in history and "Turn 4" in history and "Turn 3" not in history
    assert "HISTORY 3" not in history
    assert "Turns 4 to 4 are closed" in said(taken, "HISTORY 3")
    said(taken, "REPORT 3")
    assert taken.last(DORA, kind="copy")["Subject"] != taken.last(DORA, kind="report")["Subject"]


def test_nor_does_the_operator_send_them_an_older_report(taken: World) -> None:
    with pytest.raises(GameProblem, match="seat 1 was taken over in turn 4, and has reports from"):
        resend(taken.context, "spring", 1, 2)


def test_a_game_taken_back_brings_them_their_own_orders_alone(taken: World) -> None:
    _fourth_turn(taken)
    by_operator(taken.context, "spring", roll_back, 1)
    report = " ".join(text_of(taken.last(DORA, kind="report")).split())
    assert "Sent for turn 4" in report and OWN in report
    assert "Sent for turn 1" not in report and "Sent for turn 2" not in report
    _fourth_turn(taken)
    assert "Turn 1" in said(taken, "HISTORY"), "from there on it is theirs"
    assert OLD.encode() not in all_bytes(taken, DORA)


def test_a_move_to_another_service_keeps_that(taken: World) -> None:
    record = export_game(taken.context, "spring", full=True)
    assert record.service is not None
    assert [seat.since for seat in record.service.seats] == [4, 0]
