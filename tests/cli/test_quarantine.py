"""`pbem quarantine`: mails that failed, and mails from unknown senders."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mailer import address
from pbem.service.config import Config
from pbem.service.keys import load_keys
from pbem.store import games, mail
from pbem.store.database import Database
from pbem.store.records import InboxRow, InboxStatus
from tests.cli.conftest import Command

ORDERS = "Economy 60% comp 100"
Arrive = Callable[..., int]


@pytest.fixture
def arrive(house: Path, database: Database) -> Arrive:
    """Puts a mail with Anna's token in the inbox, as the service would have left it."""

    def put(status: InboxStatus, sender: str = "anna@work.example.com", text: str = ORDERS) -> int:
        route = address.Route("spring", 1, 1)
        with database.read() as connection:
            nonce = games.seats_of(connection, "spring")[0].nonce
        reply_to = address.reply_address(
            Config().mail, route, address.token(load_keys(Config(), house).signing, route, nonce)
        )
        raw = f"From: {sender}\r\nTo: {reply_to}\r\nSubject: orders\r\n\r\n{text}\r\n".encode()
        with database.write() as connection:
            number = len(mail.mails_in(connection, *InboxStatus)) + 1
            values = {
                "mailbox": "",
                "uidvalidity": 1,
                "uid": number,
                "lane": "spring",
                "digest": f"{number}",
                "received": datetime.now(UTC),
                "size": len(raw),
                "raw": raw,
                "message_id": "",
                "sender": sender,
                "subject": "orders",
                "status": status,
                "attempts": 3,
                "note": "why",
                "game": "spring" if status is InboxStatus.HELD else None,
                "seat": 1 if status is InboxStatus.HELD else None,
            }
            mail.record_mails(connection, [values])
        return number

    return put


def inbox_row(database: Database, number: int) -> InboxRow:
    with database.read() as connection:
        found = mail.find_mail(connection, number)
    assert found is not None
    return found


def test_an_empty_quarantine_says_so(pbem: Command, house: Path) -> None:
    assert pbem("quarantine", "list").out == "No mail waits for you.\n"


def test_the_list_names_what_failed_and_what_is_held(
    pbem: Command, arrive: Arrive, database: Database
) -> None:
    arrive(InboxStatus.QUARANTINED, sender="boris@example.org")
    arrive(InboxStatus.HELD)
    arrive(InboxStatus.DONE, sender="chiara@example.org")
    said = pbem("quarantine", "list").out
    assert "boris@example.org" in said
    assert "anna@work.example.com" in said
    assert "chiara@example.org" not in said
    game = json.loads(pbem("show", "spring", "--json").out)
    assert [(m["direction"], m["status"]) for m in game["mail_trouble"]] == [("in", "held")]
    assert game["quarantined"] == 1


def test_a_mail_is_shown_without_harm_to_the_terminal(pbem: Command, arrive: Arrive) -> None:
    number = str(arrive(InboxStatus.QUARANTINED, text="\x1b]0;gotcha\x07 hello"))
    said = pbem("quarantine", "show", number).out
    assert "hello" in said
    assert "\x1b" not in said
    assert "\x1b" in pbem("quarantine", "show", number, "--raw").out


def test_a_mail_that_failed_is_set_back_to_be_processed(
    pbem: Command, arrive: Arrive, database: Database
) -> None:
    number = arrive(InboxStatus.QUARANTINED)
    assert "at the next poll" in pbem("quarantine", "retry", str(number)).out
    row = inbox_row(database, number)
    assert (row.status, row.attempts, row.note) == (InboxStatus.NEW, 0, "")


def test_a_held_mail_is_taken_as_the_seats_own(
    pbem: Command, arrive: Arrive, database: Database
) -> None:
    number = arrive(InboxStatus.HELD)
    said = pbem("quarantine", "retry", str(number), "--accept")
    assert said.out == (
        f"Mail {number} is taken: orders for turn 1: 1 accepted. "
        "Its answer goes to the seat's address.\n"
    )
    assert inbox_row(database, number).status == InboxStatus.DONE
    with database.read() as connection:
        held = games.held_for(connection, "spring", 1, 1)
        (receipt,) = mail.outgoing(connection, kind="receipt")
    assert held is not None
    assert held.orders is not None
    assert receipt.recipient == "anna@example.org"
    assert json.loads(pbem("show", "spring", "--json").out)["seats"][0]["orders"] == "in"


def test_a_held_mail_is_not_taken_twice(pbem: Command, arrive: Arrive) -> None:
    number = str(arrive(InboxStatus.HELD))
    assert pbem("quarantine", "retry", number, "--accept").code == 0
    said = pbem("quarantine", "retry", number, "--accept")
    assert said.code == 1
    assert said.err == (
        f"pbem: mail {number} is done; 'pbem quarantine list' shows those that wait\n"
    )


def test_retrying_a_held_mail_says_what_would_take_it(pbem: Command, arrive: Arrive) -> None:
    said = pbem("quarantine", "retry", str(arrive(InboxStatus.HELD)))
    assert said.code == 1
    assert "anna@work.example.com is not the address of seat 1 of spring" in said.err
    assert "--accept" in said.err


def test_accepting_what_failed_says_to_leave_it_out(pbem: Command, arrive: Arrive) -> None:
    said = pbem("quarantine", "retry", str(arrive(InboxStatus.QUARANTINED)), "--accept")
    assert (said.code, "leave out --accept" in said.err) == (1, True)


def test_a_number_that_is_none_is_told(pbem: Command, house: Path) -> None:
    assert "mail 7 does not exist" in pbem("quarantine", "show", "7").err
