"""What game masters do with seats, and with a game that ends or never begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.tools.verify import verify_game
from tests.service.looks import LINE, OTHER, held, seats
from tests.service.test_mastering import books, confirmed
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of

DORA = "dora@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


@pytest.fixture
def forming(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(
            masters=MASTERS, seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
        )
        yield world


def test_a_seat_goes_to_another_address_with_what_it_holds(world: World) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    old = world.last(ANNA, kind="report")
    confirmed(world, f"SEAT 1 ADDRESS {DORA}")
    assert held(world) == [LINE]
    assert "more" in str(world.last(ANNA)["Subject"])
    world.reply(ANNA, OTHER, to=old)
    world.reply(DORA, OTHER)
    world.poll()
    assert held(world) == [OTHER]


def test_an_ejected_player_is_told_and_the_house_bot_plays(world: World) -> None:
    confirmed(world, "EJECT 2")
    chair = seats(world)[1]
    assert (chair.kind, chair.address, chair.name) == ("ejected", None, "Boris")
    assert "no more" in str(world.last(BORIS)["Subject"])
    world.reply(ANNA, LINE)
    world.poll()
    assert world.game().turn == 2


def test_all_are_told_that_somebody_was_ejected(world: World) -> None:
    confirmed(world, "EJECT 2")
    world.reply(ANNA, f"STATUS\n{LINE}")
    world.poll()
    assert any("Boris 2 ejected" in " ".join(text_of(mail).split()) for mail in world.mails(ANNA))
    report = text_of(world.last(ANNA, kind="report"))
    assert "Boris (ejected)" in report
    assert "resigned" not in report


def test_what_an_ejected_player_wrote_and_has_not_gone_out_goes_to_nobody(world: World) -> None:
    world.reply(BORIS, "TO ALL: You are all fools\nEND\nTO GM: You too\nEND")
    world.poll()
    confirmed(world, "EJECT 2")
    world.wait(1)
    assert world.mails(ANNA, kind="press") == []
    assert "You too" in text_of(world.last(EVE, kind="press"))
    told = " ".join(text_of(world.last(BORIS)).split())
    assert "had not gone out yet goes to nobody" in told


def test_whoever_ejects_somebody_reads_beforehand_who_gets_the_seat(world: World) -> None:
    asked = " ".join(command(world, "EJECT 2").split())
    assert "Nobody stands by for it now; whoever does later is offered it." in asked
    assert "has not gone out yet goes to nobody" in asked
    assert "for good" not in asked


def test_a_bot_gets_a_seat(world: World) -> None:
    confirmed(world, "SEAT 2 BOT Raider")
    assert (seats(world)[1].kind, seats(world)[1].bot) == ("bot", "raider")


def test_seats_of_a_game_that_has_not_begun(forming: World) -> None:
    command(forming, "SEAT 1 NAME Annika")
    assert seats(forming)[0].name == "Annika"
    confirmed(forming, f"SEAT 2 ADDRESS {DORA}")
    assert "You have a seat" in str(forming.last(DORA)["Subject"])
    confirmed(forming, "SEAT 1 RELEASE")
    assert seats(forming)[0].kind == "open"


@pytest.mark.parametrize("last", [f"SEAT 3 ADDRESS {DORA}", "SEAT 3 BOT raider"])
def test_a_game_begins_when_its_last_free_seat_is_given_to_somebody(
    forming: World, last: str
) -> None:
    assert "the game begins" not in command(forming, "SEAT 2 BOT raider")
    command(forming, "CONFIRM")
    asked = " ".join(command(forming, last).split())
    assert "All seats are taken then, and the game begins." in asked
    assert "Turn 1 is open" in command(forming, "CONFIRM")
    assert forming.last(ANNA, kind="report")
    if DORA in last:
        assert forming.last(DORA, kind="report")
    found = verify_game(forming.context, "spring")
    assert not [one.text for one in found if one.mark == "bad"]


def test_a_game_that_waits_for_the_word_does_not_begin_so(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec())
        world.new_game(masters=MASTERS, seats=chairs, start="manual")
        assert "the game begins" not in command(world, "SEAT 2 BOT raider")
        assert "has not begun" in command(world, "CONFIRM")


def test_whose_seat_is_changed_is_told(world: World) -> None:
    for line, told in (
        ("SEAT 1 ZONE Europe/Berlin", "times in your mails are those of Europe/Berlin"),
        ("SEAT 1 LANGUAGE en", "your mails come in this language"),
    ):
        command(world, line)
        assert told in " ".join(text_of(world.last(ANNA)).split())
        before = len(world.mails(ANNA))
        command(world, line)
        assert len(world.mails(ANNA)) == before


def test_whoever_gets_another_name_is_told(forming: World) -> None:
    command(forming, "SEAT 1 NAME Annika")
    assert "given you the name Annika" in " ".join(text_of(forming.last(ANNA)).split())


def test_language_and_zone_need_no_second_mail(world: World) -> None:
    command(world, "SEAT 1 LANGUAGE de\nSEAT 1 ZONE europe/berlin")
    assert (seats(world)[0].language, seats(world)[0].zone) == ("de", "Europe/Berlin")


def test_a_cancelled_game_is_told_to_all_and_takes_nothing_more(world: World) -> None:
    confirmed(world, "CANCEL")
    assert world.game().status == "cancelled"
    for player in (ANNA, BORIS):
        assert "was cancelled" in str(world.last(player)["Subject"])
    world.reply(ANNA, LINE)
    world.wait(30)
    assert held(world) == []
    assert world.game().turn == 1
    assert "was cancelled" in str(world.last(ANNA)["Subject"])


def test_a_game_that_never_fills_is_cancelled(forming: World) -> None:
    forming.write(DORA, "JOIN spring", to="orders@pbem.localhost")
    forming.poll()
    confirmed(forming, "CANCEL")
    forming.reply(DORA, "JOIN", to=forming.last(DORA))
    forming.reply(ANNA, "HELP", to=forming.mails(ANNA)[0])
    forming.poll()
    assert forming.game().status == "cancelled"
    assert [seat.kind for seat in seats(forming)] == ["human", "open", "open"]
    assert "was cancelled" in str(forming.last(ANNA)["Subject"])


def test_a_deleted_game_leaves_nothing_but_mails(world: World) -> None:
    world.new_game(id="autumn")
    confirmed(world, "CANCEL")
    told = confirmed(world, "DELETE")
    assert "deleted" in told
    assert "'spring'" not in repr(books(world))
    assert world.game("autumn").status == "running"
    world.reply(ANNA, LINE, to=world.mails(ANNA)[0])
    world.poll()


def test_an_archived_game_leaves_the_lists(world: World) -> None:
    confirmed(world, "CANCEL")
    assert "Spring" in command(world, "LIST")
    command(world, "ARCHIVE")
    assert world.game().archived is not None
    assert "spring:" not in command(world, "LIST")


def test_a_game_with_letters_is_deleted_whole(world: World) -> None:
    world.reply(BORIS, "TO Anna:\nPeace?\nEND")
    world.wait(0.5)
    confirmed(world, "CANCEL")
    assert "deleted" in confirmed(world, "DELETE")
