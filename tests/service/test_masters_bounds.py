"""What game masters cannot do by mistake, and what is not for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.mastering.acts import appoint, by_operator, dismiss
from pbem.service.press.limits import HOUR, TO_ALL
from pbem.store.mastering import MasterRow
from pbem.store.records import InboxStatus
from tests.service.looks import held, settled
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


@pytest.mark.parametrize("when", ["9999-12-31 23:59", "2099-01-01 20:00", "0001-01-01 00:00"])
def test_no_deadline_is_set_to_another_age(world: World, when: str) -> None:
    before = world.game().deadline
    assert "Nothing was changed" in command(world, f"DEADLINE {when}")
    assert settled(world)[-1].status is InboxStatus.DONE
    assert world.game().deadline == before


def test_deadlines_are_not_put_off_for_years_bit_by_bit(world: World) -> None:
    command(world, "EXTEND 300 days")
    assert "366 days ahead" in command(world, "EXTEND 300 days").replace("\n", " ")


def test_a_players_own_token_counts_beside_one_that_was_never_theirs(world: World) -> None:
    stolen = str(world.last(EVE)["Reply-To"]).partition("+")[2].partition("@")[0]
    own = str(world.last(ANNA, kind="report")["Reply-To"])
    orders = "Economy 60% coop 70 with 0-200 comp 30"
    world.write(ANNA, orders, to=own, subject=f"Re: Spring [{stolen}]")
    world.poll()
    assert held(world)


def test_nobody_gets_the_number_of_somebody_who_was_dismissed(world: World) -> None:
    command(world, "PAUSE", ADA)
    by_operator(world.context, "spring", dismiss, ADA)
    zoe = MasterRow("spring", 0, "Zoe", "zoe@example.org")
    by_operator(world.context, "spring", appoint, zoe)
    told = command(world, "LOG").replace("\n", " ")
    assert "Zoe stopped the clock" not in " ".join(told.split())
    assert "Ada stopped the clock" in " ".join(told.split())


def test_an_assistant_is_told_no_addresses(world: World) -> None:
    assert ANNA in command(world, "SHOW")
    world.write("mallory@elsewhere.test", "x", to=str(world.last(ANNA)["Reply-To"]))
    world.poll()
    assert "mallory" in command(world, "TROUBLE")
    for asked in ("SHOW", "TROUBLE"):
        told = command(world, asked, ADA)
        assert ANNA not in told
        assert "mallory" not in told


@pytest.mark.parametrize("name", ["orders", "orders+spring.1.1.abcdefghijklmnop"])
def test_no_seat_is_the_services_own(world: World, name: str) -> None:
    told = command(world, f"SEAT 2 ADDRESS {name}@pbem.localhost")
    assert "the games themselves" in told.replace("\n", " ")


def test_a_game_master_signs_every_letter(world: World) -> None:
    told = command(world, "ANONYMOUS TO Boris: psst\nEND")
    assert "leave the word ANONYMOUS out" in told.replace("\n", " ")
    assert not any("psst" in text_of(mail) for mail in world.mails(BORIS))


def test_a_game_master_writes_to_all_as_often_as_players_may(world: World) -> None:
    letters = "\n".join(f"TO ALL: number {n}\nEND" for n in range(TO_ALL[HOUR] + 1))
    told = command(world, letters)
    assert "letters an hour are the most" in " ".join(told.split())
    got = [mail for mail in world.mails(BORIS) if "number" in text_of(mail)]
    assert len(got) == TO_ALL[HOUR]
