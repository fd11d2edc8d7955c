"""The operator is told of what needs a person: once, gathered, with what to do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.mailer.errors import LoginRefused, MailServerTrouble
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.context import context_of
from pbem.service.dispatch.alerts import MOST_TOLD, begin_alert, end_alert, note_event, send_alerts
from pbem.service.dispatch.bounces import release, score
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.quarantine import accept
from pbem.service.play.watching import (
    look_at_disk,
    note_read,
    note_sent,
    note_unread,
    note_unsent,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of

GM = "gm@example.org"
REFUSED = LoginRefused("the IMAP server x:993 refuses orders: no; check [imap] login")
GONE = MailServerTrouble("the IMAP server x:993 failed to connect: Connection refused")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def told(world: World) -> list[str]:
    """The subjects of all that the operator was sent, without what a reply to them carries."""
    return [str(mail["Subject"]).partition(" [spring.")[0] for mail in world.mails(GM)]


def newest(world: World) -> str:
    """The text of the newest of them, on one line."""
    return " ".join(text_of(world.last(GM)).split())


def begin(world: World, key: str, what: str = "It is broken") -> None:
    with world.context.write() as session:
        begin_alert(session, key, what, "Mend it")


def end(world: World, key: str) -> None:
    with world.context.database.write() as connection:
        end_alert(connection, key)


def an_hour_later(world: World) -> None:
    world.clock.move(minutes=61)
    send_alerts(world.context)


def test_one_thing_is_told_once_with_what_to_do_and_when_it_is_over(world: World) -> None:
    for _tick in range(3):
        begin(world, "lamp", "The lamp is out")
        an_hour_later(world)
    assert told(world) == ["The lamp is out"]
    assert "Mend it" in newest(world)
    end(world, "lamp")
    an_hour_later(world)
    an_hour_later(world)
    assert told(world) == ["The lamp is out", "Over: The lamp is out"]
    assert "It lasted 4 h" in newest(world)
    begin(world, "lamp", "The lamp is out again")
    an_hour_later(world)
    assert told(world)[-1] == "The lamp is out again"


def test_what_comes_within_an_hour_is_gathered_into_one_mail(world: World) -> None:
    begin(world, "first", "The first thing")
    send_alerts(world.context)
    for number in range(70):
        begin(world, f"more.{number}", f"Thing {number:02}")
        send_alerts(world.context)
    assert told(world) == ["The first thing"]
    world.clock.move(minutes=59)
    assert not send_alerts(world.context)
    an_hour_later(world)
    assert told(world) == ["The first thing", "70 things that you should know"]
    said = newest(world)
    assert "Thing 00. Mend it" in said
    assert "And 20 more" in said
    an_hour_later(world)
    assert told(world)[2:] == ["20 things that you should know"]
    assert "Thing 69. Mend it" in newest(world)
    an_hour_later(world)
    assert len(told(world)) == 3


def test_no_number_of_events_buries_a_trouble(world: World) -> None:
    for number in range(MOST_TOLD):
        with world.context.write() as session:
            note_event(session, f"event.{number}", f"It happened {number}", "Look")
        world.clock.move(minutes=1)
    begin(world, "disk", "The disk is nearly full")
    send_alerts(world.context)
    assert "The disk is nearly full. Mend it" in newest(world)


def test_what_is_over_before_it_was_told_is_not_told(world: World) -> None:
    begin(world, "lamp")
    end(world, "lamp")
    assert not send_alerts(world.context)


def test_what_goes_and_comes_within_the_hour_is_told_as_one(world: World) -> None:
    begin(world, "lamp")
    send_alerts(world.context)
    end(world, "lamp")
    begin(world, "lamp")
    an_hour_later(world)
    assert len(told(world)) == 1, "it is as it was told"


def test_a_restart_forgets_nothing_and_repeats_nothing(world: World) -> None:
    begin(world, "lamp", "The lamp is out")
    send_alerts(world.context)
    begin(world, "door", "The door is open")
    after = context_of(world.context.config, world.context.base, world.clock)
    try:
        assert not send_alerts(after), "the hour goes on"
        world.clock.move(minutes=61)
        assert send_alerts(after)
        assert not send_alerts(after)
    finally:
        after.close()
    assert told(world) == ["The lamp is out", "The door is open"]


def test_without_a_game_master_nothing_is_kept(tmp_path: Path) -> None:
    with open_world(tmp_path, admin="") as world:
        begin(world, "lamp")
        with world.context.write() as session:
            note_event(session, "joined", "Anna came", "")
        assert not send_alerts(world.context)
        assert world.rows() == ()


def test_no_mail_for_longer_than_an_outage(world: World) -> None:
    world.poll()
    world.clock.move(minutes=29)
    note_unread(world.context, GONE)
    assert not send_alerts(world.context), "it is no outage yet"
    world.clock.move(minutes=2)
    note_unread(world.context, GONE)
    note_unread(world.context, GONE)
    send_alerts(world.context)
    assert told(world) == ["No mail could be read since 2026-03-02 12:00 UTC"]
    assert "Connection refused. 'pbem doctor'" in newest(world)
    world.clock.move(hours=2)
    world.poll()
    assert told(world)[-1].startswith("Over: No mail could be read")


def test_a_wrong_password_is_told_at_once_and_when_it_is_right(world: World) -> None:
    note_unread(world.context, REFUSED)
    note_unsent(world.context, LoginRefused("the SMTP server x:587 refuses orders"))
    send_alerts(world.context)
    assert told(world) == ["2 things that you should know"]
    said = newest(world)
    assert "[imap.login]" in said
    assert "[smtp.login]" in said
    note_read(world.context)
    note_sent(world.context)
    an_hour_later(world)
    assert newest(world).count("Over: ") == 2


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_disk_that_is_nearly_full(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    free = 499 * 10**6
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 10**12 - free, free))
    look_at_disk(world.context)
    send_alerts(world.context)
    assert told(world) == [f"The disk of {world.context.base} is nearly full: 499 MB are left"]
    free = 510 * 10**6
    look_at_disk(world.context)
    an_hour_later(world)
    assert len(told(world)) == 1, "it is not told to and fro"
    free = 700 * 10**6
    look_at_disk(world.context)
    an_hour_later(world)
    assert told(world)[-1].startswith("Over: The disk")


def test_a_seat_that_has_missed_two_turns_in_a_row(world: World) -> None:
    world.copied_game()
    for _turn in range(2):
        world.reply(ANNA, "Economy 60% comp 100")
        world.wait(25)
    assert told(world) == ["Spring: Boris (seat 2) has missed 2 turns in a row"]
    assert BORIS in newest(world)
    world.wait(25)
    assert "Anna" not in " ".join(told(world)), "one turn is no matter"
    for player in (ANNA, BORIS):
        world.reply(player, "Economy 60% comp 100")
    world.wait(25)
    assert told(world)[1:] == ["Spring: Over: Boris (seat 2) has missed 2 turns in a row"]


def test_a_held_mail_is_told_with_what_to_do(world: World) -> None:
    world.copied_game()
    report = world.last(ANNA, kind="report")
    world.reply("anna@elsewhere.test", "Economy 60% comp 100", to=report)
    world.poll()
    assert told(world) == ["Mail 1 for spring seat 1 is held: it came from anna@elsewhere.test"]
    assert "retry 1 --accept" in newest(world)


def test_a_held_mail_that_was_taken_meanwhile_is_not_told(world: World) -> None:
    world.copied_game()
    begin(world, "lamp")
    send_alerts(world.context)
    world.reply("anna@elsewhere.test", "Economy 60%", to=world.last(ANNA, kind="report"))
    world.poll()
    accept(world.context, 1)
    an_hour_later(world)
    assert len(told(world)) == 1


def test_all_mails_held_for_a_seat_are_told_of_in_one_place(world: World) -> None:
    world.copied_game()
    report = world.last(ANNA, kind="report")
    begin(world, "lamp")
    send_alerts(world.context)
    for number in range(1, 61):
        world.reply(f"eve{number}@elsewhere.test", "x", to=report)
        if number % 30 == 0:
            world.poll()
    accept(world.context, 60)
    an_hour_later(world)
    assert told(world)[1].startswith("Mail 60 for spring seat 1 is held: it came from eve60@")
    assert "(60 mails for this seat are held" in told(world)[1]


def test_an_open_seat_that_was_taken_and_a_game_that_filled(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec()))
    world.join("eve@example.org", "JOIN spring AS Eve")
    assert told(world) == ["Spring: Eve (eve@example.org) has taken seat 2"]
    assert "1 seat is still free" in newest(world)
    world.join("max@example.org", "JOIN spring AS Max")
    an_hour_later(world)
    assert "All seats are taken, and the game has begun" in newest(world)


def test_an_address_that_bounces_is_told_until_it_is_alive(world: World) -> None:
    world.copied_game()
    (report,) = world.rows(recipient=ANNA)
    for _time in range(3):
        with world.context.write() as session:
            score(session, report, permanent=True, reason="550 unknown")
    send_alerts(world.context)
    said = newest(world)
    assert said.count("Mail to anna@example.org") == 2, "that it fails, and that it is held"
    assert "spring seat 1 (deadline 2026-03-03 12:00 UTC)" in said
    with world.context.database.write() as connection:
        release(connection, ANNA)
    an_hour_later(world)
    assert told(world)[-1] == "2 things that you should know"
    assert newest(world).count("Over: Mail to anna@example.org") == 2


def test_the_alert_of_a_poll_goes_the_way_of_all_mail(world: World) -> None:
    """It waits in the outbox, as any mail does while the server takes none."""
    note_unread(world.context, REFUSED)
    send_alerts(world.context)
    (row,) = world.rows(recipient=GM)
    assert (row.status, row.kind) == ("queued", "warning")
    assert row.due <= world.clock.now() + timedelta(0)
    world.inbox = MemoryInbox()
    world.poll()
    assert len(told(world)) == 1, "that it is over waits for its hour"
