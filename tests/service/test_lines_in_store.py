"""Lines repeated every turn and lines sent ahead are held against what the players were told."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.engine.api import Level, Parsed, Verdict
from pbem.engine.replay import Mark
from pbem.mailer.witness import EVERY_TURN, digest_of_lines, read_witness
from pbem.rulesets.hegemon import RULESET as HEGEMON
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.store.games import seats_of
from pbem.store.tables import asks, later_orders, seats
from tests.service.exported import save_mails, write_export
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS
from tests.service.world import ANNA, BORIS, World, open_world, text_of

MINE, OTHER = "Economy 60%", "Economy 40%"
ANNAS = seats.c.seat == 1


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game in its second turn; Anna repeats a line, and has sent others ahead for turn 4."""
    with open_world(tmp_path) as found:
        found.copied_game()
        found.reply(ANNA, f"@ {MINE}\nTURN 4: {OTHER}")
        found.poll()
        turn_over(found)
        yield found


def turn_over(world: World) -> None:
    before = world.game().turn
    world.reply(BORIS, OTHER)
    world.poll()
    if world.game().turn == before:
        close_turn(world.context, "spring")


def change(world: World, *statements: sa.Executable) -> None:
    with world.context.database.write() as connection:
        for statement in statements:
            connection.execute(statement)


def wrong(world: World) -> list[str]:
    found = verify_game(world.context, "spring")
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is Mark.BAD]


def test_a_receipt_and_the_reports_after_it_tell_what_is_in_store(world: World) -> None:
    stored = {EVERY_TURN: digest_of_lines([MINE]), "4": digest_of_lines([OTHER])}
    told = [read_witness(row.data) for row in world.rows(recipient=ANNA)]
    assert [(one.stored, one.anew) for one in told if one is not None] == [
        ({}, False),
        (stored, True),
        (stored, False),
    ]


def test_games_with_lines_in_store_are_right_from_turn_to_turn(world: World) -> None:
    for _turn in range(4):
        assert wrong(world) == []
        turn_over(world)
    world.reply(ANNA, "@ NONE\nEconomy 5%")
    world.poll()
    turn_over(world)
    turn_over(world)
    assert wrong(world) == []


def test_who_resigns_and_returns_has_the_same_lines_in_store(world: World) -> None:
    world.resign(ANNA)
    turn_over(world)
    assert wrong(world) == []
    world.reply(ANNA, "RETURN", to=farewell(world))
    world.poll()
    turn_over(world)
    turn_over(world)
    assert wrong(world) == []


def farewell(world: World) -> EmailMessage:
    return next(m for m in reversed(world.mails(ANNA)) if "resigned" in str(m["Subject"]))


def test_lines_changed_without_orders_are_told_though_the_mail_asks_for_no_answer(
    world: World,
) -> None:
    world.reply(ANNA, "@ NONE", X_Auto_Response_Suppress="All")
    world.poll()
    turn_over(world)
    assert wrong(world) == []


def repeated(world: World) -> tuple[str, ...]:
    with world.context.database.read() as connection:
        return seats_of(connection, "spring")[0].standing


def test_a_line_that_names_what_is_gone_for_good_is_dropped_and_the_report_says_so_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Verdict(1, MINE, Level.REFUSED, "it is no more", lasting="")
    desk = type(HEGEMON.desk)
    with monkeypatch.context() as now:
        now.setattr(desk, "parse", lambda *_how: Parsed(None, (gone,)))
        close_turn(world.context, "spring")
    assert repeated(world) == ()
    told = " ".join(text_of(world.last(ANNA, kind="report")).split())
    assert "refused, it is no more" in told
    assert "Nothing is repeated every turn from now on." in told
    assert wrong(world) == []
    turn_over(world)
    assert "repeated every turn" not in text_of(world.last(ANNA, kind="report"))
    assert wrong(world) == []


def test_a_line_is_repeated_without_what_is_gone_for_good(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    less = Verdict(1, MINE, Level.WARNED, "some of it is no more", lasting=OTHER)
    parse = type(HEGEMON.desk).parse

    def parsed(*how: object) -> Parsed[object]:
        found = parse(*how)
        return Parsed(found.orders, (less,))

    with monkeypatch.context() as now:
        now.setattr(type(HEGEMON.desk), "parse", staticmethod(parsed))
        close_turn(world.context, "spring")
    assert repeated(world) == (OTHER,)
    told = " ".join(text_of(world.last(ANNA, kind="report")).split())
    assert "some of it is no more" in told
    assert f"Repeated every turn from now on: “{OTHER}”." in told
    turn_over(world)
    assert wrong(world) == []


@pytest.mark.parametrize(
    "tampering",
    [
        seats.update().where(ANNAS).values(standing=("Economy 1%",)),
        seats.update().where(ANNAS).values(standing=()),
        seats.update().where(seats.c.seat == 2).values(standing=(MINE,)),
        later_orders.update().values(lines=("Economy 1%",)),
        later_orders.delete(),
    ],
    ids=["another line", "none", "one for somebody else", "another line ahead", "none ahead"],
)
def test_lines_in_store_changed_in_the_database_are_found_at_once_and_for_ever(
    world: World, tampering: sa.Executable
) -> None:
    change(world, tampering)
    assert any("than there are now" in one for one in wrong(world))
    for _turn in range(3):
        turn_over(world)
    assert any("told" in one for one in wrong(world)), "the reports since then agree with the rows"


def test_changed_lines_are_found_by_a_player_too(world: World, tmp_path: Path) -> None:
    change(world, seats.update().where(ANNAS).values(standing=("Economy 1%",)))
    turn_over(world)
    turn_over(world)
    file = write_export(world, tmp_path / "spring.zip", full=True)
    found = verify_file(file, save_mails(world, tmp_path / "saved", ANNA))
    bad = [one.text for one in found if one.mark is Mark.BAD]
    assert any("lines" in text for text in bad)


def test_lines_put_into_the_seat_of_a_bot_are_found(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec(bot="raider")))
        change(world, seats.update().where(seats.c.seat == 2).values(standing=(MINE,)))
        assert wrong(world) == ["1/2: lines are repeated for a seat that a bot plays"]


def test_what_the_open_turn_began_with_cannot_be_put_right_afterwards(world: World) -> None:
    changed = ("Economy 1%",)
    change(world, seats.update().where(ANNAS).values(standing=changed))
    turn_over(world)
    change(
        world,
        seats.update().where(ANNAS).values(standing=(MINE,)),
        asks.update().where(asks.c.seat == 1).values(stored=digest_of_lines([MINE])),
    )
    assert wrong(world)


@pytest.mark.parametrize("command", ["EJECT 1", "SEAT 1 BOT", "SEAT 1 ADDRESS dora@example.org"])
def test_a_seat_that_a_game_master_gives_away_leaves_the_record_right(
    tmp_path: Path, command: str
) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        world.reply(ANNA, f"@ {MINE}\nTURN 4: {OTHER}")
        world.poll()
        confirmed(world, command)
        turn_over(world)
        turn_over(world)
        assert wrong(world) == []
