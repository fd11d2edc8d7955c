"""The log names the cause of a failure, once, and never what a player wrote."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.workers import ReadingFailed
from pbem.service.play import upkeep
from pbem.service.play.table import DamagedRecord
from pbem.service.play.upkeep import close_due
from pbem.service.trouble import TroubleLog, cause
from tests.service.world import ANNA, BORIS, World, open_world

WRITTEN = "Economy 60% comp 100"
LOCKED = OperationalError("UPDATE games", None, sqlite3.OperationalError("database is locked"))
FULL = OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))


@pytest.fixture
def world(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[World]:
    caplog.set_level(logging.INFO)
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def raised(error: Exception) -> Exception:
    """An error as it looks to whoever catches it, with the way to it."""
    try:
        raise error
    except Exception as caught:  # noqa: BLE001  (that is what it is for)
        return caught


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (LOCKED, "database is locked"),
        (FULL, "disk full: database or disk is full"),
        (OSError(errno.ENOSPC, "No space left on device", "games.db"), "disk full: No space"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), "Connection refused"),
        (MailServerTrouble("connection refused to imap.example.org:993"), "imap.example.org:993"),
        (ReadingFailed("ValueError at read_one:64"), "ValueError at read_one:64"),
        (DamagedRecord("spring: turn 3 on record is damaged"), "spring: turn 3 on record"),
    ],
)
def test_what_system_database_and_mail_server_say_is_told(error: Exception, told: str) -> None:
    assert told in cause(error)
    assert TroubleLog().tell(raised(error)) == cause(error), "in one line"


@pytest.mark.parametrize(
    "error",
    [
        ValueError(WRITTEN),
        OSError(WRITTEN),
        IntegrityError("INSERT", None, sqlite3.IntegrityError(WRITTEN)),
    ],
)
def test_of_other_errors_kind_and_place_are_told_but_not_their_words(error: Exception) -> None:
    log = TroubleLog()
    first, second = log.tell(raised(error)), log.tell(raised(error))
    assert WRITTEN not in first
    assert "test_trouble.py:" in second
    assert type(error).__name__ in second
    assert len(first.splitlines()) > 1, "the way to it"
    assert second == first.splitlines()[0], "is told once"


def test_a_failure_is_logged_once_until_it_changes_or_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    log = TroubleLog()
    log.over("reading mail")
    for error in (LOCKED, LOCKED, LOCKED, FULL, FULL):
        log.begins("reading mail", raised(error))
    log.begins("sending mail", raised(FULL))
    log.over("reading mail")
    log.over("reading mail")
    assert caplog.messages == [
        "reading mail: database is locked",
        "reading mail: disk full: database or disk is full",
        "sending mail: disk full: database or disk is full",
        "reading mail: over after 0 s",
    ]


def test_a_game_that_cannot_be_closed_is_logged_once_and_when_it_can_again(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise ValueError(WRITTEN)

    world.clock.move(hours=25)
    with monkeypatch.context() as broken:
        broken.setattr(upkeep, "close_turn", fail)
        world.poll()
        for _tick in range(10):
            assert close_due(world.context) == []
    assert len([m for m in caplog.messages if m.startswith("closing spring: ValueError")]) == 1
    assert caplog.text.count(", in fail") == 1, "it says once where"
    close_due(world.context)
    assert any(m.startswith("closing spring: over after ") for m in caplog.messages)
    assert WRITTEN not in caplog.text


def test_of_orders_the_log_has_game_seat_and_the_count_of_each_verdict(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.reply(ANNA, "Economy 60% comp 100\nEnviroment 40% comp 100")
    world.reply(BORIS, "Economy 50% comp 100\nDefense 50% comp 100\nSTATUS")
    world.poll()
    said = [message.partition(": ")[2] for message in caplog.messages if "seat" in message]
    assert said == [
        "spring seat 1: orders for turn 1: 1 accepted, 1 refused",
        "spring seat 2: status, orders for turn 1: 2 accepted",
    ]
    assert "Economy" not in caplog.text
