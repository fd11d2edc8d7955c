"""PROFILE ALSO: mail from a second address counts as that of the first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.play.close import close_turn
from pbem.store import games, seconds
from pbem.store.readdressing import changes_in
from tests.service.looks import LINE, OTHER, held, seat_of, seats, settled
from tests.service.world import ANNA, BORIS, World, open_world, text_of

WORK = "anna@work.example"
EVE = "eve@elsewhere.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def say(world: World, text: str, player: str = ANNA) -> None:
    world.reply(player, text, to=world.last(player, kind="report"))
    world.poll()


def ask(world: World, second: str = WORK, player: str = ANNA, word: str = "ALSO") -> None:
    say(world, f"PROFILE {word} {second}", player)


def confirm(world: World, second: str = WORK) -> None:
    world.reply(second, "CONFIRM", to=world.last(second, kind="newaddress"))
    world.poll()


def have_a_second(world: World) -> None:
    ask(world)
    confirm(world)


def from_work(world: World, text: str, **headers: str) -> None:
    """A reply to what the first address got, from the second."""
    world.reply(WORK, text, to=world.last(ANNA, kind="report"), **headers)
    world.poll()


def second(world: World, first: str = ANNA) -> str | None:
    with world.context.database.read() as connection:
        return seconds.second_of(connection, first)


@pytest.mark.parametrize("word", ["ALSO", "auch", "Aussi"])
def test_nothing_counts_before_the_second_address_has_confirmed_it(world: World, word: str) -> None:
    ask(world, word=word)
    assert second(world) is None
    from_work(world, LINE)
    assert held(world) == []
    told = " ".join(text_of(world.last(ANNA, kind="readdressed")).split())
    assert f"The second address is {WORK}. Nothing has changed yet." in told
    confirm(world)
    assert second(world) == WORK
    assert "UNDO" in text_of(world.last(ANNA, kind="readdressed"))


def test_orders_count_from_both_and_answers_go_where_they_came_from(world: World) -> None:
    have_a_second(world)
    from_work(world, LINE)
    assert held(world) == [LINE]
    receipt = world.last(WORK, kind="receipt")
    assert not world.rows(recipient=ANNA, kind="receipt")
    world.reply(WORK, OTHER, to=receipt)
    world.poll()
    assert held(world) == [OTHER]
    say(world, LINE)
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1
    assert seat_of(world, ANNA).address == ANNA
    assert [row.sender for row in settled(world)][-2:] == [WORK, ANNA]
    close_turn(world.context, "spring")
    assert len(world.rows(recipient=ANNA, kind="report")) == 2
    assert not world.rows(recipient=WORK, kind="report")


def test_what_opens_the_seat_goes_to_the_first_alone(world: World) -> None:
    have_a_second(world)
    from_work(world, "NEWKEY\nREPORT")
    assert world.rows(recipient=ANNA, kind="newkey")
    assert {row.kind for row in world.rows(recipient=WORK)} <= {"newaddress", "notice", "answer"}


def test_without_the_token_nothing_counts(world: World) -> None:
    have_a_second(world)
    world.write(WORK, LINE, to=HOUSE)
    world.poll()
    assert held(world) == []
    assert "once more" in text_of(world.last(WORK, kind="answer"))


def test_another_players_token_is_of_no_use_to_it(world: World) -> None:
    have_a_second(world)
    world.reply(WORK, LINE, to=world.last(BORIS, kind="report"))
    world.poll()
    assert held(world, 2) == []
    assert settled(world)[-1].status == "held"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("PROFILE ALSO", "It is not clear what PROFILE ALSO asks for."),
        ("PROFILE ALSO nonsense", "is no mail address"),
        (f"PROFILE ALSO {ANNA}", "is your address already"),
        (f"PROFILE ALSO {HOUSE}", "is the address of this service"),
        ("PROFILE ZONE Berlin\nPROFILE ALSO a@b c@d", "is no mail address"),
    ],
)
def test_a_bad_form_is_answered_with_the_right_one(world: World, line: str, said: str) -> None:
    say(world, line)
    told = " ".join(text_of(world.last(ANNA, kind="answer")).split())
    assert said in told
    assert "PROFILE ALSO dora@work.example" in told
    assert seat_of(world, ANNA).zone == "UTC"
    assert {row.recipient for row in world.rows()} <= {ANNA, BORIS}


def test_a_preview_and_a_mail_without_proof_ask_nobody(world: World) -> None:
    say(world, f"PREVIEW\nPROFILE ALSO {WORK}")
    world.write(ANNA, f"PROFILE ALSO {WORK}", to=HOUSE)
    world.poll()
    assert world.rows(recipient=WORK) == ()


def test_it_ends_when_its_owner_says_so(world: World) -> None:
    have_a_second(world)
    say(world, "PROFILE")
    assert f"Mail from {WORK} counts as yours, too." in text_of(world.last(ANNA, kind="answer"))
    say(world, "PROFILE ALSO NONE")
    assert second(world) is None
    from_work(world, LINE)
    assert held(world) == []


def test_whoever_did_not_want_it_undoes_it_and_all_addresses_are_void(world: World) -> None:
    have_a_second(world)
    report = world.last(ANNA, kind="report")
    world.reply(ANNA, "UNDO", to=world.last(ANNA, kind="readdressed"))
    world.poll()
    assert second(world) is None
    for sender in (WORK, ANNA):
        world.reply(sender, LINE, to=report)
        world.poll()
    assert held(world) == []
    world.reply(ANNA, LINE, to=world.last(ANNA, kind="newkey"))
    world.poll()
    assert held(world) == [LINE]


def test_an_address_is_nobody_elses_second(world: World) -> None:
    have_a_second(world)
    ask(world, WORK, BORIS)
    confirm(world)
    assert second(world, BORIS) is None
    assert second(world) == WORK
    assert "cannot be a second one" in text_of(world.last(WORK, kind="notice"))


def test_who_plays_or_runs_a_game_is_nobodys_second(world: World) -> None:
    ask(world, BORIS)
    confirm(world, BORIS)
    assert second(world) is None


def test_a_second_address_that_gets_a_seat_of_its_own_speaks_for_that(world: World) -> None:
    have_a_second(world)
    world.new_game(id="work", title="Work", seats=(SeatSpec(address=WORK), SeatSpec(bot="raider")))
    world.reply(WORK, LINE, to=world.last(WORK, kind="report"))
    world.poll()
    assert world.last(WORK, game="work", kind="receipt")
    assert world.game("work").turn == 2


def test_a_seat_that_is_given_away_goes_without_it(world: World) -> None:
    have_a_second(world)
    report = world.last(ANNA, kind="report")
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, address=EVE)
    world.reply(WORK, LINE, to=report)
    world.poll()
    assert held(world) == []


def test_it_is_asked_for_anew_when_the_first_changes(world: World) -> None:
    have_a_second(world)
    new = "anna@new.example"
    say(world, f"PROFILE ADDRESS {new}")
    world.reply(new, "CONFIRM", to=world.last(new, kind="newaddress"))
    world.poll()
    assert [seat.address for seat in seats(world)] == [new, BORIS]
    assert second(world) is None and second(world, new) is None


def test_a_letter_from_it_carries_the_name_of_the_seat_and_no_address(world: World) -> None:
    have_a_second(world)
    from_work(world, "TO Boris:\nFrom my desk.\nEND")
    letter = world.last(BORIS, kind="press")
    assert "From my desk." in text_of(letter)
    assert WORK not in letter.as_string() and ANNA not in letter.as_string()


def test_both_share_one_limit(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.copied_game()
        have_a_second(world)
        world.clock.move(hours=2)
        world.poll()
        for _time in range(3):
            say(world, "STATUS")
            from_work(world, "STATUS")
        sent = [row for row in world.rows(kind="answer") if row.status == "queued"]
        assert len([row for row in sent if row.recipient in (ANNA, WORK)]) <= 4
        world.clock.move(minutes=10)
        send_digests(world.context)
        assert world.rows(kind="answer", status="gathered") == ()
        assert world.rows(recipient=WORK)


def test_where_one_of_two_addresses_is_refused_nobody_is_asked(world: World) -> None:
    say(world, f"PROFILE ADDRESS {WORK}\nPROFILE ALSO {ANNA}")
    assert "Nothing was changed" in text_of(world.last(ANNA))
    assert world.rows(recipient=WORK) == ()
    with world.context.database.read() as connection:
        assert changes_in(connection, "spring") == ()
