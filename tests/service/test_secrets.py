"""What others keep secret reaches no player's mail, no log, and no other user of the machine."""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli.logging import JsonFormatter, TextFormatter
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.lock import sole_server
from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import send_reminders
from pbem.store.database import OWNER_ONLY
from tests.servers.databases import migrated_file
from tests.service import world as world_module
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world

PEOPLE = (ANNA, BORIS, CHIARA)
MARKS = {ANNA: "71713.19", BORIS: "82923.37", CHIARA: "93931.73"}
"""A figure that only this player ever writes: the end of a range, which nothing else shows."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game of three in which everyone writes whatever can be written, marks in all of it."""
    with open_world(tmp_path_factory.mktemp("played"), answers_per_hour=4) as world:
        seats = tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in PEOPLE)
        world.new_game(seats=seats, options={"turns": 4})
        for turn in (1, 2, 3):
            for player in PEOPLE:
                write_everything(world, player, turn)
            world.write("stranger@evil.test", order(CHIARA), to=reply_to(world, CHIARA))
            world.poll()
            world.clock.move(hours=1.5)
            world.poll()
            send_reminders(world.context)
            send_digests(world.context)
            if world.game().turn == turn:
                close_turn(world.context, "spring")
        world.reply(BORIS, "REPORT 2\nSTATUS")
        world.poll()
        yield world


def order(player: str) -> str:
    return f"Economy 40% coop 50 with 0-{MARKS[player]} comp 50 attack 7-{MARKS[player]}"


def reply_to(world: World, player: str) -> str:
    return str(world.last(player, kind="report")["Reply-To"])


def write_everything(world: World, player: str, turn: int) -> None:
    good = order(player)
    for text in (
        f"@ {good}\nTURN {turn + 1}: {good.replace('Economy', 'Defense')}",
        f"PREVIEW\n{good}",
        f"Economy 400% with 0-{MARKS[player]}",
        f"{good} # between us: {MARKS[player]}\nHello {MARKS[player]}",
        "STATUS",
    ):
        world.reply(player, text)
    world.write(player, good, to="orders@pbem.localhost")


def all_bytes(world: World, player: str) -> bytes:
    """All that a player was sent, as it went out and with every part decoded."""
    raws = [row.data for row in world.rows(recipient=player)]
    parts = [
        payload
        for message in world.mails(player)
        for part in message.walk()
        if isinstance(payload := part.get_payload(decode=True), bytes)
    ]
    heads = [str(v).encode() for m in world.mails(player) for v in m.values()]
    return b"\n".join([*raws, *parts, *heads])


@pytest.mark.parametrize("reader", PEOPLE)
def test_no_mail_shows_what_another_player_wrote(played: World, reader: str) -> None:
    sent = all_bytes(played, reader)
    assert MARKS[reader].encode() in sent, "one's own orders are shown: the search finds marks"
    for other in set(PEOPLE) - {reader}:
        assert MARKS[other].encode() not in sent
        assert MARKS[other].replace(".", "").encode() not in sent


@pytest.mark.parametrize("reader", PEOPLE)
def test_no_mail_shows_another_players_address_or_token(played: World, reader: str) -> None:
    sent = all_bytes(played, reader)
    assert tokens(played, reader)
    for other in set(PEOPLE) - {reader}:
        assert other.encode() not in sent
        assert not [token for token in tokens(played, other) if token.encode() in sent]


def test_the_game_masters_mail_shows_no_orders(played: World) -> None:
    """He may sit in the game himself."""
    sent = all_bytes(played, "gm@example.org")
    assert not [mark for mark in MARKS.values() if mark.encode() in sent]


def test_the_games_secret_is_in_no_mail_before_the_end(played: World) -> None:
    secret = played.game().secret.hex().encode()
    early = [row for row in played.rows() if row.turn is None or row.turn < 4]
    assert not [row.id for row in early if secret in row.data]


def tokens(world: World, player: str) -> set[str]:
    """The secret part of every reply address that was given to a player."""
    values = (str(message["Reply-To"]) for message in world.mails(player))
    return {found[1] for value in values if (found := re.search(r"\.([a-z2-7]{16})@", value))}


def test_logs_hold_neither_tokens_nor_orders(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with open_world(tmp_path) as world:
        world.copied_game()
        for player in (ANNA, BORIS):
            write_everything(world, player, 1)
        world.write("stranger@evil.test", order(ANNA), to=reply_to(world, ANNA))
        world.poll()
        close_turn(world.context, "spring")
        secrets = {*MARKS.values(), *tokens(world, ANNA), *tokens(world, BORIS)}
        secrets |= {world.game().secret.hex(), world.context.key.hex()}
    said = [
        formatter.format(record)
        for formatter in (TextFormatter(), JsonFormatter())
        for record in caplog.records
    ]
    assert any("orders for turn" in line for line in said), "the log tells that orders came"
    assert not [secret for secret in secrets for line in said if secret in line]
    assert not [line for line in said if "Economy" in line]


def test_files_that_hold_secrets_are_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_module, "migrated_database", migrated_file)
    before = os.umask(0)
    try:
        with open_world(tmp_path) as world, sole_server(tmp_path):
            world.new_game()
            world.reply(ANNA, order(ANNA))
            world.poll()
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {"games.db", "games.db-wal", "pbem.key", "pbem.lock"} <= modes.keys()
    assert set(modes.values()) == {OWNER_ONLY}
