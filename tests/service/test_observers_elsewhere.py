"""Those who watch, where mail to them comes back, the game moves, or others keep secrets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.address import bounce_address
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.keeping import forget_old_mail
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.store import games
from pbem.store.people import find_person
from pbem.store.records import OutboxStatus
from tests.service.test_observers import DORA, confirm, say, watch, watching
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def come_back(world: World, number: int) -> None:
    """A bounce of one of our mails."""
    key, settings = world.context.key, world.context.config.mail
    to = bounce_address(settings, key, number)
    world.deliver(
        (
            f"From: MAILER-DAEMON@elsewhere.test\r\nTo: {to}\r\nSubject: failed\r\n"
            "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
            "--b\r\nContent-Type: text/plain\r\n\r\nIt failed.\r\n"
            "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            "Reporting-MTA: dns; elsewhere.test\r\n\r\n"
            f"Final-Recipient: rfc822; {DORA}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
        ).encode()
    )
    world.poll()


def test_where_mail_comes_back_somebody_watches_no_more_and_may_come_again(world: World) -> None:
    watch(world)
    mails = world.rows(recipient=DORA)
    come_back(world, mails[0].id)
    assert watching(world) == [DORA]
    come_back(world, mails[1].id)
    assert watching(world) == []
    assert world.rows(recipient=DORA, status=OutboxStatus.HELD) == ()
    assert not [m for m in world.mails("gm@example.org") if DORA in text_of(m)]
    watch(world)
    assert watching(world) == [DORA]


def test_a_game_that_moves_takes_those_along_who_watch(world: World) -> None:
    watch(world)
    say(world, "NEWS EACH TURN\nPRESS WITH REPORT")
    whole = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, whole, "moved", again=True)
    assert watching(world, "moved") == [DORA]
    close_turn(world.context, "moved")
    world.poll()
    report = world.last(DORA, game="moved", kind="spectator")
    world.reply(DORA, "WATCH OFF", to=report)
    world.poll()
    assert watching(world, "moved") == []


def test_the_record_of_a_watched_game_is_right(world: World) -> None:
    watch(world)
    close_turn(world.context, "spring")
    assert [one.text for one in verify_game(world.context, "spring") if one.mark == "bad"] == []


def test_what_somebody_wishes_who_watches_is_not_forgotten(world: World) -> None:
    watch(world)
    say(world, "PROFILE ZONE Berlin")
    world.clock.move(days=2)
    forget_old_mail(world.context)
    with world.context.database.read() as connection:
        assert find_person(connection, DORA).zone == "Europe/Berlin"


def test_whatever_players_keep_secret_the_mail_is_the_same(tmp_path: Path) -> None:
    """Hegemon's moves are nobody's business: who orders what shows in points alone, and two moves
    that come to the same points leave not a byte different."""
    told = []
    for number, (move, letter) in enumerate(
        (
            ("Economy 100% comp 100", "TO Boris:\nThe north is yours.\nEND"),
            ("Economy 100% comp 100 attack 7-9.13", "TO Boris:\nThe south is mine.\nEND\nSTATUS"),
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        with open_world(folder) as world:
            seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
            world.new_game(seats=seats)
            with world.context.database.write() as connection:
                games.change_game(connection, "spring", secret=b"s" * 32)
            watch(world)
            say(world, "PRESS WITH REPORT\nNEWS EACH TURN")
            world.reply(ANNA, f"{move}\n{letter}")
            world.poll()
            close_turn(world.context, "spring")
            world.poll()
            told.append([text_of(mail) for mail in world.mails(DORA)])
    assert told[0] == told[1]


def test_their_mail_names_no_address_and_no_token_of_others(world: World) -> None:
    watch(world)
    confirm(world)
    close_turn(world.context, "spring")
    sent = b"".join(row.data for row in world.rows(recipient=DORA))
    for player in (ANNA, BORIS):
        assert player.encode() not in sent
