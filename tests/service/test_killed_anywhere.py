"""Ended hard at any step, the next start finds everything counted, closed and sent once."""

from __future__ import annotations

import email
import email.policy
import smtplib
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mailer.inbound.imap import Mailbox
from pbem.service.config import load_config
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.house import House, open_house
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import games, mail
from pbem.store.records import InboxStatus
from pbem.store.tables import orders, turns
from tests.servers.plugin import MailHost
from tests.service.doomed import DEAD

STEPS = [
    ("receive.recorded", 1),
    ("receive.counted", 1),
    ("receive.written", 1),
    ("receive.written", 2),
    ("receive.committed", 1),
    ("receive.moved", 1),
    ("poll.written", 1),
    ("close.worked_out", 1),
    ("close.written", 1),
    ("close.committed", 1),
    ("send.leased", 1),
    ("send.answered", 1),
    ("send.answered", 3),
    ("send.recorded", 1),
]
APART = [
    ("receive.counted", 2),
    ("receive.written", 2),
    ("receive.committed", 1),
    ("receive.committed", 2),
]
"""Steps at which one mail is done with and the other is not, each in a transaction of its own."""


@pytest.mark.parametrize(
    ("step", "visit", "chunk"),
    [*((*at, "50") for at in STEPS), *((*at, "1") for at in APART)],
    ids=[*(f"{s}-{n}" for s, n in STEPS), *(f"{s}-{n}-apart" for s, n in APART)],
)
def test_killed_at_any_step_nothing_is_lost_and_nothing_counts_twice(
    tmp_path: Path, mail_host: MailHost, step: str, visit: int, chunk: str
) -> None:
    players = [f"{name}@{mail_host.address_domain}" for name in ("anna", "boris")]
    with a_started_game(tmp_path, mail_host, players) as house:
        for player in players:
            answer_report(mail_host, player)
        mail_host.flush()
        assert run_service(tmp_path, step, str(visit), chunk) == DEAD
        assert run_service(tmp_path) == 0
        mail_host.flush()

        with house.database.read() as connection:
            assert [row.turn for row in games.turns_between(connection, "crash")] == [0, 1]
            taken = connection.execute(orders.select().where(orders.c.turn == 1)).all()
            assert Counter(row.seat for row in taken) == {1: 1, 2: 1}
            assert connection.execute(turns.select()).all()[-1].turn == 1
            assert {m.status for m in mail.mails_in(connection, *InboxStatus)} == {"done"}
            assert {m.status for m in mail.outgoing(connection)} == {"sent"}
        for player in players:
            ids = Counter(kinds_and_ids(mail_host, player))
            kinds = Counter(kind for kind, _id in ids)
            assert kinds == {"report": 2, "receipt": 1}, "one Message-ID for each mail"


@contextmanager
def a_started_game(base: Path, host: MailHost, players: list[str]) -> Iterator[House]:
    """A running two-player game whose first reports have been sent."""
    config = host.write_config(base)
    lay_foundations(load_config(config), base)
    with open_house(config) as house:
        seats = tuple(SeatSpec(name=p.partition("@")[0], address=p) for p in players)
        schedule = Schedule(every="1h", reminders=(), second_thoughts="0m")
        create_game(house, GameSpec(ruleset="hegemon", id="crash", seats=seats, schedule=schedule))
        send_outbox(house)
        host.flush()
        yield house


def answer_report(host: MailHost, player: str) -> None:
    """Reply to the newest report as a player does."""
    with Mailbox(host.imap_for(player)) as mailbox:
        newest = [*mailbox.fetch([m.uid for m in mailbox.waiting()])][-1]
    report = email.message_from_bytes(newest.raw, policy=email.policy.default)
    reply = EmailMessage()
    reply["From"] = player
    reply["To"] = report["Reply-To"]
    reply["Subject"] = f"Re: {report['Subject']}"
    reply["Message-ID"] = f"<answer@{player}>"
    reply.set_content("Economy 60% coop 50 with 0-100 comp 50\n")
    with smtplib.SMTP(host.smtp.host, host.smtp.port) as server:
        server.send_message(reply)


def run_service(base: Path, *fate: str) -> int:
    """Run the service as a process of its own; returns its exit code."""
    command = [sys.executable, "-m", "tests.service.doomed", str(base), "2", *fate]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, DEAD):
        raise AssertionError(done.stderr[-4000:])
    return done.returncode


def kinds_and_ids(host: MailHost, player: str) -> set[tuple[str, str]]:
    """Kind and Message-ID of all that lies in a player's mailbox."""
    with Mailbox(host.imap_for(player)) as mailbox:
        raws = [f.raw for f in mailbox.fetch([m.uid for m in mailbox.waiting()])]
    messages = [email.message_from_bytes(raw, policy=email.policy.default) for raw in raws]
    return {(str(m["X-Pbem"]), str(m["Message-ID"])) for m in messages}
