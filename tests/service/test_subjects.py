"""Commands in the subject, and what a mail without proof is told of its sender's games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.commands import Command, read_command, read_subject
from pbem.service.gamefile import SeatSpec
from pbem.store import vacations
from tests.service.looks import answers
from tests.service.world import ANNA, BORIS, World, open_world, text_of

ORDERS = "orders@pbem.localhost"
EVE = "eve@elsewhere.test"
TAG = "[spring.1.1.abcdefgh234567ab]"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


@pytest.mark.parametrize("word", ["HELP", "Hilfe", "aide", "AIDE ?", "Hilfe, bitte!"])
def test_help_is_asked_for_in_each_language(word: str) -> None:
    assert read_command(word) == Command("HELP")


@pytest.mark.parametrize(
    ("subject", "command"),
    [
        ("JOIN spring AS Eve", Command("JOIN", "spring", "Eve")),
        (f"Re: AW: Status {TAG}", Command("STATUS")),
        ("Report 3", Command("REPORT", "3")),
        ("Bericht Runde 3", Command("REPORT", "3")),
        ("Nachrichten jede Runde", Command("NEWS", "each turn")),
        ("Urlaub", Command("VACATION")),
        ("AW: URLAUB vom 24.12. bis 2.1.", Command("VACATION", text="vom 24.12. bis 2.1")),
        ("Vacation plans", None),
        ("Abwesend: Urlaub bis 7.8.", None),
        ("RESIGN", None),
        ("Done", None),
        ("Re: Spring: turn 2", None),
        ("Help me with the fleet", None),
    ],
)
def test_a_subject_is_a_command_or_it_is_none(subject: str, command: Command | None) -> None:
    assert read_subject(subject) == command


def test_a_seat_is_taken_by_the_subject_alone(world: World) -> None:
    world.new_game(id="autumn", seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.write(EVE, "", to=ORDERS, subject="JOIN autumn AS Eve")
    world.poll()
    world.reply(EVE, "JOIN", to=world.last(EVE, kind="join"))
    world.poll()
    assert world.game("autumn").status == "running"


def test_a_subject_counts_only_where_the_body_says_nothing(world: World) -> None:
    reply_to = str(world.last(ANNA)["Reply-To"])
    world.write(ANNA, "Economy 60% comp 100", to=reply_to, subject="STATUS")
    world.write(ANNA, "Hello there, how are things?", to=reply_to, subject="STATUS")
    world.poll()
    receipt, answer = (str(mail["Subject"]) for mail in answers(world, ANNA))
    assert "where things stand" not in receipt
    assert "where things stand" in answer


def test_a_vacation_in_the_subject_counts_from_the_player_alone(world: World) -> None:
    def away() -> bool:
        with world.context.database.read() as connection:
            return bool(vacations.vacations_of(connection, "spring"))

    days = "URLAUB vom 24.12. bis 2.1."
    world.write(ANNA, "", to=ORDERS, subject=days)
    world.write(EVE, "", to=ORDERS, subject=days)
    world.poll()
    assert not away()
    away_now = {"subject": f"Re: {days}", "Auto_Submitted": "auto-replied"}
    world.write(ANNA, "I am out of the office.", to=str(world.last(ANNA)["Reply-To"]), **away_now)
    world.poll()
    assert not away()
    world.write(ANNA, "", to=str(world.last(ANNA, kind="report")["Reply-To"]), subject=days)
    world.poll()
    assert away()
    assert "24" in text_of(world.last(ANNA))


def test_a_reply_whose_subject_is_our_title_asks_for_nothing(world: World) -> None:
    world.new_game(id="help", title="Help")
    world.write(ANNA, "", to=ORDERS, subject="HELP")
    world.poll()
    answer = world.last(ANNA)
    with world.context.database.write() as connection:
        connection.exec_driver_sql("UPDATE outbox SET subject = 'Help'")
    world.write(
        ANNA,
        "Thank you!",
        to=str(world.last(ANNA, game="spring", kind="report")["Reply-To"]),
        subject="Re: Help",
        In_Reply_To=str(answer["Message-ID"]),
    )
    world.poll()
    assert "How to play" not in str(world.last(ANNA)["Subject"])


def test_status_without_proof_is_answered_for_each_game_without_what_was_sent(
    world: World,
) -> None:
    world.new_game(id="autumn", title="Autumn")
    world.reply(ANNA, "Economy 61% comp 100", to=world.last(ANNA, game="spring", kind="report"))
    world.poll()
    seen = len(world.mails(ANNA))
    world.write(ANNA, "STATUS", to=ORDERS, subject="hello")
    world.poll()
    told = world.mails(ANNA)[seen:]
    assert sorted(str(mail["Subject"]).partition(" [")[0] for mail in told) == [
        "Autumn: where things stand",
        "Spring: where things stand",
    ]
    assert not [mail for mail in told if "61%" in text_of(mail)]
    assert len(world.mails(BORIS)) == 2, "nobody else hears of it"
