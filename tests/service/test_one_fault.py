"""Whatever fails once, in one round of the service, is made good by the next ones.

The round is run again and again on the same beginning. Each time another thing fails that it asks
of the database (a statement, a commit, or the answer to a commit that was carried out), of the
mailbox or of the mail server; then the books are checked.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.imap import Fetched, Pending
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.outbound.send import Delivery, Source, Status
from pbem.service.dispatch import outbox
from pbem.service.dispatch.outbox import LEASE, send_outbox
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.intake.receive import receive_mail
from pbem.service.play.upkeep import close_due, note_poll, send_news, send_reminders
from pbem.service.schedule import Schedule
from pbem.store import contacts, games, mail
from pbem.store.records import InboxStatus, OutboxStatus
from pbem.store.tables import orders
from tests.servers.databases import migrated_file
from tests.service import relay
from tests.service import world as world_module
from tests.service.faults import DatabaseAway, watching
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world
from tests.soaking import soak

GONE = CHIARA
"""The address whose host refuses all mail."""


class Fault:
    """Lets the `at`-th thing fail that is asked of anybody; with 0, nothing."""

    def __init__(self, at: int) -> None:
        self._left = at
        self.what = ""
        self.asked: list[str] = []
        self.is_over = False
        """Nothing fails any more, and what is asked does not matter."""

    def __call__(self, asked: str) -> None:
        if self._due(asked):
            raise DatabaseAway

    def wire(self, asked: str) -> None:
        """The same for what is asked by network."""
        if self._due(asked):
            raise MailServerTrouble("the server hung up")

    def _due(self, asked: str) -> bool:
        if self.is_over:
            return False
        self.asked.append(asked)
        self._left -= 1
        if self._left == 0:
            self.what = asked
        return self._left == 0


class Wire(MemoryInbox):
    """A mailbox each of whose answers may fail to come, before or after it did what was asked."""

    def __init__(self, fault: Callable[[str], None]) -> None:
        super().__init__()
        self.fault = fault

    def waiting(self) -> tuple[Pending, ...]:
        self.fault("SEARCH")
        return super().waiting()

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]:
        for fetched in super().fetch(uids):
            self.fault("FETCH")
            yield fetched

    def move(self, uids: Iterable[int], folder: str) -> None:
        self.fault("MOVE")
        super().move(uids, folder)
        self.fault("MOVED")


class Post:
    """A mail server that counts what it takes, by Message-ID."""

    def __init__(self, fault: Callable[[str], None]) -> None:
        self.fault = fault
        self.taken: Counter[bytes] = Counter()
        self.refused: Counter[bytes] = Counter()

    async def deliver(self, take: Source, _settings: Any, note: Callable[[Delivery], None]) -> None:
        while (message := await take()) is not None:
            self.fault("MAIL")
            gone = message.recipient == GONE
            (self.refused if gone else self.taken)[message.data] += 1
            status = Status.REJECTED if gone else Status.SENT
            note(Delivery(message.key, status, 550 if gone else 250, "so it is"))


@pytest.mark.parametrize("share", [6, soak(1)])
def test_whatever_fails_once_everything_happens_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: int
) -> None:
    # Its books are put back before each fault, which is quick where they are a file.
    monkeypatch.setattr(world_module, "migrated_database", migrated_file)
    monkeypatch.setattr(outbox, "LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(outbox, "GATHER_SECONDS", 0.0)
    with relay.installed(), open_world(tmp_path) as world:
        letters, beginning = prepare(world), world.clock.now()
        keep(world)
        with monkeypatch.context() as patch:
            asked = round_with(world, 0, letters, beginning, patch).asked
            chosen = some_of_each_kind(asked, share)
            faults = [round_with(world, at, letters, beginning, patch) for at in chosen]
    planted = [fault for fault in faults if fault.what]
    assert len(planted) >= 0.95 * len(faults), "what is sent may be booked at once or in turn"
    kinds = Counter(what.split()[0] for what in asked)
    assert kinds.keys() >= {"BEGIN", "COMMIT", "COMMITTED", "INSERT", "MAIL", "MOVE", "UPDATE"}
    assert kinds["COMMIT"] >= 8, "as many transactions as a round has, at the least"


def some_of_each_kind(asked: Sequence[str], share: int) -> list[int]:
    """Places, counted from 1: of all that is asked in the same words each `share`-th."""
    alike: dict[str, list[int]] = {}
    for place, what in enumerate(asked, start=1):
        alike.setdefault(what.split(" SET ")[0].split(" (")[0], []).append(place)
    return sorted(place for places in alike.values() for place in places[::share])


def prepare(world: World) -> list[bytes]:
    """A game of three, whose round brings all that there is; returns the mails that come."""
    people = (("Anna", ANNA), ("Boris", BORIS), ("Chiara", CHIARA))
    world.new_game(
        ruleset="relay",
        seats=tuple(SeatSpec(name=name, address=address) for name, address in people),
        schedule=Schedule(every="24h", second_thoughts="0m", reminders=("12h",)),
    )
    world.new_game(
        ruleset="relay",
        id="late",
        seats=tuple(
            SeatSpec(name=name, address=f"{name.lower()}@x.org") for name, _address in people
        ),
        schedule=Schedule(every="24h", second_thoughts="0m", reminders=("23h",)),
    )
    world.wait(1.5)
    return [
        world.reply(ANNA, "MOVE 5", to=world.last(ANNA, game="spring")),
        world.reply(BORIS, "TURN 2: MOVE 7", to=world.last(BORIS, game="spring")),
        world.write("stranger@x.org", "hello", to="orders@pbem.localhost"),
    ]


def keep(world: World) -> None:
    """Put a copy of the books aside, for each trial to begin with."""
    kept = world.context.base / "kept"
    kept.mkdir()
    world.context.database.engine.dispose()
    shutil.copy(world.context.base / "games.db", kept)


def round_with(
    world: World, at: int, letters: list[bytes], beginning: datetime, patch: pytest.MonkeyPatch
) -> Fault:
    """Run the round with one fault, and two that mend it, and check the books."""
    base = world.context.base
    world.context.database.engine.dispose()
    shutil.copy(base / "kept" / "games.db", base)
    world.clock.move(seconds=(beginning - world.clock.now()).total_seconds())
    fault = Fault(at)
    post, world.inbox = Post(fault.wire), Wire(fault.wire)
    patch.setattr(outbox, "deliver", post.deliver)
    for letter in letters:
        world.deliver(letter)
    with watching(world.context.database, fault):
        service_round(world)
    fault.is_over = True
    for _later in range(2):
        world.clock.move(seconds=LEASE.total_seconds())
        service_round(world)
    check_books(world, post, f"fault {at}: {fault.what}")
    return fault


def service_round(world: World) -> None:
    """What the service does at its ticks; what fails waits for the next."""
    context = world.context
    jobs: tuple[Callable[[], object], ...] = (
        lambda: note_poll(context, receive_mail(context, world.inbox).began),
        lambda: close_due(context),
        lambda: send_news(context),
        lambda: send_reminders(context),
        lambda: send_digests(context),
        lambda: send_outbox(context),
    )
    for job in jobs:
        with suppress(MailServerTrouble, DatabaseAway):
            job()


def check_books(world: World, post: Post, why: str) -> None:
    with world.context.database.read() as connection:
        outgoing = mail.outgoing(connection)
        settled = {row.id: row.status for row in mail.mails_in(connection, *InboxStatus)}
        counted = connection.execute(orders.select().where(orders.c.game == "spring")).all()
        played = games.answers_of(connection, "spring", 1)
        prepared = games.held_for(connection, "spring", 2, 2)
        gone = contacts.find_contact(connection, GONE)
    assert set(settled.values()) == {InboxStatus.DONE}, why
    assert len(settled) == 3, why
    assert world.inbox.waiting() == (), why
    assert Counter((row.turn, row.seat) for row in counted) == {(1, 1): 1, (2, 2): 1}, why
    assert [answer.source for answer in played if answer.seat == 1] == ["mail"], why
    assert prepared is not None, why
    assert prepared.lines == ("MOVE 7",), why
    assert world.game().turn == 2, why
    # Everyone was told once, and every mail went out once.
    kinds = Counter((row.game, row.kind, row.recipient) for row in outgoing)
    assert set(kinds.values()) <= {1, 2}, why
    assert kinds["spring", "receipt", ANNA] == kinds["spring", "receipt", BORIS] == 1, why
    assert kinds["spring", "report", ANNA] == 1, why
    assert kinds["spring", "report", BORIS] == 2, why
    assert kinds["late", "reminder", "anna@x.org"] == 1, why
    assert kinds[None, "unknown", "stranger@x.org"] == 1, why
    done = {OutboxStatus.SENT, OutboxStatus.FAILED, OutboxStatus.HELD}
    assert {row.status for row in outgoing} <= done, why
    assert {row.attempts for row in outgoing} == {0}, why
    assert post.taken == Counter(row.data for row in outgoing if row.status == OutboxStatus.SENT), (
        why
    )
    refused = [row.data for row in outgoing if row.status == OutboxStatus.FAILED]
    assert post.refused == Counter(refused), why
    assert gone is not None, why
    assert gone.score == len(refused), why
