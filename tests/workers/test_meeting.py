"""What two workers do at once to the same mails, games and mailboxes, without any claim: the rows
alone keep it right."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.clock import DatabaseClock, ManualClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.context import Context, context_of
from pbem.service.dispatch.outbox import LEASING
from pbem.service.intake import receive
from pbem.service.intake.receive import Opened, process_recorded, settle_lanes
from pbem.service.intake.recording import record_mail
from pbem.service.setup import lay_foundations
from pbem.store import mail, outbox
from pbem.store.claims import claiming, one_at_a_time, take
from pbem.store.database import Database
from pbem.store.records import InboxStatus, OutboxDraft
from tests.servers.databases import SERVER
from tests.service.world import ANNA, BORIS, START, World

pytestmark = pytest.mark.postgresql
LINE, OTHER = "Economy 60% coop 70 with 0-200 comp 30", "Environment 40% comp 100 attack 0-50"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    config = Config(service=ServiceSettings(database=SERVER.new()))
    lay_foundations(config, tmp_path)
    clock = ManualClock(START)
    context = context_of(config, tmp_path, clock)
    try:
        world = World(context, clock, MemoryInbox())
        world.new_game()
        yield world
    finally:
        context.close()


def test_mails_that_two_are_at_are_settled_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a claim was lost with its connection: both have read them, and meet at the door."""
    for text in (LINE, OTHER):
        world.reply(ANNA, text)
        world.reply(BORIS, text)
    record_mail(world.context, world.inbox)
    both = threading.Barrier(2)
    met: set[int] = set()

    def together(context: Context, opened: Opened) -> set[int]:
        own = threading.get_ident()
        if own not in met:  # behind the first one nobody waits: one may have more of them to go
            met.add(own)
            both.wait(30)
        return really(context, opened)

    really = receive._settle_at_once
    monkeypatch.setattr(receive, "_settle_at_once", together)
    threads = [
        threading.Thread(target=process_recorded, args=(world.context, {})) for _two in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for player in (ANNA, BORIS):
        assert len(world.rows(recipient=player, kind="receipt")) == 2
    with world.context.database.read() as connection:
        assert mail.count_incoming(connection) == {InboxStatus.DONE: 4}


def test_a_lane_that_another_is_at_is_left_alone(world: World) -> None:
    world.reply(ANNA, LINE)
    record_mail(world.context, world.inbox)
    never = threading.Event()
    database = world.context.database
    with claiming(database) as others, claiming(database) as own:
        with others.claim("lane", "spring") as theirs:
            assert theirs
            assert settle_lanes(world.context, own, never, tried=False) == 0
        assert settle_lanes(world.context, own, never, tried=False) == 1


def test_a_claim_ends_with_the_connection_of_whoever_died(world: World) -> None:
    database = world.context.database
    with claiming(database) as own:
        with database.alone() as doomed:
            assert take(doomed, "mailbox", shared=False)
            with own.claim("mailbox") as mine, own.claim("mailbox", "other") as other:
                assert (mine, other) == (False, True)
        # The server needs a moment to notice that somebody has gone.
        taken = False
        while not taken:
            with own.claim("mailbox") as taken:
                pass


def test_two_who_lease_at_once_never_have_mails_to_one_mailbox(world: World) -> None:
    database, now = world.context.database, world.clock.now()
    drafts = [
        OutboxDraft(f"<{n}@x.org>", "notice", f"p{n % 7}@x.org", "hello", b"x", now, now)
        for n in range(70)
    ]
    with database.write() as connection:
        mail.queue_mails(connection, drafts)
    leased: dict[str, set[str]] = {}

    def lease(name: str) -> None:
        with database.write() as connection:
            one_at_a_time(connection, LEASING)
            until = now + timedelta(minutes=1)
            rows = outbox.lease_mails(connection, now, 5, relay="main", by=name, until=until)
            leased[name] = {row.recipient for row in rows}

    threads = [threading.Thread(target=lease, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = [mailbox for mailboxes in leased.values() for mailbox in mailboxes]
    assert len(taken) == len(set(taken)) >= 7


def test_machines_whose_clocks_differ_agree_by_the_databases(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(world.context.database.url)
    try:
        skewed = DatabaseClock(database)
        monkeypatch.setattr(
            "pbem.service.clock.datetime", None
        )  # whatever this machine's clock says is not asked for
        apart = skewed.now() - database.now()
    finally:
        database.close()
    assert abs(apart) < timedelta(seconds=5)
