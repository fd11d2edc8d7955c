"""Nobody comes to two seats of a game, and whoever waited for what comes to nothing is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.store import alerts, games, pending
from pbem.store.invitations import invitations_of
from pbem.store.joining import Joining, Reply
from tests.service.looks import seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA, HOUSE = "dora@example.org", "orders@pbem.localhost"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())


@pytest.fixture
def forming(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS, start="manual", join=Joining.APPROVE)
        yield world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def answer(world: World, sender: str, text: str, kind: str) -> None:
    world.reply(sender, text, to=world.last(sender, kind=kind))
    world.poll()


def waiting(world: World) -> list[str]:
    with world.context.read() as session:
        return [one.address for one in pending.pending_of(session.connection, "spring")]


def subjects(world: World, reader: str) -> list[str]:
    return [str(mail["Subject"]).partition(" [")[0] for mail in world.mails(reader)]


# Two seats ----------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["invited", "approved"])
def test_whoever_has_a_seat_kept_is_given_no_other(forming: World, how: str) -> None:
    if how == "invited":
        command(forming, f"INVITE {DORA}")
    else:
        forming.join(DORA, "JOIN spring AS Dora")
    assert "is kept for" in command(forming, f"SEAT 3 ADDRESS {DORA}")
    assert [seat.address for seat in seats(forming)] == [ANNA, None, None]


def test_whoever_got_a_seat_meanwhile_takes_no_second_one(forming: World) -> None:
    command(forming, f"INVITE {DORA}")
    with forming.context.write() as session:
        chairs = {"kind": "human", "address": DORA}
        games.change_seat(session.connection, "spring", 3, **chairs)
    answer(forming, DORA, "JOIN", "invite")
    assert [seat.address for seat in seats(forming)] == [ANNA, None, DORA]
    assert "plays in the game already" in text_of(forming.last(DORA))
    assert waiting(forming) == []


# Told -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", [f"SEAT 2 ADDRESS {CHIARA}", "SEAT 2 BOT raider", "SEAT 2 RELEASE"]
)
def test_whoever_waits_for_approval_hears_that_the_seat_goes_elsewhere(
    forming: World, line: str
) -> None:
    forming.join(DORA, "JOIN spring AS Dora")
    forming.wait(48)
    confirmed(forming, line)
    assert subjects(forming, DORA)[-1] == "You have no seat in Spring"
    with forming.context.read() as session:
        assert not alerts.is_open(session.connection, "approve.spring.2")


def test_whoever_waits_and_gets_the_seat_is_not_turned_away(forming: World) -> None:
    forming.join(DORA, "JOIN spring AS Dora")
    confirmed(forming, f"SEAT 2 ADDRESS {DORA}")
    assert "You have no seat in Spring" not in subjects(forming, DORA)
    assert seats(forming)[1].address == DORA


def test_an_invitation_to_a_seat_that_goes_elsewhere_waits_no_more(forming: World) -> None:
    command(forming, f"INVITE {DORA}")
    confirmed(forming, "SEAT 2 RELEASE")
    with forming.context.read() as session:
        (one,) = invitations_of(session.connection, "spring")
    assert one.reply is Reply.LAPSED


@pytest.mark.parametrize("line", ["NEWKEY", "RESIGN"])
def test_whoever_asked_somebody_to_play_hears_that_nobody_is_asked_any_more(
    world: World, line: str
) -> None:
    world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.poll()
    world.reply(ANNA, line)
    world.poll()
    assert "Spring: nobody plays for you" in subjects(world, ANNA)


def test_whoever_asked_hears_that_whom_they_asked_cannot_play(world: World) -> None:
    world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.poll()
    confirmed(world, f"SEAT 2 ADDRESS {DORA}")
    answer(world, DORA, "ACCEPT", "substitute")
    assert subjects(world, ANNA)[-1] == "Spring: nobody plays for you"


def test_whoever_resigned_hears_that_the_seat_cannot_be_taken_back(world: World) -> None:
    world.resign(BORIS)
    confirmed(world, f"SEAT 2 ADDRESS {CHIARA}")
    assert subjects(world, BORIS)[-1] == "You play Spring no more"


def stands_by(world: World, wanted: str = "hegemon") -> None:
    world.write(DORA, f"STANDBY {wanted}", to=HOUSE)
    world.poll()
    answer(world, DORA, "CONFIRM", "standby")


def test_whoever_was_offered_a_seat_hears_that_it_is_given_away(world: World) -> None:
    stands_by(world)
    confirmed(world, "EJECT 2")
    world.wait(1)
    confirmed(world, f"SEAT 2 ADDRESS {CHIARA}")
    assert subjects(world, DORA)[-1] == "The seat in Spring is no longer free"


# The end --------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["played", "CANCEL"])
def test_the_end_of_a_game_costs_nobody_their_place_on_a_list(tmp_path: Path, end: str) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, options={"turns": 1})
        stands_by(world)
        confirmed(world, "EJECT 2")
        world.wait(1)
        offer = world.last(DORA, kind="offer")
        if end == "played":
            command(world, "CLOSE NOW")
            command(world, "CONFIRM")
        else:
            confirmed(world, end)
        assert subjects(world, DORA)[-1] == "The seat in Spring is no longer free"
        world.reply(DORA, "ACCEPT", to=offer)
        world.wait(49)
        world.write(DORA, "STANDBY", to=HOUSE)
        world.poll()
        assert "You stand by for Hegemon" in text_of(world.last(DORA))


def test_nobody_plays_on_after_the_end(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, options={"turns": 1})
        world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
        world.poll()
        world.wait(24 * 7)
        assert world.game().status == "finished"
        assert "Spring: nobody plays for you" not in subjects(world, ANNA)
