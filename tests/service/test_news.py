"""Only those who owe something hear of every turn; all others get their news whole, once, and
as often as they wish."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.api import Event
from pbem.engine.report import Report
from pbem.service.context import context_of
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.intake.resend import resend
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import close_due, note_poll, send_news, send_reminders
from pbem.service.schedule import Schedule
from pbem.service.tools.overview import one_game
from tests.service import relay
from tests.service.boundaries import dying_at
from tests.service.looks import answers, seat_of
from tests.service.running import PEOPLE, mover, new_relay, play, reports, whispers, written_at
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, read, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with relay.installed(), open_world(tmp_path) as world:
        yield world


# At once, or once a day ---------------------------------------------------------------


def test_ten_turns_within_a_day_bring_each_mover_its_report_at_once_and_others_none(
    world: World,
) -> None:
    new_relay(world)
    play(world, 10)
    assert world.game().turn == 11
    assert written_at(world, ANNA) == [0, 2, 4, 6, 8, 10]
    assert written_at(world, BORIS) == [0, 1, 3, 5, 7, 9]
    assert written_at(world, CHIARA) == [0]


def test_a_days_news_come_in_one_report_with_everything_in_order(world: World) -> None:
    new_relay(world)
    play(world, 10)
    world.wait(20)
    assert written_at(world, CHIARA) == [0, 24]
    digest = text_of(read(reports(world, CHIARA)[-1]))
    assert whispers(*reports(world, CHIARA)) == [*range(1, 11)]
    assert re.findall(r"\(moved (\d+)", digest) == [str(turn) for turn in range(1, 11)]
    assert "(position 11)" in digest


def test_over_days_nothing_is_told_twice_nothing_left_out_and_never_more_than_once_a_day(
    world: World,
) -> None:
    new_relay(world)
    play(world, 24, hours=5)
    times = written_at(world, CHIARA)
    assert all(after - before >= 24 for before, after in pairwise(times))
    assert len(times) >= 120 / 29
    for player in PEOPLE:
        told = whispers(*reports(world, player))
        assert told == [*range(1, len(told) + 1)]
    assert len(whispers(*reports(world, CHIARA))) >= 19


def test_a_turn_that_closes_a_day_after_the_last_report_is_told_at_once(world: World) -> None:
    new_relay(world)
    play(world, 1, hours=25)
    assert written_at(world, CHIARA) == [0, 25]


def test_who_has_no_part_in_the_game_any_more_is_told_so_at_once(
    world: World,
) -> None:
    new_relay(world, fall=4)
    play(world, 10)
    assert written_at(world, CHIARA) == [0, 3]
    assert whispers(*reports(world, CHIARA)) == [1, 2, 3]


def test_who_comes_to_move_before_the_day_is_over_hears_everything_then(world: World) -> None:
    new_relay(world, movers=(1, 2, 1, 2, 3))
    play(world, 4)
    assert written_at(world, CHIARA) == [0, 4]
    assert whispers(*reports(world, CHIARA)) == [1, 2, 3, 4]
    world.wait(30)
    assert written_at(world, CHIARA) == [0, 4], "there is nothing new to tell"


def test_a_paused_game_still_tells_what_has_happened(world: World) -> None:
    new_relay(world)
    play(world, 2)
    by_operator(world.context, "spring", pause)
    world.wait(24)
    assert whispers(*reports(world, CHIARA)) == [1, 2]
    assert "until" not in nothing_needed(world)


def test_the_end_is_told_to_everyone_at_once(world: World) -> None:
    new_relay(world, turns=5)
    play(world, 5)
    assert world.game().status == "finished"
    for player in PEOPLE:
        assert written_at(world, player)[-1] == 5
        assert whispers(*reports(world, player)) == [1, 2, 3, 4, 5]
        assert world.game().secret.hex() in text_of(world.last(player))
    world.wait(48)
    assert written_at(world, CHIARA) == [0, 5]


def test_only_those_who_owe_are_reminded(world: World) -> None:
    new_relay(world)
    world.new_game(
        id="autumn",
        ruleset="relay",
        seats=tuple(SeatSpec(address=address) for address in PEOPLE),
        schedule=Schedule(every="24h", reminders=("6h",), second_thoughts="0m"),
    )
    world.wait(20)
    assert send_reminders(world.context) == 1
    assert [row.recipient for row in world.rows(kind="reminder")] == [ANNA]


# The wish -----------------------------------------------------------------------------


def test_a_game_file_may_ask_for_every_turn(world: World) -> None:
    new_relay(world, wishes={CHIARA: "each turn"})
    play(world, 3)
    assert written_at(world, CHIARA) == [0, 1, 2, 3]
    assert "NEWS DIGEST" in text_of(read(reports(world, CHIARA)[-1]))


def test_news_each_turn_by_mail_tells_what_has_waited_and_then_every_turn(world: World) -> None:
    new_relay(world)
    play(world, 3)
    world.reply(CHIARA, "News each turn")
    world.poll()
    assert "a report of every turn" in text_of(answers(world, CHIARA)[-1])
    assert [whispers(row) for row in reports(world, CHIARA)] == [[], [1, 2, 3]]
    play(world, 2)
    assert [whispers(row) for row in reports(world, CHIARA)[2:]] == [[4], [5]]


def test_news_digest_by_mail_brings_one_a_day_again(world: World) -> None:
    new_relay(world, wishes={CHIARA: "each turn"})
    play(world, 1)
    world.reply(CHIARA, "NEWS DIGEST\nSTATUS")
    world.poll()
    assert seat_of(world, CHIARA).news == "digest"
    assert "one report a day at the most" in text_of(answers(world, CHIARA)[-1])
    play(world, 5)
    assert written_at(world, CHIARA) == [0, 1]
    world.wait(19)
    assert written_at(world, CHIARA) == [0, 1, 25]


def test_a_seat_given_back_before_the_start_takes_its_wish_along(world: World) -> None:
    world.new_game(ruleset="relay", seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.reply(ANNA, "NEWS EACH TURN", to=world.last(ANNA))
    world.poll()
    assert seat_of(world, ANNA).news == "each turn"
    world.resign(ANNA, "WITHDRAW", to=world.last(ANNA))
    world.join(BORIS)
    assert seat_of(world, BORIS).news == "digest"


# Asking for the report ----------------------------------------------------------------


def test_report_gives_the_newest_position_with_all_that_has_waited_and_only_once(
    world: World,
) -> None:
    new_relay(world)
    play(world, 4)
    world.reply(CHIARA, "REPORT")
    world.poll()
    play(world, 1)
    world.wait(30)
    assert [whispers(row) for row in reports(world, CHIARA)] == [[], [1, 2, 3, 4], [5]]
    assert "(position 5)" in text_of(read(reports(world, CHIARA)[1]))


def test_report_repeats_a_digest_whole(world: World) -> None:
    new_relay(world)
    play(world, 4)
    world.wait(24)
    world.reply(CHIARA, "REPORT\nREPORT 2")
    world.poll()
    again, second = world.rows(recipient=CHIARA, kind="copy")
    assert whispers(again) == [1, 2, 3, 4]
    assert whispers(second) == [2]


def test_news_are_not_lost_where_answers_are_gathered(tmp_path: Path) -> None:
    with relay.installed(), open_world(tmp_path, answers_per_hour=1) as world:
        new_relay(world)
        for _hour in range(3):
            play(world, 1, hours=0.25)
            world.reply(CHIARA, "STATUS\nREPORT")
            world.poll()
        assert {row.status for row in reports(world, CHIARA)} == {"queued"}
        assert whispers(*reports(world, CHIARA)) == [1, 2, 3]


def test_the_game_masters_resend_tells_what_has_waited(world: World) -> None:
    new_relay(world)
    play(world, 2)
    resend(world.context, "spring", 3)
    resend(world.context, "spring", 3)
    assert whispers(*reports(world, CHIARA)) == [1, 2]
    assert whispers(*world.rows(recipient=CHIARA, kind="copy")) == [1, 2]
    resend(world.context, "spring", 3, 1)
    assert whispers(world.rows(recipient=CHIARA, kind="copy")[-1]) == [1]


# Whatever happens ---------------------------------------------------------------------


def test_a_restart_loses_no_news(world: World) -> None:
    new_relay(world)
    play(world, 3)
    config, base = world.context.config, world.context.base
    world.context.close()
    world.context = context_of(config, base, world.clock)
    world.poll()
    world.wait(24)
    assert [whispers(row) for row in reports(world, CHIARA)] == [[], [1, 2, 3]]


@pytest.mark.parametrize("what", ["a turn closes", "late news are sent"])
def test_killed_at_any_boundary_everything_is_told_once(world: World, what: str) -> None:
    new_relay(world)
    for place in range(1, 11):
        play(world, 1, hours=0.25)
        world.clock.move(hours=24)
        if what == "a turn closes":
            world.reply(mover(world), "MOVE 3")
        with dying_at(place):
            world.poll()
        world.poll()
        for player in PEOPLE:
            told = whispers(*reports(world, player))
            assert told == [*range(1, len(told) + 1)]
        assert len(whispers(*reports(world, CHIARA))) == world.game().turn - 1


@pytest.mark.parametrize("what", ["a turn closes", "late news are sent"])
def test_a_report_asked_for_while_another_is_being_made_tells_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    new_relay(world)
    play(world, 2)
    world.clock.move(hours=25)
    if what == "a turn closes":
        world.reply(mover(world), "MOVE 3")
    note_poll(world.context, receive_mail(world.context, world.inbox).began)
    make = relay.Desk.report

    def interrupted(desk: relay.Desk, view: relay.View, news: Sequence[Event]) -> Report:
        monkeypatch.undo()
        world.reply(CHIARA, "REPORT")
        receive_mail(world.context, world.inbox)
        return make(desk, view, news)

    monkeypatch.setattr(relay.Desk, "report", interrupted)
    close_due(world.context)
    send_news(world.context)
    assert whispers(reports(world, CHIARA)[1]) == [1, 2]
    world.wait(25)
    assert whispers(*reports(world, CHIARA)) == [*range(1, world.game().turn)]


def test_news_that_cannot_be_written_warn_the_game_master_and_stop_no_other_game(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    new_relay(world)
    seats = tuple(SeatSpec(address=address) for address in PEOPLE)
    world.new_game(id="autumn", ruleset="relay", seats=seats, options={"movers": (1, 2)})
    for game in ("spring", "autumn"):
        close_turn(world.context, game)
    tell = relay.Desk._tell

    def fails(self: relay.Desk, event: Any) -> str:
        if isinstance(event, relay.Moved) and event.amount == 7:
            raise ZeroDivisionError("a bug")
        return tell(self, event)

    world.reply(BORIS, "MOVE 7", to=world.last(BORIS, game="autumn", kind="report"))
    world.poll()
    world.clock.move(hours=24)
    monkeypatch.setattr(relay.Desk, "_tell", fails)
    assert send_news(world.context) == 2, "Anna and Chiara in the other game"
    send_alerts(world.context)
    assert "reports of turn 2 cannot be written" in str(world.last("gm@example.org")["Subject"])
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()


# For whom the game waits --------------------------------------------------------------


def nothing_needed(world: World, address: str = CHIARA) -> str:
    """The sentence of the newest report that says so, in one line."""
    text = " ".join(text_of(world.last(address, kind="report")).split())
    found = re.search(r"Nothing is needed from you now[^.]*\.", text)
    assert found is not None, text
    return found[0]


def test_a_report_to_who_owes_nothing_says_for_whom_the_game_waits_and_until_when(
    world: World,
) -> None:
    new_relay(world, wishes={CHIARA: "each turn"})
    play(world, 1)
    assert nothing_needed(world) == (
        "Nothing is needed from you now: the game waits for Boris, until Wednesday, 4 March 2026, "
        "13:00 UTC."
    )
    report = world.last(CHIARA, kind="report")
    text = text_of(report)
    assert "Orders that you send count all the same." in text
    assert "are due" not in text
    assert "Without orders" not in text
    assert all(part.get_content_type() != "text/calendar" for part in report.walk())


def test_a_report_to_who_owes_says_so_and_for_whom_else_the_game_waits(world: World) -> None:
    new_relay(world, mixed=(1,))
    text = text_of(world.last(ANNA, kind="report"))
    assert "Orders for turn 1 are due" in text
    assert "The game waits for you, and for Boris." in text
    assert "NEWS" not in text


def test_receipts_say_for_whom_the_turn_waits(world: World) -> None:
    new_relay(world, mixed=(1,))
    world.reply(CHIARA, "GUARD 3")
    world.reply(ANNA, "MOVE 1")
    world.poll()
    assert "The game waits for Anna and Boris." in text_of(world.last(CHIARA, kind="receipt"))
    assert "The game waits for Boris." in text_of(world.last(ANNA, kind="receipt"))
    world.reply(BORIS, "REACT 1")
    world.poll()
    assert "Everybody's orders are in: turn 1 closes now." in text_of(
        world.last(BORIS, kind="receipt")
    )


def test_status_and_the_game_masters_overview_tell_who_owes(world: World) -> None:
    new_relay(world)
    world.reply(CHIARA, "STATUS")
    world.poll()
    status = text_of(world.last(CHIARA))
    assert "Anna 1 orders awaited" in " ".join(status.split())
    assert "You owe nothing." in status
    assert "NEWS EACH TURN" in " ".join(status.split())
    assert [s.orders for s in one_game(world.context, "spring").seats] == [
        "owed",
        "optional",
        "optional",
    ]


def test_whoever_is_not_to_move_is_not_reminded(world: World) -> None:
    new_relay(world, reminders=("6h",))
    world.wait(43)
    send_reminders(world.context)
    assert [len(world.mails(one, kind="reminder")) for one in (ANNA, BORIS, CHIARA)] == [1, 0, 0]
