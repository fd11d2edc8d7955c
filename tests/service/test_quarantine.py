"""Mail that the service trips over: tried, set aside, told of, freed at a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.service.context import Context
from pbem.service.dispatch import post
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.post import pack_receipt
from pbem.service.intake import receive, router
from pbem.service.intake.quarantine import retry, waiting_mails
from pbem.service.intake.receive import receive_mail
from pbem.store import games
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
        world.copied_game()
        yield world


@pytest.fixture
def tripwire(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Commands fail on any mail of Anna's; undone by ``tripwire.undo()``."""
    obey = router.obey

    def trip(session: Any) -> Any:
        if session.letter.sender == ANNA:
            raise ZeroDivisionError(f"no sense in {LINE}")
        return obey(session)

    with monkeypatch.context() as patch:
        patch.setattr(router, "obey", trip)
        yield patch


def test_a_mail_that_fails_is_tried_three_times_then_put_in_quarantine(
    world: World, tripwire: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.reply(BORIS, OTHER)
    world.reply(ANNA, LINE)
    world.reply(BORIS, LINE)
    for attempt in (1, 2):
        receive_mail(world.context, world.inbox)
        assert [m.attempts for m in settled(world)] == [1, attempt, 1]
        assert told(world, ANNA) == told(world, GAME_MASTER) == []
        assert len(world.inbox.waiting()) == 1, "what is not settled stays where it is"
    receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "quarantined", "done"]
    assert told(world, ANNA) == ["Your mail has not been processed yet"]
    send_alerts(world.context)
    assert "could not be processed" in told(world, GAME_MASTER)[0]
    assert len(world.inbox.folders["Quarantine"]) == 1
    assert len(world.rows(recipient=BORIS, kind="receipt")) == 2
    assert "ZeroDivisionError" in caplog.text
    assert LINE not in caplog.text


def test_an_answer_that_cannot_be_queued_takes_back_all_that_was_written_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a mail is done with, its answer stands in the outbox. Mails share a transaction; where
    that fails, each is tried again by itself."""
    taken = world.rows()[0].message_id
    mint = post.mint_message_id

    def clash(context: Context) -> str:
        return next(ids, None) or mint(context)

    monkeypatch.setattr(post, "mint_message_id", clash)
    ids = iter([mint(world.context), taken])
    for writer in (BORIS, ANNA, BORIS):
        world.reply(writer, LINE)
    receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["new", "new", "new"]
    assert not holds_orders(world, 1)
    assert not holds_orders(world, 2)
    assert not world.rows(kind="receipt")
    ids = iter([mint(world.context), taken])
    receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "new", "done"]
    receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "done", "done"]
    assert holds_orders(world, 1)
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1
    assert len(world.rows(recipient=BORIS, kind="receipt")) == 2


def test_a_mail_that_fails_half_way_takes_back_its_own_writes_and_no_other_mails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(context: Any, receipt: Any, header: Any, **more: Any) -> Any:
        if header.to_address == ANNA:
            raise ZeroDivisionError
        return pack_receipt(context, receipt, header, **more)

    monkeypatch.setattr("pbem.service.intake.mail_session.pack_receipt", trip)
    for writer in (BORIS, ANNA, BORIS):
        world.reply(writer, LINE)
    receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["done", "new", "done"]
    assert holds_orders(world, 2)
    assert not holds_orders(world, 1), "its orders were written before it failed"


def test_a_mail_in_quarantine_is_processed_on_the_game_masters_word(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    world.reply(ANNA, LINE)
    for _poll in range(5):
        receive_mail(world.context, world.inbox)
    tripwire.undo()
    retry(world.context, waiting_mails(world.context)[0].id)
    receive_mail(world.context, world.inbox)
    assert holds_orders(world, 1)
    assert waiting_mails(world.context) == ()


def test_orders_freed_from_quarantine_do_not_displace_what_arrived_later(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    for text in ("WITHDRAW", OTHER):
        world.reply(ANNA, text)
    for _poll in range(3):
        receive_mail(world.context, world.inbox)
    tripwire.undo()
    world.clock.move(minutes=5)
    world.reply(ANNA, LINE)
    receive_mail(world.context, world.inbox)
    for row in waiting_mails(world.context):
        retry(world.context, row.id)
    receive_mail(world.context, world.inbox)
    with world.context.database.read() as connection:
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

    settle = router.settle
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "pbem.service.intake.receive.settle",
            lambda s, m: die() if m.head.sender == ANNA else settle(s, m),
        )
        for _start in range(3):
            with pytest.raises(Death):
                receive_mail(world.context, world.inbox)
        receive_mail(world.context, world.inbox)
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
        receive_mail(world.context, world.inbox)
    assert [m.status for m in settled(world)] == ["quarantined"]
    send_alerts(world.context)
    assert "could not be processed" in told(world, GAME_MASTER)[0]


def test_a_mail_whose_commit_was_not_heard_of_is_not_set_aside(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = receive._process

    def process_unheard(context: Context, chunk: receive.Chunk) -> int:
        """As where the database commits and the connection breaks before it can say so."""
        process(context, chunk)
        receive._quarantine(context, chunk[0][0])
        return 0

    monkeypatch.setattr(receive, "_process", process_unheard)
    world.reply(ANNA, LINE)
    world.poll()
    assert [m.status for m in settled(world)] == ["done"]
    assert [row.kind for row in world.rows(recipient=ANNA)] == ["report", "receipt"]


def test_a_mail_of_which_nobody_can_be_told_is_set_aside_all_the_same(
    world: World, tripwire: pytest.MonkeyPatch
) -> None:
    aside = receive.answer_quarantined

    def unheard(context: Context, row: Any) -> Any:
        found = aside(context, row)
        return replace(found, drafts=({"message_id": "<no row>", "data": b""},))

    tripwire.setattr(receive, "answer_quarantined", unheard)
    world.reply(ANNA, LINE)
    for _attempt in range(3):
        receive_mail(world.context, world.inbox)
    (row,) = waiting_mails(world.context)
    assert row.status == "quarantined"
