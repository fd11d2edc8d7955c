"""What somebody writes, and is asked, at a second address for its own sake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.gamefile import SeatSpec
from pbem.store.tables import metadata
from tests.service.looks import seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

WORK, HOUSE = "anna@work.example", "orders@pbem.localhost"
OTHERS = (SeatSpec(name="Boris", address=BORIS), SeatSpec(name="Chiara", address=CHIARA))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def say(world: World, sender: str, text: str, to: str) -> None:
    """A reply to the newest mail that somebody got of a game."""
    world.reply(sender, text, to=world.last(sender, game=to))
    world.poll()


def have_a_second(world: World) -> None:
    say(world, ANNA, f"PROFILE ALSO {WORK}", "spring")
    world.reply(WORK, "CONFIRM", to=world.last(WORK))
    world.poll()


def seconds(world: World) -> list[str]:
    with world.context.read() as session:
        rows = session.connection.execute(sa.select(metadata.tables["seconds"].c.second))
        return [row.second for row in rows]


def test_what_it_was_asked_before_it_became_one_is_answered_by_itself(world: World) -> None:
    world.new_game(id="other", masters=MASTERS, seats=OTHERS)
    say(world, BORIS, f"SUBSTITUTE {WORK} UNTIL 2026-03-20", "other")
    asked = world.last(WORK, kind="substitute")
    have_a_second(world)
    world.reply(WORK, "ACCEPT", to=asked)
    world.poll()
    assert [seat.address for seat in seats(world, "other")] == [BORIS, CHIARA]
    assert "only your first one can play" in text_of(world.last(WORK))
    assert "nobody plays for you" in str(world.last(BORIS)["Subject"])


def test_where_it_stands_by_is_confirmed_by_itself(world: World) -> None:
    world.write(WORK, "STANDBY hegemon", to=HOUSE)
    world.poll()
    asked = world.last(WORK)
    have_a_second(world)
    world.reply(WORK, "CONFIRM", to=asked)
    world.poll()
    assert "You stand by for Hegemon" in text_of(world.last(WORK))


def test_nobody_invites_it_or_gives_it_a_seat_nor_does_its_owner_lend_it_one(world: World) -> None:
    world.new_game(id="open", masters=MASTERS, seats=(*OTHERS, SeatSpec()), start="manual")
    have_a_second(world)
    before = len(world.mails(WORK))
    for line in (f"INVITE {WORK}", f"SEAT 1 ADDRESS {WORK}"):
        assert "second address" in command(world, line, to=world.last(EVE))
    world.reply(ANNA, f"SUBSTITUTE {WORK} UNTIL 2026-03-20")
    world.poll()
    assert "This address is your own" in text_of(world.last(ANNA))
    assert len(world.mails(WORK)) == before


@pytest.mark.parametrize("text", ["LIST", "HELP", "STATUS", "JOIN nowhere", "Economy 40%", "hello"])
def test_what_it_writes_without_proof_is_answered_there(world: World, text: str) -> None:
    have_a_second(world)
    before = len(world.mails(WORK))
    world.write(WORK, text, to=HOUSE)
    world.poll()
    assert len(world.mails(WORK)) == before + 1


def test_a_seat_that_it_asks_for_is_the_firsts_and_both_are_told(world: World) -> None:
    world.new_game(id="open", masters=MASTERS, seats=(*OTHERS, SeatSpec()), start="manual")
    have_a_second(world)
    world.write(WORK, "JOIN open", to=HOUSE)
    world.poll()
    assert "went to your first address" in str(world.last(WORK)["Subject"])
    world.reply(ANNA, "JOIN", to=world.last(ANNA, kind="join"))
    world.poll()
    assert seats(world, "open")[2].address == ANNA


@pytest.mark.parametrize("line", [f"SEAT 1 ADDRESS {CHIARA}", "SEAT 1 BOT raider", "EJECT 1"])
def test_it_is_one_no_more_once_the_last_seat_is_somebody_elses(world: World, line: str) -> None:
    have_a_second(world)
    confirmed(world, line)
    assert seconds(world) == []


def test_it_stays_one_while_another_seat_is_there(world: World) -> None:
    mine = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Chiara", address=CHIARA))
    world.new_game(id="other", masters=MASTERS, seats=mine)
    have_a_second(world)
    confirmed(world, "EJECT 1")
    assert seconds(world) == [WORK]
