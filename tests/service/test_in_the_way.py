"""A transaction that PostgreSQL ends for the sake of another is done again: nothing was wrong with
it, so nobody hears of it and no mail uses up an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.service.play.close import close_turn
from pbem.store import mail
from pbem.store.errors import is_conflict
from pbem.store.records import InboxRow, InboxStatus
from tests.service.faults import DatabaseAway, Happening, watching
from tests.service.world import ANNA, World, open_world

LINE = "Economy 60% coop 70 with 0-200 comp 30"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


class Deadlock(OperationalError):
    """What SQLAlchemy raises of one, as psycopg does."""

    class Detected(Exception):
        sqlstate = "40P01"

    def __init__(self) -> None:
        super().__init__("a statement", None, self.Detected("deadlock detected"))


def in_the_way(beginning: str, times: int) -> Happening:
    """The first so many statements that begin so end in a deadlock."""
    left = times

    def happening(statement: str) -> None:
        nonlocal left
        if left and statement.startswith(beginning):
            left -= 1
            raise Deadlock

    return happening


def came(world: World) -> list[InboxRow]:
    with world.context.database.read() as connection:
        return list(mail.mails_in(connection, *InboxStatus))


@pytest.mark.parametrize("statement", ["INSERT INTO orders", "UPDATE inbox SET status"])
def test_a_mail_whose_transaction_gives_way_is_settled_all_the_same(
    world: World, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    world.reply(ANNA, LINE)
    with watching(world.context.database, in_the_way(statement, 2)):
        world.poll()
    (row,) = came(world)
    assert (row.status, row.attempts) == (InboxStatus.DONE, 1)
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_mail_that_gives_way_for_ever_waits_and_is_not_set_aside(world: World) -> None:
    world.reply(ANNA, LINE)
    with watching(world.context.database, in_the_way("INSERT INTO orders", 1000)):
        for _poll in range(world.context.config.service.attempts + 2):
            world.poll()
    (row,) = came(world)
    assert (row.status, row.attempts) == (InboxStatus.NEW, 0)
    world.poll()
    assert came(world)[0].status == InboxStatus.DONE


def test_a_turn_whose_closing_gives_way_is_closed_all_the_same(world: World) -> None:
    with watching(world.context.database, in_the_way("INSERT INTO turns", 2)):
        close_turn(world.context, "spring", 1)
    assert world.game().turn == 2


def test_other_troubles_of_a_database_are_not_taken_for_that() -> None:
    assert is_conflict(Deadlock())
    assert not is_conflict(DatabaseAway())
    assert not is_conflict(ValueError("deadlock detected"))
