"""What has to be here of a game for it to be verified; no cell of the database says otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.engine.replay import Mark
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.games import start_game
from pbem.service.play.keeping import forget_old_mail
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.store import games, mail
from pbem.store.tables import games as games_table
from pbem.store.tables import inbox, inbox_bytes, outbox, outbox_bytes
from tests.mails import record_of
from tests.service.tampered import Copy, copied
from tests.service.world import ANNA, BORIS, START, World, open_world

ORDERS = "Economy 50%", "Economy 60%"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in its fourth turn, in which Boris took a seat by mail."""
    with open_world(tmp_path_factory.mktemp("played")) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
        world.join(BORIS, "JOIN spring AS Boris")
        play(world, 3)
        yield world


@pytest.fixture
def copy(played: World, tmp_path: Path) -> Iterator[Copy]:
    with copied(played, tmp_path) as found:
        yield found


def play(world: World, turns: int) -> None:
    for _turn in range(turns):
        for player, orders in zip((ANNA, BORIS), ORDERS, strict=True):
            world.reply(player, orders, to=world.last(player))
        world.poll()


def dropped(*wanted: sa.ColumnElement[bool]) -> tuple[sa.Executable, sa.Executable]:
    """Statements that drop mails which went out."""
    found = sa.select(outbox.c.id).where(*wanted).scalar_subquery()
    return (
        outbox_bytes.delete().where(outbox_bytes.c.mail.in_(found)),
        outbox.delete().where(*wanted),
    )


def confirming(copy: Copy) -> int:
    """The number of the mail by which Boris took his seat."""
    with copy.context.database.read() as connection:
        seat = games.find_seat(connection, "spring", 2)
        assert seat is not None and seat.confirmation is not None
        found = mail.mail_of_digest(connection, seat.confirmation)
    assert found is not None
    return found.id


def test_the_game_is_right_before_anything_is_changed(copy: Copy) -> None:
    assert copy.wrong() == []


def test_a_game_that_is_said_to_come_from_elsewhere_still_has_all_that_was_sent_here(
    copy: Copy,
) -> None:
    copy.change(
        *dropped(outbox.c.kind == "receipt", outbox.c.turn == 2),
        games_table.update().values(formerly=("old",)),
    )
    copy.found("2/None: a mail written before this turn")


def test_a_game_that_is_said_to_be_over_still_has_to_have_its_mails(copy: Copy) -> None:
    copy.change(inbox_bytes.delete(), games_table.update().values(finished=START))
    copy.found(
        "None/None: when the game was over does not go with its last turn",
        "with the orders is gone",
        "that confirmed the seat is gone",
    )


@pytest.mark.parametrize("status", ["forming", "junk"])
def test_a_game_that_has_begun_is_not_forming_nor_anything_unheard_of(
    copy: Copy, status: str
) -> None:
    copy.change(sa.text(f"UPDATE games SET status = '{status}'"))
    assert len(copy.wrong()) == 1


def test_the_mail_that_confirmed_a_seat(copy: Copy) -> None:
    number = confirming(copy)
    copy.change(inbox_bytes.update().where(inbox_bytes.c.mail == number).values(data=b"Other"))
    copy.found(f"0/2: mail {number} that confirmed the seat is not the one that came")


def test_the_mail_that_confirmed_a_seat_is_gone(copy: Copy) -> None:
    number = confirming(copy)
    copy.change(
        inbox_bytes.delete().where(inbox_bytes.c.mail == number),
        inbox.delete().where(inbox.c.id == number),
    )
    copy.found("0/2: the mail that confirmed the seat")


def test_what_confirmed_a_seat_is_kept_while_the_game_goes_on(copy: Copy) -> None:
    number = confirming(copy)
    copy.context.clock.move(hours=24 * 400)  # type: ignore[attr-defined]
    forget_old_mail(copy.context)
    with copy.context.database.read() as connection:
        found = mail.find_mail(connection, number)
    assert found is not None and found.raw
    assert copy.wrong() == []


def test_a_game_that_came_here_has_its_confirmations_and_all_that_was_sent_since(
    copy: Copy, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    with open_world(there) as world:
        adopt(world.context, unpack(pack(export_game(copy.context, "spring", full=True))))
        play(world, 2)
        assert world.game().turn == 6
        moved = Copy(world.context)
        assert moved.wrong() == []
        moved.change(*dropped(outbox.c.kind == "receipt", outbox.c.turn == 4))
        moved.found("4/None: a mail written before this turn")


def test_a_confirmation_goes_into_the_dice_for_good(tmp_path: Path) -> None:
    """Who sits there later changes nothing: the key is that of the beginning."""
    with open_world(tmp_path) as world:
        world.new_game(start="manual", seats=(SeatSpec(), SeatSpec(bot="raider")))
        world.join(ANNA, "JOIN spring AS Anna")
        with world.context.write() as session:
            seat = games.find_seat(session.connection, "spring", 1)
            assert seat is not None
            start_game(session, world.game())
            games.change_seat(session.connection, "spring", 1, confirmation=None)
        newest = world.inbox.folders["Processed"][-1]
        assert seat.confirmation == hashlib.sha256(newest).hexdigest()
        assert world.game().confirmations == (seat.confirmation, None)
        close_turn(world.context, "spring")
        assert all(one.mark is Mark.OK for one in verify_game(world.context, "spring"))
        told = record_of(world.mails(ANNA, kind="report")[0])
        assert told["confirmation"] == seat.confirmation


@pytest.mark.parametrize("days", [1, 89, 91])
def test_the_mails_of_a_game_that_is_over_are_here_as_long_as_mails_are_kept(
    tmp_path: Path, days: int
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 1})
        play(world, 1)
        assert world.game().status == "finished"
        over = Copy(world.context)
        brought = sa.select(inbox.c.id).where(inbox.c.game == "spring").scalar_subquery()
        over.change(inbox_bytes.delete().where(inbox_bytes.c.mail.in_(brought)))
        over.change(outbox_bytes.delete())
        world.clock.move(hours=24 * days)
        if days > 90:
            assert over.wrong() == []
        else:
            over.found("gone before its time (mails are kept for 90d)")
            assert len([one for one in over.wrong() if "with the orders is gone" in one]) == 2


def test_a_receipt_whose_bytes_are_gone(copy: Copy) -> None:
    receipts = sa.select(outbox.c.id).where(outbox.c.kind == "receipt", outbox.c.turn == 2)
    copy.change(outbox_bytes.delete().where(outbox_bytes.c.mail.in_(receipts.scalar_subquery())))
    assert copy.wrong()
    assert all(one.endswith(", a receipt, is gone") for one in copy.wrong())
