"""The verdict on the service: what is wrong is named, and what is merely late is not."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mailer.errors import LoginRefused, MailServerTrouble
from pbem.service.config import MAIN, ServiceSettings
from pbem.service.dispatch.alerts import begin_alert
from pbem.service.dispatch.bounces import score
from pbem.service.lock import LOCK, AlreadyRunning, is_served, sole_server
from pbem.service.operation.health import Health, judge
from pbem.service.operation.vitals import look, patience, turn_patience
from pbem.service.play.close import closing_alert
from pbem.service.play.outage import ANSWERED, POLLED
from pbem.service.play.watching import DISK, UNREAD, note_sent, note_unsent
from pbem.service.schedule import Schedule
from pbem.store import facts, mail, outbox
from tests.service.world import ANNA, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.poll()
        yield world


def health(world: World, *, serving: bool = True) -> Health:
    now = world.clock.now()
    with world.context.database.read() as connection:
        vitals = look(connection, world.context.config, now)
    return judge(vitals, world.context.config, serving=serving, now=now)


def polled(world: World) -> None:
    """A look into the mailbox, and nothing that usually follows it."""
    with world.context.database.write() as connection:
        for fact in (POLLED, ANSWERED):
            facts.write_fact(
                connection, facts.of_mailbox(fact, MAIN), world.clock.now().isoformat()
            )


def send_all(world: World) -> None:
    with world.context.database.write() as connection:
        now = world.clock.now()
        rows = outbox.lease_mails(
            connection, now, 100, relay="main", by="me", until=now + timedelta(minutes=1)
        )
        outbox.mark_sent(connection, [row.id for row in rows], now)


def test_a_service_that_reads_and_sends_is_healthy(world: World) -> None:
    found = health(world)
    assert found.healthy
    assert (found.problems, found.overdue_games, found.alerts) == ((), (), ())
    assert (found.last_poll, found.last_poll_seconds) == (world.clock.now(), 0)
    assert (found.outbox_waiting, found.oldest_mail_seconds) == (2, 0), "the first reports"


def test_without_a_service_it_is_not(world: World) -> None:
    found = health(world, serving=False)
    assert (found.healthy, found.serving) == (False, False)
    assert "start 'pbem serve'" in found.problems[0]


def test_a_last_look_that_is_yet_to_come_is_told(world: World) -> None:
    world.clock.move(hours=-3)
    found = health(world)
    assert (found.healthy, found.last_poll_seconds) == (False, None)
    assert "which is yet to come: mend the clock" in found.problems[0]


def test_before_the_first_look_into_the_mailbox_it_is_not(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        found = health(world)
    assert found.problems == ("the mailbox was never looked into",)
    assert found.last_poll is None


def test_three_polls_may_be_missed_and_no_more(world: World) -> None:
    send_all(world)
    world.clock.move(seconds=180)
    assert health(world).healthy
    world.clock.move(seconds=1)
    found = health(world)
    assert found.problems == ("the mailbox was not looked into for 181 s (of 180 s)",)


@pytest.mark.parametrize(
    ("poll", "attempts", "longest", "turns"),
    [("60s", 3, 180, 360), ("1s", 3, 60, 63), ("10m", 1, 1800, 2400)],
)
def test_the_limits_follow_from_the_configuration(
    poll: str, attempts: int, longest: int, turns: int
) -> None:
    settings = ServiceSettings(poll=poll, outage="1d", attempts=attempts)
    assert patience(settings) == timedelta(seconds=longest)
    assert turn_patience(settings) == timedelta(seconds=turns)


def test_a_turn_that_waits_for_the_game_master_is_no_fault_of_the_service(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=Schedule(every="1h", reminders=(), absent=0))
        world.wait(hours=3)
        assert world.game().stalled is not None
        send_all(world)
        found = health(world)
    assert (found.overdue_games, found.problems) == ((), ())
    assert [alert.kind for alert in found.alerts] == ["stalled"]


def test_mail_that_should_have_gone_out_is_told_of(world: World) -> None:
    world.clock.move(seconds=200)
    polled(world)
    found = health(world)
    assert found.problems == ("mail waits to be sent for 200 s (of 180 s)",)
    send_all(world)
    assert health(world).healthy


def test_mail_for_later_is_not_late(world: World) -> None:
    with world.context.database.write() as connection:
        (first, second) = world.rows()
        later = world.clock.now() + timedelta(hours=9)
        mail.change_mails(connection, [first.id, second.id], due=later)
    world.clock.move(hours=1)
    polled(world)
    found = health(world)
    assert found.healthy
    assert (found.outbox_waiting, found.oldest_mail) == (2, None)


def test_a_mail_server_that_takes_nothing_is_noticed_although_each_try_is_put_off(
    world: World,
) -> None:
    note_unsent(world.context, MailServerTrouble("connection refused"))
    began = world.clock.now()
    for _try in range(10):
        world.clock.move(seconds=30)
        with world.context.database.write() as connection:
            now = world.clock.now()
            outbox.lease_mails(
                connection, now, 9, relay="main", by="me", until=now + timedelta(minutes=1)
            )
            outbox.return_leases(connection, "me")
        note_unsent(world.context, MailServerTrouble("connection refused"))
    polled(world)
    found = health(world)
    assert (found.oldest_mail, found.oldest_mail_seconds) == (began, 300)
    assert found.problems == ("mail waits to be sent for 300 s (of 180 s)",)
    send_all(world)
    note_sent(world.context)
    assert health(world).healthy


def test_a_turn_is_overdue_once_failing_mail_cannot_hold_it_up_any_more(world: World) -> None:
    send_all(world)
    deadline = world.game().deadline
    assert deadline is not None
    world.clock.move(seconds=(deadline - world.clock.now()).total_seconds() + 360)
    polled(world)
    assert health(world).healthy
    world.clock.move(seconds=1)
    found = health(world)
    assert found.overdue_games == ("spring",)
    assert found.problems == ("turns are overdue: spring",)


def test_alerts_of_the_service_itself_are_problems_and_those_about_people_are_not(
    world: World,
) -> None:
    own = world.context.config
    world.context = replace(
        world.context, config=type(own)(mail=type(own.mail)(admin="gm@example.org"))
    )
    (report, _other) = world.rows()
    with world.context.write() as session:
        score(session, report, permanent=True, reason="550 no such user")
        begin_alert(session, "missed.spring.1", "Anna has missed 2 turns", "Write to her.")
    found = health(world)
    assert found.healthy
    assert sorted(alert.kind for alert in found.alerts) == ["bounce", "missed"]
    assert ANNA not in repr(found), "no address is told"
    with world.context.write() as session:
        for key in (DISK, UNREAD, closing_alert("spring")):
            begin_alert(session, key, "what", "remedy")
    assert health(world).problems == ("you were alerted, and it lasts: closing, disk, mail",)


def test_a_refused_login_is_since_when_mail_waits_as_well(world: World) -> None:
    note_unsent(world.context, LoginRefused("no"))
    world.clock.move(seconds=200)
    polled(world)
    assert "mail waits to be sent for 200 s (of 180 s)" in health(world).problems


def test_asking_whether_a_service_runs_keeps_none_from_starting(tmp_path: Path) -> None:
    assert not is_served(tmp_path), "there is no lock at all"
    with sole_server(tmp_path):
        assert is_served(tmp_path)
        with pytest.raises(AlreadyRunning), sole_server(tmp_path):
            pass
    assert not is_served(tmp_path)
    with sole_server(tmp_path):
        assert is_served(tmp_path)


def test_a_service_that_starts_while_somebody_asks_waits_for_that_instant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sole_server(tmp_path):
        pass
    asking = os.open(tmp_path / LOCK, os.O_RDONLY)
    fcntl.flock(asking, fcntl.LOCK_SH)
    monkeypatch.setattr("pbem.service.lock.sleep", lambda _seconds: os.close(asking))
    with sole_server(tmp_path):
        assert is_served(tmp_path)
