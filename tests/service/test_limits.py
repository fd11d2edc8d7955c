"""What time, floods, bounces and outages do to a game, and what they must not do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.inbound.bounces import Bounce
from pbem.mailer.outbound import send
from pbem.mailer.outbound.send import Delivery, Status
from pbem.mailer.settings import Outgoing
from pbem.service.dispatch import outbox
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.dispatch.bounces import note_bounce
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.house import House
from pbem.service.intake.receive import Begun, process_recorded, receive_mail
from pbem.service.intake.resend import resend
from pbem.service.play import close
from pbem.service.play.games import GameProblem, move_deadline, pause, resume
from pbem.service.play.upkeep import close_due, note_poll, send_digests, send_reminders
from pbem.service.schedule import Schedule
from pbem.store import games, mail
from pbem.store.records import Source
from tests.service.looks import answers
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
GAME_MASTER = "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def held(world: World, seat: int = 1) -> list[str]:
    with world.house.database.read() as connection:
        row = games.held_for(connection, "spring", world.game().turn, seat)
    return json.loads(row.lines) if row and row.orders else []


def subjects(world: World, to: str, **where: Any) -> list[str]:
    return [row.subject for row in world.rows(recipient=to, **where)]


def lines(number: int) -> str:
    return f"Economy {number}%"


# Floods -------------------------------------------------------------------------------


GATHERED = "from here on their answers are gathered"


def flood(world: World, *texts: str) -> None:
    for text in texts:
        world.reply(ANNA, text)
    world.poll()


def told_of(world: World, **where: Any) -> list[str]:
    return [" ".join(text_of(m).split()) for m in world.mails(ANNA, status="queued", **where)]


def test_receipts_over_the_limit_are_gathered_and_their_orders_count(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.new_game()
        flood(world, *(lines(number) for number in range(1, 11)))
        assert len(world.rows(recipient=ANNA, kind="receipt", status="queued")) == 3
        assert len(world.rows(recipient=ANNA, kind="receipt", status="gathered")) == 7
        assert held(world) == [lines(10)]


def test_the_last_answer_before_the_limit_says_so_and_no_other(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=4) as world:
        world.new_game()
        flood(world, lines(1), "STATUS", lines(2), lines(3), lines(4))
        said = [GATHERED in " ".join(text_of(answer).split()) for answer in answers(world, ANNA)]
        assert said == [False, False, False, True, False]


@pytest.mark.parametrize("text", ["STATUS", "REPORT", "REPORT\nSTATUS", "HELP\n" + LINE])
def test_whatever_the_last_answer_is_it_says_so(tmp_path: Path, text: str) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        flood(world, text)
        assert any(GATHERED in told for told in told_of(world))


def test_gathered_answers_come_within_minutes_and_complete(tmp_path: Path) -> None:
    """The newest as it is, the others with all that they said."""
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.new_game()
        flood(world, *(lines(number) for number in range(1, 9)), "STATUS", lines(10))
        assert send_digests(world.house) == 0, "more may come"
        world.clock.move(minutes=5)
        assert send_digests(world.house) == 1
        newest = told_of(world, kind="receipt")[-1]
        assert lines(10) in newest
        assert any("Turn 1 is open." in told for told in told_of(world, kind="answer"))
        (digest,) = told_of(world, kind="digest")
        assert digest.startswith("5 more answers to your mails")
        for number in range(4, 9):
            assert f"| | {lines(number)}" in digest
        assert send_digests(world.house) == 0
        assert world.rows(status="gathered") == ()


def test_many_gathered_answers_come_in_several_mails(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        flood(world, *(lines(number) for number in range(1, 61)))
        world.clock.move(minutes=5)
        send_digests(world.house)
        digests = told_of(world, kind="digest")
        assert len(digests) == 3
        for number in range(2, 60):
            assert sum(f"| | {lines(number)} " in told for told in digests) == 1


def test_answers_that_say_the_same_are_told_once(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        flood(world, *["HELP", "STATUS"] * 10, *["REPORT"] * 5)
        world.clock.move(minutes=5)
        send_digests(world.house)
        assert len(told_of(world, kind="copy")) == 1
        assert sum("Turn 1 is open." in told for told in told_of(world)) == 1
        assert sum("How to play Hegemon" in told for told in told_of(world, kind="answer")) == 1
        assert world.rows(status="gathered") == ()


def test_a_flood_that_goes_on_is_answered_every_few_minutes(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=2) as world:
        world.new_game()
        for number in range(1, 31):
            flood(world, lines(number))
            send_digests(world.house)
            world.clock.move(minutes=1)
        assert 4 <= len(world.rows(recipient=ANNA, kind="digest")) <= 6


def test_a_receipt_with_a_refused_line_is_never_gathered(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        flood(world, lines(1), lines(2), "Enviroment 4%", lines(3), "PREVIEW\nEnviroment 5%")
        told = told_of(world, kind="receipt")
        assert [GATHERED in one for one in told] == [True, False, False]
        assert "Enviroment 4%" in told[1]
        assert "Enviroment 5%" in told[2]


def test_a_receipt_that_tells_of_lines_not_taken_is_never_gathered(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        below_a_signature = f"{lines(3)}\n-- \nAnna\nEnvironment 5%"
        flood(world, lines(1), lines(2), below_a_signature)
        told = told_of(world, kind="receipt")
        assert [GATHERED in one for one in told] == [True, False]
        assert "Environment 5%" in told[1]


def test_each_game_has_its_newest_receipt_in_full(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.new_game()
        world.new_game(id="autumn", title="Autumn")
        reports = {
            game: world.last(ANNA, kind="report", game=game) for game in ("spring", "autumn")
        }
        for number in range(1, 5):
            for report in reports.values():
                world.reply(ANNA, lines(number), to=report)
        world.poll()
        world.clock.move(minutes=5)
        send_digests(world.house)
        for game in reports:
            newest = world.rows(recipient=ANNA, kind="receipt", status="queued", game=game)[-1]
            assert lines(4) in newest.data.decode()


def test_mail_without_proof_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """A forged sender's victim gets no more of it for the players' higher limit."""
    with open_world(tmp_path, answers_per_hour=50, unproven_per_hour=2) as world:
        world.new_game()
        for number in range(5):
            world.write(ANNA, lines(number), to="orders@pbem.localhost")
        world.poll()
        assert len(world.rows(recipient=ANNA, kind="answer", status="queued")) == 2
        world.clock.move(minutes=30)
        assert send_digests(world.house) == 0
        flood(world, LINE)
        assert len(told_of(world, kind="receipt")) == 1
        world.clock.move(minutes=31)
        assert send_digests(world.house) == 1
        assert len(told_of(world, kind="answer")) == 3
        assert told_of(world, kind="digest") == [], "they all say the same"


def test_one_players_flood_costs_nobody_else_an_answer(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=2) as world:
        world.new_game()
        for number in range(1, 6):
            world.reply(ANNA, lines(number))
        world.reply(BORIS, OTHER)
        world.poll()
        assert len(world.rows(recipient=BORIS, kind="receipt", status="queued")) == 1


# Bounces ------------------------------------------------------------------------------


def bounce(world: World, address: str, *, permanent: bool = True) -> None:
    """A delivery report about the newest mail to an address."""
    sent = world.rows(recipient=address)[-1]
    report = Bounce((address,), permanent, sent.message_id, ())
    with world.house.database.write() as connection:
        note_bounce(world.house, connection, report)


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
    world.new_game()
    bounce(world, ANNA)
    send_outbox(world.house)
    assert sink.to(ANNA) == 1, "one bounce holds nothing"
    bounce(world, ANNA)
    world.wait(hours=24)
    send_outbox(world.house)
    assert (sink.to(ANNA), sink.to(BORIS)) == (1, 2)
    assert len(world.rows(recipient=ANNA, status="held")) == 1
    assert "held from now on" in text_of(world.mails(GAME_MASTER)[0])
    assert world.game().turn == 2, "a bounce drops nobody"


def test_a_sign_of_life_releases_what_was_held(world: World, sink: Sink) -> None:
    world.new_game()
    bounce(world, ANNA)
    bounce(world, ANNA)
    send_outbox(world.house)
    assert sink.to(ANNA) == 0
    world.reply(ANNA, LINE)
    world.poll()
    send_outbox(world.house)
    assert sink.to(ANNA) == 2, "report and receipt"
    with world.house.database.read() as connection:
        assert mail.find_contact(connection, ANNA) is None


def test_resend_releases_what_was_held(world: World, sink: Sink) -> None:
    world.new_game()
    bounce(world, ANNA)
    bounce(world, ANNA)
    send_outbox(world.house)
    assert resend(world.house, "spring", 1)[0].released == 1
    send_outbox(world.house)
    assert sink.to(ANNA) == 2


def test_eight_passing_troubles_hold_mail_and_fewer_warn_nobody(world: World) -> None:
    world.new_game()
    for _trouble in range(7):
        bounce(world, ANNA, permanent=False)
    assert not send_alerts(world.house)
    bounce(world, ANNA, permanent=False)
    assert send_alerts(world.house)
    assert subjects(world, GAME_MASTER) == [f"Mail to {ANNA} is held from now on"]


def test_a_refused_mail_is_scored_and_a_deferred_one_tried_again_later(
    world: World, sink: Sink
) -> None:
    world.new_game()
    sink.codes = {ANNA: 550, BORIS: 451}
    send_outbox(world.house)
    assert [row.status for row in world.rows(recipient=ANNA)] == ["failed"]
    assert [row.status for row in world.rows(recipient=BORIS)] == ["queued"]
    send_alerts(world.house)
    assert "so it is" in text_of(world.last(GAME_MASTER))
    sink.codes = {}
    send_outbox(world.house)
    assert sink.to(BORIS) == 0, "not before its time"
    world.clock.move(minutes=2)
    send_outbox(world.house)
    assert sink.to(BORIS) == 1


def test_a_warning_that_is_refused_makes_no_further_warning(world: World, sink: Sink) -> None:
    world.new_game()
    sink.codes = {ANNA: 550, GAME_MASTER: 550}
    for _round in range(3):
        send_outbox(world.house)
        send_alerts(world.house)
        world.clock.move(hours=2)
    assert len(world.rows(recipient=GAME_MASTER)) == 1


# Outages ------------------------------------------------------------------------------


def test_an_outage_pushes_deadlines_by_its_length_and_tells_the_players(world: World) -> None:
    world.new_game()
    world.poll()
    deadline = world.game().deadline
    assert deadline == START + timedelta(hours=24)
    world.clock.move(hours=5)
    world.poll()
    assert world.game().deadline == deadline + timedelta(hours=5)
    for player in (ANNA, BORIS):
        assert "Mail could not be read for a while" in text_of(world.last(player))


def test_a_poll_that_has_much_to_read_is_no_outage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_for_long(house: House, begun: Begun) -> int:
        world.clock.move(hours=2)
        return process_recorded(house, begun)

    world.new_game()
    world.poll()
    deadline = world.game().deadline
    with monkeypatch.context() as patch:
        patch.setattr("pbem.service.intake.receive.process_recorded", read_for_long)
        world.poll()
    world.clock.move(minutes=1)
    world.poll()
    assert world.game().deadline == deadline


def test_a_service_that_dies_right_after_an_outage_pushes_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Death(BaseException):
        """Stands for the end of the process."""

    def die(*_: Any) -> None:
        raise Death

    world.new_game()
    world.poll()
    world.clock.move(hours=5)
    with monkeypatch.context() as patch:
        patch.setattr("pbem.service.intake.receive.process_recorded", die)
        for _start in range(3):
            with pytest.raises(Death):
                world.poll()
    world.clock.move(minutes=1)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=29)


def test_a_short_silence_pushes_nothing(world: World) -> None:
    world.new_game()
    world.poll()
    world.clock.move(minutes=29)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=24)


def test_a_deadline_that_passed_during_an_outage_is_pushed_not_closed(world: World) -> None:
    world.new_game()
    world.wait(hours=20)
    world.clock.move(hours=10)
    assert close_due(world.house) == []
    world.poll()
    assert world.game().turn == 1
    assert world.game().deadline == START + timedelta(hours=34)


def test_mail_that_came_during_an_outage_is_judged_by_the_pushed_deadline(world: World) -> None:
    world.new_game()
    world.wait(hours=20)
    world.clock.move(hours=5)
    world.reply(ANNA, LINE)
    world.clock.move(hours=5)
    world.poll()
    assert held(world) == [LINE]


def test_a_deadline_overdue_before_the_silence_is_closed_after_it(world: World) -> None:
    world.new_game()
    world.wait(hours=23.75)
    world.clock.move(minutes=16)
    note_poll(world.house, receive_mail(world.house, world.inbox))  # and then the service stops
    world.clock.move(hours=10)
    world.poll()
    assert world.game().turn == 2
    assert world.game().deadline == world.clock.now() + timedelta(hours=24)


def test_a_turn_that_opened_during_a_silence_gets_back_what_it_lost_and_no_more(
    world: World,
) -> None:
    world.new_game()
    world.poll()
    world.clock.move(hours=7)
    close.close_turn(world.house, "spring")
    world.clock.move(hours=3)
    world.poll()
    assert world.game().deadline == START + timedelta(hours=7 + 24 + 3)


def test_a_paused_game_is_not_pushed_twice(world: World) -> None:
    world.new_game()
    world.poll()
    pause(world.house, "spring")
    world.clock.move(hours=5)
    world.poll()
    resume(world.house, "spring")
    assert world.game().deadline == START + timedelta(hours=29)


# Reminders and deadlines --------------------------------------------------------------


def new_game_with(world: World, **schedule: Any) -> None:
    world.new_game(
        schedule=Schedule(**({"every": "24h", "reminders": (), "second_thoughts": "0m"} | schedule))
    )


def play(world: World, hours: float) -> None:
    """Let time pass with the service running, reminders included."""
    for _quarter in range(round(hours * 4)):
        world.clock.move(minutes=15)
        world.poll()
        send_reminders(world.house)


def test_each_reminder_comes_once_and_only_to_those_who_owe_orders(world: World) -> None:
    new_game_with(world, reminders=("6h", "2h"))
    world.reply(BORIS, OTHER)
    play(world, 17.75)
    assert subjects(world, ANNA, kind="reminder") == []
    play(world, 0.5)
    assert len(subjects(world, ANNA, kind="reminder")) == 1
    play(world, 5.5)
    assert len(subjects(world, ANNA, kind="reminder")) == 2
    assert subjects(world, BORIS, kind="reminder") == []


def test_reminders_that_would_come_with_the_report_are_left_out(world: World) -> None:
    new_game_with(world, reminders=("48h", "24h"))
    play(world, 5)
    assert subjects(world, ANNA, kind="reminder") == []


def test_an_outage_repeats_no_reminder(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 20)
    world.clock.move(hours=2)
    play(world, 1)
    assert world.game().deadline == START + timedelta(hours=26.25)
    assert len(subjects(world, ANNA, kind="reminder")) == 1


def test_nobody_is_reminded_of_a_deadline_that_has_passed(world: World) -> None:
    """After an outage the service reminds before it has read what lay in the mailbox."""
    new_game_with(world, reminders=("6h",))
    play(world, 1)
    world.clock.move(hours=30)
    assert send_reminders(world.house) == 0
    play(world, 0.25)
    assert subjects(world, ANNA, kind="reminder") == []
    play(world, 18)
    assert len(subjects(world, ANNA, kind="reminder")) == 1


def test_a_new_deadline_brings_its_own_reminders(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 19)
    move_deadline(world.house, "spring", START + timedelta(hours=48))
    play(world, 24)
    assert len(subjects(world, ANNA, kind="reminder")) == 2


def test_a_deadline_moved_close_is_told_and_not_reminded_of_at_once(world: World) -> None:
    new_game_with(world, reminders=("6h",))
    play(world, 1)
    move_deadline(world.house, "spring", world.clock.now() + timedelta(hours=2))
    play(world, 0.25)
    assert subjects(world, ANNA, kind="reminder") == []
    assert "new deadline" in subjects(world, ANNA)[-1]


def test_a_deadline_cannot_be_moved_into_the_past(world: World) -> None:
    world.new_game()
    with pytest.raises(GameProblem, match="has passed"):
        move_deadline(world.house, "spring", START)


def test_orders_count_in_the_grace_after_the_deadline_and_not_later(world: World) -> None:
    new_game_with(world, grace="2h")
    play(world, 25)
    assert world.game().turn == 1
    world.reply(ANNA, LINE)
    play(world, 0.75)
    assert held(world) == [LINE]
    world.clock.move(minutes=20)
    world.reply(ANNA, OTHER)
    world.poll()
    with world.house.database.read() as connection:
        row = games.held_for(connection, "spring", 1, 1)
    assert row is not None
    assert json.loads(row.lines) == [LINE]
    assert OTHER in text_of(world.mails(ANNA, kind="receipt")[-1])
    assert world.game().turn == 2


def test_orders_sent_in_time_and_read_late_count(world: World) -> None:
    world.new_game()
    world.wait(hours=23.75)
    world.clock.move(minutes=14)
    world.reply(ANNA, LINE)
    world.clock.move(minutes=10)
    world.poll()
    assert world.game().turn == 2
    with world.house.database.read() as connection:
        sources = {a.seat: a.source for a in games.answers_of(connection, "spring", 1)}
    assert sources == {1: Source.MAIL, 2: Source.DEFAULT}


def test_a_paused_games_clock_stands_still_and_its_orders_count(world: World) -> None:
    world.new_game()
    world.wait(hours=4)
    pause(world.house, "spring")
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.wait(hours=40)
    assert world.game().turn == 1
    assert held(world) == [LINE]
    assert "paused" in subjects(world, BORIS, kind="notice")[0]
    resume(world.house, "spring")
    assert world.game().deadline == START + timedelta(hours=64)
    world.poll()
    assert world.game().turn == 2


def test_a_paused_game_cannot_be_paused_again(world: World) -> None:
    world.new_game()
    with pytest.raises(GameProblem, match="not paused"):
        resume(world.house, "spring")
    pause(world.house, "spring")
    with pytest.raises(GameProblem, match="not running"):
        pause(world.house, "spring")


def test_without_early_close_the_deadline_is_waited_for(world: World) -> None:
    new_game_with(world, early_close=False)
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.wait(hours=23.75)
    assert world.game().turn == 1
    world.wait(hours=0.5)
    assert world.game().turn == 2


@pytest.mark.parametrize("missed", [Source.DEFAULT, Source.BOT, Source.PASS])
def test_what_is_played_for_those_who_missed_the_deadline(world: World, missed: Source) -> None:
    new_game_with(world, missed=missed.value)
    world.reply(ANNA, LINE)
    world.wait(hours=24)
    with world.house.database.read() as connection:
        played = {a.seat: a for a in games.answers_of(connection, "spring", 1)}
    assert {seat: a.source for seat, a in played.items()} == {1: Source.MAIL, 2: missed}


def test_weekdays_are_kept_turn_after_turn(world: World) -> None:
    """START is a Monday; in Paris the clocks change on 29 March 2026."""
    fridays = Schedule(weekdays=("fri",), hour="20:00", zone="Europe/Paris", reminders=())
    world.new_game(schedule=fridays, options={"turns": 9})
    seen = []
    for _week in range(4):
        deadline = world.game().deadline
        assert deadline is not None
        seen.append(deadline)
        world.clock.move(seconds=(deadline - world.clock.now()).total_seconds() - 60)
        note_poll(world.house, receive_mail(world.house, world.inbox))
        move_on_a_quarter(world)
    assert [d.astimezone(UTC) for d in seen[:1]] == [datetime(2026, 3, 6, 19, tzinfo=UTC)]
    assert {d.weekday() for d in seen} == {4}


def move_on_a_quarter(world: World) -> None:
    world.clock.move(minutes=15)
    world.poll()


# Trouble ------------------------------------------------------------------------------


def test_a_turn_that_cannot_be_closed_warns_once_until_it_can_and_stops_no_other_game(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.new_game()
    world.new_game(id="autumn", title="Autumn", options={"items": ("Culture",)})
    advance = close.advance

    def fail(ruleset: Any, state: Any, *rest: Any, **more: Any) -> Any:
        if "Culture" in state.options.items:
            raise ZeroDivisionError("a bug")
        return advance(ruleset, state, *rest, **more)

    monkeypatch.setattr(close, "advance", fail)
    world.wait(hours=25)
    assert (world.game().turn, world.game("autumn").turn) == (2, 1)
    warned = [s for s in subjects(world, GAME_MASTER) if "cannot be closed" in s]
    assert warned == ["autumn: turn 1 cannot be closed"]
    world.wait(hours=25)
    assert len([s for s in subjects(world, GAME_MASTER) if "cannot be closed" in s]) == 1
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    world.poll()
    assert world.game("autumn").turn == 2
    world.wait(hours=2)
    assert "Over: autumn: turn 1 cannot be closed" in text_of(world.last(GAME_MASTER))
