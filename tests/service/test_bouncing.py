"""Addresses whose mail comes back, and what the service then holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.address import bounce_address
from pbem.mailer.inbound.bounces import Bounce
from pbem.mailer.outbound import send
from pbem.mailer.outbound.send import Delivery, Status
from pbem.mailer.settings import Outgoing
from pbem.service.dispatch import outbox
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.bounces import note_bounce, score
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.intake.resend import resend
from pbem.store import contacts
from tests.service.looks import LINE, subjects
from tests.service.world import ANNA, BORIS, World, open_world, text_of

GAME_MASTER = "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def bounce(world: World, address: str) -> None:
    """A delivery report about the first mail to an address that did not come back yet."""
    sent = next(row for row in world.rows(recipient=address) if not row.error)
    to = bounce_address(world.context.config.mail, world.context.key, sent.id)
    with world.context.write() as session:
        assert note_bounce(session, Bounce((address,), True, "", (to,)))


def in_two_games(world: World) -> None:
    """Everybody is sent two mails: of one mail, one bounce counts."""
    world.copied_game()
    world.new_game(id="autumn", title="Autumn")


class Sink:
    """A mail server in memory that says of every mail what it is told to say."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.taken: list[Outgoing] = []
        self.codes: dict[str, int] = {}
        patch.setattr(outbox, "deliver", self.deliver)

    async def deliver(self, take: send.Source, _settings: Any, note: Any) -> None:
        while (message := await take()) is not None:
            code = self.codes.get(message.recipient, 250)
            status = Status.SENT if code < 300 else Status.DEFERRED
            status = status if code < 500 else Status.REJECTED
            self.taken += [message] if status is Status.SENT else []
            note(Delivery(message.key, status, code, "so it is"))

    def to(self, address: str) -> int:
        return sum(1 for message in self.taken if message.recipient == address)


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch) -> Sink:
    return Sink(monkeypatch)


def test_two_hard_bounces_hold_an_addresss_mail_and_tell_the_game_master(
    world: World, sink: Sink
) -> None:
    in_two_games(world)
    bounce(world, ANNA)
    send_outbox(world.context)
    assert sink.to(ANNA) == 2, "one bounce holds nothing"
    bounce(world, ANNA)
    world.wait(hours=24)
    send_outbox(world.context)
    assert (sink.to(ANNA), sink.to(BORIS)) == (2, 4)
    assert len(world.rows(recipient=ANNA, status="held")) == 2
    assert "held from now on" in text_of(world.mails(GAME_MASTER)[0])
    assert world.game().turn == 2, "a bounce drops nobody"


def test_a_reply_with_a_token_releases_what_was_held(world: World, sink: Sink) -> None:
    in_two_games(world)
    bounce(world, ANNA)
    bounce(world, ANNA)
    send_outbox(world.context)
    assert sink.to(ANNA) == 0
    world.reply(ANNA, LINE)
    world.poll()
    send_outbox(world.context)
    assert sink.to(ANNA) == 3, "two reports and a receipt"
    with world.context.database.read() as connection:
        assert contacts.find_contact(connection, ANNA) is None


def test_resend_releases_what_was_held(world: World, sink: Sink) -> None:
    in_two_games(world)
    bounce(world, ANNA)
    bounce(world, ANNA)
    send_outbox(world.context)
    assert resend(world.context, "spring", 1)[0].released == 2
    send_outbox(world.context)
    assert sink.to(ANNA) == 3


def test_eight_passing_troubles_hold_mail_and_fewer_warn_nobody(world: World) -> None:
    world.copied_game()
    (report,) = world.rows(recipient=ANNA)
    for trouble in range(1, 9):
        assert not send_alerts(world.context)
        with world.context.write() as session:
            score(session, report, permanent=False, reason=f"delay {trouble}")
    assert send_alerts(world.context)
    assert subjects(world, GAME_MASTER) == [f"Mail to {ANNA} is held from now on"]


def test_a_refused_mail_is_scored_and_a_deferred_one_tried_again_later(
    world: World, sink: Sink
) -> None:
    world.copied_game()
    sink.codes = {ANNA: 550, BORIS: 451}
    send_outbox(world.context)
    assert [row.status for row in world.rows(recipient=ANNA)] == ["failed"]
    assert [row.status for row in world.rows(recipient=BORIS)] == ["queued"]
    send_alerts(world.context)
    assert "so it is" in text_of(world.last(GAME_MASTER))
    sink.codes = {}
    send_outbox(world.context)
    assert sink.to(BORIS) == 0, "not before its time"
    world.clock.move(minutes=2)
    send_outbox(world.context)
    assert sink.to(BORIS) == 1


def test_a_warning_that_is_refused_makes_no_further_warning(world: World, sink: Sink) -> None:
    world.copied_game()
    sink.codes = {ANNA: 550, GAME_MASTER: 550}
    for _round in range(3):
        send_outbox(world.context)
        send_alerts(world.context)
        world.clock.move(hours=2)
    assert len(world.rows(recipient=GAME_MASTER)) == 1
