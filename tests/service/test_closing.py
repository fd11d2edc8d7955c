"""A turn closes whole: with what came before it closed, and with nothing of it left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from pbem.engine.api import Event
from pbem.engine.rng import Chance
from pbem.mailer.inbound.imap import Pending
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, set_deadline
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import note_poll, send_reminders
from pbem.service.schedule import Schedule
from pbem.store import games, mail
from pbem.store.records import Source
from tests.service import relay
from tests.service.boundaries import at_each
from tests.service.looks import held, seat_of
from tests.service.running import new_relay, play
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with relay.installed(), open_world(tmp_path) as world:
        yield world


def played(world: World, turn: int) -> dict[int, tuple[int, str]]:
    """Amount and source of what each seat played."""
    with world.context.database.read() as connection:
        found = games.answers_of(connection, "spring", turn)
    return {a.seat: (relay.CODEC.load_orders(a.orders).amount, a.source) for a in found}


# Mail that comes while a turn closes ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MOVE 8", {1: (8, Source.MAIL)}),
        ("WITHDRAW", {1: (0, Source.DEFAULT)}),
    ],
)
def test_a_mail_that_is_read_while_its_turn_is_being_closed_is_played(
    world: World, monkeypatch: pytest.MonkeyPatch, text: str, told: dict[int, tuple[int, str]]
) -> None:
    new_relay(world)
    world.reply(ANNA, "MOVE 5")
    receive_mail(world.context, world.inbox)
    resolve = relay.Rules.resolve

    def slowly(
        rules: relay.Rules, state: relay.State, answers: Mapping[int, relay.Play], chance: Chance
    ) -> tuple[relay.State, tuple[Event, ...]]:
        monkeypatch.undo()
        world.reply(ANNA, text)
        receive_mail(world.context, world.inbox)
        return resolve(rules, state, answers, chance)

    monkeypatch.setattr(relay.Rules, "resolve", slowly)
    close_turn(world.context, "spring", 1)
    assert world.game().turn == 2
    assert played(world, 1) == told
    assert "too late" not in text_of(world.last(ANNA, kind="receipt")).lower()


class SlowInbox(MemoryInbox):
    """While it is asked what waits, time passes, and a mail comes that is not in its answer."""

    world: World

    def waiting(self) -> tuple[Pending, ...]:
        found = super().waiting()
        self.world.clock.move(minutes=1)
        self.world.reply(ANNA, "MOVE 8")
        self.world.clock.move(minutes=2)
        return found


def test_a_deadline_that_passes_during_a_poll_waits_for_the_next(world: World) -> None:
    """Mail that came in time may not be among what that poll was told of."""
    new_relay(world)
    deadline = world.game().deadline
    assert deadline is not None
    world.wait(47.75)
    world.clock.move(minutes=13)
    inbox = SlowInbox()
    inbox.world, world.inbox = world, inbox
    world.poll()
    assert world.clock.now() > deadline
    assert world.game().turn == 1
    world.inbox.__class__ = MemoryInbox
    world.poll()
    assert played(world, 1)[1] == (8, Source.MAIL)


# What a closed turn leaves ----------------------------------------------------------------


def test_at_every_commit_a_closed_turn_and_its_reports_are_both_there_or_neither(
    world: World,
) -> None:
    new_relay(world, wishes=dict.fromkeys((ANNA, BORIS, CHIARA), "each turn"))
    seen: list[tuple[int, Counter[str], set[int]]] = []

    def look(_boundary: str) -> None:  # a complaint of its own would be borne by the service
        with world.context.database.read() as connection:
            closed = len([*games.turns_between(connection, "spring")])
            reports = mail.outgoing(connection, game="spring", kind="report")
            asked = {ask.turn for ask in games.open_asks(connection, "spring")}
        seen.append((closed, Counter(row.recipient for row in reports), asked))

    with at_each(look):
        play(world, 3)
    for closed, reports, asked in seen:
        assert reports == dict.fromkeys((ANNA, BORIS, CHIARA), closed)
        assert asked == {closed}
    assert [closed for closed, _same in groupby(seen, key=itemgetter(0))] == [1, 2, 3, 4]


def test_reminders_of_one_turn_do_not_stand_for_those_of_the_next(world: World) -> None:
    world.new_game(ruleset="relay", schedule=Schedule(every="24h", reminders=("12h", "6h")))
    for _turn in range(3):
        world.wait(13)
        assert send_reminders(world.context) == 1
        world.wait(6)
        assert send_reminders(world.context) == 1
        world.wait(6)
    assert len(world.rows(kind="reminder")) == 6


def test_lines_kept_for_a_turn_are_forgotten_when_it_has_been_played(world: World) -> None:
    new_relay(world)
    world.reply(ANNA, "TURN 3: MOVE 7\nTURN 5: MOVE 9")
    world.poll()
    play(world, 2)
    with world.context.database.read() as connection:
        assert games.later_lines(connection, "spring").get(1, {}) == {5: ("MOVE 9",)}
    assert held(world) == ["MOVE 7"]
    play(world, 1)
    with world.context.database.read() as connection:
        assert [*games.later_lines(connection, "spring").get(1, {})] == [5]


def test_a_refused_line_is_not_repeated_every_turn(world: World) -> None:
    new_relay(world)
    world.reply(ANNA, "@ MOVE 7\n@ MOVE much")
    world.poll()
    assert seat_of(world, ANNA).standing == ("MOVE 7",)


# Too late ---------------------------------------------------------------------------------


def test_orders_of_a_closed_turn_cannot_be_withdrawn_from_the_open_one(world: World) -> None:
    new_relay(world)
    report = world.last(ANNA, kind="report")
    play(world, 2)
    world.reply(ANNA, "MOVE 9")
    world.reply(ANNA, "WITHDRAW", to=report)
    receive_mail(world.context, world.inbox)
    assert held(world) == ["MOVE 9"]
    assert "too late" in text_of(world.last(ANNA, kind="receipt")).lower()


def test_what_is_withdrawn_after_the_deadline_is_played_all_the_same(world: World) -> None:
    schedule = Schedule(every="48h", reminders=(), early_close=False)
    world.new_game(ruleset="relay", schedule=schedule)
    world.reply(ANNA, "MOVE 9")
    world.wait(47.75)
    world.clock.move(minutes=16)
    world.reply(ANNA, "WITHDRAW")
    note_poll(world.context, receive_mail(world.context, world.inbox).began)
    assert "too late" in text_of(world.last(ANNA, kind="receipt")).lower()
    world.poll()
    assert played(world, 1)[1] == (9, Source.MAIL)


def test_a_silence_gives_no_time_to_a_turn_that_was_due_before_it(world: World) -> None:
    new_relay(world)
    world.wait(47.75)
    world.clock.move(minutes=16)
    note_poll(
        world.context, receive_mail(world.context, world.inbox).began
    )  # and then the service stops
    world.clock.move(hours=5)
    world.reply(ANNA, "MOVE 9")
    world.clock.move(hours=5)
    world.poll()
    assert played(world, 1)[1] == (0, Source.DEFAULT)
    assert "too late" in text_of(world.last(ANNA, kind="receipt")).lower()
    assert world.rows(kind="notice") == ()


# A deadline in the player's calendar --------------------------------------------------------


def entries(world: World, address: str) -> list[tuple[str, Any]]:
    """UID and time of every deadline that an address was sent, oldest first."""
    return [
        (str(event["UID"]), event.decoded("DTEND"))
        for message in world.mails(address)
        for part in message.walk()
        if part.get_content_type() == "text/calendar"
        for event in Calendar.from_ical(part.get_payload(decode=True)).walk("VEVENT")
    ]


def test_a_clock_that_ran_ahead_for_a_time_hides_no_later_silence(world: World) -> None:
    new_relay(world)
    world.poll()
    world.clock.move(hours=20)
    world.poll()
    world.clock.move(hours=-19)
    world.poll()
    before = world.game().deadline
    assert before is not None
    world.clock.move(hours=2)
    world.poll()
    assert world.game().deadline == before + timedelta(hours=2)


@pytest.mark.parametrize("how", ["moved", "pushed", "told again"])
def test_each_players_calendar_entry_is_moved_and_nobody_elses(world: World, how: str) -> None:
    new_relay(world, mixed=(1,))
    for player in (ANNA, BORIS):
        world.reply(player, "PROFILE CALENDAR")
    world.poll()
    first = {player: entries(world, player) for player in (ANNA, BORIS)}
    assert {len(found) for found in first.values()} == {1}
    deadline = world.game().deadline
    assert deadline is not None
    world.poll()
    if how == "moved":
        by_operator(world.context, "spring", set_deadline, deadline + timedelta(hours=5))
    elif how == "pushed":
        world.clock.move(hours=3)
        world.poll()
    else:
        close_turn(world.context, "spring", 1)
        world.reply(CHIARA, "REPORT")
        world.poll()
    now = world.game().deadline
    for player in (ANNA, BORIS) if how != "told again" else (BORIS,):
        uids = {uid for uid, _at in entries(world, player)}
        assert uids == {uid for uid, _at in first[player]}
        assert entries(world, player)[-1][1] == now
    (anna,), (boris,) = first[ANNA], first[BORIS]
    assert anna[0] != boris[0]
