"""Mail that the service trips over: tried, set aside, told of, freed at a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem.service.intake.correspondence as correspondence
from pbem.service.dispatch import post
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.post import pack_receipt
from pbem.service.house import House
from pbem.service.intake.quarantine import retry, waiting_mails
from pbem.service.intake.receive import receive_mail
from pbem.store import games
from tests.service.faults import failing_once, watching
from tests.service.looks import (
    LINE,
    OTHER,
    holds_orders,
    settled,
    told,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of

GAME_MASTER = "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.new_game()
        yield world


@pytest.fixture
def tripwire(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Commands fail on any mail of Anna's; undone by ``tripwire.undo()``."""
    obey = correspondence.obey

    def trip(house: Any, connection: Any, letter: Any, **more: Any) -> Any:
        if letter.sender == ANNA:
            raise ZeroDivisionError(f"no sense in {LINE}")
        return obey(house, connection, letter, **more)

    with monkeypatch.context() as patch:
        patch.setattr(correspondence, "obey", trip)
        yield patch


def test_a_mail_that_fails_is_tried_three_times_then_put_in_quarantine(
    world: World, tripwire: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.reply(BORIS, OTHER)
    world.reply(ANNA, LINE)
    world.reply(BORIS, LINE)
    for attempt in (1, 2):
        receive_mail(world.house, world.inbox)
        assert [m.attempts for m in settled(world)] == [1, attempt, 1]
        assert told(world, ANNA) == told(world, GAME_MASTER) == []
        assert len(world.inbox.waiting()) == 1, "what is not settled stays where it is"
    receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "quarantined", "done"]
    assert told(world, ANNA) == ["Your mail has not been processed yet"]
    send_alerts(world.house)
    assert "could not be processed" in told(world, GAME_MASTER)[0]
    assert len(world.inbox.folders["Quarantine"]) == 1
    assert len(world.rows(recipient=BORIS, kind="receipt")) == 2
    assert "ZeroDivisionError" in caplog.text
    assert LINE not in caplog.text


def test_an_answer_that_cannot_be_queued_takes_back_its_mail_and_those_settled_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stands in the outbox when a mail is done with: its answer stands there too. The
    next poll tries each mail by itself."""
    taken = world.rows()[0].message_id
    mint = post.mint_message_id

    def clash(house: House) -> str:
        return next(ids, None) or mint(house)

    monkeypatch.setattr(post, "mint_message_id", clash)
    ids = iter([mint(world.house), taken])
    for writer in (BORIS, ANNA, BORIS):
        world.reply(writer, LINE)
    receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["new", "new", "new"]
    assert not holds_orders(world, 1)
    assert not holds_orders(world, 2)
    assert world.rows(kind="receipt") == ()
    ids = iter([mint(world.house), taken])
    receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "new", "done"]
    assert not holds_orders(world, 1)
    assert len(world.rows(recipient=BORIS, kind="receipt")) == 2
    receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "done", "done"]
    assert holds_orders(world, 1)
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1


def test_a_mail_that_fails_half_way_takes_back_its_own_writes_and_no_other_mails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(house: Any, receipt: Any, header: Any, **more: Any) -> Any:
        if header.to_address == ANNA:
            raise ZeroDivisionError
        return pack_receipt(house, receipt, header, **more)

    monkeypatch.setattr("pbem.service.intake.commands.pack_receipt", trip)
    for writer in (BORIS, ANNA, BORIS):
        world.reply(writer, LINE)
    receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "new", "done"]
    assert holds_orders(world, 2)
    assert not holds_orders(world, 1), "its orders were written before it failed"


def test_a_mail_that_a_commit_without_an_answer_has_settled_is_not_set_aside(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    world.reply(ANNA, LINE)
    for _attempt in range(world.house.config.service.attempts - 1):
        receive_mail(world.house, world.inbox)
    tripwire.undo()
    settling = False

    def answer_is_lost(happening: str) -> bool:
        nonlocal settling
        settling = settling or happening.startswith("UPDATE inbox SET status")
        return settling and happening == "COMMITTED"

    with watching(world.house.database, failing_once(answer_is_lost)):
        receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["done"]
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1
    assert not send_alerts(world.house), "there is nothing that needs the game master"


def test_a_mail_in_quarantine_is_processed_on_the_game_masters_word(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    world.reply(ANNA, LINE)
    for _poll in range(5):
        receive_mail(world.house, world.inbox)
    tripwire.undo()
    retry(world.house, waiting_mails(world.house)[0].id)
    receive_mail(world.house, world.inbox)
    assert holds_orders(world, 1)
    assert waiting_mails(world.house) == ()


def test_orders_freed_from_quarantine_do_not_displace_what_arrived_later(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    for text in ("WITHDRAW", OTHER):
        world.reply(ANNA, text)
    for _poll in range(3):
        receive_mail(world.house, world.inbox)
    tripwire.undo()
    world.clock.move(minutes=5)
    world.reply(ANNA, LINE)
    receive_mail(world.house, world.inbox)
    for row in waiting_mails(world.house):
        retry(world.house, row.id)
    receive_mail(world.house, world.inbox)
    with world.house.database.read() as connection:
        held = games.held_for(connection, "spring", 1, 1)
    assert held is not None
    assert LINE in held.lines
    assert "a mail that you sent later is already in" in text_of(world.last(ANNA))


def test_a_mail_that_ends_the_process_every_time_is_put_in_quarantine_unread(
    world: World,
) -> None:
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)

    class Death(BaseException):
        """Stands for the end of the process."""

    def die(*_: Any) -> None:
        raise Death

    settle = correspondence.settle
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "pbem.service.intake.receive.settle",
            lambda h, c, m: die() if m.head.sender == ANNA else settle(h, c, m),
        )
        for _start in range(3):
            with pytest.raises(Death):
                receive_mail(world.house, world.inbox)
        receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["quarantined", "done"]
    assert holds_orders(world, 2)


def test_a_mail_that_cannot_even_be_apologised_for_stops_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("no words")

    monkeypatch.setattr("pbem.service.intake.receive.settle", fail)
    monkeypatch.setattr("pbem.service.intake.receive.answer_quarantined", fail)
    world.reply(ANNA, LINE)
    for _poll in range(3):
        receive_mail(world.house, world.inbox)
    assert [m.status for m in settled(world)] == ["quarantined"]
    send_alerts(world.house)
    assert "could not be processed" in told(world, GAME_MASTER)[0]
