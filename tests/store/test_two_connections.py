"""PostgreSQL, where it differs from SQLite: two connections write at once, each on what it saw."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.settings import MailSettings
from pbem.service.clock import ManualClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.context import context_of
from pbem.service.intake.receive import receive_mail
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_news, send_reminders
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import facts, games
from pbem.store.database import Database
from pbem.store.tables import metadata
from tests.servers.databases import SERVER
from tests.service import relay
from tests.service.running import mover, new_relay, play, reports, whispers
from tests.service.world import ANNA, BORIS, CHIARA, START, World, text_of

pytestmark = pytest.mark.postgresql
PATIENCE = 30.0


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    trusting = MailSettings(without_token="dmarc", trusted_authserv=("mx.example.net",))
    config = Config(service=ServiceSettings(database=SERVER.new()), mail=trusting)
    lay_foundations(config, tmp_path)
    clock = ManualClock(START)
    with relay.installed():
        context = context_of(config, tmp_path, clock)
        try:
            yield World(context, clock, MemoryInbox())
        finally:
            context.close()


@pytest.fixture
def database(world: World) -> Database:
    return world.context.database


@contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[threading.Thread]:
    """Something done by another thread, and finished when the block has been left."""
    raised: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001  (the test tells of it, whatever it is)
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield thread
    finally:
        thread.join(PATIENCE)
    assert not thread.is_alive()
    assert raised == []


def wait_until_it_waits(database: Database) -> None:
    """Until a connection waits for the lock of another."""
    query = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    for _try in range(10_000):
        with database.engine.connect() as connection:
            if connection.execute(query).scalar_one():
                return
    raise AssertionError("nobody waits for a lock")


def test_a_look_at_the_database_is_a_look_at_one_moment(database: Database) -> None:
    count = sa.select(sa.func.count()).select_from(metadata.tables["facts"])
    with database.read() as reader:
        before = reader.execute(count).scalar_one()
        with database.write() as writer:
            facts.write_fact(writer, "news", "of the other connection")
        assert reader.execute(count).scalar_one() == before


def test_a_locked_game_waits_for_whoever_changes_it(world: World, database: Database) -> None:
    new_relay(world)
    seen: list[int] = []

    def look() -> None:
        with database.write() as connection:
            row = games.find_game(connection, "spring", lock=True)
            assert row is not None
            seen.append(row.reminded)

    with database.write() as connection:
        games.find_game(connection, "spring", lock=True)
        games.change_game(connection, "spring", reminded=7)
        helper = meanwhile(look)
        helper.__enter__()
        wait_until_it_waits(database)
        assert seen == []
    helper.__exit__(None, None, None)
    assert seen == [7]


def test_a_turn_that_two_close_at_once_is_closed_once(world: World, database: Database) -> None:
    new_relay(world)
    with database.write() as connection:
        games.find_game(connection, "spring", lock=True)
        one = meanwhile(lambda: close_turn(world.context, "spring", 1))
        other = meanwhile(lambda: close_turn(world.context, "spring", 1))
        one.__enter__()
        other.__enter__()
        wait_until_it_waits(database)
    one.__exit__(None, None, None)
    other.__exit__(None, None, None)
    assert world.game().turn == 2
    assert len(world.rows(recipient=BORIS, kind="report")) == 2


def test_a_mail_and_a_closing_that_meet_are_both_right(world: World, database: Database) -> None:
    """Whichever comes first: the mail is played, or told that it came too late."""
    new_relay(world, movers=(1,))
    for turn in range(1, 6):
        world.clock.move(minutes=1)
        world.reply(mover(world), "MOVE 5")
        with (
            meanwhile(lambda turn=turn: close_turn(world.context, "spring", turn)),  # type: ignore[misc]
            meanwhile(lambda: receive_mail(world.context, world.inbox)),
        ):
            pass
        assert world.game().turn == turn + 1
        with database.read() as connection:
            played = {a.seat: a.source for a in games.answers_of(connection, "spring", turn)}
        late = "too late" in text_of(world.last(ANNA, kind="receipt")).lower()
        assert (played[1] == "mail") == (not late)


def test_a_mail_without_a_token_sees_the_game_as_whoever_changes_it_leaves_it(
    world: World, database: Database
) -> None:
    new_relay(world, movers=(1,))
    player = mover(world)
    world.write(
        player,
        "MOVE 5",
        to=world.context.config.mail.address,
        Authentication_Results="mx.example.net; dmarc=pass header.from=example.org",
    )
    with database.write() as connection:
        games.find_game(connection, "spring", lock=True)
        games.change_game(connection, "spring", title="Autumn")
        helper = meanwhile(lambda: receive_mail(world.context, world.inbox))
        helper.__enter__()
        wait_until_it_waits(database)
    helper.__exit__(None, None, None)
    assert "Autumn" in world.last(player, kind="receipt")["Subject"]


def test_late_news_and_a_report_asked_for_tell_nothing_twice(
    world: World, database: Database
) -> None:
    new_relay(world)
    for _day in range(3):
        play(world, 1, hours=0.25)
        world.clock.move(hours=25)
        world.reply(CHIARA, "REPORT")
        with (
            meanwhile(lambda: receive_mail(world.context, world.inbox)),
            meanwhile(lambda: send_news(world.context)),
        ):
            pass
        assert whispers(*reports(world, CHIARA)) == [*range(1, world.game().turn)]


def test_reminders_that_two_send_at_once_go_out_once(world: World) -> None:
    world.new_game(ruleset="relay", schedule=Schedule(every="48h", reminders=("24h",)))
    world.clock.move(hours=30)
    with (
        meanwhile(lambda: send_reminders(world.context)),
        meanwhile(lambda: send_reminders(world.context)),
    ):
        pass
    assert len(world.rows(kind="reminder")) == 1
