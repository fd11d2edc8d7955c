"""Orders for which nobody waits, which last until they are replaced, and quick reactions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.play.table import closed_turn
from pbem.store import games
from pbem.store.records import Source
from tests.service import relay
from tests.service.looks import held
from tests.service.running import new_relay, play, written_at
from tests.service.world import ANNA, CHIARA, START, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with relay.installed(), open_world(tmp_path) as world:
        yield world


# Orders that nobody waits for ---------------------------------------------------------


def guards(world: World) -> dict[int, int]:
    """What each seat's standing order in the game's own state says."""
    with world.context.database.read() as connection:
        last = closed_turn(connection, "spring", world.game().turn - 1)
    return relay.CODEC.load_state(last.state).guards


def answered(world: World, turn: int) -> dict[int, str]:
    with world.context.database.read() as connection:
        return {a.seat: a.source for a in games.answers_of(connection, "spring", turn)}


def test_orders_for_an_optional_ask_are_held_and_played_once(world: World) -> None:
    new_relay(world)
    world.reply(CHIARA, "GUARD 4")
    world.poll()
    assert "Saved: your orders for turn 1" in text_of(world.last(CHIARA, kind="receipt"))
    assert world.game().turn == 1, "nobody waited for them"
    play(world, 1)
    assert guards(world)[3] == 4
    assert answered(world, 1) == {1: Source.MAIL, 3: Source.MAIL}
    play(world, 1)
    assert answered(world, 2) == {2: Source.MAIL}
    assert guards(world)[3] == 4, "the game itself keeps them"


def test_a_mail_that_answers_an_old_report_counts_for_the_open_turn_of_a_lasting_ask(
    world: World,
) -> None:
    new_relay(world)
    play(world, 3)
    world.reply(CHIARA, "GUARD 4")
    world.poll()
    receipt = " ".join(text_of(world.last(CHIARA, kind="receipt")).split())
    assert "counts for turn 4, which is open now" in receipt
    assert "Saved: your orders for turn 4" in receipt
    assert "The game waits for Boris." in receipt
    assert held(world, 3) == ["GUARD 4"]
    world.reply(CHIARA, "PREVIEW\nGUARD 5")
    world.reply(CHIARA, "WITHDRAW")
    world.poll()
    preview, withdrawn = (text_of(m) for m in world.mails(CHIARA, kind="receipt")[1:])
    assert "checked for turn 4" in preview
    assert "Withdrawn" in withdrawn
    assert held(world, 3) == []


def test_a_stale_mail_of_who_owes_a_move_is_told_so_as_ever(world: World) -> None:
    new_relay(world)
    stale = world.last(ANNA, kind="report")
    play(world, 2)
    world.reply(ANNA, "MOVE 9", to=stale)
    world.poll()
    receipt = text_of(world.last(ANNA, kind="receipt"))
    assert "Too late: turn 1 is closed" in receipt
    assert "The game waits for you." in receipt
    assert held(world, 1) == []


def test_nothing_lasts_beyond_the_end(world: World) -> None:
    new_relay(world, turns=2)
    play(world, 2)
    world.reply(CHIARA, "GUARD 4", to=world.mails(CHIARA, kind="report")[0])
    world.poll()
    assert "Too late" in text_of(world.last(CHIARA, kind="receipt"))


def test_a_lasting_order_after_the_deadline_counts_while_the_turn_is_open(world: World) -> None:
    new_relay(world)
    world.wait(47.75)
    world.clock.move(minutes=16)
    world.reply(CHIARA, "GUARD 4")
    world.reply(ANNA, "MOVE 4")
    world.poll()
    assert answered(world, 1) == {1: Source.DEFAULT, 3: Source.MAIL}


def test_lines_kept_for_a_turn_are_told_of_at_once_when_it_opens(world: World) -> None:
    new_relay(world)
    world.reply(CHIARA, "TURN 3: GUARD x")
    world.poll()
    play(world, 3)
    assert written_at(world, CHIARA) == [0, 2]
    assert "refused" in text_of(world.last(CHIARA, kind="report"))


def test_standing_lines_that_fail_are_told_with_the_news(world: World) -> None:
    new_relay(world)
    world.reply(CHIARA, "@ GUARD 2")
    world.poll()
    play(world, 1)
    assert held(world, 3) == ["GUARD 2"]
    world.wait(23)
    told = " ".join(text_of(world.last(CHIARA, kind="report")).split())
    assert "Held for turn 2; nothing more is needed from you:" in told
    assert "| GUARD 2" in told


# Reactions ----------------------------------------------------------------------------


def test_a_turn_of_reactions_alone_closes_at_the_short_deadline_with_the_default(
    world: World,
) -> None:
    new_relay(world, alarms=(2,))
    play(world, 1, hours=1)
    assert world.game().deadline == START + timedelta(hours=7)
    assert "are due" in text_of(world.last(ANNA, kind="report")), "Anna comes after Boris"
    world.wait(5.75)
    assert world.game().turn == 2
    world.wait(0.5)
    assert world.game().turn == 3
    assert answered(world, 2) == {1: Source.DEFAULT}


def test_a_reaction_that_comes_in_closes_its_turn_at_once(world: World) -> None:
    new_relay(world, alarms=(2,))
    play(world, 1)
    world.reply(ANNA, "REACT 5")
    world.poll()
    assert world.game().turn == 3
    assert answered(world, 2) == {1: Source.MAIL}


def test_a_turn_of_reactions_and_moves_takes_the_turns_time(world: World) -> None:
    new_relay(world, mixed=(2,))
    play(world, 1, hours=1)
    assert world.game().deadline == START + timedelta(hours=49)
