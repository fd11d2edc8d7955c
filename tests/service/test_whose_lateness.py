"""To be late is a person's, not a seat's: whoever takes one over, for good or for a while, begins
anew, and who comes back to theirs goes on where they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.rollback import roll_back
from pbem.service.mastering.seats import eject, give_to, give_to_bot
from pbem.service.schedule import Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.overview import SeatLine, one_game
from pbem.store.alerts import lasting_alerts
from pbem.store.concerns import Matter
from pbem.store.fame import in_time
from tests.service.looks import LINE
from tests.service.test_masters import MASTERS, command
from tests.service.test_substitutes import DORA, EMIL, answer, flat, say
from tests.service.world import ANNA, BORIS, World, open_world

ASK = f"SUBSTITUTE {DORA} UNTIL 2026-03-20"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Anna and Boris play turns of a day."""
    with open_world(tmp_path) as world:
        schedule = Schedule(every="24h", reminders=(), second_thoughts="0m")
        world.new_game(masters=MASTERS, schedule=schedule, options={"turns": 20})
        yield world


def miss(world: World, turns: int) -> None:
    """So many turns without orders from anybody."""
    for _turn in range(turns):
        world.wait(24)


def seat(world: World, number: int = 1, game: str = "spring") -> SeatLine:
    return one_game(world.context, game).seats[number - 1]


def missed(world: World, player: str) -> list[int]:
    """For how many turns somebody hears in STATUS and LIST that they sent nothing, and of how many
    the service knows that sent orders in time or not."""
    found = []
    for word in ("STATUS", "LIST"):
        world.reply(player, word, to=world.last(player, kind="report"))
        world.poll()
        said = flat(world, player).partition("You have missed ")[2]
        found.append(int(said.split()[0]) if said else 0)
    with world.context.database.read() as connection:
        sent, owed = in_time(connection, player)
    return [*found, owed - sent]


def give(world: World, address: str) -> None:
    by_operator(world.context, "spring", give_to, 1, address)


def test_whoever_is_given_a_seat_begins_anew(world: World) -> None:
    miss(world, 3)
    assert missed(world, ANNA) == [3, 3, 3]
    give(world, DORA)
    assert missed(world, DORA) == [0, 0, 0]
    assert (seat(world).missed, seat(world).missed_in_a_row) == (0, 0)
    assert seat(world, 2).missed == 3
    assert "missed 3" not in command(world, "SHOW").partition("Boris")[0]
    miss(world, 1)
    assert missed(world, DORA) == [1, 1, 1]
    assert (seat(world).missed, seat(world).missed_in_a_row) == (1, 1)


def test_they_are_not_late_by_a_deadline_that_another_has_missed(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        schedule = Schedule(every="24h", reminders=(), second_thoughts="0m", waits=1, wait="24h")
        world.new_game(masters=MASTERS, schedule=schedule)
        world.reply(BORIS, LINE)
        world.wait(24)
        assert world.game().turn == 1, "the game waits for Anna"
        give(world, DORA)
        world.reply(DORA, LINE)
        world.poll()
        assert world.game().turn == 2
        assert (seat(world).late, seat(world).missed) == (0, 0)


def test_whoever_was_a_bots_successor_is_nobodys_heir(world: World) -> None:
    miss(world, 2)
    by_operator(world.context, "spring", give_to_bot, 1, "")
    give(world, DORA)
    assert missed(world, DORA) == [0, 0, 0]


def test_a_substitute_is_charged_with_their_own_turns_and_the_owner_with_none_of_them(
    world: World,
) -> None:
    miss(world, 1)
    say(world, ASK)
    answer(world)
    assert missed(world, DORA) == [0, 0, 0]
    miss(world, 2)
    assert missed(world, DORA) == [2, 2, 2]
    say(world, "SUBSTITUTE END", DORA)
    assert missed(world, ANNA) == [1, 1, 1]
    miss(world, 1)
    assert missed(world, ANNA) == [2, 2, 2]


def test_so_it_is_with_a_substitute_of_a_substitute(world: World) -> None:
    say(world, ASK)
    answer(world)
    miss(world, 1)
    say(world, f"SUBSTITUTE {EMIL} UNTIL 2026-03-18", DORA)
    answer(world, EMIL)
    miss(world, 2)
    assert missed(world, EMIL) == [2, 2, 2]
    say(world, "SUBSTITUTE END", EMIL)
    assert missed(world, DORA) == [1, 1, 1]
    say(world, "SUBSTITUTE END", DORA)
    assert missed(world, ANNA) == [0, 0, 0]


def test_orders_that_a_substitute_sends_are_to_their_credit(world: World) -> None:
    say(world, ASK)
    answer(world)
    world.reply(DORA, LINE, to=world.last(DORA, kind="report"))
    world.reply(BORIS, LINE)
    world.poll()
    with world.context.database.read() as connection:
        assert [in_time(connection, one) for one in (DORA, ANNA)] == [(1, 1), (0, 0)]
    say(world, "SUBSTITUTE END", DORA)
    with world.context.database.read() as connection:
        assert in_time(connection, ANNA) == (0, 0)


def test_an_owner_to_whom_the_game_master_gives_the_seat_back_is_who_they_were(
    world: World,
) -> None:
    miss(world, 1)
    say(world, ASK)
    answer(world)
    miss(world, 2)
    give(world, ANNA)
    assert missed(world, ANNA) == [1, 1, 1]


def test_a_turn_that_is_taken_back_is_that_of_who_has_the_seat_now(world: World) -> None:
    miss(world, 2)
    give(world, DORA)
    miss(world, 1)
    by_operator(world.context, "spring", roll_back, 2)
    assert missed(world, DORA) == [0, 0, 0]
    miss(world, 1)
    assert missed(world, DORA) == [1, 1, 1]


def test_an_export_knows_whose_turns_they_are(world: World) -> None:
    miss(world, 1)
    say(world, ASK)
    answer(world)
    miss(world, 2)
    archive = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, archive, "again", again=True)
    assert seat(world, game="again").missed == 2
    world.reply(DORA, "SUBSTITUTE END", to=world.last(DORA, game="again"))
    world.poll()
    assert seat(world, game="again").missed == 1


@pytest.mark.parametrize("how", ["given", "ejected", "lent", "resigned"])
def test_the_alert_that_somebody_is_missing_ends_when_they_have_the_seat_no_more(
    world: World, how: str
) -> None:
    def missing() -> list[int]:
        with world.context.database.read() as connection:
            found = (row.concern for row in lasting_alerts(connection, "spring"))
            return [one.seat for one in found if one and one.matter is Matter.MISSED]

    miss(world, 2)
    assert missing() == [1, 2]
    if how == "given":
        give(world, DORA)
    elif how == "ejected":
        by_operator(world.context, "spring", eject, 1)
    elif how == "lent":
        say(world, ASK)
        answer(world)
    else:
        world.resign(ANNA)
    assert missing() == [2]
