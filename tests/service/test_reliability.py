"""How reliable people are who let others know it: told to game masters, and asked of who joins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from pbem.service.tools.overview import one_game
from tests.service.looks import LINE, seats
from tests.service.test_masters import MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

HOUSE = "orders@pbem.localhost"
OPEN = (SeatSpec(name="Chiara", address=CHIARA), SeatSpec())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, options={"turns": 20})
        yield world


def play(world: World, turns: int, sent: int) -> None:
    """So many turns, for the first of which Anna orders, and Boris for none."""
    for turn in range(turns):
        if turn < sent:
            world.reply(ANNA, LINE)
            world.poll()
        deadline = world.game().deadline
        assert deadline is not None
        world.clock.move(hours=(deadline - world.clock.now()).total_seconds() / 3600)
        close_turn(world.context, "spring")


def rated(world: World, player: str = ANNA) -> None:
    world.reply(player, "PROFILE RATED", to=world.last(player, kind="report"))
    world.poll()


def asks_to_join(world: World, player: str = ANNA) -> str:
    world.write(player, "JOIN autumn", to=HOUSE)
    world.poll()
    return " ".join(text_of(world.last(player)).split())


def taken(world: World) -> list[str]:
    return [str(seat.kind) for seat in seats(world, "autumn")]


def test_whoever_sent_too_few_orders_is_told_so_and_does_not_join(world: World) -> None:
    play(world, 10, 7)
    rated(world)
    world.new_game(id="autumn", title="Autumn", seats=OPEN, reliability=80)
    told = asks_to_join(world)
    assert "for 80 of a hundred turns; yours did for 70" in told
    assert taken(world) == ["human", "open"]


def test_whoever_sent_too_few_orders_is_offered_no_seat_that_falls_free(world: World) -> None:
    play(world, 10, 7)
    rated(world)
    world.new_game(
        id="autumn",
        title="Autumn",
        seats=(OPEN[0], SeatSpec(name="Boris", address=BORIS)),
        reliability=80,
    )
    world.reply(ANNA, "STANDBY autumn\nSTANDBY hegemon")
    world.poll()
    assert "yours did for 70" in " ".join(
        text_of(one) for one in world.mails(ANNA) if "That was not done" in str(one["Subject"])
    ).replace("\n", " ")
    by_operator(world.context, "autumn", eject, 1)
    world.poll()
    assert not world.rows(recipient=ANNA, kind="offer")


@pytest.mark.parametrize(("turns", "sent", "wanted"), [(10, 8, 80), (9, 0, 80), (10, 0, 0)])
def test_whoever_sent_enough_or_is_new_joins(
    world: World, turns: int, sent: int, wanted: int
) -> None:
    play(world, turns, sent)
    rated(world)
    world.new_game(id="autumn", title="Autumn", seats=OPEN, reliability=wanted)
    asks_to_join(world)
    assert taken(world) == ["human", "kept"]


@pytest.mark.parametrize("sent", [0, 10])
def test_whoever_hides_a_record_is_asked_to_show_it(world: World, sent: int) -> None:
    play(world, 10, sent)
    rated(world)
    world.reply(ANNA, "PROFILE UNRATED", to=world.last(ANNA, kind="report"))
    world.poll()
    world.new_game(id="autumn", title="Autumn", seats=OPEN, reliability=80)
    told = asks_to_join(world)
    assert "It asks to see how reliable you are: PROFILE RATED in a reply" in told
    assert "of a hundred" not in told
    assert taken(world) == ["human", "open"]
    rated(world)
    asks_to_join(world)
    assert taken(world) == ["human", "kept" if sent else "open"]


@pytest.mark.parametrize(("turns", "wanted"), [(9, 80), (10, 0)])
def test_who_is_new_or_not_asked_may_hide_it(world: World, turns: int, wanted: int) -> None:
    play(world, turns, 0)
    world.new_game(id="autumn", title="Autumn", seats=OPEN, reliability=wanted)
    asks_to_join(world)
    assert taken(world) == ["human", "kept"]


def test_of_whoever_does_not_want_it_nothing_is_known(world: World) -> None:
    play(world, 10, 0)
    assert "% of turns" not in command(world, "SHOW")
    assert {seat.reliability for seat in one_game(world.context, "spring").seats} == {None}


def test_game_masters_are_told_of_those_who_want_it_known(world: World) -> None:
    play(world, 10, 5)
    rated(world)
    told = " ".join(command(world, "SHOW").split())
    assert told.count("in all games in time for 50 % of turns") == 1
    found = {seat.name: seat.reliability for seat in one_game(world.context, "spring").seats}
    assert found == {"Anna": 50, "Boris": None}
    world.reply(BORIS, "STATUS", to=world.last(BORIS, kind="report"))
    world.poll()
    assert "% of turns" not in text_of(world.last(BORIS))
