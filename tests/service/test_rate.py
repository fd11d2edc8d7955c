"""The relay is handed in no more mails a minute than the configuration says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.mailer.settings import SmtpSettings
from pbem.service.config import MAIN
from pbem.service.dispatch.outbox import SERVER_PAUSE, send_outbox
from pbem.service.dispatch.rate import Rate
from tests.service.test_outbox import answering, fill
from tests.service.world import START, World, open_world

A_MINUTE = 60


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """With many mails that wait, and a relay that takes one in a second."""
    with open_world(tmp_path) as world:
        settings = SmtpSettings(rate=A_MINUTE)
        config = msgspec.structs.replace(world.context.config, smtp=settings)
        object.__setattr__(world.context, "config", config)
        fill(world, 300)
        yield world


def test_after_a_pause_ten_seconds_worth_goes_out_then_what_the_time_allows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 250)
    sent = [send_outbox(world.context).accepted]
    for seconds in (0, 2, 0.5, 0.5, 60):
        world.clock.move(seconds=seconds)
        sent.append(send_outbox(world.context).accepted)
    # After a minute in which nobody sent there are ten seconds' worth again, not sixty.
    assert sent == [10, 0, 2, 0, 1, 10]


def test_in_three_minutes_as_many_go_out_as_are_allowed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 250)
    sent = 0
    for _tick in range(90):
        world.clock.move(seconds=2)
        sent += send_outbox(world.context).accepted
    assert sent == 10 + 2 * 89, "the first one begins with ten"


def test_without_a_rate_all_go_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 250)
    config = msgspec.structs.replace(world.context.config, smtp=SmtpSettings())
    object.__setattr__(world.context, "config", config)
    assert send_outbox(world.context).accepted == 300


def test_where_one_mail_takes_longer_than_ten_seconds_one_goes_out_each_time(world: World) -> None:
    slow = Rate(2, MAIN)  # one in thirty seconds
    with world.context.database.write() as connection:
        rooms = []
        for seconds in (0, 0, 29, 30, 59, 60):
            now = START + timedelta(seconds=seconds)
            rooms.append(slow.room(connection, now, 100))
            slow.note(connection, now, rooms[-1])
    assert rooms == [1, 0, 0, 1, 0, 1]


def test_a_clock_that_was_set_back_holds_up_nothing(world: World) -> None:
    rate = Rate(A_MINUTE, MAIN)
    with world.context.database.write() as connection:
        rate.note(connection, START + timedelta(days=1), 10)
        assert rate.room(connection, START, 100) == 10


def test_a_relay_that_is_away_uses_up_what_was_let_out_for_it_and_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    with pytest.raises(Exception, match="cannot be reached"):
        send_outbox(world.context)
    world.clock.move(seconds=SERVER_PAUSE.total_seconds())
    answering(monkeypatch, 250)
    assert send_outbox(world.context).accepted == 10
