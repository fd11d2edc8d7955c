"""What is counted of games: turns and their lengths, whose orders came and whose did not, mails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.dispatch.bounces import DELAYED, SENT_BACK
from pbem.service.gamefile import SeatSpec
from pbem.service.tools.stats import COUNTED_AS, GameFigures, SeatFigures, of_all, of_game
from pbem.store import mail
from pbem.store.records import OutboxStatus, Source
from tests.service.faults import watching
from tests.service.world import ANNA, BORIS, World, open_world

LINE = "Economy 60% comp 100"
SEATS = (
    SeatSpec(name="Anna", address=ANNA),
    SeatSpec(name="Boris", address=BORIS),
    SeatSpec(name="Fox", bot="raider"),
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def play_three_turns(world: World) -> None:
    """Anna writes, repeats that, and is late for the third; Boris never writes."""
    world.new_game(seats=SEATS)
    world.reply(ANNA, f"@ {LINE}")
    world.wait(24)
    world.reply(ANNA, "@ NONE")
    world.wait(24)
    world.wait(24)
    late = world.mails(ANNA, kind="report")[-2]
    world.reply(ANNA, LINE, to=late)
    world.poll()


def seat(figures: GameFigures, number: int) -> SeatFigures:
    return figures.seats[number - 1]


def test_turns_are_counted_with_how_long_they_took(world: World) -> None:
    world.copied_game()
    found = of_game(world.context, "spring")
    assert (found.turns, found.turn_seconds) == (0, None)
    world.wait(24)
    world.wait(2)
    for player in (ANNA, BORIS):
        world.reply(player, f"{LINE}\nDONE")
    world.poll()
    found = of_game(world.context, "spring")
    assert (found.turns, found.status) == (2, "running")
    assert found.turn_seconds is not None
    lengths = found.turn_seconds
    assert (lengths.shortest, lengths.median, lengths.longest) == (7200, 46800, 86400)


def test_whose_orders_came_in_time_late_or_not_at_all_is_told_by_seat(world: World) -> None:
    play_three_turns(world)
    found = of_game(world.context, "spring")
    assert found.turns == 3
    anna, boris, fox = (seat(found, number) for number in (1, 2, 3))
    assert (anna.by_mail, anna.repeated, anna.missing, anna.late) == (1, 1, 1, 1)
    assert (boris.by_mail, boris.repeated, boris.missing, boris.late) == (0, 0, 3, 0)
    assert (fox.by_bot, fox.by_mail, fox.missing) == (3, 0, 0)


def test_a_preview_and_a_question_for_a_closed_turn_are_not_late_orders(world: World) -> None:
    world.copied_game()
    report = world.last(ANNA, kind="report")
    world.wait(24)
    for text in (f"PREVIEW\n{LINE}", "STATUS", "Hello!"):
        world.reply(ANNA, text, to=report)
    world.poll()
    assert seat(of_game(world.context, "spring"), 1).late == 0
    world.reply(ANNA, LINE, to=report)
    world.poll()
    assert seat(of_game(world.context, "spring"), 1).late == 1


def test_mails_are_counted_by_kind_with_their_size(world: World) -> None:
    play_three_turns(world)
    mails = of_game(world.context, "spring").mails
    incoming = {kind.kind: kind.mails for kind in mails.incoming}
    assert incoming == {"read": 3}
    for kind in mails.outgoing:
        rows = world.rows(game="spring", kind=kind.kind)
        assert (kind.mails, kind.octets) == (len(rows), sum(len(row.data) for row in rows))
    assert (
        sum(kind.mails for kind in mails.outgoing)
        == mails.waiting
        == len(world.rows(game="spring"))
    )


def test_what_failed_is_counted(world: World) -> None:
    world.copied_game()
    world.wait(24)
    back, slow, refused, _other = world.rows(kind="report")
    with world.context.database.write() as connection:
        mail.change_mails(connection, [back.id], status="sent", error=f"{SENT_BACK} (5.1.1)")
        mail.change_mails(connection, [slow.id], status="sent", error=DELAYED)
        mail.change_mails(connection, [refused.id], status=OutboxStatus.FAILED, error="550 no")
    mails = of_game(world.context, "spring").mails
    assert (mails.sent_back, mails.delayed, mails.refused, mails.waiting) == (1, 1, 1, 1)


def test_all_games_are_told_as_each_of_them_is_and_the_mails_of_none(world: World) -> None:
    play_three_turns(world)
    world.new_game(id="autumn")
    world.write("eve@example.org", "HELP", to=world.context.config.mail.address)
    world.poll()
    found = of_all(world.context)
    assert found.games == tuple(of_game(world.context, name) for name in ("spring", "autumn"))
    assert sum(kind.mails for kind in found.no_game.incoming) == 1
    told = {kind.kind: kind.mails for kind in found.no_game.outgoing}
    assert told == {"answer": 1}


def test_all_games_take_as_many_questions_as_one(world: World) -> None:
    def questions() -> int:
        asked: list[str] = []
        with watching(world.context.database, asked.append):
            of_all(world.context)
        return len(asked)

    world.new_game(id="first")
    one = questions()
    for number in range(3):
        world.new_game(id=f"game-{number}")
    assert questions() == one


def test_every_source_of_orders_is_counted_as_something() -> None:
    assert set(COUNTED_AS) == set(Source)
    assert set(COUNTED_AS.values()) <= set(SeatFigures.__struct_fields__)
