"""Clubs that nobody plays: their books are right, and would tell if they were not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bench.soak.books import wrong
from bench.soak.club import Club, Plan, open_club
from bench.soak.faults import Fault, troubles
from bench.soak.relay import Arrived
from pbem.store.tables import inbox, outbox, turns
from tests.servers.databases import SERVER, SQLITE

SMALL = Plan(games=20, people=60, days=5)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]
)
def test_a_club_comes_through_all_that_can_go_wrong_with_its_books_right(
    tmp_path: Path, database: str
) -> None:
    url = SQLITE if database == "sqlite" else SERVER.new()
    with open_club(replace(SMALL, database=url), tmp_path) as club:
        days = [*club.play()]
        found = wrong(club)
    assert found == [], "\n".join(found)
    assert days == [1, 2, 3, 4, 5]
    assert {*club.befell} == {*Fault}


def test_each_fault_has_its_turn_and_the_same_seed_brings_the_same() -> None:
    drawn = troubles(SMALL.seed, SMALL.days)
    assert {one.fault for one in drawn} == {*Fault}
    assert drawn == troubles(SMALL.seed, SMALL.days)
    assert drawn != troubles(SMALL.seed + 1, SMALL.days)
    last_kill = max(one.first for one in drawn if one.fault is Fault.KILL)
    assert last_kill < SMALL.days // 2 * 24, "then one process has to keep its memory"


@pytest.mark.soak
def test_the_books_tell_of_what_is_lost_doubled_or_out_of_place(tmp_path: Path) -> None:
    with open_club(Plan(games=2, people=8, days=1, faults=False), tmp_path) as club:
        assert [*club.play()] == [1]
        club.service.stop()
        assert wrong(club) == []
        for spoil, told in SPOILED.items():
            spoil(club)
            found = wrong(club)
            assert any(told in one for one in found), f"{told}: {found}"


def _lose_a_mail(club: Club) -> None:
    club.evidence.lay.pop(next(iter(club.evidence.lay)))


def _forget_an_answer(club: Club) -> None:
    first = next(one for one in club.posted if one.answered == (1, 1))
    club.posted.append(replace(first, message_id="<never@answered>", fates=frozenset({"lost"})))


def _deliver_twice(club: Club) -> None:
    club.evidence.lay[next(iter(club.evidence.lay))] += 1


def _leave_one_unread(club: Club) -> None:
    with club.context.database.write() as connection:
        first = sa.select(sa.func.min(inbox.c.id)).scalar_subquery()
        connection.execute(inbox.update().where(inbox.c.id == first).values(status="new"))


def _leave_one_unsent(club: Club) -> None:
    with club.context.database.write() as connection:
        last = sa.select(sa.func.max(outbox.c.id)).scalar_subquery()
        connection.execute(outbox.update().where(outbox.c.id == last).values(status="queued"))


def _lose_a_turn(club: Club) -> None:
    with club.context.database.write() as connection:
        connection.execute(turns.delete().where(turns.c.turn == 0, turns.c.game == "g1"))


def _tell_a_secret(club: Club) -> None:
    anna, boris, *_others = club.people.values()
    raw = f"From: x\r\nMessage-ID: <1@x>\r\n\r\nHe wrote {anna.canary}\r\n".encode()
    club.evidence.look_at(Arrived(boris.address, "", raw), boris, club.clock.now())


def _grow(club: Club) -> None:
    club.plan = replace(club.plan, days=5)
    club.megabytes |= {5: 2 * club.megabytes[1], 4: club.megabytes[1]}


SPOILED = {
    _forget_an_answer: "0 answers to",
    _deliver_twice: "lies there 2 times",
    _lose_a_mail: "lies there 0 times",
    _leave_one_unread: "never dealt with",
    _leave_one_unsent: "is queued",
    _lose_a_turn: "these turns were played",
    _tell_a_secret: "the remark of",
    _grow: "memory grew",
}
