"""Sending bears with a mail server that is away: no mail is given up for what was not its fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.outbound.send import Delivery, Source, Status
from pbem.service.dispatch import outbox
from pbem.service.dispatch.outbox import BACKOFF, SERVER_PAUSE, send_outbox
from pbem.store import mail
from tests.service.world import ANNA, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.new_game()
        yield world


def answering(patch: pytest.MonkeyPatch, code: int) -> None:
    """From now on the server says `code` to every mail; 0: it cannot be reached."""

    async def deliver(take: Source, _settings: Any, note: Any) -> None:
        if not code:
            raise MailServerTrouble("the SMTP server cannot be reached")
        status = Status.SENT if code < 300 else Status.DEFERRED
        while (message := await take()) is not None:
            note(Delivery(message.key, status, code, "so it is"))

    patch.setattr(outbox, "deliver", deliver)


def test_an_outage_of_the_mail_server_uses_up_no_attempts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    for _tick in range(2 * len(BACKOFF)):
        with pytest.raises(MailServerTrouble):
            send_outbox(world.house)
        world.clock.move(seconds=SERVER_PAUSE.total_seconds())
    answering(monkeypatch, 451)
    assert send_outbox(world.house).deferred == 2
    assert {(row.status, row.attempts) for row in world.rows(kind="report")} == {("queued", 1)}
    with world.house.database.read() as connection:
        assert mail.find_contact(connection, ANNA) is None
    world.clock.move(seconds=BACKOFF[0].total_seconds())
    answering(monkeypatch, 250)
    assert send_outbox(world.house).accepted == 2


def test_a_server_that_is_away_is_not_asked_at_every_tick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 0)
    with pytest.raises(MailServerTrouble):
        send_outbox(world.house)
    send_outbox(world.house)  # nothing is due, so nothing is tried
    world.clock.move(seconds=SERVER_PAUSE.total_seconds())
    with pytest.raises(MailServerTrouble):
        send_outbox(world.house)


def test_a_mail_is_given_up_only_after_all_its_tries(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 451)
    for wait in BACKOFF:
        assert send_outbox(world.house).deferred == 2
        world.clock.move(seconds=wait.total_seconds())
    assert send_outbox(world.house).refused == 2
    assert {row.status for row in world.rows(kind="report")} == {"failed"}
