"""A house and its club by real mail: one service, the built-in server, a game in each mailbox."""

from __future__ import annotations

import email
import smtplib
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest

from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.settings import ImapSettings
from pbem.service.built_in import built_in_mail
from pbem.service.config import MAIN, Config, load_config
from pbem.service.context import Context, context_of
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.runner import Runner
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import games
from tests.mails import POLICY
from tests.servers.databases import new_database
from tests.service import relay

HOUSE = """
[service]
poll = "1s"
database = "{database}"
[embedded]
imap_port = 0
smtp_port = 0
[mail]
address = "orders@house.example"
[[mailbox]]
name = "club"
[mailbox.mail]
address = "games@club.example"
name = "The club"
"""
PATIENCE = 60.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Context, Config]]:
    """The service as it runs, with a game of one turn in each of its mailboxes."""
    path = tmp_path / "config.toml"
    path.write_text(HOUSE.format(database=new_database()))
    config = load_config(path)
    with relay.installed(), built_in_mail(config, tmp_path) as config:
        lay_foundations(config, tmp_path)
        context = context_of(config, tmp_path)
        try:
            for mailbox, game in ((MAIN, "spring"), ("club", "summer")):
                _new_game(context.at(mailbox), game)
            with Runner(context, tick=0.2):
                yield context, config
        finally:
            context.close()


def _new_game(context: Context, game: str) -> None:
    people = ("Anna", "Boris")
    seats = tuple(SeatSpec(name=n, address=f"{n.lower()}@players.example") for n in people)
    create_game(
        context,
        GameSpec(
            ruleset="relay",
            id=game,
            seats=seats,
            options={"movers": (1,)},
            schedule=Schedule(every="48h", reminders=(), second_thoughts="0m"),
        ),
    )


def _until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.1)


def _mails(imap: ImapSettings) -> list[EmailMessage]:
    login = msgspec.structs.replace(imap.login, user="anna@players.example")
    with Mailbox(msgspec.structs.replace(imap, login=login)) as mailbox:
        raws = [one.raw for one in mailbox.fetch([m.uid for m in mailbox.waiting()])]
    found = (email.message_from_bytes(raw, policy=POLICY) for raw in raws)
    return [one for one in found if isinstance(one, EmailMessage)]


def test_each_mailbox_plays_its_game_from_its_own_address(
    served: tuple[Context, Config],
) -> None:
    context, config = served

    def reports() -> dict[str, EmailMessage]:
        return {str(m["To"]) + str(m["From"]): m for m in _mails(config.imap)}

    _until(lambda: len(reports()) == 2)
    assert {str(m["From"]).rpartition("<")[2] for m in reports().values()} == {
        "orders@house.example>",
        "games@club.example>",
    }
    with smtplib.SMTP(config.smtp.host, config.smtp.port) as server:
        for report in reports().values():
            reply = EmailMessage()
            reply["From"], reply["To"] = "anna@players.example", str(report["Reply-To"])
            reply["Subject"] = f"Re: {report['Subject']}"
            reply.set_content("MOVE 1\n")
            server.send_message(reply)

    def turns() -> dict[str, int]:
        with context.database.read() as connection:
            return {row.id: row.turn for row in games.all_games(connection)}

    _until(lambda: turns() == {"spring": 2, "summer": 2})
