"""Whoever wants a seat gets one, whatever is forged in their name and in others'."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from pbem.service.config import ConfigError
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.limits import LARGEST
from pbem.service.play.seating import JOINS_BY_ADDRESS
from pbem.store.strangers import mailbox_of
from tests.servers.plugin import MailHost
from tests.service.looks import seats
from tests.service.wired import posted_world
from tests.service.world import ANNA, BORIS, CHIARA, World, text_of

HOUSE = "orders@pbem.localhost"
DISOWNED = "mx.host.test; dmarc=fail header.from=example.org"
FREE = (SeatSpec(name="Anna", address=ANNA), SeatSpec())
WIDE = "\U00020000"
"""A letter that takes as many octets in a mail as any."""


@pytest.fixture
def world(tmp_path: Path, embedded_host: MailHost) -> Iterator[World]:
    with posted_world(tmp_path, embedded_host) as world:
        yield world


def flat(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def kinds(world: World) -> list[str]:
    return [seat.kind for seat in seats(world)]


def test_forged_joins_of_no_game_leave_the_newcomers_their_mail(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    with posted_world(tmp_path, embedded_host, strangers_per_hour=6) as world:
        world.new_game(seats=FREE, start="manual")
        for number in range(20):
            world.write(f"s{number}@elsewhere{number}.test", "JOIN nowhere", to=HOUSE)
        world.poll()
        assert len(world.rows(unproven=True)) == 4
        world.join(CHIARA)
        assert kinds(world) == ["human", "human"]


def test_forged_questions_keep_nobody_from_taking_a_seat(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    for text in ("What is this?", "JOIN nowhere", "JOIN nowhere", "HELP"):
        world.write(CHIARA, text, to=HOUSE)
    world.poll()
    world.join(CHIARA)
    assert kinds(world) == ["human", "human"]


def test_no_seat_is_kept_whose_mail_could_be_too_large_to_go_out(world: World) -> None:
    chairs = (FREE[0], SeatSpec(language="fr"))
    world.new_game(seats=chairs, start="manual", title=WIDE * 200, id="g" * 31)
    newcomer = f"{'n' * 63}@{'y' * 60}.{'y' * 60}.{'z' * 50}.test"
    for _number in range(3):
        world.write(newcomer, "HELP", to=HOUSE)
    world.write(newcomer, f"JOIN {'g' * 31} AS {WIDE * 40}", to=HOUSE)
    world.poll()
    [asked] = world.rows(recipient=newcomer, kind="join")
    assert 3_000 < len(asked.data) <= LARGEST


def test_a_candidates_reply_is_answered_whatever_was_forged_before(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    for text in ("JOIN spring", "HELP", "HELP", "JOIN spring"):
        world.write(CHIARA, text, to=HOUSE)
    world.poll()
    world.reply(CHIARA, "JOIN AS Anna", to=world.last(CHIARA, kind="join"))
    world.poll()
    assert "The seat is still kept" in text_of(world.last(CHIARA))


def test_a_machine_that_replies_in_a_candidates_name_is_answered_twice_a_day(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    world.write(CHIARA, "JOIN spring", to=HOUSE)
    world.poll()
    for _day in range(2):
        before = len(world.rows(recipient=CHIARA))
        for _reply in range(4):
            world.reply(CHIARA, "Thank you, I read it soon.", to=world.last(CHIARA, kind="join"))
        world.poll()
        assert len(world.rows(recipient=CHIARA)) == before + 2
        world.clock.move(hours=24)


@pytest.mark.parametrize("proven", [False, True])
def test_seats_that_are_asked_for_in_one_poll_are_counted_as_those_of_many(
    world: World, proven: bool
) -> None:
    world.copied_game()
    world.new_game(id="autumn", seats=(SeatSpec(name="Chiara", address=CHIARA), SeatSpec()))
    for _number in range(JOINS_BY_ADDRESS + 3):
        if proven:
            world.reply(ANNA, "JOIN autumn AS Anna")
        else:
            world.write(ANNA, "JOIN autumn AS Anna", to=HOUSE)
    world.poll()
    assert len(world.rows(recipient=ANNA, kind="join")) == JOINS_BY_ADDRESS


def test_the_name_in_the_mail_that_is_answered_is_the_one_that_counts(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    world.write(CHIARA, "JOIN spring AS Chiara", to=HOUSE)
    world.poll()
    asked = world.last(CHIARA, kind="join")
    world.write(CHIARA, "JOIN spring AS Chiara", to=HOUSE)
    world.write(CHIARA, "JOIN spring AS Stinker", to=HOUSE)
    world.poll()
    world.reply(CHIARA, "JOIN", to=asked)
    world.poll()
    assert kinds(world) == ["human", "kept"], "it has another name by now"
    world.reply(CHIARA, "JOIN AS Chiara", to=world.last(CHIARA, kind="join"))
    world.poll()
    assert [(seat.kind, seat.name) for seat in seats(world)][1] == ("human", "Chiara")


def test_a_seat_asked_for_twice_by_the_same_name_is_taken_by_either_mail(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    for _time in range(2):
        world.write(CHIARA, "JOIN spring AS Chiara", to=HOUSE)
    world.poll()
    world.reply(CHIARA, "JOIN", to=world.mails(CHIARA, kind="join")[0])
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_an_address_that_grows_as_it_is_compared_is_counted_all_the_same() -> None:
    ligature = "\ufdfa"  # which stands for eighteen letters
    assert len(mailbox_of(f"{ligature * 64}@mail.test")) == 320


def test_the_mail_about_a_kept_seat_is_small_whatever_the_games_title(world: World) -> None:
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(language="fr"))
    with pytest.raises(ConfigError, match="title: 201 characters"):
        world.new_game(seats=chairs, title="\u65e5" * 201)
    world.new_game(seats=chairs, start="manual", title="\u65e5" * 200)
    world.write(BORIS, f"JOIN spring AS {'B' * 30}", to=HOUSE)
    world.poll()
    [asking] = world.rows(recipient=BORIS, kind="join")
    assert len(asking.data) <= LARGEST


@pytest.mark.parametrize(
    "text", ["Yes please", "Please, JOIN!", "Join spring, thank you", "Ja bitte"]
)
def test_a_polite_confirmation_is_one(world: World, text: str) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="manual")
    world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
    world.poll()
    world.reply(BORIS, text, to=world.last(BORIS, kind="join"))
    world.poll()
    assert [seat.name for seat in seats(world)] == ["Anna", "Boris"]
    assert [seat.kind for seat in seats(world)] == ["human", "human"]


def test_a_disowned_confirmation_takes_no_seat_and_is_told_why(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    with posted_world(tmp_path, embedded_host, trusted_authserv=("mx.host.test",)) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="manual")
        world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
        world.poll()
        asked = world.last(BORIS, kind="join")
        world.reply(BORIS, "JOIN", to=asked, Authentication_Results=DISOWNED)
        world.poll()
        assert [seat.kind for seat in seats(world)] == ["human", "kept"]
        assert "DMARC" in text_of(world.last(BORIS))
        world.reply(BORIS, "JOIN", to=asked)
        world.poll()
        assert [seat.kind for seat in seats(world)] == ["human", "human"]


@pytest.mark.parametrize(("sender", "told"), [(ANNA, "did not carry"), (BORIS, "DMARC")])
def test_a_disowned_JOIN_keeps_no_seat_and_is_told_why(
    tmp_path: Path, embedded_host: MailHost, sender: str, told: str
) -> None:
    with posted_world(tmp_path, embedded_host, trusted_authserv=("mx.host.test",)) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="manual")
        world.new_game(id="autumn", seats=(SeatSpec(name="Chiara", address=CHIARA), SeatSpec()))
        for _time in range(2):
            world.write(sender, "JOIN autumn", to=HOUSE, Authentication_Results=DISOWNED)
        world.poll()
        assert [seat.kind for seat in seats(world, "autumn")] == ["human", "open"]
        assert world.rows(kind="join") == ()
        assert told in text_of(world.last(sender))


def test_forged_cries_for_help_leave_the_newcomers_their_answer(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    with posted_world(tmp_path, embedded_host, strangers_per_hour=6) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="manual")
        for number in range(20):
            world.write(f"s{number}@elsewhere.test", "HELP", to=HOUSE)
        world.poll()
        assert len(world.rows(unproven=True)) == 4
        world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
        world.poll()
        assert len(world.rows(recipient=BORIS, kind="join")) == 1


def test_forged_joins_shut_out_nobody_who_proves_who_they_are(world: World) -> None:
    world.copied_game()
    world.new_game(
        id="next", seats=(SeatSpec(name="Chiara", address=CHIARA), SeatSpec()), start="manual"
    )
    for _number in range(JOINS_BY_ADDRESS):
        world.write(ANNA, "JOIN next AS Anna", to=HOUSE)
    world.poll()
    world.write(ANNA, "JOIN next AS Anna", to=HOUSE)
    world.poll()
    assert "So many seats were asked for" in text_of(world.last(ANNA))
    world.reply(ANNA, "JOIN next AS Anna")
    world.poll()
    assert len(world.rows(recipient=ANNA, kind="join")) == JOINS_BY_ADDRESS + 1


def test_a_machines_OK_takes_no_seat_and_JOIN_does_whatever_the_subject(world: World) -> None:
    world.new_game(seats=FREE, start="manual")
    world.write(CHIARA, "JOIN spring AS Chiara", to=HOUSE)
    world.poll()
    asked = world.last(CHIARA, kind="join")
    away = partial(world.reply, CHIARA, to=asked, Subject="Abwesend: A seat in Spring is kept")
    away("I am back on Monday.")
    world.poll()
    assert len(world.rows(recipient=CHIARA)) == 1
    away("OK")
    world.poll()
    assert kinds(world) == ["human", "kept"]
    assert "reply to this mail with the one word JOIN" in flat(world.last(CHIARA))
    away("JOIN")
    world.poll()
    assert kinds(world) == ["human", "human"]
