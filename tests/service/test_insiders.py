"""Whoever plays is shown nothing that is hidden, and whoever was shown it plays no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.service.play.masters import running_seats
from pbem.store import games, masters
from tests.service.looks import seats
from tests.service.test_masters import ADA, EVE, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

OWNERS = (
    MasterSpec(name="Eve", address=EVE),
    MasterSpec(name="Ada", address=ADA),
    MasterSpec(name="Anna", address=ANNA),
)
DORA = "dora@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=OWNERS)
        yield world


def is_shown(world: World, line: str, master: str = ANNA) -> bool:
    before = len(world.mails(master))
    world.write(master, line, to=str(world.mails(master, kind="notice")[0]["Reply-To"]))
    world.poll()
    said = "\n".join(text_of(one) for one in world.mails(master)[before:])
    return "owners of the game who do not play" not in " ".join(said.split())


def runs_and_plays(world: World) -> set[int]:
    with world.context.database.read() as connection:
        seats = games.seats_of(connection, "spring")
        return set(running_seats(world.context, connection, "spring", seats))


def who_plays(world: World) -> list[str | None]:
    with world.context.database.read() as connection:
        return [seat.address for seat in games.seats_of(connection, "spring")]


def insiders(world: World) -> tuple[str, ...]:
    with world.context.database.read() as connection:
        return masters.insiders_of(connection, "spring")


@pytest.mark.parametrize(
    "line", ["VIEW TRUTH", "VIEW 2", "PREVIEW", "FOR 2:\nEconomy 60% comp 100"]
)
def test_an_owner_who_lends_a_seat_is_shown_nothing(world: World, line: str) -> None:
    world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.poll()
    world.reply(DORA, "ACCEPT", to=world.last(DORA))
    world.poll()
    assert who_plays(world)[0] == DORA
    assert not is_shown(world, line)
    assert runs_and_plays(world) == {1}
    assert insiders(world) == ()


def test_nor_is_one_who_has_resigned_and_may_return(world: World) -> None:
    world.resign(ANNA)
    assert not is_shown(world, "VIEW TRUTH")
    assert runs_and_plays(world) == {1}
    world.wait(80)
    assert is_shown(world, "VIEW TRUTH")
    assert runs_and_plays(world) == set()


def test_nor_one_who_may_take_a_change_of_address_back(world: World) -> None:
    world.reply(ANNA, "PROFILE ADDRESS anna9@example.org")
    world.poll()
    world.reply("anna9@example.org", "CONFIRM", to=world.last("anna9@example.org"))
    world.poll()
    assert who_plays(world)[0] == "anna9@example.org"
    assert not is_shown(world, "VIEW TRUTH")


@pytest.mark.parametrize("address", [ADA, "ada+2@example.org"])
def test_who_was_shown_it_gets_no_seat_of_the_game(world: World, address: str) -> None:
    assert is_shown(world, "VIEW TRUTH", ADA)
    assert insiders(world) == (ADA,)
    command(world, f"SEAT 2 ADDRESS {address}")
    assert who_plays(world) == [ANNA, BORIS]
    assert "it gets no seat" in " ".join(text_of(world.last(EVE)).split())


def test_an_owner_who_has_looked_at_nothing_may_have_one(world: World) -> None:
    command(world, f"SEAT 2 ADDRESS {ADA}")
    command(world, "CONFIRM")
    assert who_plays(world) == [ANNA, ADA]


def have_a_second(world: World, player: str, second: str) -> None:
    world.reply(player, f"PROFILE ALSO {second}", to=world.last(player, kind="report"))
    world.poll()
    world.reply(second, "CONFIRM", to=world.last(second, kind="newaddress"))
    world.poll()


def test_a_players_second_address_is_shown_nothing_however_it_is_spelled(world: World) -> None:
    spelled = "boris+2@work.example"
    have_a_second(world, BORIS, "boris@work.example")
    command(world, f"APPOINT {spelled}")
    command(world, "CONFIRM")
    assert not is_shown(world, "VIEW TRUTH", spelled)
    assert runs_and_plays(world) == {1, 2}
    assert insiders(world) == ()


def test_all_are_told_of_one_who_runs_a_game_from_elsewhere(tmp_path: Path) -> None:
    other = MasterSpec(name="Boris", address="boris+2@example.org")
    with open_world(tmp_path) as world:
        world.new_game(masters=(OWNERS[0], other))
        assert runs_and_plays(world) == {2}


def test_a_second_address_runs_no_game(world: World) -> None:
    have_a_second(world, BORIS, "boris@work.example")
    command(world, "APPOINT boris@work.example")
    assert "name their first" in " ".join(text_of(world.last(EVE)).split())
    command(world, "APPOINT dora@example.org")
    assert "CONFIRM" in text_of(world.last(EVE))


def test_who_was_shown_it_at_a_second_address_gets_no_seat_at_the_first(world: World) -> None:
    world.new_game(id="other", seats=(SeatSpec(address=DORA), SeatSpec(address=CHIARA)))
    is_shown(world, "VIEW TRUTH", ADA)
    with world.context.database.write() as connection:
        run = next(one for one in masters.masters_of(connection, "spring") if one.address == ADA)
        masters.remove_master(connection, run)
    have_a_second(world, DORA, ADA)
    command(world, f"SEAT 2 ADDRESS {DORA}")
    assert "it gets no seat" in " ".join(text_of(world.last(EVE)).split())
    world.reply(DORA, "PROFILE ALSO NONE", to=world.last(DORA, kind="report"))
    world.poll()
    command(world, f"SEAT 2 ADDRESS {DORA}")
    command(world, "CONFIRM")
    assert who_plays(world) == [ANNA, BORIS]


@pytest.fixture
def without_ada(world: World) -> World:
    """Ada has seen everything, and runs the game no more."""
    is_shown(world, "VIEW TRUTH", ADA)
    command(world, f"DISMISS {ADA}")
    command(world, "CONFIRM")
    return world


def test_not_when_they_run_it_no_more_and_stand_by(without_ada: World) -> None:
    world = without_ada
    world.write(ADA, "STANDBY hegemon", to=world.context.config.mail.address)
    world.poll()
    world.reply(ADA, "CONFIRM", to=world.last(ADA))
    world.poll()
    command(world, "EJECT 2")
    command(world, "CONFIRM")
    world.wait(1)
    assert world.rows(recipient=ADA, kind="offer") == ()


def test_nor_to_play_for_another(without_ada: World) -> None:
    world = without_ada
    world.reply(BORIS, f"SUBSTITUTE {ADA} UNTIL 2026-03-20")
    world.poll()
    world.reply(ADA, "ACCEPT", to=world.last(ADA, kind="substitute"))
    world.poll()
    assert "it gets no seat" in " ".join(text_of(world.last(ADA)).split())
    assert BORIS in [seat.address for seat in seats(world)]


def test_nor_by_a_change_of_address(without_ada: World) -> None:
    world = without_ada
    world.reply(BORIS, f"PROFILE ADDRESS {ADA}")
    world.poll()
    world.reply(ADA, "CONFIRM", to=world.last(ADA))
    world.poll()
    assert who_plays(world) == [ANNA, BORIS]


def test_the_mail_that_shows_results_counts_as_well(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=OWNERS, release="master")
        world.wait(25)
        assert set(insiders(world)) == {EVE, ADA}
        command(world, f"SEAT 2 ADDRESS {CHIARA}")
        command(world, "CONFIRM")
        assert who_plays(world) == [ANNA, CHIARA]
