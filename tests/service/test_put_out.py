"""Whoever loses a seat by a game master's word is told of which game, and may ask why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import PressSpec, SeatSpec
from pbem.service.intake.put_out import MOST_ANSWERED
from pbem.store.observing import Watching
from pbem.store.talk import PressKind
from tests.service.looks import LINE, held, seats
from tests.service.test_mastering import books, confirmed
from tests.service.test_masters import ADA, EVE, MASTERS
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

TITLE = "somebody writes who lost seat 2"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        world.new_game(id="autumn", title="Autumn")
        confirmed(world, "EJECT 2")
        yield world


def write(world: World, text: str, sender: str = BORIS, **headers: str) -> str:
    """What is answered to the reply to the mail that tells of it."""
    told = next(mail for mail in world.mails(BORIS) if "You play Spring no more" in mail["Subject"])
    world.reply(sender, text, to=told, **headers)
    world.poll()
    return " ".join(text_of(world.last(sender)).split())


def letters(world: World, reader: str = EVE) -> list[str]:
    found = [mail for mail in world.mails(reader) if TITLE in str(mail["Subject"])]
    return [" ".join(text_of(mail).split()) for mail in found]


def test_the_mail_says_of_which_game_and_whom_to_ask(world: World) -> None:
    (told,) = [mail for mail in world.mails(BORIS) if "no more" in str(mail["Subject"])]
    said = " ".join(text_of(told).split())
    assert "The game master of Spring has taken the seat of Boris from you" in said
    assert "what you write goes to the game master" in said


@pytest.mark.parametrize("text", ["Why was I thrown out?", "TO GM: Why was I thrown out?\nEND"])
def test_a_reply_goes_to_the_owners_alone_and_is_answered(world: World, text: str) -> None:
    before = books(world)
    assert "This went to the game master" in write(world, text)
    (said,) = letters(world)
    assert "Why was I thrown out?" in said
    assert f"write to {BORIS} yourself" in said
    assert letters(world, ADA) == []
    assert books(world) == before


@pytest.mark.parametrize("text", [LINE, "STATUS", "PREVIEW\nTO GM: Why?\nEND", ""])
def test_nothing_else_of_theirs_counts(world: World, text: str) -> None:
    before = books(world)
    write(world, text)
    assert books(world) == before
    assert [seat.kind for seat in seats(world)] == ["human", "ejected"]
    assert letters(world) == []


def test_nobody_else_writes_by_that_address(world: World) -> None:
    for other in ("mallory@elsewhere.test", "anna@example.org"):
        write(world, "Why was I thrown out?", other)
    assert letters(world) == []


def test_a_few_letters_a_day_are_enough(world: World) -> None:
    for number in range(MOST_ANSWERED + 2):
        write(world, f"Why, for the {number}. time?")
    assert len(letters(world)) == MOST_ANSWERED


def test_where_nobody_writes_to_the_game_master_they_do_not_either(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, press=PressSpec(kinds=(PressKind.PUBLIC,)))
        confirmed(world, "EJECT 2")
        assert "nobody writes to the game master" in write(world, "Why was I thrown out?")
        assert letters(world) == []


def test_their_other_games_go_on(world: World) -> None:
    report = next(mail for mail in world.mails(BORIS, kind="report") if "Autumn" in mail["Subject"])
    world.reply(BORIS, LINE, to=report)
    world.poll()
    assert held(world, 2, "autumn") == [LINE]


def test_of_another_game_of_that_name_they_are_told_nothing(world: World) -> None:
    confirmed(world, "CANCEL")
    confirmed(world, "DELETE")
    others = (SeatSpec(address=ANNA), SeatSpec(address=CHIARA))
    hidden = {"title": "Private affair", "observers": Watching.NONE}
    world.new_game(masters=(MASTERS[0],), seats=others, **hidden)
    said = write(world, "Why was I thrown out?")
    assert "Private affair" not in said
    assert letters(world) == []


def test_who_has_a_seat_again_orders_for_it(world: World) -> None:
    confirmed(world, f"SEAT 2 ADDRESS {BORIS}")
    assert "You have no seat in this game any more" not in write(world, LINE)
