"""What game masters are told of a game: who plays, and for whom; who runs it; how it is set up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pbem.service.gamefile import SeatSpec
from tests.service.looks import LINE, OTHER
from tests.service.test_mastering import confirmed
from tests.service.test_masters import ADA, EVE, GM, MASTERS, command
from tests.service.test_standby import ask
from tests.service.test_substitutes import ASK, lend
from tests.service.world import (
    ANNA,
    BORIS,
    NOON_TO_NOON,
    World,
    open_world,
    text_of,
)

DORA = "dora@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def test_SHOW_tells_who_owes_orders_and_notes_but_no_orders(world: World) -> None:
    command(world, "NOTE Boris is away until Sunday")
    world.reply(ANNA, LINE)
    world.poll()
    told = command(world, "SHOW")
    assert "Boris 2 orders awaited" in " ".join(told.split())
    assert "Boris is away until Sunday" in told
    assert ANNA in told
    assert LINE not in told


def test_what_is_told_does_not_hang_on_what_players_keep_secret(world: World) -> None:
    """Two orders, one mail of SHOW, LIST, LOG and TROUBLE each, the same byte for byte."""
    asked = "SHOW\nLIST\nLOG\nTROUBLE"
    told = []
    for line in (LINE, OTHER):
        world.reply(ANNA, line)
        world.poll()
        before = len(world.mails(EVE))
        command(world, asked)
        told.append([text_of(mail) for mail in world.mails(EVE)[before:]])
    assert told[0] == told[1]
    assert len(told[0]) == 4


def test_TROUBLE_tells_of_mail_that_waits(world: World) -> None:
    assert "Nothing needs you" in command(world, "TROUBLE")
    world.write(DORA, LINE, to=str(world.last(ANNA, kind="report")["Reply-To"]))
    world.poll()
    assert DORA in command(world, "TROUBLE")


def test_HELP_tells_an_assistant_only_of_what_they_may_do(world: World) -> None:
    assert "CANCEL" in command(world, "HELP")
    told = command(world, "HELP", ADA)
    assert "CANCEL" not in told
    assert "EXTEND" in told


def test_a_game_master_who_plays_is_shown_as_such_to_all(world: World) -> None:
    chairs = (SeatSpec(name="Eve", address=EVE), SeatSpec(name="Anna", address=ANNA))
    world.new_game(id="autumn", seats=chairs, masters=MASTERS)
    assert "Eve (runs the game, too)" in text_of(world.last(ANNA, kind="report"))
    world.reply(ANNA, "STATUS")
    world.poll()
    assert "Eve 1 orders awaited; runs the game, too" in " ".join(text_of(world.last(ANNA)).split())


def shown(world: World, master: str = EVE) -> str:
    return " ".join(command(world, "SHOW", master).split())


def test_SHOW_tells_who_plays_for_whom_and_until_when(world: World) -> None:
    lend(world)
    assert f"{DORA}; a substitute plays for {ANNA} until the end of 8 March 2026" in shown(world)
    told = shown(world, ADA)
    assert "a substitute plays until the end of 8 March 2026" in told
    assert "@example.org" not in told


def test_SHOW_tells_whom_a_player_has_asked_to_play_for_them(world: World) -> None:
    world.reply(ANNA, ASK)
    world.poll()
    assert f"orders awaited; {ANNA}; {DORA} is asked until 5 March" in shown(world)
    assert "somebody is asked until 5 March 2026, 12:00 UTC to play for them" in shown(world, ADA)


def test_SHOW_tells_of_vacations_now_and_to_come(world: World) -> None:
    for player, line in (
        (ANNA, "VACATION 2026-03-02 TO 2026-03-05"),
        (BORIS, "VACATION 2026-03-20 TO 2026-03-25 BOT"),
    ):
        world.reply(player, line)
        world.poll()
    told = shown(world)
    assert "Anna is on vacation until the end of 5 March 2026. Boris will be on vacation" in told
    assert "from 20 March 2026 to the end of 25 March 2026. The house bot plays" in told


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("eject", "Boris 2 ejected; the house bot plays"),
        ("resign", "Boris 2 resigned; its owner may take it back"),
        ("miss", "Boris 2 lost for missed turns; its owner may"),
    ],
)
def test_SHOW_tells_why_a_bot_plays_a_seat(tmp_path: Path, how: str, said: str) -> None:
    with open_world(tmp_path) as world:
        world.new_game(
            masters=MASTERS, schedule=msgspec.structs.replace(NOON_TO_NOON, leave_after=1)
        )
        world.reply(ANNA, f"@ {LINE}")
        world.poll()
        match how:
            case "eject":
                confirmed(world, "EJECT 2")
            case "resign":
                world.resign(BORIS)
            case _:
                world.wait(24.5)
        assert said in shown(world)


def test_SHOW_tells_to_whom_a_seat_is_offered_and_how_many_stand_by(world: World) -> None:
    ask(world, DORA)
    assert "1 person stands by for a seat that falls free." in shown(world)
    confirmed(world, "EJECT 2")
    assert f"ejected; the house bot plays; offered to {DORA} until" in shown(world)
    told = shown(world, ADA)
    assert "offered to somebody who stands by until" in told
    assert DORA not in told


def test_SHOW_tells_who_runs_a_game_and_how_it_is_set_up(world: World) -> None:
    told = command(world, "SHOW")
    assert "Eve owner eve@example.org" in " ".join(told.split())
    assert "Ada assistant ada@example.org" in " ".join(told.split())
    for line in ('join = "open"', "[options]", "turns = 10", "[schedule]", 'every = "24h"'):
        assert line in told
    assert "early_close" not in told
    told = command(world, "SHOW", ADA)
    assert "Eve owner" in " ".join(told.split())
    assert "eve@example.org" not in told
    assert "set up" not in command(world, "NOTE hello")


def test_SHOW_names_the_operator_of_a_game_that_names_nobody(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.write(GM, "SHOW", to="orders@pbem.localhost", subject="spring")
        world.poll()
        assert f"the operator owner {GM}" in shown(world, GM)


def test_SHOW_tells_that_a_game_is_archived_and_of_nobody_who_may_watch_no_more(
    world: World,
) -> None:
    command(world, "OBSERVER zoe@example.org")
    assert "Nobody watches yet; asked were:" in shown(world)
    confirmed(world, "CANCEL")
    assert "zoe@example.org" not in shown(world)
    assert "It is archived" not in shown(world)
    command(world, "ARCHIVE")
    assert "It is archived: LIST leaves it out." in shown(world)
