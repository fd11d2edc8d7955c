"""Which mails must be read in the order in which they came."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.service.intake.lanes import lane_of

TOKEN = "abcdefghijklmnop"


def raw(to: str = "orders@host.example", subject: str = "orders", sender: str = "") -> bytes:
    message = EmailMessage()
    message["From"] = sender or "Anna <Anna+games@Example.org>"
    message["To"] = to
    message["Subject"] = subject
    message.set_content("coop 3")
    return message.as_bytes()


@pytest.mark.parametrize(
    "who", ["1", "m0", "o3"], ids=["of a player", "of a game master", "of an observer"]
)
def test_an_address_of_ours_puts_a_mail_in_its_games_lane(who: str) -> None:
    assert lane_of(raw(f"orders+spring.7.{who}.{TOKEN}@host.example")) == "spring"


def test_a_subject_of_ours_does_as_well() -> None:
    assert lane_of(raw(subject=f"Re: Spring [spring.7.1.{TOKEN}]")) == "spring"


def test_what_names_no_game_is_of_its_senders_lane_in_any_spelling() -> None:
    assert lane_of(raw()) == "@anna@example.org"
    assert lane_of(raw(sender="anna@example.org")) == lane_of(raw())


@pytest.mark.parametrize(
    "to",
    [
        f"orders+spring.7.1.{TOKEN}@host.example, orders+autumn.2.1.{TOKEN}@host.example",
        f"orders+spring.7.1.{TOKEN}@host.example, orders+create.0.c0.{TOKEN}@host.example",
        f"orders+create.0.c0.{TOKEN}@host.example",
        f"orders+b.17.{TOKEN}@host.example",
    ],
    ids=["two games", "a game, and to make one", "to make one", "a bounce"],
)
def test_what_does_not_name_one_game_alone_is_too(to: str) -> None:
    assert lane_of(raw(to)) == "@anna@example.org"


def test_of_whatever_nobody_wrote_there_is_one_lane() -> None:
    assert lane_of(b"") == lane_of(b"From: nobody\r\n\r\nx") == "@@"


def test_no_sender_makes_a_lane_that_the_database_could_not_hold() -> None:
    huge = "\ufdfa" * 200  # each of them is eighteen letters in other words
    lane = lane_of(f"From: {huge}@{huge}\r\n\r\nx".encode())
    assert lane.startswith("@") and len(lane) <= 320
