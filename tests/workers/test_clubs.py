"""Several workers and several mailboxes: each is read by one at a time, and one that is away, or a
worker that dies over it, holds up no other's games."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.context import Context
from pbem.store import mail
from pbem.store.records import InboxStatus
from tests.servers.plugin import MailHost
from tests.servers.real import free_port
from tests.workers.house import house, let_all_fall_due, new_games, replies, turns, until, working

pytestmark = pytest.mark.postgresql
CLUB = "club"


@pytest.fixture
def context(tmp_path: Path, embedded_host: MailHost) -> Iterator[Context]:
    with house(tmp_path, embedded_host, [CLUB]) as context:
        yield context


def games_of_both(context: Context, host: MailHost) -> None:
    """g1 of the house, and g2 of the club."""
    new_games(context, host, 1)
    new_games(context.at(CLUB), host, 1, id="g2")


def post(context: Context, host: MailHost, text: str) -> None:
    with smtplib.SMTP(host.smtp.host, host.smtp.port) as server:
        for reply in replies(context, [text]):
            server.send_message(reply)
    host.flush()


def done(context: Context) -> int:
    with context.database.read() as connection:
        return mail.count_incoming(connection).get(InboxStatus.DONE, 0)


@pytest.mark.timeout(600)
def test_a_worker_dies_and_the_other_reads_closes_and_sends_for_all_mailboxes(
    tmp_path: Path, embedded_host: MailHost, context: Context
) -> None:
    games_of_both(context, embedded_host)
    with working(tmp_path, "first", "second") as (first, _second):
        post(context, embedded_host, "Economy 60% comp 100")
        until(lambda: done(context) > 0, "the first mail")
        first.kill()
        until(lambda: turns(context) == {"g1": 2, "g2": 2}, "both turns")
        until(lambda: done(context) == 4, "all mails")
    with context.database.read() as connection:
        reports = mail.outgoing(connection, kind="report")
    assert {(row.game, row.relay) for row in reports} == {("g1", "main"), ("g2", CLUB)}
    told = [(row.game, row.seat, row.turn) for row in reports]
    assert len(told) == len(set(told)) == 8, "each of four people was told of the start and a turn"


@pytest.mark.timeout(600)
def test_turns_of_a_mailbox_that_is_away_wait_and_no_others(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    with house(tmp_path, embedded_host, [CLUB]) as context:
        games_of_both(context, embedded_host)
        config = tmp_path / "config.toml"
        own, club = config.read_text().split("[[mailbox]]")
        nobody = club.replace(f"port = {embedded_host.imap.port}", f"port = {free_port()}", 1)
        config.write_text(f"{own}[[mailbox]]{nobody}")
        let_all_fall_due(context)
        with working(tmp_path, "first", "second"):
            until(lambda: turns(context)["g1"] == 2, "the turn of the house")
            assert turns(context)["g2"] == 1
