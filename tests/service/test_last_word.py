"""What a player was last told to hold is what verify holds a turn against, and no older word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.mailer.witness import NOTHING_HELD, read_witness
from pbem.service.intake.digests import send_digests
from pbem.service.play.close import close_turn
from pbem.service.play.keeping import forget_old_mail
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.store import mail
from pbem.store.records import OutboxStatus
from tests.service.exported import save_mails, write_export
from tests.service.world import ANNA, BORIS, World, open_world

FIRST, SECOND, OTHER = "Economy 60% coop 30", "Economy 50%", "Economy 40%"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as found:
        found.copied_game()
        yield found


def wrong(world: World) -> list[str]:
    found = verify_game(world.context, "spring")
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is Mark.BAD]


def wrong_to(world: World, player: str, folder: Path) -> list[str]:
    """What is found wrong with an export by what a player was sent."""
    file = write_export(world, folder / "spring.zip", full=True)
    found = verify_file(file, save_mails(world, folder / "saved", player))
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is Mark.BAD]


def last_told(world: World, player: str) -> str | None:
    """What the newest mail that says so told a player to hold."""
    told = [read_witness(row.data) for row in world.rows(recipient=player)]
    return [one.held for one in told if one is not None and one.held is not None][-1]


def to_boris(world: World) -> None:
    """Boris orders too, and the turn is over."""
    before = world.game().turn
    world.reply(BORIS, OTHER)
    world.poll()
    if world.game().turn == before:
        close_turn(world.context, "spring")


@pytest.mark.parametrize("held", ["by mail", "repeated"])
def test_whoever_resigns_is_told_that_the_orders_held_are_not_played(
    world: World, held: str
) -> None:
    world.reply(ANNA, FIRST if held == "by mail" else f"@ {FIRST}")
    world.poll()
    if held == "repeated":
        to_boris(world)
    world.resign(ANNA)
    assert last_told(world, ANNA) == NOTHING_HELD
    to_boris(world)
    assert wrong(world) == []


def test_whoever_returns_holds_again_what_was_held_before(world: World) -> None:
    world.reply(ANNA, FIRST)
    world.poll()
    world.resign(ANNA)
    farewell = world.last(ANNA)
    assert "resigned" in str(farewell["Subject"])
    world.reply(ANNA, "RETURN", to=farewell)
    world.poll()
    assert last_told(world, ANNA) not in (None, NOTHING_HELD)
    to_boris(world)
    assert wrong(world) == []


@pytest.mark.parametrize("text", [SECOND, "WITHDRAW"])
def test_what_replaces_orders_that_were_told_gets_a_receipt_whatever_its_mail_asks(
    world: World, text: str
) -> None:
    report = world.last(ANNA, kind="report")
    world.reply(ANNA, FIRST, to=report)
    world.reply(ANNA, text, to=report, X_Auto_Response_Suppress="All")
    world.poll()
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 2
    to_boris(world)
    assert wrong(world) == []


@pytest.mark.parametrize("text", [FIRST, "Economy 999%", f"PREVIEW\n{SECOND}", "HELP"])
def test_what_changes_nothing_and_asks_for_no_answer_gets_none(world: World, text: str) -> None:
    """A machine that sends our own lines back is answered once at the most."""
    report = world.last(ANNA, kind="report")
    world.reply(ANNA, FIRST, to=report)
    world.reply(ANNA, text, to=report, X_Auto_Response_Suppress="All")
    world.poll()
    assert len(world.rows(recipient=ANNA)) == 2, "the report and one receipt"


@pytest.mark.parametrize("after", ["", "a preview"])
def test_gathered_receipts_of_two_turns_both_go_out(tmp_path: Path, after: str) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        report = world.last(ANNA, kind="report")
        for text in (FIRST, SECOND, *([f"PREVIEW\n{OTHER}"] if after else [])):
            world.reply(ANNA, text, to=report)
        world.poll()
        to_boris(world)
        world.reply(ANNA, "Economy 33%")
        world.poll()
        world.clock.move(minutes=6)
        send_digests(world.context)
        assert wrong(world) == []
        assert wrong_to(world, ANNA, tmp_path) == []


def test_an_old_report_sent_again_says_nothing_of_what_is_held(world: World) -> None:
    world.reply(ANNA, FIRST)
    world.poll()
    to_boris(world)
    to_boris(world)
    told = last_told(world, ANNA)
    world.reply(ANNA, "REPORT 0")
    world.poll()
    copy = read_witness(world.rows(recipient=ANNA, kind="copy")[-1].data)
    assert copy is not None
    assert (copy.chain.turn, copy.held) == (0, None)
    assert last_told(world, ANNA) == told


@pytest.mark.parametrize("last", ["orders", "a farewell"])
def test_what_was_told_last_is_kept_as_long_as_what_was_told_before(
    world: World, last: str
) -> None:
    world.reply(ANNA, f"@ {FIRST}")
    world.poll()
    to_boris(world)
    if last == "orders":
        world.reply(ANNA, SECOND)
        world.poll()
    else:
        world.resign(ANNA)
    to_boris(world)
    with world.context.database.write() as connection:
        sent = [row.id for row in world.rows()]
        mail.change_mails(connection, sent, status=OutboxStatus.SENT)
    world.clock.move(hours=24 * 91)
    forget_old_mail(world.context)
    assert wrong(world) == []


@pytest.mark.parametrize("names", [("1", "2"), ("2", "1")], ids=["in order", "out of order"])
@pytest.mark.parametrize("recoded", [False, True], ids=["as sent", "recoded on the way"])
def test_receipts_of_one_second_are_held_in_the_order_of_the_chain(
    world: World, tmp_path: Path, names: tuple[str, str], recoded: bool
) -> None:
    report = world.last(ANNA, kind="report")
    world.reply(ANNA, FIRST, to=report)
    world.reply(ANNA, SECOND, to=report)
    world.poll()
    to_boris(world)
    saved = tmp_path / "saved"
    saved.mkdir()
    rows = world.rows(recipient=ANNA, kind="receipt")
    for name, row in zip(names, rows, strict=True):
        data = (
            row.data.replace(b"MIME-Version: 1.0", b"MIME-Version:  1.0") if recoded else row.data
        )
        assert (data != row.data) == recoded
        (saved / f"{name}.eml").write_bytes(data)
    file = write_export(world, tmp_path / "spring.zip", full=True)
    assert [one.text for one in verify_file(file, saved) if one.mark is Mark.BAD] == []
    (saved / f"{names[1]}.eml").unlink()
    found = [one.text for one in verify_file(file, saved) if one.mark is Mark.BAD]
    assert found == [f"{names[0]}.eml, told other orders to be held than were played"]
