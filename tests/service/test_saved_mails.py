"""A player's saved mails, held against an export: what contradicts it, was changed, or lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.mailer.witness import read_witness
from pbem.service.play.close import close_turn
from pbem.service.tools.verify_file import verify_file
from tests.service.exported import save_mails, write_export
from tests.service.world import ANNA, BORIS, World, open_world

TURNS = 3


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game of Hegemon, whose orders stay sealed, that is over; Anna sent hers for two turns."""
    with open_world(tmp_path_factory.mktemp("over")) as found:
        found.new_game(options={"turns": TURNS})
        for turn in range(1, TURNS + 1):
            found.clock.move(minutes=5)
            if turn < TURNS:
                found.reply(ANNA, f"Economy {50 + turn}%", to=found.last(ANNA))
            found.poll()
            found.clock.move(minutes=5)
            found.reply(BORIS, "Environment 40%", to=found.last(BORIS))
            found.poll()
            if turn == TURNS:
                close_turn(found.context, "spring")
        assert found.game().status == "finished"
        yield found


@pytest.fixture
def file(world: World, tmp_path: Path) -> Path:
    return write_export(world, tmp_path / "spring.zip")


@pytest.fixture
def mails(world: World, tmp_path: Path) -> Path:
    return save_mails(world, tmp_path / "mails")


def told(file: Path, mails: Path, mark: Mark) -> list[str]:
    found = verify_file(file, mails)
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is mark]


def named(mails: Path, kind: str, turn: int) -> Path:
    """The mail of a kind that was written when a turn was the last one closed."""
    for one in sorted(mails.iterdir()):
        witness = read_witness(one.read_bytes())
        if witness is not None and (witness.kind, witness.chain.turn) == (kind, turn):
            return one
    raise LookupError(kind)


def change(mail: Path, pattern: bytes, to: bytes) -> None:
    changed, times = re.subn(pattern, to, mail.read_bytes(), count=1)
    assert times == 1
    mail.write_bytes(changed)


def test_all_mails_are_told_by_seat_and_turn(file: Path, mails: Path) -> None:
    assert told(file, mails, Mark.BAD) == []
    (there,) = [one for one in told(file, mails, Mark.OK) if "at hand" in one]
    assert there == "None/1: reports of turns 0-3 and receipts for turns 1-2 are at hand"
    last = named(mails, "report", TURNS)
    assert told(file, mails, Mark.UNKNOWN) == [
        f"3/1: {last.name}, was written after the last link, and is in none"
    ]


def test_a_receipt_that_contradicts_the_players_own_report_is_found_though_moves_stay_sealed(
    file: Path, mails: Path
) -> None:
    receipt = named(mails, "receipt", 1)
    change(receipt, rb"X-Pbem-Held: [0-9a-f]{6}", b"X-Pbem-Held: 000000")
    assert told(file, mails, Mark.BAD) == [
        f"2/1: {receipt.name}, told other orders to be held than were played"
    ]


@pytest.mark.parametrize("kind", ["report", "receipt"])
def test_a_mail_with_another_letter_is_named(file: Path, mails: Path, kind: str) -> None:
    mail = named(mails, kind, 1)
    change(mail, rb"Anna", b"Hans")
    text = "is in no link as it stands here: it was changed, by a server on its way or since"
    assert told(file, mails, Mark.UNKNOWN)[0] == f"1/1: {mail.name}, {text}"
    assert "None/None: 4 of 6 mails are in the chain, byte for byte" in told(file, mails, Mark.OK)


def test_mails_that_are_not_there_are_told_by_turn(file: Path, mails: Path) -> None:
    named(mails, "report", 1).unlink()
    named(mails, "receipt", 1).unlink()
    found = told(file, mails, Mark.UNKNOWN)
    assert "None/1: no report of turn 1 is at hand: what one told is not compared" in found
    assert any(one.startswith("None/1: no receipt for turn 2 is at hand") for one in found)


def test_what_is_no_report_is_told_with_its_folder(file: Path, mails: Path) -> None:
    (mails / "sent.eml").write_bytes(b"From: anna@example.org\n\nEconomy 51%\n")
    assert f"None/None: 1 mail is no report or receipt of this game (in '{mails}')" in told(
        file, mails, Mark.UNKNOWN
    )


def test_while_a_game_goes_on_its_export_says_that_letters_cannot_be_checked(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": TURNS})
        close_turn(world.context, "spring")
        file = write_export(world, tmp_path / "spring.zip")
        mails = save_mails(world, tmp_path / "mails")
        assert any("sealed until the game is over" in o for o in told(file, mails, Mark.UNKNOWN))
        assert any("the rest is sealed until" in one for one in told(file, mails, Mark.OK))


def test_heads_that_differ_late_are_shown_from_there(file: Path, mails: Path) -> None:
    report = named(mails, "report", 2)
    head = re.search(rb"X-Pbem-Chain: spring 1 2 ([0-9a-f]+)", report.read_bytes())
    assert head is not None
    other = b"1" if head[1][-1:] == b"0" else b"0"
    change(report, rb"(X-Pbem-Chain: spring 1 2 [0-9a-f]{63}).", rb"\g<1>" + other)
    (found,) = told(file, mails, Mark.BAD)
    said, recorded = re.findall(r"is (\S+?)[,:]", found)
    assert said != recorded
    assert "this turn or one before was changed, or the mail was" in found
