"""`pbem mailbox`: which there are, and giving one up."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.config import MAIN
from pbem.service.context import open_context
from pbem.service.intake.receive import receive_mail
from pbem.service.intake.recording import record_mail
from pbem.store import mail, tables
from pbem.store.database import Database
from pbem.store.records import InboxStatus
from tests.cli.conftest import ANNA, Command
from tests.docs.serving import use_free_ports

CLUB = """
[[mailbox]]
name = "club"
key_file = "club.key"
[mailbox.mail]
address = "games@club.example"
"""
LETTER = b"From: zoe@example.org\r\nMessage-ID: <one@example.org>\r\nSubject: LIST\r\n\r\nLIST\r\n"


@pytest.fixture
def two(pbem: Command, house: Path) -> Path:
    """A house with a second mailbox, a game of its own in it, and a mail on record yet to be
    read, whose number a mail of the first mailbox has as well."""
    config = house / "config.toml"
    config.write_text(config.read_text() + CLUB)
    assert pbem("init").code == 0
    made = pbem(
        "new", "--ruleset", "hegemon", "--id", "autumn", "--player", ANNA, "--bot", "raider",
        "--mailbox", "club",
    )  # fmt: skip
    assert made.code == 0, made.err
    with open_context(config) as context:
        for name in (MAIN, "club"):
            letters = MemoryInbox()
            letters.deliver(LETTER.replace(b"one@", name.encode() + b"@"), datetime.now(UTC))
            record_mail(context.at(name), letters)
    return house


def listed(pbem: Command) -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in json.loads(pbem("mailbox", "list", "--json").out)}


def give_up(house: Path) -> None:
    """Take the second mailbox out of the configuration."""
    config = house / "config.toml"
    config.write_text(config.read_text().replace(CLUB, ""))


def test_each_is_listed_with_its_games_and_what_it_has_to_read_and_to_send(
    pbem: Command, two: Path
) -> None:
    lines = pbem("mailbox", "list").out.splitlines()
    assert lines[1] == "club: games@club.example; 1 game, 1 mail to read, 1 mail to send"
    assert listed(pbem)["main"]["games"] == 1


def test_nothing_is_served_while_a_mailbox_that_is_not_named_has_mail_to_read(
    pbem: Command, two: Path, database: Database
) -> None:
    give_up(two)
    use_free_ports(two)
    with database.write() as connection:
        connection.execute(tables.games.update().values(mailbox=MAIN))
        connection.execute(tables.outbox.update().values(relay=MAIN))
    said = pbem("serve", "--embedded")
    assert said.code != 0
    assert "'pbem mailbox move club main'" in said.err


def test_whoever_moves_all_of_one_has_its_mail_read_and_sent_by_the_other(
    pbem: Command, two: Path, database: Database
) -> None:
    assert pbem("mailbox", "move", "club", "main").code == 0
    give_up(two)
    assert [*listed(pbem)] == ["main"]
    assert listed(pbem)["main"]["unread"] == 2
    with open_context(two / "config.toml") as context:
        receive_mail(context, MemoryInbox())
    with database.read() as connection:
        read = mail.mails_in(connection, InboxStatus.DONE)
    assert {row.message_id for row in read} == {"<main@example.org>", "<club@example.org>"}


def test_there_is_nothing_to_move_of_a_mailbox_that_has_nothing(pbem: Command, house: Path) -> None:
    said = pbem("mailbox", "move", "clbu", "main")
    assert said.code != 0
    assert "see 'pbem mailbox list'" in said.err
