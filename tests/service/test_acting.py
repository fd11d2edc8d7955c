"""A game master who does not play gives orders for a seat, and looks at what is hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mailer.inbound.commands import OF_ORDERS
from pbem.service.gamefile import MasterSpec
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check
from pbem.store import games
from tests.service.looks import LINE, OTHER, held, seat_of
from tests.service.test_mastering import books
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def said(world: World, reader: str) -> str:
    return " ".join(text_of(world.last(reader)).replace("! ", "").split())


def asked(world: World, line: str, master: str = EVE) -> str:
    command(world, line, master)
    return said(world, master)


def receipt(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player, kind="receipt")).split())


def wrong(world: World) -> list[str]:
    return [one.text for one in verify_game(world.context, "spring") if one.mark == "bad"]


@pytest.mark.parametrize("word", ["FOR 3:", "Für Platz 2:", "pour siège 2 :", "FOR 2", "for #2:"])
def test_orders_are_given_for_a_seat(world: World, word: str) -> None:
    told = asked(world, f"{word.replace('3', '2')}\n{LINE}")
    assert held(world, 2) == [LINE]
    assert held(world, 1) == []
    assert "Given for Boris (seat 2), who reads the same:" in told
    assert str(world.last(EVE)["Subject"]).startswith("Spring, turn 1, seat 2: orders saved")
    assert "reply with FOR 2: and a whole new set" in told
    assert said(world, BORIS).startswith("The game master has given these orders for you.")
    assert world.rows(recipient=BORIS)[-1].kind == "receipt"
    assert len(world.mails(ANNA)) == 1


def test_nobody_is_told_of_what_the_game_master_alone_has_said_or_owes(world: World) -> None:
    told = asked(world, "FOR 2:\nEconomy 400% comp 100")
    assert "The seat holds no orders for turn 1. " in told
    assert "The game waits for Anna and Boris." in told
    told = asked(world, f"FOR 2:\n{LINE}\nDONE")
    assert "The game waits for Anna." in told
    assert "You have said DONE" not in told + said(world, BORIS)


def test_they_stand_in_the_record_and_are_told_to_the_seat_alone(world: World) -> None:
    asked(world, f"FOR 2:\n{LINE}\nFOR 1:\n{OTHER}\nDONE")
    assert OTHER in receipt(world, ANNA)
    assert LINE in receipt(world, BORIS)
    world.reply(BORIS, "LOG")
    world.poll()
    assert "gave orders for seat 2" in said(world, BORIS)
    assert "seat 1" not in said(world, BORIS)
    assert world.game().turn == 2
    assert wrong(world) == []
    archive = export_game(world.context, "spring", full=True)
    assert [one for one in check(archive, record_in(archive)) if one.mark == "bad"] == []


def test_the_player_may_reply_to_the_receipt_and_order_anew(world: World) -> None:
    asked(world, f"FOR 2:\n{LINE}")
    world.reply(BORIS, OTHER, to=world.last(BORIS))
    world.poll()
    assert held(world, 2) == [OTHER]
    asked(world, "FOR 2:\nWITHDRAW")
    assert held(world, 2) == []


def test_orders_and_commands_stand_in_one_mail(world: World) -> None:
    asked(world, f"NOTE Boris called\nFOR 2: {LINE}\nEXTEND 2")
    assert held(world, 2) == [LINE]
    assert "Boris called" in asked(world, "SHOW")
    assert world.game().deadline == START + timedelta(hours=26)


@pytest.mark.parametrize("line", ["FOR 2:\nEconomy 60% comp 100", "VIEW 2", "VIEW TRUTH"])
def test_a_player_may_do_none_of_it(world: World, line: str) -> None:
    world.reply(ANNA, line)
    world.poll()
    assert held(world, 2) == []
    assert any("Only the game master" in str(one["Subject"]) for one in world.mails(ANNA))


def test_a_line_that_is_refused_is_told_with_the_reason_as_to_the_player(world: World) -> None:
    told = asked(world, f"FOR 2:\n{LINE}\nEconomy 99% comp 100")
    assert "x Economy 99% comp 100" in told
    before = held(world, 2)
    told = asked(world, "FOR 2:\nEconomy 400% comp 100")
    assert held(world, 2) == before
    assert told.startswith("Nothing came of it, and Boris (seat 2) is told nothing.")
    assert "reply with FOR 2:" in told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"FOR\n{LINE}", "Write the number of the seat"),
        (f"FOR Boris:\n{LINE}", "Write the number of the seat"),
        (f"FOR 9:\n{LINE}", "There is no seat 9 in Spring"),
        ("FOR 2:", "Write the orders below that line"),
        ("PREVIEW\nFOR 2:", "Write the orders below that line"),
    ],
)
def test_a_bad_form_gives_no_orders(world: World, text: str, why: str) -> None:
    before = books(world)
    told = asked(world, text)
    assert why in told
    assert "FOR 3:" in told
    assert books(world) == before
    assert len(world.mails(BORIS)) == 1


ALONE = {"DONE": (LINE, True, True), "WAIT": (LINE, False, False), "WITHDRAW": ("", False, False)}
"""What comes of each word said of Boris's orders: what is held, and whether he is sure of it, and
the turn waits for him no more."""


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("word", [word for word in OF_ORDERS if word != "PREVIEW"])
def test_what_a_player_says_of_orders_a_game_master_says_of_those_for_a_seat(
    world: World, word: str, beside: bool
) -> None:
    asked(world, f"FOR 2:\n{LINE}")
    told = asked(world, f"FOR 2:\n{LINE}\n{word}" if beside else f"FOR 2: {word}")
    set_held, sure, answered = ALONE[word]
    if word == "WITHDRAW" and beside:
        set_held, answered = LINE, True  # of what was held before
    assert held(world, 2) == ([set_held] if set_held else [])
    with world.context.database.read() as connection:
        ask = games.open_asks(connection, "spring")[1]
    assert (ask.sure, ask.answered) == (sure, answered)
    assert told.startswith("Given for Boris (seat 2), who reads the same:")
    if (word, beside) == ("WAIT", False):
        assert "seat 2: the turn waits for the seat [" in str(world.last(EVE)["Subject"])
        assert "What the seat held for turn 1 before still stands. WAIT: " in told
    assert said(world, BORIS).startswith("The game master has given these orders for you.")


def test_a_turn_waits_for_its_deadline_where_the_game_master_says_so_for_a_seat(
    world: World,
) -> None:
    world.reply(ANNA, f"{LINE}\nDONE")
    told = asked(world, f"FOR 2:\n{LINE}\nWAIT")
    assert "WAIT: the turn does not close before its deadline" in told
    world.wait(1)
    assert world.game().turn == 1
    world.wait(24)
    assert (world.game().turn, wrong(world)) == (2, [])
    with world.context.database.read() as connection:
        assert [one.source for one in games.answers_of(connection, "spring", 1)] == ["mail"] * 2


@pytest.mark.parametrize("text", ["PREVIEW\nFOR 2:\n{}", "FOR 2:\n{}\nDONE\nPREVIEW"])
def test_with_PREVIEW_orders_for_a_seat_are_shown_and_the_players_LOG_says_so(
    world: World, text: str
) -> None:
    told = asked(world, text.format(LINE))
    assert told.startswith("Nothing is saved. Boris (seat 2) hears by LOG that you looked.")
    assert "Preview" in told and LINE in told
    assert (held(world, 2), len(world.mails(BORIS))) == ([], 1)
    world.reply(BORIS, "LOG")
    world.poll()
    assert "looked at the position of seat 2" in said(world, BORIS)


@pytest.mark.parametrize(
    "line", ["VOTE draw", "ORDERS", "VACATION FROM 1 May UNTIL 9 May", "RESIGN", "NEWS DIGEST"]
)
def test_what_else_a_player_may_say_is_theirs_alone(world: World, line: str) -> None:
    command(world, f"FOR 2:\n{LINE}\n{line}")
    told = " ".join(map(text_of, world.mails(EVE)[-2:]))
    assert held(world, 2) == [LINE]
    assert f"{line.split()[0]} was not done" in told
    assert "You write as the game master." in " ".join(told.split())


def test_without_FOR_it_says_what_may_stand_below_it(world: World) -> None:
    told = asked(world, "WAIT")
    words = ", ".join(OF_ORDERS)
    assert f"Among orders for a seat (FOR 3:) these words may stand: {words}." in told


def test_no_orders_are_given_for_a_bot(world: World) -> None:
    command(world, "SEAT 2 BOT raider")
    command(world, "CONFIRM")
    assert "No person has seat 2" in asked(world, f"FOR 2:\n{LINE}")


@pytest.mark.parametrize("line", [f"FOR 2:\n{LINE}", "VIEW 2", "VIEW TRUTH"])
def test_only_owners_who_do_not_play_may_do_that(tmp_path: Path, line: str) -> None:
    with open_world(tmp_path) as world:
        running = (*MASTERS, MasterSpec(name="Anna", address=ANNA))
        world.new_game(masters=running)
        before = books(world)
        assert "Only owners of the game may do that" in asked(world, line, ADA)
        world.write(ANNA, line, to=str(world.mails(ANNA, kind="notice")[0]["Reply-To"]))
        world.poll()
        assert "owners of the game who do not play" in said(world, ANNA)
        assert books(world) == before


@pytest.mark.parametrize("word", ["VIEW 1", "ansehen Platz 1", "VOIR 1", "view seat 1!"])
def test_a_seat_is_looked_at_and_told_of_it(world: World, word: str) -> None:
    told = asked(world, word)
    assert "Anna (seat 1)" in told
    assert "Boris (seat 2)" not in told
    for player, knows in ((ANNA, True), (BORIS, False)):
        world.reply(player, "LOG")
        world.poll()
        assert ("looked at the position of seat 1" in said(world, player)) is knows
    assert wrong(world) == []


def test_a_picture_comes_with_what_a_seat_sees(world: World) -> None:
    asked(world, f"FOR 1:\n{LINE}\nFOR 2:\n{OTHER}")
    assert "[Picture seat-1-points.png: How far behind the first]" in asked(world, "VIEW 1")
    assert pictures(world) == ["seat-1-points.png"]


def pictures(world: World) -> list[str]:
    parts = world.last(EVE).walk()
    return [str(one.get_filename()) for one in parts if one.get_content_type() == "image/png"]


@pytest.mark.parametrize("word", ["VIEW TRUTH", "ansehen Wahrheit", "voir vérité"])
def test_everything_is_looked_at_and_all_are_told(world: World, word: str) -> None:
    told = asked(world, word)
    assert "What anybody may see:" in told
    assert json.loads(file_of(world.last(EVE)))
    for player in (ANNA, BORIS):
        world.reply(player, "LOG")
        world.poll()
        assert "looked at everything that is hidden" in said(world, player)


def file_of(message: EmailMessage) -> bytes:
    (found,) = [one for one in message.iter_attachments() if one.get_filename() == "truth.json"]
    data = found.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("VIEW", "Write the number of a seat, or TRUTH"),
        ("VIEW Anna", "Write the number of a seat, or TRUTH"),
        ("VIEW 9", "There is no seat 9"),
    ],
)
def test_a_bad_form_shows_nothing(world: World, line: str, why: str) -> None:
    before = books(world)
    told = asked(world, line)
    assert why in told
    assert "VIEW 3" in told
    assert books(world) == before


def test_an_owner_who_lets_a_substitute_play_still_plays(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=(*MASTERS, MasterSpec(name="Anna", address=ANNA)))
        mine = str(world.mails(ANNA, kind="notice")[0]["Reply-To"])
        world.reply(ANNA, "SUBSTITUTE dora@example.org UNTIL 2026-03-20")
        world.poll()
        asked_of = world.last("dora@example.org")
        world.reply("dora@example.org", "ACCEPT", to=asked_of)
        world.poll()
        assert seat_of(world, "dora@example.org").lent is not None
        world.write(ANNA, "VIEW 2", to=mine)
        world.poll()
        assert "owners of the game who do not play" in said(world, ANNA)
