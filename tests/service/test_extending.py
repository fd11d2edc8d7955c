"""EXTEND by a player: a deadline put off for all, as the game's schedule lets its players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.replay import Mark
from pbem.service.config import ConfigError
from pbem.service.gamefile import GameSpec, MasterSpec, SeatSpec, check_spec
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.play.close import close_turn
from pbem.service.schedule import Extensions, Schedule
from pbem.service.tools.verify import verify_game
from pbem.store.mastering import Role
from tests.service.looks import LINE, held
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of

TWICE = Extensions(hours=24, times=2)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def begin(world: World, extensions: Extensions = TWICE, **more: Any) -> None:
    world.new_game(
        schedule=Schedule(every="48h", second_thoughts="0m", reminders=(), extensions=extensions),
        **more,
    )


def ask(world: World, text: str, player: str = ANNA) -> EmailMessage:
    world.reply(player, text)
    world.poll()
    return world.last(player)


def hours(world: World) -> float:
    """From the turn's opening to its deadline."""
    game = world.game()
    assert game.opened is not None
    assert game.deadline is not None
    return (game.deadline - game.opened) / timedelta(hours=1)


@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("EXTEND 24", 24),
        ("extend 6 hours, please", 6),
        ("VERLÄNGERN 1 Tag", 24),
        ("PROLONGER 12 heures", 12),
        ("Extend: +3h", 3),
    ],
)
def test_the_deadline_is_put_off_for_all(world: World, line: str, by: int) -> None:
    begin(world)
    said = ask(world, line)
    assert hours(world) == 48 + by
    assert "You have put it off for all" in text_of(said)
    others = world.last(BORIS)
    assert "new deadline" in str(others["Subject"])
    assert "Anna has put it off" in text_of(others)


def test_it_moves_once_however_often_the_mail_comes(world: World) -> None:
    begin(world)
    world.deliver(world.reply(ANNA, "EXTEND 24\nEXTEND 24"))
    world.poll()
    assert hours(world) == 72


def test_orders_beside_it_count(world: World) -> None:
    begin(world)
    ask(world, f"EXTEND 24\n{LINE}")
    assert hours(world) == 72
    assert held(world) == [LINE]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("EXTEND", "Write how many hours"),
        ("EXTEND soon", "Write how many hours"),
        ("EXTEND 0", "Write how many hours"),
        ("EXTEND 3 moons", "Write how many hours"),
        ("EXTEND 25", "by 24 hours at a time"),
        ("EXTEND 2 days", "by 24 hours at a time"),
        ("PREVIEW\nEXTEND 24", "PREVIEW changes nothing"),
    ],
)
def test_a_bad_form_is_told_the_right_one_and_moves_nothing(
    world: World, line: str, said: str
) -> None:
    begin(world)
    told = " ".join(text_of(ask(world, line)).split())
    assert said in told
    assert hours(world) == 48
    assert "new deadline" not in str(world.last(BORIS)["Subject"])


def test_prose_that_begins_with_the_word_is_no_command(world: World) -> None:
    begin(world)
    ask(world, "extend it, I am away\nExtend my thanks to all of you")
    assert hours(world) == 48


@pytest.mark.parametrize(
    ("extensions", "lines", "said"),
    [
        (Extensions(), ["EXTEND 6"], "Players of this game cannot put its deadlines off"),
        (TWICE, ["EXTEND 1", "EXTEND 2", "EXTEND 6"], "put deadlines off 2 times"),
        (Extensions(times=9, in_all=1), ["EXTEND 1", "EXTEND 6"], "as often as this game allows"),
    ],
)
def test_it_is_done_as_often_as_the_game_allows(
    world: World, extensions: Extensions, lines: list[str], said: str
) -> None:
    begin(world, extensions)
    for line in lines[:-1]:
        ask(world, line)
    before = hours(world)
    assert said in " ".join(text_of(ask(world, lines[-1])).split())
    assert hours(world) == before


def test_each_player_has_their_own_number_of_times(world: World) -> None:
    begin(world, Extensions(times=1))
    ask(world, "EXTEND 6")
    ask(world, "EXTEND 6", BORIS)
    assert hours(world) == 60


def test_a_mail_for_a_turn_that_is_closed_moves_no_other(world: World) -> None:
    begin(world)
    old = world.last(ANNA, kind="report")
    close_turn(world.context, "spring")
    world.reply(ANNA, "EXTEND 6", to=old)
    world.poll()
    assert "Your mail answers one of turn 1" in text_of(world.last(ANNA))
    assert hours(world) == 48


def test_it_comes_too_late_after_the_deadline(world: World) -> None:
    begin(world, masters=())
    world.clock.move(hours=49)
    world.reply(ANNA, "EXTEND 6")
    receive_mail(world.context, world.inbox)
    assert "The deadline has passed" in text_of(world.last(ANNA))
    assert world.game().deadline == START + timedelta(hours=48)


def test_a_paused_game_has_no_deadline_to_move(world: World) -> None:
    begin(world)
    by_operator(world.context, "spring", pause)
    assert "the clock stands still" in text_of(ask(world, "EXTEND 6"))
    assert hours(world) == 48


def test_a_game_that_has_not_begun_has_none_either(world: World) -> None:
    begin(world, start="manual")
    world.reply(ANNA, "EXTEND 6", to=world.last(ANNA))
    world.poll()
    assert "has not begun" in text_of(world.last(ANNA))


def test_the_record_tells_who_did_it_and_the_chain_has_it(world: World) -> None:
    begin(world)
    ask(world, "EXTEND 6")
    world.reply(BORIS, "LOG")
    world.poll()
    said = " ".join(text_of(world.last(BORIS)).split())
    assert "seat 1 put the deadline off to 4 March 2026, 18:00 UTC" in said
    close_turn(world.context, "spring")
    found = list(verify_game(world.context, "spring"))
    assert [one for one in found if one.mark is Mark.BAD] == []


def test_nobody_is_made_a_game_master_with_a_players_role() -> None:
    spec = GameSpec(
        ruleset="hegemon",
        seats=(SeatSpec(), SeatSpec()),
        masters=(
            MasterSpec(address=BORIS),
            MasterSpec(address=ANNA, role=Role.PLAYER),
        ),
    )
    with pytest.raises(ConfigError, match="owner"):
        check_spec(spec)
